"""The "Ask the class" page: choose a question, show it on the projector, close it, and let the engine play the answers.

In a class (`tebiki class`) learners answer on their phones, through the class journal; otherwise the teacher enters how
many cards were raised. While a round is open, nothing sent to the browser reveals the given answers or the right one.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from dataclasses import replace
from pathlib import Path

from engines.errors import DataError
from tutor import progress
from tutor.boards.stage import Stage
from tutor.class_server.members import CLASS_VARIABLE, attendance_of, is_door_open
from tutor.classroom import plain_questions, questions
from tutor.classroom.asking import (
    CLOSED,
    JOURNAL_NAME,
    OPEN,
    TOLD,
    WAITING,
    AnswerVerdict,
    AskedQuestion,
    AskingError,
    AskingState,
)
from tutor.classroom.classroom_page import classroom_page
from tutor.classroom.plain_questions import PLANS, PlainQuestion, is_typed
from tutor.classroom.questions import PlayedFrame, PosedQuestion
from tutor.courses.loader import games_by_place
from tutor.messages import shapes
from tutor.messages.commands import ReadyCommand, command
from tutor.navigation.links import page_link, page_query
from tutor.navigation.page_header import classroom_crumb
from tutor.qr import draw_qr_code
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page

ADDRESS_VARIABLE, CODE_VARIABLE = "TEBIKI_CLASS_ADDRESS", "TEBIKI_CLASS_CODE"
"""Environment variables that the class server sets for the teacher's kernels: the address on the local network that
learners open, and the code for joining."""
LEARNERS_VARIABLE = "TEBIKI_IN_CLASS"
"""Environment variable set for learners' kernels, whose logs are in the class folder."""
MOST_BARS = 9
"""Maximum number of bars of a histogram that also shows the numbers in between."""


def ask_the_class() -> Page:
    """Return the page on which a teacher asks the class: shown on a projector, answered by phones or raised cards."""
    return AskTheClass(wanted_language(), journal_path(), phone_invitation(), page_query().get("question", "")).page


def journal_path() -> Path:
    """Return the path of the journal: in the class folder, or beside the teacher's log if there is no class."""
    if CLASS_VARIABLE in os.environ:
        return Path(os.environ[CLASS_VARIABLE]) / JOURNAL_NAME
    if LEARNERS_VARIABLE not in os.environ:
        with contextlib.suppress(OSError):
            progress.data_folder().mkdir(parents=True, exist_ok=True)
            if os.access(progress.data_folder(), os.W_OK):
                return progress.data_folder() / JOURNAL_NAME
    return Path(tempfile.mkdtemp(prefix="tebiki-")) / JOURNAL_NAME


def phone_invitation() -> dict[str, str] | None:
    """Return the address for phones, with its QR code; None if no class is open."""
    address, code = os.environ.get(ADDRESS_VARIABLE, ""), os.environ.get(CODE_VARIABLE, "")
    if CLASS_VARIABLE not in os.environ or not address:
        return None
    shown = address.partition("://")[2] or address
    return {"address": f"{shown}/ask", "code": code.upper(), "qr": draw_qr_code(f"{address}/ask?code={code}")}


class AskTheClass:
    """The teacher's side: the current question, and how much of it is shown. The page's child widget is the board.

    Parameters
    ----------
    language
        The language of the page.
    path
        The journal.
    where
        The address at which phones answer, with its QR code; None if there is no class.
    wanted
        The id of a question to have ready to ask, as linked from another page.
    """

    def __init__(self, language: str, path: Path, where: dict[str, str] | None = None, wanted: str = "") -> None:
        self.language, self.where = language, where
        self.asking = AskingState(path)
        self.posed: PosedQuestion | PlainQuestion | None = None
        self.game, self.chapter, self.wanted = games_by_place()[0], "", wanted
        if (place := wanted.split("/"))[0] in games_by_place():
            self.game, self.chapter = place[0], "/".join(place[:2])
        self.hidden = False  # the number of answers is hidden
        self.counts = False  # the answers are shown, after closing and before the right one is revealed
        self.was_asked: set[str] = set()  # the ids of the questions asked on this page
        self.unknown = ""  # the id of a resumed typed question whose right answer this page does not know
        self.frames: list[PlayedFrame] = []
        self.letter, self.at, self.stamp = "", 0, 1
        self.stage = Stage(mode="lesson")
        self.page = classroom_page("ask", language)
        self.page.child = self.stage
        self.page.answer_with(self, self._carry_out)
        self._take_up()
        self.show()

    def _take_up(self) -> None:
        """Resume the open question, if it belongs to this lesson."""
        self.asking.forget_old()
        now = self.asking.now
        if now is None:
            return
        if self.wanted and self.asking.stands == TOLD and self.wanted != now.shown.get("id"):
            self.asking.end()  # the open question has already been played, and another page links to a new one
            return
        with contextlib.suppress(DataError):  # a question that no longer exists
            id = str(now.shown.get("id"))
            self.posed = self._pose_again(now) if is_typed(id) else _pose(id, bool(now.shown.get("numeric")))
        if self.posed is None:
            self.asking.end()
        elif self.asking.stands == TOLD:
            self.play(self.posed.question.first_right)
        elif isinstance(self.posed, PosedQuestion):
            self.draw(PlayedFrame(self.posed.board()))

    def _pose_again(self, now: AskedQuestion) -> PlainQuestion:
        """Return a typed question from the journal; its right answer is unknown until it has been revealed."""
        id = str(now.shown["id"])
        self.unknown = id if now.told is None else ""
        right = now.told["right"] if now.told is not None else ""
        return plain_questions.pose_typed(str(now.shown["ask"]), now.shown["choices"], right, id)

    # Commands.

    def _carry_out(self, run: ReadyCommand) -> None:
        notice = ""
        try:
            run()
        except AskingError as error:
            notice = format_message(f"ask.refused_{error.key}", self.language)
        except OSError as error:
            notice = format_message("ask.unsaved", self.language, why=error.strerror or error)
        except DataError as error:
            notice = f"{error.what} {error.remedy}"
        self.show(notice)

    @command("tick")
    def _refresh(self) -> None:
        """Update the number of answers received; sent every second."""
        self.asking.refresh()

    @command("game")
    def _choose_game(self, game: str) -> None:
        """Choose among the questions of another game."""
        if game in (*games_by_place(), PLANS):
            self.game, self.chapter = game, ""

    @command("chapter")
    def _choose_chapter(self, chapter: str) -> None:
        """Choose among the questions of another chapter."""
        self.chapter = chapter

    @command("cards")
    def _count_cards(self, counts: dict[str, object]) -> None:
        """Record how many cards were raised for each answer; refuse input that is not a number, with a message."""
        self.asking.raise_cards(counts)

    @command("hide")
    def _hide_answered(self) -> None:
        """Toggle whether the number of answers received is shown."""
        self.hidden = not self.hidden

    @command("counts")
    def _show_counts(self) -> None:
        """Toggle whether the answers are shown before the right one is revealed."""
        self.counts = not self.counts

    @command("close")
    def _close(self) -> None:
        """Close the round."""
        self.asking.close()

    @command("close_and_play")
    def _close_and_play(self) -> None:
        """Close the round and reveal the right answer."""
        self.asking.close()
        self.tell()

    @command("again")
    def _ask_again(self) -> None:
        """Ask the same question in another round."""
        self.asking.again()
        self.counts = False

    @command("play")
    def _play_if_told(self, letter: str) -> None:
        """Show how the engine plays an answer, once the right one is revealed."""
        if self.asking.stands == TOLD:
            self.play(letter)

    @command("seek")
    def _seek_if_told(self, to: int) -> None:
        """Go to a moment of the answer being played, if the right answer has been revealed."""
        if self.asking.stands == TOLD:
            self.seek(to)

    @command("other")
    def _end(self) -> None:
        """Choose another question."""
        self.asking.end()
        self.posed = None

    @command("ask")
    def ask(self, id: str) -> None:
        """Put a question to the class. Raises DataError if the question is unknown."""
        self._put(_pose(id, self.where is not None))  # numbers are typed on phones

    @command("ask_typed")
    def ask_typed(self, ask: str, choices: list[str], right: str = "") -> None:
        """Put a question that the teacher typed to the class.

        Raises DataError unless it has a text and at least two answers.
        """
        self._put(plain_questions.pose_typed(ask, choices, right))

    def _put(self, posed: PosedQuestion | PlainQuestion) -> None:
        self.asking.ask(posed.question)
        self.was_asked |= {posed.question.id, self.wanted}
        self.posed, self.hidden, self.counts, self.frames, self.letter = posed, False, False, [], ""
        if isinstance(posed, PosedQuestion):
            self.draw(PlayedFrame(posed.board()))

    @command("tell")
    def tell(self) -> None:
        """Reveal the right answer, and play it."""
        if self.posed is not None:
            self.asking.tell(self.posed.question)
            self.play(self.posed.question.first_right)

    def play(self, letter: str) -> None:
        """Show how the engine plays an answer; a typed one is called by its number."""
        if self.posed is not None and (letter in self.posed.question.names or letter in self._numbers()):
            played = self.posed.played(letter) if isinstance(self.posed, PosedQuestion) else []
            self.letter, self.frames = letter, played
            self.seek(0)

    def seek(self, to: int) -> None:
        """Go to a moment of the played answer."""
        if self.frames:
            self.at = max(0, min(to, len(self.frames) - 1))
            self.draw(self.frames[self.at])

    # Display.

    def draw(self, frame: PlayedFrame) -> None:
        """Show a moment on the board, without interaction."""
        self.stamp += 1
        scene = frame.scene | {"stamp": self.stamp, "moves": [], "question": None, "divide": None, "quiet": True}
        with self.stage.hold_sync():
            self.stage.scene = scene
            self.stage.coach = {}

    def show(self, notice: str = "") -> None:
        """Update the page."""
        self.asking.refresh()
        now = self.asking.now
        if self.unknown and now is not None and now.told is not None and now.shown.get("id") == self.unknown:
            self.posed = self._pose_again(now)  # the page that asked it may since have revealed the right answer
        posed = self.posed
        shown: dict[str, object] = {"stands": self.asking.stands, "where": self._where(), "notice": notice}
        if posed is None or now is None or now.shown.get("id") != posed.question.id:
            shown |= {"stands": WAITING, "asked": None, "choose": self._choose()}
        else:
            unknown = self.unknown == posed.question.id
            notice = notice or (format_message("ask.right_unknown", self.language) if unknown else "")
            if not notice and self.wanted not in ("", posed.question.id, *self.was_asked):
                notice = format_message("ask.still_open", self.language)
            shown |= {"asked": self._asked(posed), "choose": None, "notice": notice}
        with self.page.hold_sync():
            self.page.bar = self._bar(posed is not None and now is not None)
            self.page.put(**shown)

    def _bar(self, asked: bool) -> shapes.Bar:
        crumbs: list[shapes.Crumb] = [
            classroom_crumb(self.language),
            {"text": format_message("ask.title", self.language), "href": ""},
        ]
        now = self.asking.now
        if asked and now is not None:
            place = format_message("ask.place", self.language, number=now.number)
            game = str(now.shown["game"])
            source = questions.game_title(game) if game else str(now.shown["title"])
            crumbs = [*crumbs, {"text": f"{source} · {place}" if source else place, "href": ""}]
        return {"home": page_link(), "crumbs": crumbs}

    def _choose(self) -> dict[str, object]:
        plans = self.game == PLANS
        chapters = plain_questions.plan_chapters() if plans else questions.question_chapters(self.game)
        here = next((one for one in chapters if one.id == self.chapter), chapters[0])
        return {
            "games": [
                *({"id": name, "title": questions.game_title(name)} for name in games_by_place()),
                {"id": PLANS, "title": format_message("ask.plans", self.language)},
            ],
            "game": self.game,
            "chapters": [one._asdict() for one in chapters],
            "chapter": here.id,
            **self._questions(here.id),
        }

    def _questions(self, chapter: str) -> dict[str, object]:
        """Return the questions of a chapter, and apart from them the one to have ready, until it has been asked."""
        plans = chapter.startswith(f"{PLANS}/")
        listed = plain_questions.plan_questions(chapter) if plans else questions.list_questions(chapter)
        rows = [one._asdict() | {"choices": list(one.choices)} for one in listed]
        wanted = self.wanted if self.wanted not in self.was_asked else ""
        return {
            "ready": next((row for row in rows if row["id"] == wanted), None),
            "questions": [row for row in rows if row["id"] != wanted],
        }

    def _where(self) -> dict[str, object] | None:
        """Return where phones answer, and whether others may still join: if not, the code leads nowhere."""
        if self.where is None:
            return None
        is_open = CLASS_VARIABLE not in os.environ or is_door_open(Path(os.environ[CLASS_VARIABLE]))
        return {**self.where, "open": True} if is_open else {"address": self.where["address"], "open": False}

    def _asked(self, posed: PosedQuestion | PlainQuestion) -> dict[str, object]:
        asking, question = self.asking, posed.question
        round, now = asking.round, asking.now
        assert round is not None
        assert now is not None
        told = asking.stands == TOLD
        seen = told or (asking.stands == CLOSED and self.counts)
        closed = [one for one in now.rounds if not one.open] if seen else []
        return {
            "id": question.id,
            "plain": isinstance(posed, PlainQuestion),
            "has_right": bool(question.right),
            "number": now.number,
            "round": len(now.rounds),
            "text": question.text,
            "ask": question.ask,
            "choices": self._numbers() if question.numeric else list(question.choices),
            "numeric": question.numeric,
            "answered": None if self.hidden and asking.stands == OPEN else round.answered,
            "there": asking.there if self.where else None,
            **self._attendance(),
            "raised": round.raised,
            "hidden": self.hidden,
            "counts": [
                [one.counts()[name] for name in (self._numbers() if question.numeric else question.names)]
                for one in closed
            ],
            "told": self._told(posed) if told else None,
        }

    def _numbers(self) -> list[str]:
        """Return the numbers that a histogram of typed answers shows, smallest first; [] while they are not shown.

        They go from the smallest to the largest one without a gap, unless that would be too many.
        """
        now, told = self.asking.now, self.asking.stands == TOLD
        if now is None or not now.shown.get("numeric") or not (told or (self.asking.stands == CLOSED and self.counts)):
            return []
        given = {int(number) for one in now.rounds if not one.open for number in one.counts()}
        if told and self.posed is not None and self.posed.question.right:
            given.add(int(self.posed.question.right))
        if not given:
            return []
        whole = range(min(given), max(given) + 1)
        return [str(number) for number in (whole if len(whole) <= MOST_BARS else sorted(given))]

    def _attendance(self) -> dict[str, object]:
        """Return how many have joined the class, and how many are here; None for both without a class."""
        if CLASS_VARIABLE not in os.environ:
            return {"joined": None, "here": None}
        with contextlib.suppress(OSError):
            return attendance_of(Path(os.environ[CLASS_VARIABLE]))._asdict()
        return {"joined": None, "here": None}

    def _told(self, posed: PosedQuestion | PlainQuestion) -> dict[str, object]:
        question, frame = posed.question, self.frames[self.at] if self.frames else None
        letter = self.letter or question.first_right
        verdict = question.verdict(letter) if letter else AnswerVerdict(False, "")
        return {
            "right": question.right,
            "letter": letter,
            "title": verdict.title,
            "facts": [list(fact) for fact in verdict.facts],
            "words": verdict.words,
            "at": self.at,
            "end": max(0, len(self.frames) - 1),
            "now": frame.text if frame else "",
            "clause": frame.clause if frame else "",
        }


def _pose(id: str, numeric: bool) -> PosedQuestion | PlainQuestion:
    """Return a listed question by its id. Raises DataError if the id is unknown.

    numeric : whether an answer that is a number is typed.
    """
    if id.startswith(f"{PLANS}/"):
        return plain_questions.pose_prediction(id)
    posed = questions.pose_question(id)
    return replace(posed, question=posed.question.numeric_if(numeric and posed.is_prediction))
