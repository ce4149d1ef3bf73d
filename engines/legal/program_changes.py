"""How a text in the shared effect language changes cards, numbers under way, and what is forbidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from engines.book.card_programs import (
    ALLOW,
    CHANGE,
    COUNTERS,
    FORBID,
    GIVE,
    IT,
    MARKING,
    MOVE,
    SELF,
    SHUFFLED,
    TAKE,
    UNTIL,
    value_in_record,
)
from engines.book.figure_changes import KEYWORD, figure_of_keyword
from engines.book.words import Phrase
from engines.declare.declaration import DeclaredState
from engines.legal.card_filters import Thing
from engines.legal.card_programs import CardPrograms
from engines.legal.changed_figures import amount_given
from engines.legal.lasting import TURN, add_lasting, word_of_allowing
from engines.legal.program_moves import (
    OWNERS,
    move_card,
    note_text,
    shuffle_zone,
)
from engines.legal.program_reading import Instruction


def forbid_for_a_while(state: DeclaredState, programs: CardPrograms, step: Instruction) -> None:
    """Forbid actions for a while: of the cards that are meant, or of a player."""
    local, named = state.procedure_locals, (step.entries.get("what"), step.entries.get("target"))
    units = local.units if IT in named else (local.source,) if SELF in named else (0,)
    for number in units:
        until = step.entries[UNTIL]
        add_lasting(state, until, number, FORBID, 0, local.at, _turns_until(state, programs) if until != TURN else 0)
    note_text(state, "forbids", local.seat)


def _turns_until(state: DeclaredState, programs: CardPrograms) -> int:
    """Return how many turns it is until the rival's next one."""
    return 1 if getattr(state, programs.rules.turn) == state.procedure_locals.seat else 2


def alter_running(state: DeclaredState, programs: CardPrograms, step: Instruction) -> None:
    """Alter a number under way, which never falls below 0."""
    local, running = state.procedure_locals, programs.ways.running[step.entries["running"]]
    card = programs.find(state, local.source)
    number = step.entries.get("to", 0)
    if "by" in step.amounts:
        by = programs.amount_in(state, step.amounts["by"], programs.source_of(state, local))
        number = running.read(state, local.seat, card) + by
    running.write(state, local.seat, card, max(0, number))


Targets = Sequence[Thing]


Amounts = Mapping[str, int]


def _still_there(state: DeclaredState, programs: CardPrograms, things: Targets) -> list[Thing]:
    """Return the present records of these cards in play, without the cards that have left."""
    ids = [programs.value_of(thing) for thing in things if thing.record is not None]
    return [now for number in ids if isinstance(number, int) and (now := programs.find(state, number)) is not None]


def _mark(state: DeclaredState, programs: CardPrograms, step: Instruction, things: Targets, amounts: Amounts) -> None:
    mark = programs.ways.mark
    assert mark is not None
    for name in programs.ways.marks:
        if name in step.entries:
            for now in _still_there(state, programs, things):
                known = programs.rules.places[now.zone].marks
                if name in known:
                    mark(state, now, name, value_in_record(known[name], step.entries[name]))


def _count(state: DeclaredState, programs: CardPrograms, step: Instruction, things: Targets, amounts: Amounts) -> None:
    put = programs.ways.counters
    assert put is not None
    picked = Counter(programs.value_of(thing) for thing in things if thing.record is not None)
    for name, amount in amounts.items():
        for now in _still_there(state, programs, list(dict.fromkeys(things))):
            put(state, now, name, amount * picked[programs.value_of(now)])


def _change(state: DeclaredState, programs: CardPrograms, step: Instruction, things: Targets, amounts: Amounts) -> None:
    change = programs.ways.change
    assert change is not None
    for now in _still_there(state, programs, things):
        if now.zone not in programs.rules.play:
            continue
        marked = {name: amount for name, amount in amounts.items() if name not in programs.rules.unmarked}
        if marked:
            change(state, now, marked, step.entries[UNTIL])
        for name in amounts.keys() - marked.keys():
            number = programs.value_of(now)
            assert isinstance(number, int)
            add_lasting(state, step.entries[UNTIL], number, name, amounts[name])


def _give(state: DeclaredState, programs: CardPrograms, step: Instruction, things: Targets, amounts: Amounts) -> None:
    """Give a keyword to cards in play, or take it from them, for a while."""
    name = step.entries[KEYWORD]
    for now in _still_there(state, programs, things):
        number = programs.value_of(now)
        if isinstance(number, int):
            add_lasting(state, step.entries[UNTIL], number, figure_of_keyword(name), amount_given(step.entries))
            note_text(state, "given" if step.verb == GIVE else "taken", now.seat, card=now.card, keyword=name)


def _allow(state: DeclaredState, programs: CardPrograms, step: Instruction, things: Targets, amounts: Amounts) -> None:
    """Allow an action against a rule for a while."""
    for now in _still_there(state, programs, things):
        number = programs.value_of(now)
        if isinstance(number, int):
            add_lasting(state, step.entries[UNTIL], number, word_of_allowing(step.entries["action"]), 1)
            note_text(state, "allowed", now.seat, card=now.card)


def _move(state: DeclaredState, programs: CardPrograms, step: Instruction, things: Targets, amounts: Amounts) -> None:
    entries, owners = step.entries, []
    if entries["to"] in programs.ways.shifts and programs.ways.shift is not None:
        for now in _still_there(state, programs, things):
            if now.zone != entries["to"] and programs.can_leave(state, now):
                programs.ways.shift(state, now, entries["to"])
                to = Phrase(f"goes.{entries['to']}", {"whose": OWNERS})
                note_text(state, "moved", now.seat, card=now.card, to=to)
        return
    for thing in things:
        if not programs.can_leave(state, thing):
            continue
        owners.append(move_card(state, programs, thing, entries["to"], entries.get("where", ""), entries, True))
    if entries.get("where") == SHUFFLED:
        for seat in dict.fromkeys(owners):
            shuffle_zone(state, programs, seat)
    if entries.get("what") == IT:
        state.procedure_locals = state.procedure_locals._replace(units=(), cards=())


OnCards = Callable[[DeclaredState, CardPrograms, Instruction, Targets, Amounts], None]


ON_CARDS: dict[str, OnCards] = {
    MOVE: _move,
    MARKING: _mark,
    COUNTERS: _count,
    CHANGE: _change,
    GIVE: _give,
    TAKE: _give,
    ALLOW: _allow,
}
"""The function that carries out each verb about cards."""
