"""Checks the number of picks in a text: it must be exactly the number that the flow asks for.

With break rank 2, `attack "X" -> cores 1 2 3` has one pick too many. Without this check, the first two picks would be
played, and the third judged in the position after them. A text without any picks, `attack "X" -> cores`, counts as a
beginning that may be continued.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engines.errors import Reason, TextRefused
from engines.kernel.state import Action, State

NUMBER = "number"
"""The name of the reason given for too many or too few picks."""


class Scale(NamedTuple):
    """Describes a kind of pick that is written second, and whose number depends on what is written first.

    openers : the kinds of action that are written first. clause : the clause about the number of picks.
    """

    openers: tuple[str, ...]
    clause: str


class PickSeries(NamedTuple):
    """Consecutive picks of one kind in a text.

    kind : the kind of the picks. named : their number. before : the position before the last one. opens : whether the
    series so far is only an action of another kind, which does not fix the number of picks.
    """

    kind: str
    named: int
    before: State
    opens: bool = False


def next_in_series(
    series: PickSeries | None, before: State, action: Action, scales: Mapping[str, Scale]
) -> PickSeries | None:
    """Return the series extended by `action`, played in `before`; None if the action belongs to no series."""
    opened = next((kind for kind, scale in scales.items() if action[0] in scale.openers), None)
    if opened is not None:
        return PickSeries(opened, 1, before, opens=True)
    if not before.step.pick or action[0] not in before.step.on:
        return None
    known = series.named if series is not None and series.kind == action[0] else 0
    return PickSeries(action[0], known + 1, before)


def with_made(series: PickSeries | None, here: State, kind: str) -> PickSeries:
    """Return the series, or a new one, extended by a pick of `kind` that the flow made before `here`.

    series : the picks that the text contains so far, or None. The text contains this pick too.
    """
    if series is not None and series.kind == kind:
        return series._replace(named=series.named + 1, opens=False)
    return PickSeries(kind, 1, here)


def find_surplus(
    series: PickSeries, here: State, more: int, text: str, scales: Mapping[str, Scale]
) -> TextRefused | None:
    """Return the refusal of `more` picks after a series; None if the series can continue in `here`."""
    if here.result is None and here.step.pick and series.kind in here.step.on:
        return None
    made = sum(1 for record in here.auto_picks or () for one in record.actions if one[0] == series.kind)
    return _refused(series, here, series.named + made, series.named + more, text, scales)


def find_shortfall(series: PickSeries, here: State, text: str, scales: Mapping[str, Scale]) -> TextRefused | None:
    """Return the refusal of a text that ends with a series; None if `here` asks for no further pick.

    Nothing is refused if the picks may end here. Otherwise the reasons are those against the action that ends them.
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
    """Return True if the step of the last pick now asks the same player for another pick of the series."""
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
    """Return the refusal of a text with the wrong number of picks."""
    scale = scales.get(series.kind)
    clause = scale.clause if scale is not None else here.game.kinds[series.kind].when_clause
    given = None
    if series.before.step.shares is not None:
        word = here.game.kinds[series.kind].form.split(" ")[0]
        given = sum(int(number) for number in re.findall(rf"\b{word} (\d{{1,6}})", text))
    reason = _reason(series.before, series.kind, clause, asked, named, given)
    return TextRefused(f"{text!r} names {named}: {reason.fact} ({clause})", [reason])


def refuse_shares(state: State, shares: Sequence[int]) -> tuple[str, Reason] | None:
    """Return the kind of action that divides a number here, and the reason against these shares.

    The result is None if the shares are right.
    """
    assert state.step.shares is not None
    among, amount = state.step.shares
    if sum(shares) == amount(state) and len(shares) == len(among(state)):
        return None
    kind = state.game.kinds[state.actions[0][0]]
    return kind.name, _reason(state, kind.name, kind.when_clause, len(among(state)), len(shares), sum(shares))


def _reason(state: State, kind: str, clause: str, asked: int, named: int, given: int | None) -> Reason:
    """Return the reason against a wrong number of picks.

    asked, named : the right number and the given one. given : for a division, the sum of the shares.
    """
    words, own = state.game.words, f"number.{kind}"
    key, facts = own if words.has(own) else "number.any", {"asked": asked, "named": named}
    if state.step.shares is not None and given is not None:
        among, amount = state.step.shares
        key = own if words.has(own) else "number.shares"
        facts |= {"whole": amount(state), "given": given, "asked": len(among(state))}
    return Reason(clause, words.say(key, **facts), "", NUMBER)


def _told(reasons: list[Reason]) -> str:
    return " ".join(f"{reason.fact} ({reason.clause})" for reason in reasons)
