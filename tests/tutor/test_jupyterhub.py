"""The JupyterHub of `deploy/jupyterhub`: two learners and the teacher log in, and each finds their own data."""

import asyncio
import contextlib
import http.cookiejar
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from tests.tutor.finishing import finished
from tests.tutor.telling_pages import told, write_pages
from tutor.app.server import LOCAL_HOST, free_port

pytest.importorskip("jupyterhub")
pytest.importorskip("configurable_http_proxy")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="a hub runs on Linux"),
]

ROOT = Path(__file__).resolve().parents[2]
CONFIG = ROOT / "deploy" / "jupyterhub" / "jupyterhub_config.py"


class Hub:
    """A running hub."""

    def __init__(self, folder):
        self.folder = folder
        write_pages(folder)
        self.port = free_port(9700)
        places = {
            "TEBIKI_HUB_URL": f"http://{LOCAL_HOST}:{self.port}",
            "TEBIKI_HUB_PORT": str(free_port(self.port + 1)),
        }
        places["TEBIKI_HUB_PROXY"] = f"http://{LOCAL_HOST}:{free_port(int(places['TEBIKI_HUB_PORT']) + 1)}"
        environment = os.environ | places | {"TEBIKI_HUB": str(folder / "hub"), "PYTHONPATH": str(ROOT)}
        words = [sys.executable, "-m", "jupyterhub", "-f", str(CONFIG)]
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(words, cwd=folder, env=environment, stdout=log, stderr=log)
        for _ in range(1800):  # it usually ends long before, except on a busy machine
            if "JupyterHub is now running" in (folder / "log").read_text(errors="replace"):
                break
            assert self.process.poll() is None, (folder / "log").read_text(errors="replace")[-3000:]
            time.sleep(0.1)
        rows = (line.split() for line in (folder / "hub" / "learners.txt").read_text().splitlines())
        self.passwords = dict(rows)


class Browser:
    """The browser of a person who logs in."""

    def __init__(self, hub, name, password=""):
        self.hub, self.name, self.address = hub, name, f"http://{LOCAL_HOST}:{hub.port}"
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.ask("/hub/login")
        [token] = [cookie.value for cookie in self.jar if cookie.name == "_xsrf"]
        said = {"username": name, "password": password or hub.passwords[name], "_xsrf": token}
        self.status, self.where, _ = self.ask("/hub/login?next=%2Fhub%2Fhome", data=urlencode(said).encode())

    def ask(self, path, method=None, data=None, **headers):
        """Return (status, final address, text)."""
        asked = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with self.opener.open(asked, timeout=60) as answer:
                return answer.status, answer.url, answer.read().decode("utf-8", "replace")
        except urllib.error.HTTPError as error:
            return error.code, error.url, error.read().decode("utf-8", "replace")

    def server(self):
        """Start this person's server and return (address, text) of its first page."""
        self.ask("/hub/spawn")
        for _ in range(240):
            _, where, text = self.ask(f"/user/{self.name}/")
            if f"/user/{self.name}/" in where and "/hub/" not in where:
                return where, text
            time.sleep(0.25)
        raise AssertionError((self.hub.folder / "log").read_text(errors="replace")[-3000:])

    def cookies(self):
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)

    def token(self):
        return next(cookie.value for cookie in self.jar if cookie.name == "_xsrf" and self.name in cookie.path)


@pytest.fixture(scope="module")
def hub(tmp_path_factory):
    running = Hub(tmp_path_factory.mktemp("hub"))
    yield running
    running.process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        running.process.wait(30)
    running.process.kill()


@pytest.fixture(scope="module")
def everybody(hub):
    """The teacher and two learners log in at the same time: each one's browser, and the first page with its address."""
    browsers = [Browser(hub, name) for name in [*hub.passwords][:3]]
    with ThreadPoolExecutor(3) as threads:
        return list(zip(browsers, threads.map(Browser.server, browsers), strict=True))


@pytest.fixture(scope="module")
def two(everybody):
    """The two learners."""
    return everybody[1:]


def path_of(address):
    """Return the path of an address; in the query, the hub counts its redirects to a server that is starting."""
    return urlsplit(address).path


def test_who_is_not_on_the_list_stays_outside(hub):
    [name, *_] = hub.passwords
    for who, password in (("nobody", "x"), (name, "wrong"), (name, ""), ("../x", "x")):
        stranger = Browser(hub, who, password or "-")
        assert stranger.status == 403
        assert "/hub/login" in stranger.where
    assert (hub.folder / "hub" / "learners.txt").stat().st_mode & 0o077 == 0
    assert len(hub.passwords) == 41
    assert next(iter(hub.passwords)) == "teacher"


def test_two_learners_get_the_app_with_progress_of_their_own(hub, two):
    seen = []
    for browser, (where, text) in two:
        assert path_of(where) == f"/user/{browser.name}/voila/render/notebooks/index.ipynb"
        _, (_, log, folder) = told(text)
        assert folder == str(hub.folder / "hub" / "people" / browser.name / "tebiki")
        seen.append(log)
    assert seen[0] != seen[1]


def test_a_learner_reaches_nothing_of_another_and_nothing_of_the_teachers(two):
    (first, _), (second, (_, text)) = two
    kernel, _ = told(text)
    for path in ("voila/render/notebooks/index.ipynb", f"api/kernels/{kernel}", "api/contents"):
        status, where, _ = first.ask(f"/user/{second.name}/{path}")
        assert status in (403, 404) or "/hub/" in where, path
    mine = f"/user/{first.name}"
    for path in ("voila/render/notebooks/classroom/report.ipynb", "voila/render/notebooks/../log.ipynb",
                 "voila/render/hub/x.ipynb", "api/contents", "api/contents/hub/learners.txt", "api/terminals", "lab",
                 "files/hub/learners.txt", "api/sessions", "tree", "nbconvert/html/notebooks/index.ipynb"):  # fmt: skip
        status, _, said = first.ask(f"{mine}/{path}")
        assert status in (403, 404), path
        assert "teacher " not in said
    own = {"X-XSRFToken": first.token(), "Content-Type": "application/json"}
    for method, path in (("PUT", "api/contents/notebooks/x.ipynb"), ("POST", "api/kernels"), ("POST", "api/terminals"),
                         ("POST", "api/sessions"), ("POST", "api/shutdown")):  # fmt: skip
        assert first.ask(f"{mine}/{path}", method, b"{}", **own)[0] in (403, 404), path


def test_no_code_comes_in_over_a_learners_server(hub, two):
    (browser, (_, text)), _ = two
    kernel, _ = told(text)
    trap = hub.folder / "trap"

    async def talking():
        address = f"ws://{LOCAL_HOST}:{hub.port}/user/{browser.name}/api/kernels/{kernel}/channels?session_id=x"
        line = await websocket_connect(HTTPRequest(address, headers={"Cookie": browser.cookies()}))
        for kind in ("execute_request", "comm_info_request"):
            header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "username": "", "session": "x", "version": "5.3"}
            content = {"code": f"open({str(trap)!r}, 'w')", "silent": False} if kind == "execute_request" else {}
            rest = {"parent_header": {}, "metadata": {}, "content": content, "channel": "shell"}
            await line.write_message(json.dumps({"header": header, **rest}))
        heard = []
        while "comm_info_reply" not in heard:
            got = await asyncio.wait_for(line.read_message(), 20)
            assert got is not None
            heard.append(json.loads(got)["header"]["msg_type"])
        line.close()
        return heard

    assert "execute_reply" not in finished(talking())
    assert not trap.exists()


def test_the_teacher_has_lab(everybody):
    teacher, (where, text) = everybody[0]
    assert teacher.name == "teacher"
    assert path_of(where) == "/user/teacher/lab/tree/notebooks/index.ipynb"
    assert "JupyterLab" in text
    assert teacher.ask("/hub/admin")[0] == 200
