"""How actions of Altaria are written: `attack "Sunlit Herald" -> cores 1 2`, `summon "X" paying "A" onto "B"`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engines.altaria.cards import UNSEEN
from engines.altaria.state import CARD, ID, AltariaState
from engines.core.notation import Notation, names_in, numbered


def _unit(state: AltariaState, seat: int, unit_id: int) -> str:
    side = state.owner(unit_id)
    if side is None:
        return f"#{unit_id}"
    card = next(unit[CARD] for unit in state.players[side].field if unit[ID] == unit_id)
    same = [unit for unit in state.players[side].field if unit[CARD] == card]
    return numbered(state.name(card), [unit[1:] for unit in same], [unit[ID] for unit in same].index(unit_id))


def _card(state: AltariaState, seat: int, card: int) -> str:
    return f'"{state.name(card)}"'


def _energy(state: AltariaState, seat: int, at: int) -> str:
    energy = state.players[seat].energy
    same = [place for place, entry in enumerate(energy) if entry[0] == energy[at][0]]
    return numbered(state.name(energy[at][0]), [energy[place] for place in same], same.index(at))


def _altar(state: AltariaState, seat: int, at: int) -> str:
    altar = state.players[seat].altar
    same = [place for place, entry in enumerate(altar) if entry[0] == altar[at][0]]
    return numbered(state.name(altar[at][0]), [altar[place] for place in same], same.index(at))


def _rival_altar(state: AltariaState, seat: int, at: int) -> str:
    return _altar(state, 1 - seat, at)


def _force(state: AltariaState, seat: int, place: tuple[int, int]) -> str:
    side, at = place
    force = state.players[side].altar[at][1]
    same = [
        (s, a) for s, player in enumerate(state.players) for a, altar in enumerate(player.altar) if altar[1] == force
    ]
    return numbered(state.name(force), [s for s, _ in same], same.index(place))


def _ability(state: AltariaState, seat: int, which: int) -> str:
    return f", ability {which + 1}" if which else ""


def _waiting(state: AltariaState, seat: int, ability: tuple[int, int]) -> str:
    card, place = ability
    same = sorted({other[2] for other in state.waiting if other[1] == card} | {place})
    return numbered(state.name(card), same, same.index(place))


def _word(state: AltariaState, seat: int, value: Any) -> str:
    return str(value)


def _revealed(state: AltariaState, seat: int, card: int) -> str:
    return "no Core Trigger" if card == UNSEEN else f'"{state.name(card)}"'


def expand(text: str) -> list[str]:
    """Split a text that names an action with its picks into its parts."""
    parts: list[str] = []
    for sentence in text.split(";"):
        sentence = sentence.strip()
        aimed = re.fullmatch(r"(.*->\s*)cores?\s+([\d\s,]+)", sentence)
        if aimed:
            parts += [f"{aimed.group(1)}cores", *(f"core {number}" for number in re.findall(r"\d+", aimed.group(2)))]
            continue
        main, *follow = re.split(r"\s+(?=(?:paying|onto)\s+\")", sentence)
        parts.append(main)
        for clause in follow:
            word, names = clause.split(" ", 1)
            verb = "pay" if word == "paying" else "onto"
            parts += [f"{verb} {name}" for name in names_in(names)]
    return parts


def contract(parts: Sequence[str]) -> str:
    """Join an action and its picks into one text, and unrelated actions with "; "."""
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


NOTATION = Notation(
    spell={
        "card": _card,
        "broken": _card,
        "waiting": _waiting,
        "ability": _ability,
        "unit": _unit,
        "target": _unit,
        "energy": _energy,
        "altar": _altar,
        "rival_altar": _rival_altar,
        "core": lambda s, seat, at: str(at + 1),
        "face": _word,
        "hand": _word,
        "order": _word,
        "revealed": _revealed,
        "force": _force,
    },
    expand=expand,
    contract=contract,
)
