"""The worksheet of a lesson plan: one A4 page to write on, with the same questions as the student's notebook."""

from __future__ import annotations

from html import escape

from tutor.classroom import predictions
from tutor.classroom.claims import fill_figures
from tutor.classroom.lesson_plans import LessonPlan
from tutor.text import format_message

LINES = 2
"""Number of ruled lines below a question; the last question fills the rest of the page."""


def sheet_html(plan: LessonPlan, language: str, predicted: bool = True) -> str:
    """Return the sheet as HTML. It contains only what students may read, even if the teacher prints it.

    predicted : if False, the questions that reveal the outcome are left out, but their lines remain.
    """
    plan = plan if not plan.teacher else plan.for_student()

    def words(key: str, **facts: object) -> str:
        return escape(format_message(f"plans.{key}", language, **facts), quote=False)

    def text(of: str) -> str:
        parts = escape(fill_figures(of), quote=False).split("**")
        return "".join(f"<b>{part}</b>" if at % 2 else part for at, part in enumerate(parts))

    played = "".join(f"<li><b>{text(row['title'])}.</b> {text(row['text'])}</li>" for row in plan.rows("play"))
    asked = "".join(
        f"<li><p>{text(row['ask'])}</p><p class='tb-plan-boxes'>"
        + "".join(f"<span><i></i>{escape(one.text)}</span>" for one in predictions.prediction_options(row, language))
        + f"</p><p class='tb-plan-line'><em>{words('because')}</em><em>{words('turned_out')}</em></p></li>"
        for row in plan.rows("predict")
    )
    counted = "".join(f"<p class='tb-plan-line'><em>{text(part)}</em></p>" for part in plan["count"].split(" | "))
    own = "".join(
        f"<p class='tb-plan-line'><em>{text(part)}</em></p>" for part in plan["own_prediction"].split(" | ") if part
    )
    explained = "".join(
        f"<li><p>{text(row['ask']) if predicted else ''}</p>{'<p class=tb-plan-line></p>' * LINES}</li>"
        for row in plan.rows("explain")
    )
    fold = f"<p class='tb-plan-fold'>{words('fold')}</p>" if predicted else ""
    return (
        f"<article class='tb-plan-sheet' lang='en'><header><div><h2>{text(plan['title'])}</h2>"
        f"<p>{text(plan['question'])}</p></div><p class='tb-plan-name'>{words('names')}</p></header>"
        f"<h3>{words('heading.play')}</h3><ol>{played}</ol>"
        f"{counted}"
        f"<h3>{words('heading.predict')}</h3><ol>{asked}</ol>{own}"
        f"{fold}"
        f"<h3>{words('heading.explain')}</h3><ol>{explained}</ol>"
        f"<div class='tb-plan-last'><h3>{words('part.close')}</h3><p>{text(plan['sentence'])}</p>"
        f"{'<p class=tb-plan-line></p>' * LINES}<div class='tb-plan-rest'></div></div>"
        f"<footer>{words('foot')} {words('in_english')}</footer></article>"
    )
