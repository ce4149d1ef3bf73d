"""How actions are written: `summon "Storm Heron" by "Lio"`, `attack "Quick Flare" "Broad Flare"`, `deal 3 to "X"`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.core.notation import Notation, numbered
from engines.kingdom_hearts.state import CARD, HERO_ID, ID, Ally, KingdomHeartsState, Obstacle


def _card(state: KingdomHeartsState, seat: int, card: int) -> str:
    return f'"{state.name(card)}"'


def of_field(state: KingdomHeartsState, seat: int, number: int) -> str:
    """Return the hero or an ally of `seat`, as a caster, bearer or participant."""
    player = state.players[seat]
    if number == HERO_ID:
        return f'"{state.name(player.hero)}"'
    return _thing(state, seat, number)


def _thing(state: KingdomHeartsState, seat: int, number: int) -> str:
    """Return an obstacle or ally; one on the other field than that of `seat` is told apart by `theirs`."""
    found = state.find(number)
    if found is None:
        return f"#{number}"
    side, thing = found
    player = state.players[side]
    zone: Sequence[Ally | Obstacle] = player.obstacles if len(thing) == 2 else player.allies
    text = _numbered(state, [other for other in zone if other[CARD] == thing[CARD]], number)
    return text if side == seat else f"their {text}"


def _numbered(state: KingdomHeartsState, same: Sequence[Ally | Obstacle], number: int) -> str:
    at = [other[ID] for other in same].index(number)
    return numbered(state.name(same[0][CARD]), [other[1:] for other in same], at)


def expand(text: str) -> list[str]:
    """Split a text that names an action with its picks into its parts."""
    parts: list[str] = []
    for sentence in text.split(";"):
        sentence = sentence.strip()
        found = re.fullmatch(r'(attack|discard)((?:\s+"[^"]*")+)', sentence)
        names = re.findall(r'"[^"]*"', found.group(2)) if found else []
        if found and found.group(1) == "attack":
            parts += ["attack", *(f"attach {name}" for name in names), "enough"]
        elif found:
            parts += [f"discard {name}" for name in names]
        else:
            parts.append(sentence)
    return parts


def contract(parts: Sequence[str]) -> str:
    """Join an action and its picks into one text: Attack cards together, all else with "; "."""
    line, attacking = "", False
    for part in parts:
        if attacking and part.startswith("attach "):
            line += part.removeprefix("attach")
        elif attacking and part == "enough":
            attacking = False
        else:
            line += f"; {part}" if line else part
            attacking = part == "attack"
    return line


NOTATION = Notation(
    spell={
        "card": _card,
        "hero": _card,
        "picked": _card,
        "caster": of_field,
        "bearer": of_field,
        "ally": of_field,
        "obstacle": _thing,
        "target": _thing,
        "amount": lambda s, seat, amount: str(amount),
        "seat": lambda s, seat, who: f"P{who + 1}",
    },
    expand=expand,
    contract=contract,
)
