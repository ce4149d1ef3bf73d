"""The examples in the reference run: those on its pages, and those in the docstrings from which it is made."""

import doctest
import re
from pathlib import Path

import pytest

import engines
import tutor
from tests.tiers import ROOT
from tests.tutor.test_own_sets import reef_document, written

PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))
LESSON = ROOT / "tutor" / "lessons" / "altaria" / "04_attacking.toml"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_of_a_page_print_what_stands_under_them(page):
    fences = re.findall(r"```pycon\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    examples = doctest.DocTestParser().get_doctest("\n".join(fences), {}, page.name, str(page), 0)
    failures = []
    doctest.DocTestRunner().run(examples, out=failures.append)
    assert "".join(failures) == ""


@pytest.fixture
def names(tmp_path, monkeypatch):
    """The names that examples in docstrings assume: a game, a state, and the files that they mention."""
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    state = engines.load("altaria").new(seed=1)
    Path("my_position.toml").write_text(state.position(), encoding="utf-8")
    Path("my_step.toml").write_text(LESSON.read_text(encoding="utf-8"), encoding="utf-8")
    written(tmp_path / "reef.toml", reef_document())
    return {"tutor": tutor, "engines": engines, "state": state}


def examples_of(documented):
    return doctest.DocTestParser().get_examples(documented.__doc__ or "")


@pytest.mark.parametrize("name", [name for name in tutor.__all__ if examples_of(getattr(tutor, name))])
def test_examples_of_a_function_run(name, names):
    for example in examples_of(getattr(tutor, name)):
        exec(compile(example.source, name, "single"), names)
        assert not example.want


def test_the_overview_names_everything(names):
    run = "".join(example.source for example in examples_of(tutor))
    assert {name for name in tutor.__all__ if f"tutor.{name}(" not in run} == set()
