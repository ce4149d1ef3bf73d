"""The statements in docs/counter-rules.md are true."""

import pytest

import engines
from engines.variants.counter_rules import by_id
from engines.variants.distinguishing_positions import (
    LISTED,
    OUTCOME,
    REFUSED,
    SEEN,
    begins_otherwise,
    find_difference,
    played_to,
)
from engines.variants.written_rules import left_out
from tutor.beliefs.listing import NOWHERE, PATH, parse_rows, rules_by_clause, scenario_positions

TITLES = {engines.load(name).title: name for name in engines.names()}
TEXT = PATH.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", engines.names())
def test_the_page_has_every_counter_rule_of_every_clause(name):
    game = engines.load(name)
    there = [(id, where) for title, id, where in parse_rows(TEXT) if TITLES[title] == name]
    expected = [rule.id for found in rules_by_clause(game).values() for rule in found]
    assert [id for id, _ in there] == expected, "write it again: python -m tutor.beliefs"


@pytest.mark.parametrize("name", engines.names())
def test_a_sample_of_it_is_so(name):
    game = engines.load(name)
    known = {id: where for title, id, where in parse_rows(TEXT) if TITLES[title] == name}
    for id, where in list(known.items())[:: 14 if name == "altaria" else 40]:
        rule, (how, _, place) = by_id(game)[id], where.partition(" ")
        if place.startswith('"'):
            assert any(
                find_difference(state, rule, (how,)) for name, state in scenario_positions(game) if name == place
            ), id
        elif how in (LISTED, OUTCOME, REFUSED, SEEN):
            assert find_difference(played_to(game, place), rule, (how,)), (id, where)
        elif how != NOWHERE:
            assert begins_otherwise(game, rule), id


def test_every_belief_is_told_apart_by_what_can_be_chosen_or_what_an_action_leads_to():
    for title, id, where in parse_rows(TEXT):
        game = engines.load(TITLES[title])
        rule = by_id(game)[id]
        decks = all(game.rulebook.clauses[clause].nature == "deck" for clause in rule.clauses)  # applied before a game
        if rule.belief and not decks:
            assert where.split()[0] in (LISTED, OUTCOME), id


def test_nearly_every_clause_of_a_game_that_has_counter_rules_for_all_is_reached():
    for name in engines.names():
        game = engines.load(name)
        if left_out(game)[1]:
            where = {id: place for title, id, place in parse_rows(TEXT) if TITLES[title] == name}
            clauses = rules_by_clause(game)
            nowhere = [id for id, found in clauses.items() if all(where[rule.id] == NOWHERE for rule in found)]
            untouched = {*left_out(game)[1]}
            assert untouched <= {*nowhere}
            assert len(nowhere) - len(untouched) <= 5
