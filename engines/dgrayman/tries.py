"""What a player could try with a click, or write: the actions whose refusal, if they are illegal, is explained."""

from __future__ import annotations

from collections.abc import Callable

from engines.core.state import Action
from engines.dgrayman.authoring import NOTHING
from engines.dgrayman.cards import BLANK
from engines.dgrayman.state import ID, DGraymanState
from engines.dgrayman.units import units

Tries = Callable[[DGraymanState, int], list[Action]]


def plain(kind: str) -> Tries:
    """Return the one try of a kind without arguments."""
    return lambda s, seat: [(kind,)]


def only(step: str, tries: Tries) -> Tries:
    """Return the tries at one step, for the player asked there."""
    return lambda s, seat: tries(s, seat) if s.result is None and s.step.name == step and s.seat_to_act == seat else []


def hand(kind: str) -> Tries:
    """Return the tries of a kind with each card in hand."""

    def tries(state: DGraymanState, seat: int) -> list[Action]:
        cards = dict.fromkeys(state.players[seat].hand)
        return [(kind, card) for card in cards if state.game.cards[card].category != NOTHING]

    return tries


def discards(state: DGraymanState, seat: int) -> list[Action]:
    """Return discarding each card in hand, unseen ones too: they can be discarded."""
    return [("discard", card) for card in dict.fromkeys(state.players[seat].hand)]


def own_cards(state: DGraymanState, seat: int) -> list[int]:
    """Return the ids of the player's cards on the field."""
    player = state.players[seat]
    return [card[ID] for card in player.standby + player.action]


def own(kind: str) -> Tries:
    """Return the tries of a kind with each own card on the field."""
    return lambda s, seat: [(kind, one) for one in own_cards(s, seat)]


def attacks(state: DGraymanState, seat: int) -> list[Action]:
    """Return every own card against every card of the rival, wherever they are."""
    rivals = own_cards(state, 1 - seat)
    return [("attack", one, other) for one in own_cards(state, seat) for other in rivals]


def pile(state: DGraymanState, seat: int) -> list[Action]:
    """Return each card in the own discard pile as the one to recover."""
    return [("take", card) for card in dict.fromkeys(state.players[seat].discard) if card > BLANK]


def skills(kind: str) -> Tries:
    """Return every Skill card in hand with every own card on the field."""

    def tries(state: DGraymanState, seat: int) -> list[Action]:
        cards = [c for c in dict.fromkeys(state.players[seat].hand) if state.faces[c].main or state.faces[c].response]
        return [(kind, card, one) for card in cards for one in own_cards(state, seat)]

    return tries


def all_cards(kind: str) -> Tries:
    """Return the tries of a kind with each card on either field."""
    return lambda s, seat: [(kind, one) for side in (seat, 1 - seat) for one in own_cards(s, side)]


def own_units(state: DGraymanState, seat: int) -> list[Action]:
    """Return each own unit as the choice of a Skill card."""
    return [("choose_unit", unit.names) for unit in units(state, seat)]
