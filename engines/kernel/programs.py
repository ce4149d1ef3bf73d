"""Card effects as programs: running them instruction by instruction, and queueing triggered abilities.

The locals of a procedure that runs a program are a NamedTuple with at least `card`, `ability` (its index among the
card's abilities), `at` (the index of the next instruction) and `seat` (its controller). A choice in the middle of a
program is a separate step: the program stops there, and continues when that step leads back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple, Protocol

from engines.book.cards import Program
from engines.book.toml_schema import Document
from engines.kernel.flow import Call, Exit, If, S, Step, Way, who
from engines.kernel.rows import More
from engines.kernel.state import Action, State
from engines.kernel.tuples import PLACES, Row, places_of, replace_entries

Arguments = Document
"""The arguments that a card's text gives a verb. The fields of the verb say which are allowed."""


class Waits(Protocol):
    """A state with a queue of triggered abilities that wait: (seat, card, ability, ...), extended by each game."""

    waiting: Any


class WaitsInTurn(Waits, Protocol):
    """A state with triggered abilities waiting, in a game with a turn player."""

    turn_player: int


def running_program(state: State) -> Program:
    """Return the program that is running."""
    local = state.procedure_locals
    found: Program = state.game.cards[local.card].abilities[local.ability].program
    return found


def next_instruction(state: State) -> tuple[str, Arguments] | None:
    """Return the next instruction of the program (verb, arguments); None when it is finished."""
    local, found = state.procedure_locals, running_program(state)
    return found[local.at] if local.at < len(found) else None


def current_instruction(state: State) -> tuple[str, Arguments]:
    """Return the current instruction (verb, arguments) of an unfinished program, for example a choice."""
    found = next_instruction(state)
    assert found is not None
    return found


def next_verb(state: State) -> str:
    """Return the verb of the program's next instruction, "done" when it is finished."""
    found = next_instruction(state)
    return "done" if found is None else found[0]


def is_valid(state: State) -> bool:
    """Return True if the locals refer to a program and to a place in it or to its end.

    This is used to check written positions.
    """
    local = state.procedure_locals
    abilities = state.game.cards[local.card].abilities
    return bool(0 <= local.ability < len(abilities) and 0 <= local.at <= end_of(abilities[local.ability].program))


def is_at_choice(state: State) -> bool:
    """Return True if the locals are valid and the program is at a choice."""
    found = next_instruction(state) if is_valid(state) else None
    return found is not None and found[0].startswith(("choose", "may", "discard"))


BY_HAND = "by_hand"
"""The word recorded for an ability that the players carry out by hand. Its program is empty."""
HAND_STEP = "BY_HAND"
"""The row in which the players carry out a text by hand, in games that need it; see `engines.legal.by_hand`."""


class ByHand(NamedTuple):
    """The locals of the row `HAND_STEP`: the seat of the card's player, and the card's name.

    name : "" if a player has opened the row without a card.
    """

    seat: int
    name: str


class Doing(NamedTuple):
    """The locals of the rows that carry out a text in the shared effect language, see `engines.legal.program_rows`.

    at : the index of the next instruction. source, subject : the ids of the card itself and of the card that the event
    is about, 0 for none. units, cards : the cards chosen last, by their ids in play or as (seat, zone, card).
    done : the picks made for this instruction. place : the place that the card itself had in its zone, -1 if it had
    none. zone : the zone chosen last, as its index among the game's zones, -1 for none. dice : the places of the dice
    chosen for a reroll. rolled : the dice that the text itself has rolled last.
    """

    card: Annotated[int, "card"]
    ability: int
    at: int
    seat: int
    source: Annotated[int, "in play"] = 0
    subject: Annotated[int, "in play"] = 0
    units: Annotated[tuple[int, ...], "in play"] = ()
    cards: tuple[tuple[int, int, int], ...] = ()
    done: int = 0
    place: int = -1
    zone: int = -1
    dice: tuple[int, ...] = ()
    rolled: tuple[int, ...] = ()


def go_to(local: Doing, at: int) -> Doing:
    """Return the locals at another instruction, for which no pick has been made."""
    card, ability, _, seat, source, subject, units, cards, _, place, zone, dice, rolled = local
    return Doing(card, ability, at, seat, source, subject, units, cards, 0, place, zone, dice, rolled)


def end_of(program: Program) -> int:
    """Return the index after the last instruction; a text that is carried out by hand counts as one instruction."""
    return len(program) or 1


def waits_for_hands(state: State) -> bool:
    """Return True if a text that the players carry out by hand has been called and must be finished first."""
    return type(state.call_arguments) is ByHand


def waits_for_text(state: State) -> bool:
    """Return True if a text in the shared effect language has been called, which other rows carry out first."""
    return type(state.call_arguments) is Doing


def is_carried_out_elsewhere(state: State) -> bool:
    """Return True if other rows must carry out the called text before anything else happens."""
    kind = type(state.call_arguments)
    return kind is ByHand or kind is Doing


def run_program(state: S, do: Callable[[S, str, Arguments], None], stops: Callable[[S, str, Arguments], bool]) -> bool:
    """Run the program until it is finished, stops, or the game is over; return True if it is finished.

    do(state, verb, arguments) : carries out one instruction. stops(...) : returns True for an instruction that the flow
    table must handle: a choice, or a verb with its own procedure (whose row calls `advance_program`, then the
    procedure).
    """
    local = state.procedure_locals
    ability = state.game.cards[local.card].abilities[local.ability]
    found: Program = ability.program
    end = len(found)
    if not end and not local.at and ability.does:
        advance_program(state)
        state.call_arguments = state.game.begin_text(state, local)
        return False
    if not end and not local.at:
        name = state.game.cards[local.card].name
        state.note(BY_HAND, next(iter(state.step.clauses), ""), local.seat, effect_of=name)
        advance_program(state)
        if HAND_STEP in state.game.flow.steps:
            state.call_arguments = ByHand(local.seat, name)
            return False
    while (at := state.procedure_locals.at) < end:
        verb, arguments = found[at]
        if stops(state, verb, arguments):
            return False
        do(state, verb, arguments)
        if state.result is not None:
            return False
        advance_program(state)
    return True


def advance_program(state: State, **changes: object) -> None:
    """Move to the next instruction, changing some locals."""
    local = state.procedure_locals
    kind = type(local)
    places, values = PLACES.get(kind) or places_of(kind), list(local)
    values[places["at"]] += 1
    for name, value in changes.items():
        values[places[name]] = value
    state.procedure_locals = tuple.__new__(kind, values)


def skip_rest(state: State) -> None:
    """Jump to the end of the program."""
    state.procedure_locals = replace_entries(state.procedure_locals, at=end_of(running_program(state)))


SET_OFF = "an ability was set off"
"""The condition, as shown in the flow table, that triggered abilities are waiting."""


def something_waits(state: Waits) -> bool:
    """Return True if triggered abilities are waiting."""
    return bool(state.waiting)


def run_waiting_first(then: Exit[S], called: str = "TRIGGERS") -> Exit[S]:
    """Return an exit that first runs the waiting abilities, by calling the row `called`, and then takes `then`."""
    waiting: Callable[[Any], bool] = something_waits
    return If(waiting, SET_OFF, Call(called, then=then), "", then)


def turn_players_first(state: WaitsInTurn) -> list[Row]:
    """Return the waiting abilities of the turn player or, if there are none, of the other player; for use as `line`."""
    if len(state.waiting) < 2:
        return list(state.waiting)
    mine = [ability for ability in state.waiting if ability[0] == state.turn_player]
    return mine or list(state.waiting)


def take_out(state: Waits, ability: Row) -> None:
    """Remove one waiting ability from the queue."""
    waiting = list(state.waiting)
    waiting.remove(ability)
    state.waiting = tuple(waiting)


def triggers_row(
    name: str,
    phase: str,
    clauses: tuple[str, ...],
    *,
    line: Callable[[S], Sequence[Row]],
    begin: Callable[[S, Row], None],
    resolve: str,
    empty: Exit[S],
    after: Exit[S] = None,
    kind: str = "next",
    **more: Any,
) -> Step[S]:
    """Return the step that takes one waiting ability out of the queue and carries it out.

    Parameters
    ----------
    line(state) : returns the waiting abilities from which the next is taken, all of one player: tuples (seat, card,
        ability, ...). If they differ, that player chooses one by (card, ability); otherwise the first is taken. Which
        abilities are in line depends on the game.
    begin(state, waiting) : takes the ability out of the queue and sets the locals of the procedure `resolve`.
    after : the exit once it is carried out, by default this step again. empty : the exit when no ability is waiting.
    more : further fields of the Step.
    """

    @who("their controller")
    def controller(state: S) -> int:
        return int(line(state)[0][0])

    def ask(state: S) -> list[Action]:
        waiting = line(state)
        if len(waiting) < 2 or len({ability[1:3] for ability in waiting}) < 2:
            return []
        return [(kind, which) for which in dict.fromkeys(ability[1:3] for ability in waiting)]

    def take(state: S, action: Action) -> None:
        begin(state, next(ability for ability in line(state) if ability[1:3] == action[1]))

    def take_first(state: S) -> None:
        waiting = line(state)
        if waiting:
            begin(state, waiting[0])

    def taken(state: S) -> bool:
        return bool(state.call_arguments)

    carried_out = Call(resolve, then=after or name)
    ways: dict[str, Way[S]] = {kind: (take, carried_out)}
    way = If(taken, "next ability", carried_out, "none waiting", empty)
    row: More = {"who": controller, "words": {kind: "chosen ability"}, "otherwise_words": ""} | more
    return Step(name, phase, clauses, ask=ask, on=ways, otherwise=(take_first, way), **row)
