"""A hint in a full game: what a careful player would do in the learner's place."""

from __future__ import annotations

from dataclasses import dataclass

from engines.kernel.chance import RandomSource
from engines.kernel.state import Action
from engines.search.players import evaluate_by_rollouts
from tutor.matches.certain_wins import find_certain_win
from tutor.matches.moves import apply_actions
from tutor.matches.playthrough import Playthrough
from tutor.matches.why_advised import Why, find_reason

ADVICE_DEALS, ADVICE_WIDTH = 24, 12
"""Number of deals, and of actions, that are tried for a hint; this takes about a third of a second."""

CLEARLY = 0.03
"""Minimum difference of the chances of winning for an action to be clearly worse."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a careful player would do: an action, its chance of winning in percent, and the runner-up, if there is one.

    A runner-up with the same chance is equally good. pick : the best first pick, for an action that is made together
    with a pick. win : the moves of a win that is certain in this turn, as texts; None if none is known. why : what the
    action does for the player, compared with the action `than`; None if no action that was tried is clearly worse.
    """

    action: Action
    chance: int
    other: Action | None
    other_chance: int
    pick: Action | None = None
    win: tuple[str, ...] | None = None
    why: Why | None = None
    than: Action | None = None

    @property
    def actions(self) -> tuple[Action, ...]:
        """The action, with its pick."""
        return (self.action,) if self.pick is None else (self.action, self.pick)


def advise_player(table: Playthrough, source: RandomSource) -> Advice | None:
    """Return what a careful player with the viewer's knowledge would do; None if there is nothing to decide."""
    state = table.state
    if not table.yours:
        return None
    if len(state.actions) == 1:
        return Advice(state.actions[0], 100, None, 0)
    win = find_certain_win(state, table.viewer)
    if win is not None and win.first in state.actions:
        follows = win.line[1][1] if len(win.line) > 1 else None  # another pick might let the win go
        pick = follows if follows in offered_picks(table, win.first) else advise_pick(table, win.first, source)
        return Advice(win.first, 100, None, 0, pick, win.moves)
    best, *rest = evaluate_by_rollouts(state, source, deals=ADVICE_DEALS, turns=1, width=ADVICE_WIDTH)
    chance, text = round(100 * best.value), state.text(best.action)
    other = next((one for one in rest if state.text(one.action) != text), None)  # not an identical card
    pick = advise_pick(table, best.action, source)
    if other is None:
        return Advice(best.action, chance, None, 0, pick)
    worse = next((one.action for one in rest if best.value - one.value >= CLEARLY), None)
    why = None if worse is None else find_reason(state, table.viewer, best.action, worse, source)
    other_chance = min(chance, round(100 * other.value))
    return Advice(best.action, chance, other.action, other_chance, pick, None, why, worse)


def offered_picks(table: Playthrough, action: Action) -> list[Action]:
    """Return the first picks that are offered together with an action."""
    return [made[1] for _, made in table.choices() if made[0] == action and len(made) > 1]


def advise_pick(table: Playthrough, action: Action, source: RandomSource) -> Action | None:
    """Return the best of the first picks that are offered together with an action.

    None if it is offered without picks.
    """
    offered = offered_picks(table, action)
    if len(offered) < 2:
        return next(iter(offered), None)
    rated = evaluate_by_rollouts(apply_actions(table.state, [action]), source, ADVICE_DEALS, 1, ADVICE_WIDTH)
    return next((one.action for one in rated if one.action in offered), offered[0])
