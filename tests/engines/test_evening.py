"""`docs/a-game-in-an-evening.md`: a reader who types its code gets a working game."""

import re
import tomllib
from pathlib import Path

import pytest

import engines
from engines.designs import PIECES
from engines.search.players import random_player
from tutor.commands import cli
from tutor.commands.new_game import write_skeleton

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/a-game-in-an-evening.md"
STEPS = (
    *("Change a number", "Change a card", "Add a verb", "Add a zone", "Add an action", "Put cards into play"),
    "Add a way to win",
)


def blocks(heading, language):
    """Return the code that the document says to type under a heading, in one of the two files."""
    [section] = re.findall(rf"^## {heading}$(.*?)(?=^## )", DOCUMENT.read_text(encoding="utf-8"), re.M | re.S)
    return re.findall(rf"^```{language}\n(.*?)^```$", section, re.M | re.S)


def put(text, before, new):
    """Return a file with new lines before one of its lines."""
    assert before in text
    return text.replace(before, f"{new}{before}", 1)


def instead(text, name, new):
    """Return a file with the definition of a name replaced, which may span several lines."""
    changed, count = re.subn(rf"^{name} = .*?(?=^\S(?<![\])]))", lambda _: f"{new}\n", text, flags=re.M | re.S)
    assert count == 1, name
    return changed


def with_rows(text, block):
    """Return the rulebook with rows under the existing tables, as the document says."""
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


@pytest.fixture(scope="module")
def typed(tmp_path_factory):
    """The game after typing all of it, from the new number to the new way to win."""
    module, data, _ = write_skeleton("pond", tmp_path_factory.mktemp("evening"))
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
    [deck] = re.findall(r"`(cards = \{.*?\})`", text)
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
    module.write_text(code, encoding="utf-8")
    data.write_text(book, encoding="utf-8")
    return module


def test_what_is_typed_is_sound(typed, capsys):
    assert cli.main(["check", str(typed)]) == 0, capsys.readouterr().out
    assert cli.main(["rules", str(typed)]) == 0
    told = capsys.readouterr().out
    assert "Whoever has 15 points at the end of a turn has won." in told
    assert "Instead you may dig in a card for 2 points and draw two." in told


def test_the_new_action_is_offered_refused_and_told(typed):
    state = engines.load_file(typed).new(seed=3, listen=True)
    dig = next(one for one in state.game.tries(state, state.decision.seat) if one[0] == "dig")
    [reason] = state.why_not(dig)
    assert (reason.clause, reason.fact, reason.repair) == (
        "PON-2.4", "You have only 0 points; digging costs 2.", "with 2 points",
    )  # fmt: skip
    while not (digs := [one for one in state.legal_actions() if one[0] == "dig"]):
        state.apply(state.legal_actions()[0])
    seat, card = state.decision.seat, state.name(digs[0][1])
    state.apply(digs[0])
    assert f"You dig in {card}." in [state.game.narrate(event, seat) for event in state.events]
    ways = [edge for edge in state.game.graph().edges if edge["target"] == "PLANT" == edge["source"]]
    assert [edge["label"] for edge in ways] == ["dig"]


def test_games_end_in_the_old_ways_and_in_the_new_one(typed):
    game, ends = engines.load_file(typed), set()
    for seed in range(60):
        state, player = game.new(seed=seed), random_player(seed)
        while state.result is None:
            state.apply(player(state))
        ends.add(state.result.clause)
    assert ends == {"PON-3.2", "PON-3.3"}, "nobody has 15 points by chance"


def test_a_card_in_play_leaps_when_it_is_ready(typed):
    game = engines.load_file(typed)
    text = 'P1.pads = ["Pond Frog"]\nP2.pads = ["Pond Frog, tired"]\nunseen = true'
    state = game.position(text, listen=True)
    [leap] = [one for one in state.legal_actions() if one[0] == "leap"]
    tired = game.position('P1.pads = ["Pond Frog, tired"]\nP2.pads = ["Pond Frog"]\nunseen = true')
    [tried] = [one for one in game.tries(tired, 0) if one[0] == "leap"]
    assert [reason.fact for reason in tired.why_not(tried)] == ["Pond Frog is tired."]
    state.apply(leap)
    assert [len(player.compost) for player in state.players] == [0, 1]
    assert "You leap at Pond Frog." in [game.narrate(event, 0) for event in state.events]


def test_what_the_document_proves_is_proved(typed, monkeypatch, capsys):
    [code] = blocks("Prove something", "python")
    [said] = re.findall(r"It prints `(.*)`;", DOCUMENT.read_text(encoding="utf-8"))
    monkeypatch.chdir(typed.parent)
    exec(compile(code, "the document", "exec"), {})
    assert capsys.readouterr().out.strip() == said


def test_the_design_of_the_document_is_played_with_its_card(tmp_path, capsys):
    [text] = blocks("Without code", "toml")
    path = tmp_path / "moss.toml"
    path.write_text(text, encoding="utf-8")
    assert cli.main(["check", str(path)]) == 0, capsys.readouterr().out
    game = engines.load_file(path)
    held = {name for deck in game.decks.values() for name in deck.cards}
    assert {row["name"] for row in tomllib.loads(text)["card"]} <= held
    section = DOCUMENT.read_text(encoding="utf-8").partition("## Without code")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?`) \|", section, re.M)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == {*PIECES}
    printed = set(engines.load("lanterns").card_rules.verbs)
    assert printed == set(re.findall(r"`(\w+)`", section.partition("the verbs ")[2].partition(".\n")[0]))
