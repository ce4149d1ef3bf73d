"""The page of a course: what comes next, what is done, what is due, and what else the game offers."""

from __future__ import annotations

import engines
from tutor.boards.presentation import load_look
from tutor.courses import course_standing
from tutor.courses.course_standing import DUE, STATES, PartStanding
from tutor.courses.exam import GRADES, WHERE, exam_switch, has_enough
from tutor.courses.loader import load_course as course_of
from tutor.courses.next_step import next_panel
from tutor.courses.shown_rules import shown_clauses
from tutor.matches.habits import habits_of
from tutor.matches.kept_games import whole_game
from tutor.messages import shapes
from tutor.navigation.links import has_page, page_link
from tutor.summary import Summary
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page

WAYS_OUT = ("play", "one_page", "rulebook", "build")
"""The links at the top of a course, by the names of their notebooks."""


def open_course(game: str) -> Page:
    """Return the course of a game: what comes next, what is done, what is due, and what else the game offers.

    >>> tutor.course("altaria")

    Raises DataError if the game is unknown.
    """
    return CoursePage(game, wanted_language()).page


class CoursePage:
    """The page of one game's course for one learner.

    The page shows `title`, `seal`, `hue`, `status`, `ways` (`text`, `href`, `name`), `today` (see
    `tutor.courses.next_step`), `path` (the stations), `chapters` (`counts`, `rows`) and `notice`.
    """

    def __init__(self, game: str, language: str) -> None:
        self.game, self.language = engines.load(game), language
        self.course = course_of(game)
        _, self.summary, model, self.unsaved = course_standing.present_learner()
        self.standing = course_standing.part_standings(self.course, self.summary)
        self.rules = course_standing.rule_states(course_standing.known_rules(game, model))
        self.questions = course_standing.todays_questions(game, model, shown_clauses(game, self.summary))
        self.chapters = course_standing.states_by_chapter(game, self.rules)
        self.here = course_standing.current_part(self.standing)
        self.page = Page("course", language, bar=self._bar(), data=self._data())

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key, in the learner's language."""
        return format_message(f"course.{key}", self.language, **facts)

    def _bar(self) -> shapes.Bar:
        return {"home": page_link(), "crumbs": [{"text": load_look(self.game.name)["title"], "href": ""}]}

    def _data(self) -> dict[str, object]:
        view = load_look(self.game.name)
        return {
            "title": view["title"],
            "seal": view["seal"],
            "hue": view["hue"],
            "status": self._status(),
            "ways": self._ways(self.summary),
            "today": next_panel(self.course, self.summary, self.questions, self.language),
            "path": [*map(self._station, self.standing), *map(self._tail, self._behind())],
            "chapters": self._chapters(),
            "notice": format_message("lesson.unsaved", self.language, why=self.unsaved) if self.unsaved else "",
        }

    def _status(self) -> str:
        done = sum(one.state == "done" for one in self.standing)
        told = self.say("lessons_done", done=done, count=len(self.standing))
        left = sum(one.minutes for one in self.standing if one.state != "done")
        return f"{told} · {self.say('left', minutes=left)}" if left else told

    def _ways(self, summary: Summary) -> list[dict[str, str]]:
        half = summary.games.get((whole_game(self.game.name), ""))
        under_way = half is not None and half.verdict != "over"
        return [
            {
                "name": name,
                "text": self.say("go_on_game" if name == "play" and under_way else name),
                "href": page_link(f"{self.game.name}/{name}.ipynb"),
            }
            for name in WAYS_OUT
            if has_page(f"{self.game.name}/{name}.ipynb")
        ]

    # The path.

    def _station(self, one: PartStanding) -> dict[str, object]:
        lesson, part = one.part.lesson, one.part
        number = self.standing.index(one) + 1
        due = course_standing.due_in_part(part, self.chapters)
        station = {
            "key": lesson.name,
            "state": "now" if one is self.here else one.state,
            "sort": lesson.sort,
            "number": number,
            "title": lesson.title,
            "line": part.line,
            "game": part.game,
            "due": self.say("due", count=due) if due else "",
            "steps": self.say("puzzles_count" if lesson.sort == "puzzles" else "steps", count=len(lesson.steps)),
            "time": "" if one.state == "done" else self.say("minutes", minutes=one.minutes),
            "done": self.say("done"),
            "href": page_link(lesson.page),
        }
        return station | self._opened(one) if one is self.here else station

    def _opened(self, one: PartStanding) -> dict[str, object]:
        """Return the details of the part to continue with: its position in the course, the button, and its contents."""
        steps = one.part.lesson.steps
        begun = one.state == "begun"
        return {
            "badge": self.say("step", place=steps.index(one.next) + 1, count=len(steps)) if begun else self.say("next"),
            "label": self.say(one.part.lesson.sort, number=self.standing.index(one) + 1),
            "button": self.say("go_on" if begun else "begin"),
            "href": page_link(one.part.lesson.page, step=one.next),
            "left": self.say("left_here", minutes=one.minutes),
            "sections": [self._section(name, ids, one) for name, ids in one.part.sections.items()],
        }

    def _section(self, name: str, ids: tuple[str, ...], one: PartStanding) -> dict[str, object]:
        done = sum(id in one.done for id in ids)
        text = self.say("of", done=done, count=len(ids)) if name != "game" else one.part.game
        puzzles = name == "steps" and one.part.lesson.sort == "puzzles"
        return {
            "name": name,
            "title": self.say("part_puzzles" if puzzles else f"part_{name}"),
            "text": text,
            "complete": done == len(ids),
            "share": round(100 * done / len(ids)),
        }

    def _behind(self) -> list[str]:
        """Return the pages after the lessons; the exam is included only if there are enough questions for one."""
        enough = all(has_enough(self.game.name, part) for part in GRADES["player"])
        return [name for name in self.course.tail if name != WHERE or enough]

    def _tail(self, name: str) -> dict[str, object]:
        """Return an entry after the lessons: endless puzzles, practice, or the exam."""
        habits = len(habits_of(self.game.name)) if name == "mined" else 0
        more = [self.say("tail_habits", count=habits)] if habits else []
        passed = name == WHERE and self.summary.settings.get(exam_switch(self.game.name), False)
        return {
            "key": name,
            "state": "done" if passed else "todo",
            "done": self.say("done"),
            "sort": "puzzles" if name == "mined" else name,
            "title": self.say(f"tail_{name}"),
            "line": " ".join([self.say(f"tail_{name}_line"), *more]),
            "game": "",
            "due": "",
            "steps": "",
            "time": self.say(f"tail_{name}_time"),
            "href": page_link(f"{self.game.name}/{name}.ipynb"),
        }

    # The rules, by chapter.

    def _chapters(self) -> dict[str, object]:
        sections = self.game.rulebook.sections
        here = self.here.part.chapters if self.here else ()
        first = {clause.section: id for id, clause in reversed(self.game.rulebook.clauses.items())}
        rows = []
        for number, states in self.chapters.items():
            counts = {state: states.count(state) for state in STATES}
            every = self.say("of_all", count=len(states))
            told = ", ".join(self.say(f"count_{state}", count=counts[state]) for state in STATES)
            rows.append(
                {
                    "number": number,
                    "title": sections[number],
                    "marks": states,
                    "known": counts[course_standing.KNOWN],
                    "of": every,
                    "here": number in here,
                    "label": f"{number} {sections[number]} {counts[course_standing.KNOWN]} {every}: {told}",
                    "href": page_link(f"{self.game.name}/rulebook.ipynb", clause=first[number]),
                }
            )
        known = list(self.rules.values())
        summed = [{"state": state, "count": known.count(state), "text": self.say(f"mark_{state}")} for state in STATES]
        return {"counts": [one for one in summed if one["count"] or one["state"] != DUE], "rows": rows}
