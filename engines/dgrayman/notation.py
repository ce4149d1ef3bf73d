"""How actions are written: `attack "Finch (Lookout)" -> "Celia Voss (Rifle)"`, `use "Warrant" with "..."`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engines.core.notation import Notation, numbered
from engines.dgrayman.state import CARD, ID, ZONES, DGraymanState


def _on_field(state: DGraymanState, seat: int, card_id: int) -> str:
    found = state.find(card_id)
    if found is None:
        return f"#{card_id}"
    side, _, card = found
    player, deed = state.players[side], state.deed
    same = [
        (place, other)
        for place, zone in zip(ZONES, (player.standby, player.action), strict=True)
        for other in zone
        if other[CARD] == card[CARD]
    ]
    roles = () if deed is None else (deed.actor, deed.target if deed.kind == "attack" else 0, *deed.answers)
    return numbered(
        state.name(card[CARD]),
        [(place, other[1:], other[ID] in roles and other[ID]) for place, other in same],
        [other[ID] for _, other in same].index(card_id),
    )


def _object(state: DGraymanState, seat: int, card_id: int) -> str:
    found = state.find(card_id)
    mine = found is not None and found[0] == seat
    return ("own " if mine else "") + _on_field(state, seat, card_id)


def _card(state: DGraymanState, seat: int, card: int) -> str:
    return f'"{state.name(card)}"'


def _waiting(state: DGraymanState, seat: int, ability: tuple[int, int]) -> str:
    card, place = ability
    same = sorted({other[2] for other in state.waiting if other[1] == card} | {place})
    return numbered(state.name(card), same, same.index(place))


def _unit(state: DGraymanState, seat: int, names: tuple[str, ...]) -> str:
    return f'"{" & ".join(names)}"'


def expand(text: str) -> list[str]:
    """Split a text that names an action with its picks into its parts.

    `recover "B" with "A"` names the card to recover, `guard "A" with "B"` is an answer of two units, and
    `use "S" with "A" on "B"` a Skill card with its choice.
    """
    parts: list[str] = []
    for sentence in text.split(";"):
        sentence = sentence.strip()
        what = re.fullmatch(r'recover ("[^"]*") (with .*)', sentence)
        two = re.fullmatch(r'((?:guard|intercept) "[^"]*"(?: \d+)?) (with .*)', sentence)
        aimed = re.fullmatch(r"((?:use|respond) .*) on ((?:unit |own )?\"[^\"]*\"(?: \d+)?)", sentence)
        if what:
            parts += [f"recover {what.group(2)}", f"take {what.group(1)}"]
        elif two:
            parts += [two.group(1), two.group(2)]
        elif aimed:
            parts += [aimed.group(1), f"choose {aimed.group(2)}"]
        else:
            parts.append(sentence)
    return parts


def contract(parts: Sequence[str]) -> str:
    """Join an action and its picks into one text."""
    line = ""
    for part in parts:
        declared = re.fullmatch(r'(.*; )?recover (with "[^"]*"(?: \d+)?)', line)
        if declared and part.startswith("take "):
            line = f"{declared.group(1) or ''}recover {part.removeprefix('take ')} {declared.group(2)}"
        elif line and part.startswith("with "):
            line += f" {part}"
        elif line and part.startswith("choose ") and re.match(r"(.*; )?(use|respond) [^;]*$", line):
            line += f" on {part.removeprefix('choose ')}"
        else:
            line += f"; {part}" if line else part
    return line


def _said(state: DGraymanState, seat: int, value: Any) -> str:
    return str(value)


NOTATION = Notation(
    spell={
        "card": _card,
        "pile": _card,
        "actor": _on_field,
        "target": _on_field,
        "object": _object,
        "unit": _unit,
        "waiting": _waiting,
        "seat": _said,
    },
    expand=expand,
    contract=contract,
)
