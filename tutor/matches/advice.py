"""A hint in a full game: what a careful player would do in the learner's place."""

from __future__ import annotations

from dataclasses import dataclass

from engines.kernel.chance import RandomSource
from engines.kernel.state import Action
from engines.search.players import evaluate_by_rollouts
from tutor.matches.moves import apply_actions
from tutor.matches.playthrough import Playthrough

ADVICE_DEALS, ADVICE_WIDTH = 24, 12
"""Number of deals, and of actions, that are tried for a hint; this takes about a third of a second."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a careful player would do: an action, its chance of winning in percent, and the runner-up, if there is one.

    A runner-up with the same chance is equally good. pick : the best first pick, for an action that is made together
    with a pick.
    """

    action: Action
    chance: int
    other: Action | None
    other_chance: int
    pick: Action | None = None

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
    best, *rest = evaluate_by_rollouts(state, source, deals=ADVICE_DEALS, turns=1, width=ADVICE_WIDTH)
    chance, text = round(100 * best.value), state.text(best.action)
    other = next((one for one in rest if state.text(one.action) != text), None)  # not an identical card
    pick = advise_pick(table, best.action, source)
    if other is None:
        return Advice(best.action, chance, None, 0, pick)
    return Advice(best.action, chance, other.action, min(chance, round(100 * other.value)), pick)


def advise_pick(table: Playthrough, action: Action, source: RandomSource) -> Action | None:
    """Return the best of the first picks that are offered together with an action.

    None if it is offered without picks.
    """
    offered = [made[1] for _, made in table.choices() if made[0] == action and len(made) > 1]
    if len(offered) < 2:
        return next(iter(offered), None)
    rated = evaluate_by_rollouts(apply_actions(table.state, [action]), source, ADVICE_DEALS, 1, ADVICE_WIDTH)
    return next((one.action for one in rated if one.action in offered), offered[0])
