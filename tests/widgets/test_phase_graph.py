"""The phase graph widget without a browser: its traits, messages, text and bundle."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import engines
from tutor.graphs.widget import PhaseGraph, graph_words
from tutor.widgets import FOLDER


@pytest.fixture(scope="module")
def picture() -> dict[str, Any]:
    return PhaseGraph.of(engines.load("altaria")).picture


def test_a_click_on_a_step_reaches_every_handler(picture: dict[str, Any]) -> None:
    graph, first, second = PhaseGraph(picture=picture), [], []
    graph.on_open(first.append)
    graph.on_open(second.append)
    assert graph.receive({"type": "command", "name": "open_step", "step": "BLOCK"})
    assert first == second == ["BLOCK"]


@pytest.mark.parametrize(
    "message",
    [
        None,
        "open_step",
        {},
        {"type": "command", "name": "undo"},
        {"type": "command", "name": "open_step"},
        {"type": "command", "name": "open_step", "step": 3},
        {"type": "command", "name": "open_step", "step": "NOWHERE"},
        {"type": "move", "name": "open_step", "step": "BLOCK"},
    ],
)
def test_any_other_message_is_ignored(picture: dict[str, Any], message: Any) -> None:
    graph, seen = PhaseGraph(picture=picture), []
    graph.on_open(seen.append)
    assert not graph.receive(message)
    assert seen == []


def test_a_failing_handler_breaks_nothing(picture: dict[str, Any]) -> None:
    graph = PhaseGraph(picture=picture)

    @graph.on_open
    def fail(step: str) -> None:
        raise RuntimeError(step)

    assert not graph.receive({"type": "command", "name": "open_step", "step": "BLOCK"})


def test_moving_on_sends_no_new_layout(picture: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    graph, sent = PhaseGraph(picture=picture), []
    monkeypatch.setattr(PhaseGraph, "send_state", lambda self, key=None: sent.append(key))
    graph.move("BLOCK", ["ATTACK", "DECLARED"], ["BREAK"])
    assert "picture" not in json.dumps([sorted(keys) if isinstance(keys, set) else keys for keys in sent])
    assert (graph.current, graph.visited, graph.exits) == ("BLOCK", ["ATTACK", "DECLARED"], ["BREAK"])


def test_its_description_is_always_the_same(picture: dict[str, Any]) -> None:
    graph = PhaseGraph(picture=picture, current="BLOCK", visited=["HEAL", "DRAW"], exits=["BREAK"])
    assert repr(graph) == "PhaseGraph(altaria, step=BLOCK, 2 done, 1 possible)"
    assert repr(PhaseGraph()) == "PhaseGraph(empty, step=None, 0 done, 0 possible)"


def test_every_word_of_the_script_is_in_the_catalogue() -> None:
    scripts = FOLDER / "scripts"
    script = "".join(path.read_text(encoding="utf-8") for path in [scripts / "graph.js", *scripts.glob("graph/*.js")])
    asked = set(re.findall(r'say\(S, "(\w+)"', script))
    assert asked <= set(graph_words())
