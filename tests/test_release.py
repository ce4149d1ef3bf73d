"""What the release check detects; `python3 run.py release` runs the check itself."""

import os
import re
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from releasing import trial
from releasing.__main__ import show_table
from releasing.archives import ROOT, ReleaseError, differing_files, stated_versions
from releasing.pythons import MINOR_VERSIONS, find_pythons
from releasing.trial import TrialResult


def test_the_version_is_the_same_everywhere():
    assert len({*stated_versions().values()}) == 1


def test_the_tried_pythons_are_those_of_the_metadata():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {found[1] for row in project["classifiers"] if (found := re.search(r":: (3\.\d+)$", row))}
    assert named <= {*MINOR_VERSIONS}
    assert project["requires-python"] == f">={MINOR_VERSIONS[0]}"


def test_wheels_that_differ_are_noticed(tmp_path):
    for name, files in {"one": {"a": "1", "b": "2"}, "other": {"a": "1", "b": "3", "c": ""}}.items():
        with zipfile.ZipFile(tmp_path / name, "w") as packed:
            for file, text in files.items():
                packed.writestr(file, text)
    assert differing_files(tmp_path / "one", tmp_path / "other") == ["b", "c"]


def test_a_given_python_is_tried():
    assert find_pythons([sys.executable, "/no/such/python"]) == {
        "{}.{}".format(*sys.version_info): Path(sys.executable)
    }


@pytest.mark.skipif(os.name != "posix", reason="the stub is a shell script")
@pytest.mark.parametrize(
    ("attempt", "stub"),
    [
        (trial.play_some_moves, "echo 'Your move: '"),
        (trial.play_some_moves, "exit 1"),
        (trial.ask_for_an_extra, "echo Traceback >&2; exit 1"),
        (trial.open_a_page, "exit 0"),
    ],
)
def test_a_command_that_does_not_work_is_noticed(attempt, stub, tmp_path):
    command = tmp_path / "bin" / "tebiki"
    command.parent.mkdir()
    command.write_text(f"#!/bin/sh\n{stub}\n", encoding="ascii")
    command.chmod(0o755)
    with pytest.raises(ReleaseError, match="tebiki"):
        attempt(tmp_path, tmp_path)


def test_the_table_says_what_failed_and_what_was_not_tried(capsys):
    rows = [("build", TrialResult("archives", True, "")), ("3.12", TrialResult("tebiki app", False, "It\nended."))]
    assert show_table(rows, ["3.14"]) == 1
    printed = capsys.readouterr().out
    assert "| 3.12 | tebiki app | FAILED | It |" in printed
    assert "| 3.14 | | not tried |" in printed
    assert show_table([rows[0], ("3.12", rows[1][1]._replace(good=True))], []) == 0
