"""What a mechanic does when it is taken out of a game, as far as that was measured (`causes`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tutor.app.links import link
from tutor.compare import causes, differences
from tutor.compare.causes import BEHIND, UNITS, Cause, Causes
from tutor.compare.causes_page import COLUMNS, adds
from tutor.compare.widgets import game_of
from tutor.text import say


def effects(questions: Sequence[str], language: str, found: Causes | None = None) -> list[dict[str, Any]]:
    """Return what was measured of the mechanics that some questions are about; nothing where nothing was.

    found : the figures; by default those that come with Tebiki.
    """
    found = found or causes.read()
    if found is None:
        return []
    return [
        _effect(found, one, language) for one in causes.causes() if one.question in questions and found.of(one, BEHIND)
    ]


def _effect(found: Causes, cause: Cause, language: str) -> dict[str, Any]:
    change, game = cause.change(language), game_of(cause.game)
    href = link(f"{cause.game}/rulebook.ipynb", clause=change.clause)
    rows = [_row(found, cause, id, language) for id in COLUMNS]
    return {
        "key": f"{cause.game} {cause.id}",
        "game": game,
        "title": cause.title(language),
        "change": say("causes.put_in" if cause.put_in else "causes.taken_out", language, says=change.title),
        "clause": {"game": game, "id": change.clause, "text": "", "href": href},
        "rows": [row for row in rows if row["value"]],
    }


def _row(found: Causes, cause: Cause, measure: str, language: str) -> dict[str, Any]:
    return {
        "id": measure,
        "title": say(f"causes.{measure}.title", language),
        "unit": say("causes.points", language) if UNITS[measure] == "%" else "",
        **differences.figure(adds(found, cause, measure), UNITS[measure], say("causes.between", language)),
    }
