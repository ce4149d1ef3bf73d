"""How Star Wars carries out texts in the shared effect language (SW-R16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from engines.book.card_programs import DiceRules, ProgramRules, Running, TextUsed, UseTime
from engines.book.figure_changes import ChangeRules
from engines.book.forbidden_actions import Forbidden, ForbidRules
from engines.kernel.state import Action
from engines.legal.card_filters import Thing
from engines.legal.forbidden_actions import actor_at, used_at
from engines.star_wars.automatic import check_units, discard_unit, draw, put_damage
from engines.star_wars.building import mission_text
from engines.star_wars.cards import COUNTED, FIGHTS, LOCATION, ROLLED, UNIT, USE_TIMES, VALUES, WINDOWS
from engines.star_wars.ready import alike_faces, battle_faces
from engines.star_wars.state import (
    CARDS,
    CHANGES,
    DAMAGE,
    EFFECTS,
    ID,
    IN_BATTLE,
    TAPPED,
    WINDOW,
    ZONES,
    StarWarsState,
    battle_of,
    merge_effects,
    own_dice,
)
from engines.star_wars.values import value
from engines.star_wars.windows import text_in_window

CLAUSE = "SW-R16"
DISCARD = "discard"


def draw_for(state: StarWarsState, seats: Sequence[int], count: int) -> None:
    """Draw cards (SW-14.4)."""
    for seat in seats:
        draw(state, seat, count, CLAUSE)


def leave_play(state: StarWarsState, thing: Thing, to: str) -> tuple[int, Sequence[int]]:
    """Take a unit with its whole stack out of play; its Equipment returns to the build zone (SW-11.12, 13.7)."""
    unit: Any = thing.record
    state.note("left_play", CLAUSE, thing.seat, unit=unit)
    discard_unit(state, thing.seat, ZONES.index(thing.zone), unit, falls=to == DISCARD)
    if to == DISCARD:
        return thing.seat, ()
    pile = state.players[thing.seat].discard
    for card in unit[CARDS]:
        pile.remove(card)
    return thing.seat, unit[CARDS]


def shift_unit(state: StarWarsState, thing: Thing, to: str) -> None:
    """Move a unit with everything on it to an arena or to the build zone; it is not deployed and does not retreat."""
    unit: Any = thing.record
    state.change(unit, to=ZONES.index(to))


def turn_unit(state: StarWarsState, thing: Thing, name: str, tapped: Any) -> None:
    """Tap or untap a unit (SW-R20)."""
    unit: Any = thing.record
    if unit[TAPPED] != tapped:
        state.change(unit, tapped=tapped)
        state.note("tapped_unit" if tapped else "untapped_unit", CLAUSE, thing.seat, unit=unit)


def put_counters(state: StarWarsState, thing: Thing, name: str, amount: int) -> None:
    """Put damage counters on a unit, or take off at most as many as there are (SW-4.6, 14.2)."""
    unit: Any = thing.record
    if amount > 0:
        put_damage(state, thing.seat, unit, amount, CLAUSE)
        check_units(state, unit[ID])
        return
    count = min(-amount, unit[DAMAGE])
    if count:
        state.change(unit, damage=unit[DAMAGE] - count)
        state.note("healed", CLAUSE, thing.seat, unit=unit, count=count, damage=unit[DAMAGE] - count)


def change_figures(state: StarWarsState, thing: Thing, figures: Mapping[str, int], until: str) -> None:
    """Change the values of a unit for this battle or this turn (SW-R30)."""
    unit: Any = thing.record
    lasts = IN_BATTLE if until == "battle" else 0
    effects = tuple((VALUES.index(name) + lasts, amount) for name, amount in figures.items())
    state.change(unit, effects=merge_effects((*unit[EFFECTS], *effects)))
    for what, amount in effects:
        state.remember(unit[ID], CHANGES[what], amount, state.procedure_locals.card)
        facts: dict[str, Any] = {"value": VALUES[what - lasts].capitalize(), "amount": f"{amount:+d}"}
        state.note(f"modified.{until}", "SW-R30", thing.seat, unit=unit, **facts)
    check_units(state, unit[ID])


def change_force(state: StarWarsState, seat: int, amount: int) -> None:
    """Give Force points, or take them, never below 0 (SW-4.7)."""
    state.players[seat].force = max(0, state.players[seat].force + amount)


def change_build_points(state: StarWarsState, seat: int, amount: int) -> None:
    """Give build points, or take them, never below 0."""
    state.players[seat].build = max(0, state.players[seat].build + amount)


def current_value(what: int) -> Any:
    """Return the function that gives the current Speed, Power or Health of a unit."""
    return lambda state, thing: value(state, thing.seat, ZONES.index(thing.zone), thing.record, what)


def card_played(state: StarWarsState, seat: int, action: Action) -> TextUsed | None:
    """Return the text of the Battle card that an action plays in the open window."""
    return text_in_window(state, seat, action[1], WINDOW.get(state.step.name, ""))


def ability_used(state: StarWarsState, seat: int, action: Action) -> TextUsed | None:
    """Return the text of the unit's ability that an action uses in the open window."""
    _, _, unit = state.there(action[1])
    return text_in_window(state, seat, unit[CARDS][0], WINDOW.get(state.step.name, ""), unit[ID])


DUE = ("dealt", "taken")
"""The damage that a text may alter: what its unit is about to deal, or to take."""
DAMAGE_TIMES = (COUNTED, WINDOWS[2])
"""The moments at which the damage of a battle is known and not yet dealt."""


def _side_that_deals(state: StarWarsState, due: str, seat: int, card: Any) -> int:
    """Return whose damage it is, as the index in the pairs of a battle.

    card : the unit that has the text; None for a Battle card, whose player's unit is meant.
    """
    owner = seat if card is None else card.seat
    return battle_of(state).side(owner if due == "dealt" else 1 - owner)


def read_damage(due: str, state: StarWarsState, seat: int, card: Any) -> int:
    """Return the damage that a battling unit is about to deal or to take (SW-R27)."""
    return battle_of(state).deals[_side_that_deals(state, due, seat, card)]


def write_damage(due: str, state: StarWarsState, seat: int, card: Any, number: int) -> None:
    """Alter the damage that a battling unit is about to deal or to take (SW-R27)."""
    battle, side = battle_of(state), _side_that_deals(state, due, seat, card)
    if card is not None and card.record[ID] not in (battle.attacker, battle.target):
        return
    deals = list(battle.deals)
    deals[side] = number
    state.battle = battle._replace(deals=(deals[0], deals[1]))
    state.note("damage_altered", "SW-9.17", battle.seat if side == 0 else 1 - battle.seat, count=number)


def put_dice(state: StarWarsState, seat: int, dice: tuple[int, ...]) -> None:
    """Replace the dice that a player has rolled in this battle (SW-9.15)."""
    battle = battle_of(state)
    both = list(battle.dice)
    both[battle.side(seat)] = dice
    state.battle = battle._replace(dice=(both[0], both[1]))


def battle_dice(state: StarWarsState) -> list[int]:
    """Return what a rerolled die may show (SW-R26)."""
    return [action[1] for action in battle_faces(state)]


def weigh_dice(state: StarWarsState, faces: Sequence[int]) -> list[int] | None:
    """Return how many faces each of these stands for; None if each stands for itself."""
    return alike_faces(state, [("roll", face) for face in faces])


def ways_of(changes: ChangeRules) -> ProgramRules:
    """Return the rules by which Star Wars carries out texts in the shared effect language.

    changes : the zones, marks and figures.
    """
    return ProgramRules(
        changes,
        CLAUSE,
        hand="hand",
        deck="deck",
        pile=DISCARD,
        source="unit",
        draw=draw_for,
        leave=leave_play,
        marks=("tapped",),
        mark=turn_unit,
        counted=("damage",),
        counters=put_counters,
        durations=("turn", "battle"),
        change=change_figures,
        points={"force": change_force, "build_points": change_build_points},
        has_points={
            "force": lambda state, seat: state.players[seat].force,
            "build_points": lambda state, seat: state.players[seat].build,
        },
        current={name: current_value(at) for at, name in enumerate(VALUES)},
        itself=("unit",),
        played=WINDOWS,
        uses={"play": card_played, "use": ability_used, "complete": mission_text},
        unasked=("mission",),
        gone=("discarded",),
        shared_only=("discarded", "battle_end", *FIGHTS, ROLLED, COUNTED, *USE_TIMES),
        settles=dict.fromkeys(("A6", "B0", "C3", "C4", "U1", "DIE", "U5", "U7", "U9"), "TRIGGERS"),
        running={name: Running(DAMAGE_TIMES, partial(read_damage, name), partial(write_damage, name)) for name in DUE},
        settle=check_units,
        shifts=ZONES,
        lying=(LOCATION,),
        shift=shift_unit,
        dice=DiceRules(6, own_dice, put_dice, battle_dice, weigh_dice, (ROLLED, WINDOWS[1])),
        use_times={
            "build_step": UseTime(("C3", "C4")),
            "acts": UseTime(("U1",), lambda s: s.procedure_locals.units[0], "A7"),
        },
    )


def acting_unit(state: StarWarsState) -> int:
    """Return the id of the unit that would battle now."""
    number: int = state.procedure_locals.units[0]
    return number


def built_card(state: StarWarsState, seat: int, action: Action) -> int:
    """Return the card under construction that an action completes."""
    return state.players[seat].building[action[1]][0]


def forbids_of(changes: ChangeRules) -> ForbidRules:
    """Return the actions that texts may forbid, and the cards of them that they may name."""
    return ForbidRules(
        changes,
        "SW-R48",
        {
            "attack": Forbidden(("battle",), actor_at(1), target=actor_at(2)),
            "retreat": Forbidden(("retreat",), actor_at(1)),
            "redeploy": Forbidden(("redeploy",), actor_at(1)),
            "use": Forbidden(("use", "text_use"), actor_at(1)),
            "play": Forbidden(("play",), used=used_at(1)),
            "complete": Forbidden(("complete", "complete_top", "complete_under"), used=built_card),
        },
        (UNIT, LOCATION),
        musts=("attack", "retreat"),
    )
