"""Differences of pictures: a patch turns the old one into the new one, in Python and in the browser's language."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

import engines
from tests.tutor.test_scenery import decisions
from tutor.boards.patch_sender import FULL_STATE_REQUEST
from tutor.boards.patches import apply_patch, make_patch
from tutor.boards.presentation import playable_games
from tutor.boards.stage import Stage
from tutor.controllers.board import Board
from tutor.matches.match import Match, Setup

NODE = shutil.which("node")
APPLY = Path(__file__).resolve().parents[2] / "tutor" / "widgets" / "scripts" / "drawing" / "patches.js"
CHECK = """
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
const { apply } = await import(process.argv[2]);
for (const [old, change, now] of JSON.parse(readFileSync(process.argv[3], "utf8"))) {
  const before = structuredClone(old);
  assert.deepEqual(change === null ? old : apply(change, old), now);
  assert.deepEqual(old, before, "what was there stays as it was");
}
"""


def value(source: random.Random, depth: int = 4) -> Any:
    """Return random JSON: objects, keyed and other lists, words, numbers."""
    kind = source.randrange(7 if depth else 4)
    if kind < 4:
        return source.choice([None, True, False, 0, 1, 1.5, "", "a", "b"])
    size = source.randrange(5)
    if kind == 4:
        return {source.choice("abcdef"): value(source, depth - 1) for _ in range(size)}
    if kind == 5:
        refs = source.sample(range(9), size)
        return [{source.choice(["ref", "ref", "id"]): ref, "x": value(source, depth - 1)} for ref in refs]
    return [value(source, depth - 1) for _ in range(size)]


def change_value(source: random.Random, one: Any) -> Any:
    """Return something similar to `one`: mostly unchanged, with parts moved, removed or added."""
    if source.random() < 0.1:
        return value(source, 2)
    if isinstance(one, dict):
        kept = {key: change_value(source, part) for key, part in one.items() if source.random() < 0.9}
        return kept | ({"new": value(source, 1)} if source.random() < 0.2 else {})
    if isinstance(one, list):
        parts = [change_value(source, part) for part in one if source.random() < 0.9]
        if source.random() < 0.3:
            source.shuffle(parts)
        return parts + ([value(source, 1)] if source.random() < 0.2 else [])
    return one


def strict(one: Any) -> str:
    """Return JSON as text that distinguishes 1 from true."""
    return json.dumps(one, sort_keys=True)


def of_random() -> list[tuple[Any, Any]]:
    source = random.Random(5)
    olds = [value(source) for _ in range(1500)]
    return [(old, change_value(source, old)) for old in olds]


def of_games() -> list[tuple[Any, Any]]:
    """Return consecutive and distant pairs of scenes, of every game."""
    found = []
    for name in playable_games():
        scenes = [table.scene(number) for number, table in enumerate(islice(decisions(name, 3), 30))]
        found += [*pairwise(scenes), (scenes[0], scenes[-1]), (scenes[-1], scenes[0])]
    return found


PAIRS = {"random": of_random, "games": of_games}


@pytest.mark.parametrize("which", PAIRS)
def test_a_patch_makes_the_new_one_of_the_old_one(which: str, tmp_path: Path) -> None:
    cases = []
    for old, new in PAIRS[which]():
        before, change = strict(old), make_patch(old, new)
        assert strict(apply_patch(change, old)) == strict(new)
        assert strict(old) == before, "what was there stays as it was"
        assert (change is None) == (before == strict(new))
        cases.append((old, change, new))
    if NODE:
        (tmp_path / "cases.json").write_text(json.dumps(cases), encoding="utf-8")
        (tmp_path / "check.mjs").write_text(CHECK, encoding="utf-8")
        words = [NODE, str(tmp_path / "check.mjs"), APPLY.as_uri(), str(tmp_path / "cases.json")]
        done = subprocess.run(words, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_a_patch_is_small() -> None:
    old = {"cards": [{"ref": f"0.hand.{n}", "text": "x" * 300} for n in range(8)]}
    new = {"cards": [old["cards"][0], *old["cards"][2:4], {**old["cards"][5], "dim": True}, *old["cards"][6:]]}
    assert make_patch(old, new) == {
        "in": {"cards": {"list": [[0, 1], [2, 2], {"at": 5, "to": {"in": {"dim": {"set": True}}}}, [6, 2]]}}
    }
    assert make_patch(old, json.loads(json.dumps(old))) is None


class FrontEnd:
    """The browser's side: it applies patches one after another, and asks if one does not fit."""

    comm_id, kernel = "here", "some"

    def __init__(self, stage: Stage) -> None:
        self.stage, self.sent = stage, []
        stage.comm = self
        self.take(stage.get_state())

    def close(self, *_: Any) -> None:
        pass

    def on_msg(self, _handler: Any) -> None:
        pass

    def send(self, data: dict[str, Any], buffers: Any = None) -> None:
        self.take(data["state"])

    def take(self, state: dict[str, Any]) -> None:
        text = json.dumps(state, default=str)
        state = json.loads(text)
        self.sent.append(len(text))
        if "version" in state:
            self.version, self.data = state["version"], {name: state[name] for name in Stage.patched}
        patch = state.get("patch")
        if patch and patch["base"] > self.version:
            self.stage._handle_msg(
                {"content": {"data": {"method": "custom", "content": FULL_STATE_REQUEST}}, "buffers": []}
            )
        elif patch and patch["base"] == self.version:
            self.version, self.data = self.version + 1, apply_patch(patch["change"], self.data)

    def fits(self) -> bool:
        return strict(self.data) == strict({name: getattr(self.stage, name) for name in Stage.patched})


@pytest.fixture
def board() -> Board:
    game = engines.load(playable_games()[0])
    return Board(Match(Setup.of(game, {"bot": "beginner", "seed": 3, "first": "you"}, 3)), "en", leave=None)


def click(board: Board) -> None:
    board.receive({"type": "move", "stamp": board.stamp, "id": 0})


def test_the_browser_has_what_python_has(board: Board) -> None:
    front = FrontEnd(board.stage)
    for _ in range(12):
        click(board)
        assert front.fits()
    whole, *patches = front.sent
    assert max(patches) < whole


def test_a_click_is_a_message_and_one_for_the_buttons(board: Board) -> None:
    front = FrontEnd(board.stage)
    click(board)
    assert len(front.sent) <= 3
    assert all(size < 200 for size in front.sent[2:])


def test_a_front_end_that_comes_back_is_sent_everything(board: Board) -> None:
    click(board)
    late = FrontEnd(board.stage)
    assert late.fits()
    click(board)
    assert late.fits()


def test_a_front_end_that_missed_something_asks_for_everything(board: Board) -> None:
    front = FrontEnd(board.stage)
    click(board)
    front.version -= 1
    click(board)
    assert front.fits()
    click(board)
    assert front.fits()


def test_what_is_held_back_is_not_in_what_another_front_end_is_sent(board: Board) -> None:
    front = FrontEnd(board.stage)
    with board.stage.hold_sync():
        board.stage.panel = {"kind": "log", "at": 99}
        other = board.stage.get_state()
        assert other["panel"] != board.stage.panel
    assert front.fits()


def test_the_table_is_sent_before_what_takes_thought(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    front = FrontEnd(board.stage)
    seen = []
    think = board.match.harmless_moves
    monkeypatch.setattr(
        board.match, "harmless_moves", lambda moves: seen.append(front.data["scene"]["stamp"]) or think(moves)
    )
    click(board)
    assert seen == [board.stamp], "the browser has the new table while the buttons are still thought about"
    assert front.fits()
    assert front.data["scene"]["primary"]
