"""In a small game too, an unusable card says why, with the clause."""

import random

import pytest

import engines
from engines.designs import Design
from tutor.boards.presentation import playable_games
from tutor.classroom import plan_text
from tutor.embed.board import open_board
from tutor.matches import demonstration
from tutor.matches.playthrough import Playthrough
from tutor.pages.rulebook import RulebookReader, scenarios_by_clause

LANTERNS = engines.load("lanterns")


def table(*field, hand=(), played=0, rivals=()):
    """Return a turn of Lanterns with these Beasts and cards."""
    lines = {"hand": list(hand), "field": list(field)}
    position = {"game": "lanterns", "step": "ACT", "player": "P1", "played": played, "P1": lines}
    return Playthrough(LANTERNS.position(position | {"P2": {"field": list(rivals)}}))


def offered(play):
    """Return what each of the viewer's cards can be tried for, by the name of the card."""
    cards = [card for zone in play.scene(1)["players"][0]["zones"] for card in zone["cards"] if card["face"]]
    return {card["name"].split(" (")[0]: [row["kind"] for row in card.get("kinds", ())] for card in cards}


def tried(play, kind, name):
    """Return why a card cannot be used in this way, by clause."""
    zones = play.scene(1)["players"][0]["zones"]
    ref = next(card["ref"] for zone in zones for card in zone["cards"] if card["name"].startswith(name))
    return {reason.clause: reason for reason in play.attempt(kind, ref, None).reasons}


def test_a_card_that_cannot_be_played_now_offers_to_be_tried():
    play = table(hand=["Old Bear", "Moth"])
    assert offered(play) == {"Old Bear": ["play"], "Moth": ["play"]}
    assert tried(play, "play", "Old Bear")["LAN-4.2"].fact == "Old Bear needs 2 Beasts beside it; you have 0."
    play = table(hand=["Moth"], played=1)
    assert tried(play, "play", "Moth")["LAN-4.1"].repair == "in your next turn"


def test_an_aimed_spark_is_cast_and_never_played():
    play = table("Night Heron, tired", hand=["Gust", "Oil Jar", "Old Bear"], played=1)
    assert offered(play) == {"Gust": ["cast"], "Oil Jar": ["play"], "Old Bear": ["play"], "Night Heron": ["attack"]}
    assert set(tried(play, "play", "Old Bear")) == {"LAN-4.2"}, "company cannot be had: it stands alone"


def test_a_beast_that_cannot_block_says_why_where_no_other_can():
    play = table("Weasel", rivals=["Badger, tired", "Night Heron"])
    state = play.state.copy()
    state.apply(next(action for action in state.actions if action[0] == "attack"))
    rival = Playthrough(state, viewer=1)
    assert [move.kind for move in rival.moves()] == ["let_it"]
    assert "block" in offered(rival)["Badger"]
    assert set(tried(rival, "block", "Badger")) == {"LAN-5.3"}, "it is tired too, and awake it could not block either"
    assert set(tried(rival, "block", "Night Heron")) == {"LAN-5.3"}


@pytest.mark.parametrize("pieces", [(), ("compost", "soil"), ("hollow",), ("charms",)])
def test_every_card_of_ones_own_can_be_used_or_says_why_not(pieces):
    game = engines.know(Design(title="Own", pieces=pieces).game()) if pieces else LANTERNS
    rng, refused = random.Random(5), set()
    play = Playthrough(game.new(seed=3))
    for _ in range(220):
        if play.state.result is not None:
            play = Playthrough(game.new(seed=rng.randrange(999)))
        if play.yours:
            scene = play.scene(1)
            begun = {move["from"] or move["to"] for move in scene["moves"]}
            for zone in scene["players"][0]["zones"]:
                for card in zone["cards"]:
                    if zone["role"] not in scene["kinds"] or not card["face"]:
                        continue
                    assert card["kinds"] or card["ref"] in begun, (card["name"], play.state.step.name)
                    for row in card["kinds"]:
                        attempt = play.attempt(row["kind"], card["ref"], None)
                        for reason in attempt.reasons:
                            assert reason.clause in game.rulebook.clauses
                            assert reason.fact.endswith(".")
                            assert "{" not in reason.fact + reason.repair
                            refused.add((row["kind"], reason.clause))
        play.play([rng.choice(play.state.actions)])
    assert {("play", "LAN-4.1"), ("attack", "LAN-5.1"), ("play", "LAN-3.4")} <= refused


def test_the_right_moment_of_an_action_is_not_there_already():
    """At the end of the player's own turn, "in your own turn" would not be a remedy."""
    position = {
        "game": "lanterns",
        "step": "DISCARD",
        "player": "P1",
        "P1": {"hand": ["Moth"] * 3 + ["Badger"] * 3 + ["Weasel"]},
    }
    reason = tried(Playthrough(LANTERNS.position(position)), "play", "Moth")["LAN-3.4"]
    assert reason.repair == "in your own turn, before you end it"


def test_lanterns_has_a_rulebook_whose_clauses_are_shown_and_linked(monkeypatch):
    monkeypatch.setenv("VOILA_BASE_URL", "/")  # outside the app, a rulebook has no line of links above it
    reader = RulebookReader(LANTERNS, "LAN-5.3", "en")
    data = reader.book.data
    assert [entry["id"] for entry in data["entries"]] == [*LANTERNS.rulebook.clauses]
    assert "21 clauses" in data["text"]
    assert all(section["number"] for section in data["sections"])  # there are no rulings
    assert [crumb["text"] for crumb in reader.book.bar["crumbs"]] == ["Classroom", "Lanterns", "Rulebook"]
    shown = scenarios_by_clause("lanterns")
    assert len(shown) >= 12
    for scenario in {one.name: one for found in shown.values() for one in found}.values():
        assert demonstration.film_scenario(scenario, LANTERNS).frames
    assert plan_text.clause_links({"LAN-4.1"})["LAN-4.1"].endswith("lanterns/rulebook.ipynb?clause=LAN-4.1")
    assert "lanterns" not in playable_games()  # it is a game of the classroom, not one that is taught


def test_the_board_in_a_notebook_says_it_as_well():
    stage = open_board(table(hand=["Old Bear"]).state, None, None, LANTERNS)
    stage.receive({"type": "try", "kind": "play", "from": "0.hand.0", "to": None, "stamp": stage.scene["stamp"]})
    said = stage.coach["feedback"]
    assert [(fact["clause"], fact["clause_title"]) for fact in said["facts"]] == [("LAN-4.2", "What a Beast needs")]
