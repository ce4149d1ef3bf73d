"""The app in unusual places: with a home folder that is not writable, and under a path of a larger site."""

import http.client
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ports import own_port, wait_for
from tutor.app import folders, server

ROOT = Path(__file__).resolve().parents[2]
NOWHERE = "/dev/null/home"
"""A folder that not even root can create."""
posix = pytest.mark.skipif(os.name == "nt", reason="Folders are found another way.")


@pytest.fixture
def ask_app(tmp_path):
    """A function that starts the app and requests paths; returns their (status, headers, text) and the app's output."""

    def ask(paths, *words, **environment):
        port = own_port()
        known = {name: value for name, value in os.environ.items() if name not in {"TEBIKI_HOME", *folders.FOLDERS}}
        with (tmp_path / "log").open("wb") as log:
            running = subprocess.Popen(
                [sys.executable, "-m", "tutor.app", "--no-browser", "--port", str(port), *words],
                cwd=ROOT,
                env={**known, **environment},
                stdout=log,
                stderr=log,
            )
        answers = []
        try:
            wait_for(running, port)
            for path in paths:
                line = http.client.HTTPConnection(server.LOCAL_HOST, port, timeout=60)
                line.request("GET", path)
                answer = line.getresponse()
                answers.append((answer.status, answer.headers, answer.read().decode()))
                line.close()
        finally:
            running.terminate()
            running.wait(60)
        return answers, (tmp_path / "log").read_text(encoding="utf-8")

    return ask


@posix
@pytest.mark.slow
def test_without_a_home_pages_open_and_it_says_that_progress_is_not_kept(ask_app):
    paths = ("/", "/voila/render/notebooks/altaria/04_attacking.ipynb")
    answers, log = ask_app(paths, HOME=NOWHERE)
    assert [status for status, _, _ in answers] == [200, 200]
    assert log.count("Progress is not kept.") == 1
    assert "TEBIKI_HOME" in log
    assert "Traceback" not in log


@posix
@pytest.mark.slow
def test_without_a_home_progress_is_kept_where_tebiki_home_says(ask_app, tmp_path):
    answers, log = ask_app(("/",), HOME=NOWHERE, TEBIKI_HOME=str(tmp_path / "kept"))
    assert [status for status, _, _ in answers] == [200]
    assert "not kept" not in log
    assert (tmp_path / "kept" / "key").exists()


@posix
def test_only_folders_that_cannot_be_written_are_lent(monkeypatch, tmp_path):
    for name in folders.FOLDERS:
        monkeypatch.setenv(name, str(tmp_path / name))
    assert folders.lend_folders({}) is None
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", NOWHERE)
    environment: dict[str, str] = {}
    lent = folders.lend_folders(environment)
    assert lent
    assert list(environment) == ["JUPYTER_RUNTIME_DIR"]
    assert Path(environment["JUPYTER_RUNTIME_DIR"]).parent == lent
    assert folders.is_writable(Path(environment["JUPYTER_RUNTIME_DIR"]))


@pytest.mark.slow
def test_under_a_path_every_address_begins_with_it(ask_app, tmp_path):
    paths = (
        "/",
        "/tools/tebiki/",
        "/tools/tebiki/voila/render/notebooks/index.ipynb",
        "/voila/render/notebooks/index.ipynb",
    )
    (root, *pages, outside), log = ask_app(paths, "--base-url", "tools/tebiki", TEBIKI_HOME=str(tmp_path))
    assert (root[0], root[1]["Location"]) == (302, "/tools/tebiki/")
    assert "/tools/tebiki/  (stop it" in log
    assert outside[0] == 404
    for status, headers, text in pages:
        assert status == 200
        assert "Path=/tools/tebiki/" in headers.get("Set-Cookie", "")
        for mark in ('src="/', 'href="/', '"baseUrl": "/'):
            assert all(rest.startswith("tools/tebiki/") for rest in text.split(mark)[1:]), mark


@pytest.mark.parametrize(
    ("written", "path"), [("/", "/"), ("", "/"), ("a/b", "/a/b/"), ("/tools/tebiki/", "/tools/tebiki/")]
)
def test_a_base_has_a_slash_at_both_ends(written, path):
    assert server.base_address(written) == path


@pytest.mark.parametrize("written", ["a b", "/x/../y", "..", "/x?y=1", "https://tools.school.example/x"])
def test_a_base_that_is_no_path_is_refused(written):
    with pytest.raises(server.AppError, match="cannot be the path"):
        server.base_address(written)
