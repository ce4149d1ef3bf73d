"""Chapters 2 and 6: decks and setup."""

from __future__ import annotations

from collections.abc import Callable

from engines.altaria.cards import UNSEEN
from engines.altaria.state import AltariaState
from engines.errors import Reason
from engines.game import Game
from engines.kernel.flow import name_decider
from engines.kernel.state import Action
from engines.kit import defaults, kit

NOBODY = -1
THROWS = ("rock", "paper", "scissors")
BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


def check_deck(game: Game, names: list[str]) -> list[Reason]:
    """Return a reason for each deck rule that a list of card names breaks (ALT-2.1, 2.2, 3.6).

    There are no other deck rules (ALT-2.3). The placeholder of an unseen card does not count as a card (ALT-3.1).
    """
    found = defaults.check_deck(game, names)
    if game.cards[UNSEEN].name in names:
        say = game.words.say
        found.insert(0, Reason("ALT-3.1", say("deck.unseen"), say("deck.unseen.repair"), "unseen"))
    return found


def decks_legal(state: AltariaState) -> bool:
    """Return True if both decks are legal. A deck that has already been found legal is not checked again."""
    known = state.game.legal_decks.values()
    return all(
        player.deck in known or not check_deck(state.game, [state.name(card) for card in player.deck])
        for player in state.players
    )


def refuse_deck(state: AltariaState) -> None:
    """End the game because a deck is illegal (ALT-2.3)."""
    state.result = state.ended(None, "ALT-2.3", "illegal_deck")


def set_cores(state: AltariaState) -> None:
    """Put each player's top cards into the Core Zone, face down and unseen (ALT-6.3, 5.2)."""
    count = state.game.parameters["cores"]
    for seat, player in enumerate(state.players):
        player.cores = [player.deck.pop() for _ in range(count)]
        state.note("cores_set", "ALT-6.3", seat, count=count)


def list_throws(state: AltariaState) -> list[Action]:
    """Return, as actions, the three throws of janken: rock, paper, scissors (ALT-6.5)."""
    return [("throw", hand) for hand in THROWS]


def show_throws(state: AltariaState, throws: tuple[str, str]) -> None:
    """Reveal both throws at the same time (ALT-6.5)."""
    one, two = throws
    winner = state.winner_of_janken = NOBODY if one == two else 0 if BEATS[one] == two else 1
    if winner == NOBODY:
        state.note("janken_tie", "ALT-6.5", 0, throw=one)
    else:
        state.note("janken", "ALT-6.5", winner, throw=throws[winner], beaten=throws[1 - winner])


def _thrown(state: AltariaState, seat: int) -> bool:
    """Return True for a player who has thrown and is waiting for the other player."""
    return state.step.name == "JANKEN" and len(state.pending) > seat


IN_JANKEN = kit.Moment(
    "throw",
    lambda s, seat: s.step.name == "JANKEN",
    (kit.Over("throw", "ALT-6.5", _thrown), kit.Over("janken", "ALT-6.5", lambda s, seat: s.step.name != "JANKEN")),
)
THROW = kit.action("throw", "ALT-6.5", when=IN_JANKEN, hand=kit.word())


def is_tie(state: AltariaState) -> bool:
    """Return True for a tie, which is played again (ALT-6.5, ALT-R14)."""
    return state.winner_of_janken == NOBODY


janken_winner: Callable[[AltariaState], int] = name_decider("janken winner", "winner_of_janken")
"""Returns the seat of the janken winner, who chooses the order of play."""


def choose_order(state: AltariaState, action: Action) -> None:
    """Set the first player, chosen with the opening hand already known; turn 1 begins (ALT-6.5, 6.6)."""
    winner = state.winner_of_janken
    state.first_player = state.turn_player = winner if action[1] == "first" else 1 - winner
    state.turn = 1
    state.note("order", "ALT-6.5", state.first_player)


GO: kit.Kind[AltariaState] = kit.action(
    "go", "ALT-6.5", choose_order, "HEAL", "order chosen", order=kit.word("first", "second")
)
