"""The teacher opens a page for everybody: learners' pages announce it, and go there unless the learner chooses to stay.

Every page of a learner loads a small script (`static/follow.js`), which asks every few seconds. These requests also
show that somebody is looking at the page.
"""

from __future__ import annotations

from tornado.web import HTTPError

from tutor.app.exporter import PAGE_SCRIPTS
from tutor.app.guard import PageRoute
from tutor.class_server.classroom import Classroom
from tutor.class_server.pages import MemberHandler, TeacherState, page_address
from tutor.classroom.class_work import ClassWork
from tutor.navigation.links import has_page, is_for_learners
from tutor.navigation.page_titles import page_title

FOLLOW_SCRIPT = "/class/static/follow.js"


class DestinationHandler(MemberHandler):
    """Answers each learner's page, every few seconds, with the page that the teacher has opened for everybody."""

    def initialize(self, classroom: Classroom, work: ClassWork) -> None:  # type: ignore[override]
        """Set the class and its work."""
        super().initialize(classroom)
        self.work = work

    def prepare(self) -> None:
        """Find the requesting member; reply to the teacher's page that it can stop asking."""
        if self.classroom.member_of(self) is None and self.classroom.is_teacher(self):
            self.finish({"stop": True})
            return
        super().prepare()

    def get(self) -> None:
        """Send the question or page to which learners are led, and the words that announce it in their language.

        The status is 204 if nothing has been opened.
        """
        question, now = self.classroom.question(), self.work.page_now()
        if question:
            self.send("ask", question, "/ask", self.say("led_ask"))
        elif now is not None and is_for_learners(now.page) and has_page(now.page):
            self.send("page", now.number, page_address(now.page), self.say("led_page", page=page_title(now.page)))
        else:
            self.set_status(204)

    def send(self, kind: str, number: int, href: str, text: str) -> None:
        """Send the address of a question or page. kind : "ask" or "page", which are numbered separately.

        The browser remembers `number` as seen. It is sent with the class and the member, since several members may use
        one browser.
        """
        words = {key: self.say(f"led_{key}") for key in ("soon", "go", "stay")}
        whole = f"{self.classroom.name} {self.member.name} {number}"
        self.finish({"kind": kind, "number": whole, "href": href, "text": text, **words})


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


def leading_routes(classroom: Classroom) -> list[PageRoute]:
    """Return the routes, and make every page load the script that follows."""
    known = {"classroom": classroom, "work": ClassWork(classroom.folder)}
    if FOLLOW_SCRIPT not in PAGE_SCRIPTS:
        PAGE_SCRIPTS.append(FOLLOW_SCRIPT)
    return [PageRoute(r"/class/led", DestinationHandler, known), PageRoute(r"/class/teacher/lead", LeadAction, known)]
