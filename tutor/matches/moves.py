"""The moves that a click can make: an action alone, an action with its first pick, or a pick with the stop after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from engines.kernel.state import Action, State


@dataclass(frozen=True, slots=True)
class TableMove:
    """A legal move as offered on the board: its actions (a main action, optionally with picks), and its places.

    face : the card that the move names, if it is not on the board (such as a card in the deck).
    """

    kind: str
    label: str
    source: str | None
    target: str | None
    text: str
    actions: tuple[Action, ...]
    face: str | None = None


def apply_actions(state: State, actions: Sequence[Action]) -> State:
    """Return the position after some actions, as a copy."""
    here = state.copy()
    for action in actions:
        here.apply(action)
    return here


def with_forced_stop(state: State, viewer: int, action: Action) -> tuple[Action, ...]:
    """Return an action as a move; if it is a pick after which stopping is the only choice, include the stop."""
    if not state.step.pick or action[0] not in state.step.on:
        return (action,)
    after = apply_actions(state, [action])
    goes_on = after.step is state.step and after.seat_to_act_is(viewer) and len(after.actions) == 1
    return (action, after.actions[0]) if goes_on and not after.actions[0][1:] else (action,)


def first_picks(
    state: State,
    viewer: int,
    action: Action,
    opened: str,
    sources: Sequence[str | None],
    label: Callable[[State, Action], str],
) -> list[TableMove]:
    """Return the moves that combine an action with its first pick (of kind `opened`) in one click on the picked card.

    A pick from one of the player's zones is offered at the cards there, under its own name; for any other pick, the
    picked card is the target of the action.
    """
    game, after = state.game, apply_actions(state, [action])
    if not after.seat_to_act_is(viewer):
        return []
    kind, found = game.kinds[opened], []
    for pick in after.actions:
        if pick[0] != opened:
            continue
        picks = with_forced_stop(after, viewer, pick)
        text = game.notation.contract([state.text(action), *action_texts(after, picks)])
        refs = game.rules.references(after, viewer, kind.arguments[0], pick[1])
        if kind.zone:
            found += [TableMove(opened, label(after, pick), ref, None, text, (action, *picks)) for ref in refs]
        else:
            found += [
                TableMove(action[0], label(state, action), source, ref, text, (action, *picks))
                for source in sources
                for ref in refs
            ]
    return found


def action_texts(state: State, actions: Sequence[Action]) -> list[str]:
    """Return the text of each action in the state in which it is made."""
    here, found = state.copy(), []
    for action in actions:
        found.append(here.text(action))
        here.apply(action)
    return found


def leave_out_settled(moves: Sequence[TableMove], settled: Sequence[str]) -> list[TableMove]:
    """Return the moves without those that only differ from a settled move in something that cannot be pointed at.

    settled : texts of moves that are preferred; * stands for any text.
    """
    decided = {_pointed_at(move): move for move in moves if any(fnmatchcase(move.text, text) for text in settled)}
    return [move for move in moves if decided.get(_pointed_at(move), move) is move]


def _pointed_at(move: TableMove) -> tuple[str, str | None, str | None]:
    return move.kind, move.source, move.target
