"""What makes a repair true: each function changes a copy of a position so that one requirement holds.

They serve the law "making the repair true removes that reason" and the lessons that show the smallest change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.altaria.cards import BITS, FORCE, UNIT
from engines.altaria.effects import needs_choice
from engines.altaria.keywords import break_rank, power
from engines.altaria.state import CARD, ENTERED, FATIGUED, ID, MODIFIERS, AltariaState, Attack, Unit
from engines.core.records import NO_CARD
from engines.core.state import Action

Repair = Callable[[AltariaState, int, Action], None]


def _plain_unit(state: AltariaState) -> int:
    """Return a unit card without keywords or abilities."""
    return next(
        card.number
        for card in state.game.cards
        if card.category == UNIT and not card.extra.keywords and not card.abilities and card.extra.rank
    )


def _coloured(state: AltariaState, bit: int) -> int:
    return next(card.number for card in state.game.cards if card.extra.attributes == bit)


def stage(step: str) -> Repair:
    """Return the repair function that makes it this player's decision in `step`, with nothing else under way."""

    def make_true(state: AltariaState, seat: int, action: Action) -> None:
        state.result, state.attack, state.broken, state.waiting, state.aside = None, None, (), (), ()
        state.frames, state.local, state.pending = (), (), ()
        state.turn_player = seat
        state.step = state.game.flow.steps[step]

    return make_true


def under_attack(step: str) -> Repair:
    """Return the repair function that lets the rival attack this player's first core and stand in `step`."""

    def make_true(state: AltariaState, seat: int, action: Action) -> None:
        stage(step)(state, 1 - seat, action)
        state.serial += 1
        state.players[1 - seat].field.append((state.serial, _plain_unit(state), True, 0, ()))
        state.attack = Attack(1 - seat, state.serial, cores=(0,), rank=1, announced=True)

    return make_true


# Hand, energy, altar.


def into_hand(state: AltariaState, seat: int, action: Action) -> None:
    """Put the card into the hand."""
    state.players[seat].hand.append(action[1])


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
    placement = state.game.cards[action[1]].fields["placement"]
    bit = (
        BITS["RUYGWP"[("red", "blue", "yellow", "green", "white", "purple").index(placement["altar"])]]
        if placement
        else BITS["R"]
    )
    state.players[seat].altar.append((_coloured(state, bit), NO_CARD, True))


def an_object(state: AltariaState, seat: int, card: int, place: int) -> None:
    """Add something that the ability at `place` of the card may choose."""
    arguments = needs_choice(state, card, place)
    assert arguments is not None
    side = seat if arguments["whose"] == "own" else 1 - seat
    if arguments["what"] == "force":
        force = next(other.number for other in state.game.cards if other.category == FORCE)
        state.players[side].altar.append((force, force, True))
        return
    state.serial += 1
    unit = (state.serial, _plain_unit(state), True, 0, (("power", -99),))
    state.players[side].field.append(unit)


def fewer_actions(state: AltariaState, seat: int, action: Action) -> None:
    """Forget how many actions this phase has had."""
    state.phase_actions = 0


def face_down(state: AltariaState, seat: int, action: Action) -> None:
    """Lay the energy card face down."""
    card, _, fatigued, put = state.players[seat].energy[action[1]]
    state.players[seat].energy[action[1]] = (card, False, fatigued, put)


def put_earlier(state: AltariaState, seat: int, action: Action) -> None:
    """Let the energy card have been put there in an earlier turn."""
    card, up, fatigued, _ = state.players[seat].energy[action[1]]
    state.players[seat].energy[action[1]] = (card, up, fatigued, state.turn - 1)


def altar_upright(state: AltariaState, seat: int, action: Action) -> None:
    """Turn the altar card upright."""
    card, force, _ = state.players[seat].altar[action[1]]
    state.players[seat].altar[action[1]] = (card, force, False)


def altar_of_symbol(state: AltariaState, seat: int, action: Action) -> None:
    """Give the altar card the attribute being paid."""
    _, force, fatigued = state.players[seat].altar[action[1]]
    state.players[seat].altar[action[1]] = (_coloured(state, state.local.symbols[0]), force, fatigued)


def altar_for_the_rest(state: AltariaState, seat: int, action: Action) -> None:
    """Add altar cards for the symbols still to pay."""
    for bit in state.local.symbols:
        state.players[seat].altar.append((_coloured(state, bit), NO_CARD, False))


def force_removed(state: AltariaState, seat: int, action: Action) -> None:
    """Take the Force off the altar card."""
    card, _, fatigued = state.players[seat].altar[action[1]]
    state.players[seat].altar[action[1]] = (card, NO_CARD, fatigued)


def altar_of_placement(state: AltariaState, seat: int, action: Action) -> None:
    """Give the altar card the attribute the Force wants."""
    wanted = state.game.cards[state.local.card].fields["placement"]["altar"]
    bit = BITS["RUYGWP"[("red", "blue", "yellow", "green", "white", "purple").index(wanted)]]
    _, force, fatigued = state.players[seat].altar[action[1]]
    state.players[seat].altar[action[1]] = (_coloured(state, bit), force, fatigued)


# Units.


def _set(state: AltariaState, unit_id: int, **changes: Any) -> None:
    for player in state.players:
        for at, unit in enumerate(player.field):
            if unit[ID] == unit_id:
                card, tired, entered, modifiers = (
                    changes.get("card", unit[CARD]),
                    changes.get("fatigued", unit[FATIGUED]),
                    changes.get("entered", unit[ENTERED]),
                    changes.get("modifiers", unit[MODIFIERS]),
                )
                player.field[at] = (unit_id, card, tired, entered, modifiers)


def _get(state: AltariaState, unit_id: int) -> tuple[int, Unit]:
    side = state.owner(unit_id)
    assert side is not None
    unit = state.unit(side, unit_id)
    assert unit is not None
    return side, unit


def upright(state: AltariaState, seat: int, action: Action) -> None:
    """Turn the acting unit upright."""
    _set(state, action[1], fatigued=False)


def entered_earlier(state: AltariaState, seat: int, action: Action) -> None:
    """Let the acting unit have entered in an earlier turn."""
    _set(state, action[1], entered=state.turn - 1)


def more_rank(state: AltariaState, seat: int, action: Action) -> None:
    """Give the acting unit break rank 1."""
    side, unit = _get(state, action[1])
    _set(state, action[1], modifiers=(*unit[MODIFIERS], ("rank", 99)))
    assert break_rank(state, side, _get(state, action[1])[1]) > 0


def target_fatigued(state: AltariaState, seat: int, action: Action) -> None:
    """Turn the attacked unit sideways."""
    _set(state, action[2], fatigued=True)


def target_without_lurk(state: AltariaState, seat: int, action: Action) -> None:
    """Put a plain unit in the place of the attacked one."""
    _set(state, action[2], card=_plain_unit(state), modifiers=())


def given_bulwark(state: AltariaState, seat: int, action: Action) -> None:
    """Give the blocking unit Bulwark."""
    _, unit = _get(state, action[1])
    _set(state, action[1], modifiers=(*unit[MODIFIERS], ("keyword", "Bulwark")))


def attacker_without_infiltrate(state: AltariaState, seat: int, action: Action) -> None:
    """Put a plain unit in the place of the attacker."""
    assert state.attack is not None
    _set(state, state.attack.attacker, card=_plain_unit(state), modifiers=())


def chosen_without_ward(state: AltariaState, seat: int, action: Action) -> None:
    """Put a plain unit in the place of the chosen one."""
    _set(state, action[1], card=_plain_unit(state), modifiers=())


def chosen_low_power(state: AltariaState, seat: int, action: Action) -> None:
    """Lower the power of the chosen unit."""
    side, unit = _get(state, action[1])
    _set(state, action[1], modifiers=(*unit[MODIFIERS], ("power", -99)))
    assert power(state, side, _get(state, action[1])[1]) == 0


def chosen_fatigued(state: AltariaState, seat: int, action: Action) -> None:
    """Turn the chosen unit sideways."""
    _set(state, action[1], fatigued=True)


# Cores.


def core_there(state: AltariaState, seat: int, action: Action) -> None:
    """Put a card back on the core's place."""
    state.players[1 - seat].cores[action[1]] = _plain_unit(state)


def core_not_chosen(state: AltariaState, seat: int, action: Action) -> None:
    """Take the core out of the choice."""
    attack = state.attack
    assert attack is not None
    state.attack = attack._replace(cores=tuple(at for at in attack.cores if at != action[1]))


def all_cores_chosen(state: AltariaState, seat: int, action: Action) -> None:
    """Choose the cores that are missing."""
    attack = state.attack
    assert attack is not None
    free = [at for at, card in enumerate(state.players[1 - seat].cores) if card != NO_CARD and at not in attack.cores]
    state.attack = attack._replace(cores=(*attack.cores, *free)[: attack.rank])


def among_broken(state: AltariaState, seat: int, action: Action) -> None:
    """Let the card be among the broken ones."""
    state.broken = (*state.broken, action[1])
