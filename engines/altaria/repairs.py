"""What makes a repair true: each function changes a copy of a position so that one requirement holds.

They serve the law "making the repair true removes that reason" and the lessons that show the smallest change.
"""

from __future__ import annotations

from typing import Any

from engines.altaria.attack import free_cores
from engines.altaria.cards import FORCE, UNIT
from engines.altaria.state import CARD, ENTERED, FATIGUED, MODIFIERS, AltariaState, Attack, attack_of
from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.legal.cards_in_play import enter, find, into, laid, mark, marked
from engines.legal.reasons import Repair
from engines.legal.stages import stage

FORCE_ON, ALTAR_FATIGUED = 1, 2
UP, PUT = 1, 3
"""Places in an altar card and in an energy card."""


def _plain_unit(state: AltariaState) -> int:
    """Return a unit card without keywords or abilities."""
    return next(
        card.number
        for card in state.game.cards
        if card.category == UNIT and not card.extra.keywords and not card.abilities and card.extra.rank
    )


def _coloured(state: AltariaState, bit: int) -> int:
    return next(card.number for card in state.game.cards if card.extra.attributes == bit)


def under_attack(step: str) -> Repair[AltariaState]:
    """Return the repair function that lets the rival attack this player's first core and stand in `step`."""

    def make_true(state: AltariaState, seat: int, action: Action) -> None:
        stage(step, rivals_turn=True)(state, seat, action)
        attacker = enter(state, 1 - seat, "field", _plain_unit(state), True, 0, ())
        state.attack = Attack(1 - seat, attacker, cores=(0,), rank=1, announced=True)

    return make_true


# Hand, energy, altar.


into_hand = into("hand")


def more_energy(state: AltariaState, seat: int, action: Action) -> None:
    """Add upright energy cards up to the cost."""
    for _ in range(state.faces[action[1]].cost):
        state.players[seat].energy.append((action[1], False, False, 0))


def more_altar(state: AltariaState, seat: int, action: Action) -> None:
    """Add an upright altar card for each symbol."""
    for bit in state.faces[action[1]].symbols:
        state.players[seat].altar.append((_coloured(state, bit), NO_CARD, False))


def a_place(state: AltariaState, seat: int, action: Action) -> None:
    """Add an altar card that the Force may go on."""
    bit = _wanted(state, action[1])
    state.players[seat].altar.append((_coloured(state, bit), NO_CARD, True))


def an_object(state: AltariaState, seat: int, card: int, place: int) -> None:
    """Add something that the ability at `place` of the card may choose."""
    arguments = state.faces[card].first_choices[place]
    assert arguments is not None
    side = seat if arguments["whose"] == "own" else 1 - seat
    if arguments["what"] == "force":
        force = next(other.number for other in state.game.cards if other.category == FORCE)
        state.players[side].altar.append((force, force, True))
        return
    enter(state, side, "field", _plain_unit(state), True, 0, (("power", -99),))


def fewer_actions(state: AltariaState, seat: int, action: Action) -> None:
    """Forget how many actions this phase has had."""
    state.phase_actions = 0


face_down = laid("energy", UP, False)
put_earlier = laid("energy", PUT, lambda state: state.turn - 1)
altar_upright = laid("altar", ALTAR_FATIGUED, False)
altar_of_symbol = laid("altar", 0, lambda state: _coloured(state, state.local.symbols[0]))
force_removed = laid("altar", FORCE_ON, NO_CARD)
altar_of_placement = laid("altar", 0, lambda state: _coloured(state, _wanted(state, state.local.card)))


def _wanted(state: AltariaState, card: int) -> int:
    """Return the attribute that the placement condition of a Force asks for, any if it has none."""
    return state.faces[card].placement or 1


def altar_for_the_rest(state: AltariaState, seat: int, action: Action) -> None:
    """Add altar cards for the symbols still to pay."""
    for bit in state.local.symbols:
        state.players[seat].altar.append((_coloured(state, bit), NO_CARD, False))


# Units.

upright = marked(FATIGUED, False)
entered_earlier = marked(ENTERED, lambda state: state.turn - 1)
target_fatigued = marked(FATIGUED, True, argument=2)
chosen_fatigued = marked(FATIGUED, True)


def plain(argument: int) -> Repair[AltariaState]:
    """Return the repair function that puts a plain unit in the place of the one that an action names."""

    def make_true(state: AltariaState, seat: int, action: Action) -> None:
        _make_plain(state, action[argument])

    return make_true


def _make_plain(state: AltariaState, unit_id: int) -> None:
    mark(state, unit_id, CARD, _plain_unit(state))
    mark(state, unit_id, MODIFIERS, ())


def modified(kind: str, amount: Any) -> Repair[AltariaState]:
    """Return the repair function that changes the power, break rank or keywords of the unit that an action names."""

    def make_true(state: AltariaState, seat: int, action: Action) -> None:
        mark(state, action[1], MODIFIERS, (*find(state, action[1])[MODIFIERS], (kind, amount)))

    return make_true


def attacker_without_infiltrate(state: AltariaState, seat: int, action: Action) -> None:
    """Put a plain unit in the place of the attacker."""
    _make_plain(state, attack_of(state).attacker)


# Cores.


def core_there(state: AltariaState, seat: int, action: Action) -> None:
    """Put a card back on the core's place."""
    state.players[1 - seat].cores[action[1]] = _plain_unit(state)


def core_not_chosen(state: AltariaState, seat: int, action: Action) -> None:
    """Take the core out of the choice."""
    attack = attack_of(state)
    state.attack = attack._replace(cores=tuple(at for at in attack.cores if at != action[1]))


def all_cores_chosen(state: AltariaState, seat: int, action: Action) -> None:
    """Choose the cores that are missing."""
    attack = attack_of(state)
    free = [at for _, at in free_cores(state)]
    state.attack = attack._replace(cores=(*attack.cores, *free)[: attack.rank])


def among_broken(state: AltariaState, seat: int, action: Action) -> None:
    """Let the card be among the broken ones."""
    state.broken = (*state.broken, action[1])
