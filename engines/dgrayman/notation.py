"""How actions are written: `attack "Finch (Lookout)" -> "Celia Voss (Rifle)"`, `use "Warrant" with "..."`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from engines.dgrayman.state import ID, ZONES, DGraymanState, Names
from engines.dgrayman.units import unit_called, units
from engines.legal.arguments import Argument, ability_waiting, card_in_play, card_of, spelling, word
from engines.legal.notation import Notation, by_sentence, each

FIELD = card_in_play(*ZONES)
EITHER: Argument[DGraymanState] = card_in_play(*ZONES, side="any")


def _object(state: DGraymanState, seat: int, card_id: int) -> str:
    found = state.find(card_id)
    mine = found is not None and found[0] == seat
    return ("own " if mine else "") + EITHER.spell(state, seat, card_id)


def _cards_of(state: DGraymanState, seat: int, names: Names) -> list[str]:
    unit = unit_called(state, seat, names[0])
    return [f"{seat}.standby.{card[ID]}" for card in unit.standby] if unit else []


def _skills(state: DGraymanState, seat: int) -> list[int]:
    return [card for card in dict.fromkeys(state.players[seat].hand) if state.faces[card].is_skill]


HAND: Argument[DGraymanState] = card_of("hand")
ARGUMENTS: dict[str, Argument[DGraymanState]] = {
    "card": card_of("hand"),
    "any_card": card_of("hand", unseen=True),
    "skill": replace(HAND, choices=_skills),
    "pile": card_of("discard"),
    "actor": FIELD,
    "target": card_in_play(*ZONES, side="rival"),
    "object": replace(EITHER, spell=_object),
    "unit": Argument(
        lambda state, seat, names: f'"{" & ".join(names)}"',
        _cards_of,
        lambda state, seat: [unit.names for unit in units(state, seat)],
    ),
    "waiting": ability_waiting(),
    "seat": word(),
}
NAME = r'"[^"]*"(?: \d+)?'


def parts_of(sentence: str) -> list[str]:
    """Split a sentence that names an action with its picks into its parts.

    `recover "B" with "A"` names the card to recover, `guard "A" with "B"` is an answer of two units, and
    `use "S" with "A" on "B"` a Skill card with its choice.
    """
    if what := re.fullmatch(r'recover ("[^"]*") (with .*)', sentence):
        return [f"recover {what[2]}", f"take {what[1]}"]
    if two := re.fullmatch(rf"((?:guard|intercept) {NAME}) (with .*)", sentence):
        return [*two.groups()]
    if aimed := re.fullmatch(rf"((?:use|respond) .*) on ((?:unit |own )?{NAME})", sentence):
        return [aimed[1], f"choose {aimed[2]}"]
    return each(sentence, "discard")


def contract(parts: Sequence[str]) -> str:
    """Join an action and its picks into one text."""
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


NOTATION = Notation(spell=spelling(ARGUMENTS), expand=by_sentence(parts_of), contract=contract)
