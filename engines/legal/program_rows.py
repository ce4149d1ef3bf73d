"""The rows of the flow table that carry out texts in the shared effect language, and the choices in them.

`add_text_rows` adds them to a game that has a card with such a text. The row that carries out card texts calls them, as
it calls the row for texts by hand; see `engines.legal.by_hand`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engines.book.card_program_text import render_asked
from engines.book.card_programs import CHOOSE, DISCARD, DRAW, MAY, SEARCH, UNLESS, ProgramRules, TextUsed
from engines.book.words import Phrase, Words
from engines.declare.declaration import DeclaredState
from engines.kernel.flow import GAME_OVER, RETURN, Call, Case, Exit, Flow, If, Step, copy_row, map_exits
from engines.kernel.programs import Doing, run_waiting_first, something_waits, waits_for_text
from engines.kernel.state import Action
from engines.legal import program_dice as dice
from engines.legal import program_steps as steps
from engines.legal.actions import choice_row, make_action
from engines.legal.arguments import Argument
from engines.legal.by_hand import add_called_rows, worded_action
from engines.legal.card_filters import Thing
from engines.legal.card_programs import programs_of, render_needed
from engines.legal.needs import needs_of_things
from engines.legal.program_moves import discard_from_hand, move_card, note_text, shuffle_zone
from engines.legal.program_reading import CHOOSE_DICE, CHOOSE_ZONE, Instruction
from engines.legal.program_things import (
    THING,
    places_of_thing,
    seat_asked,
    spell_thing,
    step_asked,
)
from engines.legal.reasons import Judge, Kind, Requirement, requirements_with_words
from engines.legal.text_uses import USE, add_text_uses, make_use
from engines.legal.whereabouts import name_place

CARRY_OUT, CHOICE, CHANCE = "CARRY_OUT", steps.CHOICE, steps.CHANCE
"""The rows: for carrying out a text, for a player's choice, and for a random discard."""
TAKE, ENOUGH, YES, NO, BY_CHANCE = "text_take", "text_enough", "text_yes", "text_no", "text_random"
"""The kinds of action: take a card, stop taking, accept, decline, and a random card."""
ZONE = "text_zone"
"""The kind of action that chooses a zone."""
AREA_ARGUMENT = "area"
"""The name of the argument that refers to a zone."""
ARGUMENT = "thing"
"""The name of the argument that refers to a card."""


# Who decides, and what can be chosen.


def list_choices(state: DeclaredState) -> list[Action]:
    """Return the actions by which the player may choose now."""
    programs, local = programs_of(state.game), state.procedure_locals
    text = programs.texts[local.card, local.ability]
    step = text.steps[local.at]
    if step.verb == MAY:
        payable = programs.can_pay(state, text, local)
        return [(YES,), (NO,)] if payable else [(NO,)]
    if step.verb == CHOOSE_ZONE:
        return [(ZONE, zone) for zone in programs.zones_offered(state, step, local)]
    if step.verb in (DRAW, UNLESS):
        return [(YES,), (NO,)]
    if step.verb == CHOOSE_DICE:
        return [*dice.list_dice(state, programs, step), *([(ENOUGH,)] if step.up_to else ())]
    values = dict.fromkeys(programs.values_of(steps.take_candidates(state, programs, step)))
    found = values if step.verb == CHOOSE else sorted(values, key=str)  # to hide the order of a deck
    picks: list[Action] = [(TAKE, value) for value in found]
    return [*picks, (ENOUGH,)] if _may_stop(step) or not picks else picks


def _may_stop(step: Instruction) -> bool:
    return step.verb == SEARCH or step.up_to


def list_random(state: DeclaredState) -> list[Action]:
    """Return, as actions, the different cards of a hand that chance may discard, or what a die may show."""
    programs, step, local = programs_of(state.game), step_asked(state), state.procedure_locals
    if step.verb != DISCARD:
        return dice.list_faces(state)
    seat = programs.seats_of(step, local)[0]
    hand, zone = programs.cards_in(state, seat, programs.ways.hand), programs.zones.index(programs.ways.hand)
    return [(BY_CHANCE, (seat, zone, card)) for card in dict.fromkeys(hand)]


def weigh_random(state: DeclaredState, actions: list[Action]) -> list[int] | None:
    """Return how often each of these actions comes: by the copies in the hand, or by the faces of a die."""
    programs = programs_of(state.game)
    if step_asked(state).verb != DISCARD:
        return dice.weights_of_faces(state, actions)
    return [programs.cards_in(state, seat, programs.ways.hand).count(card) for _, (seat, _, card) in actions]


# Carrying a choice out.


def take_card(state: DeclaredState, action: Action) -> None:
    """Choose, discard or find the card; continue the text once there are enough."""
    programs, local = programs_of(state.game), state.procedure_locals
    step = programs.texts[local.card, local.ability].steps[local.at]
    value, count = action[1], programs.most_of(state, step, local)
    if step.verb == CHOOSE:
        steps.add_pick(state, value)
        if state.listener is not None:
            thing = programs.picked_thing(state, value)
            assert thing is not None
            note_text(state, "chosen", seat_asked(state), card=thing.card)
        if local.done + 1 >= count or not programs.candidates(state, step, state.procedure_locals):
            steps.next_step(state)
        return
    seat, _, card = value
    if step.verb == DISCARD:
        discard_from_hand(state, programs, seat, card)
    else:
        entries = step.entries
        found = Thing(seat, programs.ways.deck, card, None)
        to, show = entries.get("to", programs.ways.hand), bool(entries.get("show"))
        move_card(state, programs, found, to, "", entries, show)
    state.procedure_locals = local._replace(done=local.done + 1)
    left = programs.cards_in(state, seat, programs.ways.hand if step.verb == DISCARD else programs.ways.deck)
    if local.done + 1 >= count or not left:
        if step.verb == SEARCH:
            shuffle_zone(state, programs, seat)
        steps.next_step(state)
    programs.ways.settle(state)


def take_zone(state: DeclaredState, action: Action) -> None:
    """Choose the zone."""
    zone = programs_of(state.game).zones[action[1]]
    note_text(state, "zone", seat_asked(state), place=Phrase(f"program.zone.{zone}"))
    steps.next_step(state, zone=action[1])


def discard_by_chance(state: DeclaredState, action: Action) -> None:
    """Discard the card that chance has taken."""
    take_card(state, action)


def stop_choosing(state: DeclaredState, action: Action) -> None:
    """Choose no more cards."""
    programs, step, local = programs_of(state.game), step_asked(state), state.procedure_locals
    if step.verb == SEARCH:
        shuffle_zone(state, programs, programs.seat_of(step, local))
    steps.next_step(state, **({} if local.done or step.verb != CHOOSE else {"units": (), "cards": ()}))


def accept_text(state: DeclaredState, action: Action) -> None:
    """Carry out the optional text, or draw one more of the cards."""
    programs, step = programs_of(state.game), step_asked(state)
    if step.verb == DRAW:
        steps.draw_one(state, programs, step)
        programs.ways.settle(state)
    elif step.verb == UNLESS:
        steps.pay_to_skip(state, programs, step)
        programs.ways.settle(state)
    else:
        steps.next_step(state)


def decline_text(state: DeclaredState, action: Action) -> None:
    """Skip the optional text, or draw no more."""
    if step_asked(state).verb in (DRAW, UNLESS):
        steps.next_step(state)
        return
    note_text(state, "declined", state.procedure_locals.seat)
    steps.end_text(state)


# Requirements.

needs = requirements_with_words({"source": lambda s, seat, a: s.name(s.procedure_locals.card)})
need = needs_of_things(needs)


def _clause(state: DeclaredState, seat: int, action: Action) -> str:
    clause: str = programs_of(state.game).ways.clause
    return clause


def _asks(state: DeclaredState, *verbs: str) -> bool:
    return step_asked(state).verb in verbs


def _is_there(state: DeclaredState, seat: int, thing: Thing) -> bool:
    """Return True if a card is in a zone and on a side that the text allows."""
    programs, step, local = programs_of(state.game), step_asked(state), state.procedure_locals
    of, source = step.of, programs.source_of(state, local)
    assert of is not None
    if thing.zone not in of.zones:
        return False
    if step.verb != CHOOSE:
        return thing.seat == programs.owner_of(step, local)
    return of.whose == "both" or (thing.seat == source.seat) == (of.whose == "own")


def _fits(state: DeclaredState, seat: int, thing: Thing) -> bool:
    """Return True if a card fits the filter of the text."""
    programs, step, local = programs_of(state.game), step_asked(state), state.procedure_locals
    if step.verb == CHOOSE:
        assert step.of is not None
        return programs.is_among(state, step.of, thing, programs.source_of(state, local))
    return programs.value_of(thing) in map(programs.value_of, programs.candidates(state, step, local))


def _is_free(state: DeclaredState, seat: int, thing: Thing) -> bool:
    """Return True if a card is not protected and has not been picked already."""
    programs, step, local = programs_of(state.game), step_asked(state), state.procedure_locals
    return programs.value_of(thing) in map(programs.value_of, programs.candidates(state, step, local))


def _asked_for(state: DeclaredState, seat: int, thing: object) -> str:
    ways = programs_of(state.game).ways
    return render_asked(ways, step_asked(state).entries, state.game.words)


def _lies(state: DeclaredState, seat: int, thing: Thing) -> str:
    return name_place(state, thing.zone, thing.seat == seat)


asked: dict[str, Any] = {"wanted": _asked_for, "lying": _lies}
OBJECT = (
    THING,
    need("text_asks", _clause, lambda s, seat, it: _asks(s, CHOOSE, DISCARD, SEARCH), essential=True),
    need("text_there", _clause, lambda s, seat, it: it is not None and _is_there(s, seat, it), essential=True, **asked),
    need("text_fits", _clause, _fits, essential=True, **asked),
    need("text_free", _clause, _is_free, **asked),
)
ASKS_FOR_PICKS = needs(
    "text_asks", _clause, lambda s, seat, a: _asks(s, CHOOSE, DISCARD, SEARCH, CHOOSE_DICE), essential=True
)
MAY_STOP = needs(
    "text_may_stop",
    _clause,
    lambda s, seat, a: (
        _may_stop(step_asked(s))
        or _asks(s, CHOOSE_DICE)
        or not programs_of(s.game).candidates(s, step_asked(s), s.procedure_locals)
    ),
    wanted=_asked_for,
)
OFFERED = needs("text_offers", _clause, lambda s, seat, a: _asks(s, MAY, DRAW, UNLESS), essential=True)
PAYABLE = needs(
    "text_payable",
    _clause,
    lambda s, seat, a: not _asks(s, MAY) or programs_of(s.game).can_pay(s, steps.current_text(s), s.procedure_locals),
)


def _is_zone_offered(state: DeclaredState, seat: int, zone: int) -> bool:
    return _asks(state, CHOOSE_ZONE) and (ZONE, zone) in list_choices(state)


AREA: Argument[DeclaredState] = Argument(
    lambda s, seat, zone: programs_of(s.game).zones[zone],
    lambda s, seat, zone: [],
    lambda s, seat: [programs_of(s.game).zones.index(zone) for zone in programs_of(s.game).rules.play],
)


def need_of_text(used: Callable[[Any, int, Action], TextUsed | None]) -> Requirement[Any]:
    """Return the requirement that the text which an action uses can have its effect. used : see `ProgramRules.uses`."""

    def holds(state: DeclaredState, seat: int, action: Action) -> bool:
        text = used(state, seat, action)
        return text is None or programs_of(state.game).is_possible(state, seat, *text)

    def name(state: DeclaredState, seat: int, action: Action) -> str:
        text = used(state, seat, action)
        return "" if text is None else state.name(text.card)

    def needed(state: DeclaredState, seat: int, action: Action) -> str:
        text = used(state, seat, action)
        return "" if text is None else render_needed(state.game, text.card, text.ability)

    made: Requirement[Any] = requirements_with_words({})("text_possible", _clause, holds, effect_of=name, needed=needed)
    return made


# The rows.


def run_waiting_at_ends(way: Exit[Any], called: str) -> Exit[Any]:
    """Return an exit that, wherever it leads to a row, first runs the waiting texts by calling the row `called`."""
    if isinstance(way, str):
        return run_waiting_first(way, called)
    if way is None or (isinstance(way, If) and way.guard is something_waits):
        return way
    return map_exits(way, lambda part: run_waiting_at_ends(part, called))


def add_text_rows(
    flow: Flow[Any], kinds: dict[str, Kind[Any]], ways: ProgramRules, words: Words
) -> tuple[Flow[Any], dict[str, Kind[Any]]]:
    """Return a flow table and its kinds of action with the rows for such texts, unless it has them already."""
    if CARRY_OUT in flow.steps:
        return flow, kinds
    clause = ways.clause
    take: Kind[Any] = make_action(TAKE, clause, take_card, CARRY_OUT, thing=OBJECT)
    zone: Kind[Any] = make_action(
        ZONE, clause, take_zone, CARRY_OUT, area=(AREA, need("text_zone", _clause, _is_zone_offered, essential=True))
    )
    enough = make_action(ENOUGH, clause, stop_choosing, CARRY_OUT, needs=(ASKS_FOR_PICKS, MAY_STOP))
    yes = make_action(YES, clause, accept_text, CARRY_OUT, needs=(OFFERED, PAYABLE))
    no = make_action(NO, clause, decline_text, CARRY_OUT, needs=(OFFERED,))
    by_chance: Kind[Any] = make_action(BY_CHANCE, clause, discard_by_chance, CARRY_OUT, thing=THING)
    die: Kind[Any] = make_action(
        dice.DIE,
        clause,
        dice.take_die,
        CARRY_OUT,
        die=(dice.PLACE, need("text_die", _clause, dice.is_die_offered, essential=True)),
    )
    face: Kind[Any] = make_action(dice.FACE, clause, dice.roll_die, CARRY_OUT, face=dice.SHOWN)
    more: dict[str, Any] = {"procedure": CARRY_OUT, "local": Doing, "locals_are_valid": steps.is_text_valid}
    parts: dict[str, tuple[str, Exit[Any]]] = {
        steps.ASKED: ("a player is asked", CHOICE),
        steps.RANDOM: ("chance decides", CHANCE),
        steps.DONE: ("finished", RETURN),
        **{name: ("another row is called", Call(name, then=CARRY_OUT)) for name in ways.procedures.values()},
    }

    with_dice = () if ways.dice is None else (die, face)

    def make(running: Step[Any]) -> list[Step[Any]]:
        phase, ends = running.phase, "the game is decided" if GAME_OVER in flow.steps else ""
        asked = (take, zone, *with_dice[:1], enough, yes, no)
        return [
            Step(CARRY_OUT, phase, (clause,), do=steps.carry_out, to=Case(steps.take_part, parts), ends=ends, **more),
            choice_row(f"{CHOICE} {phase} {clause}", seat_asked, asked, ask=list_choices, pick=False, **more),
            Step(
                CHANCE,
                phase,
                (clause,),
                ask=list_random,
                chance=True,
                weights=weigh_random,
                offers=(by_chance, *with_dice[1:]),
                **more,
            ),
        ]

    made = add_called_rows(flow, words, make, waits_for_text, "a text is carried out")
    rows = [copy_row(row) for row in made.steps.values()]
    uses: dict[str, Kind[Any]] = {}
    if ways.use_times:
        uses[USE] = add_text_uses(rows, make_use(spell_thing, places_of_thing, clause), ways, words, CARRY_OUT)
    for row in rows:
        if row.name in ways.settles:
            called = ways.settles[row.name]
            row.to = run_waiting_at_ends(row.to, called)
            if not row.chance:
                row.on = {kind: (way[0], run_waiting_at_ends(way[1], called)) for kind, way in row.on.items()}
            elif row.otherwise is not None:
                effect, way, *said = row.otherwise
                row.otherwise = (effect, run_waiting_at_ends(way, called), *said)
    made = Flow(rows)
    kinds = kinds | {
        name: replace(kinds[name], requirements=(*kinds[name].requirements, need_of_text(used)))
        for name, used in ways.uses.items()
    }
    further = {
        kind.name: worded_action(kind, words, CHANCE if kind in (by_chance, face) else CHOICE)
        for kind in (take, zone, enough, yes, no, by_chance, *with_dice)
    }
    return made, {**kinds, **further, **uses}


def add_text_rules(rules: Any) -> Any:
    """Return the `Rules` of a game, extended so that they rate the choices in such texts and find their cards."""
    places, judge = rules.references, rules.heuristic
    looks: dict[str, Judge[Any]] = {TAKE: _worth, ZONE: 0, YES: 1, NO: 0, ENOUGH: 0, BY_CHANCE: 0, USE: 1}
    looks |= {dice.DIE: dice.worth_of_die, dice.FACE: 0}

    def references(state: Any, seat: int, name: str, value: Any) -> list[str]:
        if name == AREA_ARGUMENT:
            return []
        if name in dice.ARGUMENTS and type(state.procedure_locals) is Doing:
            return dice.find_dice(state, seat, value)
        return places_of_thing(state, seat, value) if name == ARGUMENT else places(state, seat, name, value)

    def heuristic(state: Any, action: Action) -> float:
        if action[0] not in looks:
            value: float = judge(state, action)
            return value
        found = looks[action[0]]
        return found(state, state.seat_to_act, action) if callable(found) else found

    return replace(rules, references=references, heuristic=heuristic)


def _worth(state: DeclaredState, seat: int, action: Action) -> float:
    """Return how good a choice looks: best for a costly card of the rival, or a cheap card of the player."""
    thing = programs_of(state.game).picked_thing(state, action[1])
    if thing is None:
        return 0
    fields = state.game.cards[thing.card].fields
    figures = [value for value in fields.values() if isinstance(value, int) and not isinstance(value, bool)]
    worth = 1 + sum(figures) / 10
    return worth if (thing.seat != seat) != (step_asked(state).verb == SEARCH) else -worth
