"""Two cards of the same name, one on each side: the owner is named, on the board and in questions."""

import pytest

import engines
from engines.search.players import greedy_player
from tutor.lessons import loader
from tutor.lessons.foretelling import PredictStep
from tutor.lessons.outcomes import outcome_of
from tutor.matches.playthrough import Playthrough

GAME = engines.load("star_wars")
WAR = """
turn = 2
step = "U1"
arena = "space"
script = [5, 1, 6, 6]
[P1]
space = ["Free Hauler, damage 2", "Bulwark Frigate, tapped"]
[P2]
space = ["Free Hauler, tapped", "Gloom Darter, tapped"]
"""


def test_the_board_says_whose_of_two_namesakes():
    scene = Playthrough(GAME.position(WAR)).scene(1)
    cards = [
        [card for zone in player["zones"] for card in zone["cards"] if card["face"]] for player in scene["players"]
    ]
    names = [[card["name"] for card in side if card["face"] == "Free Hauler"] for side in cards]
    assert names == [["Free Hauler (You)"], ["Free Hauler (Rival)"]]
    assert all(card["label"].startswith(card["name"]) for side in cards for card in side)
    others = [card["name"] for side in cards for card in side if card["face"] not in ("Free Hauler", None)]
    assert all("(" not in name for name in others)


def test_an_answer_says_whose_falls():
    lesson = loader.lesson_of(
        {
            "game": "star_wars",
            "title": "t",
            "step": [
                {
                    "id": "x",
                    "kind": "predict",
                    "title": "t",
                    "text": "t",
                    "goal": "g",
                    "nudge": "n",
                    "position": {
                        "turn": 2,
                        "step": "U6",
                        "arena": "space",
                        "battle": {
                            "attacker": "Free Hauler",
                            "defender": "Free Hauler",
                            "dice": [[4], [5]],
                            "hits": [1, 1],
                        },
                        "you": {"space": ["Free Hauler, damage 3"]},
                        "rival": {"space": ["Free Hauler, tapped"]},
                    },
                    "script": ["pass"],
                    "when": "battle over",
                    "parts": [
                        {
                            "ask": "What is destroyed?",
                            "of": "destroyed",
                            "options": ["Free Hauler (you)", "Free Hauler (rival)", "none"],
                        }
                    ],
                }
            ],
        },
        loader.FOLDER / "star_wars" / "t.toml",
    )
    run = PredictStep(lesson, lesson.steps[0])
    assert run.truth("destroyed") == "Free Hauler (you)"
    assert outcome_of("destroyed", run.start, run.outcome, run.happened) == "Free Hauler (you)"
    options = run.coach()["choices"]["items"][0]["options"]
    texts = {option["text"] for option in options}  # in their own order
    assert texts == {"your Free Hauler", "the rival's Free Hauler", "nothing"}


def test_every_lesson_offers_what_is_destroyed():
    for name in ("star_wars", "chaos", "altaria"):
        for path in sorted((loader.FOLDER / name).glob("*.toml")):
            lesson = loader.read_lesson(path)
            for step in lesson.steps:
                parts = step.get("parts", ()) if step.kind == "predict" else ()
                if any(part["of"] in ("destroyed", "fallen") for part in parts):
                    run = PredictStep(lesson, step)
                    for part in parts:
                        assert run.truth(part["of"]) in map(str, part.get("options") or part["numbers"]), (
                            lesson.name,
                            step.id,
                        )


@pytest.mark.slow
def test_a_number_stands_once_with_each_name_on_a_side():
    """A card in hand is not a copy of the units in play."""
    state, player = GAME.new(seed=2), greedy_player(2, 30)
    seen = 0
    while state.result is None and state.turn < 3:
        for side in Playthrough(state.copy()).scene(1)["players"]:
            numbered = [
                (card["face"], card["number"]) for zone in side["zones"] for card in zone["cards"] if "number" in card
            ]
            seen += len(numbered)
            assert len(set(numbered)) == len(numbered)
        state.apply(player(state))
    assert seen
