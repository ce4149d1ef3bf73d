"""The checks of `tebiki check` for a growing game, in addition to those for every lesson.

Its texts must be short and plain, its films short, and only the cards listed in the lesson may be visible. After every
first move that reaches a stop's goal, either the next stop can be reached, or the lesson says why the table is set
back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engines.book.rulebook import read_toml
from engines.errors import TebikiError
from engines.game import Game
from engines.kernel.state import Action, State
from engines.search.solver import TooDeep, open_chance
from engines.variants.counter_rules import counter_rules
from tutor.lessons import rails
from tutor.lessons.blind_play import too_easy
from tutor.lessons.goals import TRIED_PREFIX, WIN, WIN_FIRST, success_conditions
from tutor.lessons.growing import LEARNER, lines_of, play_stops
from tutor.lessons.loader import Lesson, Row, Step
from tutor.lessons.page import open_session
from tutor.lessons.playing import DoStep
from tutor.lessons.stop_films import film_of_stop

FORMS_FILE = Path(__file__).with_name("plain_words.toml")
MOST_WORDS = {"text": 24, "goal": 9, "after": 21, "nudge": 14, "back": 18}
"""Maximum number of words in each entry of a stop."""
MOST_SAID, MOST_OF_STOP, MOST_OF_GAME = 18, 45, 650
"""Maximum number of words in an authored sentence; in text, goal and principle together; and in all stops together."""
LONGEST_SENTENCE, LONGEST_ON_AVERAGE = 14, 9
"""Maximum number of words in a sentence, and on average over the sentences."""
STOPS = range(10, 15)
"""The number of stops that a game may have."""
MOST_BEATS = 6
TRIES = range(1, 4)
"""The number of tries that a game may ask for."""
MOST_WITH_OPTIONS = 2
KINDS_WITH_OPTIONS = ("predict", "why")
JAPANESE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


def find_problems(lesson: Lesson) -> list[str]:
    """Return the problems of a growing game, one per line; [] if it has none."""
    found = [*_of_the_whole(lesson), *find_pale_problems(lesson)]
    for step in lesson.steps:
        problems = (*find_word_problems(step), *_of_cards(lesson, step), *find_game_problems(lesson, step))
        found += [f"{step.where}: {problem}" for problem in problems]
    return found


# Words.


def texts_of(step: Step) -> dict[str, str]:
    """Return all texts of a stop, by entry."""
    found = {key: str(step.get(key)) for key in (*MOST_WORDS, "title") if step.get(key)}
    found |= {f"say {key}": str(text) for key, text in (step.get("say") or {}).items()}
    for key in ("lines", "stray"):
        found |= {f"{key} {number}": row["text"] for number, row in enumerate(step.get(key, ()), 1)}
    return found


def sentences_of(text: str) -> list[list[str]]:
    """Return the words of each sentence; colons and semicolons do not end a sentence."""
    return [one.split() for one in re.split(r"(?<=[.?!])[\"')]*\s+", text) if one.split()]


@cache
def forms_to_avoid() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the patterns that no text may contain, each with a better wording."""
    rows = read_toml(FORMS_FILE)["form"]
    return tuple((re.compile(rf"\b({row['pattern']})\b", re.IGNORECASE), row["better"]) for row in rows)


def find_word_problems(step: Step) -> Iterator[str]:
    """Yield problems with texts of a stop that are too long, contain Japanese, or are not plain."""
    for key, text in texts_of(step).items():
        words, most = len(text.split()), MOST_WORDS.get(key, MOST_SAID)
        if words > most:
            yield f"{key} has {words} words; at most {most}."
        for sentence in sentences_of(text):
            if len(sentence) > LONGEST_SENTENCE:
                yield f"{key} has a sentence of {len(sentence)} words; at most {LONGEST_SENTENCE}."
        if JAPANESE.search(text):
            yield f"{key} has Japanese in it; the glossary has it."
        for pattern, better in forms_to_avoid():
            if said := pattern.search(text):
                yield f"{key} says {said[0]!r}. Better: {better}."
    whole = sum(len(str(step.get(key, "")).split()) for key in ("text", "goal", "after"))
    if whole > MOST_OF_STOP:
        yield f"text, goal and after have {whole} words; at most {MOST_OF_STOP}."


def _of_the_whole(lesson: Lesson) -> Iterator[str]:
    where, steps = str(lesson.path), lesson.steps
    if len(steps) not in STOPS:
        yield f"{where}: has {len(steps)} stops; from {STOPS[0]} to {STOPS[-1]}."
    told = [str(step.get(key, "")) for step in steps for key in ("text", "goal", "after")]
    words = sum(len(text.split()) for text in told)
    if words > MOST_OF_GAME:
        yield f"{where}: its stops have {words} words; at most {MOST_OF_GAME}."
    lengths = [len(sentence) for text in told for sentence in sentences_of(text)]
    if sum(lengths) > LONGEST_ON_AVERAGE * len(lengths):
        mean = sum(lengths) / len(lengths)
        yield f"{where}: its sentences have {mean:.1f} words on average; at most {LONGEST_ON_AVERAGE}."
    tries = sum(len(step.tries) for step in steps)
    if tries not in TRIES:
        yield f"{where}: asks for {tries} tries that are refused; from {TRIES[0]} to {TRIES[-1]}."
    options = sum(step.kind in KINDS_WITH_OPTIONS for step in steps)
    if options > MOST_WITH_OPTIONS:
        yield f"{where}: {options} stops are answered by choosing an option; at most {MOST_WITH_OPTIONS}."


# The game.


def _of_cards(lesson: Lesson, step: Step) -> Iterator[str]:
    """Yield the cards on the table, outside the decks, that the lesson does not list."""
    state = lesson.game.position(dict(step.position), step.where, run=False)
    zones = lesson.game.rules.table(state, LEARNER).zones
    seen = {
        name
        for seat in (0, 1)
        for zone in zones[seat]
        if zone != "deck"
        for name in state.game.rules.zone(state, seat, zone)
    }
    for name in sorted(name for name in seen if name and name not in lesson.cards):
        yield f"{name} is on the table, and is not among the cards of the lesson."


def find_game_problems(lesson: Lesson, step: Step) -> Iterator[str]:
    """Yield problems with a stop in its game: its tries, its film, and moves after which the game cannot continue."""
    if step.tries and not step.get("meets"):
        yield "asks for a try that is refused, and meets no misconception."
    beats = film_of_stop(lesson, step)[1]
    if len(beats) > MOST_BEATS:
        yield f"its film has {len(beats)} beats; at most {MOST_BEATS}."
    if fault := too_easy(lesson, step):
        yield fault
    yield from find_stray_sentences(lesson, step)
    if step.number == len(lesson.steps) or step.get("back") or ends_the_game(step):
        return
    for text, end in ends_of_stop(lesson, step):
        if rails.next_stop(lesson, step, end) is None:
            yield f"after {text!r} a later stop cannot be reached. Add back, or another line."


def find_stray_sentences(lesson: Lesson, step: Step) -> Iterator[str]:
    """Yield the sentences of `say` that a learner would read about a move of the stop's own lines."""
    run = open_session(lesson, step)
    moves = dict.fromkeys(move for line in lines_of(step.data) for move in line if not move.startswith(TRIED_PREFIX))
    for move in moves if isinstance(run, DoStep) else ():
        if said := run.sentence(move):
            yield f"says {said!r} of {move!r}, which is a move of its line. Better: say it of another move, or not."


def ends_the_game(step: Step) -> bool:
    """Return True if the goal of a stop is to win, so that nothing is played after it, whatever the first move was."""
    return step.get("success") is not None and success_conditions(step) in ([WIN], [WIN_FIRST])


def ends_of_stop(lesson: Lesson, step: Step) -> list[tuple[str, State]]:
    """Return each first move that reaches the goal of a stop, with the table after it.

    A stop that asks only for tries ends where it has begun.
    """
    run, found = open_session(lesson, step), dict[str, State]()
    if not isinstance(run, DoStep) or all(text.startswith(TRIED_PREFIX) for text in success_conditions(step)):
        return []
    solver = rails.planned_solver(step, run.table.state)
    for move in run.table.moves():
        here = open_chance(run.table.state)
        for action in move.actions:
            here.apply(action)
        try:
            if solver.goal(here) is None and not solver.holds(here):
                continue
            line = solver.winning_line(here) if solver.goal(here) is None else []
        except TooDeep:
            continue
        if solver.goal(here) is False:
            continue
        for _, action in line:
            here.apply(action)
        found.setdefault(move.text, here)
    return list(found.items())


def find_pale_problems(lesson: Lesson) -> Iterator[str]:
    """Yield words that are marked as pale although the game would differ without them."""
    rules = {rule.id: rule for rule in counter_rules(lesson.game)}
    for word, id in lesson.pale.items():
        if id not in rules:
            yield f"{lesson.path}, pale: there is no counter-rule {id!r}."
            continue
        game = rules[id].patched(lesson.game)
        try:
            stops = play_stops(game, lesson.table or {}, [step.data for step in lesson.steps], str(lesson.path))
            same = all(
                stop.position == step.position and _choices(game, stop.position) == _choices(lesson.game, step.position)
                for stop, step in zip(stops, lesson.steps, strict=True)
            )
        except TebikiError:
            same = False
        if not same:
            yield f"{lesson.path}, pale: without {word} the game is another one."


def _choices(game: Game, position: Row) -> list[Action]:
    """Return the legal actions in a position."""
    state = game.position(dict(position), "pale", run=False)
    return [] if state.result is not None else [*state.actions]
