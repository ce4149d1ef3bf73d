"""The teacher opens a page for everybody: learners' pages announce it, and go there unless the learner chooses to stay.

Every page loads a small script (`static/follow.js`), which asks every few seconds. Learners' requests also show which
page they look at; the teacher's are answered with the number of learners here, for the link back to the class's page.
"""

from __future__ import annotations

from tornado.web import HTTPError

from tutor.app.exporter import PAGE_SCRIPTS
from tutor.app.guard import PageRoute
from tutor.class_server.classroom import Classroom
from tutor.class_server.pages import (
    ASK_PATH,
    ROOM_PATH,
    TEACHER_PATH,
    MemberHandler,
    TeacherState,
    page_address,
    title_in_class,
)
from tutor.classroom.class_work import ClassWork
from tutor.navigation.links import has_page, is_for_learners

FOLLOW_SCRIPT = "/class/static/follow.js"
LED_WORDS = ("soon", "go", "stay", "back", "out", "out_text", "join", "over", "over_text", "link_ask")
"""The keys of the words that a page is sent beforehand, for what it has to say on its own."""
LONGEST_PATH = 200


class DestinationHandler(MemberHandler):
    """Answers each page, every few seconds: a learner's with what is open, the teacher's with the class."""

    def initialize(self, classroom: Classroom, work: ClassWork) -> None:  # type: ignore[override]
        """Set the class and its work."""
        super().initialize(classroom)
        self.work = work

    def prepare(self) -> None:
        """Find the requesting member; reply to the teacher's pages with the class and how many are here."""
        if self.classroom.member_of(self) is None and self.classroom.is_teacher(self):
            here = sum(self.classroom.present().values())
            text = self.say("class_here", name=self.classroom.name, count=here)
            words = {"over": self.say("led_over"), "over_text": self.say("led_over_teacher")}
            shown = {"text": text, "href": TEACHER_PATH}
            self.finish({"class": shown, "over": self.classroom.over, "words": words})
            return
        super().prepare()

    def get(self) -> None:
        """Note the page that the member looks at, and send where the class is led, with the words to say so.

        `led` is the question or page to which learners are led, None if nothing is open; `over` is True once the
        teacher has closed the class.
        """
        self._note_page(self.get_query_argument("at", ""))
        words = {key: self.say(f"led_{key}") for key in LED_WORDS}
        self.finish({"led": self._led(), "over": self.classroom.over, "words": words})

    def _note_page(self, path: str) -> None:
        page = path.removeprefix(page_address(""))
        if path in (ASK_PATH, ROOM_PATH) or is_for_learners(page):
            self.member.page = page[:LONGEST_PATH]

    def _led(self) -> dict[str, str] | None:
        question, page = self.classroom.question(), self.classroom.page_for_all()
        if question:
            return self._destination("ask", question, ASK_PATH, self.say("led_ask"))
        now = self.work.page_now()
        if now is None or not page:
            return None
        return self._destination(
            "page", now.number, page_address(page), self.say("led_page", page=title_in_class(page))
        )

    def _destination(self, kind: str, number: int, href: str, text: str) -> dict[str, str]:
        """Return the address of a question or page. kind : "ask" or "page", which are numbered separately.

        The browser remembers `number` as seen. It is sent with the class and the member, since several members may use
        one browser.
        """
        whole = f"{self.classroom.name} {self.member.name} {number}"
        return {"kind": kind, "number": whole, "href": href, "text": text, "link": self.say(f"led_link_{kind}")}


class LeadAction(TeacherState):
    """The teacher opens a page for everybody."""

    def initialize(self, classroom: Classroom, work: ClassWork) -> None:  # type: ignore[override]
        """Set the class and its work."""
        super().initialize(classroom)
        self.work = work

    def get(self) -> None:
        """Refuse: a GET request must not change anything."""
        raise HTTPError(405)

    def post(self) -> None:
        """Open the page for everybody, and send the state of the teacher's page."""
        page = self.get_body_argument("page", "")
        if not (is_for_learners(page) and has_page(page)):
            raise HTTPError(400)
        try:
            self.work.open_page(page)
        except OSError:
            raise HTTPError(503) from None
        self.finish(self.state())


def page_for_all(work: ClassWork) -> str:
    """Return the notebook that is open for everybody and can be opened by learners; "" if there is none."""
    now = work.page_now()
    return now.page if now is not None and is_for_learners(now.page) and has_page(now.page) else ""


def leading_routes(classroom: Classroom) -> list[PageRoute]:
    """Return the routes, and make every page load the script that follows."""
    work = ClassWork(classroom.folder)
    classroom.page_for_all = lambda: page_for_all(work)
    classroom.when_closed += [work.close_page, work.close_outcomes]
    known = {"classroom": classroom, "work": work}
    if FOLLOW_SCRIPT not in PAGE_SCRIPTS:
        PAGE_SCRIPTS.append(FOLLOW_SCRIPT)
    return [PageRoute(r"/class/led", DestinationHandler, known), PageRoute(r"/class/teacher/lead", LeadAction, known)]
