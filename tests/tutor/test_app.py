import gzip
import http.client
import inspect
import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from voila.handler import VoilaHandler
from voila.tornado.handler import TornadoVoilaHandler

from tutor.app import server as app
from tutor.app.guard import HEARTBEAT, PageOfBrowser, is_ours
from tutor.commands import cli

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "tests" / "browser" / "pages"


def test_the_next_free_port_is_taken():
    with socket.socket() as busy:
        busy.bind((app.LOCAL_HOST, 0))
        busy.listen()
        port = busy.getsockname()[1]
        assert app.free_port(port) > port


def test_all_ports_busy_is_said():
    with socket.socket() as busy:
        busy.bind((app.LOCAL_HOST, 0))
        busy.listen()
        port = busy.getsockname()[1]
        with pytest.raises(app.AppError, match=f"{port} to {port} are all busy"):
            app.free_port(port, tries=1)


@pytest.mark.parametrize("port", [-1, 0, 65536, 70000])
def test_a_port_that_cannot_be_is_said(port):
    with pytest.raises(app.AppError, match="1 to 65535"):
        app.free_port(port)


def test_a_folder_without_notebooks_is_said(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(app, "bundled_project", lambda: None)
    assert cli.main(["app", "--no-browser"]) == 1
    assert "There is no notebooks/index.ipynb" in capsys.readouterr().err
    assert cli.main(["app", "--no-browser", "--folder", str(tmp_path)]) == 1


def test_the_notebooks_of_the_current_folder_come_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert app.project_folder() == ROOT
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "index.ipynb").touch()
    assert app.project_folder() == tmp_path


def test_our_template_is_found_beside_other_folders():
    environment = {"JUPYTER_PATH": "/other"}
    app.use_our_template(environment)
    first, second = environment["JUPYTER_PATH"].split(":")
    assert second == "/other"
    assert (app.Path(first) / "voila" / "templates" / "tebiki" / "index.html.j2").exists()
    assert (app.Path(environment["JUPYTER_CONFIG_PATH"]) / "voila.json").exists()


# Tests of a running app, by a program that can send anything.


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    """The port of an app with a few small pages, which also answers to the name tebiki.school."""
    home, port = tmp_path_factory.mktemp("home"), app.free_port(9400)
    words = ["-m", "tutor.app", "--no-browser", "--port", str(port), "--folder", str(PAGES), "--name", "tebiki.school"]
    with (home / "log").open("wb") as log:
        environment = os.environ | {"TEBIKI_HOME": str(home)}
        server = subprocess.Popen([sys.executable, *words], env=environment, stdout=log, stderr=log)
    for _ in range(300):
        with socket.socket() as probe:
            if probe.connect_ex((app.LOCAL_HOST, port)) == 0:
                break
        time.sleep(0.1)
    yield port
    server.terminate()
    server.wait(20)
    assert "Traceback" not in (home / "log").read_text(encoding="utf-8")


@pytest.fixture
def ask(port):
    """Ask the app for a path and return (status, headers, body)."""

    def ask(path, method="GET", **headers):
        line = http.client.HTTPConnection(app.LOCAL_HOST, port, timeout=30)
        line.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = line.getresponse()
        body = answer.read()
        line.close()
        return answer.status, answer.headers, body

    return ask


@pytest.mark.slow
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]", "127.1.2.3", "tebiki.school"])
def test_our_own_names_are_answered(ask, port, host):
    assert ask("/none", Host=f"{host}:{port}")[0] == 404


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "192.168.1.7", "0.0.0.0", "127.0.0.1.nip.io"]
)
@pytest.mark.parametrize("path", ["/", "/voila/static/voila.js", "/none"])
def test_a_foreign_name_is_refused(ask, port, host, path):
    status, _, body = ask(path, Host=f"{host}:{port}")
    assert status == 403
    assert b"does not answer under this name" in body


@pytest.mark.parametrize("host", ["localhost", "[::1]", "tebiki.school"])
def test_behind_a_proxy_there_may_be_no_port(ask, host):
    status, headers, _ = ask("/", Host=host)
    assert status == 200
    assert any("tebiki-browser-" in one for one in headers.get_all("Set-Cookie"))


def test_a_name_is_ours_only_if_the_app_was_opened_for_it():
    assert is_ours("tebiki.school", ["Tebiki.School"])
    assert not is_ours("tebiki.school")
    assert not is_ours("")


def cookie_and_kernel(ask):
    status, headers, body = ask("/")
    assert status == 200
    [cookie] = [one for one in headers.get_all("Set-Cookie") if one.startswith("tebiki-browser")]
    return cookie, json.loads(re.search(rb"application/json\">(.*?)</script>", body)[1])["kernelId"]


def test_a_kernel_belongs_to_one_browser(ask):
    cookie, kernel = cookie_and_kernel(ask)
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    mine, other = cookie.partition(";")[0], cookie_and_kernel(ask)[0].partition(";")[0]
    for stranger in ({}, {"Cookie": other}, {"Cookie": f"{mine}x"}):
        assert ask(f"/api/kernels/{kernel}", **stranger)[0] == 404
        assert ask(f"/voila/api/shutdown/{kernel}", "POST", **stranger)[0] == 404
        assert ask(f"/api/kernels/{kernel}/channels", **upgrade(stranger))[0] == 404
    assert ask(f"/api/kernels/{kernel}", Cookie=mine)[0] == 200
    assert ask(f"/voila/api/shutdown/{kernel}", "POST", Cookie=mine)[0] == 204
    assert ask(f"/api/kernels/{kernel}", Cookie=mine)[0] == 404


def upgrade(headers):
    return {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec_WebSocket_Version": "13",
        "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        **headers,
    }


def test_a_connection_is_for_pages_of_our_own(ask, port):
    cookie, kernel = cookie_and_kernel(ask)
    headers = upgrade({"Cookie": cookie.partition(";")[0]})
    path = f"/api/kernels/{kernel}/channels?session_id=1"
    assert ask(path, **headers, Origin="http://evil.example")[0] == 403
    assert ask(path, **headers, Origin=f"http://127.0.0.1:{port + 1}")[0] == 403
    assert ask(path, **headers, Origin="http://evil.example", Host="evil.example")[0] == 403


def test_a_page_has_no_script_inside_it_and_says_that_none_may_run(ask):
    _, headers, body = ask("/?theme=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["script-src"] == "'self' blob:"
    assert policy["default-src"] == "'self'"
    for attributes, text in re.findall(rb"<script\b([^>]*)>(.*?)</script>", body, re.DOTALL):
        assert not text or b"json" in attributes, text


def test_a_page_that_takes_long_shows_signs_of_life_without_a_script(monkeypatch):
    source = inspect.getsource(VoilaHandler.get_generator)
    assert HEARTBEAT.strip() in source
    written = []
    monkeypatch.setattr(TornadoVoilaHandler, "write", lambda self, chunk: written.append(chunk))
    page = PageOfBrowser.__new__(PageOfBrowser)
    for chunk in (HEARTBEAT, "<p>text</p>"):
        page.write(chunk)
    assert written == ["<!-- still at work -->\n", "<p>text</p>"]


@pytest.mark.parametrize("path", ["/logout", "/login", "/voila/templates/x", "/voila/static/", "/voila/static/../x",
                                  "/voila/static/%2e%2e/conf.json", "/voila/static/%00", "/voila/files/x.png",
                                  "/voila/labextensions/anywidget", "/voila/templates/tebiki/static/"])  # fmt: skip
def test_a_wrong_address_gets_the_page_for_wrong_addresses(ask, path):
    status, _, body = ask(path)
    assert status == 404
    assert b"There is no such page" in body


def test_scripts_and_styles_are_kept_by_the_browser_and_sent_packed(ask):
    _, _, page = ask("/")
    addresses = re.findall(r'(?:src|href)="(/voila/[^"]+\.(?:js|css|svg)[^"]*)"', page.decode())
    assert len(addresses) >= 7
    for address in addresses:
        status, headers, plain = ask(address)
        assert status == 200
        assert "immutable" in headers["Cache-Control"], address
        _, headers, packed = ask(address, Accept_Encoding="gzip")
        if headers["Content-Encoding"] == "gzip":
            packed = gzip.decompress(packed)
        assert packed == plain
        assert ask(address, If_None_Match=headers["Etag"])[0] == 304
    assert ask("/voila/static/voila.js")[1]["Cache-Control"] == "no-cache"  # another version has the same address


def test_the_app_runs_no_cell_that_shows_nothing():
    for path in (ROOT / "notebooks").rglob("*.ipynb"):
        cells = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
        run = [cell for cell in cells if "lab-only" not in cell["metadata"].get("tags", [])]
        steps = [cell for cell in run if "".join(cell["source"]).startswith("lesson.step(")]
        assert len(steps) <= 1, path  # a lesson's page goes from step to step by its own script
