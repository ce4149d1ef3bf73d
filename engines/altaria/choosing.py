"""Chapter 15: the choices that an effect requires of a player (ALT-15.5, 15.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from engines.altaria import repairs, text
from engines.altaria.cards import TEXT, UNIT, WARD
from engines.altaria.heuristics import worth_of_choice
from engines.altaria.keywords import current_power, has_keyword
from engines.altaria.requirements import need, needs
from engines.altaria.state import CARD, FATIGUED, ID, AltariaState, Unit
from engines.kernel import programs
from engines.kernel.flow import name_decider
from engines.kernel.programs import current_instruction
from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.kit import kit
from engines.legal.card_programs import programs_of, render_needed
from engines.legal.notation import number_name


def must_choose(state: AltariaState) -> bool:
    """Return True if the program is at a choice."""
    return programs.next_instruction(state) is not None


chooser: Callable[[AltariaState], int] = name_decider("controller of the effect", "procedure_locals.seat")
"""Returns the seat of the player who chooses, the effect's controller (ALT-15.6)."""


def list_choices(state: AltariaState) -> list[Action]:
    """Return the choices of objects; for a "may", accepting and declining (ALT-15.5, 15.6)."""
    seat, card = state.procedure_locals.seat, state.procedure_locals.card
    verb, arguments = programs.current_instruction(state)
    if verb == "may":
        return [("accept",), ("decline",)]
    if arguments["what"] == "force":
        return [("choose_force", found) for found in find_objects(state, seat, arguments, card)]
    return [("choose", unit) for unit in find_objects(state, seat, arguments, card)]


def find_objects(state: AltariaState, seat: int, arguments: Mapping[str, Any], card: int) -> list[Any]:
    """Return the objects that an effect of `seat` may choose: unit ids, or (seat, place) for each Force.

    card : the card that has the effect.
    """
    side = side_asked(seat, arguments)
    if arguments["what"] == "force":
        return [(side, at) for at, altar in enumerate(state.players[side].altar) if altar[1] != NO_CARD]
    warded, any_way = ward_counts(state, seat, side, card), not arguments["fatigued"]
    return [
        unit[ID]
        for unit in state.players[side].field
        if not (warded and has_keyword(state, unit, WARD))
        and (any_way or unit[FATIGUED])
        and weak_enough(state, arguments, side, unit)
    ]


def side_asked(seat: int, arguments: Mapping[str, Any]) -> int:
    """Return the seat whose objects an effect of `seat` affects."""
    return seat if arguments["whose"] == "own" else 1 - seat


def ward_counts(state: AltariaState, seat: int, side: int, card: int) -> bool:
    """Return True if Ward protects units of `side` from an effect of `seat` on this card.

    Ward works against the opponent's units (ALT-14.3), also when they are used as Core Triggers (ALT-R28), but not
    against Magic or Forces (ALT-14.4).
    """
    return side != seat and state.game.cards[card].category == UNIT


def weak_enough(state: AltariaState, arguments: Mapping[str, Any], side: int, unit: Unit) -> bool:
    """Return True if a unit's power is at most the maximum that the effect sets, if it sets one."""
    most = arguments["max_power"]
    return most is None or current_power(state, side, unit) <= most


def is_usable(state: AltariaState, seat: int, card: int, place: int) -> bool:
    """Return True unless the ability at index `place` requires a choice that is not possible (ALT-10.10, 13.12)."""
    arguments = state.faces[card].first_choices[place]
    if arguments is TEXT:
        return programs_of(state.game).is_possible(state, seat, card, place)
    return arguments is None or bool(find_objects(state, seat, arguments, card))


def can_use(state: AltariaState, seat: int, card: int, moment: str) -> bool:
    """Return True if the card has a usable ability for `moment`, when its owner may use it ("use" or "trigger")."""
    places = state.faces[card].moments.get(moment)
    return places is not None and any(is_usable(state, seat, card, place) for place in places)


def choose_object(state: AltariaState, action: Action) -> None:
    """Store the chosen object and continue with the program."""
    seat, card, chosen = state.procedure_locals.seat, state.procedure_locals.card, action[1]
    programs.advance_program(state, chosen=chosen)
    if state.listener is not None:
        state.note("chosen", "ALT-15.6", seat, card=card, object=_object_name(state, chosen))


def _object_name(state: AltariaState, chosen: Any) -> str:
    if isinstance(chosen, tuple):
        return state.name(state.players[chosen[0]].altar[chosen[1]][1])
    found = state.find(chosen)
    return state.name(found[1][CARD]) if found else ""


def answer_may(state: AltariaState, action: Action) -> None:
    """Carry out the optional part of an effect, or skip the rest of the effect (ALT-15.5)."""
    if action[0] == "accept":
        programs.advance_program(state)
    else:
        programs.skip_rest(state)


# Needs, and their repairs.

AbilityOf = Callable[[AltariaState, int, Any], tuple[int, int]]
"""A function (state, seat, card or action) that returns a card and the index of its ability that is used."""


def ability_at(moment: str) -> AbilityOf:
    """Return a function that finds the card's first ability for this moment."""
    return lambda state, seat, card: (card, state.faces[card].moments[moment][0])


def object_for(ability: AbilityOf, clause: str, write: Callable[..., Any] = need) -> Any:
    """Return a requirement that an ability which must choose an object can find one.

    write : what makes the requirement: `need` if the argument is a card, `needs` if the ability follows from the whole
    action.
    """

    def to_choose(state: AltariaState, seat: int, thing: Any) -> str:
        card, place = ability(state, seat, thing)
        arguments = state.faces[card].first_choices[place]
        if arguments is TEXT:
            return render_needed(state.game, card, place)
        return text.render_instruction(state.game.words.table("text"), "choose", arguments) if arguments else ""

    def add_one(state: AltariaState, seat: int, thing: Any) -> None:
        card, place = ability(state, seat, thing)
        arguments = state.faces[card].first_choices[place]
        assert arguments is not None
        if arguments is TEXT:  # no repair: it would depend on the words of the text
            return
        repairs.add_object(state, side_asked(seat, arguments), arguments["what"])

    return write(
        "object",
        clause,
        lambda s, seat, thing: is_usable(s, seat, *ability(s, seat, thing)),
        add_one,
        card=lambda s, seat, thing: s.name(ability(s, seat, thing)[0]),
        choice=to_choose,
    )


def asked_for(state: AltariaState, seat: int, thing: object) -> kit.Phrase:
    """Return what the effect under way asks for, and from which side, in words."""
    verb, arguments = current_instruction(state)
    return kit.Phrase(f"part.asked.{'yes_or_no' if verb == 'may' else arguments['what'] + '.' + arguments['whose']}")


need_asked = partial(need, source=lambda s, seat, thing: s.name(s.procedure_locals.card), asked=asked_for)


def _asks_for(what: str) -> kit.Need:
    """Return the need that the effect under way asks for `what`: a unit, or a Force."""

    def holds(state: AltariaState, seat: int, thing: object) -> bool:
        verb, arguments = current_instruction(state)
        return bool(verb == "choose" and arguments["what"] == what)

    return need_asked(f"asks_{what}", "", holds, essential=True)


RIGHT_SIDE = need_asked(
    "right_side", "", lambda s, seat, it: it[0] == side_asked(seat, current_instruction(s)[1]), essential=True
)
NO_WARD = need_asked(
    "no_ward",
    "ALT-14.3",
    lambda s, seat, it: not (ward_counts(s, seat, it[0], s.procedure_locals.card) and has_keyword(s, it[1], WARD)),
    repairs.make_plain,
)
LOW_POWER = need_asked(
    "low_power",
    "",
    lambda s, seat, it: weak_enough(s, current_instruction(s)[1], *it),
    repairs.change_unit("power", -99),
    unit_power=lambda s, seat, it: current_power(s, *it),
    most=lambda s, seat, it: current_instruction(s)[1].get("max_power"),
)
CHOSEN_FATIGUED = need_asked(
    "chosen_fatigued",
    "",
    lambda s, seat, it: not current_instruction(s)[1]["fatigued"] or it[1][FATIGUED],
    kit.put_mark(FATIGUED, True),
)
FORCE_THERE = need_asked(
    "force_there",
    "",
    lambda s, seat, it: (
        it[0] == side_asked(seat, current_instruction(s)[1]) and s.players[it[0]].altar[it[1]][1] != NO_CARD
    ),
)
ASKS_MAY = needs(
    "asks_may", "ALT-15.5", lambda s, seat, a: current_instruction(s)[0] == "may", essential=True, **need_asked.keywords
)


def _spell_force(state: AltariaState, seat: int, place: tuple[int, int]) -> str:
    side, at = place
    force = state.players[side].altar[at][1]
    same = [(s, a) for s, a in _forces(state, seat) if state.players[s].altar[a][1] == force]
    return number_name(state.name(force), [s for s, _ in same], same.index(place))


def _forces(state: AltariaState, seat: int) -> list[tuple[int, int]]:
    sides = enumerate(state.players)
    return [(side, at) for side, player in sides for at, altar in enumerate(player.altar) if altar[1] != NO_CARD]


ANY_UNIT = replace(kit.card_in_play("field", side="any"), meaning=lambda s, seat, number: s.find(number))
"""An argument that names a unit of either side; needs test it as (its side, the unit)."""
FORCE = kit.Argument(
    _spell_force, lambda s, seat, at: [f"{at[0]}.altar.{at[1]}", f"{at[0]}.altar.{at[1]}.force"], _forces
)

choice_action = kit.actions_with(clause="ALT-15.6", do=choose_object, to="RESOLVE")
answer_action = kit.actions_with(clause="ALT-15.5", do=answer_may, to="RESOLVE", needs=(ASKS_MAY,))

CHOOSE = choice_action(
    "choose",
    words="a unit chosen",
    looks=worth_of_choice,
    object=(ANY_UNIT, _asks_for("unit"), RIGHT_SIDE, NO_WARD, LOW_POWER, CHOSEN_FATIGUED),
)
CHOOSE_FORCE = choice_action("choose_force", words="a Force chosen", force=(FORCE, _asks_for("force"), FORCE_THERE))
ACCEPT, DECLINE = answer_action("accept"), answer_action("decline", looks=0)
