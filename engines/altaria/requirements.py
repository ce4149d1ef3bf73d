"""Arguments, facts, and requirements on cards and units that several chapters share.

A requirement used by one chapter is in that chapter, beside the functions that list its actions. The words are in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>.
"""

from __future__ import annotations

from dataclasses import replace

from engines.altaria import repairs
from engines.altaria.cards import ATTRIBUTES, BITS, UNSEEN
from engines.altaria.state import CARD, FATIGUED, AltariaState
from engines.book.words import Phrase
from engines.legal.arguments import card_in_play, card_of, place_in
from engines.legal.cards_in_play import put_into, put_mark
from engines.legal.moments import current_phase
from engines.legal.needs import Need, needs_of_things
from engines.legal.reasons import Fact, Requirement, requirements_with_words

COLOURS = {BITS[letter]: name for letter, name in ATTRIBUTES.items()}
"""The name of each attribute by its bit."""


def name_of_unit(state: AltariaState, unit_id: int) -> str | Phrase:
    """Return the name of the unit in an action; the unit may have left the battlefield."""
    found = state.find(unit_id)
    return Phrase("part.that_unit") if found is None else state.name(found[1][CARD])


FACTS: dict[str, Fact[AltariaState]] = {
    "turn": lambda s, seat, a: s.turn,
    "unit": lambda s, seat, a: name_of_unit(s, a[1]),
    "target": lambda s, seat, a: name_of_unit(s, a[2]),
}
"""The facts that sentences about requirements may use in addition to the arguments of the action."""

needs = requirements_with_words(FACTS)
need = needs_of_things(needs)
"""Writes a requirement on an argument: `need(name, clause, test, repair, ...)`."""

HAND_CARD = replace(
    card_of("hand"),
    there=need(
        "in_hand", "", lambda s, seat, card: card in s.players[seat].hand and card != UNSEEN, put_into("hand"), True
    ),
)
OWN_UNIT = replace(
    card_in_play("field"),
    meaning=lambda s, seat, number: s.unit(seat, number),
    there=need("mine", "", lambda s, seat, unit: unit is not None, essential=True),
)
OWN_ALTAR = place_in("altar")


def is_category(wanted: str) -> Need:
    """Return the need that the card has the category this action needs. No repair can change a card's category."""
    return need(
        f"is_{wanted}",
        "",
        lambda s, seat, card: s.game.cards[card].category == wanted,
        essential=True,
        category=lambda s, seat, card: s.game.cards[card].category.capitalize(),
    )


def is_upright(name: str, clause: str) -> Need:
    """Return the need that the unit is not fatigued."""
    return need(name, clause, lambda s, seat, unit: not unit[FATIGUED], put_mark(FATIGUED, False))


def phase_limit(phase: str) -> Requirement[AltariaState]:
    """Return the requirement that the limit of actions in this phase has not been reached.

    In other phases it is always met.
    """
    return needs(
        "limit",
        "ALT-16.10",
        lambda s, seat, a: current_phase(s) != phase or s.phase_actions < s.actions_allowed,
        repairs.fewer_actions,
        limit=lambda s, seat, a: s.actions_allowed,
    )


IN_MAIN, IN_ATTACK = phase_limit("main"), phase_limit("attack")
