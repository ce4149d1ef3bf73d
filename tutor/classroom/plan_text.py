"""The readable parts of a lesson plan, as plain HTML: small, and the same in Lab, in the app and on paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate

from tutor.classroom import predictions
from tutor.classroom.claims import CLAUSE_ID, clauses_in, fill_figures, game_of_clause
from tutor.classroom.lesson_plans import LESSON_MINUTES, LessonPlan
from tutor.navigation.links import has_page, is_in_app, page_link
from tutor.text import format_message


@dataclass(frozen=True)
class PlanPart:
    """A part of a plan: its heading, its HTML, and its text."""

    name: str
    title: str
    html: str
    text: str

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text


def part_heading(name: str, language: str) -> str:
    """Return the heading of a part; "" in Lab, where it is a separate cell of the notebook."""
    return format_message(f"plans.heading.{name}", language) if is_in_app() and name != "top" else ""


def text_part(plan: LessonPlan, name: str, language: str) -> PlanPart:
    """Return a part of the plan without controls, as HTML and as plain text."""
    makers = {"minutes": _minutes, "say": _say, "play": _play, "answers": _answers, "wrong": _wrong}
    made = makers[name](plan, language) if name in makers else _list(plan[name], language)
    title = part_heading(name, language)
    head = f"<h2>{escape(title)}</h2>" if title else ""
    place = f' id="plan-{name}"' if title else ""
    content = f'<section class="tb-root tb-plan-text tb-plan-{name}"{place}>{head}{made}</section>'
    spoken = re.sub(r"\s*\n\s*", "\n", re.sub(r"<[^>]+>", " ", re.sub(r"</(li|p|dt|dd|h\d|tr)>", "\n", made)))
    return PlanPart(name, format_message(f"plans.heading.{name}", language), content, spoken.strip())


def prose_html(text: str) -> str:
    """Return a text of a plan as HTML, with figures filled in, **bold**, and links from clauses to their rulebooks."""
    said = escape(fill_figures(text), quote=False)
    said = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", said)
    known = clause_links(clauses_in(said))
    return CLAUSE_ID.sub(lambda found: _clause(found[0], known), said)


def _clause(id: str, known: dict[str, str]) -> str:
    return f'<a class="tb-plan-clause" href="{escape(known[id])}">{id}</a>' if id in known else f"<b>{id}</b>"


def clause_links(ids: Iterable[str]) -> dict[str, str]:
    """Return the address of each clause that has a page. Raises DataError if a clause is in no rulebook."""
    pages = {id: f"{game_of_clause(id).name}/rulebook.ipynb" for id in sorted(ids)}
    return {id: page_link(page, clause=id) for id, page in pages.items() if has_page(page)}


def _list(texts: Sequence[str], language: str) -> str:
    return "<ul>" + "".join(f"<li>{prose_html(text)}</li>" for text in texts) + "</ul>"


def part_title(part: str, language: str) -> str:
    """Return the title of an activity in the lesson."""
    return format_message(f"plans.part.{part}", language)


def minute_spans(plan: LessonPlan) -> list[tuple[int, int]]:
    """Return the first and last minute of each activity."""
    ends = list(accumulate(row["minutes"] for row in plan.rows("minute")))
    return list(zip([0, *ends], ends, strict=False))


def _minutes(plan: LessonPlan, language: str) -> str:
    rows = "".join(
        f"<tr><td>{begin}–{end}</td><th scope='row'>{_way_to(plan, row['part'], language)}</th>"
        f"<td>{prose_html(row['do'])}</td></tr>"
        for (begin, end), row in zip(minute_spans(plan), plan.rows("minute"), strict=True)
    )
    columns = "".join(
        f"<th scope='col'>{escape(format_message(f'plans.{key}', language))}</th>" for key in ("when", "what", "do")
    )
    total = escape(format_message("plans.total", language, minutes=LESSON_MINUTES))
    return f"<table><thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table><p class='tb-plan-small'>{total}</p>"


def _way_to(plan: LessonPlan, part: str, language: str) -> str:
    """Return the title of an activity, as a link to its part further down on a page of the app."""
    title = escape(part_title(part, language))
    to = {"begin": "say", "close": "sheet"}.get(part, part)
    # a link in an output without an explicit target opens a new window
    return f"<a href='#plan-{to}' target='_self'>{title}</a>" if is_in_app() and to in plan.headings() else title


def _say(plan: LessonPlan, language: str) -> str:
    rows = "".join(
        f"<dt>{begin}–{end} {escape(part_title(row['part'], language))}</dt>"
        f"<dd>{''.join(map(_said, row.get('say', ())))}</dd>"
        for (begin, end), row in zip(minute_spans(plan), plan.rows("minute"), strict=True)
        if row.get("say")
    )
    return f"<dl>{rows}</dl>"


def _said(line: str) -> str:
    """Return a line of the teacher's script as HTML; in the plan, a line in brackets is an action."""
    done = line.startswith("(")
    said = line.removeprefix("(").removesuffix(")") if done else line
    return f"<p{' class=tb-plan-small' if done else ''}>{prose_html(said)}</p>"


def _play(plan: LessonPlan, language: str) -> str:
    many = len(plan.rows("play")) > 1
    rows = "".join(f"<li><b>{escape(row['title'])}.</b> {prose_html(row['text'])}</li>" for row in plan.rows("play"))
    return f"<ol>{rows}</ol>" if many else f"<ul>{rows}</ul>"


def _wrong(plan: LessonPlan, language: str) -> str:
    rows = "".join(
        f"<dt>{prose_html(row['what'])}</dt><dd><p>{prose_html(row['do'])}</p></dd>" for row in plan.rows("wrong")
    )
    return f"<dl>{rows}</dl>"


def _answers(plan: LessonPlan, language: str) -> str:
    """Return the expected answers: the outcomes found by the engines, and the explanations with their claims."""
    rows, intervals = [], False
    for row in plan.rows("predict"):
        found = predictions.find_outcome(row, language)
        intervals = intervals or any((one.high or 0) > (one.low or 0) for one in found.rows)
        named = {option.id: option.text for option in found.options}
        figures = "; ".join(f"{one.title} {one.text}" for one in found.rows)
        asked = "puzzle" in row or row["by"].startswith("answer ")
        source = format_message("plans.source_engine" if asked else "plans.source_played", language)
        right = ", ".join(named[id] for id in found.right)
        note = f" {found.note}" if found.note else ""
        why = f"<p>{prose_html(row['why'])}</p>" if row.get("why") else ""
        rows.append(
            f"<dt>{prose_html(row['ask'])}</dt><dd><p><b>{escape(right)}.</b>{escape(note)}</p>{why}"
            f"<p class='tb-plan-small'>{prose_html(figures)} <i>({escape(source)})</i></p></dd>"
        )
    for each in plan.rows("explain"):
        source = format_message("plans.source_talk" if each.get("talk") else "plans.source_held", language)
        rows.append(
            f"<dt>{prose_html(each['ask'])}</dt><dd><p>{prose_html(each['answer'])}</p>"
            f"<p class='tb-plan-small'><i>{escape(source)}</i></p></dd>"
        )
    return f"{_how_read(language) if intervals else ''}<dl>{''.join(rows)}</dl>"


def _how_read(language: str) -> str:
    """Return the collapsed explanation of intervals, the same as in `scripts/pages/interval.js` on other pages."""
    ask, how = (escape(format_message(f"page.interval_{key}", language)) for key in ("ask", "how"))
    return f"<details class='tb-interval'><summary>{ask}</summary><p>{how}</p></details>"
