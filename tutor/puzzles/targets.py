"""Goals of mined puzzles: those declared in `<game>/goals.toml`; without this file, those that every game has.

A goal has an `id`, a question (`says`, at most twelve words), and a condition (`success`, `when`, as in a lesson step).
Optional entries:

    whose         the player whose turn it is: "you" (the default) or "rival"
    purpose       what the goal is for, as it ends the name of an idea (`ideas`)
    steps         the steps in which the goal is set; by default all
    given         expectations that the position must meet
    chance        true for a goal that dice decide: the best chance is wanted, in a position without unseen cards
    share         maximum share of a game's puzzles with this goal
    decisions     minimum number of decisions in a puzzle with this goal
    kept_tempts   as in `GameGoals`

With the following entries, one row gives several goals; what they differ in is filled into the texts:

    each          zones: a goal for each card in them, {name}; cards that occur twice there are left out
    pairs         true: a goal for every two of these cards, {name} and {other}
    beside        zones: a goal for each of these cards with each card in these zones, {other}
    not_in        zones: cards that are already in one of them are left out
    like          a text: cards without it in their names are left out
    words         names of zones: a goal for each, {word}; {Word} at the beginning of a sentence
    figure        a zone or figure, or several counted together, of which as much as possible is wanted: {count} of
                  {all}, so that {rest} are left
    amounts       the words for the amounts 1, 2, ... ({count})
    least         the smallest amount; 1 by default
    sparing       true: as little as possible is wanted
    gain          true: the amount is added, so that there are {more}
    fewer         a zone or figure that makes the goal easier the smaller it is; it is left as large as possible
    more          a zone or figure that makes the goal easier the larger it is; it is made as small as possible
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypedDict

from engines.checking.expectations import expectation_holds
from engines.game import Game
from tutor.lessons.loader import Step
from tutor.puzzles.documents import (
    Document,
    ThinningRules,
    amount_in,
    has_unseen,
    one_less,
    place_document,
    top_names_in,
)
from tutor.puzzles.puzzle import FOLDER, Puzzle


class GoalRow(TypedDict, total=False):
    """A goal as written in the file; all entries except `id`, `says` and `success` are optional."""

    id: str
    purpose: str
    says: str
    success: list[str]
    when: str
    whose: str
    each: str | list[str]
    pairs: bool
    not_in: str | list[str]
    like: str
    beside: str | list[str]
    words: list[str]
    figure: str | list[str]
    amounts: list[str]
    least: int
    sparing: bool
    gain: bool
    fewer: str
    more: str
    chance: bool
    steps: list[str]
    given: list[str]
    share: float
    decisions: int
    kept_tempts: bool


USUAL_GOALS: tuple[GoalRow, ...] = (
    {"id": "win", "purpose": "to win", "says": "Win this turn for certain.", "success": ["win this turn"]},
    {
        "id": "survive",
        "purpose": "to survive",
        "whose": "rival",
        "says": "Survive this turn for certain.",
        "success": ["not over"],
        "when": "turn over",
    },
)


MOST_WORDS = 12
"""Maximum number of words in a goal's question."""

MOST_NAMED = 4
"""Maximum number of cards that a goal could name; with more, the table is too full for a puzzle."""

POSITION_LIMIT = 600
"""Maximum number of positions examined to find out whether a goal can be reached, unless the game's file says
otherwise.
"""

FEWEST_DECISIONS = 3
"""Minimum number of decisions in a puzzle, that is choices by either player that lead to different positions."""

EASY_SHARE = 0.2
"""Maximum share of play-outs that may solve a puzzle by chance."""

LONGEST_PLAY_OUT = 8.5
"""Maximum average number of choices and rolls in a play-out."""

FINEST_CHANCE = 64
"""Largest denominator of a chance that is expressed in words."""


@dataclass(frozen=True)
class GameGoals:
    """A game's file of goals.

    rows : the goals. limit, decisions, finest, easy : see the constants. mining : a smaller limit while mining, 0 for
    the same. playouts : number of random play-outs that show which goals are worth a proof; 0 to try all of them.
    longest : maximum average number of choices in these. loose : zones from which cards may be removed, besides those
    that are the same for every game. thin : how full tables are thinned out (`documents.thin_out`). themes : the theme
    for each kind of first action. verbs : the words for each kind of action in the name of an idea. idle_tempts :
    whether doing nothing may be the tempting move in the player's turn. kept_tempts : whether spending what the goal
    says to keep may be the tempting move. seen_at_once : whether the right move may look best immediately, if there are
    enough others.
    same_choice : maximum number of puzzles with the same right and tempting first moves, 0 for no limit. once_in :
    zones; no goal names a card that occurs twice in all of them together. walks : number of random walks, with the hand
    dealt again, examined from each decision of a game. seek : kinds of action that these walks prefer.
    """

    rows: tuple[GoalRow, ...]
    limit: int = POSITION_LIMIT
    mining: int = 0
    decisions: int = FEWEST_DECISIONS
    finest: int = FINEST_CHANCE
    easy: float = EASY_SHARE
    playouts: int = 0
    longest: float = LONGEST_PLAY_OUT
    loose: tuple[str, ...] = ()
    thin: ThinningRules | None = None
    themes: Mapping[str, str] = field(default_factory=dict)
    verbs: Mapping[str, str] = field(default_factory=dict)
    idle_tempts: bool = True
    kept_tempts: bool = True
    seen_at_once: bool = False
    same_choice: int = 0
    once_in: tuple[str, ...] = ()
    walks: int = 0
    seek: tuple[str, ...] = ()

    def row(self, id: str) -> GoalRow:
        """Return a goal by its id; an empty one if there is none."""
        return next((row for row in self.rows if row["id"] == id), GoalRow())


@dataclass(frozen=True)
class Target:
    """A goal in a position. chance : whether the best chance is wanted, not certainty."""

    id: str
    says: str
    success: tuple[str, ...]
    when: str
    document: Document
    chance: bool = False

    @property
    def step(self) -> Step:
        """The part of a lesson step that the solver needs."""
        data = {"success": list(self.success), **({"when": self.when} if self.when else {})}
        return Step(1, self.id, "solve", data, self.document, "puzzle")


def target_of(puzzle: Puzzle) -> Target:
    """Return the goal of a puzzle, in its position."""
    position, chance = dict(puzzle.position), bool(puzzle.chance)
    return Target(puzzle.target, puzzle.goal, puzzle.success, puzzle.when, position, chance)


@cache
def goals_of(game: str) -> GameGoals:
    """Return the goals declared for a game; if there are none, the usual ones."""
    path = FOLDER / game / "goals.toml"
    if not path.exists():
        return GameGoals(USUAL_GOALS)
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return GameGoals(rows=tuple(data.pop("goal")), **data)


def iter_targets(game: Game, document: Document, own_turn: bool, ids: Iterable[str] = ()) -> Iterator[list[Target]]:
    """Yield the goals that a position allows; a graded goal comes with all its grades, the easiest first.

    ids : the goals wanted; by default all.
    """
    wanted = set(ids)
    rows = [row for row in goals_of(game.name).rows if not wanted or row["id"] in wanted]
    yield from _of_turn(game, rows, document, own_turn)


def targets_of(rows: Iterable[GoalRow], document: Document, own_turn: bool) -> list[Target]:
    """Return the goals in a position for rows that have neither names nor figures to fill in."""
    return [_target(row, {}, document) for row in rows if (row.get("whose", "you") == "you") == own_turn]


def _of_turn(game: Game, rows: Iterable[GoalRow], document: Document, own_turn: bool) -> Iterator[list[Target]]:
    unseen = has_unseen(document)
    for row in rows:
        here = document.get("step") in row.get("steps", (document.get("step"),))
        mine = (row.get("whose", "you") == "you") == own_turn
        if here and mine and not (unseen and row.get("chance")):
            if "given" in row and not _meets(game, document, row["given"]):
                continue
            for facts in _named(row, document, goals_of(game.name).once_in):
                grades = _grades(game, row, facts, document)
                yield [target for target in grades if len(target.says.split()) <= MOST_WORDS]


def is_given(game: Game, target: Target) -> bool:
    """Return True if a goal's position meets what its row demands of positions (`given`)."""
    demanded = [row["given"] for row in goals_of(game.name).rows if row["id"] == target.id and "given" in row]
    return all(_meets(game, target.document, given) for given in demanded)


def _meets(game: Game, document: Document, given: Iterable[str]) -> bool:
    state = place_document(game, document)
    return all(expectation_holds(state, text) for text in given)


def _named(row: GoalRow, document: Document, once_in: Sequence[str]) -> Iterator[dict[str, str]]:
    words = [{"word": word, "Word": word.capitalize()} for word in row.get("words", ())] or [{}]
    for facts, named in itertools.product(words, _cards(row, document, once_in)):
        yield {**facts, **named}


def _cards(row: GoalRow, document: Document, once_in: Sequence[str]) -> list[dict[str, str]]:
    if "each" not in row:
        return [{}]
    gone = [name for place in _places(row.get("not_in", ())) for name in top_names_in(document, place)]
    single = [
        name for name in _single(document, row["each"], once_in) if name not in gone and row.get("like", "") in name
    ]
    if len(single) > MOST_NAMED:
        return []
    if row.get("pairs"):
        return [{"name": one, "other": two} for one, two in itertools.combinations(single, 2)]
    if "beside" in row:
        others = _single(document, row["beside"], once_in)[:MOST_NAMED]
        return [{"name": one, "other": two} for one, two in itertools.product(single, others) if one != two]
    return [{"name": name} for name in single]


def _single(document: Document, places: str | Sequence[str], once_in: Sequence[str]) -> list[str]:
    """Return the cards that occur exactly once in some zones, and not at all in the other zones in `once_in`."""
    names = [name for place in _places(places) for name in top_names_in(document, place)]
    others = [name for place in once_in if place not in _places(places) for name in top_names_in(document, place)]
    return [name for name in names if names.count(name) == 1 and name not in others]


def _places(named: str | Sequence[str]) -> Sequence[str]:
    return [named] if isinstance(named, str) else named


def _grades(game: Game, row: GoalRow, facts: dict[str, str], document: Document) -> Iterator[Target]:
    if "fewer" in row or "more" in row:
        place = row.get("fewer") or row["more"]
        smaller: list[Document] = [document]
        while (other := one_less(game, smaller[-1], place)) is not None:
            smaller.append(other)
        for one in reversed(smaller) if "fewer" in row else smaller:
            yield _target(row, facts, one)
    elif "figure" in row:
        there = sum(amount_in(document, place) for place in _places(row["figure"]))
        amounts, least = row.get("amounts", []), row.get("least", 1)
        most = len(amounts) if row.get("gain") else min(there - 1, len(amounts))
        for count in _ordered(range(least, most + 1) if amounts else range(1), row):
            told = amounts[count - 1] if count else ""
            figures = {"rest": str(there - count), "more": str(there + count), "all": str(there)}
            yield _target(row, {**facts, "count": told, **figures}, document)
    else:
        yield _target(row, facts, document)


def _ordered(counts: range, row: GoalRow) -> Iterable[int]:
    return reversed(counts) if row.get("sparing") else counts


def _target(row: GoalRow, facts: Mapping[str, str], document: Document) -> Target:
    success = tuple(text.format_map(facts) for text in row["success"])
    says, when = row["says"].format_map(facts), row.get("when", "")
    return Target(row["id"], says, success, when, document, bool(row.get("chance")))
