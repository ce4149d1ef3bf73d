"""The measured effect of removing a mechanic from a game (see `causes`), as plots and table rows."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.compare import causes, differences
from tutor.compare.causes import BEHIND, MEASURE_UNITS, Cause, CauseFigures
from tutor.compare.causes_page import SUBSTITUTE_MEASURES, TABLE_MEASURES, added_by_cause, stands_out, undecided_note
from tutor.compare.comparison_page import comparison_link, game_badge
from tutor.navigation.links import has_page, page_link
from tutor.text import format_message

HOUSE_RULES_PAGE = "classroom/house_rules.ipynb"


def measured_effects(questions: Sequence[str], language: str, found: CauseFigures | None = None) -> dict[str, object]:
    """Return the measured effects of the mechanics behind some questions, each with a plot.

    All plots have the same axis as on the page of all causes, so plots on different pages can be compared. `shown` is
    empty if nothing was measured. found : the figures; by default those that ship with Tebiki.
    """
    found = found or causes.read_causes() or CauseFigures(0, 0)
    known = [one for one in causes.list_causes() if found.of(one, BEHIND)]
    reach = differences.axis_reach(added_by_cause(found, one, BEHIND) for one in known)
    shown = [_effect(found, one, reach, language) for one in known if one.question in questions]
    return {
        "axis": differences.axis_ticks(reach, MEASURE_UNITS[BEHIND]),
        "title": format_message("causes.title", language),
        "shown": shown,
    }


def _effect(found: CauseFigures, cause: Cause, reach: float, language: str) -> dict[str, object]:
    change, game = cause.change(language), game_badge(cause.game)
    href = page_link(f"{cause.game}/rulebook.ipynb", clause=change.clause)
    rows = [_row(found, cause, id, language) for id in TABLE_MEASURES]
    return {
        "key": cause.address,
        "game": game,
        "title": cause.title(language),
        "change": format_message("causes.put_in" if cause.put_in else "causes.taken_out", language, says=change.title),
        "clause": {"game": game, "id": change.clause, "text": "", "href": href},
        "plot": differences.axis_position(added_by_cause(found, cause, BEHIND), reach),
        "rows": [row for row in rows if row["value"]],
        "all": comparison_link("causes", cause=cause.address),
        "lab": page_link(HOUSE_RULES_PAGE, game=cause.game, rules=f"{cause.rule}.1")
        if has_page(HOUSE_RULES_PAGE)
        else "",
    }


def _row(found: CauseFigures, cause: Cause, measure: str, language: str) -> dict[str, object]:
    """Return a measure as a row; for a measure that the game does not have, return its substitute, labelled as such."""
    title, other = format_message(f"causes.{measure}.title", language), SUBSTITUTE_MEASURES.get(measure, "")
    if other and added_by_cause(found, cause, measure).value is None:
        title, measure = f"{title} ({format_message(f'causes.{other}', language)})", other
    one = added_by_cause(found, cause, measure)
    figure = differences.difference_figure(one, MEASURE_UNITS[measure], format_message("causes.between", language))
    return {
        "id": measure,
        "title": title,
        "unit": format_message("causes.points", language) if MEASURE_UNITS[measure] == "%" else "",
        **figure,
        "visible": stands_out(found, cause, measure),
        "note": undecided_note(found, cause, measure, one, language),
    }
