"""How actions of Altaria are written: `attack "Sunlit Herald" -> cores 1 2`, `summon "X" paying "A" onto "B"`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engines.altaria.state import AltariaState
from engines.legal.arguments import Argument, spellings_of
from engines.legal.notation import Notation, by_sentence, names_in


def parts_of(sentence: str) -> list[str]:
    """Split a written action into its parts: the action itself, and the choices written after it."""
    aimed = re.fullmatch(r"(.*->\s*)cores?\s+([\d\s,]+)", sentence)
    if aimed:
        return [f"{aimed.group(1)}cores", *(f"core {number}" for number in re.findall(r"\d+", aimed.group(2)))]
    parts: list[str] = []
    main, *follow = re.split(r"\s+(?=(?:paying|onto)\s+\")", sentence)
    for clause in follow:
        word, names = clause.split(" ", 1)
        parts += [f"{'pay' if word == 'paying' else 'onto'} {name}" for name in names_in(names)]
    return [main, *parts]


def join_parts(parts: Sequence[str]) -> str:
    """Join an action and the choices that belong to it into one string; separate unrelated actions by "; "."""
    line = ""
    for part in parts:
        verb, _, rest = part.partition(" ")
        if verb == "core" and re.search(r"cores( \d+)*$", line):
            line += f" {rest}"
        elif verb == "pay" and line:
            line += f" {rest}" if re.search(r'paying ("[^"]*"(?: \d+)? ?)+$', line) else f" paying {rest}"
        elif verb == "onto" and line:
            line += f" onto {rest}"
        else:
            line += f"; {part}" if line else part
    return line


def make_notation(arguments: Mapping[str, Argument[AltariaState]]) -> Notation:
    """Return the notation of actions, given the arguments of their kinds."""
    return Notation(spell=spellings_of(arguments), expand=by_sentence(parts_of), contract=join_parts)
