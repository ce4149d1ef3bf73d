"""What the needs of several chapters share: arguments, facts, and requirements of cards and units.

A requirement that one chapter tests stands there, beside the functions that list its actions. The words stand in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>.
"""

from __future__ import annotations

from functools import partial

from engines.altaria import repairs
from engines.altaria.cards import ATTRIBUTES, BITS, UNSEEN
from engines.altaria.state import CARD, FATIGUED, AltariaState, Unit
from engines.book.words import Phrase
from engines.kernel.state import Action
from engines.legal.arguments import card_in_play, card_of, place_in
from engines.legal.moments import lane
from engines.legal.reasons import Fact, Requirement, worded

COLOURS = {BITS[letter]: name for letter, name in ATTRIBUTES.items()}
"""The name of each attribute by its bit."""

HAND_CARD, OWN_UNIT, OWN_ALTAR = card_of("hand"), card_in_play("field"), place_in("altar")


def own_unit(state: AltariaState, seat: int, action: Action) -> Unit:
    """Return the acting unit of `seat`."""
    unit = state.unit(seat, action[1])
    assert unit is not None
    return unit


def tried(state: AltariaState, unit_id: int) -> str | Phrase:
    """Return the name of a unit that an action names, which may have left the battlefields."""
    found = state.find(unit_id)
    return Phrase("part.that_unit") if found is None else state.name(found[1][CARD])


FACTS: dict[str, Fact[AltariaState]] = {
    "turn": lambda s, seat, a: s.turn,
    "unit": lambda s, seat, a: tried(s, a[1]),
    "target": lambda s, seat, a: tried(s, a[2]),
}
"""What the sentences of requirements may name besides the arguments of the action."""

needs = worded(FACTS)
essential = partial(needs, essential=True)
"""A requirement without which the later ones would make no sense."""


def in_hand(clause: str) -> Requirement[AltariaState]:
    """The card is in the player's hand."""
    return essential(
        "in_hand", clause, lambda s, seat, a: a[1] in s.players[seat].hand and a[1] != UNSEEN, repairs.into_hand
    )


def category(clause: str, wanted: str) -> Requirement[AltariaState]:
    """The card is of the category this action is for; nothing can change a card's category."""
    return essential(
        f"is_{wanted}",
        clause,
        lambda s, seat, a: s.game.cards[a[1]].category == wanted,
        category=lambda s, seat, a: s.game.cards[a[1]].category.capitalize(),
    )


def mine(clause: str) -> Requirement[AltariaState]:
    """The unit is on the player's own battlefield."""
    return essential("mine", clause, lambda s, seat, a: s.unit(seat, a[1]) is not None)


def upright(name: str, clause: str) -> Requirement[AltariaState]:
    """The acting unit is not fatigued."""
    return needs(name, clause, lambda s, seat, a: not own_unit(s, seat, a)[FATIGUED], repairs.upright)


def limit(phase: str) -> Requirement[AltariaState]:
    """The phase of such actions has not had its last one; in another phase that is not in question."""
    return needs(
        "limit",
        "ALT-16.10",
        lambda s, seat, a: lane(s) != phase or s.phase_actions < s.actions_allowed,
        repairs.fewer_actions,
        limit=lambda s, seat, a: s.actions_allowed,
    )


IN_MAIN, IN_ATTACK = limit("main"), limit("attack")
