"""A running class, tested by programs that can send anything."""

import asyncio
import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import uuid
from pathlib import Path
from urllib.parse import unquote, urlencode

import psutil
import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

from tests.ports import own_port, wait_for
from tests.tutor.finishing import finished
from tests.tutor.telling_pages import told, write_pages
from tutor.app.server import LOCAL_HOST
from tutor.class_server.classroom import list_pseudonyms
from tutor.class_server.kernels import EACH, OPENINGS
from tutor.text import format_message

ROOT = Path(__file__).resolve().parents[2]


class Running:
    """A class served by a separate process."""

    def __init__(self, folder):
        self.folder, self.port, self.names = folder, own_port(), iter(list_pseudonyms("en"))
        write_pages(folder)
        self.start()

    def start(self):
        words = [
            "class",
            "7b",
            "--no-browser",
            "--address",
            LOCAL_HOST,
            "--port",
            str(self.port),
            "--folder",
            str(self.folder),
        ]
        environment = os.environ | {"TEBIKI_HOME": str(self.folder / "home")}
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tutor.commands.cli", *words], env=environment, stdout=log, stderr=log
            )
        wait_for(self.process, self.port)
        self.code = re.findall(r"code (\w+-\w+)", self.log())[-1]
        self.token = re.findall(r"token=(\S+)", self.log())[-1]

    def log(self):
        return (self.folder / "log").read_text(encoding="utf-8")

    def ask(self, path, method="GET", cookie="", body=None, **headers):
        """Return (status, headers, body as text)."""
        line = http.client.HTTPConnection(LOCAL_HOST, self.port, timeout=30)
        headers = {"Cookie": cookie, **headers}
        if isinstance(body, dict):
            headers |= {
                "Origin": f"http://{LOCAL_HOST}:{self.port}",
                "Content-Type": "application/x-www-form-urlencoded",
            }
            method, body = "POST", urlencode(body)
        line.request(method, path, body, headers)
        answer = line.getresponse()
        text = answer.read().decode("utf-8", "replace")
        line.close()
        return answer.status, answer.headers, text

    def join(self, language="en"):
        name = next(self.names) if language == "en" else next(iter(list_pseudonyms(language)))
        status, headers, _ = self.ask(f"/join?lang={language}", body={"code": self.code, "name": name})
        assert status == 303
        return headers["Set-Cookie"].partition(";")[0]

    def teacher(self):
        return self.ask(f"/class/teacher?token={self.token}")[1]["Set-Cookie"].partition(";")[0]

    def open(self, cookie, page="index"):
        """Open a page and return its kernel and what its cell printed: learner, id of the log, folder."""
        status, _, text = self.ask(f"/voila/render/notebooks/{page}.ipynb", cookie=cookie)
        assert status == 200, text
        return told(text)

    def state(self, kernel, cookie):
        return self.ask(f"/api/kernels/{kernel}", cookie=cookie)[0]


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    running = Running(tmp_path_factory.mktemp("class"))
    yield running
    running.process.terminate()
    running.process.wait(20)
    assert "Traceback" not in running.log()


def talk(room, kernel, cookie, *frames, until="comm_info_reply"):
    """Send a kernel some frames, followed by a harmless request, and return the types of the replies."""

    async def talking():
        address = f"ws://{LOCAL_HOST}:{room.port}/api/kernels/{kernel}/channels?session_id={uuid.uuid4().hex}"
        line = await websocket_connect(HTTPRequest(address, headers={"Cookie": cookie}))
        for frame in frames:
            await line.write_message(frame, binary=isinstance(frame, bytes))
        await line.write_message(message("comm_info_request"))
        heard = []
        while until not in heard:
            got = await asyncio.wait_for(line.read_message(), 60)
            if got is None:
                break
            heard.append(json.loads(got)["header"]["msg_type"])
        line.close()
        return heard

    return finished(talking())


def message(kind, **content):
    header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "username": "", "session": "x", "version": "5.3"}
    rest = {"parent_header": {}, "metadata": {}, "content": content, "channel": "shell", "buffers": []}
    return json.dumps({"header": header, **rest})


@pytest.mark.slow
def test_each_browser_has_its_own_log_and_kernel(room):
    mine, other = room.join(), room.join()
    kernel, (learner, log, folder) = room.open(mine)
    _, (neighbour, another, _) = room.open(other, "altaria/course")
    assert len({learner, neighbour, log, another}) == 4
    assert folder == str(room.folder / "home" / "classes" / "7b")
    kept = [json.loads(line) for line in (Path(folder) / "members.jsonl").read_text().split("\n") if line]
    assert {row["id"]: row["log"] for row in kept}[learner] == log
    assert room.state(kernel, mine) == 200
    for stranger in (other, "", f"{mine}0"):
        assert room.state(kernel, stranger) in (403, 404)
        for path, method in ((f"/voila/api/shutdown/{kernel}", "POST"), (f"/api/kernels/{kernel}", "DELETE")):
            assert room.ask(path, method, stranger)[0] in (403, 404)
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
                   "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}  # fmt: skip
        assert room.ask(f"/api/kernels/{kernel}/channels", cookie=stranger, **upgrade)[0] in (403, 404)
    assert room.state(kernel, mine) == 200


@pytest.mark.slow
def test_learners_have_the_pages_for_learners(room):
    mine, teacher = room.join(), room.teacher()
    room.open(mine, "classroom/plans/tempo_student")
    for page in ("classroom/report", "classroom/ask", "classroom/plans/tempo_teacher"):
        assert room.ask(f"/voila/render/notebooks/{page}.ipynb", cookie=mine)[0] == 404
        assert room.open(teacher, page)[1][0] == "nobody"


@pytest.mark.slow
def test_the_teachers_page_opens_and_so_does_each_page_it_leads_to(room):
    teacher = room.teacher()
    for language in ("en", "ja"):
        status, _, text = room.ask(f"/class/teacher?lang={language}", cookie=teacher)
        assert status == 200
        ways = re.findall(r'<a href="(/voila/render/notebooks/[^"]+)">([^<]+)</a>', text)
        assert format_message("ask.title", language) in dict(ways).values()
        for path, words in ways:
            assert words.strip()
            status, _, page = room.ask(path, cookie=teacher)
            assert status == 200 or not (room.folder / unquote(path.removeprefix("/voila/render/"))).exists(), page


@pytest.mark.parametrize(
    "path",
    [
        "/voila/render/notebooks/../home/classes/7b/class.json",
        "/voila/render/notebooks/..%2f..%2fetc%2fpasswd",
        "/voila/render/notebooks/%2e%2e/home/classes/7b/members.jsonl",
        "/voila/render/notebooks/classroom/./report.ipynb",
        "/voila/render/notebooks//classroom/report.ipynb",
        "/voila/render/notebooks/altaria/../classroom/report.ipynb",
        "/voila/render/notebooks/altaria/%2e%2e/classroom/report.ipynb",
        "/voila/render/notebooks/CLASSROOM/report.ipynb",
        "/voila/render/notebooks/classroom/report.ipynb%00.ipynb",
        "/voila/render/notebooks/index.ipynb%0a",
        "/voila/files/home/classes/7b/class.json",
        "/class/static/../teacher.html",
        "/class/static/..%2fteacher.html",
        "/class/static/%2e%2e%2fteacher.html",
        "/voila/templates/tebiki/static/../../../../class.json",
        "/voila/static/..%2f..%2f..%2fetc/passwd",
        "/api/kernels",
        "/api/contents",
        "/api/sessions",
        "/api/kernelspecs",
        "/api/terminals",
        "/lab",
        "/tree",
        "/files/home",
        "/metrics",
        "/login",
        "/logout",
        "/class/teacher",
        "/class/teacher/",
        "/class/%74eacher",
        "//class/teacher",
        "/class/teacher?token=",
        "/class/teacher?token=x&token=y",
    ],
)
def test_no_address_leads_a_learner_further(room, path):
    room.walker = getattr(room, "walker", None) or room.join()
    status, _, text = room.ask(path, cookie=room.walker)
    assert status in (400, 403, 404), path
    assert "secret" not in text
    assert "joined" not in text
    assert "root:" not in text


def test_a_page_opened_for_everybody_is_announced_to_learners_alone(room):
    learner, teacher = room.join(), room.teacher()

    def followed(cookie, at=""):
        return json.loads(room.ask(f"/class/led?at={at}", cookie=cookie)[2])

    assert followed(learner)["led"] is None
    assert room.ask("/class/led")[0] == 403
    assert set(followed(teacher)) == {"class", "over", "words"}
    assert followed(teacher)["over"] is False
    wanted = {"page": "classroom/own_game.ipynb"}
    assert room.ask("/class/teacher/lead", cookie=learner, body=wanted)[0] == 404
    assert room.ask("/class/teacher/lead", cookie=teacher, body={"page": "classroom/report.ipynb"})[0] == 400
    assert room.ask("/class/teacher/lead", cookie=teacher)[0] == 405
    assert room.ask("/class/teacher/lead", cookie=teacher, body=wanted)[0] == 200
    led = followed(learner)["led"]
    assert (led["kind"], led["href"]) == ("page", "/voila/render/notebooks/classroom/own_game.ipynb")
    assert re.fullmatch(r"7b .+ 1", led["number"])
    other = followed(room.join())["led"]
    assert other["number"] != led["number"]  # two learners who use one browser in turn are both led
    assert "Design your own game" in led["text"]
    assert followed(learner)["words"]["stay"] == format_message("class.led_stay", "en")
    assert followed(room.join("ja"))["words"]["stay"] == format_message("class.led_stay", "ja")
    assert "Design your own game" in room.ask("/class", cookie=learner)[2]  # the way there of a learner who stayed
    assert 'src="/class/static/follow.js"' in room.ask("/class", cookie=learner)[2]
    assert 'src="/class/static/follow.js"' in room.ask("/voila/render/notebooks/index.ipynb", cookie=learner)[2]


def test_the_teacher_sees_what_is_open_and_who_is_elsewhere(room):
    first, second, teacher = room.join(), room.join(), room.teacher()
    page = "altaria/00_decks.ipynb"
    room.ask("/class/teacher/lead", cookie=teacher, body={"page": page})
    room.ask(f"/class/led?at=/voila/render/notebooks/{page}", cookie=first)
    room.ask("/class/led?at=/class", cookie=second)
    room.ask("/class/led?at=/voila/render/notebooks/classroom/report.ipynb", cookie=second)  # no page for learners
    state = json.loads(room.ask("/class/teacher/state", cookie=teacher)[2])
    assert state["opened"] == "Decks and the deal · Core of Altaria"
    *_, one, other = state["members"]
    assert (one["page"], one["there"]) == ("Decks and the deal · Core of Altaria", True)
    assert (other["page"], other["there"]) == (format_message("class.at_overview", "en"), False)
    link = json.loads(room.ask("/class/led", cookie=teacher)[2])["class"]
    assert re.fullmatch(r"7b · \d+ here", link["text"])
    assert link["href"] == "/class/teacher"


def test_no_code_comes_in_through_a_page(room):
    mine = room.join()
    kernel, _ = room.open(mine)
    trap = room.folder / "trap"
    code = f"open({str(trap)!r}, 'w').close()"
    heard = talk(
        room, kernel, mine, message("execute_request", code=code, silent=False, store_history=False),
        message("EXECUTE_REQUEST", code=code), message("debug_request", command="evaluate", expression=code),
        message("comm_open", comm_id="a", target_name="jupyter.widget", data={"state": {"_model_name": code}}),
        message("comm_open", comm_id="b", target_name=code, target_module=f"os;{code}", data={}),
        message("complete_request", code=code, cursor_pos=3), message("inspect_request", code=code),
        message("is_complete_request", code=code), message("history_request", hist_access_type="tail"),
    )  # fmt: skip
    assert "comm_info_reply" in heard
    assert not {"execute_reply", "complete_reply", "inspect_reply", "history_reply", "debug_reply"} & set(heard)
    assert not trap.exists()


def test_messages_that_are_none_cost_nobody_else_anything(room):
    mine, other = room.join(), room.join()
    kernel, _ = room.open(mine)
    nonsense = [b"\xff" * 8, b"", "{", "[]", "null", "[" * 100_000, "x" * 10**6, message("comm_msg", comm_id="none"),
                message("comm_msg", comm_id="a", data={"method": "update", "state": [1]}), message("\0")]  # fmt: skip
    assert "comm_info_reply" in talk(room, kernel, mine, *nonsense)
    room.open(other)


def test_what_was_said_to_one_kernel_says_nothing_to_another(room):
    """Recorded frames are sent again: to the sender's own page, to one that is gone, and by another person."""
    mine, other = room.join(), room.join()
    first, _ = room.open(mine)
    frames = [message("comm_info_request"), message("comm_msg", comm_id="a", data={"method": "custom", "content": {}})]
    assert "comm_info_reply" in talk(room, first, mine, *frames)
    assert talk(room, first, mine, *frames, *frames).count("error") == 0
    second, _ = room.open(mine)
    assert "comm_info_reply" in talk(room, second, mine, *frames)
    assert room.ask(f"/voila/api/shutdown/{first}", "POST", mine, Origin=f"http://{LOCAL_HOST}:{room.port}")[0] in (
        200,
        204,
    )
    for kernel, cookie in ((first, mine), (second, other)):
        with pytest.raises(HTTPClientError) as refused:
            talk(room, kernel, cookie, *frames)
        assert refused.value.code in (403, 404)


def test_who_sends_without_end_is_cut_off_and_goes_on_afterwards(room):
    mine = room.join()
    kernel, _ = room.open(mine)
    frames = [message("comm_info_request") for _ in range(700)]
    talk(room, kernel, mine, *frames, until="never")
    assert room.state(kernel, mine) == 200
    assert "comm_info_reply" in talk(room, kernel, mine)


@pytest.mark.slow
def test_kernels_of_a_browser_are_bounded_and_the_oldest_is_closed(room):
    mine, other = room.join(), room.join()
    theirs, _ = room.open(other)
    kernels = [room.open(mine)[0] for _ in range(EACH + 1)]
    assert [room.state(kernel, mine) for kernel in kernels] == [404, *[200] * EACH]
    assert room.state(theirs, other) == 200


def test_a_request_that_is_too_large_is_refused(room):
    mine = room.join()
    for path, cookie, body in (
        ("/class/leave", mine, {"x": "y" * 70_000}),
        ("/class", f"{mine}; x={'y' * 20_000}", None),
    ):
        status = "closed"
        with contextlib.suppress(http.client.HTTPException, OSError):
            status = room.ask(path, cookie=cookie, body=body)[0]
        assert status in ("closed", 400, 413, 431)
    with socket.create_connection((LOCAL_HOST, room.port)) as line:
        line.sendall(b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\nx")
        assert b"200 OK" not in line.recv(1000)
    room.open(mine)


def test_a_learner_who_opens_pages_without_end_has_to_wait(room):
    mine = room.join()
    for _ in range(OPENINGS):
        assert room.ask("/voila/render/notebooks/altaria/none.ipynb", cookie=mine)[0] == 404
    status, _, text = room.ask("/voila/render/notebooks/index.ipynb", cookie=mine)
    assert status == 429
    assert "Load this one again in a minute" in text
    room.open(room.join())


def test_who_is_sent_out_loses_the_pages(room):
    mine, teacher = room.join(), room.teacher()
    kernel, (learner, _, _) = room.open(mine)
    rows = json.loads(room.ask("/class/teacher/state", cookie=teacher)[2])["members"]
    assert next(row["kernels"] for row in rows if row["id"] == learner) == 1
    room.ask("/class/teacher/do", cookie=teacher, body={"what": "out", "id": learner})
    assert room.state(kernel, mine) == 403
    found = json.loads(room.ask("/class/teacher/state", cookie=teacher)[2])
    assert all(row["id"] != learner for row in found["members"])
    for _ in range(100):
        left = json.loads(room.ask("/class/teacher/state", cookie=teacher)[2])["kernels"]
        if left < found["kernels"] or found["kernels"] < sum(row["kernels"] for row in rows):
            return
        time.sleep(0.05)
    raise AssertionError("the kernel still runs")


@pytest.mark.slow
def test_a_class_whose_server_is_killed_goes_on(room):
    mine = room.join()
    kernel, known = room.open(mine)
    children = psutil.Process(room.process.pid).children(recursive=True)
    code = room.code
    room.process.send_signal(signal.SIGKILL)
    room.process.wait()
    assert not psutil.wait_procs(children, timeout=10)[1]
    room.start()
    assert room.code == code
    assert room.state(kernel, mine) == 404
    assert room.open(mine)[1] == known


@pytest.mark.slow
def test_the_teacher_closes_the_class(room):
    mine, teacher = room.join(), room.teacher()
    room.open(mine)
    children = psutil.Process(room.process.pid).children(recursive=True)
    assert room.ask("/class/teacher/do", cookie=teacher, body={"what": "close"})[0] == 200
    assert room.process.wait(20) == 0
    assert not psutil.wait_procs(children, timeout=10)[1]
    assert f"Its logs are in {room.folder / 'home' / 'classes' / '7b'}" in room.log()
