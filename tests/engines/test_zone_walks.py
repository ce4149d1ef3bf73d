"""The walks generated for filters of card texts find what a plain look at the zones finds, in random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import engines
from benchmarks.written_cards import write_set
from engines.book.card_programs import CHOOSE
from engines.declare.declaration import DeclaredState
from engines.kernel.programs import Doing
from engines.kernel.tuples import NO_CARD
from engines.legal.card_filters import Thing
from engines.legal.card_programs import CardPrograms, programs_of
from engines.legal.forbidden_actions import bans_of
from engines.legal.program_rows import CHOICE, list_choices

GAMES = 6
written_set = cache(write_set)


def positions(game: str, every: int = 11) -> Iterator[Any]:
    """Yield positions of random games with fifty written cards."""
    made, decks, _ = written_set(game)
    draw, at = random.Random(35), 0
    for seed in range(GAMES):
        state = made.new(decks, seed)
        while state.result is None:
            at += 1
            if at % every == 0:
                yield state
            state.apply(draw.choice(state.legal_actions()))


def look_at_zones(programs: CardPrograms, state: DeclaredState, zones: tuple[str, ...]) -> list[Thing]:
    """Return the cards of both players in these zones."""
    found = []
    for seat, player in enumerate(state.both):
        for zone in zones:
            place = programs.rules.places[zone]
            value = getattr(player, place.attribute)
            for one in (value,) if isinstance(value, int) else value:
                if place.card_at < 0:
                    if one != NO_CARD:
                        found.append(Thing(seat, zone, one, None))
                elif one is not None:
                    card = one[place.card_at]
                    found.append(Thing(seat, zone, card[0] if isinstance(card, tuple) else card, one))
    return found


@pytest.mark.parametrize("game", sorted(engines.names()))
def test_a_walk_finds_the_cards_of_all_zones_in_their_order(game):
    seen = set()
    for state in positions(game):
        programs = programs_of(state.game)
        places = programs.rules.places
        for zones in (programs.rules.works, programs.rules.play, tuple(places), tuple(reversed(places))):
            there = look_at_zones(programs, state, zones)
            seen |= {one.zone for one in there}
            assert programs.find_cards(state, (0, 1), zones, None) == there
            some = frozenset(one.card for one in there[::3])
            assert programs.find_cards(state, (0, 1), zones, some) == [one for one in there if one.card in some]
            assert programs.find_cards(state, (1,), zones, None) == [one for one in there if one.seat == 1]
            assert programs.find_cards(state, (0, 1), zones, frozenset()) == []
    assert len(seen) >= 5


@pytest.mark.parametrize("game", sorted(engines.names()))
def test_a_glance_sees_a_card_exactly_where_a_choice_has_a_candidate(game):
    seen = set()
    for state in positions(game):
        programs = programs_of(state.game)
        for (card, ability), text in programs.texts.items():
            for seat in (0, 1):
                local = Doing(card, ability, 0, seat)
                for step in text.does:
                    if step.verb == CHOOSE:
                        found = bool(programs.candidates(state, step, local))
                        assert programs.has_candidate(state, step, local) == found
                        seen.add(found)
    assert seen == {False, True}


@pytest.mark.parametrize("game", sorted(engines.names()))
def test_a_choice_offers_the_candidates_that_a_new_look_finds(game):
    choices = 0
    for state in positions(game, every=1):
        if state.step.name.startswith(CHOICE):
            choices += 1
            assert state.legal_actions() == list_choices(state)
    assert choices > 20


@pytest.mark.parametrize("game", sorted(engines.names()))
def test_a_search_finds_each_card_in_play_by_its_id(game):
    found = 0
    for state in positions(game):
        programs = programs_of(state.game)
        places = programs.rules.places
        with_ids = tuple(zone for zone, place in places.items() if place.id_at >= 0)
        there = look_at_zones(programs, state, with_ids)
        ids = [one.record[places[one.zone].id_at] for one in there]
        assert [programs.find(state, number) for number in ids] == there
        assert programs.find(state, max(ids, default=0) + 1) is None
        assert programs.find(state, 0) is None
        found += len(there)
    assert found > 50


@pytest.mark.parametrize("game", sorted(engines.names()))
def test_a_list_lacks_exactly_the_actions_that_a_text_forbids(game):
    at_work = 0
    for state in positions(game, every=3):
        bans, seat = bans_of(state.game), state.seat_to_act
        tries = [*state.legal_actions()]
        for kind in sorted(bans.words_of):
            tries += _tries_of(state, seat, kind)
        allowed = [action for action in tries if bans.find_ban(state, seat, action) is None]
        assert bans.drop_forbidden(state, seat, tries) == allowed
        at_work += any(source.seat != seat for source in bans.find_sources(state, bans.forbidding))
    assert at_work >= 5


def _tries_of(state, seat, kind):
    """Return tries of a kind, each with a card in play as every argument."""
    programs, count = programs_of(state.game), len(state.game.kinds[kind].arguments)
    places = programs.rules.places
    with_ids = tuple(zone for zone, place in places.items() if place.id_at >= 0)
    cards = [one for one in look_at_zones(programs, state, with_ids) if one.seat == seat]
    return [(kind, *[one.record[places[one.zone].id_at]] * count) for one in cards]
