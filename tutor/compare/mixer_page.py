"""The mixer page: choose an answer to each question from one of the games, and see what is left to settle."""

from __future__ import annotations

import base64

from tutor.compare import mechanics as table
from tutor.compare import mixed_game, mixer
from tutor.compare.answer_cells import require_cell
from tutor.compare.comparison_page import comparison_page, game_badge
from tutor.compare.game_names import order_games, short_title
from tutor.compare.mechanic_page import clause_chip
from tutor.compare.mixer import MixConflict
from tutor.compare.ties import game_of
from tutor.messages.commands import command
from tutor.navigation.links import page_query
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page


def mix(picks: str = "") -> Page:
    """Return the mixer: choose an answer to each question, see the conflicts, and start a small game from the mix.

    >>> tutor.mix("win.star_wars,damage.altaria")

    picks : the initial mix, in the same format as `?mix=` in the address. Raises DataError if a question or game is
    unknown.
    """
    for pick in filter(None, picks.split(",")):
        require_cell("tutor.mix", *pick.strip().partition(".")[::2])
    return MixerPage(picks or page_query().get("mix", ""), wanted_language()).page


class MixerPage:
    """A mix being edited: the chosen answer to each question, and what follows from it.

    The browser saves each message `{"type": "file", "name", "base64"}` as a file.
    """

    def __init__(self, wanted: str, language: str) -> None:
        self.language = language
        self.names = [name for name in order_games() if name in table.answered_games()]
        self.questions = mixer.mixable_questions(self.names)
        self.picks = mixer.read_mix(wanted, self.questions)
        data = {
            "title": self.say("title"),
            "text": self.say("text", count=len(self.names)),
            "games": [game_badge(name) for name in self.names],
            "groups": [{"id": id, "title": format_message(f"mechanics.group.{id}", language)} for id in table.GROUPS],
            "rows": [self._row(id) for id in self.questions],
            "longest": mixed_game.LONGEST_TITLE,
            **self._follows(),
        }
        self.page = comparison_page("mixer", "mixer", language, data)
        self.page.answer_with(self)

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key, in the learner's language."""
        return format_message(f"mixer.{key}", self.language, **facts)

    @command("from")
    def _take_all_from(self, game: str) -> None:
        """Choose every answer of a game."""
        if game in self.names:
            self.put(dict.fromkeys(self.questions, game))

    @command("clear")
    def _clear(self) -> None:
        """Clear all answers."""
        self.put({})

    @command("pick")
    def pick(self, question: str, game: str) -> None:
        """Choose a game's answer; choosing it again clears the question."""
        if question not in self.questions or game not in self.questions[question].answers:
            return
        others = {id: chosen for id, chosen in self.picks.items() if id != question}
        self.put(others if self.picks.get(question) == game else others | {question: game})

    def put(self, picks: dict[str, str]) -> None:
        """Show another mix."""
        self.picks = {id: picks[id] for id in self.questions if id in picks}
        self.page.put(notice="", **self._follows())

    @command("begin")
    def begin(self, title: str) -> None:
        """Send the files of the small game as an archive."""
        files = mixed_game.mixed_game_files(title, self.picks, self.questions, self.language)
        name = next(iter(files)).rpartition(".")[0]
        packed = base64.b64encode(mixed_game.zip_files(files, name)).decode()
        self.page.send({"type": "file", "name": f"{name}.zip", "mime": "application/zip", "base64": packed})
        self.page.put(notice=format_message("begun.ready", self.language, name=name))

    # What is shown.

    def _row(self, id: str) -> dict[str, object]:
        question = self.questions[id]
        cells = [
            {"game": name, "text": answer.text, "clause": {**clause_chip(name, answer.clauses[0]), "text": ""}}
            for name, answer in question.answers.items()
        ]
        return {"id": id, "group": question.group, "text": table.question_text(id, self.language), "cells": cells}

    def _follows(self) -> dict[str, object]:
        """Return what follows from the mix: conflicts, issues to settle, and open questions."""
        conflicts = mixer.find_conflicts(self.picks)
        counts = [(name, list(self.picks.values()).count(name)) for name in self.names]
        return {
            "picks": self.picks,
            "mix": mixer.format_mix(self.picks),
            "from": [{**game_badge(name), "count": count} for name, count in counts if count],
            "games_of": ", ".join(short_title(name) for name, count in counts if count),
            "conflicts": [self._conflict(one, n + 1) for n, one in enumerate(conflicts)],
            "settle": self._settle(),
            "open": mixer.open_questions(self.picks, self.questions),
        }

    def _conflict(self, one: MixConflict, number: int) -> dict[str, object]:
        return {
            "n": number,
            "questions": one.questions,
            "title": format_message(f"tie.{one.tie.id}.title", self.language),
            "one": format_message(f"tie.{one.tie.id}.one", self.language),
            "answers": [clause_chip(game_of(answer), clause) for answer, clause in one.one.items()],
            "other": format_message(f"tie.{one.tie.id}.other", self.language),
            "others": [clause_chip(game_of(answer), clause) for answer, clause in one.other.items()],
        }

    def _settle(self) -> list[dict[str, str]]:
        """Return what the mix must settle: issues its answers raise together, and open questions they depend on."""
        raised = [
            {
                "id": one.id,
                "text": format_message(f"settle.{one.id}.ask", self.language),
                "because": format_message(f"settle.{one.id}.because", self.language),
                "question": "",
            }
            for one in mixer.raised_issues(self.picks)
        ]
        needed = [
            {
                "id": f"open {one.question}",
                "text": table.question_text(one.question, self.language),
                "because": mixer.explain_need(one, self.questions, self.language),
                "question": one.question,
            }
            for one in mixer.needed_questions(self.picks)
        ]
        return [*raised, *needed]
