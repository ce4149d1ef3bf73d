"""How ChaosTCG carries out texts in the shared effect language (CHA-13.3, CHA-R57)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engines.book.card_programs import HERE, ProgramRules
from engines.book.figure_changes import ChangeRules
from engines.book.forbidden_actions import Forbidden, ForbidRules
from engines.chaos import arena
from engines.chaos.abilities import set_off
from engines.chaos.cards import EVENT_MOMENTS, FIGHTERS
from engines.chaos.library import draw
from engines.chaos.state import ATK, END, PARTNER, ROWS, STAND, ChaosState, Pile
from engines.chaos.values import current_atk, current_end
from engines.legal.card_filters import Thing
from engines.legal.forbidden_actions import actor_at, used_at

WAITING = "waiting_room"


def draw_for(state: ChaosState, seats: Sequence[int], count: int) -> None:
    """Draw cards for players, as many as their decks allow (CHA-R38)."""
    for seat in seats:
        draw(state, seat, count, "CHA-R38")


def leave_play(state: ChaosState, thing: Thing, to: str) -> tuple[int, Sequence[int]]:
    """Take a Friend out of the arena; all but the character itself goes to the waiting room (CHA-4.8, CHA-R19).

    The Partner stays in place (CHA-4.3, CHA-R56).
    """
    pile: Any = thing.record
    if not arena.leave_arena(state, pile.id, "CHA-4.8") or to == WAITING:
        return thing.seat, ()
    state.players[thing.seat].waiting.remove(pile.top)
    return thing.seat, (pile.top,)


def enter_arena(row: str) -> Any:
    """Return the function that puts a character into a free space of a row, or into the space that the card has left.

    If there is no room, the character goes to the waiting room.
    """

    def enter(state: ChaosState, seat: int, card: int, place: int, marks: Mapping[str, Any]) -> None:
        spaces = ROWS.get(row) or ((place,) if place > PARTNER else ())
        free = [space for space in spaces if state.players[seat].arena[space] is None]
        if not free or state.game.cards[card].category not in FIGHTERS:
            state.players[seat].waiting.append(card)
            return
        pile = Pile(state.new_id(), card, up=marks.get("up", True), turn=marks.get("orientation", STAND))
        arena.put_character(state, seat, free[0], pile, another=True)
        set_off(state, "enters", pile.id)

    return enter


def mark_character(state: ChaosState, thing: Thing, name: str, value: Any) -> None:
    """Turn a character face-up or face-down, or to an orientation (CHA-5.2, CHA-R12)."""
    pile: Any = thing.record
    if name == "orientation":
        arena.set_orientation(state, state.location[pile.id], value, "CHA-5.2")
    elif value:
        arena.turn_up(state, pile.id, "CHA-5.2")
    elif pile.up:
        arena.turn_down(state, pile.id)
        state.note("turned_down", "CHA-R12", thing.seat, unit=pile.top)


def put_counters(state: ChaosState, thing: Thing, name: str, amount: int) -> None:
    """Deal damage to a character, or heal at most as much as it has (CHA-R13)."""
    pile: Any = thing.record
    if amount > 0:
        arena.damage_character(state, state.location[pile.id], amount, "CHA-R13")
        return
    count = min(-amount, pile.damage)
    if count:
        arena.change_character(state, state.location[pile.id], damage=pile.damage - count)
        state.note("healed", "CHA-R13", thing.seat, unit=pile.top, count=count)


def change_figures(state: ChaosState, thing: Thing, figures: Mapping[str, int], until: str) -> None:
    """Change the ATK and END of a character until the end of the turn, the only duration there is (CHA-7.16)."""
    pile: Any = thing.record
    totals = dict(pile.effects)
    for name, amount in figures.items():
        totals[name] = totals.get(name, 0) + amount
    kept = tuple(sorted(one for one in totals.items() if one[1]))
    seat, space, now = state.location[pile.id]
    arena.put_character(state, seat, space, arena.with_effects(now, kept))
    for name, amount in figures.items() if state.listener is not None else ():
        state.remember(pile.id, name, amount, state.procedure_locals.card)
    change = f"{figures.get(ATK, 0):+d}/{figures.get(END, 0):+d}"
    state.note("modified", "CHA-7.16", seat, unit=pile.top, change=change)


def space_of(state: ChaosState, thing: Thing) -> int:
    """Return the space of a character."""
    pile: Any = thing.record
    return state.location[pile.id][1]


def is_partner(state: ChaosState, thing: Thing) -> bool:
    """Return True for a Partner, which stays in place (CHA-4.3, CHA-R56)."""
    return thing.zone == "partner"


def current_figure(compute: Callable[[ChaosState, int, int, Pile], int]) -> Any:
    """Return the function that computes the current ATK or END of a character, given that of a game's state."""

    def figure(state: ChaosState, thing: Thing) -> int:
        pile: Any = thing.record
        return compute(state, thing.seat, state.location[pile.id][1], pile)

    return figure


def ways_of(changes: ChangeRules) -> ProgramRules:
    """Return the rules by which ChaosTCG carries out texts in the shared effect language.

    changes : the zones, marks and figures.
    """
    return ProgramRules(
        changes,
        "CHA-R57",
        hand="hand",
        deck="deck",
        pile=WAITING,
        source="unit",
        subject="subject",
        draw=draw_for,
        leave=leave_play,
        enter={HERE: enter_arena(HERE), **{row: enter_arena(row) for row in ROWS}},
        place_of=space_of,
        marks=("up", "orientation"),
        mark=mark_character,
        counted=("damage",),
        counters=put_counters,
        durations=("turn",),
        change=change_figures,
        current={ATK: current_figure(current_atk), END: current_figure(current_end)},
        chained=("enters", "falls"),
        played=("use",),
        itself=FIGHTERS,
        meets=EVENT_MOMENTS,
        stays=is_partner,
    )


def forbids_of(changes: ChangeRules) -> ForbidRules:
    """Return the actions that texts may forbid, and the cards of them that they may name."""
    return ForbidRules(
        changes,
        "CHA-2.9",
        {
            "attack": Forbidden(("attack",), actor_at(1)),
            "guard": Forbidden(("guard",), actor_at(1)),
            "use": Forbidden(("use",), actor_at(1)),
            "enter": Forbidden(("enter",), used=used_at(1)),
            "play": Forbidden(("play",), used=used_at(1)),
            "set": Forbidden(("set",), used=used_at(1)),
        },
        FIGHTERS,
        musts=("attack",),
    )
