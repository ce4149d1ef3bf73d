"""Chapter 13: magic is used by a card on the field, named each time (KH-13.1 to 13.3)."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.kingdom_hearts import effects
from engines.kingdom_hearts.cards import ACTION, BATTLE, CHALLENGE, MAGIC
from engines.kingdom_hearts.fights import clause
from engines.kingdom_hearts.hidden import held
from engines.kingdom_hearts.piles import take
from engines.kingdom_hearts.state import HERO_ID, ID, KingdomHeartsState
from engines.kingdom_hearts.values import magic

TIME_OF = {"A0": ACTION, "B4": BATTLE, "C2": CHALLENGE}
"""The three moments at which Magic cards can be used, by step (KH-13.6)."""


def casters(state: KingdomHeartsState, seat: int, card: int) -> list[int]:
    """Return who may cast a card: the hero and allies, Magic/Ally included, whose MAG is at least its level.

    (KH-8.5, 13.4, 11.13) A hero's level is none (KH-R25). They need not take part in the fight (KH-11.7). The same card
    casts as often as it likes (KH-8.8, 13.5).
    """
    level = state.faces[card].level
    able = [HERO_ID] if magic(state, seat, HERO_ID) >= level else []
    return able + [ally[ID] for ally in state.players[seat].allies if magic(state, seat, ally[ID]) >= level]


def castings(state: KingdomHeartsState, seat: int, time: str) -> list[Action]:
    """Return every way to use a Magic card of the hand at a time: the card and its caster (KH-7.10, 9.8, 10.8)."""
    actions: list[Action] = []
    for card in held(state, seat):
        face = state.faces[card]
        if face.category == MAGIC and time in face.timing and effects.usable(state, seat, card):
            actions += [("cast", card, caster) for caster in casters(state, seat, card)]
    return actions


def cast(state: KingdomHeartsState, action: Action) -> None:
    """Use a Magic card; outside a fight it is discarded after its effect (KH-7.10, KH-R49)."""
    seat, (_, card, caster) = state.seat_to_act, action
    take(state.players[seat], card)
    _note_use(state, seat, card, caster, "KH-7.10")
    effects.use(state, seat, card)


def cast_in_fight(state: KingdomHeartsState, action: Action) -> None:
    """Use one Magic card in a fight; it waits beside the hero until the cleanup (KH-9.8, 10.8, KH-R49).

    Its attack bonus counts for its user's side (KH-13.7).
    """
    seat, (_, card, caster) = state.seat_to_act, action
    take(state.players[seat], card)
    _note_use(state, seat, card, caster, clause(state, "KH-9.8", "KH-10.8"))
    effects.use_in_fight(state, seat, card)


def _note_use(state: KingdomHeartsState, seat: int, card: int, caster: int, clause: str) -> None:
    if state.listener is not None:
        state.note("cast", clause, seat, card=card, caster=caster_name(state, seat, caster))


def caster_name(state: KingdomHeartsState, seat: int, caster: int) -> str:
    """Return the name of a hero (HERO_ID) or an ally of a player."""
    if caster == HERO_ID:
        return state.name(state.players[seat].hero)
    found = state.ally(seat, caster)
    return "" if found is None else state.name(found[1])
