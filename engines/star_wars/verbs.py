"""The verbs of card effects: their arguments and functions. Their wording is in `text`.

Each does as much as it can (SW-R16). The choices between them are rows of the flow table; see `effects`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.book.cards import FieldRule
from engines.kernel.verbs import Verbs
from engines.star_wars.automatic import battling_unit, check_units, draw, gain_force, put_damage
from engines.star_wars.cards import BATTLE, KINDS, MISSION, VALUES
from engines.star_wars.state import (
    CHANGES,
    DAMAGE,
    EFFECTS,
    ID,
    IN_BATTLE,
    MOST_COUNTERS,
    RETREATED,
    StarWarsState,
    Unit,
    battle_of,
    merge_effects,
)

Arguments = Mapping[str, Any]
COUNT = FieldRule(int, True, low=1)
CHANGE = FieldRule(int, default=0)
VALUE_FIELDS = dict.fromkeys(VALUES, CHANGE)
KIND = FieldRule(str, True, KINDS)


def one_of(*words: str) -> FieldRule:
    """Return the rule for an argument that must be one of these words: for a unit, "battling", "chosen" or "self"."""
    return FieldRule(str, True, words)


VERBS = Verbs()
CHOICE = {"what": one_of("unit", "build"), "whose": one_of("own", "rival")}
VERBS.answered("choose", **CHOICE, kind=FieldRule(str, False, KINDS), retreated=FieldRule(bool, default=False))
VERBS.answered("choose_dice", count=FieldRule(int, low=1), whose=FieldRule(str, False, ("own", "rival"), "own"))
VERBS.answered("reroll")
VERBS.answered("bonus", units=one_of("others", "all"), kind=KIND, min_speed=CHANGE, **VALUE_FIELDS)
VERBS.answered("hits", face=FieldRule(int, True, (1, 2, 3)), kind=KIND)

CLAUSES = {MISSION: "SW-7.12", "command_start": "SW-6.7", "deployed": "SW-7.7"}


def clause_of_ability(state: StarWarsState, card: int = -1, place: int = -1) -> str:
    """Return the clause to cite for an ability.

    card, place : the card and the index of the ability; by default the one being carried out.
    """
    if card < 0:
        card, place = state.procedure_locals.card, state.procedure_locals.ability
    found = state.game.cards[card]
    return "SW-10.3" if found.category == BATTLE else CLAUSES.get(found.abilities[place].when, "SW-10.2")


def build_code(side: int, at: int) -> int:
    """Return the code by which `Resolving.chosen` stores a card under construction."""
    return -1 - 2 * at - side


def chosen_build(code: int) -> tuple[int, int]:
    """Return (seat, place) of a card under construction, given its code."""
    return (-1 - code) % 2, (-1 - code) // 2


def target_of_effect(state: StarWarsState, seat: int, which: str) -> tuple[int, int, Unit] | None:
    """Return (seat, zone, unit) of the unit that an effect refers to, or None if it has left.

    which : "battling", "chosen", or "self" for the unit that has the effect.
    """
    if which == "battling":
        return battling_unit(state, seat)
    unit_id = state.procedure_locals.chosen if which == "chosen" else state.procedure_locals.unit
    return state.find(unit_id) if unit_id > 0 else None


@VERBS.verb("damage", count=COUNT)
def damage(state: StarWarsState, seat: int, a: Arguments) -> None:
    """Put damage counters on the chosen unit (SW-4.6, 14.2)."""
    found = target_of_effect(state, seat, "chosen")
    if found:
        put_damage(state, found[0], found[2], a["count"], clause_of_ability(state))
        check_units(state, found[2][ID])


@VERBS.verb("heal", count=COUNT, unit=one_of("chosen", "self"))
def heal(state: StarWarsState, seat: int, a: Arguments) -> None:
    """Remove up to the given number of damage counters from a unit."""
    found = target_of_effect(state, seat, a["unit"])
    count = min(a["count"], found[2][DAMAGE]) if found else 0
    if found and count:
        left = found[2][DAMAGE] - count
        state.change(found[2], damage=left)
        state.note("healed", clause_of_ability(state), found[0], unit=found[2], count=count, damage=left)


@VERBS.verb("sabotage", count=COUNT)
def sabotage(state: StarWarsState, seat: int, a: Arguments) -> None:
    """Remove up to the given number of build counters from the chosen card."""
    if state.procedure_locals.chosen < 0:
        side, at = chosen_build(state.procedure_locals.chosen)
        card, counters, shown = state.players[side].building[at]
        count = min(a["count"], counters)
        state.players[side].building[at] = (card, counters - count, shown)
        state.note("sabotaged", clause_of_ability(state), side, count=count, left=counters - count)


@VERBS.verb("advance", count=COUNT)
def put_build_counters(state: StarWarsState, seat: int, a: Arguments) -> None:
    """Put build counters on the chosen card under construction (SW-7.2)."""
    if state.procedure_locals.chosen < 0:
        side, at = chosen_build(state.procedure_locals.chosen)
        card, counters, shown = state.players[side].building[at]
        total = min(MOST_COUNTERS, counters + a["count"])
        state.players[side].building[at] = (card, total, shown)
        state.note("advanced", clause_of_ability(state), side, count=total - counters, total=total)


@VERBS.verb("draw", count=COUNT)
def draw_cards(state: StarWarsState, seat: int, a: Arguments) -> None:
    """Draw cards (SW-14.4)."""
    draw(state, seat, a["count"], clause_of_ability(state))


@VERBS.verb("gain", force=COUNT, who=one_of("own", "more_units"))
def gain(state: StarWarsState, seat: int, a: Arguments) -> None:
    """Give Force points to the controller, or to the player with more units in the card's arena, if there is one."""
    if a["who"] == "more_units":
        place = state.faces[state.procedure_locals.card].kind
        counts = [len(player.units[place]) for player in state.players]
        if counts[0] == counts[1]:
            return
        seat = counts.index(max(counts))
    gain_force(state, seat, a["force"], clause_of_ability(state))


@VERBS.verb("modify", unit=one_of("battling", "chosen", "self"), until=one_of("battle", "turn"), **VALUE_FIELDS)
def modify(state: StarWarsState, seat: int, a: Arguments) -> None:
    """Change values of a unit for this battle or this turn (SW-R30)."""
    found = target_of_effect(state, seat, a["unit"])
    if found:
        lasts = IN_BATTLE if a["until"] == "battle" else 0
        effects = tuple((value + lasts, a[name]) for value, name in enumerate(VALUES) if a[name])
        state.change(found[2], effects=merge_effects((*found[2][EFFECTS], *effects)))
        for value, amount in effects:
            state.remember(found[2][ID], CHANGES[value], amount, state.procedure_locals.card)
        if state.listener is not None:
            for value, amount in effects:
                facts: dict[str, Any] = {"value": VALUES[value - lasts].capitalize(), "amount": f"{amount:+d}"}
                state.note(f"modified.{a['until']}", "SW-R30", found[0], unit=found[2], **facts)
        check_units(state, found[2][ID])


@VERBS.verb("alter_damage", due=one_of("dealt", "taken"), count=FieldRule(int, True))
def alter_damage(state: StarWarsState, seat: int, a: Arguments) -> None:
    """Change the damage that a battling unit is about to deal or take, but not below 0 (SW-R27)."""
    battle = battle_of(state)
    dealer = seat if a["due"] == "dealt" else 1 - seat
    side, deals = battle.side(dealer), list(battle.deals)
    deals[side] = max(0, deals[side] + a["count"])
    state.battle = battle._replace(deals=(deals[0], deals[1]))
    state.note("damage_altered", "SW-9.17", dealer, count=deals[side])


@VERBS.verb("intercept")
def intercept_attack(state: StarWarsState, seat: int, a: Arguments) -> None:
    """Make the unit with the text the target of the attack, if another unit of its player is attacked in its arena."""
    battle, found = battle_of(state), target_of_effect(state, seat, "self")
    if found and battle.seat != seat and found[1] == state.arena and found[2][ID] != battle.target:
        state.battle = battle._replace(target=found[2][ID])
        state.note("intercepted", clause_of_ability(state), seat, unit=found[2])


@VERBS.verb("untap", unit=one_of("battling"))
def untap(state: StarWarsState, seat: int, a: Arguments) -> None:
    """Untap a unit, which may then act again (SW-R20)."""
    found = target_of_effect(state, seat, a["unit"])
    if found:
        state.change(found[2], tapped=False)
        state.note("untapped_unit", clause_of_ability(state), seat, unit=found[2])


@VERBS.verb("retreat", unit=one_of("battling"))
def retreat(state: StarWarsState, seat: int, a: Arguments) -> None:
    """Move a unit to the build zone, tapped, with everything on it (SW-R25)."""
    found = target_of_effect(state, seat, a["unit"])
    if found:
        state.change(found[2], tapped=True, to=RETREATED)
        state.note("left_battle", "SW-R25", found[0], unit=found[2])
        check_units(state, found[2][ID])
