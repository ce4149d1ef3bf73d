"""How many picks a text names: as many as the flow asks for, no more and no fewer.

`attack "X" -> cores 1 2 3` with break rank 2 names one too many. Without this its first picks would be played and the
last one judged in the position after them. A text that names no pick at all is a beginning: `attack "X" -> cores`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engines.errors import Reason, TextRefused
from engines.kernel.state import Action, State

NUMBER = "number"
"""What the reason is called that a text names too many picks, or too few."""


class Scale(NamedTuple):
    """A pick that is the second of two things named.

    openers : the kinds of action that name the first. clause : says how many there must be.
    """

    openers: tuple[str, ...]
    clause: str


class PickSeries(NamedTuple):
    """Picks of one kind that a text has named, one after the other.

    kind : of the picks. named : how many. before : the position in which the last one was picked. opens : True if the
    first one is an action of another kind, which alone says nothing of how many there will be.
    """

    kind: str
    named: int
    before: State
    opens: bool = False


def next_in_series(
    series: PickSeries | None, before: State, action: Action, scales: Mapping[str, Scale]
) -> PickSeries | None:
    """Return the series as it stands after `action`, played in `before`; None if that belongs to none."""
    opened = next((kind for kind, scale in scales.items() if action[0] in scale.openers), None)
    if opened is not None:
        return PickSeries(opened, 1, before, opens=True)
    if not before.step.pick or action[0] not in before.step.on:
        return None
    known = series.named if series is not None and series.kind == action[0] else 0
    return PickSeries(action[0], known + 1, before)


def with_made(series: PickSeries | None, here: State, kind: str) -> PickSeries:
    """Return a series after a pick of `kind` that the flow has made by itself before `here`, and the text has named."""
    if series is not None and series.kind == kind:
        return series._replace(named=series.named + 1, opens=False)
    return PickSeries(kind, 1, here)


def find_surplus(
    series: PickSeries, here: State, more: int, text: str, scales: Mapping[str, Scale]
) -> TextRefused | None:
    """Return the refusal of `more` picks after a series, None if it is not over in `here`."""
    if here.result is None and here.step.pick and series.kind in here.step.on:
        return None
    made = sum(1 for record in here.auto_picks or () for one in record.actions if one[0] == series.kind)
    return _refused(series, here, series.named + made, series.named + more, text, scales)


def find_shortfall(series: PickSeries, here: State, text: str, scales: Mapping[str, Scale]) -> TextRefused | None:
    """Return the refusal of a text that ends with a series, None if no more is asked for in `here`.

    Where the picks may end, nothing is refused; where they may not, and an action ends them, its reasons say so.
    """
    step, scale = here.step, scales.get(series.kind)
    if here.result is not None or not step.pick or series.kind not in step.on:
        return None
    if scale is None and not _asks_again(series, here):
        return None
    ends = [kind for kind in (*step.on, *(one.name for one in step.refuses)) if not here.game.kinds[kind].arguments]
    for kind in ends:
        reasons = here.why_not((kind,))
        if not reasons:
            return None
        if here.game.kinds[kind].requirements:
            return TextRefused(f"{text!r} names too few: {_told(reasons)}", reasons)
    asked, there = series.named, here.copy()
    while there.result is None and there.step is step and there.frames == here.frames:
        action = next((one for one in there.actions if one[0] == series.kind), None)
        if action is None:
            break
        there.keep_auto_picks()
        there.apply(action)
        asked += 1 + sum(1 for record in there.auto_picks or () for one in record.actions if one[0] == series.kind)
    return _refused(series, here, asked, series.named, text, scales)


def _asks_again(series: PickSeries, here: State) -> bool:
    """Return True if the step of the last pick is asked once more, in the same series."""
    before = series.before
    leads_back = any(edge.source == here.step.name == edge.target for edge in here.game.flow.edges)
    return (
        leads_back
        and before.step is here.step
        and before.frames == here.frames
        and before.seat_to_act == here.seat_to_act
    )


def _refused(
    series: PickSeries, here: State, asked: int, named: int, text: str, scales: Mapping[str, Scale]
) -> TextRefused:
    """Return the refusal of a text that names another number of picks than is asked for."""
    scale = scales.get(series.kind)
    clause = scale.clause if scale is not None else here.game.kinds[series.kind].when_clause
    given = None
    if series.before.step.shares is not None:
        word = here.game.kinds[series.kind].form.split(" ")[0]
        given = sum(int(number) for number in re.findall(rf"\b{word} (\d{{1,6}})", text))
    reason = _reason(series.before, series.kind, clause, asked, named, given)
    return TextRefused(f"{text!r} names {named}: {reason.fact} ({clause})", [reason])


def refuse_shares(state: State, shares: Sequence[int]) -> tuple[str, Reason] | None:
    """Return the kind of action that divides here and the reason against these shares; None if their sum is right."""
    assert state.step.shares is not None
    among, amount = state.step.shares
    if sum(shares) == amount(state) and len(shares) == len(among(state)):
        return None
    kind = state.game.kinds[state.actions[0][0]]
    return kind.name, _reason(state, kind.name, kind.when_clause, len(among(state)), len(shares), sum(shares))


def _reason(state: State, kind: str, clause: str, asked: int, named: int, given: int | None) -> Reason:
    """Return the reason against another number of picks. given : the sum of the shares, where something is divided."""
    words, own = state.game.words, f"number.{kind}"
    key, facts = own if words.has(own) else "number.any", {"asked": asked, "named": named}
    if state.step.shares is not None and given is not None:
        among, amount = state.step.shares
        key = own if words.has(own) else "number.shares"
        facts |= {"whole": amount(state), "given": given, "asked": len(among(state))}
    return Reason(clause, words.say(key, **facts), "", NUMBER)


def _told(reasons: list[Reason]) -> str:
    return " ".join(f"{reason.fact} ({reason.clause})" for reason in reasons)
