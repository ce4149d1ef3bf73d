"""Claims: statements behind the expected answers of a lesson plan, which the engines can check.

    measure off_turn: chaos > others        its interval is above those of all others (or of one game, or a number)
    measure first_seat: altaria holds 0.5   the interval contains the number
    measure off_turn: star_wars none        the game has no such figure
    answer saved: altaria = no              an answer in the mechanics table, as one word
    parameter cores: altaria = 7            a rule parameter
    check altaria: not kind roll            a check that the engine confirms (see tutor.compare.evidence)
    clause ALT-8.1: "one card"              the clause says so
    puzzle fresh-sw: there works            the move on this side of the puzzle works
    puzzle fresh-sw: here refused ALT-4.5   it is refused because of that clause
    cause altaria.first_draw: turns same    effect on a measure if the mechanic is removed (or added): down, same, up
    first altaria: ALT-16.1                 the first step of the game's course shows the clause
    course altaria: complete                every clause is shown, and none is tested before (tests check it)

Two figures differ only if their intervals do not overlap.
"""

from __future__ import annotations

import re

import engines
from engines.errors import DataError
from engines.game import Game
from tutor.classroom.plan_measures import compared_games, exact_estimate, lies_above, measure_text, measured_value
from tutor.classroom.predictions import DIRECTIONS, puzzle_side, table_question
from tutor.classroom.rule_trials import run_trial
from tutor.compare import transfer
from tutor.compare.evidence import check_holds as bears_out
from tutor.compare.mechanics import DesignAnswer
from tutor.coverage.route import is_complete, steps_of_course
from tutor.coverage.taught_clauses import load_taught
from tutor.embed.rule import game_with
from tutor.estimates import Estimate

CLAUSE_ID = re.compile(r"\b[A-Z]{2,3}-R?\d+(?:\.\d+)?\b")
FIGURE_FIELD = re.compile(r"\{(\w+(?:\.\w+)+)\}")


def claim_holds(claim: str) -> bool:
    """Return True if a claim holds. Raises DataError for an invalid claim."""
    kind, _, rest = claim.partition(" ")
    about, _, said = (part.strip() for part in rest.partition(":"))
    match kind:
        case "measure":
            return _measure(about, said)
        case "answer" | "parameter":
            game, _, wanted = (part.strip() for part in said.partition("="))
            found = (
                table_question(about).answers[game].tag if kind == "answer" else engines.load(game).parameters[about]
            )
            return str(found) == wanted
        case "check":
            return bears_out(said, about, DesignAnswer("", "", (), (), ""))
        case "clause":
            return said.strip('"').casefold() in game_of_clause(about).rulebook.clause(about).text.casefold()
        case "puzzle":
            return _puzzle(about, said.split())
        case "cause":
            measure, _, wanted = said.partition(" ")
            return DIRECTIONS[run_trial({"cause": about, "by": measure}).direction + 1] == wanted
        case "first":
            lesson, step = steps_of_course(about)[0]
            return said in load_taught(about)[f"{lesson.path.stem}/{step.id}"]
        case "course":
            return said == "complete" and is_complete(about)
    raise DataError("claim", f"{claim!r} means nothing.", "See tutor/classroom/claims.py.")


def _puzzle(id: str, words: list[str]) -> bool:
    found = transfer.try_side(puzzle_side(id, words[0]))
    return found.works == (words[1] == "works") and set(words[2:]) <= {*found.clauses}


def _measure(measure: str, said: str) -> bool:
    found = re.fullmatch(r"(\w+) (none|[<>]|holds)(?: (\S+))?", said)
    if found is None:
        raise DataError("claim", f"{said!r} compares nothing.", "See tutor/classroom/claims.py.")
    game, sign, other = found.groups()
    measure, _, way = measure.partition("@")
    one = measured_value(measure, game, way or "quick")
    if sign == "none" or one.value is None:
        return sign == "none" and one.value is None
    if sign == "holds":
        return one.low is not None and one.high is not None and one.low <= float(other) <= one.high
    rivals = _rivals(measure, way, game, other)
    return all(lies_above(one, rival) if sign == ">" else lies_above(rival, one) for rival in rivals)


def _rivals(measure: str, way: str, game: str, other: str) -> list[Estimate]:
    if re.fullmatch(r"[\d.]+", other):
        return [exact_estimate(float(other))]
    names = [name for name in compared_games() if name != game] if other == "others" else [other]
    found = [measured_value(measure, name, way or "quick") for name in names]
    return [one for one in found if one.value is not None]


def game_of_clause(clause: str) -> Game:
    """Return the game to which a clause belongs, including small games.

    Raises DataError if no rulebook has the clause.
    """
    for name in engines.names(small=True):
        book = engines.load(name).rulebook
        if clause.startswith(f"{book.prefix}-") and clause in book.clauses:
            return engines.load(name)
    return game_with(clause)


# Figures in texts.


def fill_figures(text: str) -> str:
    """Return a text with its figures filled in.

    `{off_turn.chaos}` is a measure of a game, `{off_turn.chaos.erratic}` for another way to play,
    `{shape.steps.chaos}` a measure with a group, `{parameter.cores.altaria}` a rule parameter, `{answer.saved.altaria}`
    an answer in words.
    """
    return FIGURE_FIELD.sub(lambda found: figure_text(found[1]), text)


def figure_text(path: str) -> str:
    """Return one figure as text. Raises KeyError or DataError if it is unknown."""
    group, *rest = path.split(".")
    if group == "parameter":
        return str(engines.load(rest[1]).parameters[rest[0]])
    if group == "answer":
        return table_question(rest[0]).answers[rest[1]].text
    if group in ("shape", "course", "start"):
        group, rest = f"{group}.{rest[0]}", rest[1:]
    return measure_text(group, measured_value(group, *rest), interval=group == "start.first")


def clauses_in(thing: object) -> set[str]:
    """Return the ids of all clauses named in a text, a list or a table."""
    if isinstance(thing, str):
        return set(CLAUSE_ID.findall(thing))
    parts = thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list | tuple) else ()
    return set().union(*map(clauses_in, parts))
