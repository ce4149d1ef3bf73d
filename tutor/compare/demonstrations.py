"""Finds a demonstration of an answer in the mechanics table: a scenario, or decks whose legality the answer decides."""

from __future__ import annotations

from engines.checking.scenarios import Scenario, scenarios_of
from tutor.compare.mechanics import DesignAnswer
from tutor.matches import demonstration
from tutor.pages.rulebook import scenarios_by_clause

MOST_DECKS = 3
"""Maximum number of decks shown for an answer about decks."""


def find_demonstration(game: str, answer: DesignAnswer) -> Scenario | None:
    """Return the scenario that demonstrates an answer; None if the answer has no board."""
    return next(
        (one for one in scenarios_of(game) if answer.show and demonstration.scenario_title(one) == answer.show), None
    )


def deciding_decks(game: str, answer: DesignAnswer) -> list[Scenario]:
    """Return scenarios in which clauses of the answer decide whether a deck is legal."""
    by_clause = scenarios_by_clause(game)
    found = {
        one.name: one for clause in answer.clauses for one in by_clause.get(clause, ()) if demonstration.is_deck(one)
    }
    return list(found.values())[:MOST_DECKS]
