"""`docs/a-game-in-an-evening.md`: typing its code gives a working game."""

import re
import tomllib

import pytest

import engines
from engines.designs import PIECES
from engines.search.players import random_player
from tests.engines.evening import DOCUMENT, blocks, write_evening_game
from tutor.commands import cli


@pytest.fixture(scope="module")
def typed(tmp_path_factory):
    """Return the game that results from typing all of the document's code."""
    return write_evening_game(tmp_path_factory.mktemp("evening"))


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
    assert ends == {"PON-3.1", "PON-3.2", "PON-3.3"}


def test_a_card_in_play_leaps_when_it_is_ready(typed):
    game = engines.load_file(typed)
    text = 'P1.pads = ["Pond Frog"]\nP2.pads = ["Pond Frog, tired"]\nunseen = true'
    state = game.position(text, listen=True)
    [leap] = [one for one in state.legal_actions() if one[0] == "leap"]
    tired = game.position('P1.pads = ["Pond Frog, tired"]\nP2.pads = ["Pond Frog"]\nunseen = true')
    [tried] = [one for one in game.tries(tired, 0) if one[0] == "leap"]
    assert [reason.fact for reason in tired.why_not(tried)] == ["Pond Frog is tired."]
    state.apply(leap)
    assert [len(player.garden) for player in state.players] == [0, 1]
    assert [player.points for player in state.players] == [2, 0]
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
