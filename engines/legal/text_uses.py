"""Texts of cards in play that a player uses at a step of the game's own: in a build step, or instead of an attack.

A game declares these moments as `UseTime`s of its `ProgramRules`. `add_text_uses` offers the kind of action `USE` in
their rows, in a game that has a card with such a text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engines.book.card_programs import ProgramRules, UseTime
from engines.book.words import Words
from engines.declare.declaration import DeclaredState
from engines.kernel.flow import Call, Exit, Step
from engines.kernel.state import Action
from engines.legal.actions import make_action
from engines.legal.arguments import Argument
from engines.legal.card_filters import Thing
from engines.legal.card_programs import CardPrograms, programs_of, render_needed, start_text
from engines.legal.needs import needs_of_things
from engines.legal.program_reading import Picked
from engines.legal.reasons import Kind, requirements_with_words
from engines.legal.refused_lists import asked_in

USE = "text_use"


def find_use_time(state: DeclaredState) -> tuple[str, UseTime] | None:
    """Return the moment of the present step, and its declaration; None if no text is used here."""
    uses = programs_of(state.game).ways.use_times
    return next(((when, time) for when, time in uses.items() if state.step.name in time.rows), None)


def find_text(state: DeclaredState, thing: Thing) -> int:
    """Return the index of the text that a card in play has for the present step; -1 if it has none."""
    found = find_use_time(state)
    return -1 if found is None else programs_of(state.game).used_at[found[0]].get(thing.card, -1)


def may_act(state: DeclaredState, number: int) -> bool:
    """Return True unless only another card may act in the present step. number : 0 for a card without an id."""
    found = find_use_time(state)
    return found is not None and (found[1].acting is None or found[1].acting(state) == number)


def is_possible(state: DeclaredState, seat: int, thing: Thing) -> bool:
    """Return True if the text of a card in play can have its effect."""
    programs, place = programs_of(state.game), find_text(state, thing)
    return place >= 0 and programs.is_possible(state, seat, thing.card, place, _number_of(state, thing))


def list_text_uses(state: DeclaredState) -> list[Action]:
    """Return, as actions, the texts that the player may use in the present step."""
    programs, found, seat = programs_of(state.game), find_use_time(state), state.seat_to_act
    users = programs.used_at[found[0]] if found is not None else {}
    if not users:
        return []
    there = programs.find_cards(state, (seat,), _zones_of_users(programs), users)
    return [
        (USE, programs.value_of(thing))
        for thing in there
        if programs.is_face_up(thing) and may_act(state, _number_of(state, thing)) and is_possible(state, seat, thing)
    ]


def use_text(state: DeclaredState, action: Action) -> None:
    """Begin to carry out the text of a card in play."""
    programs, seat, found = programs_of(state.game), state.seat_to_act, find_use_time(state)
    thing = programs.picked_thing(state, action[1])
    assert thing is not None
    assert found is not None
    place = find_text(state, thing)
    if found[1].then:
        state.procedure_locals = ()
    state.note("text_used", programs.ways.clause, seat, card=thing.card)
    state.call_arguments = start_text(state, thing.card, place, seat, _number_of(state, thing))


def _zones_of_users(programs: CardPrograms) -> tuple[str, ...]:
    """Return the zones of cards whose texts may be used: those in play, and those of plain cards whose texts work."""
    further = programs.rules.works if programs.ways.lying else ()
    return tuple(dict.fromkeys((*programs.rules.play, *further)))


def _cards_in_play(state: DeclaredState, seat: int) -> list[Picked]:
    programs = programs_of(state.game)
    there = programs.find_cards(state, (0, 1), _zones_of_users(programs), None)
    return [programs.value_of(thing) for thing in there if programs.is_face_up(thing)]


def _clause(state: DeclaredState, seat: int, action: Action) -> str:
    clause: str = programs_of(state.game).ways.clause
    return clause


def _needed(state: DeclaredState, seat: int, thing: Thing) -> str:
    place = find_text(state, thing)
    return render_needed(state.game, thing.card, place) if place >= 0 else ""


def _number_of(state: DeclaredState, thing: Thing) -> int:
    number = programs_of(state.game).value_of(thing)
    return number if isinstance(number, int) else 0


need = needs_of_things(requirements_with_words({}))
named: dict[str, Any] = {"effect_of": lambda s, seat, it: s.name(it.card)}


def make_use(spell: Callable[..., str], references: Callable[..., list[str]], clause: str) -> Kind[Any]:
    """Return the kind of action that uses the text of a card in play. spell, references : those of its argument."""
    thing: Argument[DeclaredState] = Argument(
        spell, references, _cards_in_play, meaning=lambda s, seat, value: programs_of(s.game).picked_thing(s, value)
    )
    needs = (
        need("text_is_own", _clause, lambda s, seat, it: it is not None and it.seat == seat, essential=True),
        need("text_for_now", _clause, lambda s, seat, it: find_text(s, it) >= 0, essential=True, **named),
        need("text_acts", _clause, lambda s, seat, it: may_act(s, _number_of(s, it)), essential=True, **named),
        need("text_possible", _clause, is_possible, **named, needed=_needed),
    )
    kind: Kind[Any] = make_action(USE, clause, use_text, thing=(thing, *needs))
    return kind


def add_text_uses(
    rows: Sequence[Step[Any]], kind: Kind[Any], ways: ProgramRules, words: Words, called: str
) -> Kind[Any]:
    """Offer the kind in the rows of the moments at which texts are used; return it with its words.

    called : the row that carries out texts.
    """
    steps = []
    for row in rows:
        time = next((one for one in ways.use_times.values() if row.name in one.rows), None)
        if time is not None:
            to: Exit[Any] = Call(called, then=time.then or row.name)
            row.on = {**row.on, USE: (use_text, to)}
            row.ask = _with_uses(row)
            steps.append(row.name)
    form, label = (words.find(f"action.{USE}.{part}", "en") for part in ("form", "label"))
    return replace(kind, form=form, label=label, steps=tuple(steps))


def _with_uses(row: Step[Any]) -> Callable[[Any], list[Action]]:
    ask, passing = asked_in(row), row.passing

    def listed(state: Any) -> list[Action]:
        found, uses = ask(state), list_text_uses(state)
        return [*uses, *(found or [(passing,)])] if uses else found

    return listed
