"""Action notation: `enter "Steady Hands Ishio" front`, `attack "Keen Eyes Shiori"`, `pass`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engines.chaos.state import ChaosState
from engines.legal.arguments import Argument, spellings_of
from engines.legal.notation import Notation, by_sentence, names_in, repeat_verb

SHORT = {"paying": "pay", "resting": "rest", "sending": "send", "->": "choose"}
"""The verb of a further choice, by the word that introduces it in a written action."""


def parts_of(sentence: str) -> list[str]:
    """Split a written action into its parts: the action itself, its payments, and its choices."""
    head, *rest = re.split(r" (paying|resting|sending|->) ", sentence)
    if head.startswith("level up"):
        return [sentence]
    parts = repeat_verb(head, "discard")
    for word, names in zip(rest[::2], rest[1::2], strict=True):
        parts += [f"{SHORT[word]} {name}" for name in names_in(names, "the rival's ")]
    return parts


def make_notation(arguments: Mapping[str, Argument[ChaosState]]) -> Notation:
    """Return the notation of actions, given the arguments of their kinds."""
    return Notation(spellings_of(arguments), by_sentence(parts_of), "; ".join)
