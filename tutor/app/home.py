"""Home: where to go on, the games with their lessons, and the learner's own progress."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import engines
from tutor import progress
from tutor.app.links import has_page, link, query
from tutor.app.widgets import Home
from tutor.boards.presentation import look, playable
from tutor.boards.stage import Message
from tutor.courses.loader import Outline, games, lessons
from tutor.matches.feedback import known
from tutor.matches.keeping import whole_game
from tutor.progress import Summary
from tutor.text import language as wanted_language
from tutor.text import say

DOORS = {"compare": "compare/mechanics.ipynb", "classroom": "classroom/index.ipynb"}
"""Pages about all games, by the key of their words; shown once there is such a notebook."""


def home() -> Home:
    """Return the home page."""
    return Entrance(wanted_language()).page


class Entrance:
    """The home page of one learner."""

    def __init__(self, language: str, learner: str | None = None) -> None:
        self.language = language
        self.learner = learner or ""
        links = [{"text": self.say(key), "href": self.link(page)} for key, page in DOORS.items() if has_page(page)]
        self.page = Home(language, bar={"links": [*links, {"text": self.say("progress"), "href": "#tb-progress"}]})
        self.page.on_message(self._command)
        self.show()

    def say(self, key: str, **facts: Any) -> str:
        """Return words of this page in the learner's language."""
        return say(f"home.{key}", self.language, **facts)

    def link(self, page: str, **options: Any) -> str:
        """Return the address of a page, in the language of this one."""
        return link(page, lang=query().get("lang"), **options)

    def _command(self, message: Message) -> None:
        if not self.learner:
            self.show()
            return
        try:
            self._carry_out(message)
        except progress.ProgressError as error:
            self.show(str(error))

    def _carry_out(self, message: Message) -> None:
        if message["name"] == "reset":
            aside = progress.reset(self.learner)
            notice = self.say("reset_done", file=aside.name, folder=aside.parent) if aside else self.say("nothing_yet")
            self.show(notice)
        elif message["name"] == "export":
            self.page.send({"type": "file", "name": "tebiki-progress.jsonl", "text": progress.export(self.learner)})
        elif message["name"] == "import" and isinstance(message.get("text"), str):
            self.show(self._taken(message["text"]))
        elif message["name"] == "import" and isinstance(message.get("size"), int | float):
            self.show(self.say("too_large", size=round(message["size"] / 1e6)))

    def _taken(self, text: str) -> str:
        """Add the events of a file to the learner's own, and say in one message what came of it."""
        from tutor.lessons.replay import plays  # brings the lessons with it, which this page else does without

        taken = progress.take_in(self.learner, text, plays)
        if not taken.found:
            return self.say("no_progress")
        parts = [self.say("taken", count=taken.added)]
        if taken.refused:
            first = taken.refused[0]
            parts.append(self.say("refused", count=len(taken.refused), step=first.step, lesson=first.lesson))
        if taken.broken:
            parts.append(self.say("broken", count=taken.broken))
        return " ".join([*parts, self.say("kept")])

    def show(self, notice: str = "") -> None:
        """Read the progress anew and draw the page."""
        self.learner, summary, unsaved = progress.present(self.learner)
        if unsaved and not notice:
            notice = say("lesson.unsaved", self.language, why=unsaved)
        self.page.data = {
            "title": self.say("title"),
            "text": self.say("text"),
            "count": self.say("count"),
            "go_on": self._go_on(summary),
            "games": [self._game(name, summary) for name in games()],
            "doors": [
                {"title": self.say(key), "text": self.say(f"{key}_text"), "href": self.link(page), "picture": key}
                for key, page in DOORS.items()
                if has_page(page)
            ]
            + self._refresh(summary),
            "progress": self._progress(summary),
            "notice": notice,
        }

    def _go_on(self, summary: Summary) -> dict[str, str] | None:
        """Return the panel at the top: a half-played game, the step to go on with, or the first lesson."""
        open_games = [name for name in games() if name in playable()]
        half = self._half_played(summary, open_games)
        if half is not None:
            return half
        outlines = {lesson.name: lesson for name in open_games for lesson in lessons(name)}
        found = summary.go_on({name: lesson.steps for name, lesson in outlines.items()})
        if found is None:
            return (
                None
                if not open_games
                else {
                    "badge": self.say("all_done"),
                    "game": look(open_games[0])["title"],
                    "sort": "",
                    "title": self.say("whole_game"),
                    "button": self.say("play"),
                    "href": self.link(f"{open_games[0]}/play.ipynb"),
                    "note": "",
                }
            )
        name, step = found
        lesson = outlines[name]
        begun = name in summary.lessons
        done = self._done(lesson, summary)
        left = self.say("left" if begun else "about", minutes=lesson.minutes(done))
        return {
            "badge": self._place(lesson, step) if begun else self.say("first" if not summary.lessons else "next"),
            "game": look(name.split("/")[0])["title"],
            "sort": self.say(lesson.sort) if lesson.sort == "puzzles" else "",
            "title": lesson.title,
            "button": self.say("go_on" if begun else "start"),
            "href": self.link(lesson.page, step=step),
            "note": f"{self.say('steps_done', done=len(done))} · {left}" if begun else left,
        }

    def _half_played(self, summary: Summary, open_games: Container[str]) -> dict[str, str] | None:
        """Return the way to a game that was left in the middle, if nothing else was done since."""
        last = summary.half_played()
        if last is None or last.game not in open_games:
            return None
        where = next((one for one in lessons(last.game) if one.name == last.lesson and last.step in one.steps), None)
        whole = last.lesson == whole_game(last.game)
        if not whole and where is None:
            return None
        return {
            "badge": self.say("half_played"),
            "game": look(last.game)["title"],
            "sort": "",
            "title": self.say("whole_game_name") if where is None else where.title,
            "button": self.say("go_on"),
            "href": self.link(f"{last.game}/play.ipynb") if where is None else self.link(where.page, step=last.step),
            "note": self.say("moves_made", moves=int(last.place) + (last.verdict == "move")),
        }

    def _place(self, lesson: Outline, step: str) -> str:
        return self.say("step", place=lesson.steps.index(step) + 1, count=len(lesson.steps))

    def _done(self, lesson: Outline, summary: Summary) -> list[str]:
        found = summary.lessons.get(lesson.name)
        return [step for step in lesson.steps if found and step in found.done]

    def _game(self, name: str, summary: Summary) -> dict[str, Any]:
        data = look(name)
        shown = {
            "name": name,
            "title": data["title"],
            "line": data["line"],
            "seal": data["seal"],
            "hue": data["hue"],
            "emblem": data["emblem"],
            "meta": " · ".join(self._lengths(name)),
            "open": name in playable(),
        }
        if not shown["open"]:
            return shown | {"status": self.say("in_preparation")}
        rows = [self._lesson(lesson, number, summary) for number, lesson in enumerate(lessons(name), 1)]
        done = sum(row["state"] == "done" for row in rows)
        following = next((row for row in rows if row["state"] == "begun"), None) or next(
            (row for row in rows if row["state"] == "todo"), None
        )
        begun = any(row["state"] != "todo" for row in rows)
        buttons = []
        if following:
            buttons.append(
                {
                    "text": self.say("go_on" if begun else "start"),
                    "href": following["href"],
                    "label": following["title"],
                }
            )
        half = summary.games.get((whole_game(name), ""))
        play = "go_on_game" if half is not None and half.verdict != "over" else "play"
        buttons += [
            {"text": self.say(key), "href": self.link(f"{name}/{page}"), "label": data["title"]}
            for key, page in (("course", "course.ipynb"), (play, "play.ipynb"), ("rulebook", "rulebook.ipynb"))
            if has_page(f"{name}/{page}")
        ]
        return shown | {
            "done": done,
            "count": len(rows),
            "status": self.say("lessons_done", done=done, count=len(rows)),
            "complete": bool(rows) and done == len(rows),
            "buttons": buttons,
            "lessons": rows,
            "lessons_title": self.say("lessons_of", game=data["title"]),
        }

    def _lengths(self, name: str) -> list[str]:
        """Return how long a game takes, and its lessons if there are any."""
        learn = sum(lesson.minutes() for lesson in lessons(name))
        lengths = [self.say("length", minutes=look(name)["minutes_game"])]
        return [*lengths, self.say("lessons_length", minutes=learn)] if learn else lengths

    def _lesson(self, lesson: Outline, number: int, summary: Summary) -> dict[str, Any]:
        done, step = self._done(lesson, summary), summary.next_step(lesson.name, lesson.steps)
        if step is None:
            state, text = "done", self.say("lesson_done")
        elif lesson.name in summary.lessons:
            state, text = "begun", f"{self._place(lesson, step)} · {self.say('steps_done', done=len(done))}"
        else:
            state, text = "todo", self.say("minutes", minutes=lesson.minutes())
        row = {"number": number, "title": lesson.title, "sort": self.say(lesson.sort), "state": state, "text": text}
        return row | {"href": self.link(lesson.page)}

    def _refresh(self, summary: Summary) -> list[dict[str, str]]:
        """Return a door to the rules that are due: those that the last answer got wrong, the worst known first."""
        weak = [id for id, one in summary.clauses.items() if one.due]
        weak.sort(key=lambda id: summary.clauses[id].right - summary.clauses[id].seen)
        of = {engines.load(name).rulebook.prefix: name for name in playable()}
        rules = [rule for id in weak if (game := of.get(id.split("-")[0])) for rule in known(engines.load(game), [id])]
        if not rules:
            return []
        return [
            {
                "title": self.say("refresh"),
                "text": " · ".join(f"{rule['id']}\u00a0{rule['title']}" for rule in rules[:3]),
                "picture": "refresh",
                "href": self.link(f"{of[rules[0]['id'].split('-')[0]]}/rulebook.ipynb", clause=rules[0]["id"]),
            }
        ]

    def _progress(self, summary: Summary) -> dict[str, Any]:
        steps = sum(len(lesson.done) for lesson in summary.lessons.values())
        text = (
            self.say("progress_text", steps=steps, rules=len(summary.clauses))
            if summary.lessons
            else self.say("nothing_yet")
        )
        broken = self.say("broken", count=summary.broken) if summary.broken else ""
        return {"text": text, "broken": broken, "any": bool(summary.lessons)}
