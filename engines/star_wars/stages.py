"""The right moment: each function brings a copy of a position to the moment at which an action could be legal.

They are the repair functions of the timing requirement; `engines.star_wars.repairs` has those of the others.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.core.state import Action
from engines.star_wars.authoring import UNIT
from engines.star_wars.combat import WINDOW
from engines.star_wars.state import (
    CARDS,
    ID,
    NO_ARENA,
    RETREATED,
    Battle,
    Bidding,
    Exchanging,
    Next,
    StarWarsState,
)

Repair = Callable[[StarWarsState, int, Action], None]


def _clear(state: StarWarsState) -> None:
    state.result, state.battle, state.waiting = None, None, ()
    state.frames, state.local, state.pending = (), (), ()
    state.turn = max(1, state.turn)


def stage(dark_step: str, light_step: str) -> Repair:
    """Return the repair function that makes it this player's decision in the step of the own side, all else done."""

    def make_true(state: StarWarsState, seat: int, action: Action) -> None:
        _clear(state)
        state.arena = NO_ARENA
        state.step = state.game.flow.steps[dark_step if seat == state.dark else light_step]

    return make_true


def in_setup(state: StarWarsState, seat: int, action: Action) -> None:
    """Let this player complete the initial placement alone."""
    _clear(state)
    state.turn, state.arena, state.placing = 0, NO_ARENA, seat
    state.step = state.game.flow.steps["S9"]


def in_exchange(state: StarWarsState, seat: int, action: Action) -> None:
    """Let this player stand in the own mulligan."""
    stage("S4", "S5")(state, seat, action)
    state.turn = 0
    after = state.game.flow.places[f"{'S4' if seat == state.dark else 'S5'}"]
    state.frames = (after, (), ())
    state.local = Exchanging(seat, 1 if action[0] == "done" else 0)
    state.step = state.game.flow.steps["EXCHANGE"]


def plain_unit(state: StarWarsState, kind: int) -> int:
    """Return a unit card of a kind without text, and without identity if there is one."""
    plain = [
        card for card in state.game.cards if card.category == UNIT and card.extra.kind == kind and not card.abilities
    ]
    return min(plain, key=lambda card: bool(card.extra.identity)).number


def add_unit(state: StarWarsState, seat: int, place: int, tapped: bool = False) -> int:
    """Put a plain unit into an arena and return its id."""
    state.serial += 1
    state.players[seat].units[place].append((state.serial, (plain_unit(state, place),), tapped, 0, (), ()))
    return state.serial


def let_act(state: StarWarsState, seat: int, unit_id: int, tied: bool = False) -> None:
    """Let a unit of `seat` be the only untapped one in its arena, with an enemy there; `tied` with a second like it."""
    _, state.arena, _ = state.there(unit_id)
    if not state.players[1 - seat].units[state.arena]:
        add_unit(state, 1 - seat, state.arena)
    for player in state.players:
        for other in player.units[state.arena][:]:
            state.change(other, tapped=other[ID] != unit_id)
    units: tuple[int, ...] = (unit_id,)
    if tied:
        state.serial += 1
        state.players[seat].units[state.arena].append((state.serial, *state.there(unit_id)[2][1:]))
        units = (unit_id, state.serial)
    state.local = Next(seat, units)


def begin_battle(state: StarWarsState, seat: int, place: int, own: int = 0) -> None:
    """Let a unit of `seat` (a new one, or `own`) battle a new unit of the rival in an arena."""
    _clear(state)
    state.arena = place
    attacker = own or add_unit(state, seat, place)
    _, _, unit = state.there(attacker)
    state.change(unit, tapped=True)
    state.battle = Battle(seat, attacker, add_unit(state, 1 - seat, place), ((1,), (1,)), (0, 0), ())


def in_window(state: StarWarsState, seat: int, action: Action) -> None:
    """Let a battle stand in a window of the right number, with this player asked."""
    if action[0] == "use":
        found = state.find(action[1])
        moments = state.faces[found[2][CARDS][0]].moments if found else {}
        own = found is not None and found[0] == seat and found[1] != RETREATED
        place = found[1] if found and found[1] != RETREATED else 0
        begin_battle(state, seat, place, action[1] if own else 0)
    else:
        moments = state.faces[action[1]].moments if action[0] == "play" else {}
        begin_battle(state, seat, 0)
    state.step = state.game.flow.steps[next((step for step, moment in WINDOW.items() if moment in moments), "U2")]
    state.local = (seat, 0)


def to_act(step: str) -> Repair:
    """Return the repair function that lets the named unit, or another one of this player, act next."""

    def make_true(state: StarWarsState, seat: int, action: Action) -> None:
        _clear(state)
        found = state.find(action[1]) if len(action) > 1 else None
        own = found is not None and found[0] == seat and found[1] != RETREATED
        let_act(state, seat, action[1] if own else add_unit(state, seat, 0), tied=step == "A8")
        state.step = state.game.flow.steps[step]

    return make_true


def dark_to_bid(state: StarWarsState, seat: int, action: Action) -> None:
    """Let this player be the Dark one, with a contest to open."""
    _clear(state)
    state.dark, state.arena, state.local = seat, 2, Bidding("", (0, 0), 0)
    state.step = state.game.flow.steps["A3"]


def to_raise(state: StarWarsState, seat: int, action: Action) -> None:
    """Let it be this player's turn to raise in a contest."""
    _clear(state)
    state.arena, state.local = 2, Bidding("", (0, 0), 0)
    state.step = state.game.flow.steps["A5" if seat == state.dark else "A4"]
