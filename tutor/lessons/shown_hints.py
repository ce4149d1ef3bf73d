"""The panel with the hints of a step that have been asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.matches import feedback
from tutor.messages import shapes
from tutor.text import format_message

if TYPE_CHECKING:
    from tutor.lessons.session import Session

HINTS = ("nudge", "rule", "look", "move")


def hints_panel(run: Session) -> shapes.Hints | None:
    """Return the hints that have been shown, and the names of all; None if the step has none, or is done."""
    if not run.step.get("nudge") or run.done:  # hints would describe a table that has changed
        return None
    shown = []
    for name in HINTS[: run.hints]:
        entry: shapes.Hint = {
            "title": format_message(f"lesson.hint.{name}", run.language),
            "text": "",
            "clauses": [],
        }
        if name == "nudge":
            entry["text"] = run.step.get("nudge")
        elif name == "rule":
            entry["clauses"] = [feedback.clause_entry(run.lesson.game, clause) for clause in run.rule_hint()]
            entry["text"] = "" if entry["clauses"] else run.no_way_hint()
        elif name == "look":
            entry["text"] = where_to_look(run)
        else:
            entry["text"] = run.move_hint()
        shown.append(entry)
    return {"shown": shown, "names": [format_message(f"lesson.hint.{name}", run.language) for name in HINTS]}


def where_to_look(run: Session) -> str:
    """Return the third hint: the lit cards and the way through the flow table."""
    steps = run.lesson.game.flow.steps
    titles = dict.fromkeys(steps[name].title for name in run.look_path())
    parts = [format_message("lesson.hint.look.text", run.language)] if run.look_hint() else []
    if titles:
        parts.append(format_message("lesson.hint.look.path", run.language, steps=" → ".join(titles)))
    return " ".join(parts) or format_message("lesson.hint.look.buttons", run.language)
