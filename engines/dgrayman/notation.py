"""Action notation: `attack "Finch (Lookout)" -> "Celia Voss (Rifle)"`, `use "Warrant" with "..."`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engines.dgrayman.state import DGraymanState
from engines.legal.arguments import Argument, spellings_of
from engines.legal.notation import Notation, by_sentence, repeat_verb
from engines.legal.pick_numbers import Scale

NAME = r'"[^"]*"(?: \d+)?'


def parts_of(sentence: str) -> list[str]:
    """Split a written action into its parts: the action itself, and the choices written with it.

    `recover "B" with "A"` names the card to recover, `guard "A" with "B"` answers with two units, and `use "S" with "A"
    on "B"` uses a Skill card and makes its choice.
    """
    if what := re.fullmatch(r'recover ("[^"]*") (with .*)', sentence):
        return [f"recover {what[2]}", f"take {what[1]}"]
    if two := re.fullmatch(rf"((?:guard|intercept) {NAME}) (with .*)", sentence):
        return [*two.groups()]
    if aimed := re.fullmatch(rf"((?:use|respond) .*) on ((?:unit |own )?{NAME})", sentence):
        return [aimed[1], f"choose {aimed[2]}"]
    return repeat_verb(sentence, "discard")


def join_parts(parts: Sequence[str]) -> str:
    """Join an action and the choices that belong to it into one string."""
    line = ""
    for part in parts:
        verb, _, rest = part.partition(" ")
        recovery = re.fullmatch(rf"(.*; )?recover (with {NAME})", line)
        if verb == "take" and recovery:
            line = f"{recovery[1] or ''}recover {rest} {recovery[2]}"
        elif verb == "with" and line:
            line += f" {part}"
        elif verb == "choose" and re.match(r"(.*; )?(use|respond) [^;]*$", line):
            line += f" on {rest}"
        else:
            line += f"; {part}" if line else part
    return line


def make_notation(arguments: Mapping[str, Argument[DGraymanState]]) -> Notation:
    """Return the notation of actions, given the arguments of their kinds."""
    two = {"with": Scale(("guard", "intercept"), "DGM-14.8")}
    return Notation(spellings_of(arguments), by_sentence(parts_of), join_parts, two)
