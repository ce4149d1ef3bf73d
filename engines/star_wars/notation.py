"""Action notation: `battle "Beacon Guard" -> "Shade Raider"`, `add 2 to "Siege Hauler"`, `bid 3`."""

from __future__ import annotations

from collections.abc import Mapping

from engines.legal.arguments import Argument, spellings_of
from engines.legal.notation import Notation, Series
from engines.star_wars.state import StarWarsState

MULLIGAN = Series("mulligan", "exchange", "done")


def make_notation(arguments: Mapping[str, Argument[StarWarsState]]) -> Notation:
    """Return the notation of actions, given the arguments of their kinds."""
    return Notation(spellings_of(arguments), MULLIGAN.expand, MULLIGAN.contract)
