"""The pages of a class that need no kernel: joining, the learner's overview, and the teacher's own page.

Handlers derive from `MemberHandler` or `TeacherHandler`, which turn everyone else away. Changes are made by POST, only
from our own pages: browsers state the sending site in `Origin`, the cookies are `SameSite`, and a request without that
header is refused.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import jinja2
from tornado.web import HTTPError, RequestHandler, StaticFileHandler

from tutor.app.guard import PageRoute
from tutor.boards.presentation import load_look
from tutor.class_server.classroom import COOKIE_DAYS, TEACHER_ID, ClassError, Classroom, PageDoor, format_code
from tutor.class_server.members import ClassMember
from tutor.classroom.lesson_plans import PLAN_ORDER
from tutor.courses.loader import course_lessons, games_by_place
from tutor.navigation.links import CLASSROOM_PAGE, HOME_PAGE, PAGES_ACROSS, PAGES_FOLDER, has_page, is_for_learners
from tutor.navigation.page_titles import page_title
from tutor.qr import draw_qr_code
from tutor.text import format_message, list_languages, table_words

TEMPLATE_FOLDER = Path(__file__).with_name("templates")
"""Templates of these pages; their styles and scripts are in `static`."""
LONGEST_BODY = 64 * 1024
"""Maximum size in bytes of a request to these pages."""
GAME_PAGES = {"course": "course", "practice": "practice", "puzzles": "mined", "play": "play", "one_page": "one_page"}
"""A game's pages for learners, by the key of their text."""
TEACHERS_PAGES = {"report": "classroom/report.ipynb", "contents": CLASSROOM_PAGE}
CLASSROOM_TOOLS = ("classroom/own_game.ipynb", "classroom/card.ipynb", "classroom/house_rules.ipynb")
"""Pages for learners that are not lessons."""
TEACHER_PATH = "/class/teacher"
ROOM_PATH, ASK_PATH = "/class", "/ask"
PAGES_FOR_PERSONS = re.compile(r"/class|/ask|/voila/render/.*")
"""Matches pages that people open themselves; a browser that has not joined gets the joining page instead."""
STATUS_CODES = {"tries": 429, "unkept": 503}

TEMPLATES = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATE_FOLDER), autoescape=True)


def page_address(page: str) -> str:
    """Return the address of a notebook's page in a class."""
    return f"/voila/render/{PAGES_FOLDER}/{page}"


def title_in_class(page: str) -> str:
    """Return the title of a notebook as a class reads it: without its part of the site, but with its game."""
    title, game = page_title(page).partition(" · ")[0], page.partition("/")[0]
    return f"{title} · {load_look(game)['title']}" if game in games_by_place() else title


class ClassHandler(RequestHandler):
    """Base class of all pages of a class, with the class, the language, and the common headers."""

    def initialize(self, classroom: Classroom) -> None:
        """Set the class."""
        self.classroom = classroom

    def set_default_headers(self) -> None:
        """Send the common headers, and prevent the browser from caching."""
        for name, value in self.settings.get("headers", {}).items():
            self.set_header(name, value)
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Cache-Control", "no-store")
        self.clear_header("Server")

    def check_xsrf_cookie(self) -> None:
        """Do nothing, since `prepare` checks the origin."""

    def prepare(self) -> None:
        """Refuse changes requested by other sites, and requests that are too long."""
        if self.request.method in ("GET", "HEAD"):
            return
        origin = urlsplit(self.request.headers.get("Origin", ""))
        if not origin.netloc or origin.netloc.lower() != self.request.host.lower():
            raise HTTPError(403)
        if len(self.request.body) > LONGEST_BODY:
            raise HTTPError(413)

    @property
    def language(self) -> str:
        """Return the language: the requested one, otherwise this server's, otherwise the browser's first available."""
        asked = [self.get_query_argument("lang", "")[:8], os.environ.get("TEBIKI_LANGUAGE", "")]
        accepted = self.request.headers.get("Accept-Language", "")[:200].split(",")
        asked += [part.split(";")[0].strip().split("-")[0].casefold() for part in accepted]
        return next((one for one in asked if one in list_languages()), "en")

    def say(self, key: str, **facts: object) -> str:
        """Return one of the class pages' texts, by key, in the language of this request."""
        return format_message(f"class.{key}", self.language, **facts)

    def show(self, template: str, **facts: object) -> None:
        """Render a template as the page."""
        theme = self.get_query_argument("theme", "")
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(
            TEMPLATES.get_template(template).render(
                language=self.language,
                theme=theme if theme in ("light", "dark") else "",
                say=self.say,
                words=table_words("class", self.language),
                classroom=self.classroom,
                **facts,
            )
        )

    def let_in(self, value: str, who: str = "") -> None:
        """Give the browser a cookie that identifies it: `value` is a member's id or, with `who`, the teacher."""
        self.set_cookie(
            self.classroom.cookie(self.request, who),
            self.classroom.signed(self.request, value, who),
            path="/",
            httponly=True,
            samesite="Strict" if who else "Lax",
            secure=self.request.protocol == "https",
            max_age=COOKIE_DAYS * 86400,
        )

    def write_error(self, status_code: int, **_: object) -> None:
        """Send a short text about the error; a person sees it only after mistyping an address."""
        self.show("refused.html", status=status_code)


class MemberHandler(ClassHandler):
    """A page for members; others are redirected to the joining page."""

    member: ClassMember

    def prepare(self) -> None:
        """Find the requesting member."""
        super().prepare()
        if self._finished:
            return
        found = self.classroom.member_of(self)
        if found is None:
            if self.request.method == "GET" and "text/html" in self.request.headers.get("Accept", "text/html"):
                self.redirect("/join")
                return
            raise HTTPError(403)
        self.member = found

    @property
    def language(self) -> str:
        """Return the requested language; by default, the one in which the member joined."""
        asked = self.get_query_argument("lang", "")[:8]
        return asked if asked in list_languages() else getattr(getattr(self, "member", None), "language", "") or "en"


class TeacherHandler(ClassHandler):
    """A page for the teacher; it does not exist for anyone else."""

    def prepare(self) -> None:
        """Turn everyone else away."""
        super().prepare()
        if not self.classroom.is_teacher(self):
            raise HTTPError(404)


class TurnedAway(ClassHandler):
    """Answers outsiders: requests for a page are redirected to the joining page, all others are refused."""

    def prepare(self) -> None:
        """Refuse, or redirect to the joining page."""
        path, teachers = self.request.path, self.request.path.startswith(TEACHER_PATH)
        person = "text/html" in self.request.headers.get("Accept", "")
        if self.request.method == "GET" and not teachers and (person or PAGES_FOR_PERSONS.fullmatch(path)):
            code = self.get_query_argument("code", "")  # the address on the projector contains it
            self.redirect(f"/join?{urlencode({'code': code})}" if code else "/join")
            return
        self.set_status(404 if teachers else 403)
        if person:
            self.show("refused.html", status=self.get_status())
            return
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("Join the class first.\n")


class StartPage(ClassHandler):
    """The address that people type, which redirects to the right page."""

    def get(self) -> None:
        """Redirect the teacher to the teacher's page, members to the overview, and all others to the joining page."""
        if self.classroom.is_teacher(self):
            self.redirect(page_address(HOME_PAGE))
        else:
            self.redirect("/class" if self.classroom.member_of(self) else "/join")


class JoinPage(ClassHandler):
    """Joining the class: first the code, then a pseudonym."""

    def get(self) -> None:
        """Ask for the code; if it is given, offer pseudonyms."""
        code = self.get_query_argument("code", "")
        member = self.classroom.member_of(self)
        wrong = ""
        if member is None and code:
            try:
                if not self.classroom.right_code(code, self.request.remote_ip or ""):
                    wrong = "code"
            except ClassError as error:
                wrong = str(error)
        self._page(member, code, wrong)

    def post(self) -> None:
        """Add a member who has the right code."""
        code, name = self.get_body_argument("code", ""), self.get_body_argument("name", "")
        try:
            member = self.classroom.join(code, name, self.language, self.request.remote_ip or "")
        except ClassError as error:
            self._page(None, code, str(error))
            return
        self.let_in(member.id)
        self.redirect(self.classroom.leads(), status=303)

    def _page(self, member: ClassMember | None, code: str, wrong: str) -> None:
        if wrong:
            self.set_status(STATUS_CODES.get(wrong, 403))
        known = bool(code) and wrong in ("", "name", "unkept") and self.classroom.open
        offered = self.classroom.free_names(self.language) if known and member is None else []
        again = urlencode({"code": code, "lang": self.language})
        self.show("join.html", member=member, code=code[:20], offered=offered, wrong=wrong, again=again)


class LeaveClass(MemberHandler):
    """Signs a member out, so that the next person at this browser can join as a new member."""

    def post(self) -> None:
        """Forget the member at this browser, who is no longer counted; the log remains."""
        self.classroom.leave(self.member)
        self.clear_cookie(self.classroom.cookie(self.request), path="/", httponly=True, samesite="Lax")
        self.redirect("/join", status=303)


class RoomPage(MemberHandler):
    """The learner's overview: a page without a kernel, since a phone that only answers questions needs none."""

    def get(self) -> None:
        """Show the links."""
        found = [(key, page) for key, page in PAGES_ACROSS.items() if is_for_learners(page) and has_page(page)]
        self.show(
            "room.html",
            member=self.member,
            home=page_address(HOME_PAGE),
            doors=[{"key": f"class.{door.key}", "href": door.href} for door in self.classroom.doors]
            + [{"key": f"class.to_{key}", "href": page_address(page)} for key, page in found],
            games=[self._game(name) for name in games_by_place()],
            word=lambda key: format_message(key, self.language),
            led=self._led(),
        )

    def _led(self) -> dict[str, str] | None:
        """Return the address and the title of the page that is open for everybody; None if there is none."""
        page = self.classroom.page_for_all()
        return {"href": page_address(page), "title": title_in_class(page)} if page else None

    def _game(self, name: str) -> dict[str, object]:
        view = load_look(name)
        pages = {key: f"{name}/{page}.ipynb" for key, page in GAME_PAGES.items()}
        links = [(self.say(f"to_{key}"), page_address(page)) for key, page in pages.items() if has_page(page)]
        return {key: view[key] for key in ("title", "line", "seal", "hue")} | {"links": links}


class TeacherPage(TeacherHandler):
    """The teacher's page, shown on the projector: how to join, and who the members are."""

    def prepare(self) -> None:
        """Admit a browser that has the token printed when the class was started."""
        token = self.get_query_argument("token", "")
        if token and self.classroom.is_token(self, token):
            self.let_in(TEACHER_ID, TEACHER_ID)
            self.redirect("/class/teacher", status=303)
            return
        super().prepare()

    def get(self) -> None:
        """Show the page."""
        joined = f"{self.classroom.addresses[0]}/join?{urlencode({'code': self.classroom.code})}"
        self.show(
            "teacher.html",
            qr=draw_qr_code(joined),
            code=format_code(self.classroom.code),
            address=self.classroom.addresses[0].removeprefix("http://"),
            home=page_address(HOME_PAGE),
            doors=[(self.say(f"{door.key}_teacher"), door.href) for door in self._doors()],
            offered=self._offered_pages(),
        )

    def _offered_pages(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return the pages that may be opened for everybody, in groups: (title, [(page, title)])."""
        plans = [f"classroom/plans/{plan}_student.ipynb" for plan in PLAN_ORDER]
        across = [HOME_PAGE, *PAGES_ACROSS.values(), *CLASSROOM_TOOLS]
        groups = [(self.say("lead_plans"), plans), (self.say("lead_across"), across)]
        groups += [(str(load_look(name)["title"]), _pages_of_game(name)) for name in games_by_place()]
        return [(title, [(page, title_in_class(page)) for page in pages if has_page(page)]) for title, pages in groups]

    def _doors(self) -> list[PageDoor]:
        """Return the links to the teacher's other pages."""
        there = [PageDoor(key, page_address(page)) for key, page in TEACHERS_PAGES.items() if has_page(page)]
        return [*self.classroom.teacher_doors, *there]


def _pages_of_game(name: str) -> list[str]:
    """Return the pages of a game that may be opened for everybody: those in GAME_PAGES, then its lessons."""
    lessons = [f"{lesson.name}.ipynb" for lesson in course_lessons(name)]
    return [*(f"{name}/{page}.ipynb" for page in GAME_PAGES.values()), *lessons]


class TeacherState(TeacherHandler):
    """The state of the teacher's page, requested every other second."""

    def get(self) -> None:
        """Send the state."""
        self.finish(self.state())

    def state(self) -> dict[str, object]:
        """Return the data of the teacher's page."""
        here, page = self.classroom.present(), self.classroom.page_for_all()
        asked = bool(self.classroom.question())
        led = ASK_PATH if asked else page
        kernels = self.settings.get("kernel_counts", dict)()
        rows = [
            {
                "id": member.id,
                "name": member.name,
                "language": member.language,
                "here": here[member.id],
                "page": self._place(member.page),
                "there": not led or member.page == led,
                "kernels": kernels.get(member.id, 0),
            }
            for member in self.classroom.members.values()
            if not member.left
        ]
        opened = self.say("ask_teacher") if asked else title_in_class(page) if page else ""
        return {"open": self.classroom.open, "members": rows, "kernels": sum(kernels.values()), "opened": opened}

    def _place(self, page: str) -> str:
        """Return the title of the page that a member looks at: a notebook or one of the class's own pages."""
        own = {ASK_PATH: "at_question", ROOM_PATH: "at_overview"}
        return self.say(own[page]) if page in own else title_in_class(page) if page else ""


class TeacherAction(TeacherState):
    """Carries out the teacher's actions: allow or stop joining, remove a member, close the class."""

    def post(self) -> None:
        """Carry out an action, and send the state of the teacher's page."""
        what = self.get_body_argument("what", "")
        if what == "door":
            self.classroom.open = self.get_body_argument("open", "") == "yes"
            self.classroom.write_presence()
        elif what == "out":
            self.classroom.send_out(self.get_body_argument("id", ""))
        elif what == "close":
            self.classroom.over = True
            self.classroom.close()
        else:
            raise HTTPError(400)
        self.finish(self.state())

    def get(self) -> None:
        """Refuse, because a GET request must not change anything."""
        raise HTTPError(405)


def class_routes(classroom: Classroom) -> list[PageRoute]:
    """Return the routes of these pages."""
    known = {"classroom": classroom}
    return [
        PageRoute(r"/", StartPage, known),
        PageRoute(r"/join", JoinPage, known),
        PageRoute(r"/class", RoomPage, known),
        PageRoute(r"/class/leave", LeaveClass, known),
        PageRoute(r"/class/teacher", TeacherPage, known),
        PageRoute(r"/class/teacher/state", TeacherState, known),
        PageRoute(r"/class/teacher/do", TeacherAction, known),
        PageRoute(r"/class/static/([\w.-]+)", StaticFileHandler, {"path": str(TEMPLATE_FOLDER / "static")}),
    ]
