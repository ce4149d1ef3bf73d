"""Without the optional libraries, learners' pages open, and features that need them say how to install them."""

import json
import subprocess
import sys

import pytest

from engines.errors import TebikiError
from tutor import extras
from tutor.classroom.card_page import card
from tutor.classroom.take_one_out_page import take_one_out
from tutor.commands import cli
from tutor.compare.measured_page import measured
from tutor.compare.resampling import GameCase, mean_of
from tutor.experiments.prepared import ASKED_MEASURES, list_experiments
from tutor.navigation.links import ADDRESS_VARIABLE, is_for_learners
from tutor.site.packs import notebooks_folder

SERVERS = ("jinja2", "joblib", "jupyter_server", "jupyterlab", "nbformat", "tqdm", "voila")
"""Libraries that are always installed, but that learners' pages do not import."""
BLOCKED = {*SERVERS, *(module for modules in extras.EXTRAS.values() for module in modules)}
OPEN_PAGES = """
import contextlib, io, json, os, sys
sys.modules |= dict.fromkeys(json.loads(sys.argv[1]))
for page in sys.argv[2:]:
    os.chdir(os.path.dirname(page))
    names = {}
    for cell in json.load(open(page, encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code" and "lab-only" not in cell["metadata"].get("tags", []):
            with contextlib.redirect_stdout(io.StringIO()):
                exec("".join(cell["source"]), names)
"""


@pytest.mark.slow
@pytest.mark.sample("classroom", "compare")
@pytest.mark.parametrize("folder", sorted(path.name for path in notebooks_folder().iterdir() if path.is_dir()))
def test_pages_for_learners_open_without(folder, tmp_path, monkeypatch):
    pages = [path for path in sorted(notebooks_folder().rglob("*.ipynb")) if folder in path.parts]
    pages = [path for path in pages if is_for_learners(path.relative_to(notebooks_folder()).as_posix())]
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.setenv("VOILA_BASE_URL", "/")
    words = [sys.executable, "-c", OPEN_PAGES, json.dumps(sorted(BLOCKED)), *map(str, pages)]
    answer = subprocess.run(words, capture_output=True, text=True)
    assert pages
    assert answer.returncode == 0, answer.stderr


@pytest.fixture
def bare(monkeypatch):
    """Simulate that no optional library is installed."""
    for module in BLOCKED - {*SERVERS}:
        monkeypatch.setitem(sys.modules, module, None)
    extras.require_extra.cache_clear()
    yield
    extras.require_extra.cache_clear()


def test_what_measures_names_the_extra(bare):
    with pytest.raises(TebikiError, match=r'pip install "tebiki\[measure\]"'):
        mean_of([GameCase(("a", "b"), n, n % 2) for n in range(9)])
    assert "tebiki[measure]" in measured().data["text"]
    shown = card("altaria").page.data["measure"]
    assert (shown["sizes"], "tebiki[measure]" in shown["elsewhere"]) == ([], True)
    page = take_one_out()
    for name, facts in (
        ("open", {"id": next(one.id for one in list_experiments())}),
        *(("predict", {"row": row, "said": 0}) for row in range(len(ASKED_MEASURES))),
        ("show", {}),
    ):
        page.receive({"type": "command", "name": name, **facts})
    assert "tebiki[measure]" in page.data["open"]["again"]["elsewhere"]


def test_where_nothing_can_be_installed_the_message_leads_to_the_app(bare, monkeypatch):
    monkeypatch.setenv(ADDRESS_VARIABLE, "/x/pages")
    message = extras.missing_message("measure", "en")
    assert "open this page in the app" in message
    assert "pip" not in message


def test_a_class_names_the_extra(bare, capsys):
    assert cli.main(["class"]) == 2
    assert 'pip install "tebiki[class]"' in capsys.readouterr().err


def test_nothing_is_missing_here():
    assert {extras.missing_message(extra, "ja") for extra in extras.EXTRAS} == {""}
