"""House rules, most of them from other printings of a game: declared once, off by default, and playable to the end."""

from random import Random

import pytest

import engines
from engines.variants.written_rules import change_rules, rules_to_play

NOTED = {
    "kingdom_hearts": {"KH-1.2": {"most_cards": 60}, "KH-8.9": {"dark_without_attacks": 1}},
    "star_wars": {"SW-9.14": {"M2": 1}, "SW-12.10": {"loser_retreats": 1}, "SW-14.4": {"M8": 1}},
}
CASES = [pytest.param(name, change, id=f"{name}/{clause}") for name in NOTED for clause, change in NOTED[name].items()]


def played_at_random(game, seed):
    """Return the final state of a game in which every action is chosen at random, with all its events."""
    state, source = game.new(seed=seed, listen=True), Random(seed)
    while state.result is None:
        state.apply(source.choice(state.actions))
    return state


def test_every_note_with_a_house_rule_names_one_of_these():
    noted = {
        name: {clause.id: clause.house_rule for clause in engines.load(name).rulebook.clauses.values()}
        for name in engines.names()
    }
    written = {name: {id: rule for id, rule in clauses.items() if rule} for name, clauses in noted.items()}
    as_written = {
        name: {
            id: rule if value == 1 else f"{rule}.{value}"
            for id, change in clauses.items()
            for rule, value in change.items()
        }
        for name, clauses in NOTED.items()
    }
    assert {name: clauses for name, clauses in written.items() if clauses} == as_written
    for name, clauses in NOTED.items():
        assert all(engines.load(name).rulebook.clauses[id].other_editions for id in clauses)


@pytest.mark.parametrize(("name", "change"), CASES)
def test_a_house_rule_is_off_by_itself_and_its_games_come_to_an_end(name, change):
    game = engines.load(name)
    for id in change:
        assert id in rules_to_play(game) or game.parameters[id] == 0
    changed = change_rules(game, change)
    assert change_rules(game, dict.fromkeys(change, 0)).parameters == game.parameters
    assert all(played_at_random(changed, seed).result is not None for seed in range(4))


def test_no_loser_of_a_contest_is_discarded():
    game = engines.load("star_wars")
    for house, kind in ((game, "contest_lost"), (change_rules(game, {"loser_retreats": 1}), "contest_lost.retreats")):
        events = [event for seed in range(12) for event in played_at_random(house, seed).events]
        assert {event.kind for event in events if event.clause == "SW-12.10"} == {kind}


def test_a_dark_hero_is_told_that_the_house_rule_forbids_attack_cards():
    game = engines.load("kingdom_hearts")
    house = change_rules(game, {"dark_without_attacks": 1})
    for hero, refused in (("Maren", True), ("Lio", False)):
        state = house.position({"step": "C2", "P1": {"hero": hero, "hand": ["Quick Flare"]}})
        assert (("attack",) in state.actions) != refused
        reasons = state.why_not(("attack",))
        assert [(reason.clause, reason.fact) for reason in reasons] == (
            [("KH-8.9", "By the house rule, a Dark hero uses no Attack cards.")] if refused else []
        )


def test_a_deck_above_the_limit_of_the_house_rule_is_refused_by_it():
    game = engines.load("kingdom_hearts")
    names = [card.name for card in game.cards if not card.unseen]
    sixty = dict.fromkeys(names[:30], 2)
    cards = sixty | {names[30]: 1}
    house = change_rules(game, {"most_cards": 60})
    assert not any(reason.clause == "KH-1.2" for reason in game.check_deck(cards))
    (reason,) = (reason for reason in house.check_deck(cards) if reason.clause == "KH-1.2")
    assert reason.fact == "The deck has 61 cards; by the house rule, it has at most 60."
    assert reason.repair == "Take out 1."
    assert not any(reason.clause == "KH-1.2" for reason in house.check_deck(sixty))


def test_an_effect_that_draws_from_an_empty_deck_loses_too():
    game = engines.load("star_wars")
    sides = {
        "P1": {"deck": 1, "construction": ["Supply Convoy, build 3"], "space": ["Dawnwing Scout"]},
        "P2": {"deck": 9},
    }
    for house, over in ((game, False), (change_rules(game, {"M8": 1}), True)):
        state = house.position({"step": "C4", **sides})
        state.apply(state.read('complete "Supply Convoy"')[0])
        assert (state.result is not None) == over
        assert not over or (state.result.winner, state.result.clause) == (1, "SW-14.4")


def test_chance_begins_also_between_heroes_of_different_levels():
    game = engines.load("kingdom_hearts")
    house, first = change_rules(game, {"chance_begins": 1}), set()
    for seed in range(8):
        printed, changed = (played_at_random(one, seed).events for one in (game, house))
        assert [event.kind for event in printed if event.clause == "KH-5.3"] == ["first"]
        (coin,) = (event for event in changed if event.clause == "KH-5.3")
        assert coin.kind == "first.coin"
        first.add(coin.seat)
    assert first == {0, 1}
