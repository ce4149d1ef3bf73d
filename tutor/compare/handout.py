"""The handout: a few questions on one printed sheet, with each game's answer, events and boards."""

from __future__ import annotations

from collections.abc import Sequence

import engines
from engines.kernel.state import State
from tutor.boards import scenery
from tutor.compare.comparison_page import game_badge
from tutor.compare.demonstrations import deciding_decks, find_demonstration
from tutor.compare.mechanics import DesignAnswer, DesignQuestion
from tutor.embed import still
from tutor.matches import demonstration, feedback
from tutor.matches.demonstration import PLAYER_NAMES, DemonstrationFrame
from tutor.messages import shapes
from tutor.pages.rulebook import checked_deck

MOST_ROWS = 3
"""Maximum number of questions on a sheet."""
MOST_LINES = {1: 4, 2: 3, 3: 3}
"""Maximum number of event lines, for each number of questions."""
BOARD_MOMENTS = {1: ("before", "after"), 2: ("after",), 3: ()}
"""The moments whose boards fit on the sheet, for each number of questions."""


def build_handout(questions: Sequence[DesignQuestion], language: str) -> list[dict[str, object]]:
    """Return at most `MOST_ROWS` questions as printed on the sheet.

    A question has a column for each game, so that the same moment of every game is on one level.
    """
    shown = questions[:MOST_ROWS]
    return [
        {
            "id": question.id,
            "text": question.text,
            "columns": [
                {"game": game_badge(name), "text": answer.text, **_column(name, answer, len(shown), language)}
                for name, answer in question.answers.items()
            ],
        }
        for question in shown
    ]


def _column(name: str, answer: DesignAnswer, many: int, language: str) -> dict[str, object]:
    """Return a game's column: the clause of the answer, its event `lines`, and the boards `before` and `after`."""
    game, most = engines.load(name), MOST_LINES[many]
    clause = feedback.known_entries(game, list(answer.clauses[:1]))[0]
    scenario = find_demonstration(name, answer)
    if scenario is None:
        decks = [checked_deck(game, one, language) for one in deciding_decks(name, answer)]
        facts = [reason["fact"] for deck in decks for reason in deck["reasons"]] or [clause["text"]]
        lines = [{"text": fact, "clause": "", "refused": False} for fact in facts[:most]]
        return {"clause": clause, "lines": lines, "before": "", "after": ""}
    film = demonstration.film_scenario(scenario, game, language)
    scenes = {"before": _scene(film.begin), "after": _scene(film.frames[-1].state)}
    boards = {moment: _board(scenes, moment) if moment in BOARD_MOMENTS[many] else "" for moment in scenes}
    return {
        "clause": clause,
        "lines": [
            {"text": one.text, "clause": one.clause, "refused": one.refusal is not None}
            for one in pick_frames(film.frames, answer, most)
        ],
        **boards,
    }


def pick_frames(frames: Sequence[DemonstrationFrame], answer: DesignAnswer, most: int) -> list[DemonstrationFrame]:
    """Return at most `most` pictures, in order, preferring those about the answer's clauses."""
    ranked = sorted(range(len(frames)), key=lambda at: (frames[at].clause not in answer.clauses, not frames[at].clause))
    return [frames[at] for at in sorted(ranked[:most])]


def _scene(state: State) -> shapes.Scene:
    return scenery.build_scene(state, 0, 0, (), PLAYER_NAMES, ("", ""))


def _board(scenes: dict[str, shapes.Scene], moment: str) -> str:
    """Return the board of a moment, without face-down piles whose size has not changed."""
    counts = [
        {(seat, zone["id"]): zone["count"] for seat, player in enumerate(scene["players"]) for zone in player["zones"]}
        for scene in scenes.values()
    ]
    same = {place for place, count in counts[0].items() if count == counts[1].get(place)}
    shown = scenes[moment]
    players: list[shapes.Player] = [
        {
            **player,
            "zones": [
                zone
                for zone in player["zones"]
                if (seat, zone["id"]) not in same or any(card["face"] for card in zone["cards"])
            ],
        }
        for seat, player in enumerate(shown["players"])
    ]
    return still.players_html({**shown, "players": players})
