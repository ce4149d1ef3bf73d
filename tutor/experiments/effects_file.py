"""Encodes effects as plain lists for a file, one effect per line, and decodes them.

>>> found = {"turns": RuleEffect(Estimate(10, 9, 11, 50), Estimate(12, 11, 13, 50), Estimate(2, 1, 3, 50))}
>>> decode_effects(encode_effects(found)) == found
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from tutor.estimates import Estimate
from tutor.experiments.effects import RuleEffect

STORED_DIGITS = 4
"""Number of decimal places stored."""
FLAT_LIST = re.compile(r"\[\s*((?:[^\[\]{}]|\[[^\[\]\n]*\])*?)\s*\]")
"""Matches a list of plain values, and of lists that are already on one line."""

StoredEstimate = tuple[float | None, float | None, float | None, int]
"""An estimate in a file: value, bounds, and number of games."""


def encode_effects(effects: Mapping[str, RuleEffect]) -> dict[str, list[StoredEstimate]]:
    """Return effects as plain data: for each measure the parts of `RuleEffect`, without the last one if it is empty."""
    return {
        id: [encode_estimate(part) for part in (one if one.like_these.n else one[:3])] for id, one in effects.items()
    }


def decode_effects(rows: Mapping[str, Sequence[StoredEstimate]]) -> dict[str, RuleEffect]:
    """Return the effects that `encode_effects` wrote."""
    return {id: RuleEffect(*(Estimate(*part) for part in one)) for id, one in rows.items()}


def rows_as_json(rows: object) -> str:
    """Return rows as JSON, with each list of values, and each list of such lists, on one line."""
    text = json.dumps(rows, indent=1, ensure_ascii=False)
    for _ in (0, 1):
        text = FLAT_LIST.sub(_on_a_line, text)
    return text + "\n"


def encode_estimate(one: Estimate) -> StoredEstimate:
    """Return an estimate as plain data."""
    value, low, high = (None if value is None else round(value, STORED_DIGITS) for value in one[:3])
    return value, low, high, one.n


def _on_a_line(found: re.Match[str]) -> str:
    return "[" + re.sub(r"\s*\n\s*", " ", found[1]) + "]"
