"""The home page: what comes next, the games with their courses, and the learner's own progress."""

from __future__ import annotations

import os
from collections.abc import Container, Mapping

from tutor import progress
from tutor.boards.presentation import load_look, playable_games
from tutor.courses import course_standing
from tutor.courses.loader import course_lessons, games_by_place, load_course
from tutor.courses.next_step import NextPanel, next_panel
from tutor.courses.shown_rules import shown_clauses
from tutor.matches.kept_games import whole_game
from tutor.messages.commands import ReadyCommand, command
from tutor.navigation.links import (
    IN_CLASS_VARIABLE,
    MAY_FORGET_VARIABLE,
    PAGES_ACROSS,
    has_page,
    is_in_class,
    is_on_site,
    page_link,
)
from tutor.summary import Summary
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page

OWN_DOORS = {"practice": "practice", "puzzles": "mined"}
"""Pages that have a link of their own for the game studied last, by the key of their text."""


def home() -> Page:
    """Return the home page: every game with its lessons, and the learner's progress."""
    return HomePage(wanted_language()).page


class HomePage:
    """The home page of one learner.

    It shows `title`, `text`, `count`, `go_on` (`badge`, `game`, `sort`, `title`, `button`, `href`, `note`), `games`,
    `doors`, `progress` and `notice`. The browser saves messages `{"type": "file", "name", "text"}` as files, and shows
    `{"type": "hand_in", "text"}` for copying.
    """

    def __init__(self, language: str, learner: str | None = None) -> None:
        self.language = language
        self.learner = learner or ""
        links = [
            {"text": self.say(key), "href": page_link(page)} for key, page in PAGES_ACROSS.items() if has_page(page)
        ]
        if room := os.environ.get(IN_CLASS_VARIABLE):
            links.insert(0, {"text": self.say("class"), "href": room})
        self.page = Page(
            "home", language, bar={"links": [*links, {"text": self.say("progress"), "href": "#tb-progress"}]}
        )
        self.page.answer_with(self, self._answer)
        self.show()

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key, in the learner's language."""
        return format_message(f"home.{key}", self.language, **facts)

    def _answer(self, run: ReadyCommand) -> None:
        if not self.learner:
            self.show()
            return
        try:
            run()
        except progress.ProgressError as error:
            self.show(str(error))

    @command("reset")
    def _reset(self) -> None:
        """Start over without any progress; the earlier progress is moved aside."""
        aside = progress.reset_log(self.learner)
        folder = self.say("class_folder") if is_in_class() else aside and aside.parent
        self.show(self.say("reset_done", file=aside.name, folder=folder) if aside else self.say("nothing_yet"))

    @command("export")
    def _export(self) -> None:
        """Send the progress to the browser as a file."""
        self.page.send({"type": "file", "name": "tebiki-progress.jsonl", "text": progress.export_log(self.learner)})

    @command("hand_in")
    def _hand_in(self) -> None:
        """Send the progress to the browser as a text to be handed in."""
        from tutor.classroom import short_text

        self.page.send({"type": "hand_in", "text": short_text.write_short_text(progress.read_log(self.learner).events)})

    @command("import")
    def _import(self, text: str | None = None, size: int = 0) -> None:
        """Import the text of a file; if the file is too large, only its size is sent."""
        self.show(self.say("too_large", size=round(size / 1e6)) if text is None else self._taken(text))

    def _taken(self, text: str) -> str:
        """Add the events in a file to the learner's own, and describe the result in one message."""
        from tutor.lessons.replay import is_consistent  # this imports the lessons, which are not needed otherwise

        taken = progress.import_log(self.learner, text, is_consistent)
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
        """Read the progress again and update the page."""
        self.learner, summary, self.model, unsaved = course_standing.present_learner(self.learner)
        if unsaved and not notice:
            notice = format_message("lesson.unsaved", self.language, why=unsaved)
        self.page.data = {
            "title": self.say("title"),
            "text": self.say("text"),
            "count": self.say("count"),
            "go_on": self._go_on(summary),
            "games": [self._game(name, summary) for name in games_by_place()],
            "doors": [*self._own_doors(summary), *self._doors()],
            "progress": self._progress(summary),
            "notice": notice,
        }

    def _doors(self) -> list[dict[str, str]]:
        """Return the links to the pages that are about all games."""
        return [
            {"title": self.say(key), "text": self._about_door(key), "href": page_link(page), "picture": key}
            for key, page in PAGES_ACROSS.items()
            if has_page(page)
        ]

    def _about_door(self, key: str) -> str:
        return self.say("classroom_text_site" if key == "classroom" and is_on_site() else f"{key}_text")

    def _own_doors(self, summary: Summary) -> list[dict[str, str]]:
        """Return the links to practice and puzzles for the most recently studied game."""
        [name, *_] = [*self._by_last(summary, [name for name in games_by_place() if name in playable_games()]), ""]
        return [
            {
                "title": self.say(key),
                "text": f"{load_look(name)['title']}: {self.say(f'{key}_text')}",
                "href": page_link(f"{name}/{page}.ipynb"),
                "picture": key,
            }
            for key, page in OWN_DOORS.items()
            if name and has_page(f"{name}/{page}.ipynb")
        ]

    def _go_on(self, summary: Summary) -> Mapping[str, object] | None:
        """Return the panel at the top: an unfinished game, the step to continue with, or the first lesson.

        None if none of them.
        """
        open_games = [name for name in games_by_place() if name in playable_games()]
        half = self._half_played(summary, open_games)
        if half is not None:
            return half
        panels: list[NextPanel] = []
        for name in self._by_last(summary, open_games):
            asked = course_standing.todays_questions(name, self.model, shown_clauses(name, summary))
            found = next_panel(load_course(name), summary, asked, self.language)
            if found is not None:
                panels.append({**found, "game": load_look(name)["title"]})
            if found is not None and found["sort"] != "play":
                break
        if not panels:
            return None
        panel = panels[-1] if panels[-1]["sort"] != "play" else panels[0]
        if panel["sort"] != "practice" and not summary.lessons:
            panel["badge"] = self.say("first")
        return {**panel, "sort": self.say("puzzles") if panel["sort"] == "puzzles" else ""}

    def _by_last(self, summary: Summary, names: list[str]) -> list[str]:
        """Return games in order, starting with the game whose lessons were used last."""
        touched = [(one.time, name.split("/")[0]) for name, one in summary.lessons.items()]
        last = ""
        for _, name in sorted(touched, key=lambda row: row[0]):
            last = name if name in names else last
        at = names.index(last) if last else 0
        return [*names[at:], *names[:at]]

    def _half_played(self, summary: Summary, open_games: Container[str]) -> dict[str, str] | None:
        """Return a link to an unfinished game; None if there is none, or if something else has been done since."""
        last = summary.half_played()
        if last is None or last.game not in open_games:
            return None
        where = next(
            (one for one in course_lessons(last.game) if one.name == last.lesson and last.step in one.steps), None
        )
        whole = last.lesson == whole_game(last.game)
        if not whole and where is None:
            return None
        return {
            "badge": self.say("half_played"),
            "game": load_look(last.game)["title"],
            "sort": "",
            "title": self.say("whole_game_name") if where is None else where.title,
            "button": self.say("go_on"),
            "href": page_link(f"{last.game}/play.ipynb") if where is None else page_link(where.page, step=last.step),
            "note": self.say("moves_made", moves=int(last.place) + (last.verdict in ("move", "hand"))),
        }

    def _game(self, name: str, summary: Summary) -> dict[str, object]:
        data = load_look(name)
        shown = {
            "name": name,
            "title": data["title"],
            "line": data["line"],
            "seal": data["seal"],
            "hue": data["hue"],
            "emblem": data["emblem"],
            "meta": " · ".join(self._lengths(name)),
            "open": name in playable_games(),
        }
        if not shown["open"]:
            return shown | {"status": self.say("in_preparation")}
        places = course_standing.part_standings(load_course(name), summary)
        done = sum(one.state == "done" for one in places)
        following = course_standing.current_part(places)
        begun = any(one.state != "todo" for one in places)
        buttons = []
        if following:
            lesson = following.part.lesson
            buttons.append(
                {
                    "text": self.say("go_on" if begun else "start"),
                    "href": page_link(lesson.page),
                    "label": lesson.title,
                }
            )
        half = summary.games.get((whole_game(name), ""))
        play = "go_on_game" if half is not None and half.verdict != "over" else "play"
        buttons += [
            {"text": self.say(key), "href": page_link(f"{name}/{page}"), "label": data["title"]}
            for key, page in (("course", "course.ipynb"), (play, "play.ipynb"))
            if has_page(f"{name}/{page}")
        ]
        return shown | {
            "done": done,
            "count": len(places),
            "status": self.say("lessons_done", done=done, count=len(places)),
            "complete": bool(places) and done == len(places),
            "buttons": buttons,
        }

    def _lengths(self, name: str) -> list[str]:
        """Return the duration of a game and, if it has lessons, of the lessons, as texts."""
        learn = sum(lesson.minutes() for lesson in course_lessons(name))
        lengths = [self.say("length", minutes=load_look(name)["minutes_game"])]
        return [*lengths, self.say("lessons_length", minutes=learn)] if learn else lengths

    def _progress(self, summary: Summary) -> dict[str, object]:
        steps = sum(len(lesson.done) for lesson in summary.lessons.values())
        text = (
            self.say("progress_text", steps=steps, rules=len(summary.clauses))
            if summary.lessons
            else self.say("nothing_yet_site" if is_on_site() else "nothing_yet")
        )
        if summary.lessons and os.environ.get(MAY_FORGET_VARIABLE):
            text = f"{text} {self.say('may_forget')}"
        broken = self.say("broken", count=summary.broken) if summary.broken else ""
        return {"text": text, "broken": broken, "any": bool(summary.lessons)}
