"""What the learner expects beside what happens, after a wrong answer that a belief explains."""

import json
import tomllib
from pathlib import Path

import pytest

import engines
from engines.variants.counter_rules import by_id
from tutor.beliefs.continuations import continue_both_ways, continue_play
from tutor.beliefs.explaining import suspected_rules
from tutor.beliefs.versus import build_versus
from tutor.lessons.loader import FOLDER, lesson_of
from tutor.lessons.page import open_session
from tutor.matches.playthrough import Playthrough

GAME = engines.load("altaria")
BLOCK = {"step": "ATTACK", "P1": {"field": ["Sunlit Herald"]}, "P2": {"field": ["Reef Gatekeeper"], "cores": 5}}
SCRIPT = ['attack "Sunlit Herald" -> cores 1 2', 'block "Reef Gatekeeper"']
PREDICT = {
    "id": "blocked",
    "kind": "predict",
    "title": "Reef Gatekeeper blocks",
    "text": "What happens?",
    "goal": "Say what happens.",
    "nudge": "Who meets whom?",
    "position": BLOCK,
    "script": SCRIPT,
    "when": "battle over",
    "parts": [
        {"ask": "The rival's cores?", "of": "rival.cores", "options": [3, 5, 4]},
        {"ask": "Reef Gatekeeper?", "of": 'zone "Reef Gatekeeper"', "options": ["graveyard", "field"]},
    ],
}


def taken(row):
    """Return the session of a single step."""
    lesson = lesson_of({"game": "altaria", "title": "x", "step": [row]}, Path(FOLDER, "altaria", "x.toml"))
    return open_session(lesson, lesson.steps[0], None)


def do(one, **message):
    one.handle({"stamp": one.stamp, **message})
    return one.stage()["coach"]["beside"]


def test_both_continuations_have_their_events_and_clauses():
    start = GAME.position(BLOCK)
    found = continue_both_ways(start, SCRIPT, by_id(GAME)["M10"], "battle over")
    assert GAME.rules.zone(found.truth.state, 1, "graveyard") == ["Reef Gatekeeper"]
    assert [found.thought.state.cores_left(1), found.truth.state.cores_left(1)] == [3, 5]
    assert "ALT-13.1" in {one.event.clause for one in found.thought.happened}
    assert "ALT-13.1" not in {one.event.clause for one in found.truth.happened}
    assert start.cores_left(1) == 5


def test_a_refused_action_has_its_reasons_on_that_side():
    start = GAME.position({"step": "ATTACK", "P1": {"field": ["Sunlit Herald"]}, "P2": {"field": ["Twilight Pilgrim"]}})
    (action,) = start.game.notation.read(start, 'attack "Sunlit Herald" -> "Twilight Pilgrim"')
    found = continue_both_ways(start, action, by_id(GAME)["M4"])
    assert [reason.clause for reason in found.truth.refused] == ["ALT-11.8"]
    assert found.thought.refused == []
    assert found.thought.state.players[1].graveyard
    assert found.thought.state.attack is None  # played to the end of the fight


def test_a_refused_try_is_headed_by_what_was_tried():
    start = GAME.position({"step": "ATTACK", "P1": {"field": ["Sunlit Herald"]}, "P2": {"field": ["Twilight Pilgrim"]}})
    (action,) = start.game.notation.read(start, 'attack "Sunlit Herald" -> "Twilight Pilgrim"')
    shown = build_versus(Playthrough(start), continue_both_ways(start, action, by_id(GAME)["M4"]))
    assert [side["title"] for side in shown["sides"]] == ["If it were legal", "What happens"]
    assert shown["text"].startswith("The action would be legal if it were true that ")


def test_what_cannot_be_played_on_is_no_continuation():
    assert continue_play(GAME.position(BLOCK), ['attack "Sunlit Herald" -> "Nobody"']) is None


def test_only_what_differs_is_shown_and_how_many_more_or_fewer():
    start = GAME.position(BLOCK)
    shown = build_versus(Playthrough(start), continue_both_ways(start, SCRIPT, by_id(GAME)["M10"], "battle over"))
    thought, truth = shown["sides"]
    assert [(zone["title"], zone["note"], len(zone["cards"]), len(zone["gone"])) for zone in thought["zones"]] == [
        ("Rival: Cores 3", "2 fewer", 3, 2),
        ("Rival: Hand 2", "2 more", 2, 0),
    ]
    assert [(zone["title"], zone["note"]) for zone in truth["zones"]] == [
        ("Rival: Cores 5", "unchanged"),
        ("Rival: Hand 0", "unchanged"),
    ]
    assert all(line["clause"] in GAME.rulebook.clauses for side in shown["sides"] for line in side["lines"])
    assert shown["clause"]["id"] == "ALT-12.5"
    json.dumps(shown)


CASES = [
    pytest.param(name, case, id=f"{name}/{case['id']}")
    for name in ("dgrayman", "star_wars")
    for case in tomllib.loads((Path(__file__).parents[1] / f"engines/beliefs/{name}.toml").read_text(encoding="utf-8"))[
        "case"
    ]
    if case["id"][0] == "M"
]
NEXT_ONLY = (("dgrayman", "M24"), ("star_wars", "M18"))
"""Beliefs that change only who decides next."""


@pytest.mark.parametrize(("name", "case"), CASES)
def test_every_belief_is_shown_beside_the_rule(name, case):
    game = engines.load(name)
    rule, shown = by_id(game)[case["id"]], []
    for which in ("true", "other"):
        start = game.position(case["position"])
        script = [text for step in case[which] for text in step.get("do", step.get("refused", "")).split("; ") if text]
        moves = [(start, script[: count + 1]) for count in range(len(script))]
        for text in script if which == "true" else ():  # each also alone, from its starting position
            moves.append((start.copy(), start.read(text)[0]))
            if moves[-1][1] in start.actions:
                start.apply(moves[-1][1])
        for here, played in moves:
            found = continue_both_ways(here, played, rule)
            sides = None if found is None else build_versus(Playthrough(here), found)
            if sides is not None:
                shown.append([(side["zones"], side["lines"]) for side in sides["sides"]])
    assert shown or (name, case["id"]) in NEXT_ONLY
    assert all(thought != truth for thought, truth in shown)


def test_points_that_come_out_otherwise_are_shown_as_well():
    game = engines.load("star_wars")
    start = game.position({"step": "C6", "P1": {"points": 3, "space": ["Dawnwing Scout"]}, "P2": {}})
    shown = build_versus(Playthrough(start), continue_both_ways(start, ["end step"], by_id(game)["M5"]))
    thought, truth = (
        [(zone["title"], zone["note"]) for zone in side["zones"] if "points" in zone["title"]]
        for side in shown["sides"]
    )
    assert thought[0][0].startswith("You: build points")
    assert int(thought[0][0].split()[-1]) - int(truth[0][0].split()[-1]) == 3


def test_what_the_belief_would_turn_up_stays_hidden():
    deck = ["Grove Elder", "Ember Sprinter", "Vine Prowler", "Kiln Drummer", *["Sunlit Herald"] * 4]
    start = GAME.position({"step": "ATTACK", "P1": {"field": ["Ember Sprinter"], "deck": 9}, "P2": {"deck": deck}})
    start.players[0].deck[-1] = GAME.by_name["Accord of Six Altars"]  # a card that differs from all their other cards
    (action,) = start.game.notation.read(start, "end attack")
    found = continue_both_ways(start, action, by_id(GAME)["same_player_again"])
    assert len(found.thought.state.players[0].hand) == 1
    drawn = [one.event.facts["card"] for one in found.thought.happened if one.event.kind == "drew"]
    assert drawn != ["Accord of Six Altars"]


def test_a_prediction_that_a_belief_explains_shows_both():
    one = taken(PREDICT)
    do(one, type="answer", picks={"0": "3", "1": "graveyard"})
    shown = do(one, type="command", name="check")
    assert "an attacker that beats its blocker breaks the cores" in shown["text"]
    assert [side["name"] for side in shown["sides"]] == ["thought", "truth"]
    assert do(one, type="command", name="seek", to=1) == shown  # it stays while the film is watched


def test_a_prediction_that_nothing_explains_shows_nothing():
    one = taken(PREDICT)
    do(one, type="answer", picks={"0": "4", "1": "graveyard"})
    assert do(one, type="command", name="check") is None
    right = taken(PREDICT)
    do(right, type="answer", picks={"0": "5", "1": "graveyard"})
    assert do(right, type="command", name="check") is None


def test_marks_that_a_belief_explains_show_both_until_something_is_marked():
    one = taken(
        {
            "id": "who",
            "kind": "which",
            "title": "Who can block?",
            "text": "x",
            "goal": "Mark.",
            "nudge": "x",
            "position": {
                "step": "BLOCK",
                "player": "P2",
                "P2": {"field": ["Ember Sprinter, fatigued"]},
                "P1": {"field": ["Reef Gatekeeper", "Twilight Pilgrim", "Mossback Guard, fatigued"]},
                "attack": {"attacker": "Ember Sprinter", "cores": [1]},
            },
            "items": "you.field",
            "legal": 'block "*"',
        }
    )
    items = {item["text"]: item["ref"] for item in one.stage()["coach"]["choices"]["items"]}
    do(one, type="answer", picks=[items["Reef Gatekeeper"], items["Twilight Pilgrim"]])
    shown = do(one, type="command", name="check")
    assert "without Bulwark" in shown["text"]
    assert shown["sides"][1]["lines"][0]["clause"] == "ALT-12.6"
    assert do(one, type="command", name="hint") == shown
    assert do(one, type="answer", picks=[items["Reef Gatekeeper"]]) is None


def test_a_refused_try_that_a_belief_explains_shows_both():
    one = taken(
        {
            "id": "try",
            "kind": "do",
            "title": "Attack",
            "text": "x",
            "goal": "Attack.",
            "success": ["rival.cores = 6"],
            "nudge": "x",
            "position": {"step": "ATTACK", "P1": {"field": ["Ember Sprinter"]}, "P2": {"field": ["Twilight Pilgrim"]}},
        }
    )
    players = one.stage()["scene"]["players"]
    refs = [
        card["ref"]
        for player in players
        for zone in player["zones"]
        for card in zone["cards"]
        if card["face"] in ("Ember Sprinter", "Twilight Pilgrim")
    ]
    shown = do(one, type="try", kind=None, **{"from": refs[0], "to": refs[1]})
    assert "upright units can be attacked" in shown["text"]
    assert shown["sides"][1]["lines"][0]["clause"] == "ALT-11.8"
    assert do(one, type="command", name="reset") is None


@pytest.mark.parametrize("aims", [(), ("without:attack_unit.no_lurk",)])
def test_what_a_question_is_about_is_suspected_first(aims):
    found = suspected_rules(GAME, aims)
    assert tuple(rule.id for rule in found[: len(aims)]) == aims
    assert all(rule.belief for rule in found[len(aims) :])


def test_what_was_there_before_stands_above_both():
    one = taken(PREDICT)
    do(one, type="answer", picks={"0": "3", "1": "graveyard"})
    before = do(one, type="command", name="check")["before"]
    assert (before["title"], before["text"]) == ("Before", "Your Attack · turn 13")
    assert [zone["title"] for zone in before["zones"]] == ["Rival: Cores 5", "Rival: Hand 0"]
    assert {zone["note"] for zone in before["zones"]} == {""}


def test_of_a_refused_try_nothing_stands_before():
    """The rule's side already shows it: nothing has changed."""
    start = GAME.position({"step": "ATTACK", "P1": {"field": ["Sunlit Herald"]}, "P2": {"field": ["Twilight Pilgrim"]}})
    (action,) = start.game.notation.read(start, 'attack "Sunlit Herald" -> "Twilight Pilgrim"')
    assert "before" not in build_versus(Playthrough(start), continue_both_ways(start, action, by_id(GAME)["M4"]))


def test_a_zone_shows_as_many_cards_as_it_counts():
    """A core that has just been broken is beside the others, and is not counted with them."""
    position = BLOCK | {"P1": {"field": ["Sunlit Herald"]}, "P2": {"cores": ["Headland Gale", "Kiln Drummer", 3]}}
    start = GAME.position(position)
    found = continue_both_ways(
        start, ['attack "Sunlit Herald" -> cores 1 2'], by_id(GAME)["skips:BREAK"], "next choice"
    )
    zones = [side["zones"] for side in build_versus(Playthrough(start), found)["sides"]]
    assert [[zone["title"] for zone in side] for side in zones] == [["Rival: Cores 5"], ["Rival: Cores 3"]]
    assert [[len(zone["cards"]) for zone in side] for side in zones] == [[5], [3]]
