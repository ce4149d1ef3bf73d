"""What an answer to a step reveals about beliefs, since somebody with another belief would answer differently.

A misconception is a counter-rule. Its answer to a step is the right answer to the same step in the patched game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import factorial, perm, prod

from engines.errors import TebikiError
from engines.variants.counter_rules import by_id
from tutor.lessons import answering, arguing, foretelling, pointing, repairing, spotting
from tutor.lessons.loader import Lesson, Step, expected_answers
from tutor.lessons.page import open_session
from tutor.lessons.session import Session
from tutor.lessons.verdicts import JudgedBeliefs

Answer = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnswerProfile:
    """The right answer to a step, the answer of each belief that leads to a different one, and the number of answers.

    Answers are written as in the log, sorted if their order does not matter.
    """

    right: Answer
    beliefs: Mapping[str, Answer]
    options: int

    def told(self, answer: Sequence[str]) -> JudgedBeliefs:
        """Return which beliefs an answer agrees with or contradicts, as entries of an event."""
        given = tuple(answer)
        agrees = tuple(id for id, own in self.beliefs.items() if own in (given, tuple(sorted(given))))
        differs = tuple(id for id in self.beliefs if id not in agrees)
        return {"agrees": agrees, "differs": differs, "options": self.options}


NO_PROFILE = AnswerProfile((), {}, 0)


def profile_step(lesson: Lesson, step: Step) -> AnswerProfile:
    """Return what the answers to a step reveal about misconceptions; NO_PROFILE for a step in which the learner moves.

    Only misconceptions that the step claims to address, or that are about a clause of its answer, are tried.
    """
    right = right_answer(lesson, step)
    if right is None:
        return NO_PROFILE
    run, found = open_session(lesson, step), dict[str, Answer]()
    clauses = {*run.rests_on(), *run.rule_hint()}
    for id, rule in by_id(lesson.game).items():
        if rule.belief and (id in step.get("meets", ()) or clauses & set(rule.clauses)):
            own = right_answer(replace(lesson, game=rule.patched(lesson.game)), step)
            if own is not None and own != right:
                found[id] = own
    return AnswerProfile(right, found, _options(run))


def right_answer(lesson: Lesson, step: Step) -> Answer | None:
    """Return the right answer to a step by the rules of its lesson; None if it asks for none or has none."""
    try:
        return _right(open_session(lesson, step))
    except (TebikiError, StopIteration, LookupError):  # by other rules a script may fail, or a card be missing
        return None


def _right(run: Session) -> Answer | None:
    if isinstance(run, answering.WhichStep):
        return tuple(sorted(ref for ref, _, action in run.items() if run.legal(action)))
    if isinstance(run, answering.WhyStep):
        choices = run.step.get("choice")
        reasons = [choice["text"] for choice in choices if not run.outcome(choice)]
        return tuple(reasons) if len(reasons) == 1 else None
    if isinstance(run, foretelling.PredictStep):
        return tuple(f"{at}: {run.truth(part['of'])}" for at, part in enumerate(run.step.get("parts")))
    if isinstance(run, arguing.ArgueStep):
        return tuple(line["text"] for line in run.step.get("lines"))
    if isinstance(run, foretelling.OrderStep):
        return tuple(run.right_order())
    if isinstance(run, repairing.RepairStep):
        changes = run.step.get("changes")
        return tuple(changes[number]["text"] for number in next(iter(run.smallest()), ())) or None
    return (run.texts()[run.number()],) if isinstance(run, spotting.SpotStep) else None


def _options(run: Session) -> int:
    """Return the number of possible answers."""
    if isinstance(run, answering.WhichStep):
        return 1 << len(run.items())
    if isinstance(run, arguing.ArgueStep):
        return perm(len(run.all_lines()), len(run.step.get("lines")))
    if isinstance(run, pointing.PointStep):
        return len(run.places()) if run.asks_zone else 1 << len(run.places())
    if isinstance(run, foretelling.PredictStep):
        return prod(len(expected_answers(part)) for part in run.step.get("parts"))
    if isinstance(run, foretelling.OrderStep):
        return factorial(len(run.step.get("lines")))
    choices = run.coach()["choices"]
    return len(choices["items"]) if choices else 0
