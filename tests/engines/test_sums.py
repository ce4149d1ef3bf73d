"""The origin of figures: the parts add up, no hidden card is named, and running totals agree with the rules."""

from functools import cache

import pytest

from engines.forms.sums import add_lasting, counted_table, sum_parts
from tests.engines.play import GAMES, PLAYERS, begin_game, decisions, game_of, names_in, positions, sample

EVERY = 5


@cache
def tables(name):
    """Return (state, seat, table) for random positions, from both seats."""
    return [(state, seat, counted_table(state, seat)) for state in sample(positions(name), EVERY) for seat in (0, 1)]


@pytest.mark.parametrize("name", GAMES)
def test_the_parts_of_a_figure_add_up_to_it(name):
    for state, _, table in tables(name):
        for reference, entry in table.references():
            for figure, parts in entry.sums.items():
                now = entry.figures.get(figure, entry.needs.get(figure))
                assert sum_parts(parts) == now, (reference, entry.card, figure, parts, state.position())
        for scores, sums in zip(table.scores, table.sums, strict=True):
            for figure, parts in sums.items():
                assert sum_parts(parts) == scores[figure], (figure, parts)
        for tally in table.tallies:
            for side in tally.sides:
                assert not side.parts or sum_parts(side.parts) == side.value, (tally, state.position())


@pytest.mark.parametrize("name", GAMES)
def test_a_figure_that_is_not_as_printed_says_why(name):
    for state, _, table in tables(name):
        for reference, entry in table.references():
            fields = state.game.cards[state.game.by_name[entry.card]].fields if entry.card else {}
            for figure, now in entry.figures.items():
                if fields.get(figure) is not None and fields[figure] != now:
                    assert figure in entry.sums, (reference, figure, now)


@pytest.mark.parametrize("name", GAMES)
def test_no_part_names_a_card_that_its_reader_may_not_see(name):
    for state, seat, table in tables(name):
        seen = set(names_in(state.view(seat))) | {state.name(card) for *_, card in state.origins}
        told = [parts for _, entry in table.references() for parts in entry.sums.values()]
        told += [parts for sums in table.sums for parts in sums.values()]
        told += [side.parts for tally in table.tallies for side in tally.sides]
        for parts in told:
            for part in parts:
                assert part.why.facts.get("card", "") in {"", *seen}, (part, state.position())
        for tally in table.tallies:
            assert all(side.card in {"", *seen} for side in tally.sides)


@pytest.mark.parametrize("name", GAMES)
def test_every_part_and_total_is_said(name):
    words = game_of(name).words
    for _, _, table in tables(name):
        for _, entry in table.references():
            assert all(words.tell(part.why) for parts in entry.sums.values() for part in parts)
        assert all(words.say(f"tally.{tally.key}", **tally.facts) for tally in table.tallies)
        assert all(words.tell(part.why) for tally in table.tallies for side in tally.sides for part in side.parts)


LASTING = {
    "altaria": "Sparkbench Tinker",
    "chaos": "Paper Sky Parade",
    "dgrayman": "Sudden Lunge",
    "star_wars": "Sudden Vector",
}


@pytest.mark.parametrize("name", LASTING)
def test_an_effect_that_lasts_is_told_with_the_card_it_comes_from(name):
    named: set[object] = set()
    for number in range(8):
        if LASTING[name] in named:
            break
        state = begin_game(name, number)
        state.listen(film=True)
        for _ in decisions(state, PLAYERS["greedy" if number % 2 else "random"](number)):
            for moment in [one for one in state.film if one.origins]:
                parts = [
                    part
                    for _, entry in counted_table(moment, 0).references()
                    for some in entry.sums.values()
                    for part in some
                ]
                named |= {part.why.facts["card"] for part in parts if part.why.key.endswith("_by")}
            state.film.clear()
    assert LASTING[name] in named


def test_effects_that_add_up_to_nothing_are_told_in_their_turn_only():
    state = begin_game("altaria", 1)
    state.listen()
    told = []
    for change in (2, -2):
        state.remember(7, "power", change, 0)
    for turn in (state.turn, state.turn + 1):
        state.turn, parts = turn, []
        add_lasting(state, parts, 7, "power", 0)
        told.append([part.amount for part in parts])
    assert told == [[2, -2], []]


@pytest.mark.parametrize("name", GAMES)
def test_whoever_has_passed_is_the_one_who_is_not_asked(name):
    for state in sample(positions(name, games=8), EVERY):
        table = counted_table(state, 0)
        if len(table.passed) == 1 and state.step.window and state.seat_to_act in (0, 1):
            assert table.passed == (1 - state.seat_to_act,)


@pytest.mark.parametrize("name", GAMES)
def test_sums_hold_in_the_middle_of_an_effect_too(name):
    for number in range(2):
        state = begin_game(name, number)
        state.listen(film=True)
        for at, _ in enumerate(decisions(state, PLAYERS["greedy"](number))):
            for moment in state.film if at % 5 == number else ():
                for tally in counted_table(moment, 0).tallies:
                    assert all(not side.parts or sum_parts(side.parts) == side.value for side in tally.sides)
            state.film.clear()
