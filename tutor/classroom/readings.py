"""Readings: the results of a prepared experiment, in sentences that are checked against the figures.

A statement is in double brackets, after its claim and a bar; figures are in braces:

    [[turns down|Games get shorter]]: {turns.printed} turns become {turns.changed}.

    turns down, same, up           the visible effect of the change on a measure, among all that were looked at; same:
                                   no visible difference
    turns identical                no difference, and an interval without width: it is the same in every deal
    turns unknown                  the figures do not show the direction
    first_seat printed > 0.5       the interval with the printed rules (or the changed ones) is above it, or below: <
    first_seat printed holds 0.5   the interval contains it
    turns beyond altaria_fresh     the difference is above that of another experiment, without overlap
    altaria_fresh turns down       any of these about another experiment; its figures are {turns.printed@altaria_fresh}
    anything else                  a claim as in lesson plans (`tutor.classroom.claims`)

>>> parse_sentence("[[turns down|Shorter]] games.")
(SentencePart(text='Shorter', claim='turns down'), SentencePart(text=' games.', claim=''))
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from engines.errors import DataError
from tutor.classroom import claims, effect_rows
from tutor.classroom.predictions import DIRECTIONS
from tutor.estimates import Estimate
from tutor.experiments.effects import RuleEffect
from tutor.experiments.prepared import ExperimentRun
from tutor.text import load_catalogue

STATEMENT = re.compile(r"\[\[([^|\]]+)\|([^\]]+)\]\]")
FIGURE = re.compile(r"\{([\w:.-]+)\.(printed|changed|difference|interval)(?:@(\w+))?\}")
MOST_SENTENCES = 6
"""Maximum number of sentences in a reading."""


class SentencePart(NamedTuple):
    """A piece of a sentence. claim : what it states, "" if nothing."""

    text: str
    claim: str


def reading_sentences(id: str, language: str = "en") -> tuple[str, ...]:
    """Return the sentences about an experiment, as written in the file."""
    known = load_catalogue(language)
    keys = [f"prepared.{id}.reading_{number}" for number in range(1, MOST_SENTENCES + 1)]
    return tuple(known[key] for key in keys if key in known)


def parse_sentence(sentence: str) -> tuple[SentencePart, ...]:
    """Split a sentence into parts."""
    found, at = list[SentencePart](), 0
    for one in STATEMENT.finditer(sentence):
        if one.start() > at:
            found.append(SentencePart(sentence[at : one.start()], ""))
        found.append(SentencePart(one[2], one[1].strip()))
        at = one.end()
    return (*found, SentencePart(sentence[at:], "")) if at < len(sentence) else tuple(found)


def filled_reading(id: str, runs: Mapping[str, ExperimentRun], language: str = "en") -> list[list[SentencePart]]:
    """Return a reading with its figures filled in."""
    return [
        [SentencePart(fill_reading(part.text, id, runs, language), part.claim) for part in parse_sentence(sentence)]
        for sentence in reading_sentences(id, language)
    ]


def fill_reading(text: str, id: str, runs: Mapping[str, ExperimentRun], language: str = "en") -> str:
    """Return a text with its figures filled in. Raises KeyError if an experiment or measure is unknown."""

    def figure(found: re.Match[str]) -> str:
        """Return the text of one figure."""
        return _figure(runs[found[3] or id].effects[found[1]], found[1], found[2], language)

    return FIGURE.sub(figure, text)


def _figure(effect: RuleEffect, measure: str, part: str, language: str) -> str:
    unit = effect_rows.effect_unit(measure)
    if part == "interval":
        return effect_rows.format_interval(effect.difference, unit, language)
    one: Estimate = getattr(effect, part)
    if part == "difference":
        return effect_rows.format_difference(one.value or 0.0, unit, language)
    return effect_rows.format_number(one.value, unit)


def statement_holds(claim: str, id: str, runs: Mapping[str, ExperimentRun]) -> bool:
    """Return True if a statement about an experiment holds. Raises DataError if the statement is invalid."""
    measure, _, said = claim.partition(" ")
    if measure in runs:
        return statement_holds(said, measure, runs)
    if measure not in runs[id].effects:
        return claims.claim_holds(claim)
    effect = runs[id].effects[measure]
    words = said.split()
    if effect.difference.value is None or said == "unknown":
        return said == "unknown" and effect.difference.value is None
    match words:
        case ["identical"]:
            return effect.difference[:3] == (0, 0, 0)
        case [way] if way in DIRECTIONS:
            return DIRECTIONS[runs[id].direction(measure) + 1] == way
        case [("printed" | "changed") as side, (">" | "<" | "holds") as sign, number]:
            return _level(getattr(effect, side), sign, float(number))
        case ["beyond", other] if other in runs:
            rival = runs[other].effects[measure].difference
            return effect.difference.low is not None and rival.high is not None and effect.difference.low > rival.high
    raise DataError("reading", f"{claim!r} means nothing.", "See tutor/classroom/readings.py.")


def _level(one: Estimate, sign: str, number: float) -> bool:
    if one.low is None or one.high is None:
        return False
    return one.low > number if sign == ">" else one.high < number if sign == "<" else one.low <= number <= one.high
