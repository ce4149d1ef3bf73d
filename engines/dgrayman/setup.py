"""Chapters 1 and 6: decks, the first player, opening hands and the mulligan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from engines.declare import dealing
from engines.dgrayman.cards import SPECIAL, SPECIAL_DOUBLES, most_copies
from engines.dgrayman.heuristics import worth_of_mulligan
from engines.dgrayman.state import DGraymanState
from engines.errors import Reason
from engines.game import Game
from engines.kernel.flow import name_decider
from engines.kernel.state import Action
from engines.kit import kit
from engines.legal.moments import current_phase, in_phases


def check_deck(game: Game, names: list[str]) -> list[Reason]:
    """Return a reason for each deck rule that a list of card names breaks (DGM-1.2 to 1.5).

    The game uses only this deck, and nothing is exchanged between games (DGM-1.6).
    """
    say, reasons = game.words.say, []

    def broken(clause: str, name: str, key: str, off: int, **facts: Any) -> None:
        repair = say(f"deck.{'more' if off < 0 else 'less'}", count=abs(off))
        reasons.append(Reason(clause, say(f"deck.{key}", **facts), repair, name))

    faces = [game.cards[game.by_name[name]].extra for name in names]
    size, copies = game.parameters["deck_size"], game.parameters["copies"]
    if len(faces) != size:
        broken("DGM-1.2", "size", "size", len(faces) - size, count=len(faces), size=size)
    alike = Counter(face.counts_as for face in faces)
    for face in {face.counts_as: face for face in faces}.values():
        (category, name), most = face.counts_as, most_copies(face, copies)
        if alike[face.counts_as] > most:
            clause = {SPECIAL: "DGM-1.4", SPECIAL_DOUBLES: "DGM-1.5"}.get(category, "DGM-1.3")
            key, count = "special" if face.special else "copies", alike[face.counts_as]
            broken(clause, "copies", key, count - most, card=name, count=count, most=most)
    return reasons


def draw_lot(state: DGraymanState, action: Action) -> None:
    """Set the first player, drawn by lot (DGM-6.2, DGM-R4)."""
    state.first_player = state.turn_player = 0 if action[1] == "P1" else 1
    state.note("first", "DGM-6.2", state.first_player)


first: Callable[[DGraymanState], int] = name_decider("first player", "first_player")
"""Returns the seat of the first player, who decides first about a mulligan (DGM-6.4)."""


second: Callable[[DGraymanState], int] = name_decider("second player", "first_player", other=True)
"""Returns the seat of the second player."""


def keep_hand(state: DGraymanState, action: Action) -> None:
    """Keep the opening hand (DGM-6.4)."""
    state.note("kept", "DGM-6.4", state.seat_to_act)


def mulligan(state: DGraymanState, action: Action) -> None:
    """Put the whole hand back, shuffle, and draw six new cards (DGM-6.4, DGM-R3)."""
    seat = state.seat_to_act
    player = state.players[seat]
    player.deck += player.hand
    player.hand = []
    dealing.shuffle_deck(state, seat)
    state.note("mulligan", "DGM-6.4", seat)
    dealing.opening_hand(state, seat, "DGM-6.4")


def _decided(state: DGraymanState, seat: int) -> bool:
    """Return True once this player has decided about the opening hand (DGM-6.4)."""
    return current_phase(state) != "setup" or (state.step.name == "MULLIGAN_SECOND" and state.first_player == seat)


IN_SETUP = kit.Moment("mulligan", in_phases("setup"), (kit.Over("mulligan", "DGM-6.4", _decided),))
mulligan_action = kit.actions_with(clause="DGM-6.4", when=IN_SETUP)

FIRST: kit.Kind[DGraymanState] = kit.action("first", "DGM-6.2", draw_lot, "OPENING_HANDS", seat=kit.word())
KEEP, MULLIGAN = (
    mulligan_action("keep", do=keep_hand),
    mulligan_action("mulligan", do=mulligan, looks=worth_of_mulligan),
)
