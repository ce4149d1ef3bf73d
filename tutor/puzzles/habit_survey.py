"""Surveys the habits of a game in games between bots: `python -m tutor.puzzles.habit_survey altaria --write`.

In every game one position of each habit is drawn, if the habit applies at all. Both choices are played on to the end of
the game by Quick bots, in the same deals of all that the player cannot see. A habit is kept if its choice wins clearly
more often (`LEAST_GAIN`, `LEAST_BOUND`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import engines
from engines.errors import TebikiError
from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import Action, State
from engines.search.players import STRENGTHS, Player
from tutor.files import write_whole
from tutor.matches.habit_choices import NEITHER, Choices
from tutor.matches.habits import DEALS, HABITS_FILE, TESTS, Habit, HabitPosition, SurveyRow, choices_at, habits_of
from tutor.matches.lookahead import imagine_deal, result_of_play_out
from tutor.matches.setup import allowed_opponents
from tutor.puzzles import documents

BOT = "beginner"
"""The bots whose games yield the positions."""
PLAYER = "quick"
"""The bots that play them on."""
FIRST_SEED = 2_000_000
"""The seed before that of the first game. The habits were found in games with other seeds."""
GAMES, MOST_ROWS = 1600, 250
"""Maximum number of games, and of positions of each habit."""
LEAST_GAIN, LEAST_BOUND = 0.15, 0.08
"""Minimum difference of the shares of play-outs won, and of its lower bound, for a habit to be kept."""
POSITIONS, LEAST_MARGIN = 6, 0.25
"""Number of positions of each habit for learners, and the minimum difference there, in the survey and again."""
NO_TURN = 10**9
"""A turn that no game reaches."""


class FoundDecision(NamedTuple):
    """A decision of a bots' game at which a habit applies. against : whether the bot chose otherwise."""

    state: State
    number: int
    choices: Choices
    against: bool


def find_decisions(game: Game, seed: int) -> dict[str, FoundDecision]:
    """Play a game between bots; return, by habit, one decision at which it applies, drawn at random."""
    opponents = {deck: allowed_opponents(game, deck) for deck in game.decks}
    pairs = [(one, other) for one, other in product(game.decks, game.decks) if other in opponents[one]]
    state = game.new(pairs[seed % len(pairs)], seed=seed)
    players: list[Player] = [STRENGTHS[BOT](2 * seed + seat) for seat in (0, 1)]
    found: dict[str, list[FoundDecision]] = {}
    number = 0
    while state.result is None:
        action = players[state.seat_to_act](state)
        for id, choices in choices_at(state).items() if state.turn else ():
            found.setdefault(id, []).append(FoundDecision(state.copy(), number, choices, action in choices[1]))
        state.apply(action)
        number += 1
    return {id: some[RandomSource(seed).below(len(some))] for id, some in found.items()}


def best_looking(state: State, choice: Sequence[Action]) -> Action:
    """Return the action of a choice that looks best immediately."""
    return max(choice, key=lambda action: state.game.rules.heuristic(state, action))


def play_choices(state: State, choices: Choices, seed: int) -> tuple[float, float]:
    """Play both choices on in the same deals; return how many each wins, a draw counting half."""
    seat, source, wins = state.seat_to_act, RandomSource(seed), [0.0, 0.0]
    actions = [best_looking(state, choice) for choice in choices]
    for _ in range(DEALS):
        world, luck = imagine_deal(state, seat, source), source.below(1 << 30)
        for at, action in enumerate(actions):
            end = result_of_play_out(world, (action,), NO_TURN, luck)
            wins[at] += 0.5 if end is None or end.winner is None else end.winner == seat
    return wins[0], wins[1]


def survey_habits(game: Game, games: int = GAMES, most: int = MOST_ROWS) -> dict[str, list[SurveyRow]]:
    """Return the rows of each habit: its first `most` positions in a number of games."""
    rows: dict[str, list[SurveyRow]] = {id: [] for id in TESTS[game.name]}
    for seed in range(FIRST_SEED + 1, FIRST_SEED + 1 + games):
        for id, found in find_decisions(game, seed).items():
            if len(rows[id]) < most:
                wins = play_choices(found.state, found.choices, seed)
                rows[id].append(SurveyRow(seed, found.number, *wins, found.against))
        if min(map(len, rows.values())) >= most:
            break
    return rows


def choose_positions(game: Game, id: str, rows: Sequence[SurveyRow]) -> list[HabitPosition]:
    """Return positions for learners: those with a clear difference, also in fresh deals, the shortest ones first.

    The learner sits at seat 0.
    """
    found: list[tuple[int, HabitPosition]] = []
    for row in rows:
        if row.wins - row.other_wins >= LEAST_MARGIN * DEALS:
            here = find_decisions(game, row.seed)[id]
            one = write_position(id, here) if here.state.seat_to_act == 0 else None
            found += [(len(repr(one.position)), one)] if one is not None else []
    chosen = sorted(found, key=lambda pair: pair[0])
    clear = (one for _, one in chosen if one.wins - one.other_wins >= LEAST_MARGIN * DEALS)
    return [one for one, _ in zip(clear, range(POSITIONS), strict=False)]


def write_position(id: str, here: FoundDecision) -> HabitPosition | None:
    """Return a decision as a position for learners; None if it cannot be written, or reads differently."""
    document = documents.write_decision(here.state)
    try:
        placed = None if document is None else here.state.game.position(document, "habits")
    except TebikiError:
        placed = None
    texts = _texts_of(here.state, here.choices)
    if document is None or placed is None or _texts_of(placed, choices_at(placed).get(id, NEITHER)) != texts:
        return None
    action, other = (here.state.text(best_looking(here.state, choice)) for choice in here.choices)
    return HabitPosition(document, action, other, *play_choices(here.state, here.choices, here.number))


def _texts_of(state: State, choices: Choices) -> list[list[str]]:
    return [[state.text(action) for action in choice] for choice in choices]


def is_kept(habit: Habit) -> bool:
    """Return True if a habit's choice wins clearly more often."""
    gain = habit.gain
    return (gain.value or 0) >= LEAST_GAIN and (gain.low or 0) >= LEAST_BOUND


def describe_habit(habit: Habit) -> str:
    """Return the figures of a habit as one line."""
    gain, against = habit.gain, sum(row.against for row in habit.rows)
    assert gain.value is not None
    assert gain.low is not None
    assert gain.high is not None
    return (
        f"{habit.id}: {100 * habit.chance:.1f} against {100 * habit.other_chance:.1f} of 100; difference "
        f"{100 * gain.value:.1f} ({100 * gain.low:.1f} to {100 * gain.high:.1f}), n {gain.n}; "
        f"the bots chose otherwise in {against}"
    )


def write_habits(habits: dict[str, Sequence[Habit]]) -> None:
    """Store the habits of each game, one position a line."""
    games = []
    for game, found in habits.items():
        parts = []
        for habit in found:
            rows = ", ".join(json.dumps(row) for row in habit.rows)
            positions = ",\n".join(f"    {json.dumps(one._asdict(), ensure_ascii=False)}" for one in habit.positions)
            parts.append(f'  "{habit.id}": {{\n   "rows": [{rows}],\n   "positions": [\n{positions}\n   ]\n  }}')
        games.append(f' "{game}": {{\n' + ",\n".join(parts) + "\n }")
    write_whole(HABITS_FILE, "{\n" + ",\n".join(games) + "\n}\n")


def run_survey(arguments: Sequence[str] | None = None) -> int:
    """Survey the habits of a game, print their figures, and store those that are kept if asked."""
    parser = argparse.ArgumentParser(
        prog="python -m tutor.puzzles.habit_survey", description=(__doc__ or "").split(":")[0]
    )
    parser.add_argument("game", choices=sorted(TESTS))
    parser.add_argument("--games", type=int, default=GAMES, help="maximum number of games")
    parser.add_argument("--write", action="store_true", help=f"store the habits that are kept in {HABITS_FILE.name}")
    options = parser.parse_args(arguments)
    game, found = engines.load(options.game), list[Habit]()
    for id, rows in survey_habits(game, options.games).items():
        habit = Habit(game.name, id, tuple(rows), ())
        print(describe_habit(habit) + ("" if is_kept(habit) else "; not kept"))
        if is_kept(habit) and options.write:
            found.append(habit._replace(positions=tuple(choose_positions(game, id, rows))))
    if options.write:
        write_habits({**{name: habits_of(name) for name in TESTS}, game.name: found})
    return 0


if __name__ == "__main__":
    raise SystemExit(run_survey())
