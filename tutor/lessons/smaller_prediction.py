"""Smaller questions about a prediction: an event on the way, or what was asked, made coarser.

If a belief predicts the learner's answer, the scene is played by that belief too, and the question is about the first
event that only one of the two runs has, if it comes before what was asked is decided ("Hollow Mourner against Lamplit
Knight: power 2 against 4. Does this happen?"). Otherwise it is whether the result stays as it is now, grows, or is more
than a number between the two answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from engines.kernel.listener import Event
from engines.kernel.state import State
from tutor.beliefs.continuations import PLAY_ERRORS, Continuation, count_seen_cards
from tutor.boards.presentation import load_look
from tutor.lessons.loader import PartRow
from tutor.lessons.outcome_words import RESTED, WINNER
from tutor.lessons.outcomes import BOTH_NAMES, DECK, deciding_event, outcome_names, outcome_of
from tutor.lessons.session import LEARNER
from tutor.lessons.smaller import SmallerQuestion
from tutor.matches.playthrough import LogEntry
from tutor.text import format_message

if TYPE_CHECKING:
    from tutor.lessons.foretelling import PredictStep

FEWEST_OPTIONS = 3
"""With fewer options a coarser question would be the question itself."""
NOW = re.compile(r"\s*\(Now [^)]*\)\s*$")
"""Matches what a question of a lesson says about the present; the smaller question says it itself."""
QUOTED = re.compile(r'"([^"]*)"')
"""Matches a name in a line of a script."""
NEXT, NONE = "next", "none"


class ForetoldFact(NamedTuple):
    """What a part asks: the question, how it is now (None if that is unknown), how it will be, and the answer given."""

    of: str
    ask: str
    now: str | None
    truth: str
    expected: str


def ask_about_prediction(run: PredictStep) -> SmallerQuestion | None:
    """Return a smaller question about the first part that is predicted wrongly and has one; None if none has."""
    pair = run.expected()
    for number, part in enumerate(run.step.get("parts")):
        picked, of = run.picks.get(str(number)), part["of"]
        if picked is None or of == NEXT or of.startswith(DECK):
            continue
        truth = run.truth(of)
        if picked == truth:
            continue
        asked = None if pair is None else ask_about_event(run, of, pair.thought)
        if asked is None and ("numbers" in part or len(part["options"]) >= FEWEST_OPTIONS):
            now = read_fact(of, run.start, run.start, [])
            fact = ForetoldFact(of, NOW.sub("", part["ask"]), now, truth, picked)
            asked = ask_about_names(run, part, fact) if is_about_names(run, of) else ask_about_fact(run, fact)
        if asked is not None:
            return asked
    return None


def ask_about_fact(run: PredictStep, fact: ForetoldFact) -> SmallerQuestion | None:
    """Return a question with yes or no about a fact; None if none is coarser than the fact itself."""
    both = (fact.truth, fact.expected)
    if fact.of == WINNER:
        return put_question(run, "over", fact.truth != NONE) if NONE in both else None
    if all(one.isdecimal() for one in both):
        true, expected = int(fact.truth), int(fact.expected)
        if begins_at_none(run, fact.of):
            if 0 in (true, expected):
                return put_question(run, "any", true > 0, ask=fact.ask)
        elif fact.now is not None and fact.now.isdecimal():
            now = int(fact.now)
            if now in (true, expected):
                return put_question(run, "still", true == now, ask=fact.ask, now=now)
            if (true > now) != (expected > now):
                return put_question(run, "more", true > now, ask=fact.ask, now=now)
        least = min(true, expected)
        return put_question(run, "more_than", true > least, ask=fact.ask, number=least)
    if fact.now in both:
        now_told = run.words_of(fact.of, str(fact.now))
        return put_question(run, "still", fact.truth == fact.now, ask=fact.ask, now=now_told)
    return None


def ask_about_names(run: PredictStep, part: PartRow, fact: ForetoldFact) -> SmallerQuestion | None:
    """Return the question whether one card is among those that an outcome names."""
    options = [str(one) for one in part["options"] if str(one) not in (BOTH_NAMES, NONE)]
    true = {*outcome_names(fact.of, run.start, run.happened)}
    expected = {*options} if fact.expected == BOTH_NAMES else {fact.expected}
    found = [name for name in options if (name in true) != (name in expected)]
    if not found:
        return None
    name = found[len(fact.truth + fact.expected) % len(found)]
    return put_question(run, "among", name in true, ask=fact.ask, name=run.words_of(fact.of, name))


def is_about_names(run: PredictStep, of: str) -> bool:
    """Return True if the answer to a question is the name of a card."""
    return "name" in load_look(run.lesson.game.name).get("outcome", {}).get(of, {})


def begins_at_none(run: PredictStep, of: str) -> bool:
    """Return True if a question counts what happens, so that there is nothing yet."""
    look = load_look(run.lesson.game.name)
    return of.startswith(RESTED) or of in look.get("outcome", {}) or of.split(" ")[0] in look.get("counted", {})


def put_question(run: PredictStep, key: str, holds: bool, **facts: object) -> SmallerQuestion:
    """Return a smaller question in the language of the step."""
    return SmallerQuestion(format_message(f"lesson.smaller.predict.{key}", run.language, **facts), holds)


# What happens before.


def ask_about_event(run: PredictStep, of: str, thought: Continuation) -> SmallerQuestion | None:
    """Return the question whether an event happens that only one of two runs has, before what decides `of`.

    The runs are the engine's own and `thought`, which a belief expects. None if they differ only later, if the event
    names a card that the learner cannot see, or if its sentence does not exist in the language of the step.
    """
    real = first_of_its_own(run, of, run.happened, thought.happened)
    expected = first_of_its_own(run, of, thought.happened, run.happened)
    found = [(one, holds) for one, holds in ((real, True), (expected, False)) if one is not None]
    if not found:
        return None
    event, holds = found[crc32(f"{run.step.id} {of}".encode()) % len(found)]
    told = run.table.narrate(event)
    if run.language != "en" and told == run.lesson.game.narrate(event, LEARNER):
        return None
    return put_question(run, "event", holds, event=told)


def first_of_its_own(
    run: PredictStep, of: str, happened: Sequence[LogEntry], others: Sequence[LogEntry]
) -> Event | None:
    """Return the first event that the other run does not have; None if it is not before the event that decides `of`."""
    decides = deciding_event(run.lesson.game.name, of, list(happened))
    before = [one.event for one in happened[: happened.index(decides)]] if decides is not None else []
    there = [describe_event(one.event) for one in others]
    own = next((one for one in before if describe_event(one) not in there), None)
    return own if own is not None and is_open_event(run, own) else None


def describe_event(event: Event) -> tuple[str, int, str]:
    """Return what an event says: its kind, the player, and its facts."""
    return event.kind, event.seat, repr(sorted(event.facts.items()))


def is_open_event(run: PredictStep, event: Event) -> bool:
    """Return True if an event can be asked about: it names a card, or the game's films tell it, and nothing is hidden.

    The cards that it names must be known: seen at the start, or named in the scene.
    """
    known = {*count_seen_cards(run.start, LEARNER), *QUOTED.findall(" ".join(map(str, run.step.get("script"))))}
    facts, look = " ".join(map(str, event.facts.values())), load_look(run.lesson.game.name)
    named = [name for name in run.lesson.game.by_name if name in facts]
    told = event.kind.split(".")[0] in (*look["loud"], *look["told"], *look["result"])
    return not event.secret and (bool(named) or told) and all(name in known for name in named)


def read_fact(of: str, start: State, end: State, happened: list[LogEntry]) -> str | None:
    """Return the answer to a question after some events; None if there is none."""
    try:
        return outcome_of(of, start, end, happened)
    except PLAY_ERRORS:
        return None
