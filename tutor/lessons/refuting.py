"""How far a refutation plays on for the learner: never into what the step does not teach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engines.core.state import Action, State
from tutor.lessons.session import LEARNER


class Budget:
    """What may be decided for the learner in a refutation: no more than the way to the goal still asks for.

    A choice that belongs to an allowed action is allowed with it, and so is declining.
    """

    def __init__(self, kinds: Mapping[str, int], state: State) -> None:
        self.kinds = Counter(kinds)
        self.own = state.seat_to_act_is(LEARNER) and state.step.pick  # choices of the move that was made follow

    def allows(self, state: State, seat: int, action: Action) -> bool:
        """Return True if this decision may be made, and note it."""
        if seat != LEARNER:
            return True
        if len(state.actions) == 1 or action[0] == state.step.passing or (state.step.pick and self.own):
            return True
        self.own = self.kinds[action[0]] > 0
        self.kinds[action[0]] -= 1
        return self.own
