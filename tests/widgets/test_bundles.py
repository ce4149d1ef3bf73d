"""The built scripts and styles: up to date, complete, small, and consistent with the words and the scope of styles."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

import bundling
from tutor.boards.stage import english_words
from tutor.widgets import BUILT, FOLDER, read_script, read_style

NAMES = sorted(path.stem for path in (FOLDER / "scripts").glob("*.js") if path.stem != "still")  # has styles alone
MODULES = sorted(path for path in (FOLDER / "scripts").rglob("*.js"))
SHEETS = sorted((FOLDER / "styles").glob("*.css"))
PARTS = ("board", "drawing", "stage", "task")
OF_STAGE = [path for path in MODULES if path.parent.name in PARTS or path.stem == "stage"]
installed = pytest.mark.skipif(not bundling.MODULES.exists(), reason="The tools for scripts are not installed.")
with_node = pytest.mark.skipif(not shutil.which("node"), reason="There is no Node on this machine.")


def test_the_build_fits_its_sources() -> None:
    assert bundling.describe_stale_build() == ""


def test_a_forgotten_build_and_a_changed_file_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("scripts", "styles", "built"):
        shutil.copytree(FOLDER / name, tmp_path / name)
    shutil.copy(bundling.ROOT / "package-lock.json", tmp_path)
    for name in ("SCRIPTS", "STYLES", "BUILT"):
        monkeypatch.setattr(bundling, name, tmp_path / name.lower())
    monkeypatch.setattr(bundling, "BUILD_RECORD", tmp_path / "built" / "build.json")
    monkeypatch.setattr(bundling, "ROOT", tmp_path)
    (tmp_path / "built" / "build.json").write_text(json.dumps(bundling.fingerprint_build()))
    assert bundling.describe_stale_build() == ""
    with (tmp_path / "built" / "stage.js").open("a") as file:
        file.write("//")
    assert "by hand" in bundling.describe_stale_build()
    with (tmp_path / "styles" / "stage.css").open("a") as file:
        file.write("/* */")
    assert "changed since the last build" in bundling.describe_stale_build()


@installed
@with_node
def test_building_again_gives_the_same_bytes(tmp_path: Path) -> None:
    bundling.bundle_scripts(tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == sorted(path.name for path in BUILT.iterdir() if path.name != "build.json")
    assert [name for name in names if (tmp_path / name).read_bytes() != (BUILT / name).read_bytes()] == []


def test_a_sheet_is_built_once_however_many_widgets_have_it() -> None:
    sheets = json.loads((BUILT / "sheets.json").read_text(encoding="utf-8"))
    assert sorted(sheets) == sorted([*NAMES, "still"])
    assert {sheet for names in sheets.values() for sheet in names} == {path.stem for path in SHEETS}
    assert sorted(path.stem for path in BUILT.glob("*.css")) == [path.stem for path in SHEETS]


def test_a_widget_has_its_sheets_in_the_order_of_its_imports() -> None:
    imported = re.findall(r'^import "../styles/(\w+).css";$', (FOLDER / "scripts" / "home.js").read_text(), re.M)
    assert read_style("home") == "".join((BUILT / f"{name}.css").read_text(encoding="utf-8") for name in imported)


def test_a_module_below_a_widget_may_not_import_a_sheet() -> None:
    modules = {
        "scripts/one.js": {"imports": [{"path": "styles/one.css"}, {"path": "scripts/below/two.js"}]},
        "scripts/below/two.js": {"imports": [{"path": "styles/two.css"}]},
    }
    with pytest.raises(bundling.BuildError, match=r"scripts/below/two\.js"):
        bundling.sheets_of("scripts/one.js", modules)


@pytest.mark.parametrize("name", NAMES)
def test_a_bundle_is_one_small_module_of_its_own(name: str) -> None:
    module = read_script(name)
    assert module.count("export{") == 1
    assert " as default}" in module
    assert not re.search(r"\bimport[ ({*]", module)
    assert "http://" not in module.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in module + read_style(name)
    assert "url(" not in read_style(name)
    assert len(module.encode()) < 106_500, (
        "it travels with every instance; with cards, a third of it are their pictures"
    )


def test_a_missing_file_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere\.js"):
        read_script("nowhere")


@with_node
@pytest.mark.parametrize("name", NAMES)
def test_a_bundle_is_valid_javascript(name: str, tmp_path: Path) -> None:
    (tmp_path / "one.mjs").write_text(read_script(name), encoding="utf-8")
    done = subprocess.run(["node", "--check", tmp_path / "one.mjs"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@with_node
def test_the_scripts_alone() -> None:
    tests = [str(path) for path in sorted((bundling.ROOT / "tests" / "scripts").glob("*.test.js"))]
    done = subprocess.run(["node", "--test", *tests], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_lock_file_names_no_registry() -> None:
    lock = (bundling.ROOT / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    assert lock.count('"integrity": "sha512-') > 50


def test_every_module_is_checked_for_types() -> None:
    assert [path for path in MODULES if not path.read_text(encoding="utf-8").startswith("// @ts-check\n")] == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_styles_are_balanced_and_stay_inside_the_root(path: Path) -> None:
    sheet = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
    assert sheet.count("{") == sheet.count("}")
    depth, outer = 0, []
    for line in sheet.splitlines():
        if depth == 0 and "{" in line:
            outer.append(line.split("{")[0].strip())
        depth += line.count("{") - line.count("}")
    allowed = re.compile(r"\.tb-root|.* \.tb-root$|@keyframes tb-|@media|@page tb-")
    assert [one for one in outer if not allowed.match(one)] == []


def test_every_word_is_used_and_every_used_word_exists() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in OF_STAGE)
    words = english_words()
    assert set(re.findall(r'say\(S, "(\w+)"[,)]', source)) <= set(words)
    silent = {word for word in words if f'"{word}"' not in source and f"{word}:" not in source}
    python_side = {"unhandled", "malformed"}
    states = {"picked"}
    made_up = ("mark_", "state_", "key_", "does_")
    assert {word for word in silent if not word.startswith(made_up)} <= python_side | states
    rows = re.search(r"const ROWS = \[(.*?)\]", source, re.S)
    assert rows
    shown = set(re.findall(r'"(\w+)"', rows[1]))  # a key without its words, or words without a key
    for kind in ("key_", "does_"):
        assert {word.removeprefix(kind) for word in words if word.startswith(kind)} == shown


def test_no_game_is_named_in_code() -> None:
    games = [tomllib.loads(path.read_text(encoding="utf-8")) for path in (FOLDER.parent / "games").glob("*.toml")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in [*MODULES, *SHEETS])
    for game in games:
        assert game["title"].lower() not in code.lower()


def test_the_exam_leaves_the_answers_of_a_question_their_padding() -> None:
    # A reset of lists in a page counts more than the rule of the stage's answers: `.tb-choices` must be left out of it.
    resets = re.findall(r"& :is\(ul[^{]*\{[^}]*padding: 0", (FOLDER / "styles" / "exam.css").read_text())
    assert resets
    assert all(":not(.tb-choices)" in reset for reset in resets)
