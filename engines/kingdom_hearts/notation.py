"""Action notation: `summon "Storm Heron" by "Lio"`, `attack "Quick Flare" "Broad Flare"`, `deal 3 to "X"`."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kingdom_hearts.state import KingdomHeartsState
from engines.legal.arguments import Argument, spellings_of
from engines.legal.notation import Notation, Series, repeat_verb

ATTACK = Series("attack", "attach", "enough")


def split_text(text: str) -> list[str]:
    """Split a written action into its parts: the action itself, and the choices written with it."""
    return [part for sentence in ATTACK.expand(text) for part in repeat_verb(sentence, "discard")]


def make_notation(arguments: Mapping[str, Argument[KingdomHeartsState]]) -> Notation:
    """Return the notation of actions, given the arguments of their kinds."""
    return Notation(spellings_of(arguments), split_text, ATTACK.contract)
