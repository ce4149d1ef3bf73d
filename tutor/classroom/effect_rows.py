"""A measure with and without a change, as the lab's table and rule card show it: words, numbers, axis positions.

Zero is in the middle of every axis. An effect that cannot be distinguished from none is labelled as such and drawn
grey; a wrong forecast is not a mistake.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired, TypedDict

from tutor.compare.differences import format_signed
from tutor.compare.metrics import METRICS
from tutor.estimates import Estimate
from tutor.experiments.effects import RuleEffect, difference_that_matters, smallest_seen
from tutor.messages.checking import Within
from tutor.text import format_message

FEWER, SAME, MORE = -1, 0, 1
EffectDirection = Literal[-1, 0, 1]
"""The direction of a change of a measure: fewer, the same, more."""
PredictionRow = Annotated[int, Within(0, 2)]
"""The index of a row in which a measure is predicted."""
DIRECTION_WORDS: Mapping[int, str] = {FEWER: "fewer", SAME: "same", MORE: "more"}
KEPT_DIGITS = 5
"""Number of decimal places stored."""
ENDED_PREFIX = "ended:"


class AxisMark(TypedDict):
    """A mark on an axis, `at` percent from the left."""

    at: float
    text: str


class EffectAxis(TypedDict):
    """The positions of an interval's bounds, the difference (`dot`) and the marks, in percent from the left."""

    low: float
    dot: float
    high: float
    marks: list[AxisMark]


class EffectRow(TypedDict):
    """A measure as shown; if it is not `known`, it has no values, and `why` gives the reason."""

    id: str
    title: str
    known: bool
    visible: bool
    found: str
    found_text: str
    said: str
    right: bool
    said_text: str
    why: NotRequired[str]
    printed: NotRequired[str]
    house: NotRequired[str]
    difference: NotRequired[str]
    interval: NotRequired[str]
    n: NotRequired[int]
    axis: NotRequired[EffectAxis]


def effect_title(metric: str, language: str, clauses: Mapping[str, str] | None = None) -> str:
    """Return the name of a measure; for a way to end the game, the heading of its clause in `clauses`."""
    if metric.startswith(ENDED_PREFIX):
        clause = metric.removeprefix(ENDED_PREFIX)
        return format_message(
            "house_rules.ended_by", language, clause=clause, title=(clauses or {}).get(clause, clause)
        )
    return format_message(f"metric.{metric}.title", language)


def effect_text(metric: str, language: str) -> str:
    """Return a sentence that explains a measure; "" for a way to end the game, whose name says it all."""
    return "" if metric.startswith(ENDED_PREFIX) else format_message(f"metric.{metric}.caption", language)


def effect_unit(metric: str) -> str:
    """Return "%" for a share, "" for a plain number."""
    units = {one.id: one.unit for one in METRICS}
    return "%" if metric.startswith(ENDED_PREFIX) else units[metric]


def effect_row(
    metric: str,
    effect: RuleEffect,
    said: int | None,
    language: str,
    title: str = "",
    sure: bool = True,
    over: bool = True,
) -> EffectRow:
    """Return a measure as shown: its two values, the difference, and the prediction (None if there is none).

    sure : False if the difference does not stand out among all that were looked at; then it is not called visible, and
    a prediction is neither right nor wrong. over : False if the run has not been played to the end that was fixed
    before it began; then nothing is judged, since one could stop at the moment that shows a chance difference.
    """
    unit = effect_unit(metric)
    sure = sure and over
    found = effect.direction if sure else SAME
    alone = effect.visible and not sure
    clear = over and (bool(found) or (could_be_seen(effect, unit) and not alone))
    shown: EffectRow = {
        "id": metric,
        "title": title or effect_title(metric, language),
        "known": effect.difference.value is not None,
        "visible": effect.visible and sure,
        "found": DIRECTION_WORDS[found],
        "found_text": format_message("house_rules.found_unfinished", language)
        if not over
        else format_message("house_rules.found_alone", language)
        if alone
        else direction_in_words(effect, unit, language),
        "said": "" if said is None else DIRECTION_WORDS[said],
        "right": said is not None and said == found and clear,
        "said_text": "" if said is None else _said(said, found if clear else None, language),
    }
    if effect.difference.value is None:
        return shown | {
            "why": format_message("house_rules.unknown", language),
            "found": "",
            "right": False,
            "said_text": "",
        }
    step = _step(effect.difference, unit)
    digits = digits_that_add_up(effect, unit)
    difference = effect.difference.value
    if digits and effect.printed.value is not None and effect.changed.value is not None:
        difference = round(effect.changed.value, 3) - round(effect.printed.value, 3)
    return shown | {
        "printed": format_message(
            "house_rules.printed", language, value=format_number(effect.printed.value, unit, digits)
        ),
        "house": format_message("house_rules.house", language, value=format_number(effect.changed.value, unit, digits)),
        "difference": format_difference(difference, unit, language, digits),
        "interval": format_interval(effect.difference, unit, language),
        "n": effect.difference.n,
        "axis": _axis(effect.difference, unit, step),
    }


NEVER_MET = 3
"""If something happened in none of n games, it happens in less than this number / n of all games, with 95 % confidence
(the rule of three)."""


def least_seen(effect: RuleEffect, unit: str) -> float | None:
    """Return the smallest difference in a measure that the run could have shown (see `smallest_seen`).

    If a share is the same in all pairs, its interval has no width; the rule of three is used instead.
    """
    least, one = smallest_seen(effect.difference), effect.difference
    return least if least is None or unit != "%" or one.low != one.high else min(1.0, NEVER_MET / one.n)


def could_be_seen(effect: RuleEffect, unit: str) -> bool:
    """Return True if this run was large enough to show a difference that matters."""
    least = least_seen(effect, unit)
    return least is not None and least <= difference_that_matters(effect, unit)


def direction_in_words(effect: RuleEffect, unit: str, language: str, like_these: bool = False) -> str:
    """Say how a measure changed or, if no difference is visible, how large a visible one would have to be.

    like_these : True if the interval of the difference is for decks like these: then decks are short, not games.
    """
    least = least_seen(effect, unit)
    if effect.direction or least == 0:
        return format_message(f"house_rules.found_{DIRECTION_WORDS[effect.direction]}", language)
    if least is None:
        return format_message("house_rules.found_few", language)
    key = "found_same_from" if could_be_seen(effect, unit) else "found_few_like" if like_these else "found_too_few"
    size = format_least(least, unit, language)
    return format_message(f"house_rules.{key}", language, least=size)


def summary_of(
    rows: Mapping[str, EffectRow],
    effects: Mapping[str, RuleEffect],
    language: str,
    looked: int = 0,
    tried: int = 1,
    over: bool = True,
) -> str:
    """Summarise a change in one sentence: the largest visible difference, relative to what matters, and the others.

    looked, tried : the number of figures looked at so far, and of the changes that were tried for them. over : as in
    `effect_row`.
    """
    if not over:
        return format_message("house_rules.summary_unfinished", language)
    family = format_message(
        "house_rules.summary_chance" if tried == 1 else "house_rules.summary_session",
        language,
        count=max(looked, len(rows)),
        tried=tried,
    )
    seen = sorted(
        (id for id, row in rows.items() if row["visible"]),
        key=lambda id: (
            -abs(effects[id].difference.value or 0.0) / (difference_that_matters(effects[id], effect_unit(id)) or 1.0)
        ),
    )
    if not seen:
        return f"{format_message('house_rules.summary_nothing', language)} {family}"
    first, rest = rows[seen[0]], [rows[id]["title"] for id in seen[1:]]
    facts = {"title": first["title"], "difference": first.get("difference", ""), "interval": first.get("interval", "")}
    key = "summary_more" if rest else "summary_one"
    said = format_message(f"house_rules.{key}", language, **facts, count=len(rest), rest=" · ".join(rest[:MOST_SUMMED]))
    return f"{said} {family}"


MOST_DIGITS = 4
"""Maximum number of decimal places of a difference and its bounds."""
MOST_SUMMED = 3
"""Maximum number of further measures that the summary names."""


def digits_that_add_up(effect: RuleEffect, unit: str) -> int | None:
    """Return 1 if the two values and their difference need a decimal place to add up as displayed; otherwise None.

    Also None if some pairs lack one of the values: the difference is then not the difference of the two means.
    """
    one, other, less = effect.printed.value, effect.changed.value, effect.difference.value
    if unit != "%" or one is None or other is None or less is None or _of_points(less):
        return None
    if abs(other - one - less) > 0.001 or round(100 * other) - round(100 * one) == round(100 * less):
        return None
    return 1


def _said(said: int, found: int | None, language: str) -> str:
    if said == found:
        return format_message("house_rules.as_you_said", language)
    return format_message(
        "house_rules.you_said", language, what=format_message(f"house_rules.said_{DIRECTION_WORDS[said]}", language)
    )


def format_number(value: float | None, unit: str, digits: int | None = None) -> str:
    """Return a value as text: "54 %", "14.8", "2.13". digits : decimal places of a share, None for the default."""
    if value is None:
        return "–"
    if unit == "%":
        return f"{value * 100:.{digits or 0}f} %"
    return f"{value:.{0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2}f}"


def format_difference(value: float, unit: str, language: str, digits: int | None = None) -> str:
    """Return a difference as text: "−3.9", "+2 points"; rounded as on a card, so that both agree.

    digits : decimal places of percentage points, None for the default.
    """
    value = round(value, KEPT_DIGITS)
    if unit != "%":
        return format_signed(value, digits=_digits(value))
    told = format_signed(value, unit, _of_points(value) if digits is None else digits)
    return format_message("house_rules.point" if told[1:] == "1" else "house_rules.points", language, value=told)


def format_least(least: float, unit: str, language: str) -> str:
    """Return the smallest difference that would have shown; if it is too small to be written, a number above it.

    >>> format_least(0.0004, "", "en"), format_least(0.0002, "%", "en"), format_least(0.043, "%", "en")
    ('0.0004', '0.02 points', '4 points')
    """
    told = format_difference(least, unit, language).lstrip("+")
    if re.search("[1-9]", told):
        return told
    bound = format_difference(0.0001, unit, language).lstrip("+")
    return format_message("house_rules.less_than", language, bound=bound)


def format_interval(one: Estimate, unit: str, language: str) -> str:
    """Return the bounds of the 95 % interval of a difference as text: "−4.5 to −3.4".

    A bound that is not zero has enough decimal places not to look like zero. If the interval has no width, the text
    says that no pair of games differed.
    """
    if one.low == one.high:
        return format_message("house_rules.no_pair_differed", language)
    value = round(one.value or 0.0, KEPT_DIGITS)
    bounds = [round(bound, KEPT_DIGITS) for bound in (one.low or 0.0, one.high or 0.0)]
    digits = _of_points(value) if unit == "%" else _digits(value)
    while digits < MOST_DIGITS and any(
        bound and format_signed(bound, unit, digits).strip("0.") == "" for bound in bounds
    ):
        digits += 1
    low, high = (format_signed(bound, unit, digits) for bound in bounds)
    return format_message("house_rules.interval", language, low=low, high=high)


def _of_points(value: float) -> int:
    """Return the number of decimal places for a difference of shares, enough that a small one is not rounded to 0."""
    return 0 if abs(value) >= 0.00995 else _digits_above_zero(100 * value, 1)


def _digits(value: float) -> int:
    """Return the number of decimal places for a difference of plain numbers."""
    return 0 if abs(value) >= 100 else 1 if abs(value) >= 1 else _digits_above_zero(value, 2)


def _digits_above_zero(value: float, least: int) -> int:
    """Return the fewest decimal places, from `least` on, with which a value does not look like zero."""
    shown = (digits for digits in range(least, MOST_DIGITS + 1) if round(value, digits))
    return next(shown, MOST_DIGITS) if value else least


def _step(one: Estimate, unit: str) -> float:
    """Return the distance between marks: two marks on either side contain the whole interval."""
    reach = max(abs(one.low or 0.0), abs(one.high or 0.0), 0.02 if unit == "%" else 0.1) * (100 if unit == "%" else 1)
    power = 10.0 ** math.floor(math.log10(reach / 2))
    return next(power * part for part in (1, 1.5, 2, 3, 5, 10) if 2 * power * part >= reach)


def _axis(one: Estimate, unit: str, step: float) -> EffectAxis:
    """Return the positions of the dot, the interval and the marks, in percent from the left; rounded as on a card."""
    scale = 100 if unit == "%" else 1

    def at(value: float) -> float:
        return min(
            100.0, max(0.0, round(50 + 25 * round(value, KEPT_DIGITS) * scale / step, 2))
        )  # a card may contain arbitrary values

    marks: list[AxisMark] = [{"at": 50 + 25 * n, "text": _mark(n * step)} for n in (-2, -1, 0, 1, 2)]
    return {"low": at(one.low or 0.0), "dot": at(one.value or 0.0), "high": at(one.high or 0.0), "marks": marks}


def _mark(value: float) -> str:
    digits = 0 if value == int(value) else 1 if abs(value * 10 - round(value * 10)) < 1e-9 else 2
    return format_signed(value, digits=digits) if value else "0"
