"""`tebiki class`: the app for a class, on the local network.

It is the app of `tutor.app.server` with a check before every route: a browser that has not joined sees only the joining
page and its files. The teacher's own browser, on this machine, sees everything.
"""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import segno
from jupyter_core.utils import ensure_async
from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPServerRequest
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.routing import Matcher, Rule
from tornado.web import HTTPError

from tutor.app.guard import ForeignHost, PageOfBrowser, PageRoute, RefusedHost
from tutor.app.provisioner import Provisioner
from tutor.app.server import DEFAULT_PORT, LOCAL_HOST, AppError, TebikiApp, free_port, prepare_server, project_folder
from tutor.class_server.asking_routes import question_routes
from tutor.class_server.classroom import Classroom, format_code
from tutor.class_server.kernels import ClassKernels, PageOpenings
from tutor.class_server.leading_routes import leading_routes
from tutor.class_server.pages import LONGEST_BODY, TEACHER_PATH, TurnedAway, class_routes
from tutor.navigation.links import HOME_PAGE, PAGES_FOLDER, is_for_learners

ROUTE_MAKERS = (question_routes, leading_routes)
"""Functions that return additional routes for a class."""
OPEN_TO_ALL = ("/join", "/class/static/", "/voila/static/", "/voila/templates/", "/voila/labextensions/")
"""Addresses answered before joining: the joining page, and files that are not secret."""
PRESENCE_MILLISECONDS = 2000
"""Milliseconds between two updates of the stored number of members who are present."""
CLOSING_SECONDS = 5.0
"""Seconds between the closing of a class and the end of its server: every learner's page asks once in that time."""
OPEN_FILES = 8192
"""Number of open files that a large class needs, for connections and five channels per kernel."""


class OutsiderMatcher(Matcher):
    """Matches all requests of outsiders, except those for joining."""

    def __init__(self, classroom: Classroom) -> None:
        self.classroom = classroom

    def match(self, request: HTTPServerRequest) -> dict[str, object] | None:
        """Return the arguments for `TurnedAway`; None if the request may pass."""
        asking = _Asking(request)
        if self.classroom.is_teacher(asking):
            return None
        path = request.path
        if path.startswith(TEACHER_PATH):
            return None if path == TEACHER_PATH and "token" in request.query_arguments else {}
        if path == "/" or path.startswith(OPEN_TO_ALL) or self.classroom.member_of(asking):
            return None
        return {}


class _Asking:
    def __init__(self, request: HTTPServerRequest) -> None:
        self.request = request


class PageOfClass(PageOfBrowser):
    """A page of the app, for the teacher or, if it is a page for learners, for a member."""

    async def prepare(self, **options: object) -> None:
        """Check that the browser may open this page, and has not opened too many pages."""
        await ensure_async(super().prepare(**options))
        classroom: Classroom = self.settings["classroom"]
        if classroom.is_teacher(self):
            return
        page = (self.path_args or [HOME_PAGE])[0].removeprefix(f"{PAGES_FOLDER}/")
        member = classroom.member_of(self)
        if member is None or not is_for_learners(page):
            raise HTTPError(404)
        if not self.settings["openings"].may(member.id):
            raise HTTPError(429)
        member.page = page


class ClassApp(TebikiApp):
    """The app as served to a class."""

    classroom: Classroom
    listens: Sequence[str] = ()
    """The addresses of this machine on which the app listens."""
    most = 0

    def init_handlers(self) -> list[PageRoute]:
        """Return the routes of the class, followed by those of the app, whose pages check access."""
        manager: ClassKernels = self.kernel_manager
        manager.environment = self.classroom.environment
        manager.most = self.most or manager.most
        self.classroom.when_sent_out.append(lambda one: self.ioloop.add_callback(manager.end_all_of, one.id))
        self.classroom.close = lambda: self.ioloop.call_later(CLOSING_SECONDS, self.ioloop.stop)
        self.app.settings.update(
            classroom=self.classroom,
            owner=self.classroom.owner,
            openings=PageOpenings(),
            kernel_counts=manager.counts,
        )
        found = class_routes(self.classroom)
        for make_routes in ROUTE_MAKERS:
            found += make_routes(self.classroom)
        ours = [one._replace(path=self.url(one.path)) for one in found]
        app = [
            one._replace(handler=PageOfClass) if one.handler is PageOfBrowser else one
            for one in super().init_handlers()
        ]
        return [*ours, *app]

    def gates(self) -> list[Rule]:
        """Return the rules applied before all routes: only our host names are answered; outsiders must join first."""
        return [
            Rule(ForeignHost(self.names), RefusedHost),
            Rule(OutsiderMatcher(self.classroom), TurnedAway, {"classroom": self.classroom}),
        ]

    def listen(self) -> None:
        """Listen on the chosen addresses, with limits that Voilà does not set."""
        self.app.default_router.rules[:0] = self.gates()
        server = HTTPServer(
            self.app,
            max_body_size=LONGEST_BODY,
            max_header_size=16 * 1024,
            idle_connection_timeout=120,
            body_timeout=20,
        )
        for one in self.listens:
            try:
                server.listen(self.port, one)
            except OSError as error:
                raise AppError(
                    f"Port {self.port} of {one}: {error.strerror}. Choose another one with --port."
                ) from None
        if self.open_browser:
            self.launch_browser()
        self.ioloop = IOLoop.current()
        PeriodicCallback(self.classroom.write_presence, PRESENCE_MILLISECONDS).start()
        with contextlib.suppress(KeyboardInterrupt):
            self.ioloop.start()
        self.stop()

    def launch_browser(self) -> None:
        """Open the teacher's page when the server should be ready to answer."""
        threading.Timer(0.5, webbrowser.open, [teacher_address(self.classroom, self.port)]).start()


def teacher_address(classroom: Classroom, port: int) -> str:
    """Return the address of the teacher's page, with the token that opens it."""
    return f"http://{LOCAL_HOST}:{port}{TEACHER_PATH}?token={classroom.token}"


def own_address() -> str:
    """Return this machine's address on its network; "" if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # an address reserved for documentation; nothing is sent
            found = str(line.getsockname()[0])
        except OSError:
            return ""
    return "" if ipaddress.ip_address(found).is_loopback else found


def is_of_this_machine(address: str) -> bool:
    """Return True if an address belongs to this machine, so that it can listen there."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as line:
            line.bind((address, 0))
    except OSError:
        return False
    return True


def allow_many_files() -> None:
    """Raise this process's limit of open files to what a class needs, if the system has such a limit."""
    if os.name != "posix":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < OPEN_FILES:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(OPEN_FILES, hard) if hard > 0 else OPEN_FILES, hard))


def start_class(
    name: str,
    port: int = DEFAULT_PORT,
    where: str = "",
    names: Sequence[str] = (),
    open_browser: bool = True,
    folder: Path | None = None,
    most: int = 0,
) -> Classroom:
    """Open a class and serve it until it is closed, and return it.

    Parameters
    ----------
    name
        The name of the class; an existing class is continued.
    port
        The port; if it is busy, the next free one is used and reported.
    where
        The address of this machine on which learners reach it; found automatically if "".
    names
        Host names of this machine on that network; the first is shown instead of the address.
    open_browser
        Open the teacher's page.
    folder
        The folder that contains the notebooks folder; found automatically if None.
    most
        Maximum number of kernels; 0 means the usual limit.

    Raises
    ------
    AppError
        If there are no notebooks, no port is free, there is no network, or the address belongs to another machine.
    ClassError
        If the class cannot be stored.
    """
    folder = project_folder(folder)
    where = where or own_address()
    if not where:
        raise AppError("This machine is in no network. Join the one of the room, or name its address with --address.")
    if not is_of_this_machine(where):
        raise AppError(f"{where} is no address of this machine. Leave --address out, or name one of its own.")
    classroom = Classroom.opened(name)
    chosen = free_port(port)
    if chosen != port:
        print(f"Port {port} is busy, so this is port {chosen}.", flush=True)
    everywhere = ipaddress.ip_address(where).is_unspecified
    reached = [*names, *([] if everywhere else [where])] or [own_address() or LOCAL_HOST]
    classroom.addresses = [f"http://[{one}]:{chosen}" if ":" in one else f"http://{one}:{chosen}" for one in reached]
    allow_many_files()
    logging.getLogger("tornado.access").setLevel(logging.ERROR)  # a wrong code is not worth logging
    settings = prepare_server(folder, chosen, open_browser)
    settings.VoilaConfiguration.multi_kernel_manager_class = ClassKernels
    app = ClassApp.instance(config=settings)
    app.classroom, app.names, app.most = classroom, reached, most
    app.listens = [where] if everywhere or where == LOCAL_HOST else [LOCAL_HOST, where]
    app.initialize([])
    print_welcome(classroom, chosen)
    try:
        app.start()
    finally:
        classroom.end_session()
        Provisioner.close()
        print(f"The class is closed. Its logs are in {classroom.folder}", flush=True)
    return classroom


def print_welcome(classroom: Classroom, port: int) -> None:
    """Print how to join, and the teacher's own address."""
    joined = f"{classroom.addresses[0]}/join?code={classroom.code}"
    print(
        f"Class {classroom.name} is open: {classroom.addresses[0]}   code {format_code(classroom.code)}\n", flush=True
    )
    if sys.stdout.isatty():
        segno.make(joined, error="m", micro=False).terminal(compact=True)
    print(f"Your own page, for this machine only: {teacher_address(classroom, port)}", flush=True)
    print("Stop it with Ctrl+C; the logs stay.", flush=True)
