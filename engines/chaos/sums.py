"""CHA-2.11 to 2.13 line by line: the parts of ATK and END, and the totals of a battle, of damage or of a price."""

from __future__ import annotations

from typing import Any

from engines.book.words import Phrase
from engines.chaos.cards import EXTRA, NO_CARD
from engines.chaos.costs import cost_of
from engines.chaos.state import AREAS, ATK, END, PARTNER, ChaosState, Damage, Found, Pile, Resolution
from engines.chaos.values import area_of, current_atk, current_end, of_trait
from engines.forms.sums import Part, Parts, Side, Sums, Tally, add_changes, add_lasting, add_line, printed_line


def sums(state: ChaosState, side: int, zone: str, record: Any) -> Sums:
    """Return the parts of a character's ATK and END; {} for other zones."""
    if zone not in AREAS:
        return {}
    space = state.location[record.id][1]
    return {"atk": parts_of(state, side, space, record, ATK), "end": parts_of(state, side, space, record, END)}


def parts_of(state: ChaosState, seat: int, space: int, pile: Pile, what: str) -> Parts:
    """Return the parts that `values.atk_and_end` adds up, for ATK or END (CHA-R14, CHA-2.13, 10.2, 11.3, 3.3)."""
    faces, face, modifier = state.faces, state.faces[pile.top], f"{what}_mod"
    parts = printed_line(getattr(face, what))
    if space == PARTNER or face.category == EXTRA:
        add_line(parts, getattr(face, modifier), "modifier")
    for card in pile.levels:
        add_line(parts, getattr(faces[card], modifier), "level", card=state.name(card))
    if pile.gear != NO_CARD:
        add_line(parts, getattr(faces[pile.gear], modifier), "from", card=state.name(pile.gear))
    add_lasting(state, parts, pile.id, what, sum(amount for kind, amount in pile.effects if kind == what))
    for more_atk, more_end, trait in face.statics if pile.up else ():
        amount = more_atk if what == ATK else more_end
        times = of_trait(state, seat, pile, trait) if trait else 1
        if trait:
            add_line(parts, amount * times, "own_each", trait=trait, count=times)
        else:
            add_line(parts, amount, "own")
    add_changes(parts, state.changes, state, what, seat, area_of(space), pile)
    return parts


def limits(state: ChaosState, seat: int) -> dict[str, int]:
    """Return the hand limit at the end of a turn (CHA-7.14)."""
    return {"hand": state.game.parameters["hand_limit"]}


def tallies(state: ChaosState, seat: int) -> list[Tally]:
    """Return the damage still to be carried out, the parts still to be paid, and the strikes of a battle."""
    local = state.procedure_locals
    if type(local) is Damage and local.left:
        return [Tally("damage", (Side(local.seat, local.left),))]
    if type(local) is Resolution and (local.hand or local.rest or local.friend):
        cost, found = cost_of(state, local), []
        for what in ("hand", "rest", "friend"):
            due, whole = getattr(local, what), getattr(cost, what)
            if due:
                side = Side(local.seat, max(0, whole - due), state.name(local.card), of=max(whole, due))
                found.append(Tally(f"pay_{what}", (side,)))
        return found
    return _battle(state)


def _battle(state: ChaosState) -> list[Tally]:
    battle = state.battle
    attacker = battle and battle.attacker not in battle.out and state.location.get(battle.attacker)
    if battle is None or not attacker:
        return []
    number = battle.guard or battle.target
    if not number:
        return [Tally("direct", (_striker(state, attacker),))]
    other = state.location.get(number)
    if other is None or number in battle.out:
        return []
    one, two = _striker(state, attacker, other), _striker(state, other, attacker)
    return [Tally("strike", (one, two))]


def _striker(state: ChaosState, found: Found, other: Found | None = None) -> Side:
    """Return the strength of a character's strike, and the damage that makes the other one fall (CHA-12.14)."""
    seat, _, pile = found
    falls = None if other is None else max(0, current_end(state, *other) - other[2].damage)
    return Side(seat, max(0, current_atk(state, *found)), state.name(pile.top), _floored(state, found), falls)


def _floored(state: ChaosState, found: Found) -> Parts:
    """Return the parts of the damage that a character deals: its ATK, but at least 0 (CHA-R13)."""
    (seat, space, pile), strength = found, current_atk(state, *found)
    parts = parts_of(state, seat, space, pile, ATK)
    return [*parts, Part(-strength, Phrase("sum.floor", {"least": 0}))] if strength < 0 else parts
