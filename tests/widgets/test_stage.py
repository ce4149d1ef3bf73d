"""The stage without a browser and without a kernel: messages, callbacks, its one-line description, its bundle."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tutor.boards.stage import SCRIPTS, STYLES, Stage, english_words, fault
from tutor.widgets import FOLDER, bundle, styles

GOOD = [
    {"type": "move", "stamp": 17, "id": 3},
    {"type": "try", "stamp": 17, "kind": "attack", "from": "0.field.1", "to": None},
    {"type": "try", "stamp": 0, "kind": None, "from": None, "to": "1.cores.0"},
    {"type": "answer", "stamp": 17, "picks": ["a", "b"]},
    {"type": "answer", "stamp": 17, "picks": {"a": "2"}},
    {"type": "command", "stamp": 17, "name": "hint"},
    {"type": "command", "stamp": 17, "name": "seek", "to": 3},
]
BAD: list[Any] = [
    None,
    "move",
    [],
    {},
    {"type": "move", "id": 3},
    {"type": "move", "stamp": "17", "id": 3},
    {"type": "move", "stamp": True, "id": 3},
    {"type": "move", "stamp": 17},
    {"type": "move", "stamp": 17, "id": "3"},
    {"type": "move", "stamp": 17, "id": False},
    {"type": "try", "stamp": 17, "kind": 4, "from": None, "to": None},
    {"type": "try", "stamp": 17, "kind": None, "from": {"ref": 1}, "to": None},
    {"type": "answer", "stamp": 17},
    {"type": "answer", "stamp": 17, "picks": "a"},
    {"type": "answer", "stamp": 17, "picks": [["a"]]},
    {"type": "command", "stamp": 17, "name": ""},
    {"type": "command", "stamp": 17},
    {"type": "jump", "stamp": 17},
]


@pytest.mark.parametrize("message", GOOD)
def test_well_formed_messages_reach_every_handler(message: dict[str, Any]) -> None:
    stage, first, second = Stage(), [], []
    stage.on_message(first.append)
    stage.on_message(second.append)
    assert fault(message) == ""
    assert stage.receive(message)
    assert first == second == [message]


@pytest.mark.parametrize("message", BAD)
def test_malformed_messages_are_ignored_with_a_friendly_notice(message: Any) -> None:
    stage, seen = Stage(coach={"title": "Break a core"}), []
    stage.on_message(seen.append)
    assert fault(message)
    assert not stage.receive(message)
    assert seen == []
    assert stage.coach["title"] == "Break a core"
    assert stage.coach["feedback"]["tone"] == "info"
    assert "Nothing changed" in stage.coach["feedback"]["title"]


def test_an_exception_in_a_handler_is_logged_and_shown(caplog: pytest.LogCaptureFixture) -> None:
    stage, seen = Stage(), []

    @stage.on_message
    def broken(message: dict[str, Any]) -> None:
        raise ZeroDivisionError(message["id"])

    stage.on_message(seen.append)
    assert not stage.receive(GOOD[0])
    assert "ZeroDivisionError" in caplog.text
    assert seen == [GOOD[0]], "one broken handler must not silence the others"
    assert stage.coach["feedback"]["title"] == english_words()["unhandled"]


def test_messages_come_in_through_the_widget_channel() -> None:
    stage, seen = Stage(), []
    stage.on_message(seen.append)
    stage._handle_msg({"content": {"data": {"method": "custom", "content": GOOD[0]}}, "buffers": []})
    assert seen == [GOOD[0]]


def test_a_handler_cannot_change_what_the_next_one_gets() -> None:
    stage, seen = Stage(), []
    stage.on_message(lambda message: message.clear())
    stage.on_message(seen.append)
    stage.receive(GOOD[0])
    assert seen == [GOOD[0]]


def test_repr_says_where_the_scene_stands(samples: dict[str, Any]) -> None:
    assert repr(Stage()) == "Stage(lesson, empty)"
    assert repr(Stage(**samples["attack"])) == "Stage(step=ATTACK, you decide, 13 moves)"
    assert repr(Stage(**samples["block"])) == "Stage(step=BLOCK, you decide, 2 moves)"
    assert repr(Stage(**samples["watch"])) == "Stage(step=ATTACK, nothing to decide)"
    assert repr(Stage(scene={"moves": [{"id": 0}]}, mode="play")) == "Stage(play, you decide, 1 move)"


def test_words_may_come_from_another_catalogue() -> None:
    stage = Stage(words={"malformed": "何も変わっていません。"})
    stage.receive({})
    assert stage.coach["feedback"]["title"] == "何も変わっていません。"


def test_bundle_is_one_module_with_one_export() -> None:
    module = bundle(*SCRIPTS)
    assert module.count("export ") == 1
    assert module.rstrip().endswith("export default { render };")
    assert not re.search(r"^import\b|\bimport\(", module, re.M)
    assert "http://" not in module.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in module + styles(*STYLES)
    assert len(module.encode()) < 75_000, "it travels with every instance"


def test_every_file_is_in_the_bundle_once_and_names_are_unique() -> None:
    assert len(set(SCRIPTS)) == len(SCRIPTS)
    source = "\n".join((FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)
    names = re.findall(r"^(?:async )?(?:function|const|let) (\w+)", source, re.M)
    assert len(names) == len(set(names))


def test_a_missing_file_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere\.js"):
        bundle("nowhere")


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_bundle_is_valid_javascript(tmp_path: Path) -> None:
    (tmp_path / "stage.mjs").write_text(bundle(*SCRIPTS), encoding="utf-8")
    done = subprocess.run(["node", "--check", tmp_path / "stage.mjs"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_styles_are_balanced_and_stay_inside_the_root() -> None:
    sheet = re.sub(r"/\*.*?\*/", "", styles(*STYLES), flags=re.S)
    assert sheet.count("{") == sheet.count("}")
    depth, outer = 0, []
    for line in sheet.splitlines():
        if depth == 0 and "{" in line:
            outer.append(line.split("{")[0].strip())
        depth += line.count("{") - line.count("}")
    allowed = re.compile(r"\.tb-root|.* \.tb-root$|@keyframes tb-|@media")
    assert [one for one in outer if not allowed.match(one)] == []


def test_every_word_is_used_and_every_used_word_exists() -> None:
    source = "\n".join((FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)
    words = english_words()
    assert set(re.findall(r'say\(S, "(\w+)"[,)]', source)) <= set(words)
    silent = {word for word in words if f'"{word}"' not in source}
    python_side = {"unhandled", "malformed"}
    states = {"right", "wrong", "picked"}
    assert {word for word in silent if not word.startswith(("mark_", "state_"))} <= python_side | states


def test_no_game_is_named_in_code() -> None:
    games = [tomllib.loads(path.read_text(encoding="utf-8")) for path in (FOLDER.parent / "games").glob("*.toml")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.iterdir() if path.suffix in (".js", ".css"))
    for game in games:
        assert game["title"].lower() not in code.lower()


def test_samples_are_consistent(samples: dict[str, Any]) -> None:
    for name, sample in samples.items():
        json.dumps(sample)
        scene = sample["scene"]
        refs: list[str] = []
        zones = [zone["id"] for player in scene["players"] for zone in player["zones"]]
        cards = [card for player in scene["players"] for zone in player["zones"] for card in zone["cards"]]
        lying_on = [other for card in cards for other in [*card["on"], *card.get("under", [])]]
        for card in [*cards, *lying_on]:
            refs.append(card["ref"])
            assert card["face"] is None or card["face"] in scene["faces"], name
            assert card["label"], name
        assert len(refs) == len(set(refs)), name
        for move in scene["moves"]:
            assert {move["from"], move["to"]} - {None} <= {*refs, *zones}, name
        assert set(scene["marks"]) <= set(refs), name
