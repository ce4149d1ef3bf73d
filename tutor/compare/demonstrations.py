"""What an answer of the mechanics table shows: the scenario that demonstrates it, or decks that its clauses decide."""

from __future__ import annotations

from engines.checking.scenarios import Scenario, of_game
from tutor.compare.mechanics import DesignAnswer
from tutor.matches import demonstration
from tutor.pages.rulebook import scenarios_by_clause

MOST_DECKS = 3
"""Show at most so many decks of an answer about decks."""


def find_demonstration(game: str, answer: DesignAnswer) -> Scenario | None:
    """Return the scenario that demonstrates an answer, the one it names; None for an answer without a board."""
    return next((one for one in of_game(game) if answer.show and demonstration.title(one) == answer.show), None)


def deciding_decks(game: str, answer: DesignAnswer) -> list[Scenario]:
    """Return scenarios in which the clauses of an answer decide whether a deck may be used."""
    by_clause = scenarios_by_clause(game)
    found = {
        one.name: one for clause in answer.clauses for one in by_clause.get(clause, ()) if demonstration.is_deck(one)
    }
    return list(found.values())[:MOST_DECKS]
