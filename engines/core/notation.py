"""Action notation: every action has one short text form that is also accepted as input, like SAN in chess."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engines.core.errors import NotationError
from engines.core.state import Action, State

Spell = Callable[[Any, int, Any], str]

_QUOTES = str.maketrans({"\u201c": '"', "\u201d": '"', "\u2019": "'", "\u2192": ">"})


@dataclass(frozen=True, slots=True)
class Notation:
    """How a game's actions are written.

    spell : for each argument name of a form, the function (state, seat, value) -> text.
    expand(text) -> parts : splits a text that names an action together with its picks ("-> cores 1 2").
    contract(parts) -> text : the other way round.
    """

    spell: dict[str, Spell]
    expand: Callable[[str], list[str]]
    contract: Callable[[Sequence[str]], str]

    def write(self, state: State, action: Action, seat: int | None = None) -> str:
        """Return the text of `action` as the player in `seat` (by default the one to act) would write it."""
        kind = state.game.kinds.get(action[0]) if action else None
        if kind is None or len(action) != len(kind.arguments) + 1:
            return repr(action)
        who = seat if seat is not None else state.seat_to_act if state.result is None else 0
        spoken = zip(kind.arguments, action[1:], strict=True)
        try:
            return kind.form.format_map({name: self.spell[name](state, who, value) for name, value in spoken})
        except (LookupError, TypeError, ValueError, AttributeError):
            return repr(action)  # it names something that is not there

    def read(self, state: State, text: str, seat: int | None = None) -> list[Action]:
        """Return the actions `text` means here, the main action first and its picks after it.

        A pick that the flow makes by itself, because there is only one, may be named or left out. If the main
        action is not legal it comes alone, so that `why_not` can be asked. Raises NotationError.
        """
        actions: list[Action] = []
        here = state
        for part in self.expand(text):
            if actions and here is state:
                here = state.copy()
                if actions[0] not in here.actions:
                    break
                here.apply(actions[0])
            try:
                action = self._read_one(here, part, seat if not actions else None)
            except NotationError:
                if actions and self.made_by_itself(here, part):
                    continue
                raise
            actions.append(action)
            if len(actions) > 1:
                if action not in here.actions:
                    break
                here.apply(action)
        return actions

    def _read_one(self, state: State, text: str, seat: int | None) -> Action:
        wanted = _plain(text)
        who = seat if seat is not None else state.seat_to_act if state.result is None else 0
        legal = state.actions if state.result is None and who == state.seat_to_act else []
        for candidates in (legal, state.game.tries(state, min(who, 1))):
            written = [(_plain(self.write(state, action, who)), action) for action in candidates]
            exact = [
                action
                for words, action in written
                if words in (wanted, wanted.replace(' 1"', '"')) or words == re.sub(r'(") 1(?!\d)', r"\1", wanted)
            ]
            if exact:
                return exact[0]
            loose = {words: action for words, action in written if re.sub(r'" \d+', '"', words) == wanted}
            if len(loose) > 1:
                raise NotationError(f"{text!r} fits {len(loose)} cards here. Write " + " or ".join(sorted(loose)) + ".")
            if loose:
                return next(iter(loose.values()))
        offered = ", ".join(self.write(state, action) for action in state.actions[:12])
        raise NotationError(
            f"{text!r} is no action here ({state.step.title}). Legal: {offered or 'nothing, the game is over'}."
        )

    def made_by_itself(self, state: State, text: str) -> bool:
        """Return True if `text` is a pick that is not asked here: the flow made it, since there was only one."""
        word = _plain(text).split(" ")[0]
        steps = [step for kind in state.game.kinds.values() if kind.form.split(" ")[0] == word for step in kind.steps]
        return bool(steps) and state.step.name not in steps and all(state.game.flow.steps[step].pick for step in steps)

    def line(self, state: State, actions: Sequence[Action]) -> str:
        """Return several actions, played one after the other from `state`, as one line of text."""
        here, parts = state.copy(), []
        for action in actions:
            parts.append(self.write(here, action))
            here.apply(action)
        return self.contract(parts)


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.translate(_QUOTES)).strip().casefold()


def numbered(name: str, copies: Sequence[Any], which: int) -> str:
    """Return `"name"`, with a number where the player's copies of it are told apart.

    copies : what distinguishes each copy of that name, in order; which : the place of this one among them.
    """
    if len(copies) == 1 or (which == 0 and all(copy == copies[0] for copy in copies)):
        return f'"{name}"'
    return f'"{name}" {which + 1}'
