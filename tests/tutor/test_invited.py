"""Tries that a goal invites can be made on the board with clicks alone; the question does not reveal the answer."""

import pytest

from tutor.lessons import goals, loader
from tutor.lessons.page import open_session

STEPS = {
    f"{path.parent.name}/{path.stem}/{step.id}": (lesson, step)
    for path in sorted(loader.FOLDER.glob("*/*.toml"))
    for lesson in [loader.read_lesson(path)]
    for step in lesson.steps
    if any(text.startswith(goals.TRIED_PREFIX) for text in goals.success_conditions(step))
}


def zones(scene, who):
    return scene["players"][who]["zones"]


def clicked(run, action):
    """Return the message that clicks on the board send for a try, like `board/clicks.js` and `task/decide.js`."""
    table, scene = run.table, run.scene()
    sources, targets = table.places(action)
    lying = {card["ref"]: (card, zone, who) for who in (0, 1) for zone in zones(scene, who) for card in zone["cards"]}
    starts = {move["from"] for move in scene["moves"] if move["from"]}
    picks = [move for move in scene["moves"] if move["to"] and not move["from"]]
    if not sources:  # a pick: a click on something that may not be picked
        assert picks, "nothing on the board asks for it"
        assert targets[0] not in starts
        return picks[0]["kind"], None, targets[0]
    source = sources[0]
    assert source in lying, "the card is not in sight"
    assert not any(move["to"] == source for move in picks), "a click on the card is a move"
    card, zone, who = lying[source]
    rows = card.get("kinds", [] if who else scene["kinds"].get(zone["role"], []))
    legal = [move for move in scene["moves"] if move["from"] == source]
    if any(row["kind"] == action[0] and not row["targets"] for row in rows):
        assert action[0] not in [move["kind"] for move in legal], "its button does something else"
        return action[0], source, None
    assert targets, "the selected card has no button for it"
    assert is_tried(scene, targets[0], rows, legal), "a click on the target picks that card up"
    aimed = {move["kind"] for move in legal if move["to"]} or {row["kind"] for row in rows if row["targets"]}
    return next(iter(aimed)) if len(aimed) == 1 else None, source, targets[0]


def is_tried(scene, target, rows, legal):
    """Return True if a click on the target is aimed at it, and does not replace the card in hand."""
    for zone in zones(scene, 0):
        for card in zone["cards"]:
            if card["ref"] == target and card.get("kinds", scene["kinds"].get(zone["role"])):
                beside = any((move["to"] or "").rpartition(".")[0] == target.rpartition(".")[0] for move in legal)
                every = all(row["targets"] for row in rows)
                return beside or any(row["targets"] and (every or row.get("asked")) for row in rows)
    return True


@pytest.mark.parametrize("name", STEPS)
def test_what_a_goal_asks_to_try_can_be_tried_by_clicks(name):
    run = open_session(*STEPS[name])
    for _ in range(20):
        for action in run.invited():
            kind, source, target = clicked(run, action)
            made = len(run.tries)
            run.handle({"type": "try", "stamp": run.stamp, "kind": kind, "from": source, "to": target})
            assert len(run.tries) > made, (kind, source, target)
        line = run.solution()
        if run.done or not line:
            break
        moves = run.table.moves()
        run.act(next(at for at, move in enumerate(moves) if move.actions == tuple(line[: len(move.actions)])))
    asked = [text for text in goals.success_conditions(run.step) if text.startswith(goals.TRIED_PREFIX)]
    assert len(run.tries) == len(asked)


@pytest.mark.parametrize(
    "name",
    [
        "star_wars/01_the_setup/once-exchanged",
        "star_wars/00_the_auction/a-second-oren",
    ],
)
def test_an_invited_try_is_told_apart_and_no_longer_offered_once_made(name):
    def asked(run):
        rows = [row for zone in zones(run.scene(), 0) for card in zone["cards"] for row in card.get("kinds", [])]
        return [row for row in rows if row.get("asked")]

    run = open_session(*STEPS[name])
    (action,) = run.invited()
    (row,) = asked(run)
    assert row["kind"] == action[0]
    assert "{" not in row["label"]
    source = run.table.places(action)[0][0]
    run.handle({"type": "try", "stamp": run.stamp, "kind": action[0], "from": source, "to": None})
    assert asked(run) == []


def test_a_prediction_shows_no_totals_before_its_film():
    lesson = loader.read_lesson(loader.find_lesson("star_wars/04_battles"))
    run = open_session(lesson, lesson.step("at-the-same-moment"))
    assert run.table.scene(0)["tallies"] != []
    assert run.scene()["tallies"] == []


def test_a_prediction_shows_dice_and_not_which_of_them_hit():
    lesson = loader.read_lesson(loader.find_lesson("star_wars/00_two_of_three"))
    run = open_session(lesson, lesson.step("hits"))
    told, shown = run.table.scene(0)["dice"], run.scene()["dice"]
    assert any(row["count"] == "1 hit" for row in told)
    assert [[die["value"] for die in row["dice"]] for row in shown] == [
        [die["value"] for die in row["dice"]] for row in told
    ]
    for row in shown:
        assert "hit" not in row["count"] + row["label"]
        assert not any(die["hit"] for die in row["dice"])
