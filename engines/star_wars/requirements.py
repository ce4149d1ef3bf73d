"""Arguments, facts, and needs of cards and units that several chapters share.

A need used by one chapter is in that chapter, beside the functions that list its actions. The words are in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>. A requirement about a moment (the total in
setup, the bids of a contest, the acting unit) counts as met at other moments.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from engines.book.words import Phrase
from engines.kit import kit
from engines.legal.reasons import Clause, Fact
from engines.star_wars import repairs
from engines.star_wars.cards import SPEED, UNIT
from engines.star_wars.state import ARENAS, CARDS, RETREATED, ZONES, StarWarsState, Unit, own_unit_of
from engines.star_wars.values import value

Found = tuple[int, int, Unit] | None
"""The object on which needs of a unit are tested: (seat, zone, unit), or None if the unit is not in play."""


def name_of(state: StarWarsState, found: Found) -> str | Phrase:
    """Return the name of the unit in an action."""
    return state.name(found[2][CARDS][0]) if found else Phrase("part.that_unit")


def place_words(state: StarWarsState, found: Found) -> str:
    """Return the place of a unit, in words."""
    assert found is not None
    say, place = state.game.words.say, found[1]
    return say("part.build_zone") if place == RETREATED else say("part.arena", arena=ARENAS[place].capitalize())


def speed_of(state: StarWarsState, found: Found) -> int:
    """Return the Speed of a unit in play."""
    assert found is not None
    return value(state, *found, SPEED)


def stack_of(state: StarWarsState, seat: int, card: int) -> Unit:
    """Return the player's unit with the card's identity, which must exist."""
    unit = own_unit_of(state, seat, card)
    assert unit is not None
    return unit


FACTS: dict[str, Fact[StarWarsState]] = {
    "force": lambda s, seat, a: s.players[seat].force,
    "points": lambda s, seat, a: s.players[seat].build,
}
"""The facts that sentences about requirements may use in addition to the action's arguments and their own facts."""

needs = kit.worded(FACTS)
need = kit.needs_of_things(needs)
"""Writes a requirement on an argument: `need(name, clause, test, repair, ...)`."""

need_of_card = partial(
    need,
    card=lambda s, seat, card: s.name(card),
    category=lambda s, seat, card: s.faces[card].category.capitalize(),
    cost=lambda s, seat, card: s.faces[card].cost,
    top=lambda s, seat, card: s.name(stack_of(s, seat, card)[CARDS][0]),
    top_cost=lambda s, seat, card: s.faces[stack_of(s, seat, card)[CARDS][0]].cost,
    cards=lambda s, seat, card: len(stack_of(s, seat, card)[CARDS]),
    most=lambda s, seat, card: s.game.parameters["stack"],
)
need_of_unit = partial(
    need, unit=lambda s, seat, unit: name_of(s, unit), unit_where=lambda s, seat, unit: place_words(s, unit)
)
needed_card, needed_unit = partial(need_of_card, essential=True), partial(need_of_unit, essential=True)
"""Write an essential need of a card or of a unit: if it fails, later needs are meaningless."""

HAND_CARD = kit.card_of("hand")
ANY_UNIT: kit.Argument[StarWarsState] = replace(
    kit.card_in_play(*ZONES, side="any"), meaning=lambda s, seat, number: s.find(number)
)
BUILD_PLACE: kit.Argument[StarWarsState] = replace(
    kit.place_in("building"),
    meaning=lambda s, seat, at: s.players[seat].building[at][0] if at < len(s.players[seat].building) else None,
)
UNDER_CONSTRUCTION = needed_card("under_construction", "SW-7.2", lambda s, seat, card: card is not None)
IN_HAND = needed_card("in_hand", "", lambda s, seat, card: card in s.players[seat].hand, kit.put_into("hand"))
IS_BUILDABLE = needed_card("is_buildable", "", lambda s, seat, card: s.faces[card].buildable)
IS_UNIT = needed_card("is_unit", "", lambda s, seat, card: s.faces[card].category == UNIT)
MINE = needed_unit("mine", "", lambda s, seat, unit: bool(unit) and unit[0] == seat)
IN_ARENA = needed_unit("in_arena", "", lambda s, seat, unit: unit[1] != RETREATED, repairs.move_to_arena)


def with_clause(clause: Clause[StarWarsState], one: kit.Need) -> kit.Need:
    """Return the need with a different clause."""
    return replace(one, clause=clause)


def of_build(*some: kit.Need) -> tuple[kit.Need, ...]:
    """Return needs of a card as needs of a card under construction, which an action gives by its place."""

    def repaired(one: kit.Need) -> kit.Need:
        make_true = one.make_true
        if make_true is None:
            return one
        return replace(one, make_true=lambda s, seat, at: make_true(s, seat, s.players[seat].building[at][0]))

    return tuple(map(repaired, some))
