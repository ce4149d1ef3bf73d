"""How actions of Altaria are written: `attack "Sunlit Herald" -> cores 1 2`, `summon "X" paying "A" onto "B"`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.altaria.cards import UNSEEN
from engines.altaria.state import AltariaState
from engines.kernel.tuples import NO_CARD
from engines.legal.arguments import (
    Argument,
    ability_waiting,
    card_in_play,
    card_of,
    number_in,
    place_in,
    spelling,
    word,
)
from engines.legal.notation import Notation, by_sentence, names_in, numbered


def _force(state: AltariaState, seat: int, place: tuple[int, int]) -> str:
    side, at = place
    force = state.players[side].altar[at][1]
    same = [
        (s, a) for s, player in enumerate(state.players) for a, altar in enumerate(player.altar) if altar[1] == force
    ]
    return numbered(state.name(force), [s for s, _ in same], same.index(place))


def _forces(state: AltariaState, seat: int) -> list[tuple[int, int]]:
    sides = enumerate(state.players)
    return [(side, at) for side, player in sides for at, altar in enumerate(player.altar) if altar[1] != NO_CARD]


ARGUMENTS: dict[str, Argument[AltariaState]] = {
    "card": card_of("hand"),
    "broken": Argument(
        lambda state, seat, card: f'"{state.name(card)}"',
        lambda state, seat, card: [f"{seat}.cores.broken.{at}" for at, one in enumerate(state.broken) if one == card],
        lambda state, seat: [
            c for c in dict.fromkeys(state.broken) if c != UNSEEN and state.attack and state.attack.seat != seat
        ],
    ),
    "waiting": ability_waiting(),
    "ability": Argument(lambda state, seat, which: f", ability {which + 1}" if which else ""),
    "unit": card_in_play("field"),
    "target": card_in_play("field", side="rival"),
    "object": card_in_play("field", side="any"),
    "energy": place_in("energy"),
    "altar": place_in("altar"),
    "rival_altar": place_in("altar", side="rival"),
    "core": number_in("cores", side="rival"),
    "force": Argument(_force, lambda s, seat, at: [f"{at[0]}.altar.{at[1]}", f"{at[0]}.altar.{at[1]}.force"], _forces),
    "revealed": Argument(lambda s, seat, card: "no Core Trigger" if card == UNSEEN else f'"{s.name(card)}"'),
    "face": word("up", "down"),
    "hand": word(),
    "order": word(),
}


def parts_of(sentence: str) -> list[str]:
    """Split a sentence that names an action with its picks into its parts."""
    aimed = re.fullmatch(r"(.*->\s*)cores?\s+([\d\s,]+)", sentence)
    if aimed:
        return [f"{aimed.group(1)}cores", *(f"core {number}" for number in re.findall(r"\d+", aimed.group(2)))]
    parts: list[str] = []
    main, *follow = re.split(r"\s+(?=(?:paying|onto)\s+\")", sentence)
    for clause in follow:
        word, names = clause.split(" ", 1)
        parts += [f"{'pay' if word == 'paying' else 'onto'} {name}" for name in names_in(names)]
    return [main, *parts]


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


NOTATION = Notation(spell=spelling(ARGUMENTS), expand=by_sentence(parts_of), contract=contract)
