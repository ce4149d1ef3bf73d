"""Opens cells of the mechanics table: the demonstration of one answer, or of all games' answers side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import engines
from engines.errors import require_known
from tutor.compare.board_row import BoardRow
from tutor.compare.comparison_page import game_badge
from tutor.compare.demonstrations import deciding_decks, find_demonstration
from tutor.compare.game_names import short_title
from tutor.compare.mechanics import DesignQuestion, answered_games, load_questions
from tutor.controllers.projector import Projector
from tutor.matches import demonstration, feedback
from tutor.messages.commands import command
from tutor.navigation.links import page_link
from tutor.pages.rulebook import checked_deck
from tutor.text import format_message
from tutor.widgets.page import Page

MOST_CLAUSES = 3
"""Maximum number of clauses shown for an answer; further ones only support it."""


def require_cell(where: str, question: str, game: str) -> None:
    """Raise DataError if the table does not have the question or the game; "" is always accepted."""
    games = answered_games()
    if question:
        require_known(question, [one.id for one in load_questions(games)], where, "question")
    if game:
        require_known(game, games, where, "game")


class AnswerCells:
    """Rows of the table, with at most one open cell.

    The page shows `games`, `rows` and `open`, the open cell or None.
    """

    page: Page

    def __init__(self, questions: Sequence[DesignQuestion], names: list[str], language: str) -> None:
        self.language, self.names = language, names
        self.questions = {one.id: one for one in questions}
        self.projector = Projector(language, self._leave, on_seek=self._seen)
        self.together: BoardRow | None = None

    def shown(self) -> dict[str, object]:
        """Return the rows as the page shows them while no cell is open."""
        rows = [self._row(one) for one in self.questions.values()]
        return {"games": [game_badge(name) for name in self.names], "rows": rows, "open": None}

    def begin(self, asked: Mapping[str, str]) -> None:
        """Open what an address asks for, at picture `at`: one cell, or a question in all games; otherwise nothing."""
        question, game, at = (asked.get(key, "") for key in ("question", "game", "at"))
        to = int(at) if at.isascii() and at.isdecimal() else 0
        if game:
            self.open(question, game)
            if to and self.page.data["open"]:
                self.projector.seek(to)
                self._seen(self.projector.at)
        else:
            self.side_by_side(question)
            if to:
                self.step(to)

    def _say(self, key: str, **facts: object) -> str:
        return format_message(f"mechanics.{key}", self.language, **facts)

    def _leave(self, clause: str) -> None:
        """Show the text of a clause that was clicked in the demonstration."""
        opened = self.page.data["open"]
        if opened and opened["game"] and clause not in [one["id"] for one in opened["clauses"]]:
            known = self._clauses(opened["game"], [clause])
            self.page.put(open={**opened, "clauses": [*opened["clauses"], *known]})

    def _seen(self, at: int) -> None:
        """Record in the address which picture of the open cell is visible."""
        if opened := self.page.data["open"]:
            self.page.put(open={**opened, "to": at})

    def _row(self, question: DesignQuestion) -> dict[str, object]:
        letters = {tag: chr(ord("a") + n) for n, tag in enumerate(dict.fromkeys(question.tags()))}
        return {
            "id": question.id,
            "group": question.group,
            "text": question.text,
            "kinds": question.kinds,
            "cells": [
                {
                    "game": name,
                    "text": answer.text,
                    "clause": answer.clauses[0],
                    "same": letters[answer.tag],
                    "board": bool(answer.show),
                    "checked": bool(answer.checks) or answer.text != answer.pattern,
                }
                for name, answer in question.answers.items()
            ],
            "search": " ".join(
                [question.text, *(f"{one.text} {' '.join(one.clauses)}" for one in question.answers.values())]
            ).lower(),
        }

    # The open cell.

    @command("open")
    def open(self, question: str, game: str) -> None:
        """Open the cell of a question and a game, with its demonstration.

        If there is no such cell, close the open one.
        """
        if question not in self.questions or game not in self.names:
            return
        answer = self.questions[question].answers[game]
        scenario = find_demonstration(game, answer)
        shown = demonstration.film_scenario(scenario, engines.load(game), self.language) if scenario else None
        self.projector.show(shown)
        self.together = None
        opened = {
            "question": question,
            "game": game,
            "title": f"{short_title(game)}: {answer.text}",
            "clauses": self._clauses(game, list(answer.clauses[:MOST_CLAUSES])),
            "demo": demonstration.scenario_title(scenario) if scenario else "",
            "checked": self._say("checked") if answer.checks or answer.text != answer.pattern else "",
            **({} if shown else self._instead(self.questions[question], game)),
        }
        with self.page.hold_sync():
            self.page.put(open=opened)
            self.page.child = self.projector.stage if shown else None

    @command("all")
    def side_by_side(self, question: str) -> None:
        """Open the demonstrations of a question in every game, each on its own board beside the others."""
        if question not in self.questions:
            return
        answers = self.questions[question].answers
        found = {name: find_demonstration(name, answer) for name, answer in answers.items()}
        shown = {
            name: demonstration.film_scenario(one, engines.load(name), self.language) if one else None
            for name, one in found.items()
        }
        self.together = BoardRow(shown, self.language, self.tell)
        columns = [
            {
                "game": game_badge(name),
                "text": answer.text,
                "demo": demonstration.scenario_title(one) if (one := found[name]) else "",
                "lines": self.together.lines(name),
                **({} if found[name] else self._instead(self.questions[question], name)),
            }
            for name, answer in answers.items()
        ]
        opened = {"question": question, "game": "", "title": self.questions[question].text, "all": columns}
        with self.page.hold_sync():
            self.page.put(open={**opened, "at": self.together.at, "to": 0, "end": self.together.end, "clause": None})
            self.page.child = self.together.box

    @command("step")
    def step(self, to: int, game: str = "") -> None:
        """Show picture `to` of the demonstration of one game, or of all games side by side."""
        opened = self.page.data["open"]
        if self.together is None or not opened or "all" not in opened:
            return
        to = max(0, min(to, self.together.end))
        if game:
            self.together.seek(game, to)
        else:
            self.together.step(to)
        self.page.put(open={**opened, "at": self.together.at, "to": to, "clause": None})

    @command("tell")
    def tell(self, game: str, id: str) -> None:
        """Show the text of a clause that was clicked in a line or on a board of the open row."""
        opened = self.page.data["open"]
        clauses = self._clauses(game, [id]) if game in self.names else []
        if opened and "all" in opened and clauses:
            self.page.put(open={**opened, "clause": {**clauses[0], "game": game_badge(game)}})

    @command("close")
    def close(self) -> None:
        """Close the open cell."""
        self.together = None
        with self.page.hold_sync():
            self.page.put(open=None)
            self.page.child = None

    def _instead(self, question: DesignQuestion, game: str) -> dict[str, object]:
        """Return what is shown for an answer that has no board: the decks that its clauses decide on, or counts."""
        played, answer = engines.load(game), question.answers[game]
        decks = [
            {"name": demonstration.scenario_title(one), **checked_deck(played, one, self.language)}
            for one in deciding_decks(game, answer)
        ]
        if question.group == "deck":
            return {"instead": self._say("instead_decks" if decks else "instead_clause"), "decks": decks}
        counted = self._say("instead_counted", rules=answer.text, all=len(list(played.rulebook)))
        return {"instead": counted, "decks": []}

    def _clauses(self, game: str, ids: list[str]) -> list[dict[str, object]]:
        found = feedback.known_entries(engines.load(game), ids)
        return [{**one, "href": page_link(f"{game}/rulebook.ipynb", clause=one["id"])} for one in found]
