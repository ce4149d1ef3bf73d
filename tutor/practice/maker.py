"""The type of question makers, the requests that they receive, and the code that they share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TypeVar

from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import State
from engines.variants.counter_rules import PARAMETER, SKIPS, SWAPS, WITHOUT, WRITTEN, CounterRule
from tutor.lessons.loader import LONGEST_TEXT
from tutor.practice import wording
from tutor.practice.aims import aim_of, other_beliefs, patch_game
from tutor.practice.legality import kinds_changed
from tutor.practice.positions import write_document
from tutor.practice.question import Answer, Question
from tutor.practice.scenes import Scene, find_scenes
from tutor.practice.sources import learner_states
from tutor.practice.unshown import find_unshown
from tutor.text import format_message

T = TypeVar("T")
PERMITTING = (WITHOUT, WRITTEN)
"""Sorts of counter-rules that may allow what the rule forbids."""
DIVERTING = (PARAMETER, SKIPS, SWAPS, WRITTEN)
"""Sorts of counter-rules that may give the same actions different results."""


@dataclass(frozen=True)
class Request:
    """A request for a question about the counter-rule `aim` of a game; the seed determines the question."""

    maker: str
    game: Game
    aim: str
    seed: int
    language: str = "en"

    @cached_property
    def rule(self) -> CounterRule:
        """The counter-rule. Raises DataError if its id is unknown."""
        return aim_of(self.game, self.aim)

    @cached_property
    def other(self) -> Game:
        """The game under the counter-rule."""
        return self.rule.patched(self.game)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the counter-rule contradicts."""
        return self.rule.clauses

    @cached_property
    def kinds(self) -> list[str]:
        """The kinds of action that only one of the two games may allow."""
        return kinds_changed(self.game, self.other)

    @cached_property
    def source(self) -> RandomSource:
        """The only source of randomness for the question, derived from the seed."""
        return RandomSource(self.seed)

    def states(self) -> Iterator[State]:
        """Yield positions in which the learner decides, in random order."""
        return learner_states(self.game, self.seed, self.source, self.clauses)

    def scenes(self) -> Iterator[Scene]:
        """Yield scenes, in random order."""
        return find_scenes(self.game, self.seed, self.source, self.clauses)

    def say(self, key: str, **facts: object) -> str:
        """Return one of the maker's sentences, in the language of the request."""
        return format_message(f"practice.{self.maker}.{key}", self.language, **facts)

    def say_of_moment(self, key: str, state: State, **facts: object) -> str:
        """Return a sentence that begins with a description of the current decision, shortened to fit."""
        besides = self.say(key, moment="", **facts)
        return self.say(key, moment=wording.tell_moment(state, self.language, besides), **facts)

    def answers_of_others(self, right: T, answer: Callable[[Game], T | None]) -> dict[str, T]:
        """Map each belief to the answer of someone who holds it, if it differs from `right`; the aim comes first.

        answer : returns the answer by the rules of a game, None if there is none.
        """
        games = {self.aim: self.other} | dict(other_beliefs(self.game, self.aim))
        found = ((id, answer(game)) for id, game in games.items())
        return {id: one for id, one in found if one is not None and one != right}

    def build_question(
        self,
        state: State,
        *,
        title: str,
        text: str,
        asked: Mapping[str, object],
        right: Answer,
        beliefs: Mapping[str, Answer],
        options: int,
        key: str,
        cards: Iterable[str],
    ) -> Question:
        """Return the question about a state.

        asked : the entries of the question's step that the maker determines; the step's kind is the maker's name unless
        they give another. For the other parameters see `Question`.
        """
        moment = format_message(f"practice.moment.{asked.get('when', 'here')}", self.language)
        words = {part: self.say(part, moment=moment) for part in ("goal", "nudge") if part not in asked}
        step = {"id": f"{self.maker}-{self.seed}", "kind": self.maker, "title": title, "text": text}
        return Question(
            game=self.game.name,
            maker=self.maker,
            seed=self.seed,
            aim=self.aim,
            row={**step, **words, "position": write_document(state), **asked},
            clauses=self.clauses,
            right=right,
            beliefs=beliefs,
            options=options,
            key=f"{self.maker} {key}",
            cards=tuple(dict.fromkeys(cards)),
        )


def keep_shown(
    question: Question, state: State, request: Request, answer: Callable[[Game, State], object]
) -> Question | None:
    """Return the question without beliefs whose answer depends on what neither board nor prompt shows.

    None if the right answer depends on it, or that of the belief in question. answer(game, state) : the answer by the
    rules of a game in a position that looks like `state`.
    """
    games = {"": request.game} | {id: patch_game(request.game, id) for id in question.beliefs}
    unshown = find_unshown(state, {id: partial(answer, game) for id, game in games.items()})
    if unshown & {"", request.aim}:
        return None
    return replace(question, beliefs={id: own for id, own in question.beliefs.items() if id not in unshown})


def is_short(question: Question) -> bool:
    """Return True if a question's text is no longer than that of a lesson's step may be."""
    return len(str(question.row["text"]).split()) <= LONGEST_TEXT


@dataclass(frozen=True, slots=True)
class Maker:
    """A maker: one way to ask about counter-rules.

    name : its name in logs and texts. find : yields the questions for a request in order of preference, and None for
    each position that gives none. sorts : the sorts of counter-rules that it can ask about. easy : whether its
    questions have few answers. on_board : whether its questions are played on the board, which takes longer. even :
    whether all aims are drawn with equal chance, instead of preferring misconceptions; otherwise an answer that is
    right more often than it is offered could be guessed.
    """

    name: str
    find: Callable[[Request], Iterator[Question | None]]
    sorts: tuple[str, ...]
    easy: bool = False
    on_board: bool = False
    even: bool = False

    def make(self, game: Game, aim: str, seed: int, language: str = "en") -> Question | None:
        """Return the question about a counter-rule that a seed determines; None if its positions give none.

        Raises DataError if the counter-rule is unknown.
        """
        request = Request(self.name, game, aim, seed, language)
        found = self.find(request) if request.rule.sort in self.sorts else ()
        return next((one for one in found if one is not None and is_short(one)), None)
