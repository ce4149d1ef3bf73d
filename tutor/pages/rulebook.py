"""The page of a rulebook: every clause and ruling, searchable, with its demonstrations played by the engine."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TypedDict

import engines
from engines.book.rulebook import Clause, Ruling
from engines.checking.scenarios import Scenario, read_file, scenarios_of
from engines.game import Game
from tutor.boards.presentation import describe_deck_size, load_look
from tutor.controllers.projector import Projector
from tutor.embed.reading import resolve_game
from tutor.matches import demonstration, feedback
from tutor.matches.demonstration import is_deck
from tutor.matches.house_rules import find_noted_rule
from tutor.messages import shapes
from tutor.messages.commands import command
from tutor.navigation.links import is_in_app, page_link, page_query
from tutor.navigation.page_header import page_bar
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page

LAB_PAGE = "classroom/house_rules.ipynb"
RULINGS_SECTION = 0
"""The number, in the list of sections, of the section with the rulings."""


def rulebook(game: str | Path | Game, clause: str = "") -> Page:
    """Return the page of a rulebook: every clause, ruling and term, with demonstrations.

    >>> tutor.rulebook("star_wars")

    Parameters
    ----------
    game
        The game's name, the game itself, or the file of a custom game.
    clause
        The clause or ruling to open; also `?clause=` in the address. By default the first clause is open.

    Raises DataError if the game or the clause is unknown.
    """
    known = resolve_game(game)
    if clause:
        known.rulebook.clause(str(clause).upper())
    return RulebookReader(known, str(clause or page_query().get("clause", "")), wanted_language()).book


class RulebookReader:
    """The rulebook being read: the open entry, and its current demonstration.

    The page shows `title`, `ja`, `text`, `sections` (`number`, `label`), `entries` (`id`, `title`, `ja`, `section`,
    `demos`, `text`), `open` (the id of the open entry), `asked` (True if the page was opened at a clause), and `entry`
    (the open entry). Its child widget shows the demonstration.
    """

    def __init__(self, game: Game, wanted: str, language: str) -> None:
        self.game, self.language = game, language
        order = [*game.rulebook.clauses, *game.rulebook.rulings]
        wanted = wanted.upper()
        self.asked = wanted in order
        self.open_id = wanted if self.asked else order[0]
        self.order = order
        self.demos = scenarios_by_clause(game.name)
        self.projector = Projector(language, self._open_if_there)
        title = format_message("book.title", language, game=load_look(game.name)["title"])
        self.book = Page(
            "book",
            language,
            bar=page_bar(game, "book.place", language) if is_in_app() else {},
            data={
                "title": title,
                "ja": format_message("book.ja", language),
                "asked": self.asked,
                "text": self._text(),
                "sections": self._sections(),
                "entries": self._entries(),
            },
        )
        self.book.answer_with(self)
        self.open(self.open_id)

    def _text(self) -> str:
        book = self.game.rulebook
        shown = sum(id in self.demos for id in book.clauses)
        key = "book.text" if book.rulings else "book.text_small" if shown else "book.text_own"
        return format_message(key, self.language, clauses=len(book.clauses), rulings=len(book.rulings), shown=shown)

    # Messages.

    @command("open")
    def _open_if_there(self, id: str) -> None:
        """Open an entry."""
        if id in self.order:
            self.open(id)

    @command("demo")
    def _show_demo(self, id: str) -> None:
        """Show a demonstration of the open entry by its number."""
        if id.isdecimal():
            self.show(int(id))

    # The open demonstration.

    def open(self, id: str) -> None:
        """Open an entry, with its first demonstration."""
        self.open_id = id
        self._put(open=id, notice="")
        self.show(0)

    def show(self, number: int) -> None:
        """Show demonstration `number` of the open entry, from its beginning."""
        scenarios = self.demos.get(self.open_id, [])
        chosen = scenarios[number] if number < len(scenarios) else None
        played = chosen is not None and not is_deck(chosen)
        self.projector.show(
            demonstration.film_scenario(chosen, self.game, self.language) if chosen and played else None
        )
        with self.book.hold_sync():
            self._put(entry=self._entry(number))
            self.book.child = self.projector.stage if played else None

    def _put(self, **changes: object) -> None:
        self.book.data = {**self.book.data, **changes}

    # The list.

    def _sections(self) -> list[dict[str, object]]:
        book = self.game.rulebook
        found = [{"number": number, "label": f"{number} {title}"} for number, title in book.sections.items()]
        return found + (
            [{"number": RULINGS_SECTION, "label": format_message("book.rulings", self.language)}]
            if book.rulings
            else []
        )

    def _entries(self) -> list[dict[str, object]]:
        rows = []
        for entry in self.game.rulebook:
            clause = isinstance(entry, Clause)
            title = entry.title if isinstance(entry, Clause) else entry.question
            more = entry.other_editions if isinstance(entry, Clause) else entry.why
            rows.append(
                {
                    "id": entry.id,
                    "title": title,
                    "ja": self._term(entry.id),
                    "section": entry.section if clause else RULINGS_SECTION,  # type: ignore[union-attr]
                    "demos": len(self.demos.get(entry.id, ())),
                    "text": f"{entry.text} {more}".strip(),
                }
            )
        return rows

    def _term(self, id: str) -> str:
        return self.game.words.term(f"clause.{id}", "ja")

    # The open entry.

    def _entry(self, playing: int) -> dict[str, object]:
        book, entry = self.game.rulebook, self.game.rulebook.clause(self.open_id)
        place = self.order.index(entry.id)
        scenarios = self.demos.get(entry.id, [])
        ruling = isinstance(entry, Ruling)
        chosen = scenarios[playing] if playing < len(scenarios) else None
        return {
            "id": entry.id,
            "text": entry.text,
            "title": entry.question if isinstance(entry, Ruling) else entry.title,
            "ja": self._term(entry.id),
            "section": format_message("book.rulings", self.language)
            if isinstance(entry, Ruling)
            else book.sections[entry.section],
            "why": entry.why if isinstance(entry, Ruling) else "",
            "other_editions": entry.other_editions if isinstance(entry, Clause) else "",
            "house_rule": self._house_rule(entry) if isinstance(entry, Clause) else None,
            "clauses": feedback.known_entries(self.game, list(entry.clauses)) if isinstance(entry, Ruling) else [],
            "rulings": [] if ruling else feedback.known_entries(self.game, list(entry.rulings)),  # type: ignore[union-attr]
            "misconceptions": [
                {"believes": one.believes, "truth": one.truth} for one in book.misconceptions if entry.id in one.clauses
            ],
            "steps": self._steps(entry.id),
            "before": self.order[place - 1] if place else "",
            "after": self.order[place + 1] if place + 1 < len(self.order) else "",
            "demos": [
                {"id": str(number), "name": demonstration.scenario_title(one), "on": number == playing}
                for number, one in enumerate(scenarios)
            ],
            "deck": checked_deck(self.game, chosen, self.language) if chosen is not None and is_deck(chosen) else None,
        }

    def _house_rule(self, clause: Clause) -> dict[str, str] | None:
        """Return the house rule that a clause's note describes: its text, and the address of its lab page ("" if none).

        Return None if the clause has no such note.
        """
        found = find_noted_rule(self.game, clause, self.language)
        if found is None:
            return None
        options = {"game": self.game.name, "rules": found.change}
        return {"text": found.title, "href": page_link(LAB_PAGE, **options) if found.offered else ""}

    def _steps(self, clause: str) -> list[dict[str, str]]:
        """Return the steps of the flow table that refer to a clause.

        If there are none, those whose actions require it.
        """
        phases = {phase.id: phase.title for phase in self.game.phases}
        steps = self.game.flow.steps
        names = [step.name for step in steps.values() if clause in step.clauses]
        if not names:
            kinds = [
                kind
                for kind in self.game.kinds.values()
                if clause in (kind.when_clause, *(need.clause for need in kind.requirements))
            ]
            names = list(dict.fromkeys(name for kind in kinds for name in kind.steps))
        return [
            {
                "name": name,
                "title": steps[name].title,
                "ja": self.game.words.term(f"step.{name}.title", "ja"),
                "phase": phases.get(steps[name].phase, ""),
            }
            for name in names
        ]


class CheckedDeck(TypedDict):
    """A deck, and the result of checking it."""

    legal: bool
    verdict: str
    reasons: list[shapes.Fact]
    cards: list[str]


def checked_deck(game: Game, scenario: Scenario, language: str) -> CheckedDeck:
    """Return the deck of a scenario with the result of checking it."""
    deck = scenario.data["deck"]
    reasons = game.check_deck(deck)
    cards = game.decks[deck].cards if isinstance(deck, str) else deck
    return {
        "legal": not reasons,
        "verdict": format_message(
            "book.deck_refused" if reasons else "book.deck_legal",
            language,
            cards=describe_deck_size(game, cards, language),
        ),
        "reasons": [feedback.reason_fact(game, reason) for reason in reasons],
        "cards": [f"{copies} {name}" for name, copies in cards.items()],
    }


@cache
def scenarios_by_clause(game: str) -> dict[str, list[Scenario]]:
    """Return the scenarios that demonstrate each clause, the most relevant ones first."""
    found: dict[str, list[Scenario]] = {}
    small = Path(engines.__file__).with_name(f"{game}.scenarios.toml")  # of a small game
    for scenario in read_file(small) if small.exists() else scenarios_of(game):
        for clause in scenario.clauses:
            found.setdefault(clause, []).append(scenario)
    for clause, shown in found.items():
        shown.sort(key=lambda one: (not _tests(one, clause), len(one.clauses)))
    return found


def _tests(scenario: Scenario, clause: str) -> bool:
    """Return True if a scenario asserts exactly this clause, either as a reason or as the cause of an event."""
    fired = f"fired {clause}"
    return any(
        clause in (row.get("clause"), row.get("deck_refused")) or fired in (*row.get("expect", ()), *row.get("now", ()))
        for row in scenario.steps
    )
