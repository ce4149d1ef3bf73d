"""Files of measured data are written completely or not at all."""

import os
import re

import pytest

from tutor import files
from tutor.compare import results
from tutor.navigation.links import TUTOR_FOLDER

MEASURING = ("compare", "classroom", "experiments", "coverage", "practice", "puzzles")
"""The parts of `tutor` whose scripts write figures stored with the project."""
PAGES = {"compare/__main__.py", "compare/report.py", "coverage/__main__.py", "classroom/plan_notebooks.py"}
"""Files that they write for people to read, and that can be made from the figures at any time."""


def test_a_file_is_there_whole_and_nothing_else(tmp_path):
    path = tmp_path / "new" / "figures.json"
    files.write_whole(path, "one\n")
    files.write_whole(path, "two é\n")
    assert path.read_bytes() == "two é\n".encode()
    assert os.listdir(path.parent) == ["figures.json"]


@pytest.mark.parametrize("where", ["fsync", "replace"])
def test_what_is_broken_off_leaves_what_was_there(tmp_path, monkeypatch, where):
    path = tmp_path / "figures.json"
    files.write_whole(path, "before")

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, where, stop)
    with pytest.raises(KeyboardInterrupt):
        files.write_whole(path, "after" * 1000)
    assert path.read_text(encoding="utf-8") == "before"
    assert os.listdir(tmp_path) == ["figures.json"]


def test_two_who_write_the_same_file_do_not_disturb_each_other(tmp_path, monkeypatch):
    """One writes everything while the other, in the same process, is halfway through."""
    path, sync = tmp_path / "figures.json", os.fsync

    def meanwhile(number):
        monkeypatch.setattr(files.os, "fsync", sync)
        files.write_whole(path, "one")
        sync(number)

    monkeypatch.setattr(files.os, "fsync", meanwhile)
    files.write_whole(path, "two")
    assert path.read_text(encoding="utf-8") == "two"
    assert os.listdir(tmp_path) == ["figures.json"]


def test_the_results_of_the_comparison_survive_a_full_disk(tmp_path, monkeypatch):
    path, shipped = tmp_path / "results.json", results.read_results()
    results.write_results(shipped, path)
    before = path.read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        results.write_results(shipped, path)
    assert path.read_bytes() == before


def test_no_script_writes_figures_in_another_way():
    found = [
        path.relative_to(TUTOR_FOLDER).as_posix()
        for part in MEASURING
        for path in sorted((TUTOR_FOLDER / part).rglob("*.py"))
        if re.search(r"\.write_text\(|\.open\(\"w", path.read_text(encoding="utf-8"))
    ]
    assert set(found) - PAGES == set()
