"""Free moves as lines of a game's log: what each move did, who may see its cards, and its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.declare.declaration import DeclaredState
from engines.declare.zone_fields import EVERYBODY
from engines.errors import DataError
from engines.forms import free_moves, hand_edits
from engines.game import Game
from engines.kernel.listener import Event
from engines.kernel.programs import BY_HAND
from engines.kernel.state import State
from engines.legal.by_hand import call_hands, stands_by_hand
from tutor.matches.hand_moves import HAND, tell_free_move
from tutor.text import format_message

if TYPE_CHECKING:
    from tutor.matches.playthrough import LogEntry

CALLED = "hand_called"
"""The kind of a log line saying that the viewer has asked to carry out a card text by hand."""


def printed_text(game: Game, name: str) -> str:
    """Return the text printed on a card of a set; "" if there is none."""
    return next((one.printed[name].text for one in game.card_sets if name in one.printed), "")


def make_event(state: State, log: Sequence[LogEntry], viewer: int, text: str) -> tuple[State, Event]:
    """Return the state after a free move by the viewer, and the event for the log.

    Raises DataError if the move cannot be made now.
    """
    move = free_moves.read_free_move(text)
    if not stands_by_hand(state):
        raise DataError(free_moves.WHERE, "nothing is carried out by hand now.", "Call for it first.")
    assert isinstance(state, DeclaredState)
    made = hand_edits.make_free_move(state, move, viewer, find_looked_at(log, viewer))
    secret = made.known != EVERYBODY
    seat = made.known if isinstance(made.known, int) else 1 - viewer if secret else viewer
    named = ", ".join(made.cards) if made.known is not None else ""
    facts = {"move": free_moves.write_free_move(move), "cards": named, "count": len(made.cards)}
    return made.state, Event(HAND, "", seat, facts, secret, state.step.name)


def call_event(state: State, viewer: int) -> tuple[State, Event]:
    """Return the state in which the viewer carries out a card text by hand, and the event for the log."""
    here = state.copy()
    call_hands(here, viewer)
    return here, Event(CALLED, "", viewer, {}, False, state.step.name)


def find_looked_at(log: Sequence[LogEntry], viewer: int) -> dict[free_moves.Zone, list[str]]:
    """Return the cards that the viewer has looked at while carrying out the current text, by zone.

    Cards that have since been moved, and zones that have been shuffled, are left out.
    """
    began = len(log)
    while began and log[began - 1].event.kind == HAND:
        began -= 1
    found: dict[free_moves.Zone, list[str]] = {}
    for entry in log[began:]:
        if entry.event.secret and entry.event.seat != viewer:
            continue
        move = free_moves.read_free_move(str(entry.event.facts["move"]))
        names = [name for name in str(entry.event.facts["cards"]).split(", ") if name]
        if move.verb == free_moves.LOOK:
            found[move.zone] = names
        elif move.verb == free_moves.SHUFFLE:
            found.pop(move.zone, None)
        elif move.verb == free_moves.MOVE and move.zone in found:
            for name in names:
                if name in found[move.zone]:
                    found[move.zone].remove(name)
    return {zone: names for zone, names in found.items() if names}


def tell_event(game: Game, event: Event, viewer: int, language: str) -> str:
    """Describe an event of a text that is carried out by hand, for `viewer`; "" for any other event."""
    if event.kind == BY_HAND:
        name = str(event.facts["effect_of"])
        return format_message("play.by_hand", language, card=name, text=printed_text(game, name))
    if event.kind == HAND:
        return tell_free_move(game, event, viewer, language)
    return format_message("hand.called", language) if event.kind == CALLED else ""
