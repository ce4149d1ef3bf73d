"""The page of a mechanic: what it is, which games have it, what it needs and conflicts with, and its effect."""

from __future__ import annotations

import engines
from engines.errors import require_known
from tutor.compare import ablation, named_mechanics
from tutor.compare import mechanics as table
from tutor.compare.answer_cells import AnswerCells, require_cell
from tutor.compare.comparison_page import comparison_link, comparison_page, game_badge
from tutor.compare.game_names import order_games
from tutor.compare.handout import MOST_ROWS
from tutor.compare.mixer import format_mix
from tutor.compare.named_mechanics import Mechanic
from tutor.compare.ties import Tie, game_of, question_of
from tutor.navigation.links import has_page, page_link, page_query
from tutor.text import format_message, load_catalogue
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page


def mechanic(name: str = "", question: str = "", game: str = "") -> Page:
    """Return the page of a mechanic, optionally with an open cell, or the list of all mechanics.

    >>> tutor.mechanic("dice")

    Parameters
    ----------
    name
        Its id, also `?mechanic=` in the address; if it is missing, or unknown in the address, all mechanics are listed.
    question, game
        The cell to open, also `?question=` and `?game=`; a question alone opens all games side by side.

    Raises DataError if an argument is unknown.
    """
    if name:
        require_known(name, named_mechanics.named_mechanics(), "tutor.mechanic", "mechanic")
    require_cell("tutor.mechanic", question, game)
    given = (("mechanic", name), ("question", question), ("game", game))
    asked = page_query() | {key: value for key, value in given if value}
    language = wanted_language()
    chosen = named_mechanics.named_mechanics().get(asked.get("mechanic", ""))
    if chosen is None:
        return mechanic_list_page(asked.get("mechanic", ""), language)
    about = MechanicPage(chosen, language)
    about.begin(asked)
    return about.page


def mechanic_list_page(wanted: str, language: str) -> Page:
    """Return the list of all mechanics. wanted : the unknown id that was asked for, "" if none was."""
    names = _games()
    questions = {one.id: one for one in table.load_questions(names)}
    data = {
        "title": format_message("mechanic.all", language),
        "text": format_message("mechanic.text", language),
        "notice": format_message("mechanic.unknown", language, name=wanted) if wanted else "",
        "back": comparison_link("mechanics"),
        "mechanic": None,
        "all": [
            {
                **_entry(one.id, language),
                "group": format_message(f"mechanics.group.{questions[one.questions[0]].group}", language),
                "games": [game_badge(name) for name in named_mechanics.games_having(one, questions)],
            }
            for one in named_mechanics.named_mechanics().values()
        ],
        "rows": [],
        "open": None,
    }
    return comparison_page("mechanic", "mechanics", language, data, "mechanic")


class MechanicPage(AnswerCells):
    """A mechanic with its rows of the table; at most one cell is open."""

    def __init__(self, chosen: Mechanic, language: str) -> None:
        names = _games()
        every = {one.id: one for one in table.load_questions(names, language)}
        super().__init__([every[id] for id in chosen.questions], names, language)
        self.chosen = chosen
        having = named_mechanics.games_having(chosen, every)
        ids = list(named_mechanics.named_mechanics())
        at = ids.index(chosen.id)
        data = {
            "title": format_message(f"mechanic_name.{chosen.id}", language),
            "text": format_message(f"mechanic_what.{chosen.id}", language),
            "kick": format_message("mechanic.kick", language, n=at + 1, all=len(ids)),
            **self.shown(),
            "mechanic": chosen.id,
            "names": {key: list(getattr(chosen, key)) for key in ("known", "bgg", "ludii")},
            "have": [game_badge(name) for name in names if name in having],
            "lack": [game_badge(name) for name in names if name not in having],
            "needs": self._needs(),
            "fights": [self._fight(one) for one in named_mechanics.conflict_ties(chosen)],
            "out": ablation.measured_effects(chosen.questions, language),
            "links": {
                "all": comparison_link("mechanic"),
                "back": comparison_link("mechanics"),
                "causes": comparison_link("causes"),
                "handout": comparison_link("mechanics", handout=",".join(chosen.questions[:MOST_ROWS])),
                "before": _entry(ids[at - 1], language) if at else None,
                "after": _entry(ids[at + 1], language) if at + 1 < len(ids) else None,
            },
        }
        self.page = comparison_page("mechanic", "mechanics", language, data, "mechanic")
        self.page.answer_with(self)

    def _needs(self) -> list[dict[str, object]]:
        """Return what this mechanic's answers need, each with these answers and the mechanics that meet it."""
        return [
            {
                "id": tie.id,
                "text": format_message(f"tie.{tie.id}.needs", self.language),
                "answers": _chips(self._of_mine(tie.one)),
                "pages": self._others(tie.other),
            }
            for tie in named_mechanics.need_ties(self.chosen)
            if f"tie.{tie.id}.needs" in load_catalogue("en")
        ]

    def _fight(self, tie: Tie) -> dict[str, object]:
        one, other = self._of_mine(tie.one), self._of_mine(tie.other)
        both = dict(answer.split(".") for answer in (next(iter(one)), next(iter(other))))
        return {
            "id": tie.id,
            "title": format_message(f"tie.{tie.id}.title", self.language),
            "one": format_message(f"tie.{tie.id}.one", self.language),
            "answers": _chips(one),
            "other": format_message(f"tie.{tie.id}.other", self.language),
            "others": _chips(other),
            "pages": self._others({**one, **other}),
            "mix": comparison_link("mixer", mix=format_mix(both)) if has_page("compare/mixer.ipynb") else "",
        }

    def _of_mine(self, side: dict[str, str]) -> dict[str, str]:
        """Return the answers on one side of a tie that belong to this mechanic.

        If none do, all answers on that side.
        """
        own = {answer: clause for answer, clause in side.items() if question_of(answer) in self.chosen.questions}
        return own or side

    def _others(self, side: dict[str, str]) -> list[dict[str, str]]:
        """Return the other mechanics to which answers on one side of a tie belong."""
        pages = dict.fromkeys(named_mechanics.mechanic_by_question()[question_of(answer)] for answer in side)
        return [_entry(id, self.language) for id in pages if id != self.chosen.id]


def _chips(side: dict[str, str]) -> list[dict[str, object]]:
    """Return the clauses of answers as chips, each clause once."""
    found = dict.fromkeys((game_of(answer), clause) for answer, clause in side.items())
    return [clause_chip(game, clause) for game, clause in found]


def clause_chip(game: str, clause: str) -> dict[str, object]:
    """Return a clause as a chip: its number, title and text, and its address in the rulebook of its game."""
    entry = engines.load(game).rulebook.clause(clause)
    href = page_link(f"{game}/rulebook.ipynb", clause=clause)
    return {"game": game_badge(game), "id": clause, "text": entry.text, "href": href}


def _entry(id: str, language: str) -> dict[str, str]:
    return {
        "id": id,
        "title": format_message(f"mechanic_name.{id}", language),
        "text": format_message(f"mechanic_what.{id}", language),
        "href": comparison_link("mechanic", mechanic=id),
    }


def _games() -> list[str]:
    return [name for name in order_games() if name in table.answered_games()]
