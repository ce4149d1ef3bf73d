"""The game that results from typing what `docs/a-game-in-an-evening.md` says, from beginning to end."""

import re
from pathlib import Path

from tutor.commands.new_game import write_skeleton

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/a-game-in-an-evening.md"
STEPS = (
    *("Change a number", "Change a card", "Add a verb", "Add a zone", "Add an action", "Put cards into play"),
    "Add a way to win",
    "Let the computer play better",
)


def blocks(heading, language):
    """Return what the document says to type under a heading, in one of the two files."""
    [section] = re.findall(rf"^## {heading}$(.*?)(?=^## )", DOCUMENT.read_text(encoding="utf-8"), re.M | re.S)
    return re.findall(rf"^```{language}\n(.*?)^```$", section, re.M | re.S)


def put(text, before, new):
    """Return a file's text with new lines before one of its lines."""
    assert before in text
    return text.replace(before, f"{new}{before}", 1)


def instead(text, name, new):
    """Return a file's text with a different definition of a name, which may take up several lines."""
    changed, count = re.subn(rf"^{name} = .*?(?=^\S(?<![\])]))", lambda _: f"{new}\n", text, flags=re.M | re.S)
    assert count == 1, name
    return changed


def with_rows(text, block):
    """Return the rulebook with rows added to existing tables, as the document says."""
    table = "[clauses]"
    block, _, card = block.partition("[[card]]\n")
    if card:
        card, gap, rest = card.partition("\n\n")
        block, text = f"{block}{rest}", put(text, "[[deck]]", f"[[card]]\n{card}{gap}")
    for line in block.splitlines():
        if line.startswith("["):
            table = line
        elif line:
            text = re.sub(rf"^{re.escape(table)}.*$", lambda found, row=line: f"{found[0]}\n{row}", text, flags=re.M)
    return text


def write_evening_game(folder):
    """Write the game into a folder, from the new number to the better bots, and return its module."""
    module, data, _ = write_skeleton("pond", folder)
    text = DOCUMENT.read_text(encoding="utf-8")
    code, book = module.read_text(encoding="utf-8"), data.read_text(encoding="utf-8")
    [number], [card], [verb], [dig, needs, kinds, steps], [win] = (
        blocks("Change a number", "toml"),
        blocks("Change a card", "toml"),
        blocks("Add a verb", "python"),
        blocks("Add an action", "python"),
        blocks("Add a way to win", "python"),
    )
    frog, pads, comes, wakes, leap, arguments = blocks("Put cards into play", "python")
    book = re.sub(r"^goal = .*$", lambda _: number.strip(), book, flags=re.M)
    book = put(book, "[[deck]]", card + "\n")
    _, deck = re.findall(r"`(cards = \{.*?\})`", text)
    book = re.sub(r"^cards = \{.*\}$", deck, book, flags=re.M)
    for heading in STEPS[2:]:
        for block in blocks(heading, "toml"):
            book = with_rows(book, block) if "compost =" not in block else book
    [leap_kind] = re.findall(r"`(kit\.Kind\(\"leap\".*?\))`,", text)
    [leap_exit] = re.findall(r"`(\"leap\": .*?\))`", text)
    code = put(code, "# The steps.", f"{verb}\n\n{dig}\n\n{leap}\n\n")
    code = put(code, "@kit.zones", frog + "\n\n")
    code = put(code, "    points: int", "    " + blocks("Add a zone", "python")[0].splitlines()[0] + "\n    " + pads)
    code = instead(code, "ARGUMENTS", arguments)
    code = put(code, "KINDS = kit.kinds(", needs)
    code = instead(code, "KINDS", put(kinds, '    kit.Kind("skip"', f"    {leap_kind},\n"))
    code = instead(code, "STEPS", put(steps, '"skip"', f"{leap_exit}, "))
    code = code.replace("    player.garden.append(card)\n", comes)
    code = put(code, '    draw(state, state.turn_player, {"count": 1})', wakes)
    code = put(code, "    one, two = (player.points", win)
    [judges] = blocks("Let the computer play better", "python")
    code = re.sub(r"^def strength.*?(?=^def game)", lambda _: f"{judges}\n\n", code, flags=re.M | re.S)
    module.write_text(code, encoding="utf-8")
    data.write_text(book, encoding="utf-8")
    return module
