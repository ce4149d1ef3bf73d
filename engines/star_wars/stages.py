"""The right moment: each function brings a copy of a position to the moment at which an action could be legal.

They are the repair functions of the timing requirement; `engines.star_wars.repairs` has those of the others.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.kernel.state import Action
from engines.legal.stages import clear
from engines.star_wars.cards import UNIT
from engines.star_wars.combat import WINDOW
from engines.star_wars.state import CARDS, ID, NO_ARENA, RETREATED, Battle, Bidding, Exchanging, Next, StarWarsState

Repair = Callable[[StarWarsState, int, Action], None]


def begin(state: StarWarsState, step: str, arena: int = NO_ARENA) -> None:
    """Go to a step, with all that was under way done."""
    clear(state, step)
    state.turn, state.arena = max(1, state.turn), arena


def stage(dark_step: str, light_step: str) -> Repair:
    """Return the repair function that makes it this player's decision in the step of the own side, all else done."""
    return lambda state, seat, action: begin(state, dark_step if seat == state.dark else light_step)


def in_setup(state: StarWarsState, seat: int, action: Action) -> None:
    """Let this player complete the initial placement alone."""
    begin(state, "S9")
    state.turn, state.placing = 0, seat


def in_exchange(state: StarWarsState, seat: int, action: Action) -> None:
    """Let this player stand in the own mulligan."""
    begin(state, "EXCHANGE")
    state.turn = 0
    state.frames = (state.game.flow.places["S4" if seat == state.dark else "S5"], (), ())
    state.local = Exchanging(seat, 1 if action[0] == "done" else 0)


def plain_unit(state: StarWarsState, kind: int) -> int:
    """Return a unit card of a kind without text, and without identity if there is one."""
    plain = [
        card for card in state.game.cards if card.category == UNIT and card.extra.kind == kind and not card.abilities
    ]
    return min(plain, key=lambda card: bool(card.extra.identity)).number


def add_unit(state: StarWarsState, seat: int, place: int) -> int:
    """Put a plain unit into an arena and return its id."""
    return state.new_unit(seat, place, plain_unit(state, place))


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
        second = state.new_id()
        state.players[seat].units[state.arena].append((second, *state.there(unit_id)[2][1:]))
        units = (unit_id, second)
    state.local = Next(seat, units)


def begin_battle(state: StarWarsState, seat: int, place: int, own: int = 0, step: str = "U2") -> None:
    """Let a unit of `seat` (a new one, or `own`) battle a new unit of the rival, with this player asked in a window."""
    begin(state, step, place)
    attacker = own or add_unit(state, seat, place)
    state.change(state.there(attacker)[2], tapped=True)
    state.battle = Battle(seat, attacker, add_unit(state, 1 - seat, place), ((1,), (1,)))
    state.local = (seat, 0)


def window_of(state: StarWarsState, action: Action) -> str:
    """Return the step of the window in which a card or a unit's ability works, the first one by default."""
    found = state.find(action[1]) if action[0] == "use" else None
    card = found[2][CARDS][0] if found else action[1] if action[0] == "play" else 0
    return next((step for step, moment in WINDOW.items() if moment in state.faces[card].moments), "U2")


def own_there(state: StarWarsState, seat: int, action: Action) -> int:
    """Return the own unit in an arena that an action names, 0 if there is none."""
    found = state.find(action[1]) if len(action) > 1 else None
    return action[1] if found is not None and found[0] == seat and found[1] != RETREATED else 0


def in_window(state: StarWarsState, seat: int, action: Action) -> None:
    """Let a battle stand in a window of the right number, with this player asked."""
    own = own_there(state, seat, action) if action[0] == "use" else 0
    begin_battle(state, seat, state.there(own)[1] if own else 0, own, window_of(state, action))


def to_act(step: str) -> Repair:
    """Return the repair function that lets the named unit, or another one of this player, act next."""

    def make_true(state: StarWarsState, seat: int, action: Action) -> None:
        begin(state, step)
        let_act(state, seat, own_there(state, seat, action) or add_unit(state, seat, 0), tied=step == "A8")

    return make_true


def dark_to_bid(state: StarWarsState, seat: int, action: Action) -> None:
    """Let this player be the Dark one, with a contest to open."""
    begin(state, "A3", 2)
    state.dark, state.local = seat, Bidding("", (0, 0), 0)


def to_raise(state: StarWarsState, seat: int, action: Action) -> None:
    """Let it be this player's turn to raise in a contest."""
    begin(state, "A5" if seat == state.dark else "A4", 2)
    state.local = Bidding("", (0, 0), 0)
