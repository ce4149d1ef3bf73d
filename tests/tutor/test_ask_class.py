""" "Ask the class" over the network: members' phones, with the real routes of a class, without a kernel."""

from __future__ import annotations

import asyncio
import json
import os
import time
from base64 import b64encode
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPResponse
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.routing import Rule
from tornado.web import Application

from tests.tutor.finishing import finished
from tests.tutor.test_asking import QUESTION, REASON
from tutor.class_server import asking_routes as pages
from tutor.class_server.classroom import TEACHER_ID, Classroom, list_pseudonyms
from tutor.class_server.pages import LONGEST_BODY, TurnedAway, class_routes
from tutor.class_server.server import OutsiderMatcher
from tutor.classroom.asking import JOURNAL_NAME, AskingState
from tutor.classroom.journal import Journal
from tutor.navigation.links import is_for_learners


class Phones:
    """The phones of a class that is served in this process."""

    def __init__(self, room: Classroom, port: int) -> None:
        self.room, self.port = room, port
        self.client = AsyncHTTPClient(force_instance=True, max_clients=80)

    def cookie(self, who: str, kind: str = "") -> str:
        """Return the cookie of a member, as the server signs it."""
        request: Any = SimpleNamespace(host=f"127.0.0.1:{self.port}")
        return f"{self.room.cookie(request, kind)}={self.room.signed(request, who, kind)}"

    async def ask(self, path: str, who: str = "", body: object = None, **headers: str) -> HTTPResponse:
        """Request a path, or send something to it."""
        here = f"127.0.0.1:{self.port}"
        sent = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        cookie = self.cookie(who) if who else ""
        origin = {} if sent is None else {"Origin": f"http://{here}"}
        return await self.client.fetch(
            f"http://{here}{path}",
            method="GET" if sent is None else "POST",
            body=sent,
            headers={"Host": here, "Cookie": cookie, "Accept": "*/*", **origin, **headers},
            follow_redirects=False,
            raise_error=False,
        )

    async def answer(self, who: str, letter: object, number: object = 1, place: object = 1) -> HTTPResponse:
        """Send an answer."""
        return await self.ask("/ask/answer", who, {"number": number, "round": place, "letter": letter})


@pytest.fixture
def room(tmp_path: Any) -> Classroom:
    found = Classroom.opened("7b", tmp_path)
    found.addresses = ["http://192.168.1.7:8866"]
    return found


@pytest.fixture
def teacher(room: Classroom) -> AskingState:
    """The teacher's page, which in reality is another process that shares the journal with the server."""
    found = AskingState(room.folder / JOURNAL_NAME)
    found.ask(QUESTION)
    return found


def members(room: Classroom, count: int) -> list[str]:
    return [room.join(room.code, name).id for name in list(list_pseudonyms("en"))[:count]]


def served(room: Classroom, play: Callable[[Phones], Awaitable[object]]) -> None:
    """Serve a class and run something in it."""

    async def all_of_it() -> None:
        app = Application([*class_routes(room), *pages.question_routes(room)], headers={"X-Frame-Options": "DENY"})
        app.default_router.rules[:0] = [Rule(OutsiderMatcher(room), TurnedAway, {"classroom": room})]
        [socket] = bind_sockets(0, "127.0.0.1")
        server = HTTPServer(app, max_body_size=LONGEST_BODY)
        server.add_sockets([socket])
        try:
            await play(Phones(room, socket.getsockname()[1]))
        finally:
            server.stop()

    finished(all_of_it())


def test_forty_answers_at_once_are_all_counted(room: Classroom, teacher: AskingState) -> None:
    whole = members(room, 40)

    async def play(phones: Phones) -> None:
        given = await asyncio.gather(*(phones.answer(who, "ABCD"[at % 4]) for at, who in enumerate(whole)))
        assert [one.code for one in given] == [200] * 40

    served(room, play)
    teacher.close()
    assert teacher.round is not None
    assert teacher.round.counts() == {"A": 10, "B": 10, "C": 10, "D": 10}
    assert teacher.there == 40


def test_a_phone_that_sleeps_and_wakes_loses_nothing(room: Classroom, teacher: AskingState) -> None:
    heron, otter = members(room, 2)

    async def play(phones: Phones) -> None:
        await phones.answer(heron, "B")
        again = await phones.answer(heron, "B")  # it went to sleep before it received the confirmation
        assert (again.code, json.loads(again.body)["own"]) == (200, "B")
        teacher.close()
        teacher.again()
        late = await phones.answer(heron, "C")
        woken = json.loads(late.body)
        assert (late.code, woken["refused"], woken["round"], woken["own"]) == (409, "gone", 2, "")
        assert (await phones.answer(heron, "D", place=2)).code == 200

    served(room, play)

    async def after_a_restart(phones: Phones) -> None:
        seen = json.loads((await phones.ask("/ask/state", heron)).body)
        assert (seen["own"], seen["answered"], seen["round"]) == ("D", 1, 2)
        assert (await phones.answer(otter, "D", place=2)).code == 200

    served(room, after_a_restart)
    teacher.close()
    assert teacher.now is not None
    assert [one.counts() for one in teacher.now.rounds] == [
        {"A": 0, "B": 1, "C": 0, "D": 0},
        {"A": 0, "B": 0, "C": 0, "D": 2},
    ]


def test_nobody_answers_for_others(room: Classroom, teacher: AskingState) -> None:
    heron, otter = members(room, 2)
    body = {"number": 1, "round": 1, "letter": "A"}

    async def play(phones: Phones) -> None:
        assert (await phones.ask("/ask/answer", body=body)).code == 403
        mine, theirs = (b64encode(one.encode()).decode() for one in (heron, otter))
        forged = phones.cookie(heron).replace(mine, theirs)
        assert theirs in forged
        assert (await phones.ask("/ask/answer", body=body, Cookie=forged)).code == 403
        assert (await phones.ask("/ask/answer", "nobody", body)).code == 403
        assert (await phones.ask("/ask/answer", heron, body, Origin="http://elsewhere.example")).code == 403
        assert (await phones.ask("/ask/answer", heron, {**body, "who": otter})).code == 400
        assert (await phones.ask(f"/ask/answer?who={otter}", heron, body)).code == 200
        assert not is_for_learners(pages.ASK_PAGE)
        as_teacher = phones.cookie(TEACHER_ID, TEACHER_ID)  # the teacher is not a member, and has no answer
        assert (await phones.ask("/ask/answer", body=body, Cookie=as_teacher)).code == 403

    served(room, play)
    teacher.refresh()
    assert teacher.round is not None
    assert (teacher.round.own(heron), teacher.round.own(otter), teacher.round.answered) == ("A", "", 1)


def test_nobody_sees_what_was_answered_or_what_is_right_before_it_is_told(
    room: Classroom, teacher: AskingState
) -> None:
    heron, otter, plover, stork = members(room, 4)

    async def play(phones: Phones) -> None:
        before = (await phones.ask("/ask/state", stork)).body
        for who in (heron, otter, plover):
            assert REASON.encode() not in (await phones.answer(who, "A")).body
        with_a = json.loads((await phones.ask("/ask/state", stork)).body)
        for who in (heron, otter, plover):
            await phones.answer(who, "D")
        with_d = json.loads((await phones.ask("/ask/state", stork)).body)
        assert with_a == with_d == json.loads(before) | {"answered": 3, "there": 4}
        teacher.close()
        closed = json.loads((await phones.ask("/ask/state", heron)).body)
        assert closed["stands"] == "closed"
        assert "told" not in closed
        page = (await phones.ask("/ask", heron)).body.decode()
        assert REASON not in page
        teacher.tell(QUESTION)
        told = json.loads((await phones.ask("/ask/state", heron)).body)["told"]
        assert told["right"] == "D"
        assert "A" not in told["reasons"]

    served(room, play)


def test_what_is_closed_or_not_there_is_refused(room: Classroom, teacher: AskingState) -> None:
    heron, otter = members(room, 2)

    async def play(phones: Phones) -> None:
        for letter, why in (("E", "choice"), ("", "choice"), ("AB", "choice"), ("a", "choice")):
            given = await phones.answer(heron, letter)
            assert (given.code, json.loads(given.body)["refused"]) == (409, why)
        assert json.loads((await phones.answer(heron, "A", number=2)).body)["refused"] == "gone"
        await phones.answer(otter, "A")
        teacher.close()
        late = await phones.answer(heron, "A")
        assert (late.code, json.loads(late.body)["refused"]) == (409, "closed")
        teacher.end()
        assert json.loads((await phones.answer(heron, "A")).body) == {"stands": "waiting", "refused": "gone"}

    served(room, play)
    teacher.refresh()
    assert [one.rounds[0].answered for one in teacher.asked] == [1]


HOSTILE = (
    *(b"", b"{", b"null", b"[]", b'"A"', b"\xff\xfe", b"[" * 900, b"1e999"),
    *(b'{"number": 1}', b'{"number": "1", "round": 1, "letter": "A"}'),
    *(b'{"number": 1, "round": 1, "letter": ["A"]}', b'{"number": true, "round": 1, "letter": "A"}'),
    *(b'{"number": 1, "round": 1, "letter": null}', b'{"number": NaN, "round": 1, "letter": "A"}'),
)


def test_hostile_input_is_bounded(room: Classroom, teacher: AskingState) -> None:
    [heron] = members(room, 1)

    async def play(phones: Phones) -> None:
        for body in HOSTILE:
            assert (await phones.ask("/ask/answer", heron, body)).code == 400, body
        assert (await phones.ask("/ask/answer", heron, b" " * 2000)).code == 413
        assert (await phones.ask("/ask/answer", heron)).code == 405
        huge = await phones.answer(heron, "A", number=10**300)
        assert json.loads(huge.body)["refused"] == "gone"
        long = await phones.ask("/ask/state?have=" + "1" * 3000, heron)
        assert "question" in json.loads(long.body)
        kept = json.loads((await phones.ask("/ask/state?have=1", heron)).body)
        assert "question" not in kept  # data that a page already has is not sent again

    before = teacher.journal.path.stat().st_size
    served(room, play)
    assert teacher.journal.path.stat().st_size - before < 500


def test_an_answer_that_cannot_be_kept_is_asked_for_again(
    room: Classroom, teacher: AskingState, monkeypatch: pytest.MonkeyPatch
) -> None:
    [heron] = members(room, 1)

    def full(self: Journal, entry: object) -> None:
        raise OSError(28, "No space left on device")

    async def play(phones: Phones) -> None:
        monkeypatch.setattr(Journal, "append", full)
        assert (await phones.answer(heron, "A")).code == 503
        assert json.loads((await phones.ask("/ask/state", heron)).body)["stands"] == "open"
        monkeypatch.undo()
        assert json.loads((await phones.answer(heron, "A")).body)["own"] == "A"

    served(room, play)


def test_who_joins_while_a_question_is_asked_is_led_to_it(room: Classroom, teacher: AskingState) -> None:
    quiet, brave = list(list_pseudonyms("en"))[:2]

    async def play(phones: Phones) -> None:
        join = f"code={room.code}&name="
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        during = await phones.ask("/join", body=f"{join}{quiet.replace(' ', '+')}".encode(), **form)
        assert (during.code, during.headers["Location"]) == (303, "/ask")
        teacher.end()
        after = await phones.ask("/join", body=f"{join}{brave.replace(' ', '+')}".encode(), **form)
        assert (after.code, after.headers["Location"]) == (303, "/class")

    served(room, play)


def test_learners_are_led_to_a_question_only_while_it_can_be_answered(room: Classroom, teacher: AskingState) -> None:
    pages.question_routes(room)
    assert room.question() == 1
    teacher.close()
    assert (room.question(), room.leads()) == (0, "/ask")  # it is still on the projector
    teacher.again()
    assert room.question() == 1
    teacher.close()
    teacher.tell(QUESTION)
    assert room.question() == 0


def test_a_question_of_another_lesson_does_not_wait_for_the_class(room: Classroom, teacher: AskingState) -> None:
    path = teacher.journal.path
    os.utime(path, (time.time() - 86_400,) * 2)
    served(room, lambda phones: phones.ask("/join"))
    teacher.refresh()
    assert teacher.now is None


def test_the_page_is_for_members_and_is_reached(room: Classroom) -> None:
    [heron] = members(room, 1)

    async def play(phones: Phones) -> None:
        away = await phones.ask(f"/ask?code={room.code}")
        assert (away.code, away.headers["Location"]) == (302, f"/join?code={room.code}")
        page = await phones.ask("/ask", heron)
        assert page.code == 200
        assert room.members[heron].name in page.body.decode()
        assert page.headers["Cache-Control"] == "no-store"
        assert "<script>" not in page.body.decode()  # scripts come from files only
        assert "Raise" not in page.body.decode()
        styles = await phones.ask("/ask/cards.css", heron)
        assert ".tb-card" in styles.body.decode()
        japanese = await phones.ask("/ask?lang=ja", heron)
        assert 'lang="ja"' in japanese.body.decode()
        assert "/ask" in (await phones.ask("/class", heron)).body.decode()
        desk = await phones.ask("/class/teacher", Cookie=phones.cookie(TEACHER_ID, TEACHER_ID))
        assert f'{pages.ASK_PAGE}">Ask the class</a>' in desk.body.decode()

    served(room, play)
    assert json.loads(json.dumps(room.environment(TEACHER_ID)))["TEBIKI_CLASS_ADDRESS"] == room.addresses[0]
