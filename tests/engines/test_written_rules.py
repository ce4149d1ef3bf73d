"""Written counter-rules: each differs from the rule where it should, and nowhere else in that position."""

import tomllib
from functools import cache
from pathlib import Path
from random import Random

import pytest

import engines
from engines.checking import scenarios
from engines.checking.scenarios import Scenario
from engines.checking.word_catalogues import find_word_problems
from engines.errors import DataError, TebikiError
from engines.variants.counter_rules import WRITTEN, by_id, counter_rules, move_to_game
from engines.variants.written_rules import house_rules, left_out, read_changes, rules_to_play
from tests.engines.play import thinned

FOLDER = Path(__file__).parent / "beliefs"
GAMES = [name for name in engines.names() if any(rule.sort == WRITTEN for rule in counter_rules(engines.load(name)))]
CASES = [
    pytest.param(path.stem, case, id=f"{path.stem}/{case['id']}")
    for path in sorted(FOLDER.glob("*.toml"))
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]


BEGINNING = ("any_deck", "unshuffled", "another_hand")
"""Counter-rules that differ before the first decision, where no scenario begins."""


def played(case, which, game):
    """Return the message for the first of a case's steps ("true" or "other") that does not hold; "" if all hold."""
    row = {key: case[key] for key in ("position", "start", "deck", "passing") if key in case} | {"steps": case[which]}
    chance = case.get("chance")
    if chance is not None:
        row["chance"] = chance[which] if isinstance(chance, dict) else chance
    try:
        scenarios.run_scenario(Scenario(case["id"], (), case["id"], row), game)
    except TebikiError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("name", "case"), thinned(CASES))
def test_a_counter_rule_differs_in_just_this(name, case):
    game = engines.load(name)
    rule = rules_to_play(game)[case["id"]]
    other = rule.patched()
    assert played(case, "true", game) == ""
    assert played(case, "other", other) == ""
    assert played(case, "true", other) or played(case, "other", game)
    for script in case.get("alike", ()):
        true = game.position(case["position"])
        states = [true, move_to_game(true, other)]
        for state in states:
            for text in script.split("; "):
                while state.step.window and len(state.actions) == 1 and text != state.step.passing:
                    state.apply(state.actions[0])
                for action in state.read(text):
                    state.apply(action)
        assert move_to_game(states[1], game).canonical_key() == states[0].canonical_key()


@pytest.mark.parametrize("name", GAMES)
def test_every_belief_has_a_case_and_every_misconception_is_a_belief(name):
    game = engines.load(name)
    beliefs = {rule.id: rule for rule in counter_rules(game) if rule.belief}
    assert {case.values[1]["id"] for case in CASES if case.values[0] == name} >= set(beliefs)
    for entry in game.rulebook.misconceptions:
        assert set(beliefs[f"M{entry.number}"].clauses) & {*entry.clauses}
    assert all(rule.belief.startswith("You play as if ") for rule in beliefs.values())


@cache
def shown(name):
    """Return the scenarios of a game, by the clauses they show."""
    found = {}
    for scenario in scenarios.scenarios_of(name):
        for clause in scenario.clauses:
            found.setdefault(clause, []).append(scenario)
    return found


def holds(scenario, game):
    try:
        scenarios.run_scenario(scenario, game)
    except Exception:  # a script may fail under other rules
        return False
    return True


@pytest.mark.parametrize("name", GAMES)
def test_what_shows_a_clause_does_not_hold_without_it(name):
    game = engines.load(name)
    with_case = {case.values[1]["id"] for case in CASES if case.values[0] == name}
    rules = [rule for rule in counter_rules(game) if rule.sort == WRITTEN and rule.id not in with_case]
    holding = []
    for rule in thinned(rules):
        about = [one for clause in rule.clauses for one in shown(name)[clause]]
        if rule.id not in BEGINNING and all(holds(one, rule.patched()) for one in about):
            holding.append(rule.id)
    assert holding == []


@pytest.mark.parametrize("name", [name for name in GAMES if left_out(engines.load(name))[1]])
def test_every_clause_that_can_be_met_has_a_counter_rule(name):
    game = engines.load(name)
    reached = {clause for rule in counter_rules(game) for clause in rule.clauses}
    untouched = left_out(game)[1]
    missing = [id for id, clause in game.rulebook.clauses.items() if clause.executable and id not in reached]
    assert missing == sorted(untouched, key=list(game.rulebook.clauses).index)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"id": "X", "clauses": ["ALT-1.1"]}, "has no says"),
        ({"id": "X", "says": "x", "clauses": ["ALT-99.1"]}, "there is no clause"),
        ({"id": "X", "says": "x", "clauses": ["ALT-1.1"], "function": "beliefs.nothing"}, "there is no function"),
        ({"id": "X", "says": "x", "clauses": ["ALT-1.1"], "witout": []}, "witout"),
    ],
)
def test_what_is_wrong_with_a_row_is_named(row, said):
    with pytest.raises(DataError, match=said):
        read_changes(engines.load("altaria"), {"rule": [row]}, "here")


@pytest.mark.parametrize(
    "patch",
    [
        {"without": ["attack_unit.nothing"]},
        {"also": ["block.nothing"]},
        {"skip": ["NOWHERE"]},
        {"swap": ["NOWHERE"]},
        {"lead": {"MAIN.nothing": "MAIN"}},
        {"lead": {"END.to": "NOWHERE"}},
        {"offer": ["activate@NOWHERE"]},
    ],
)
def test_what_a_row_names_must_be_there(patch):
    (rule,) = read_changes(
        engines.load("altaria"), {"rule": [{"id": str(patch), "says": "x", "clauses": ["ALT-1.1"], **patch}]}, "here"
    )
    with pytest.raises(DataError):
        rule.patched()


@pytest.mark.parametrize("id", BEGINNING)
def test_what_differs_before_the_first_decision(id):
    game = engines.load("altaria")
    decks = tuple(game.deck_list(deck) for deck in ("hearth", "tide"))
    if id == "any_deck":
        decks = ([decks[0][0]] * 40, decks[1])
    true, other = (game.rules.set_up(game, tuple(map(list, decks)), 3) for _ in range(2))
    other = move_to_game(other, by_id(game)[id].patched())
    true.run()
    other.run()
    player = other.players[0]
    if id == "any_deck":
        assert true.result.clause == "ALT-2.3"
        assert other.step.name == "JANKEN"
    elif id == "unshuffled":
        assert player.deck + player.hand[::-1] + player.cores[::-1] == decks[0]
        assert true.players[0].deck != player.deck
    else:
        assert player.deck[:5] == true.players[0].hand
        assert player.hand == true.players[0].deck[::-1][:5]


@pytest.mark.parametrize("name", GAMES)
def test_every_belief_is_said_in_japanese_too(name):
    game = engines.load(name)
    beliefs = [rule for rule in counter_rules(game) if rule.belief]
    assert [rule.id for rule in beliefs if rule.sentence("ja") == rule.belief or rule.told("ja") == rule.says] == []
    assert beliefs[0].sentence("fr") == beliefs[0].belief
    assert find_word_problems(game, {"belief.nothing": "x", "says.nothing": "x"}) != []


TOLD = {
    "no_guards": ("CHA-12.11",),
    "no_answers": ("DGM-11.2", "DGM-11.3"),
    "no_obstacles": ("KH-7.5",),
    "no_challenges": ("KH-10.11",),
}
"""The clauses that describe what each rule removes."""
HOUSE = [
    pytest.param(name, rule.id, id=f"{name}/{rule.id}")
    for name in engines.names()
    for rule in house_rules(engines.load(name))
    if rule.id in TOLD
]


@pytest.mark.parametrize(("name", "id"), HOUSE)
def test_a_mechanic_taken_out_never_comes_up_and_the_game_still_ends(name, id):
    """Both are checked in the same few random games: with the mechanic its events occur, without it they never do."""
    game = engines.load(name)
    rule = {one.id: one for one in house_rules(game)}[id]
    assert rule not in counter_rules(game)
    assert rule.told("ja") != rule.says
    assert about(game, rule) > 0
    assert about(rule.patched(), rule) == 0


def test_an_obstacle_of_any_level_can_be_placed():
    game = engines.load("kingdom_hearts")
    rule = {one.id: one for one in house_rules(game)}["any_obstacle"]
    names = [[one.name for one in each.kinds["obstruct"].requirements] for each in (game, rule.patched())]
    assert set(names[0]) - set(names[1]) == {"reached"}


def about(game, rule):
    """Return the number of events by the clauses of a rule in some random games, each played to its end."""
    found = 0
    for seed in range(8):
        state, source = game.new(seed=seed, listen=True), Random(seed)
        while state.result is None:
            state.apply(source.choice(state.actions))
        found += sum(event.clause in TOLD[rule.id] for event in state.events)
    return found
