"""Carries out the instructions of a text in the shared effect language, one after the other; see `card_programs`.

`carry_out` runs them until one needs a choice or another row; `engines.legal.program_rows` has the choices.
"""

from __future__ import annotations

from typing import Any

from engines.book.card_programs import (
    ALTER,
    CHOOSE,
    DISCARD,
    DRAW,
    EACH,
    FORBID,
    IF,
    INSTEAD,
    LOOK,
    MAY,
    ONCE,
    POINTS,
    REROLL,
    ROLL,
    SEARCH,
    UNLESS,
    do_nothing_more,
)
from engines.book.words import Phrase
from engines.declare.declaration import DeclaredState
from engines.kernel.programs import Doing, go_to
from engines.kernel.tuples import replace_entries
from engines.legal.card_filters import Thing
from engines.legal.card_programs import CardPrograms, is_used_up, programs_of, word_of_use
from engines.legal.lasting import TURN, add_lasting
from engines.legal.program_changes import (
    ON_CARDS,
    alter_running,
    forbid_for_a_while,
)
from engines.legal.program_moves import (
    discard_from_hand,
    note_text,
    shuffle_zone,
)
from engines.legal.program_reading import CHOOSE_DICE, CHOOSE_ZONE, MEETS, PAYABLE, USED, Instruction, Picked, Text

ASKED, RANDOM, DONE = "asked", "random", "done"
CHOICE, CHANCE = "TEXT_CHOICE", "TEXT_CHANCE"
"""The rows in which a player is asked, and in which chance decides."""


def current_text(state: DeclaredState) -> Text:
    """Return the text that is being carried out."""
    local = state.procedure_locals
    return programs_of(state.game).texts[local.card, local.ability]


def current_step(state: DeclaredState) -> Instruction | None:
    """Return the instruction that the text has reached; None at its end."""
    steps, at = current_text(state).steps, state.procedure_locals.at
    return steps[at] if at < len(steps) else None


def is_text_valid(state: DeclaredState) -> bool:
    """Return True if the locals refer to a text and to an index in it; for checking written positions."""
    local = state.procedure_locals
    ways = state.game.card_rules.programs
    text = None if ways is None else programs_of(state.game).texts.get((local.card, local.ability))
    if text is None or not 0 <= local.at <= len(text.steps):
        return False
    programs = programs_of(state.game)
    known = all(
        seat in (0, 1)
        and 0 <= zone < len(programs.zones)
        and programs.zones[zone] in programs.ways.plain
        and 0 <= card < len(programs.cards)
        for seat, zone, card in local.cards
    )
    wanted = {CHOICE: ASKED, CHANCE: RANDOM}.get(state.step.name)
    return known and (wanted is None or next_part(state) == wanted)


def carry_out(state: DeclaredState) -> None:
    """Carry out instructions until the text ends, or needs a choice or another row."""
    programs, local = programs_of(state.game), state.procedure_locals
    text, settle = programs.texts[local.card, local.ability], programs.ways.settle
    steps = text.steps
    while state.result is None:
        at = state.procedure_locals.at
        step = steps[at] if at < len(steps) and not state.call_arguments else None
        part, found = _look_ahead(state, programs, text, step)
        if step is None or part != step.verb:
            programs.stopped, programs.offered = (state, part), (state, found) if part == ASKED else None
            return
        _carry_out_step(state, programs, text, step, found)
        if settle is not do_nothing_more and state.procedure_locals.at > at:  # two halves count as simultaneous
            settle(state)


def take_part(state: DeclaredState) -> str:
    """Return what comes next, as `carry_out` has just found it."""
    programs = programs_of(state.game)
    stopped, programs.stopped = programs.stopped, None
    if stopped is not None and stopped[0] is state:
        return stopped[1]
    programs.offered = None
    return next_part(state)


def take_candidates(state: DeclaredState, programs: CardPrograms, step: Instruction) -> list[Thing]:
    """Return the cards that may be picked next, as `carry_out` has just found them."""
    offered, programs.offered = programs.offered, None
    if offered is not None and offered[0] is state and step.verb == CHOOSE:
        return offered[1]
    return programs.candidates(state, step, state.procedure_locals)


def next_part(state: DeclaredState) -> str:
    """Return what comes next: the row to call, ASKED, RANDOM, DONE, or the verb of an instruction without a choice."""
    step = None if state.call_arguments else current_step(state)
    return _look_ahead(state, programs_of(state.game), current_text(state), step)[0]


def _look_ahead(
    state: DeclaredState, programs: CardPrograms, text: Text, step: Instruction | None
) -> tuple[str, list[Thing]]:
    """Return what comes next, see `next_part`, and for a choice the cards that may be picked."""
    local = state.procedure_locals
    if state.call_arguments:
        return programs.ways.procedures[type(state.call_arguments)], []
    if step is None:
        return DONE, []
    asks, verb, found = False, step.verb, list[Thing]()
    if verb == MAY:
        asks = bool(not text.pays or _can_be_asked(state, programs, text))
    elif verb == UNLESS:
        source = programs.source_of(state, local)
        asks = all(holds(programs, state, source) for holds in step.conditions)
        asks = asks and programs.can_pay_part(state, step, local)
    elif verb == CHOOSE_ZONE:
        asks = bool(programs.zones_offered(state, step, local))
    elif verb == CHOOSE:
        found = programs.candidates(state, step, local)
        left = programs.left_to_pick(state, step, local)
        asks = bool(found) and (step.up_to or len(found) > (min(1, left) if step.again else left))
        asks = asks and left > 0
    elif verb == DISCARD:
        hand = programs.cards_in(state, programs.owner_of(step, local), programs.ways.hand)
        if step.entries.get("random"):
            return (RANDOM if hand else verb), []
        asks = bool(hand) and ("of" in step.entries or len(hand) > programs.left_to_pick(state, step, local))
    elif verb == CHOOSE_DICE:
        left, there = programs.left_to_pick(state, step, local), len(programs.dice_of(state, step, local))
        asks = left > 0 and there > 0 and (step.up_to or there > left)
    elif verb in (ROLL, REROLL):
        left = len(local.dice) if verb == REROLL else programs.left_to_pick(state, step, local)
        return (RANDOM if left > 0 else verb), []
    elif verb == SEARCH:
        asks = bool(programs.cards_in(state, local.seat, programs.ways.deck))
    elif verb == DRAW and step.up_to:
        seat, ways = programs.seat_of(step, local), programs.ways
        zones = (ways.deck, ways.pile) if ways.refills else (ways.deck,)
        asks = any(programs.cards_in(state, seat, zone) for zone in zones)
    return (ASKED if asks else verb), found


def _can_be_asked(state: DeclaredState, programs: CardPrograms, text: Text) -> bool:
    """Return True unless both players can see that a text cannot be paid for.

    Otherwise a missing question would reveal something about the hand.
    """
    local = state.procedure_locals
    if text.discards > len(programs.cards_in(state, local.seat, programs.ways.hand)):
        return False
    return all(programs.can_pay_part(state, step, local) for step in text.pays if step.verb != DISCARD)


def next_step(state: DeclaredState, **changes: Any) -> None:
    """Go to the next instruction, with some locals changed."""
    local: Doing = state.procedure_locals
    state.procedure_locals = (
        replace_entries(local, at=local.at + 1, done=0, **changes) if changes else go_to(local, local.at + 1)
    )


def pay_to_skip(state: DeclaredState, programs: CardPrograms, step: Instruction) -> None:
    """Pay what an `unless` asks for, and skip the instructions inside it."""
    local = state.procedure_locals
    state.procedure_locals = go_to(local, local.at + 1 + step.skips)
    for name, amount in step.amounts.items():
        seat = programs.seat_of(step, local)
        programs.ways.points[name](state, seat, programs.amount_in(state, amount, programs.source_of(state, local)))
        note_points(state, programs, name, seat)


def end_text(state: DeclaredState) -> None:
    """Skip the rest of the text."""
    local = state.procedure_locals
    state.procedure_locals = go_to(local, len(current_text(state).steps))


def _carry_out_step(
    state: DeclaredState, programs: CardPrograms, text: Text, step: Instruction, found: list[Thing]
) -> None:
    """Carry out an instruction. found : for a choice, the cards that may be picked."""
    local: Doing = state.procedure_locals
    verb = step.verb
    if verb == MEETS:
        source = programs.source_of(state, local)
        if not all(holds(programs, state, source) for holds in text.conditions):
            note_text(state, "not_met", local.seat)
            end_text(state)
            return
        next_step(state)
    elif verb == ONCE:
        if is_used_up(state, local.source, local.card, local.ability):
            end_text(state)
            return
        next_step(state)
    elif verb == USED:
        used = word_of_use(state.game.cards[local.card], local.ability, local.source)
        add_lasting(state, TURN, local.source, used, 1)
        next_step(state)
    elif verb in (MAY, PAYABLE):
        if programs.can_pay(state, text, local):
            next_step(state)
        else:
            note_text(state, "unpaid", local.seat)
            end_text(state)
    elif verb == UNLESS:
        next_step(state)
    elif verb == IF:
        source = programs.source_of(state, local)
        holds = all(condition(programs, state, source) for condition in step.conditions)
        state.procedure_locals = go_to(local, local.at + 1 + (0 if holds else step.skips))
    elif verb == CHOOSE_ZONE:
        note_text(state, "nothing", local.seat)
        next_step(state, zone=-1)
    elif verb == CHOOSE_DICE:
        left = programs.left_to_pick(state, step, local)
        next_step(state, dice=(*local.dice, *programs.dice_of(state, step, local)[: max(0, left)]))
    elif verb == ROLL:
        next_step(state, rolled=())
    elif verb == REROLL:
        next_step(state, dice=())
    elif verb == CHOOSE:
        _choose_all(state, programs, step, found)
    elif verb in (DISCARD, SEARCH):
        pick_rest(state, programs, step)
    elif verb == DRAW:
        _draw(state, programs, step)
    elif verb == POINTS:
        _change_points(state, programs, step)
    elif verb == INSTEAD:  # it has been done already, where the card left
        next_step(state)
    elif verb == EACH:
        _begin_part(state, programs, step)
    elif verb == FORBID:
        forbid_for_a_while(state, programs, step)
        next_step(state)
    elif verb == ALTER:
        alter_running(state, programs, step)
        next_step(state)
    elif verb == LOOK:
        _look(state, programs, step)
        next_step(state)
    else:
        next_step(state)
        things, worth = programs.targets(state, step, local), dict[str, int]()
        if step.amounts:
            source = programs.source_of(state, local)
            worth = {name: programs.amount_in(state, amount, source) for name, amount in step.amounts.items()}
            worth = {name: amount for name, amount in worth.items() if amount}
        ON_CARDS[verb](state, programs, step, things, worth)


def _choose_all(state: DeclaredState, programs: CardPrograms, step: Instruction, found: list[Thing]) -> None:
    local = state.procedure_locals
    if not found and not local.done:
        note_text(state, "nothing", local.seat)
        next_step(state, units=(), cards=())
        return
    left = programs.left_to_pick(state, step, local)
    if left <= 0 and not local.done:
        next_step(state, units=(), cards=())
        return
    for thing in found * left if step.again else found[:left]:
        add_pick(state, programs.value_of(thing))
    next_step(state)


def add_pick(state: DeclaredState, value: Picked) -> None:
    """Add a card to those chosen; the first one of an instruction replaces the earlier choice."""
    local = state.procedure_locals
    units, cards = (local.units, local.cards) if local.done else ((), ())
    if isinstance(value, int):
        units = tuple(sorted((*units, value))) if units else (value,)
    else:
        cards = tuple(sorted((*cards, value))) if cards else (value,)
    state.procedure_locals = replace_entries(local, units=units, cards=cards, done=local.done + 1)


def pick_rest(state: DeclaredState, programs: CardPrograms, step: Instruction) -> None:
    """Complete a discard or a search: discard the cards that leave no choice, or shuffle the deck that was searched."""
    local = state.procedure_locals
    seat = programs.owner_of(step, local)
    if step.verb == SEARCH:
        shuffle_zone(state, programs, seat)
    elif "of" not in step.entries and not step.entries.get("random"):
        for card in list(programs.cards_in(state, seat, programs.ways.hand))[
            : programs.left_to_pick(state, step, local)
        ]:
            discard_from_hand(state, programs, seat, card)
    next_step(state)


def _draw(state: DeclaredState, programs: CardPrograms, step: Instruction) -> None:
    local = state.procedure_locals
    seats, count = (
        programs.seats_of(step, local),
        programs.amount_in(state, step.amounts["count"], programs.source_of(state, local)),
    )
    if step.up_to:  # the deck is empty
        next_step(state)
        return
    seats = seats[local.done :]
    if programs.ways.procedures and len(seats) > 1:
        state.procedure_locals = local._replace(done=local.done + 1)
        seats = seats[:1]
    else:
        next_step(state)
    if count > 0:
        programs.ways.draw(state, seats, count)


def draw_one(state: DeclaredState, programs: CardPrograms, step: Instruction) -> None:
    """Draw one of the optional cards, and go to the next instruction after the last."""
    local = state.procedure_locals
    count = programs.amount_in(state, step.amounts["count"], programs.source_of(state, local))
    if local.done + 1 >= count:
        next_step(state)
    else:
        state.procedure_locals = local._replace(done=local.done + 1)
    programs.ways.draw(state, (programs.seat_of(step, local),), 1)


def _change_points(state: DeclaredState, programs: CardPrograms, step: Instruction) -> None:
    local, source = state.procedure_locals, programs.source_of(state, state.procedure_locals)
    changes = [
        (name, seat, programs.amount_in(state, amount, source))
        for name, amount in step.amounts.items()
        for seat in programs.seats_of(step, local)
    ][local.done :]
    if programs.ways.procedures and len(changes) > 1:
        state.procedure_locals = local._replace(done=local.done + 1)
        changes = changes[:1]
    else:
        next_step(state)
    for name, seat, amount in changes:
        if amount:
            programs.ways.points[name](state, seat, amount)
            if not state.call_arguments:
                note_points(state, programs, name, seat)


def note_points(state: DeclaredState, programs: CardPrograms, name: str, seat: int) -> None:
    """Record how many points a player has now."""
    if state.listener is None:
        return
    points = programs.ways.has_points[name](state, seat)
    note_text(state, "points", seat, points=points, name=Phrase(f"program.points.{name}", {"count": points}))


def _look(state: DeclaredState, programs: CardPrograms, step: Instruction) -> None:
    local = state.procedure_locals
    side = local.seat if step.entries.get("whose", "own") == "own" else 1 - local.seat
    if state.listener is None:
        return
    cards = list(programs.cards_in(state, side, step.entries["zone"]))
    if step.entries["zone"] == programs.ways.deck:
        cards = cards[::-1][: step.entries["count"]]
    if cards:
        note_text(state, "looked", local.seat, secret=True, cards=cards)


def _begin_part(state: DeclaredState, programs: CardPrograms, step: Instruction) -> None:
    """Begin the next part of a `for_each`: a zone, and the player who counts as "own" in it."""
    local = state.procedure_locals
    seat = 1 - local.seat if step.entries["turn"] else local.seat
    zone = programs.zones.index(step.entries["zone"]) if step.entries["zone"] else -1
    source = 0 if step.entries["alone"] else local.source
    local = replace_entries(local, seat=seat, zone=zone, source=source, done=0, units=(), cards=())
    state.procedure_locals = local
    card = programs.source_of(state, local)
    holds = all(condition(programs, state, card) for condition in step.conditions)
    state.procedure_locals = replace_entries(local, at=local.at + 1 + (0 if holds else step.skips))
