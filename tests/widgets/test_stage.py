"""The stage without a browser and without a kernel: messages, callbacks, its one-line description, its bundle."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines.errors import DataError
from tutor.boards.stage import Stage, english_words
from tutor.messages.checking import check_message
from tutor.messages.clicks import StageClick

GOOD = [
    {"type": "move", "stamp": 17, "id": 3},
    {"type": "try", "stamp": 17, "kind": "attack", "from": "0.field.1", "to": None},
    {"type": "try", "stamp": 0, "kind": None, "from": None, "to": "1.cores.0"},
    {"type": "answer", "stamp": 17, "picks": ["a", "b"]},
    {"type": "answer", "stamp": 17, "picks": {"a": "2"}},
    {"type": "command", "stamp": 17, "name": "hint"},
    {"type": "command", "stamp": 17, "name": "seek", "to": 3},
    {"type": "divide", "stamp": 17, "shares": [0, 9_999]},
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
    {"type": "divide", "stamp": 17},
    {"type": "divide", "stamp": 17, "shares": [1, -1]},
    {"type": "divide", "stamp": 17, "shares": [10_000]},
    {"type": "divide", "stamp": 17, "shares": [1.0]},
    {"type": "divide", "stamp": 17, "shares": [True]},
    {"type": "answer", "stamp": 17, "picks": {"a": None}},
    {"type": "move", "stamp": float("nan"), "id": 3},
    {"type": "move", "stamp": 17, "id": float("inf")},
    {"type": "command", "stamp": 17, "name": "seek", "to": "3"},
    {"type": "command", "stamp": 17, "name": "seek", "too": 3},
]


@pytest.mark.parametrize("message", GOOD)
def test_well_formed_messages_reach_every_handler(message: dict[str, Any]) -> None:
    stage, first, second = Stage(), [], []
    stage.on_message(first.append)
    stage.on_message(second.append)
    check_message(message, StageClick, "message")
    assert stage.receive(message)
    assert first == second == [message]


@pytest.mark.parametrize("message", BAD)
def test_malformed_messages_are_ignored_with_a_friendly_notice(message: Any) -> None:
    stage, seen = Stage(coach={"title": "Break a core"}), []
    stage.on_message(seen.append)
    with pytest.raises(DataError) as error:
        check_message(message, StageClick, "message")
    assert error.value.where.startswith("message")
    assert error.value.remedy
    assert not stage.receive(message)
    assert seen == []
    assert stage.coach["title"] == "Break a core"
    assert stage.coach["feedback"]["tone"] == "info"
    assert "Nothing changed" in stage.coach["feedback"]["title"]
    assert stage.coach["feedback"]["say"] == str(error.value)


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
