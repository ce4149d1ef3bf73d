"""`docs/a-game-in-an-evening.md`: somebody who types what stands there has a game that plays."""

import re
from pathlib import Path

import pytest

import engines
from engines.core.players import random_player
from tutor.commands import cli
from tutor.commands.new_game import write_skeleton

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/a-game-in-an-evening.md"
STEPS = ("Change a number", "Change a card", "Add a verb", "Add a zone", "Add an action", "Add a way to win")


def blocks(heading, language):
    """Return what the document says to type under a heading, in one of the two files."""
    [section] = re.findall(rf"^## {heading}$(.*?)(?=^## )", DOCUMENT.read_text(encoding="utf-8"), re.M | re.S)
    return re.findall(rf"^```{language}\n(.*?)^```$", section, re.M | re.S)


def put(text, before, new):
    """Return a file with new lines before a line that stands in it."""
    assert before in text
    return text.replace(before, f"{new}{before}", 1)


def with_rows(text, block):
    """Return the rulebook with rows under the tables that are there already, as the document says."""
    table = "[clauses]"
    for line in block.splitlines():
        if line.startswith("["):
            table = line
        elif line:
            text = re.sub(rf"^{re.escape(table)}.*$", lambda found, row=line: f"{found[0]}\n{row}", text, flags=re.M)
    return text


@pytest.fixture(scope="module")
def typed(tmp_path_factory):
    """The game of somebody who has typed all of it, from the new number to the new way to win."""
    module, data, _ = write_skeleton("pond", tmp_path_factory.mktemp("evening"))
    code, book = module.read_text(encoding="utf-8"), data.read_text(encoding="utf-8")
    [number], [card], [verb], [dig, needs, kind, step], [win] = (
        blocks("Change a number", "toml"),
        blocks("Change a card", "toml"),
        blocks("Add a verb", "python"),
        blocks("Add an action", "python"),
        blocks("Add a way to win", "python"),
    )
    book = re.sub(r"^goal = .*$", lambda _: number.strip(), book, flags=re.M)
    book = put(book, "[[deck]]", card + "\n")
    [deck] = re.findall(r"`(cards = \{.*?\})`", DOCUMENT.read_text(encoding="utf-8"))
    book = re.sub(r"^cards = \{.*\}$", deck, book, flags=re.M)
    for heading in STEPS[2:]:
        for block in blocks(heading, "toml"):
            book = with_rows(book, block) if "compost =" not in block else book
    code = put(code, "# The steps.", f"{verb}\n\n{dig}\n\n")
    code = put(code, "    points: int", "    " + blocks("Add a zone", "python")[0].splitlines()[0] + "\n")
    code = put(code, "KINDS = kit.kinds(", needs)
    code = put(code, '    kit.Kind("skip"', "    " + kind.strip()[1:-2] + ",\n")
    code = re.sub(r"^    kit\.choice\(.*\n", lambda _: "    " + step.strip()[1:-2].strip() + "\n", code, flags=re.M)
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
