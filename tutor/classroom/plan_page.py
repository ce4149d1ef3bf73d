"""The notebook of a lesson plan, part by part: parts to read are plain HTML, parts to answer are widgets.

Nothing about the outcome leaves Python before the predictions are handed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import engines
from engines.errors import DataError, find_nearest
from tutor.boards.stage import Stage
from tutor.classroom import plan_text, predictions
from tutor.classroom.browser_storage import storage_key
from tutor.classroom.claims import clauses_in, fill_figures
from tutor.classroom.class_work import PLANS_PLACE, STUDENT_ENDING, hand_in_work
from tutor.classroom.lesson_plans import HEADINGS, LATER_PARTS, LessonPlan, Prediction, read_plan
from tutor.classroom.plan_in_class import PlanInClass
from tutor.classroom.plan_sheet import sheet_html
from tutor.classroom.plan_text import PlanPart
from tutor.compare.game_names import game_hue, game_seal, short_title
from tutor.messages.commands import command
from tutor.navigation.links import has_page, is_in_app, is_in_class, page_link
from tutor.navigation.page_header import classroom_crumb
from tutor.navigation.page_titles import page_title
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page


class PlanPage:
    """A plan opened in a notebook, with a widget for each part that has answers or buttons.

    `data["kind"]` is the part. `top`: `title`, `question`, `text`, `note`, `role`, `ways`. `predict`: `asks` (`id`,
    `ask`, `options`), `closed`, `picks`, `stays`: where they are stored; in a class `gathered`: what the teacher sees
    of it, `waiting`: whether a learner has locked and the outcomes are not open, `kept` and `fixed`: predictions that
    can no longer change, and why. `run`: `told`, the outcome by prediction, and `ways` from there; empty before.
    `explain`: `asks` (`id`, `ask`), and `locked` while a student has not predicted, since its questions reveal the
    outcome. A student's `notice`, `try` and `extend`: `texts`, and `locked` as well. `sheet`: `html`. `notes` is the
    key under which the browser stores this learner's writing.

    >>> page = PlanPage(read_plan("resources"), "en")
    >>> page.part("objectives").title
    'Objectives'
    """

    def __init__(self, plan: LessonPlan, language: str) -> None:
        self.plan, self.language = plan, language
        self.notes = storage_key(f"plan-{plan.name}")
        self.picks: dict[str, str] = {}
        self.room = PlanInClass(plan)
        self.widgets: dict[str, Page] = {}
        self.outcomes_shown, self.told = False, list[dict[str, object]]()
        if self.room.leads and self._may_tell():
            self._show_outcomes()

    def __repr__(self) -> str:
        return f"Plan({self.plan['title']!r}, {'teacher' if self.plan.teacher else 'student'})"

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key, in the reader's language."""
        return format_message(f"plans.{key}", self.language, **facts)

    def top(self) -> Page:
        """Return the head of the page: the bar at the top, the lesson as a question, and the links to other pages."""
        crumbs = [
            classroom_crumb(self.language),
            {"text": self.plan["title"], "href": ""},
        ]
        bar = {"home": page_link(), "crumbs": crumbs} if is_in_app() else {}
        facts = {"title": self.plan["title"], "question": self.plan["question"], "text": self.plan["text"]}
        role = self.say("teacher" if self.plan.teacher else "student")
        needs = fill_figures(self.plan["needs"]) if self.plan.teacher else ""
        leads = self._leads() if self.plan.teacher else []
        homework = self._homework() if self.plan.teacher else None
        more = {"needs": needs, "homework": homework, "ways": self._ways(), "leads": leads, "notice": ""}
        return self._widget("top", bar, role=role, note=self.say("in_english"), **more, **facts)

    def _homework(self) -> dict[str, object] | None:
        """Return the homework that the lesson assumes, and how to do without it; None if there is none."""
        minutes = self.plan["homework"]
        if not minutes:
            return None
        said = self.say("homework", minutes=minutes)
        return {
            "title": said,
            "without": self.say("without"),
            "halves": self.say("halves") if self.room.leads and len(self.plan["homework_lessons"]) > 1 else "",
            "steps": [fill_figures(one) for one in self.plan["without"]],
        }

    def _leads(self) -> list[dict[str, str]]:
        """Return the pages that the teacher of a class may open for everybody."""
        if not self.room.leads:
            return []
        own, *lessons = self._led_pages()
        games = {page: short_title(page.partition("/")[0]) for page in lessons}
        texts = {own: self.say("lead")} | {page: self.say("lead_lesson", game=game) for page, game in games.items()}
        return [{"page": page, "text": text} for page, text in texts.items()]

    def part(self, name: str) -> PlanPart | Page:
        """Return a part by its heading. Raises DataError if this notebook does not have it."""
        there = self.plan.headings()
        if name not in there:
            near = find_nearest(name, there)
            remedy = (f"Did you mean {near!r}? " if near else "") + f"Parts: {', '.join(there)}."
            raise DataError(f"lesson plan {self.plan.name}", f"there is no part {name!r}.", remedy)
        if name == "predict":
            facts = {"asks": self._asks(), "learns": self.room.learns, "kept": dict(self.room.kept_picks())}
            return self._widget(name, gathered=self.room.summarize_class(), **facts, **self._told_part(name))
        if name == "explain":
            more = {"predicted": self._asks(), "notice": "", "may_hand_in": is_in_class()}
            return self._widget(name, **more, **self._told_part(name))
        if name in ("run", "sheet") or (name in LATER_PARTS and not self.plan.teacher):
            return self._widget(name, **self._told_part(name))
        return plan_text.text_part(self.plan, name, self.language)

    def play(self, number: int) -> Stage:
        """Return the board for one of the games or positions to be played, counting from 0.

        An unfinished game is resumed.
        """
        row = self.plan.rows("play")[number]
        place = f"plan-{self.plan.name}-{number}"
        if "lesson" in row:
            from tutor.lessons import loader
            from tutor.lessons.page import LessonPage

            lesson = loader.read_lesson(loader.find_lesson(row["lesson"]))
            step = lesson.step(row["step"])
            # the learner goes first, because janken or dice would take too much of the twelve minutes
            begun = replace(step, data={**step.data, "first": "you"}) if step.kind == "play" else step
            return LessonPage(lesson, keep=False, place=place).stage_of(begun)
        from tutor.embed.board import open_board

        game = engines.load(row["game"])
        start = game.new(seed=row["seed"]) if "seed" in row else game
        return open_board(start, row.get("bot"), row.get("seat"), game, place=place)

    def _stays(self) -> str:
        """Return a sentence on who will see the predictions made here, "" for the teacher of a class.

        A learner who comes after the outcomes were opened reads so before predicting.
        """
        if self.room.learns and self._fixed():
            return ""
        if self.room.learns:
            return self.say("stays_late" if self.room.are_outcomes_open() else "stays_class")
        if self.room.leads:
            return ""
        return self.say("stays_teacher" if self.plan.teacher else "stays")

    # In a class.

    @command("tick")
    def count_predictions(self) -> None:
        """Show what the class has predicted, and the outcomes once they are open; sent every other second."""
        part = self.widgets.get("predict")
        if part is not None and self.room.leads:
            part.put(gathered=self.room.summarize_class())
        if self._may_tell() != self.outcomes_shown:
            self._show_outcomes()
        elif part is not None and part.data["stays"] != self._stays():
            part.put(stays=self._stays())

    @command("counts")
    def show_counts(self) -> None:
        """Show what the class has predicted, or hide it again."""
        self.room.counts_shown = not self.room.counts_shown
        self.count_predictions()

    @command("outcomes")
    def open_outcomes(self, open: bool) -> None:
        """Open the outcomes for the class, or close them again."""
        try:
            self.room.open_outcomes(open)
        except OSError as error:
            self.widgets["predict"].put(note=self.say("not_led", why=error.strerror or error))
        self.count_predictions()

    @command("lead")
    def lead_class(self, page: str) -> None:
        """Open the student's notebook of this plan, or one of the lessons that it assumes, for everybody."""
        if self.room.work is not None and self.room.leads and page in self._led_pages():
            try:
                self.room.work.open_page(page)
                note = self.say("led", page=page_title(page))
            except OSError as error:
                note = self.say("not_led", why=error.strerror or error)
            self.widgets["top"].put(notice=note)

    def _led_pages(self) -> list[str]:
        """Return the pages that the teacher may open for everybody on this page."""
        return [f"{PLANS_PLACE}/{self.plan.name}{STUDENT_ENDING}", *self._first_lessons()]

    def _first_lessons(self) -> list[str]:
        """Return the notebooks of the lessons that students should have begun."""
        return [f"{lesson}.ipynb" for lesson in self.plan["homework_lessons"] or ()]

    @command("hand_in_answers")
    def hand_in(self, text: str, answered: int) -> None:
        """Hand in what the learner has written, unless none of the questions to explain has an answer.

        answered : the number of those that have one.
        """
        count = len(self.plan.rows("explain"))
        key = "nothing_written"
        if answered > 0:
            key = hand_in_work("plan", self.plan["title"], f"{self.plan.name}.txt", text)
        notice = format_message(f"class_work.{key}", self.language, count=count)
        if key == "handed_in" and answered < count:
            notice += " " + format_message("class_work.still_empty", self.language, left=count - answered, count=count)
        self.widgets["explain"].put(notice=notice)

    # Predictions.

    @command("anew")
    def predict_anew(self) -> None:
        """Clear all predictions."""
        self.close({})

    @command("close")
    def close(self, picks: dict[str, str]) -> None:
        """Record the predictions; once each question has one, show the outcomes.

        Predictions that fit no question are ignored.
        """
        known = {
            row["id"]: [option.id for option in predictions.prediction_options(row)]
            for row in self.plan.rows("predict")
        }
        self.picks = {id: pick for id, pick in picks.items() if pick in known.get(id, ())}
        whole = len(self.picks) == len(known)
        if whole or not self.picks:
            self.room.send_predictions(self.picks)
        self.picks = {**(self.room.kept_picks() or self.picks)}
        self._show_outcomes()

    def _may_tell(self) -> bool:
        """Return True if this page may show the outcomes: everything is predicted, and in a class they are open."""
        whole = self.room.leads or len(self.picks) == len(self.plan.rows("predict"))
        return whole and self.room.are_outcomes_open()

    def _show_outcomes(self) -> None:
        """Show the outcomes on all parts, or hide them if this page may not show them."""
        self.outcomes_shown = self._may_tell()
        self.told = [self._told(row) for row in self.plan.rows("predict")] if self.outcomes_shown else []
        for name, part in self.widgets.items():
            if name != "top":
                changes = self._told_part(name)
                hrefs = plan_text.clause_links(clauses_in(changes))
                part.data = {**part.data, **changes, "hrefs": part.data["hrefs"] | hrefs}

    def _told_part(self, name: str) -> dict[str, object]:
        """Return what a part shows of the outcomes, and of predictions that are locked."""
        told = bool(self.told)
        closed = not self.room.leads and len(self.picks) == len(self.plan.rows("predict"))
        match name:
            case "predict":
                waiting = closed and not told
                shown = {"picks": self.picks, "fixed": self._fixed(), "stays": self._stays()}
                return {"closed": closed, "waiting": waiting, **shown}
            case "run":
                ways = self._ways_of(told=True) if told else []
                return {"told": self.told, "ways": ways, "in_class": self._whose_page()}
            case "explain":
                after = {"picks": self.picks if closed else {}, "late": self.room.is_late()}
                return self._explain(told or self.plan.teacher) | after
            case "sheet":
                return {"html": sheet_html(self.plan, self.language, predicted=told or self.plan.teacher)}
        return self._later(name, told)

    def _fixed(self) -> str:
        """Return why a learner's predictions can no longer change; "" if they can."""
        if not self.room.kept_picks():
            return ""
        return self.say("fixed_late" if self.room.is_late() else "fixed")

    def _whose_page(self) -> str:
        """Return whose page of a class this is: "teacher" or "learner"; "" outside a class."""
        return "teacher" if self.room.leads else "learner" if self.room.learns else ""

    def _told(self, row: Prediction) -> dict[str, object]:
        found = predictions.find_outcome(row, self.language)
        named = {option.id: option.text for option in found.options}
        shown: dict[str, object] = {
            "ask": fill_figures(row["ask"]),
            "title": found.title,
            "rows": [one._asdict() for one in found.rows],
            "note": found.note,
            "axis": [one._asdict() for one in found.axis],
            "found": ", ".join(named[id] for id in found.right),
        }
        if self.room.leads:
            return shown | self._said_by_class(row, found)
        pick = self.picks[row["id"]]
        verdict = "as_said" if pick in found.right else "other"
        return shown | {"verdict": verdict, "said": self.say(verdict, said=named[pick]), "bars": []}

    def _said_by_class(self, row: Prediction, found: predictions.PredictionOutcome) -> dict[str, object]:
        """Return how many of the class chose each answer of a prediction, and how many of them chose a right one."""
        counts = self.room.count_picks()[row["id"]]
        right = sum(counts[id] for id in found.right)
        bars = [{"option": one.id, "count": counts[one.id], "right": one.id in found.right} for one in found.options]
        looks = [self._option(one) for one in found.options]
        said = self.say("said_by_class", right=right, count=counts.total()) if counts else self.say("said_by_nobody")
        return {"verdict": "class", "said": said, "bars": [look | bar for look, bar in zip(looks, bars, strict=True)]}

    def _explain(self, open: bool) -> dict[str, object]:
        """Return the questions to explain, once they are available."""
        rows = self.plan.rows("explain") if open else []
        return {"asks": [{"id": row["id"], "ask": fill_figures(row["ask"])} for row in rows], "locked": not open}

    def _later(self, name: str, open: bool) -> dict[str, object]:
        """Return a part that students receive after predicting."""
        return {"texts": [fill_figures(text) for text in self.plan[name]] if open else [], "locked": not open}

    def _asks(self) -> list[dict[str, object]]:
        return [
            {
                "id": row["id"],
                "ask": fill_figures(row["ask"]),
                "options": [self._option(one) for one in predictions.prediction_options(row, self.language)],
            }
            for row in self.plan.rows("predict")
        ]

    def _option(self, one: predictions.PredictionOption) -> dict[str, object]:
        return {**one._asdict(), "hue": game_hue(one.id), "seal": game_seal(one.id)}

    def _ways(self) -> list[dict[str, str]]:
        found = []
        if self.plan.teacher and has_page(f"{PLANS_PLACE}/{self.plan.name}{STUDENT_ENDING}"):
            page = page_link(f"{PLANS_PLACE}/{self.plan.name}{STUDENT_ENDING}")
            found.append({"text": self.say("to_student"), "href": page})
        return found + self._ways_of(told=False) + (self._ways_of(told=True) if self.plan.teacher else [])

    def _ways_of(self, told: bool) -> list[dict[str, str]]:
        """Return the links to classroom pages; with `told`, also those to the comparison, which shows the outcome."""
        found = []
        for way in self.plan["ways"]:
            folder, _, page = way.rpartition("/")
            path = f"{folder or 'classroom'}/{page}.ipynb"
            if bool(folder) == told and has_page(path):
                title = format_message(f"{folder or 'contents'}.{page}", self.language)
                text = f"{format_message('compare.place', self.language)} › {title}" if folder else title
                found.append({"text": text, "href": page_link(path)})
        return found

    def _widget(self, kind: str, bar: Mapping[str, object] | None = None, /, **data: object) -> Page:
        place = {"kind": kind, "plan": self.plan.name, "notes": self.notes}
        shown = {**place, "heading": plan_text.part_heading(kind, self.language), **data}
        shown["hrefs"] = plan_text.clause_links(clauses_in(data))
        part = Page("plan", self.language, ("plans",), data=shown, bar=bar or {})
        part.answer_with(self)
        self.widgets[kind] = part
        return part


def open_plan(name: str, teacher: bool = False) -> PlanPage:
    """Return a lesson plan, whose notebook shows it part by part.

    >>> tutor.plan("resources").part("predict")

    Parameters
    ----------
    name
        The plan's file in tutor/classroom/plans.
    teacher
        Include the teacher's words, the expected answers, and common problems.

    Raises
    ------
    DataError
        If there is no such plan.
    """
    plan = read_plan(name)
    return PlanPage(plan if teacher else plan.for_student(), wanted_language())


def all_parts(page: PlanPage) -> list[PlanPart | Page]:
    """Return all parts of a page, in order."""
    return [page.part(name) for name in HEADINGS if name in page.plan.headings()]
