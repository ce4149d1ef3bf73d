"""Ask the class: one question, one answer per member, rounds that are open and then closed.

All state is in a journal (`tutor.classroom.journal`) that the teacher's page and the class server both read and write.
The order of the journal's lines decides: an answer after the closing line does not count, and a restarted process reads
the earlier lines. The number of answers is known at any time; the answers themselves are revealed only after the round
is closed, and the right answer is not even in the journal before it is revealed.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from tutor.classroom.journal import Journal, JournalEntry

JOURNAL_NAME = "asking.journal"
"""File name of the journal in a class folder; it differs from the name of a learner's log."""
LETTERS = "ABCDEF"
"""Letters of the answers, the same as on the cards that learners raise."""
NUMBER = re.compile(r"0|[1-9][0-9]{0,2}", re.ASCII)
"""Matches a typed answer."""
MOST_MEMBERS = 400
MOST_CHANGES = 60
"""Maximum number of times a member may answer in one round, so that the journal stays bounded."""
MOST_RAISED = 999
SAME_LESSON_SECONDS = 3 * 3600.0
"""Seconds after which an open question counts as left over from an earlier lesson."""

WAITING, OPEN, CLOSED, TOLD = "waiting", "open", "closed", "told"
"""The states of a class: no question, a round open, a round closed, the answers played by the engine."""


class AskingError(Exception):
    """Raised if a request is refused; `key` names the reason in the text table `ask.refused`."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class VerdictFact(NamedTuple):
    """A reason as given by the engine, and its clause."""

    text: str
    clause: str


@dataclass(frozen=True, slots=True)
class AnswerVerdict:
    """The engine's verdict on one answer."""

    right: bool
    title: str
    facts: tuple[VerdictFact, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class ClassQuestion:
    """A question to a class: what all members see, and what only the teacher's page holds until the answer is revealed.

    id : where the question comes from. game : the game whose rules decide. text : what has happened. ask : the
    question. choices : the answers, A first. verdicts : the engine's verdict on each. moment : the cards concerned, as
    static HTML. language : the language of all these texts. numeric : whether members type a number instead of choosing
    among the answers; then an answer is called by its number instead of a letter, and any number is one.
    """

    id: str
    game: str
    title: str
    text: str
    ask: str
    choices: tuple[str, ...]
    verdicts: tuple[AnswerVerdict, ...] = field(repr=False)
    moment: str = field(default="", repr=False)
    language: str = "en"
    numeric: bool = False

    def __post_init__(self) -> None:
        if not 2 <= len(self.choices) <= len(LETTERS) or len(self.choices) != len(self.verdicts):
            raise ValueError(f"{len(self.choices)} answers with {len(self.verdicts)} verdicts")

    @property
    def right(self) -> str:
        """The letters of the right answers, or the right number; "" if none is known to be right."""
        return "".join(name for name, verdict in zip(self.names, self.verdicts, strict=False) if verdict.right)

    @property
    def first_right(self) -> str:
        """The right answer, the first one if there are several; "" if none is known to be right."""
        return next((name for name, one in zip(self.names, self.verdicts, strict=False) if one.right), "")

    @property
    def names(self) -> tuple[str, ...]:
        """What the answers are called: by their letters or, if a number is typed, by the numbers."""
        return self.choices if self.numeric else tuple(LETTERS[: len(self.choices)])

    def verdict(self, name: str) -> AnswerVerdict:
        """Return the verdict on an answer; a number that the question does not know is wrong."""
        if name not in self.names:
            return AnswerVerdict(False, "", self.verdicts[0].facts)
        return self.verdicts[self.names.index(name)]

    def numeric_if(self, wanted: bool) -> ClassQuestion:
        """Return the question with a typed answer if that is wanted and all its answers are numbers."""
        return replace(self, numeric=wanted and all(map(NUMBER.fullmatch, self.choices)))

    def shown(self) -> JournalEntry:
        """Return the part of the question that may be shown while answers are given."""
        return {
            "id": self.id,
            "game": self.game,
            "title": self.title,
            "text": self.text,
            "ask": self.ask,
            "choices": [] if self.numeric else list(self.choices),
            "moment": self.moment,
            "language": self.language,
            **({"numeric": True} if self.numeric else {}),
        }

    def told(self) -> JournalEntry:
        """Return what may be revealed at the end: the right answer, and the reasons for each answer."""
        reasons = {
            name: {"title": verdict.title, "facts": [list(fact) for fact in verdict.facts], "words": verdict.words}
            for name, verdict in zip(self.names, self.verdicts, strict=False)
        }
        return {"right": self.right, "reasons": reasons}


@dataclass(slots=True)
class AnswerRound:
    """One round of answers to a question. `counts` is available once it is closed.

    letters : the answers to choose among; () if a number is typed.
    """

    letters: tuple[str, ...]
    open: bool = True
    _answers: dict[str, str] = field(default_factory=dict, repr=False)
    _raised: dict[str, int] = field(default_factory=dict, repr=False)
    changes: Counter[str] = field(default_factory=Counter, repr=False)

    @property
    def answered(self) -> int:
        """The number of answers, including raised cards."""
        return len(self._answers) + self.raised

    @property
    def raised(self) -> int:
        """The number of raised cards."""
        return sum(self._raised.values())

    def own(self, member: str) -> str:
        """Return a member's own answer; "" if there is none."""
        return self._answers.get(member, "")

    def counts(self) -> Counter[str]:
        """Return the number of each answer; typed numbers from the smallest. Raises AskingError while it is open."""
        if self.open:
            raise AskingError("open")
        given = Counter(self._answers.values())
        if not self.letters:
            return Counter({number: given[number] for number in sorted(given, key=int)})
        return Counter({letter: given[letter] + self._raised.get(letter, 0) for letter in self.letters})

    def is_answer(self, name: str) -> bool:
        """Return True for the letter of an answer or, if a number is typed, for a number."""
        return name in self.letters if self.letters else bool(NUMBER.fullmatch(name))

    def take(self, member: str, letter: str) -> None:
        """Add an answer from the journal."""
        self._answers[member] = letter
        self.changes[member] += 1

    def drop(self, member: str) -> None:
        """Take back a member's answer while the round is open."""
        if self.open:
            self._answers.pop(member, None)

    def take_raised(self, counts: Mapping[str, int]) -> None:
        """Set the raised cards from the journal, replacing earlier ones."""
        self._raised = {letter: counts[letter] for letter in self.letters if counts.get(letter)}


class AskedQuestion(NamedTuple):
    """A question that was put to the class, with its rounds.

    there : members whose page has been open since the question was asked. told : what was revealed at the end, None
    until then.
    """

    number: int
    shown: JournalEntry
    rounds: list[AnswerRound]
    there: dict[str, None]
    told: JournalEntry | None = None


class AskingState:
    """The questions put to one class, as recorded in its journal.

    Parameters
    ----------
    path
        The journal; its folder must exist.
    """

    def __init__(self, path: Path) -> None:
        self.journal = Journal(path)
        self.asked: list[AskedQuestion] = []
        self.ended = True
        self.refresh()

    # State.

    @property
    def now(self) -> AskedQuestion | None:
        """The current question, open, closed or revealed; None between questions."""
        return None if self.ended else self.asked[-1]

    @property
    def round(self) -> AnswerRound | None:
        """The last round of the current question."""
        return self.now.rounds[-1] if self.now else None

    @property
    def stands(self) -> str:
        """The state of the class."""
        now = self.now
        if now is None:
            return WAITING
        if now.told is not None:
            return TOLD
        return OPEN if now.rounds[-1].open else CLOSED

    @property
    def there(self) -> int:
        """The number of participants: members whose page has been open since the question came, and raised cards."""
        return len(self.now.there) + max(one.raised for one in self.now.rounds) if self.now else 0

    def refresh(self) -> bool:
        """Read new lines of the journal; return True if there were any."""
        news = self.journal.news()
        for entry in news:
            self._take(entry)
        return bool(news)

    def seen_by(self, member: str) -> JournalEntry:
        """Return what a member's own page shows: the question, the member's answer, and the number of answers.

        It reveals nothing about the answers of others; the right answer and its reason are included once they are
        revealed.
        """
        shown: JournalEntry = {"stands": self.stands}
        now, round = self.now, self.round
        if now is None or round is None:
            return shown
        own = round.own(member)
        shown |= {"number": now.number, "round": len(now.rounds), "question": now.shown, "own": own}
        shown |= {"answered": round.answered, "there": self.there}
        if now.told is not None:
            right, reasons = now.told["right"], now.told["reasons"]
            rights = tuple(right) if round.letters else (right,)
            shown["told"] = {"right": right, "reasons": {one: reasons[one] for one in (*rights, own) if one in reasons}}
        return shown

    def forget_old(self) -> None:
        """Remove a question left open in an earlier lesson."""
        if self.now is not None and time.time() - self.journal.path.stat().st_mtime > SAME_LESSON_SECONDS:
            self.end()

    # Actions of members.

    def join(self, member: str) -> None:
        """Count a member as a participant in the current question.

        Raises AskingError if there are too many participants, OSError if the journal cannot be written.
        """
        if self.now is not None and member not in self.now.there:
            if len(self.now.there) >= MOST_MEMBERS:
                raise AskingError("full")
            self._add({"do": "join", "who": member})

    def answer(self, member: str, number: int, round: int, letter: str) -> None:
        """Record a member's answer to a round, replacing an earlier one; the same answer again changes nothing.

        Raises AskingError if the answer does not count, OSError if the journal cannot be written.
        """
        self.refresh()
        self.join(member)
        now, last = self.now, self.round
        if now is None or last is None or (number, round) != (now.number, len(now.rounds)):
            raise AskingError("gone")
        if not last.open:
            raise AskingError("closed")
        if not last.is_answer(letter):
            raise AskingError("choice")
        if last.own(member) == letter:
            return
        if last.changes[member] >= MOST_CHANGES:
            raise AskingError("often")
        self._add({"do": "answer", "who": member, "number": number, "round": round, "letter": letter})
        if last.own(member) != letter:  # the round was closed in the meantime
            raise AskingError("closed")

    def leave(self, member: str) -> None:
        """Stop counting a member who was sent out; an answer to the open round is taken back."""
        self.refresh()
        if self.now is not None and member in self.now.there:
            self._add({"do": "leave", "who": member})

    # Actions of the teacher.

    def ask(self, question: ClassQuestion) -> None:
        """Put a question to the class and open its first round."""
        self.refresh()
        self._close()
        self._add({"do": "ask", "question": question.shown()})

    def raise_cards(self, counts: Mapping[str, object]) -> None:
        """Record the raised cards of the open round, replacing earlier counts.

        Raises AskingError if the round is closed or the counts are invalid.
        """
        self.refresh()
        round = self._opened()
        if not _is_counts(counts, round.letters):
            raise AskingError("raised")
        self._add({"do": "raise", "counts": dict(counts)})

    def close(self) -> None:
        """Close the round. Raises AskingError if none is open."""
        self.refresh()
        self._opened()
        self._close()

    def again(self) -> None:
        """Open another round of the same question.

        Raises AskingError while one is open, and after the answer is revealed.
        """
        self.refresh()
        if self.stands != CLOSED:
            raise AskingError(self.stands)
        self._add({"do": "again"})

    def tell(self, question: ClassQuestion) -> None:
        """Reveal the right answer and its reasons.

        Raises AskingError unless the question is the current one and closed.
        """
        self.refresh()
        if self.stands != CLOSED or self.now is None or self.now.shown["id"] != question.id:
            raise AskingError(self.stands)
        self._add({"do": "tell", "told": question.told()})

    def end(self) -> None:
        """Remove the question."""
        self.refresh()
        self._close()
        if self.now is not None:
            self._add({"do": "end"})

    # The journal.

    def _opened(self) -> AnswerRound:
        if self.round is None or not self.round.open:
            raise AskingError("closed")
        return self.round

    def _close(self) -> None:
        if self.round is not None and self.round.open:
            self._add({"do": "close"})

    def _add(self, entry: JournalEntry) -> None:
        self.journal.append(entry)
        self.refresh()

    def _take(self, entry: JournalEntry) -> None:
        """Process a line of the journal; skip it if it is invalid."""
        match entry:
            case {"do": "ask", "question": {"choices": [_, _, *_] | [] as choices} as shown} if choices or shown.get(
                "numeric"
            ):
                letters = tuple(LETTERS[: len(choices)])
                self.asked.append(AskedQuestion(len(self.asked) + 1, shown, [AnswerRound(letters)], {}))
                self.ended = False
            case {"do": "end"}:
                self.ended = True
            case _ if self.now is not None and self.round is not None:
                self._take_in(entry, self.now, self.round)

    def _take_in(self, entry: JournalEntry, now: AskedQuestion, round: AnswerRound) -> None:
        """Process a line about the current question."""
        match entry:
            case {"do": "join", "who": str(who)}:
                now.there.setdefault(who)
            case {"do": "leave", "who": str(who)}:
                now.there.pop(who, None)
                round.drop(who)
            case {"do": "answer", "who": str(who), "number": number, "round": place, "letter": str(letter)}:
                if round.open and (number, place) == (now.number, len(now.rounds)) and round.is_answer(letter):
                    round.take(who, letter)
            case {"do": "raise", "counts": dict(counts)} if round.open and _is_counts(counts, round.letters):
                round.take_raised(counts)
            case {"do": "close"}:
                round.open = False
            case {"do": "again"} if not round.open and now.told is None:
                now.rounds.append(AnswerRound(round.letters))
            case {"do": "tell", "told": {"right": str(), "reasons": dict()} as told} if not round.open:
                self.asked[-1] = now._replace(told=told)


def _is_counts(counts: Mapping[str, object], letters: Iterable[str]) -> bool:
    """Return True for valid counts of raised cards."""
    return set(counts) <= set(letters) and all(type(one) is int and 0 <= one <= MOST_RAISED for one in counts.values())
