"""The page of the mechanics table: one question, an answer of every game, and the difference played on a board."""

from __future__ import annotations

from typing import Any

import engines
from tutor.app.links import link, query
from tutor.app.projector import Projector
from tutor.app.rulebook import checked_deck
from tutor.boards.stage import Message
from tutor.compare import mechanics as table
from tutor.compare.handout import MOST_ROWS, handout
from tutor.compare.mechanics import Question
from tutor.compare.names import ordered, short
from tutor.compare.shown import deciding, demonstrating
from tutor.compare.together import Together
from tutor.compare.widgets import MechanicsPage, game_of
from tutor.matches import demonstration, feedback
from tutor.text import language as wanted_language
from tutor.text import say

MOST_CLAUSES = 3
"""Show at most so many clauses of an answer; the others only bear it out."""


def mechanics(question: str = "", game: str = "") -> MechanicsPage:
    """Return the page of the mechanics table.

    Parameters
    ----------
    question, game
        The cell to open; also `?question=` and `?game=` in the address. A question alone opens all games side by side,
        without it everything is closed. `?handout=` names questions, with commas, for a sheet to print.
    """
    asked = query() | {key: value for key, value in (("question", question), ("game", game)) if value}
    rosetta = Rosetta([name for name in ordered() if name in table.answered()], wanted_language())
    rosetta.hand_out(asked.get("handout", "").split(","))
    if asked.get("game"):
        rosetta.open(asked.get("question", ""), asked["game"])
    else:
        rosetta.side_by_side(asked.get("question", ""))
    return rosetta.page


class Rosetta:
    """The table, and the open cell with its demonstration."""

    def __init__(self, names: list[str], language: str) -> None:
        self.language, self.names = language, names
        self.questions = {one.id: one for one in table.questions(names)}
        self.projector = Projector(language, self._leave)
        self.together: Together | None = None
        groups = [{"id": id, "title": say(f"mechanics.group.{id}", language)} for id in table.GROUPS]
        data = {
            "title": self.say("title", count=spelled(len(names))),
            "text": self.say("text", questions=len(self.questions)),
            "games": [game_of(name) for name in names],
            "groups": groups,
            "rows": [self._row(one) for one in self.questions.values()],
            "open": None,
            "handout": [],
            "most": MOST_ROWS,
        }
        self.page = MechanicsPage("mechanics", language, data)
        self.page.on_message(self._command)

    def say(self, key: str, **facts: Any) -> str:
        """Return words of this page in the learner's language."""
        return say(f"mechanics.{key}", self.language, **facts)

    def _command(self, message: Message) -> None:
        if message["name"] == "open":
            self.open(str(message.get("question")), str(message.get("game")))
        elif message["name"] == "all":
            self.side_by_side(str(message.get("question")))
        elif message["name"] == "step" and isinstance(to := message.get("to"), int):
            self.step(to, str(message.get("game") or ""))
        elif message["name"] == "tell":
            self.tell(str(message.get("game")), str(message.get("id")))
        elif message["name"] == "close":
            self.close()
        elif message["name"] == "handout" and isinstance(rows := message.get("rows"), list):
            self.hand_out([str(row) for row in rows])
        elif message["name"] == "export":
            text = table.sheet(list(self.questions.values()))
            self.page.send({"type": "file", "name": "tebiki-mechanics.csv", "mime": "text/csv", "text": text})

    def _leave(self, clause: str) -> None:
        """Show what a clause says that was clicked in the demonstration."""
        opened = self.page.data["open"]
        if opened and opened["game"] and clause not in [one["id"] for one in opened["clauses"]]:
            known = self._clauses(opened["game"], [clause])
            self.page.put(open={**opened, "clauses": [*opened["clauses"], *known]})

    # The table.

    def _row(self, question: Question) -> dict[str, Any]:
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

    def open(self, question: str, game: str) -> None:
        """Open the cell of a question and a game, with its demonstration; anything else opens nothing."""
        if question not in self.questions or game not in self.names:
            return
        answer = self.questions[question].answers[game]
        scenario = demonstrating(game, answer)
        shown = demonstration.demonstrate(scenario, engines.load(game), self.language) if scenario else None
        self.projector.show(shown)
        self.together = None
        opened = {
            "question": question,
            "game": game,
            "title": f"{short(game)}: {answer.text}",
            "clauses": self._clauses(game, list(answer.clauses[:MOST_CLAUSES])),
            "demo": demonstration.title(scenario) if scenario else "",
            "checked": self.say("checked") if answer.checks or answer.text != answer.pattern else "",
            **({} if shown else self._instead(self.questions[question], game)),
        }
        with self.page.hold_sync():
            self.page.put(open=opened)
            self.page.child = self.projector.stage if shown else None

    def side_by_side(self, question: str) -> None:
        """Open the demonstrations of a question in every game, each on its own board beside the others."""
        if question not in self.questions:
            return
        answers = self.questions[question].answers
        found = {name: demonstrating(name, answer) for name, answer in answers.items()}
        shown = {
            name: demonstration.demonstrate(one, engines.load(name), self.language) if one else None
            for name, one in found.items()
        }
        self.together = Together(shown, self.language, self.tell)
        columns = [
            {
                "game": game_of(name),
                "text": answer.text,
                "demo": demonstration.title(one) if (one := found[name]) else "",
                "lines": self.together.lines(name),
                **({} if found[name] else self._instead(self.questions[question], name)),
            }
            for name, answer in answers.items()
        ]
        opened = {"question": question, "game": "", "title": self.questions[question].text, "all": columns}
        with self.page.hold_sync():
            self.page.put(open={**opened, "at": self.together.at, "to": 0, "end": self.together.end, "clause": None})
            self.page.child = self.together.box

    def step(self, to: int, game: str = "") -> None:
        """Show picture `to` of the demonstration of one game, or of all beside each other."""
        opened = self.page.data["open"]
        if self.together is None or not opened or "all" not in opened:
            return
        to = max(0, min(to, self.together.end))
        if game:
            self.together.seek(game, to)
        else:
            self.together.step(to)
        self.page.put(open={**opened, "at": self.together.at, "to": to, "clause": None})

    def tell(self, game: str, clause: str) -> None:
        """Tell what a clause says that was clicked in a line or on a board of the open row."""
        opened = self.page.data["open"]
        clauses = self._clauses(game, [clause]) if game in self.names else []
        if opened and "all" in opened and clauses:
            self.page.put(open={**opened, "clause": {**clauses[0], "game": game_of(game)}})

    def close(self) -> None:
        """Close the open cell."""
        self.together = None
        with self.page.hold_sync():
            self.page.put(open=None)
            self.page.child = None

    def hand_out(self, rows: list[str]) -> None:
        """Show some questions as a handout; without any that there is, the table again."""
        asked = [self.questions[row] for row in dict.fromkeys(rows) if row in self.questions]
        self.page.put(handout=handout(asked, self.language))

    def _instead(self, question: Question, game: str) -> dict[str, Any]:
        """Return what an answer without a board shows: decks that its clauses decide, or what was counted."""
        played, answer = engines.load(game), question.answers[game]
        decks = [
            {"name": demonstration.title(one), **checked_deck(played, one, self.language)}
            for one in deciding(game, answer)
        ]
        if question.group == "deck":
            return {"instead": self.say("instead_decks" if decks else "instead_clause"), "decks": decks}
        counted = self.say("instead_counted", rules=answer.text, all=len(list(played.rulebook)))
        return {"instead": counted, "decks": []}

    def _clauses(self, game: str, ids: list[str]) -> list[dict[str, Any]]:
        found = feedback.known(engines.load(game), ids)
        return [{**one, "href": link(f"{game}/rulebook.ipynb", clause=one["id"])} for one in found]


def spelled(count: int) -> str:
    """Return a small number as a word."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    return words[count] if count < len(words) else str(count)
