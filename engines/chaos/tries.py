"""What a player could try with a click, or write: the actions whose refusal, if they are illegal, is explained."""

from __future__ import annotations

from collections.abc import Callable

from engines.chaos.authoring import NOTHING, SET
from engines.chaos.hidden import partner_is_hidden
from engines.chaos.state import PARTNER, ROWS, ChaosState, Pile
from engines.core.state import Action

Tries = Callable[[ChaosState, int], list[Action]]


def known(state: ChaosState, cards: list[int], category: str = "") -> list[int]:
    """Return the different cards among `cards` that are seen (of a category), each once."""
    return [
        card
        for card in dict.fromkeys(cards)
        if state.game.cards[card].category != NOTHING and category in ("", state.game.cards[card].category)
    ]


def seen(state: ChaosState, seat: int) -> list[Pile]:
    """Return the characters in both arenas that `seat` sees: a Partner chosen in secret is none yet (CHA-6.6)."""
    hidden = PARTNER if partner_is_hidden(state, 1 - seat, seat) else -1
    return [
        pile
        for side in (0, 1)
        for space, pile in enumerate(state.players[side].arena)
        if pile is not None and (side == seat or space != hidden)
    ]


def hand(kind: str) -> Tries:
    """Return the tries of a kind with each card in hand."""
    return lambda s, seat: [(kind, card) for card in known(s, s.players[seat].hand)]


def any_card(kind: str) -> Tries:
    """Return the tries of a kind with each card in hand, unseen ones too: to pay with or to put away."""
    return lambda s, seat: [(kind, card) for card in dict.fromkeys(s.players[seat].hand)]


def entries(state: ChaosState, seat: int) -> list[Action]:
    """Return each card in hand with each row of the Friend area."""
    return [("enter", card, row) for card in known(state, state.players[seat].hand) for row in ROWS]


def extra_entries(state: ChaosState, seat: int) -> list[Action]:
    """Return each card of the own Extra deck, face-up ones too, over each own character."""
    player = state.players[seat]
    cards = known(state, [*player.extra, *player.spent])
    return [("enter_extra", card, pile.id) for card in cards for pile in player.piles()]


def extra_levels(state: ChaosState, seat: int) -> list[Action]:
    """Return each own character with each card in hand as payment."""
    player = state.players[seat]
    return [("level_extra", pile.id, card) for pile in player.piles() for card in known(state, player.hand)]


def sets(state: ChaosState, seat: int) -> list[Action]:
    """Return each Set card in hand on each character."""
    cards = known(state, state.players[seat].hand, SET)
    return [("set", card, pile.id) for card in cards for pile in seen(state, seat)]


def units(kind: str) -> Tries:
    """Return the tries of a kind with each character in the arenas."""
    return lambda s, seat: [(kind, pile.id) for pile in seen(s, seat)]


def own_units(kind: str) -> Tries:
    """Return the tries of a kind with each own character."""
    return lambda s, seat: [(kind, pile.id) for pile in s.players[seat].piles()]


def plain(kind: str) -> Tries:
    """Return the one try of a kind without arguments."""
    return lambda s, seat: [(kind,)]


def only(steps: tuple[str, ...], tries: Tries) -> Tries:
    """Return the tries at some steps, for the player asked there."""
    return lambda s, seat: tries(s, seat) if s.result is None and s.step.name in steps and s.seat_to_act == seat else []
