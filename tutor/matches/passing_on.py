"""Keep passing: lets a player pass automatically in a series of response windows.

This lasts for the rest of a fight or of a turn. It stops as soon as the rival answers with more than a pass, as soon as
an action becomes possible that was not possible at the time of the choice, and before a pass that loses the game. It
looks only at the legal actions, so it cannot reveal hidden cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.kernel.state import Action, State
from tutor.messages import shapes
from tutor.text import format_message

FIGHT, TURN = "fight", "turn"
PASSING_KIND = "pass_on"
"""The "kind of action" that the scene uses for this choice."""


@dataclass(frozen=True, slots=True)
class PassingChoice:
    """A choice to keep passing.

    turn : the turn in which it was made, and which it does not outlast. fight : whether it only lasts for the fight.
    declined : the texts of the actions that were possible.
    """

    turn: int
    fight: bool
    declined: frozenset[str]

    def lasts(self, state: State) -> bool:
        """Return True while the choice lasts."""
        return state.turn == self.turn and (not self.fight or state.game.rules.fighting(state))

    def covers(self, state: State) -> bool:
        """Return True in a window in which only actions are possible that were declined."""
        return may_pass(state) and offered_texts(state) <= self.declined


def may_pass(state: State) -> bool:
    """Return True in a window in which passing is possible."""
    return state.step.window and any(action[0] == state.step.passing for action in state.actions)


def passing_action(state: State) -> Action:
    """Return the action that passes."""
    return next(action for action in state.actions if action[0] == state.step.passing)


def offered_texts(state: State) -> frozenset[str]:
    """Return the texts of the actions that are possible besides passing."""
    return frozenset(state.text(action) for action in state.actions if action[0] != state.step.passing)


def passing_scopes(state: State, passed: int) -> list[str]:
    """Return the scopes for which the player may keep passing: FIGHT, TURN.

    They are offered if there is a choice, from the turn's second pass. passed : the turn in which the player last
    passed with other options.
    """
    if passed != state.turn or not may_pass(state) or len(state.actions) == 1:
        return []
    return [FIGHT, TURN] if state.game.rules.fighting(state) else [TURN]


def choose_passing(state: State, scope: str, before: PassingChoice | None) -> PassingChoice:
    """Return the choice to keep passing from here.

    Actions that were declined earlier for the rest of the turn remain declined.
    """
    kept = before.declined if before is not None and before.turn == state.turn and not before.fight else frozenset()
    return PassingChoice(state.turn, scope == FIGHT, kept | offered_texts(state))


def passing_buttons(scopes: list[str], first: int, language: str = "en") -> list[shapes.Move]:
    """Return the buttons for these scopes as moves of a scene, numbered from `first`."""
    return [
        {
            "id": first + at,
            "kind": PASSING_KIND,
            "label": format_message(f"play.pass_{scope}", language),
            "from": None,
            "to": None,
            "text": format_message("play.pass_on_stops", language),
            "face": None,
        }
        for at, scope in enumerate(scopes)
    ]
