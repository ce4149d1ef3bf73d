"""The full game of an exam: its setup, and the judgement of the learner's play when it is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

import engines
from engines.kernel.chance import RandomSource
from engines.kernel.state import Action, State
from engines.search.players import BLUNDER
from tutor.event_log import Event
from tutor.matches.match import Match, Setup
from tutor.matches.setup import allowed_opponents

STEP = "game"
"""The step under which its moves are logged."""
STRENGTH = "beginner"
"""The bot against which it is played."""
REFUSED_ALLOWED, MISSED_ALLOWED = 3, 1
"""Maximum number of different refused tries, and of missed certain wins, in a game that passes."""
SKILL_NEEDED = 40
"""Minimum skill in a game that passes: 0 is choosing at random, 100 always choosing what looks best immediately."""
CONDITIONS = {"refused": REFUSED_ALLOWED, "missed": MISSED_ALLOWED, "skill": SKILL_NEEDED}
"""The facts in the sentence that says, before a game, when it passes."""


@dataclass(frozen=True, slots=True)
class GameFindings:
    """The findings about a full game.

    won : whether the learner won. turns : its number of turns. refused : number of different refused tries. missed :
    number of missed certain wins. choices : number of decisions that mattered. skill : how well these decisions were
    made, in percent: 0 is choosing at random, 100 choosing what looks best immediately (`Rules.heuristic`).
    """

    won: bool
    turns: int
    refused: int
    missed: int
    choices: int
    skill: int

    @property
    def passed(self) -> bool:
        """Whether the game passes; it need not be won."""
        return self.refused <= REFUSED_ALLOWED and self.missed <= MISSED_ALLOWED and self.skill >= SKILL_NEEDED

    def facts(self) -> dict[str, int]:
        """Return the findings as facts for the log."""
        counts = {name: int(getattr(self, name)) for name in ("won", "turns", "refused", "missed", "choices", "skill")}
        return {"passed": int(self.passed), **counts}


def exam_setup(game: str, seed: int) -> Setup:
    """Return the setup of an exam's game, with decks that the course uses for teaching, chosen by the seed."""
    rules, source = engines.load(game), RandomSource(seed)
    decks = list(rules.decks)
    you = decks[source.below(len(decks))]
    rivals = allowed_opponents(rules, you)
    others = [one for one in rivals if one != you] or rivals
    return Setup(game, you, others[source.below(len(others))], STRENGTH, seed=seed)


def quality_of(state: State, action: Action) -> float | None:
    """Return how good an action looks among the legal ones: 1 is the best, 0 like a random one, below 0 worse.

    Return None if the decision does not matter: before the first turn, or if all actions look about equally good.
    """
    if not state.turn or state.pending or len(state.actions) < 2:
        return None
    points = [state.game.rules.heuristic(state, one) for one in state.actions]
    best, usual = max(points), fmean(points)
    if best - min(points) < BLUNDER:
        return None
    return float((points[state.actions.index(action)] - usual) / (best - usual))


def skill_of(decisions: Iterable[tuple[State, Action]]) -> tuple[int, int]:
    """Return how well decisions were made, in percent, and how many of them mattered."""
    found = [quality for state, action in decisions if (quality := quality_of(state, action)) is not None]
    return (round(100 * fmean(found)) if found else 0), len(found)


def judge_game(match: Match, chosen: Sequence[Action], refused: Iterable[str]) -> GameFindings:
    """Return the findings about a finished game.

    chosen : the first action of each move of the learner's, in order. refused : the tries that were refused.
    """
    states = [point.state for point in match.table.history]
    skill, choices = skill_of(zip(states, chosen, strict=True))
    result = match.table.state.result
    return GameFindings(
        won=result is not None and result.winner == match.table.viewer,
        turns=match.table.state.turn,
        refused=len(set(refused)),
        missed=len(match.moments(MISSED_ALLOWED + 1)),
        choices=choices,
        skill=skill,
    )


def chosen_actions(match: Match, moves: Iterable[Event]) -> list[Action]:
    """Return the first action of each move of a replayed game. moves : the events of the moves."""
    numbers = [int(move.actions[0].split()[0]) for move in moves]
    return [point.state.actions[number] for point, number in zip(match.table.history, numbers, strict=True)]


def refused_tries(events: Iterable[Event], run: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the refused tries of a game, with the clauses that forbid each. run : the last run of the game."""
    runs: dict[str, list[Event]] = {}
    for event in events:
        if event.kind == "game":
            runs.setdefault(event.run, []).append(event)
    found: list[tuple[str, tuple[str, ...]]] = []
    while run in runs:
        those = runs.pop(run)
        found += [(event.actions[0], event.clauses) for event in those if event.verdict == "refused" and event.actions]
        run = dict(fact.partition("=")[::2] for fact in those[0].actions).get("parent", "")
    return found
