"""A class on one machine: its members, its code, its stored data, and access to its pages.

    lesson = Classroom.opened("7b")      # continues the class of that name, if there is one
    lesson.join("ktm-rvx", "Quiet Fox")  # a member; a browser proves membership with a signed cookie
    lesson.member_of(handler)            # the requesting member, None for an outsider
    lesson.is_teacher(handler)           # this machine's own browser, with the teacher's cookie

A member is a pseudonym chosen from a list, and a random id; nothing else is known about members. All data of a class is
in one folder: a log per member, `members.jsonl`, and `class.json` with the secret that signs the cookies. A class
therefore continues when its server is restarted.

Additional pages come from the functions in the server's `ROUTE_MAKERS`. Each takes the classroom, returns routes for
tornado, and may add to `doors` and `teacher_doors`; its handlers derive from `MemberHandler` or `TeacherHandler` of
`tutor.class_server.pages`.
"""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
import json
import os
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

from tornado.httputil import HTTPServerRequest
from tornado.web import create_signed_value, decode_signed_value

from engines.errors import TebikiError
from tutor import progress
from tutor.app.guard import is_ours, port_of
from tutor.class_server.members import (
    CLASS_VARIABLE,
    MEMBERS_FILE,
    PRESENCE_FILE,
    ClassMember,
    list_pseudonyms,
    members_in,
)
from tutor.classroom.journal import PARTLY_WRITTEN
from tutor.files import write_whole
from tutor.navigation.links import IN_CLASS_VARIABLE

TEACHER_ID = "teacher"
SIGNS, CODE_LENGTH = "bcdfghjkmnpqrstvwxz", 6
"""The letters used in codes (no vowels, so that no words arise, and no look-alikes), and the length of a code."""
MOST_MEMBERS = 200
COOKIE_DAYS = 100
"""Number of days for which a browser is recognised."""
SAME_CODE_SECONDS = 12 * 3600.0
"""Number of seconds for which a class keeps its code if its server stopped without closing it."""
AWAY_SECONDS = 90.0
"""Number of seconds without a request after which a member counts as away."""
CLASS_NAME = re.compile(r"[\w][\w .-]{0,39}")


class ClassError(TebikiError):
    """Raised if a class cannot be opened or joined; the text says why."""


class RequestHolder(Protocol):
    """Anything that holds a request, such as a handler."""

    request: HTTPServerRequest


class PageDoor(NamedTuple):
    """A link to a page: the key of its texts in the catalogue ("KEY" and "KEY_text"), and its address."""

    key: str
    href: str


@dataclass
class WrongCodes:
    """Limits wrong codes: at most `each` per address in a minute, and `all` from all addresses together."""

    each: int = 10
    all: int = 300
    seconds: float = 60.0
    clock: Callable[[], float] = time.monotonic
    wrong: list[tuple[float, str]] = field(default_factory=list)

    def may(self, address: str) -> bool:
        """Return True if an address may try another code."""
        since = self.clock() - self.seconds
        self.wrong = [one for one in self.wrong if one[0] > since]
        return len(self.wrong) < self.all and sum(one[1] == network_of(address) for one in self.wrong) < self.each

    def note(self, address: str) -> None:
        """Record a wrong code."""
        self.wrong.append((self.clock(), network_of(address)))


def network_of(address: str) -> str:
    """Return what identifies a machine: its address or, for IPv6, the part that it cannot choose itself."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)


@dataclass
class Classroom:
    """A class that is open, or about to be.

    `addresses` are those at which learners reach it, the displayed one first.
    """

    name: str
    folder: Path
    secret: str
    code: str
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    addresses: list[str] = field(default_factory=list)
    members: dict[str, ClassMember] = field(default_factory=dict)
    open: bool = True
    over: bool = False
    """True once the teacher has closed the class; for some seconds the pages of learners can still be told."""
    tries: WrongCodes = field(default_factory=WrongCodes)
    doors: list[PageDoor] = field(default_factory=list)
    teacher_doors: list[PageDoor] = field(default_factory=list)
    close: Callable[[], object] = lambda: None
    when_sent_out: list[Callable[[ClassMember], object]] = field(default_factory=list)
    """Called with a member who was removed or has left."""
    when_closed: list[Callable[[], object]] = field(default_factory=list)
    """Called when the class ends in an orderly way, so that the next session starts with nothing open."""
    leads: Callable[[], str] = lambda: "/class"
    """Returns the address to which a new member is sent."""
    question: Callable[[], int] = lambda: 0
    """Returns the number of the question that can be answered now, 0 for none."""
    page_for_all: Callable[[], str] = lambda: ""
    """Returns the notebook that is open for everybody, "" for none."""
    written_presence: tuple[int, bool] | None = None

    # Opening and storing.

    @classmethod
    def opened(cls, name: str, home: Path | None = None) -> Classroom:
        """Return the class with this name, including its earlier members.

        Raises ClassError if the name is invalid, or the files of the class cannot be used.
        """
        if not CLASS_NAME.fullmatch(name):
            raise ClassError(f"A class cannot be called {name[:60]!r}. Use up to 40 letters, digits, spaces, - and _.")
        folder = (home or progress.data_folder()) / "classes" / name
        file = folder / "class.json"
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            secret, code = secrets.token_hex(32), new_code()
            if file.exists():
                known = json.loads(file.read_text(encoding="utf-8"))
                secret, kept, before = bytes.fromhex(known["secret"]).hex(), str(known["code"]), float(known["opened"])
                if len(secret) < 32:
                    raise ValueError(secret)
                goes_on = not known.get("closed") and time.time() - before < SAME_CODE_SECONDS
                code = kept if goes_on else code
            found = cls(name, folder, secret, code)
            found._write_session(closed=False)
            found.members = members_in(folder)
        except (OSError, ValueError, TypeError, KeyError, OverflowError) as error:
            why = getattr(error, "strerror", None) or "it holds something else"
            raise ClassError(f"{folder}: {why}. Set TEBIKI_HOME to a folder that can be written.") from None
        return found

    def _write_session(self, closed: bool) -> None:
        """Store what a restart needs. closed : whether the session is over, so that the next one has a new code."""
        now = {"name": self.name, "secret": self.secret, "code": self.code, "opened": time.time(), "closed": closed}
        write_whole(self.folder / "class.json", json.dumps(now), 0o600)

    def end_session(self) -> None:
        """End this session: nothing stays open for everybody, and the next session has a new code.

        A server that is killed does not come here; started again, it continues the session.
        """
        for forget in self.when_closed:
            with contextlib.suppress(OSError):
                forget()
        with contextlib.suppress(OSError):
            self._write_session(closed=True)

    def _keep(self, row: dict[str, object]) -> None:
        _append(self.folder / MEMBERS_FILE, "\n" + json.dumps(row, ensure_ascii=False) + "\n")

    # Joining and leaving.

    def right_code(self, code: str, address: str) -> bool:
        """Return True if a code is that of this class. Raises ClassError after too many wrong ones."""
        if not self.tries.may(address):
            raise ClassError("tries")
        plain = re.sub(r"[^a-z]", "", code.casefold()[:40])
        if hmac.compare_digest(plain.encode(), self.code.encode()):
            return True
        self.tries.note(address)
        return False

    def free_names(self, language: str, count: int = 6) -> list[str]:
        """Return `count` unused pseudonyms."""
        taken = {member.name for member in self.members.values()}
        free = [name for name in list_pseudonyms(language) if name not in taken]
        return secrets.SystemRandom().sample(free, min(count, len(free)))

    def join(self, code: str, name: str, language: str = "en", address: str = "") -> ClassMember:
        """Add a member and return it. Raises ClassError with one word: closed, tries, code, full, name or unkept."""
        if not self.open:
            raise ClassError("closed")
        if not self.right_code(code, address):
            raise ClassError("code")
        if len(self.members) >= MOST_MEMBERS:
            raise ClassError("full")
        if name not in list_pseudonyms(language) or any(name == member.name for member in self.members.values()):
            raise ClassError("name")
        id = secrets.token_hex(16)
        member = ClassMember(id, name, language, time.time(), progress.pseudonym_of(id, self.folder), time.time())
        try:
            self._keep({key: value for key, value in asdict(member).items() if key not in ("seen", "page")})
        except OSError:
            raise ClassError("unkept") from None
        self.members[id] = member
        return member

    def send_out(self, id: str) -> None:
        """Remove a member from the class; the log remains."""
        if member := self.members.pop(id, None):
            self._keep({"id": id, "gone": True})
            for tell in self.when_sent_out:
                with contextlib.suppress(OSError):
                    tell(member)

    def leave(self, member: ClassMember) -> None:
        """Stop counting a member whose browser somebody else uses now; name, log and work remain."""
        member.left = True
        with contextlib.suppress(OSError):
            self._keep({"id": member.id, "left": True})
        for tell in self.when_sent_out:
            with contextlib.suppress(OSError):
                tell(member)

    # Identifying requests.

    def cookie(self, request: HTTPServerRequest, who: str = "") -> str:
        """Return the name of a cookie. It contains the port: ports share cookies, and two classes may be open."""
        return f"tebiki-{who or 'member'}-{port_of(request)}"

    def signed(self, request: HTTPServerRequest, value: str, who: str = "") -> str:
        """Return the signed value of a cookie."""
        return create_signed_value(self.secret, self.cookie(request, who), value).decode()

    def _read(self, request: HTTPServerRequest, who: str = "") -> str:
        name = self.cookie(request, who)
        found = request.cookies.get(name)
        plain = decode_signed_value(self.secret, name, found.value, max_age_days=COOKIE_DAYS) if found else None
        return plain.decode("ascii", "replace") if plain else ""

    def member_of(self, handler: RequestHolder) -> ClassMember | None:
        """Return the requesting member, and record the time of the request."""
        member = self.members.get(self._read(handler.request))
        if member is None or member.left:
            return None
        member.seen = time.time()
        return member

    def is_teacher(self, handler: RequestHolder) -> bool:
        """Return True for the teacher's browser: on this machine, under its own name, with the teacher's cookie."""
        return is_from_here(handler.request) and self._read(handler.request, TEACHER_ID) == TEACHER_ID

    def is_token(self, handler: RequestHolder, token: str) -> bool:
        """Return True if the request comes from this machine and `token` is the teacher's."""
        return is_from_here(handler.request) and hmac.compare_digest(token.encode(), self.token.encode())

    def owner(self, handler: RequestHolder) -> str:
        """Return the owner of the kernels that a browser may use: a member's id, "teacher", or "" for an outsider."""
        if self.is_teacher(handler):
            return TEACHER_ID
        member = self.member_of(handler)
        return member.id if member else ""

    def environment(self, owner: str) -> dict[str, str]:
        """Return the environment variables for a kernel of `owner`: which log to write, and where."""
        if owner == TEACHER_ID:
            reached = self.addresses[0] if self.addresses else ""
            return {
                CLASS_VARIABLE: str(self.folder),
                "TEBIKI_CLASS_ADDRESS": reached,
                "TEBIKI_CLASS_CODE": format_code(self.code),
            }
        member = self.members[owner]
        return {
            "TEBIKI_HOME": str(self.folder),
            "TEBIKI_LEARNER": member.id,
            "TEBIKI_LANGUAGE": member.language,
            IN_CLASS_VARIABLE: "/class",
        }

    def present(self, now: float | None = None) -> dict[str, bool]:
        """Return, for each member who has not left, whether there was a recent request."""
        now = time.time() if now is None else now
        return {member.id: now - member.seen < AWAY_SECONDS for member in self.members.values() if not member.left}

    def write_presence(self) -> None:
        """Store how many members are present and whether others may join, for the teacher's kernels, if it changed."""
        found = sum(self.present().values()), self.open
        if found != self.written_presence:
            with contextlib.suppress(OSError):
                text = json.dumps(dict(zip(("here", "open"), found, strict=True)))
                write_whole(self.folder / PRESENCE_FILE, text, 0o600)
                self.written_presence = found


def is_from_here(request: HTTPServerRequest) -> bool:
    """Return True if a request comes from this machine, to one of its own names."""
    try:
        return ipaddress.ip_address(request.remote_ip or "").is_loopback and is_ours(request.host_name)
    except ValueError:
        return False


def new_code() -> str:
    """Return a new code for joining."""
    return "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))


def format_code(code: str) -> str:
    """Return a code as displayed: "KTM-RVX"."""
    return f"{code[:3]}-{code[3:]}".upper()


def _append(path: Path, text: str) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        if os.write(handle, text.encode()) != len(text.encode()):
            raise OSError(None, PARTLY_WRITTEN)
    finally:
        os.close(handle)
