"""The static pages: the contents of the packs, and the Python side of a page; the browser side is in tests/browser."""

import base64
import hashlib
import importlib.metadata
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
import tarfile
from functools import partial
from pathlib import Path

import pytest

from tutor.navigation import links
from tutor.site import builder, packs, pyodide_files
from tutor.site.browser import page_runner
from tutor.site.pyodide_files import SiteError

RUN_A_PAGE = """
import json, sys
sys.path.insert(0, sys.argv[1] + "/libraries")
import page_runner
sent = []
page_runner.Outlet.post = lambda text: sent.append(json.loads(text))
page_runner.start_session("/")
went = page_runner.open_page(sys.argv[2], "lang=en", "/x/pages")
shown = sent[-1]
sent_before = len(sent)
page_runner.receive_message(json.dumps(
    {"id": shown["models"][0], "data": {"method": "custom", "content": {"type": "command", "name": "nonsense"}}}
))
page_runner.receive_message(json.dumps({"id": "closed", "data": {}}))
print(json.dumps([went, shown, [one["type"] for one in sent[:sent_before]], sent[sent_before:], sent[:sent_before]]))
"""


def run_page(path, tmp_path):
    """Return the messages of a page when it is opened, and when it receives an unknown command."""
    words = [sys.executable, "-c", RUN_A_PAGE, str(tmp_path), str(path)]
    packs.copy_libraries(tmp_path)
    environment = {**os.environ, "TEBIKI_HOME": str(tmp_path / "home"), "JUPYTER_WIDGETS_ECHO": "0"}
    made = subprocess.run(words, capture_output=True, text=True, env=environment, cwd=links.TUTOR_FOLDER.parent)
    assert made.stdout, made.stderr
    return json.loads(made.stdout.splitlines()[-1])


def test_a_page_opens_and_answers_without_a_kernel(tmp_path):
    went, shown, kinds, answer, sent = run_page(packs.notebooks_folder() / links.HOME_PAGE, tmp_path)
    assert went
    assert shown["title"] == "Home"
    assert set(kinds) == {"comm_open", "comm_msg", "shown"}
    home = next(one for one in sent if one.get("id") in shown["models"] and one["type"] == "comm_open")
    assert home["data"]["state"]["_esm"]
    assert '"/x/pages/altaria/course.ipynb?lang=en"' in json.dumps(sent)
    assert "nonsense" in answer[-1]["data"]["state"]["data"]["notice"]


def test_work_goes_to_the_second_worker_and_its_value_comes_back(monkeypatch):
    begun, stopped, told = {}, [], []
    monkeypatch.setattr(page_runner.Outlet, "begin", begun.__setitem__, raising=False)
    monkeypatch.setattr(page_runner.Outlet, "stop", stopped.append, raising=False)
    monkeypatch.setenv("QUERY_STRING", "lang=ja")
    monkeypatch.setenv("TEBIKI_PAGES_AT", "/x/pages")
    second = page_runner.SecondWorker()
    second.begin_work(pickle.dumps(partial(os.getenv, "QUERY_STRING")), told.append)
    stop = second.begin_work(pickle.dumps(partial(int, "7")), told.append)
    second.begin_work(pickle.dumps(partial(int, "seven")), told.append)
    monkeypatch.setenv("QUERY_STRING", "")
    second.receive_value(1, page_runner.do_work(begun[1]))
    assert pickle.loads(told.pop()) == "lang=ja", "what the page is asked for counts there too"
    stop()
    second.receive_value(2, page_runner.do_work(begun[2]))
    assert told == []
    second.receive_value(3, page_runner.do_work(begun[3]))
    assert told == [None]
    second.begin_work(pickle.dumps(partial(int, "8")), told.append)
    second.stop_everything()
    assert stopped == [2, 4]


def test_a_cell_returns_what_its_last_line_is_worth():
    names = {}
    assert page_runner.run_cell("a = 2\na * 3", names) == 6
    assert page_runner.run_cell("b = a", names) is None
    assert page_runner.run_cell("", names) is None
    assert names["b"] == 2


def test_a_pack_comes_out_as_it_went_in(tmp_path):
    for name, data in {
        "one/a.txt": b"first",
        "one/deep/b.bin": bytes(range(256)),
        "two/c": b"",
        "three/d": b"no",
    }.items():
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_bytes(data)
    packs.write_pack(tmp_path / "in", ("one", "two"), tmp_path / "pack")
    page_runner.unpack_files((tmp_path / "pack").read_bytes(), tmp_path / "out")
    found = {
        path.relative_to(tmp_path / "out").as_posix(): path.read_bytes() for path in (tmp_path / "out").rglob("*.*")
    }
    assert found == {"one/a.txt": b"first", "one/deep/b.bin": bytes(range(256))}
    assert (tmp_path / "out" / "two" / "c").read_bytes() == b""
    assert not (tmp_path / "out" / "three").exists()


def test_a_late_library_comes_when_it_is_imported(tmp_path, monkeypatch):
    (tmp_path / "in" / "lateone").mkdir(parents=True)
    (tmp_path / "in" / "lateone" / "lateone.py").write_text("word = 'here'\n")
    packs.write_pack(tmp_path / "in", ("lateone",), tmp_path / "pack")
    asked = []

    class Buffer:
        """An array of the browser, as seen from Python."""

        def to_bytes(self):
            return (tmp_path / "pack").read_bytes()

    monkeypatch.setattr(page_runner.Outlet, "load", lambda name: asked.append(name) or Buffer(), raising=False)
    monkeypatch.setattr(sys, "meta_path", [page_runner.LateLibraries(["lateone"], tmp_path / "out"), *sys.meta_path])
    monkeypatch.setattr(sys, "path", list(sys.path))
    import lateone

    monkeypatch.delitem(sys.modules, "lateone")
    assert lateone.word == "here"
    assert asked == ["lateone.pack"]


def test_the_pages_are_those_of_learners_that_need_no_server():
    pages = packs.list_pages()
    assert {links.HOME_PAGE, links.CLASSROOM_PAGE, "altaria/play.ipynb", "chaos/rulebook.ipynb"} <= set(pages)
    assert [page for page in pages if not links.is_for_learners(page)] == [links.MY_CARDS_PAGE]
    assert not {"classroom/ask.ipynb", "classroom/report.ipynb", "compare/metrics.ipynb"} & set(pages)
    assert not any("_teacher" in page for page in pages)


def test_what_is_packed_can_be_imported_and_no_more(tmp_path):
    packs.copy_project(tmp_path)
    found = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert {"engines/altaria/rulebook.toml", "tutor/__init__.pyi", "tutor/widgets/built/stage.js"} <= found
    assert {name for name in found if name.startswith("notebooks/")} == {
        f"notebooks/{one}" for one in packs.list_pages()
    }
    assert not [name for name in found if re.match(r"tutor/(app|site|notebooks)/|tutor/class_server/server", name)]
    for name in (name for name in found if name.endswith(".py")):
        for module in re.findall(r"^(?:from|import) (tutor[\w.]*)", (tmp_path / name).read_text("utf-8"), re.M):
            base = tmp_path / module.replace(".", "/")
            assert base.is_dir() or base.with_suffix(".py").exists(), f"{name} imports {module}"


def test_libraries_bring_their_python_and_their_version(tmp_path):
    packs.copy_libraries(tmp_path)
    assert (tmp_path / "libraries" / "ipywidgets" / "widgets" / "widget.py").exists()
    assert (tmp_path / "libraries" / "IPython" / "__init__.py").read_bytes() == (
        packs.BROWSER / "IPython" / "__init__.py"
    ).read_bytes()
    version = {}
    exec((tmp_path / "libraries" / "anywidget" / "_version.py").read_text(encoding="utf-8"), version)
    assert version["__version__"] == importlib.metadata.version("anywidget")
    assert (tmp_path / "networkx" / "networkx" / "__init__.py").exists()
    assert not [*tmp_path.rglob("*.so"), *tmp_path.rglob("tests")]


def test_every_page_finds_what_it_loads(tmp_path, monkeypatch):
    monkeypatch.setattr(
        builder, "gather_sources", lambda pyodide, source: (source / "stdlib").mkdir(parents=True) or True
    )
    pyodide = tmp_path / "pyodide"
    pyodide.mkdir()
    for name in (*pyodide_files.RUN_FILES, pyodide_files.STANDARD_LIBRARY):
        (pyodide / name).write_bytes(b"x")
    (pyodide / "pyodide-lock.json").write_text('{"info": {"arch": "wasm32"}, "packages": {"numpy": {}}}')
    folder = tmp_path / "site"
    made = builder.build_site(folder, pyodide)
    files = sorted(folder.rglob("index.html"))
    assert len(files) == len(made.pages) + 1
    for file in files:
        text = file.read_text(encoding="utf-8")
        for way in re.findall(r'(?:src|href)="([^"]+)"', text):
            assert (file.parent / way).resolve().is_file(), f"{file}: {way}"
        assert "{{" not in text
        assert not re.search(r"https?:", text)
    (folder / "CNAME").write_text("kept")
    builder.build_site(folder, pyodide)  # a user's file beside it stays
    assert (folder / "CNAME").exists()
    assert sum(1 for _ in (folder / "site").iterdir()) == 2
    with pytest.raises(SiteError, match="other files"):
        builder.build_site(pyodide, pyodide)
    assert (pyodide / "pyodide.mjs").exists()


def test_the_build_before_stays_for_pages_that_are_open(tmp_path):
    folder, made = tmp_path / "site", tmp_path / "made"
    made.mkdir()
    versions = []
    for text in ("one", "two", "three"):
        (made / "front.js").write_text(text)
        versions.append(builder.publish_build(made, folder, [links.HOME_PAGE, "altaria/play.ipynb"]))
    assert {path.name for path in (folder / "site").iterdir() if path.is_dir()} == set(versions[1:])
    builder.publish_build(made, folder, [links.HOME_PAGE])
    assert [path.parent.name for path in (folder / builder.PLACE).rglob("index.html")] == [links.HOME_PAGE]
    facts = json.loads((folder / "service.js").read_text().partition("\n")[0].partition(" = ")[2].rstrip(";"))
    assert facts["version"] == versions[-1]
    assert facts["files"] == ["front.js"]
    assert set(facts["pages"]) == {"", f"{builder.PLACE}/{links.HOME_PAGE}"}


def test_pyodide_that_is_not_whole_is_named(tmp_path, monkeypatch):
    with pytest.raises(SiteError, match=r"there is no pyodide\.mjs"):
        pyodide_files.find_pyodide(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    with pytest.raises(SiteError, match="is not in"):
        pyodide_files.find_pyodide(fetch=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SiteError, match="npm"):
        pyodide_files.find_pyodide()


def test_what_npm_gets_is_checked_before_it_is_kept(tmp_path, monkeypatch):
    (tmp_path / "pyodide.mjs").write_text("script")
    with tarfile.open(tmp_path / "pyodide.tgz", "w:gz") as packed:
        packed.add(tmp_path / "pyodide.mjs", "package/pyodide.mjs")

    def pack(words, cwd, **options):
        shutil.copy(tmp_path / "pyodide.tgz", cwd)
        return subprocess.CompletedProcess(words, 0, "", "")

    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "run", pack)
    folder = tmp_path / "cache" / "kept"
    with pytest.raises(SiteError, match="is not this release"):
        pyodide_files.fetch_pyodide(folder)
    assert list(folder.parent.iterdir()) == []
    digest = hashlib.sha512((tmp_path / "pyodide.tgz").read_bytes()).digest()
    monkeypatch.setattr(pyodide_files, "INTEGRITY", base64.b64encode(digest).decode())
    pyodide_files.fetch_pyodide(folder)
    assert (folder / "pyodide.mjs").read_text() == "script"
