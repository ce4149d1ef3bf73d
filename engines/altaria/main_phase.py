"""Chapter 10: the Main Phase.

The procedure PLAY plays a card: its price is paid, then the card enters or takes effect.
"""

from __future__ import annotations

from dataclasses import replace

from engines.altaria import repairs
from engines.altaria.cards import FORCE, MAGIC, UNIT, UNSEEN
from engines.altaria.choosing import ability_at, can_use, is_usable, object_for
from engines.altaria.costs import ENERGY, SYMBOLS, affordable_cards, begin_payment, seat_ambushing, seat_paying
from engines.altaria.effects import AFTERWARDS, set_off
from engines.altaria.heuristics import worth_of_place, worth_of_unit
from engines.altaria.requirements import (
    COLOURS,
    HAND_CARD,
    IN_MAIN,
    OWN_ALTAR,
    OWN_UNIT,
    is_category,
    is_upright,
    need,
    needs,
)
from engines.altaria.state import CARD, FATIGUED, ID, AltariaState, Placing, Resolving, Unit, is_force_active
from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.kit import kit


def main_start(state: AltariaState) -> None:
    """Trigger the "start of your Main Phase" abilities of the turn player's active Forces (ALT-4.7, 15.5)."""
    state.phase_actions = 0
    seat = state.turn_player
    for altar in state.players[seat].altar:
        if is_force_active(state, altar):
            set_off(state, seat, altar[1], "main_start")


def main_actions(state: AltariaState) -> list[Action]:
    """Return every main action, and the action that ends the phase (ALT-10.1, 10.12).

    After 200 actions in one phase, ending it is the only action left (ALT-16.10).
    """
    if state.phase_actions >= state.actions_allowed:
        return [("end_main",)]
    seat = state.turn_player
    player = state.players[seat]
    faces, turn, energy = state.faces, state.turn, 0
    actions: list[Action] = []
    turning: list[Action] = []
    for at, (_, up, fatigued, put) in enumerate(player.energy):
        if not fatigued:  # the energy counts whichever face is up (ALT-4.10, 5.12)
            energy += 1
        if not up and put < turn:
            turning.append(("turn_up", at))
    for card in affordable_cards(state, seat, dict.fromkeys(player.hand), energy):
        action = faces[card].play
        kind = action[0]
        if (
            kind == "summon"
            or (kind == "activate" and can_use(state, seat, card, "use"))
            or (kind == "place" and places_for(state, seat, card))
        ):
            actions.append(action)
    actions += turning
    for unit in player.field:
        if not unit[FATIGUED] and faces[unit[CARD]].resting:
            for which, place in enumerate(resting_abilities(state, unit)):
                if is_usable(state, seat, unit[CARD], place):
                    actions.append(("use", unit[ID], which))
    actions.append(("end_main",))
    return actions


def resting_abilities(state: AltariaState, unit: Unit) -> tuple[int, ...]:
    """Return the indices of a unit's abilities whose cost is resting it (ALT-10.9)."""
    return state.faces[unit[CARD]].resting


def places_for(state: AltariaState, seat: int, card: int) -> list[int]:
    """Return the altar places that can take a Force: cards without a Force that meet its condition (ALT-10.6)."""
    return [
        at
        for at, (below, force, _) in enumerate(state.players[seat].altar)
        if force == NO_CARD and meets_placement(state, card, below)
    ]


def meets_placement(state: AltariaState, card: int, below: int) -> bool:
    """Return True if an altar card has the attribute that the Force's placement condition requires (ALT-10.5)."""
    placement = state.faces[card].placement
    return not placement or bool(state.faces[below].attributes & placement)


def turn_up(state: AltariaState, action: Action) -> None:
    """Turn an energy card from an earlier turn face up; it is never turned face down again (ALT-8.5, 10.2)."""
    state.phase_actions += 1
    seat = state.turn_player
    energy = state.players[seat].energy
    card, _, fatigued, put = energy[action[1]]
    energy[action[1]] = (card, True, fatigued, put)
    state.note("turned_up", "ALT-10.2", seat, card=card)


def begin_play(state: AltariaState, action: Action) -> None:
    """Begin to summon, ambush with, activate or place a card; its price is paid first (ALT-9.6, 10.3, 10.4, 10.5)."""
    state.phase_actions += 1
    kind, card = action
    begin_payment(state, state.turn_player if kind != "ambush" else seat_ambushing(state), kind, card)


def finish_play(state: AltariaState) -> None:
    """Take the paid card out of the hand: a Unit enters, a Magic is set aside, a Force needs an altar card next."""
    kind, card, _ = state.procedure_locals
    seat = seat_paying(state)
    player = state.players[seat]
    player.hand.remove(card if card in player.hand else UNSEEN)
    if kind == "activate":  # in no zone while it is being carried out (ALT-10.4)
        state.aside = (*state.aside, (seat, card))
        state.note("activated", "ALT-10.4", seat, card=card)
        state.procedure_locals = Resolving(card, state.faces[card].moments["use"][0], 0, seat, 0, 0, "magic")
    elif kind == "place":
        state.aside = (*state.aside, (seat, card))
        state.procedure_locals = Placing(card, tuple(places_for(state, seat, card)))
    else:
        enter_battlefield(state, seat, card, "ALT-14.10" if kind == "ambush" else "ALT-10.3")


def enter_battlefield(state: AltariaState, seat: int, card: int, clause: str) -> None:
    """Put a unit onto the battlefield, upright, with summoning fatigue (ALT-10.3, 4.5, 4.6)."""
    unit = state.new_id()
    state.players[seat].field.append((unit, card, False, state.turn, ()))
    state.note("summoned" if clause == "ALT-10.3" else "ambushed", clause, seat, unit=card)
    set_off(state, seat, card, "summon", unit)


def is_magic(state: AltariaState) -> bool:
    """Return True if the card being played is a Magic, which is carried out."""
    return isinstance(state.procedure_locals, Resolving)


def is_force(state: AltariaState) -> bool:
    """Return True if the card being played is a Force, which needs an altar card."""
    return isinstance(state.procedure_locals, Placing)


def altar_places(state: AltariaState) -> list[Action]:
    """Return, as actions, the altar cards that can take the Force (ALT-10.6)."""
    return [("onto", at) for at in state.procedure_locals.places]


def put_onto(state: AltariaState, action: Action) -> None:
    """Put the Force on an altar card, whose orientation it takes (ALT-10.7); its placement effect starts (ALT-10.8)."""
    card, seat, at = state.procedure_locals.card, state.turn_player, action[1]
    altar = state.players[seat].altar
    below, _, fatigued = altar[at]
    altar[at] = (below, card, fatigued)
    state.aside = tuple(entry for entry in state.aside if entry != (seat, card))
    state.note("placed.stopped" if fatigued else "placed", "ALT-10.7", seat, card=card, below=below)
    set_off(state, seat, card, "placed")


def use_ability(state: AltariaState, action: Action) -> None:
    """Rest the unit and pass the chosen ability to RESOLVE; summoning fatigue does not matter (ALT-10.9, 4.6)."""
    state.phase_actions += 1
    seat = state.turn_player
    _, unit = state.there(action[1])
    state.replace(seat, unit, fatigued=True)
    state.note("used", "ALT-10.9", seat, unit=unit)
    state.call_arguments = Resolving(
        unit[CARD], resting_abilities(state, unit)[action[2]], 0, seat, unit[ID], 0, "unit"
    )


def end_main(state: AltariaState, action: Action) -> None:
    """Leave the Main Phase for good (ALT-7.8)."""
    state.phase_actions = 0
    state.note("main_ended", "ALT-7.8", state.turn_player)


# Needs, and their repairs.


def _use_tries(state: AltariaState, seat: int) -> list[Action]:
    """Return, as actions, every resting ability of each of the player's units.

    A unit without one is tried as if it had one.
    """
    return [
        ("use", unit[ID], which)
        for unit in state.players[seat].field
        for which in range(len(resting_abilities(state, unit)) or 1)
    ]


def resting_ability(state: AltariaState, seat: int, action: Action) -> tuple[int, int]:
    """Return the unit's card, and the index of the ability that an action uses."""
    _, unit = state.there(action[1])
    return unit[CARD], resting_abilities(state, unit)[action[2]]


def _place_in_words(state: AltariaState, seat: int, card: int) -> kit.Phrase:
    """Return the altar cards that can take a Force, in words."""
    bit = state.faces[card].placement
    return kit.Phrase("part.coloured_place", {"colour": COLOURS[bit]}) if bit else kit.Phrase("part.place")


def _fitting(state: AltariaState, card: int) -> int:
    """Return an altar card that meets the placement condition of a Force; any card if it has no condition."""
    return repairs.card_of_attribute(state, state.faces[card].placement or 1)


OBJECT = object_for(ability_at("use"), "ALT-10.10")
PLACE = need(
    "place",
    "ALT-10.6",
    lambda s, seat, card: bool(places_for(s, seat, card)),
    lambda s, seat, card: s.players[seat].altar.append((_fitting(s, card), NO_CARD, True)),
    place=_place_in_words,
)
NO_FORCE_YET = need(
    "no_force_yet", "ALT-10.6", lambda s, seat, altar: altar[1] == NO_CARD, kit.put_in_place("altar", 1, NO_CARD)
)
PLACEMENT = need(
    "placement",
    "ALT-10.5",
    lambda s, seat, altar: meets_placement(s, s.procedure_locals.card, altar[0]),
    kit.put_in_place("altar", 0, lambda state: _fitting(state, state.procedure_locals.card)),
    source=lambda s, seat, altar: s.name(s.procedure_locals.card),
    wanted=lambda s, seat, altar: COLOURS.get(s.faces[s.procedure_locals.card].placement, ""),
)
RESTING_ABILITY = needs(
    "resting_ability",
    "ALT-10.9",
    lambda s, seat, a: a[2] < len(resting_abilities(s, s.unit(seat, a[1]))),
    essential=True,
)
USER_UPRIGHT = is_upright("user_upright", "ALT-10.9").at(1, OWN_UNIT.meaning, "")
DOWN_ENERGY = (
    replace(
        kit.place_in("energy"), there=need("own_energy", "", lambda s, seat, energy: energy is not None, essential=True)
    ),
    need("face_down", "", lambda s, seat, energy: not energy[1], kit.put_in_place("energy", 1, False)),
    need(
        "put_earlier",
        "ALT-8.5",
        lambda s, seat, energy: energy[3] < s.turn,
        kit.put_in_place("energy", 3, lambda state: state.turn - 1),
    ),
)

MAIN = kit.Moment("main", kit.own("main"), (kit.Over("main", "ALT-7.8", kit.own("attack", "end")),), kit.stage("MAIN"))
main_action = kit.actions_with(when=MAIN)
play_action = kit.actions_with(when=MAIN, do=begin_play, to=kit.Call("PAY", then="MAIN"), needs=(IN_MAIN,))

TURN_UP = main_action(
    "turn_up", "ALT-10.2", turn_up, "MAIN", "turn energy up", needs=(IN_MAIN,), looks=3, energy=DOWN_ENERGY
)
SUMMON = play_action("summon", "ALT-10.3", looks=worth_of_unit, card=(HAND_CARD, is_category(UNIT), ENERGY, SYMBOLS))
ACTIVATE = play_action("activate", "ALT-10.4", looks=12, card=(HAND_CARD, is_category(MAGIC), ENERGY, SYMBOLS, OBJECT))
PLACE_FORCE = play_action("place", "ALT-10.5", looks=14, card=(HAND_CARD, is_category(FORCE), ENERGY, SYMBOLS, PLACE))
USE = main_action(
    "use",
    "ALT-10.9",
    use_ability,
    kit.Call("RESOLVE", then="MAIN"),
    "use an ability",
    needs=(RESTING_ABILITY, USER_UPRIGHT, object_for(resting_ability, "ALT-10.10", needs), IN_MAIN),
    tries=_use_tries,
    looks=4,
    unit=OWN_UNIT,
    ability=kit.Argument(lambda state, seat, which: f", ability {which + 1}" if which else ""),
)
END_MAIN = main_action("end_main", "ALT-10.1", end_main, "ATTACK", "end the phase", looks=0)
ONTO = kit.action(
    "onto", "ALT-10.6", put_onto, AFTERWARDS, "", looks=worth_of_place, altar=(OWN_ALTAR, NO_FORCE_YET, PLACEMENT)
)
