"""Arguments, facts, and requirements on cards in hand and acting cards that several chapters share.

A requirement used by one chapter is in that chapter, beside the functions that list its actions. The words are in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>. A requirement about an action under way
counts as met while there is no such action. So does a requirement about the limits of a turn, for the other player.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engines.book.words import Phrase
from engines.dgrayman.cards import BITS
from engines.dgrayman.state import ACTION, ACTIVE, CARD, STANDBY, ZONES, DGraymanState, FieldCard, Names
from engines.dgrayman.units import doubles_cards, names_of, unit_with
from engines.kernel.state import Action
from engines.legal.arguments import Argument, card_in_play, card_of
from engines.legal.cards_in_play import put_into
from engines.legal.needs import Need, needs_of_things
from engines.legal.reasons import Fact, Kind, requirements_with_words

ActionKind = Kind[DGraymanState]
"""A kind of action of this game."""
ICON_NAMES = {bit: name.capitalize() for name, bit in BITS.items()}


def actor_of(state: DGraymanState, action: Action) -> int:
    """Return the id of the acting card in an action."""
    return int(action[1 + state.game.kinds[action[0]].arguments.index("actor")])


def acting_names(state: DGraymanState, seat: int, action: Action) -> Names:
    """Return the names of the unit that the acting card belongs to."""
    return names_of(state, seat, state.there(actor_of(state, action))[2][CARD])


def name_on_field(state: DGraymanState, card_id: int) -> str | Phrase:
    """Return the name of a card in an action, even if the card has left the field."""
    found = state.find(card_id)
    return Phrase("part.that_card") if found is None else state.name(found[2][CARD])


def action_name(state: DGraymanState, seat: int, action: Action) -> str:
    """Return the kind of the action under way, as a term; "" if there is none."""
    return "" if state.declared is None else state.declared.kind.replace("search_deck", "deck search").title()


def unit_name(state: DGraymanState, seat: int, action: Action) -> str:
    """Return the name of the unit in an action, or of the acting card's unit."""
    named = action[1] if isinstance(action[1], tuple) else acting_names(state, seat, action)
    return " & ".join(named)


FACTS: dict[str, Fact[DGraymanState]] = {
    "card": lambda s, seat, a: s.name(a[1]),
    "actor": lambda s, seat, a: name_on_field(s, actor_of(s, a)),
    "target": lambda s, seat, a: name_on_field(s, a[-1]),
    "unit": unit_name,
    "names": lambda s, seat, a: " & ".join(s.faces[a[1]].names),
    "skill": lambda s, seat, a: s.name(s.procedure_locals.card),
    "aimed": lambda s, seat, a: s.game.words.say(f"part.aimed.{a[0]}"),
    "zone": lambda s, seat, a: f"{s.there(a[-1])[1].capitalize()} Zone",
    "answer": lambda s, seat, a: a[0].capitalize(),
    "answered": lambda s, seat, a: s.game.words.say(f"part.answers.{a[0]}"),
    "declared": action_name,
    "founded": lambda s, seat, a: s.founded,
    "limit": lambda s, seat, a: s.limit,
}
"""The facts that sentences about requirements may use in addition to the arguments of the action."""

needs = requirements_with_words(FACTS)
need = needs_of_things(needs)
"""Writes a requirement on an argument: `need(name, clause, test, repair, ...)`."""

# Cards in hand.


def is_in_hand(clause: str) -> Need:
    """Return the need that the card is in the player's hand."""
    return need("in_hand", clause, lambda s, seat, card: card in s.players[seat].hand, put_into("hand"), essential=True)


HAND_CARD: Argument[DGraymanState] = card_of("hand")
ANY_CARD: Argument[DGraymanState] = replace(card_of("hand", unseen=True), there=is_in_hand(""))
IS_CHARACTER = need("is_character", "", lambda s, seat, card: s.faces[card].is_character, essential=True)

# The card that acts.

OWN_CARD: Argument[DGraymanState] = card_in_play(*ZONES)
"""The acting card, on the player's own field."""


def is_own(clause: str) -> Need:
    """Return the need that the acting card is on the player's own field."""
    return need("mine", clause, lambda s, seat, card: card is not None, essential=True)


def _sideways(state: DGraymanState, seat: int, card: FieldCard) -> str:
    """Return the name of a sideways card of the unit in the Standby Zone; "" if there is none."""
    standby = unit_with(state, seat, card).standby
    return next((state.name(one[CARD]) for one in standby if not one[ACTIVE]), "")


def _first_out(state: DGraymanState, seat: int, card: FieldCard) -> str:
    """Return the name of the Doubles card that must step out before the acting card, or "" (DGM-14.10)."""
    unit = unit_with(state, seat, card)
    first = doubles_cards(state, unit) if card in unit.standby else []  # nothing precedes a card that is out
    return "" if not first or card in first else state.name(first[0][CARD])


def _to_standby(state: DGraymanState, seat: int, card_id: int) -> None:
    """Move the card to the Standby Zone, active."""
    state.change(state.there(card_id)[2], active=True, to=STANDBY)


def _wake_unit(state: DGraymanState, seat: int, card_id: int) -> None:
    """Turn the unit's cards in the Standby Zone upright."""
    for card in unit_with(state, seat, state.there(card_id)[2]).standby:
        state.change(card, active=True)


def _doubles_out(state: DGraymanState, seat: int, card_id: int) -> None:
    """Move the unit's Doubles cards to the Action Zone."""
    for card in doubles_cards(state, unit_with(state, seat, state.there(card_id)[2])):
        state.change(card, active=False, to=ACTION)


IN_STANDBY = need("in_standby", "DGM-9.5", lambda s, seat, card: card in s.players[seat].standby, _to_standby)
UNIT_ACTIVE = need(
    "unit_active", "DGM-9.1", lambda s, seat, card: not _sideways(s, seat, card), _wake_unit, sideways=_sideways
)
DOUBLES_FIRST = need(
    "doubles_first", "DGM-14.10", lambda s, seat, card: not _first_out(s, seat, card), _doubles_out, doubles=_first_out
)


def has_icon(icon: int | Callable[[DGraymanState], int]) -> Need:
    """Return the need that a card of the unit has the icon. icon : a constant, or a function of the state."""

    def wanted(state: DGraymanState) -> int:
        return icon if isinstance(icon, int) else icon(state)

    def put_one(state: DGraymanState, seat: int, card_id: int) -> None:
        """Replace the acting card with one that has the icon."""
        cards = (card for card in state.game.cards if card.extra.icons & wanted(state) and not card.extra.doubles)
        state.change(state.there(card_id)[2], number=next(cards).number)

    return need(
        "icon",
        "DGM-9.2",
        lambda s, seat, card: bool(unit_with(s, seat, card).icons & wanted(s)),
        put_one,
        icon=lambda s, seat, card: ICON_NAMES[wanted(s)],
    )


# The card that an action targets; its needs are tested on (its side, its zone, the card), or on None if it has left.


def card_aimed_at(side: str) -> Argument[DGraymanState]:
    """Return an argument that is a card on the field of the "rival", or of "any" side."""
    return replace(card_in_play(*ZONES, side=side), meaning=lambda s, seat, card_id: s.find(card_id))


EXPOSED = need(
    "exposed",
    "",
    lambda s, seat, it: it[1] == ACTION,
    lambda s, seat, card_id: s.change(s.there(card_id)[2], active=False, to=ACTION),
)
