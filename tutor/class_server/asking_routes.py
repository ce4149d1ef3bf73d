"""The pages of "Ask the class" for members: what phones show, and how answers are received. They need no kernel.

The teacher's page is a notebook (`tutor.classroom.ask_page`), since it has a board and uses the engine. Both processes
communicate through the class journal (`tutor.classroom.asking`), so the right answer reaches this process only when it
is revealed.
"""

from __future__ import annotations

import contextlib
import json

from tornado.web import HTTPError

from tutor.app.guard import PageRoute
from tutor.class_server.classroom import Classroom, PageDoor
from tutor.class_server.members import attendance_of
from tutor.class_server.pages import MemberHandler, page_address
from tutor.classroom.asking import JOURNAL_NAME, OPEN, WAITING, AskingError, AskingState
from tutor.text import table_words
from tutor.widgets import read_style

ASK_PAGE = "classroom/ask.ipynb"
LONGEST_ANSWER = 1000
"""Maximum size of an answer in bytes."""


class AskHandler(MemberHandler):
    """Base class of the handlers for members' requests about the class's question."""

    def initialize(self, classroom: Classroom, asking: AskingState) -> None:  # type: ignore[override]
        """Set the class and its questions."""
        super().initialize(classroom)
        self.asking = asking


class PhonePage(AskHandler):
    """The page itself: static HTML, whose script draws it from the data of `PhoneState`."""

    def get(self) -> None:
        """Send the page."""
        self.show("ask.html", member=self.member, phone=table_words("phone", self.language))


class PhoneState(AskHandler):
    """What a member currently sees; requested every other second while the page is visible."""

    def get(self) -> None:
        """Send the member's view, without the question if the page already has it."""
        self.asking.refresh()
        with contextlib.suppress(AskingError, OSError):  # who cannot be added may still look on
            self.asking.join(self.member.id)
        self.send()

    def send(self, **more: str) -> None:
        """Send the member's view."""
        seen = self.asking.seen_by(self.member.id)
        if "answered" in seen:
            with contextlib.suppress(OSError):
                seen |= attendance_of(self.classroom.folder)._asdict()  # the numbers that the projector shows
        if self.get_query_argument("have", "") == str(seen.get("number")):
            seen.pop("question", None)
        self.finish(seen | more)


class PhoneAnswer(PhoneState):
    """Receives an answer. The same answer may arrive twice, because a phone that got no reply sends it again."""

    def post(self) -> None:
        """Take the answer and send the member's new view; if the answer does not count, `refused` says why."""
        number, place, letter = self._sent()
        try:
            self.asking.answer(self.member.id, number, place, letter)
        except AskingError as error:
            self.set_status(409)
            self.send(refused=error.key)
        except OSError:
            raise HTTPError(503) from None  # the phone stores the answer and sends it again
        else:
            self.send()

    def get(self) -> None:
        """Refuse, because a GET request must not change anything."""
        raise HTTPError(405)

    def _sent(self) -> tuple[int, int, str]:
        """Return the question, round and letter that were sent. Raises HTTPError if they are invalid."""
        if len(self.request.body) > LONGEST_ANSWER:
            raise HTTPError(413)
        try:
            sent = json.loads(self.request.body)
            found = sent["number"], sent["round"], sent["letter"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise HTTPError(400) from None
        if len(sent) != 3 or [type(one) for one in found] != [int, int, str]:
            raise HTTPError(400)
        return found


class CardStyles(MemberHandler):
    """The style sheet of cards, the same as in notebooks."""

    def get(self) -> None:
        """Send the style sheet."""
        self.set_header("Content-Type", "text/css; charset=utf-8")
        self.set_header("Cache-Control", "private, max-age=3600")
        self.finish(read_style("still"))


def is_asked(asking: AskingState) -> bool:
    """Return True while a question is on the projector."""
    asking.refresh()
    return asking.stands != WAITING


def open_question(asking: AskingState) -> int:
    """Return the number of the question that can be answered now; 0 if there is none, or if its round is closed."""
    asking.refresh()
    return len(asking.asked) if asking.stands == OPEN else 0


def question_routes(classroom: Classroom) -> list[PageRoute]:
    """Return the routes of these pages, and make the class's pages link to them."""
    asking = AskingState(classroom.folder / JOURNAL_NAME)
    asking.forget_old()
    classroom.doors.append(PageDoor("ask", "/ask"))
    classroom.teacher_doors.append(PageDoor("ask", page_address(ASK_PAGE)))
    classroom.leads = lambda: "/ask" if is_asked(asking) else "/class"
    classroom.question = lambda: open_question(asking)
    classroom.when_closed.append(asking.end)
    classroom.when_sent_out.append(lambda member: asking.leave(member.id))
    known = {"classroom": classroom, "asking": asking}
    return [
        PageRoute(r"/ask", PhonePage, known),
        PageRoute(r"/ask/state", PhoneState, known),
        PageRoute(r"/ask/answer", PhoneAnswer, known),
        PageRoute(r"/ask/cards\.css", CardStyles, {"classroom": classroom}),
    ]
