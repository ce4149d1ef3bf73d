"""How well questions work, from learners' logs: how often first answers are right, whose are, and which are called odd.

An item is a step of a lesson, or a maker of questions with the counter-rule that it asks about. Only each learner's
first answer to a question counts, since a second try follows the solution.

The discrimination of an item is the correlation between a right answer and the learner's share of right answers to all
other items. If it is near 0, those who know the game are no better at the item than those who do not.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import StatisticsError, correlation, fmean
from typing import NamedTuple

from tutor.estimates import wilson_interval
from tutor.event_log import EXAM_NAMES, NON_ANSWERS, Event

FEWEST_ANSWERS = 30
"""Minimum number of first answers before an item is reported as too easy, guessed or telling nothing."""
FEWEST_LEARNERS = 10
"""Minimum number of learners for computing a discrimination."""
FEWEST_WRONG = 20
"""Minimum number of wrong answers before a distractor is reported as never chosen."""
RARE_SHARE = 0.05
"""A distractor chosen in a smaller share of the wrong answers than this is dead."""
LEAST_DISCRIMINATION = 0.15
MADE_LESSONS = ("practice", *EXAM_NAMES)
"""The second part of a lesson's name in the log, for questions made by a maker."""


class Item(NamedTuple):
    """What is asked about: a game, and either a maker with its aim or a lesson with its step."""

    game: str
    source: str
    part: str

    def __str__(self) -> str:
        return f"{self.source}/{self.part}"


class FirstAnswer(NamedTuple):
    """A learner's first answer to a question. share : the share of right first answers to the learner's other items."""

    learner: str
    event: Event
    share: float | None

    @property
    def right(self) -> bool:
        """True if the answer was right."""
        return self.event.verdict == "right"


@dataclass(slots=True)
class ItemFigures:
    """The first answers to one item, and how often learners called it odd."""

    answers: list[FirstAnswer] = field(default_factory=list)
    odd: int = 0

    @property
    def right(self) -> int:
        """The number of right first answers."""
        return sum(answer.right for answer in self.answers)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of right first answers."""
        return wilson_interval(self.right, len(self.answers))

    @property
    def chance(self) -> float | None:
        """The share of right answers that blind guessing would give; None if the logs do not reveal it."""
        options = [answer.event.options for answer in self.answers]
        return fmean(1 / count for count in options) if options and all(options) else None

    @property
    def discrimination(self) -> float | None:
        """The correlation of a right answer with the learner's share elsewhere; None if there are too few learners."""
        pairs = [(float(answer.right), answer.share) for answer in self.answers if answer.share is not None]
        if len({answer.learner for answer in self.answers if answer.share is not None}) < FEWEST_LEARNERS:
            return None
        try:
            return correlation(*zip(*pairs, strict=True))
        except StatisticsError:  # all answers are the same
            return None

    @property
    def dead_distractors(self) -> list[str]:
        """The beliefs whose wrong answer was often on offer but hardly ever chosen."""
        wrong = [answer.event for answer in self.answers if not answer.right]
        offered = Counter(id for event in wrong for id in (*event.agrees, *event.differs))
        chosen = Counter(id for event in wrong for id in event.agrees)
        return [id for id, count in offered.items() if count >= FEWEST_WRONG and chosen[id] < RARE_SHARE * count]

    @property
    def faults(self) -> list[str]:
        """What is wrong with the item: keys of `FAULTS`."""
        found = ["odd"] if self.odd else []
        if len(self.answers) >= FEWEST_ANSWERS:
            found += ["never_missed"] if self.right == len(self.answers) else []
            found += ["guessed"] if self.chance is not None and self.interval[0] <= self.chance else []
            tells = self.discrimination
            found += ["tells_nothing"] if tells is not None and tells < LEAST_DISCRIMINATION else []
        return found + ["dead_distractor"] * bool(self.dead_distractors)


FAULTS = {
    "odd": "called odd",
    "never_missed": "never missed",
    "guessed": "no better than chance",
    "tells_nothing": "learners who know the game do no better",
    "dead_distractor": "a wrong answer never chosen",
}
"""What may be wrong with an item."""


def item_of(event: Event) -> Item | None:
    """Return the item that an event is about; None if it is about no question."""
    if event.kind in NON_ANSWERS or event.verdict not in ("right", "wrong", "odd"):
        return None
    parts = event.step.split("/")
    if event.lesson.rpartition("/")[2] not in MADE_LESSONS:
        return Item(event.game, event.lesson, event.step)
    if parts[0] == "step" and len(parts) > 2:  # a lesson step, asked in an exam
        return Item(event.game, "/".join(parts[1:-1]), parts[-1])
    return Item(event.game, parts[0], parts[1]) if len(parts) > 1 else None


def measure_items(logs: Mapping[str, Sequence[Event]]) -> dict[Item, ItemFigures]:
    """Return the figures of every item in some logs, given by learner; items with the most answers come first."""
    firsts: dict[str, list[tuple[Item, Event]]] = {}
    figures: defaultdict[Item, ItemFigures] = defaultdict(ItemFigures)
    for learner, events in logs.items():
        seen = set[tuple[str, str]]()
        firsts[learner] = []
        for event in sorted(events, key=lambda one: one.time):
            item, place = item_of(event), (event.lesson, event.step)
            if item is None:
                continue
            if event.verdict == "odd":
                figures[item].odd += 1
            elif place not in seen:
                seen.add(place)
                firsts[learner].append((item, event))
    for learner, answers in firsts.items():
        for item, event in answers:
            others = [one.verdict == "right" for other, one in answers if other != item and one.game == item.game]
            figures[item].answers.append(FirstAnswer(learner, event, fmean(others) if others else None))
    return dict(sorted(figures.items(), key=lambda pair: (-len(pair[1].answers), pair[0])))


def figures_by_source(figures: Mapping[Item, ItemFigures]) -> dict[Item, ItemFigures]:
    """Return the combined figures of the items of each maker and lesson, under an item without a part."""
    together: defaultdict[Item, ItemFigures] = defaultdict(ItemFigures)
    for item, own in figures.items():
        whole = together[item._replace(part="")]
        whole.answers += own.answers
        whole.odd += own.odd
    return dict(sorted(together.items()))


def faulty_items(figures: Mapping[Item, ItemFigures]) -> Iterable[tuple[Item, ItemFigures]]:
    """Yield the items with a fault."""
    return ((item, own) for item, own in figures.items() if own.faults)
