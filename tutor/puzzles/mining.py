"""The miner: plays seeded games between bots and looks at each decision for a goal that makes a puzzle.

The same seed gives the same puzzles. What is kept is proved, cut down, and unlike everything kept before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import engines
from engines.core.chance import Source
from engines.core.errors import IllegalDeck
from engines.core.game import Game
from engines.core.players import STRENGTHS
from engines.core.solver import TooDeep
from engines.core.state import State
from tutor.matches.keeping import digest
from tutor.matches.simulate import spread_work
from tutor.puzzles import documents, measuring, store
from tutor.puzzles.deciding import deciding
from tutor.puzzles.documents import Document
from tutor.puzzles.proving import Evidence, evidence, reachable
from tutor.puzzles.puzzle import Puzzle
from tutor.puzzles.targets import Target, targets

PLAYERS = ("greedy", "beginner", "newcomer")
"""Who plays the games; they change from game to game, so that tables look different."""

GAME_OVER = 300
"""So many decisions of a game are played at most."""

MOST_GAMES = 1_000_000
"""So many games are played at a time at most."""

WIDEST = 9
"""A decision with more first moves is no puzzle to look through, and long to prove."""

SAME_BEGINNING = 6
"""So many puzzles of one goal may begin with the same two moves."""


def states(game: Game, seed: int) -> Iterator[State]:
    """Play the game with this seed and yield its decisions of the player in seat 0 that have a choice."""
    source, decks = Source(seed), list(game.decks)
    chosen = tuple(decks[source.below(len(decks))] for _ in (0, 1)) if seed % 2 else (mixed(game, source),) * 2
    players = [STRENGTHS[PLAYERS[source.below(len(PLAYERS))]](seed + seat) for seat in (0, 1)]
    try:
        state = game.new((chosen[0], chosen[1]), seed)
    except IllegalDeck:
        state = game.new(None, seed)
    for _ in range(GAME_OVER):
        if state.result is not None:
            return
        chooses = state.seat_to_act_is(0) and 1 < len(state.actions) <= WIDEST and not state.step.pick
        if state.turn and chooses and not state.pending:
            yield state
        state.apply(players[state.seat_to_act](state))


def mixed(game: Game, source: Source) -> dict[str, int]:
    """Return a deck of cards from two decks of the game, as large as the first of them; legal or not."""
    every = list(game.decks.values())
    one, two = (every[source.below(len(every))].cards for _ in (0, 1))
    names = sorted({**one, **two})
    deck: dict[str, int] = {}
    while names and sum(deck.values()) < sum(one.values()):
        name = names.pop(source.below(len(names)))
        left = sum(one.values()) - sum(deck.values())
        deck[name] = min(left, {**one, **two}[name])
    return deck


def mine_game(name: str, seed: int) -> list[dict[str, Any]]:
    """Return the puzzles of one game between bots, as tables of the store."""
    game = engines.load(name)
    found: dict[str, Puzzle] = {}
    for state in states(game, seed):
        document = documents.written(state)
        if document is None:
            continue
        own = game.rules.table(state, 0).turn_player != 1
        for grades in targets(game, document, own):
            puzzle = _first(game, grades, seed)
            if puzzle is not None and puzzle.key not in found:
                found[puzzle.key] = puzzle
    return [puzzle.document() for puzzle in found.values()]


def _first(game: Game, grades: list[Target], seed: int) -> Puzzle | None:
    """Return the puzzle that the hardest grade makes which can be reached, None if it makes none."""
    hardest = None
    try:
        for target in grades if len(grades) > 1 else []:
            if not reachable(game, target):
                break
            hardest = target
        else:
            hardest = hardest or next(iter(grades), None)
        proof = evidence(game, hardest) if hardest is not None else None
        return made(game, hardest, proof, seed) if hardest is not None and proof is not None else None
    except TooDeep:
        return None


def made(game: Game, target: Target, proof: Evidence, seed: int) -> Puzzle | None:
    """Return the puzzle, cut down and measured; None if it does not stay one."""
    if measuring.too_easy(proof):
        return None
    first, tempting = proof.told

    def stays(smaller: Document) -> bool:
        try:
            other = evidence(game, target, smaller)
        except TooDeep:
            return False
        return other is not None and other.told == proof.told

    document = documents.cut_down(game, target.document, stays)
    last = evidence(game, target, document)
    if last is None or measuring.too_easy(last):
        return None
    rules = deciding(game, target, document)
    if not rules:
        return None
    found = measuring.found_by(last)
    return Puzzle(
        game.name,
        target.id,
        target.says,
        target.success,
        target.when,
        document,
        first,
        tuple(last.texts()),
        tempting,
        last.depth,
        last.width,
        seed,
        clauses=tuple(dict.fromkeys(clause for rule in rules for clause in rule.clauses)),
        rules=tuple(rule.id for rule in rules),
        themes=tuple(measuring.themes_of(last)),
        found=found,
        level=measuring.level_of(found, last.depth, last.width),
        key=digest(last.state),
    )


def beginning(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the goal of a puzzle and the first two moves of its solution."""
    return puzzle.target, *[text for seat, text in puzzle.line if seat == 0][:2]


def unlike(puzzles: list[Puzzle], other: Puzzle) -> bool:
    """Return True if a puzzle is unlike all others: its position, its solution, and not too often its beginning."""
    same = Counter(map(beginning, puzzles))[beginning(other)]
    return same < SAME_BEGINNING and all(
        (one.target, one.key) != (other.target, other.key) and one.shape != other.shape for one in puzzles
    )


def mine(
    name: str, wanted: int, path: Path | None = None, jobs: int = 1, games: int = MOST_GAMES, progress: bool = True
) -> int:
    """Mine until a file has the wanted number of puzzles or so many games are played; return how many it has.

    It goes on where the file ends, and every few games the file is written anew, so that nothing is lost by stopping.
    """
    from tqdm import tqdm

    path = path or store.path_of(name)
    head, kept = store.read(path) if path.exists() else ({}, ())
    puzzles, at = list(kept), int(head.get("next", 0))
    chunk = max(4, 2 * abs(jobs))
    with tqdm(total=wanted, initial=len(puzzles), unit=" puzzles", disable=None if progress else True) as bar:
        while len(puzzles) < wanted and games > 0:
            seeds = range(at, at + min(chunk, games))
            for rows in spread_work(mine_game, [(name, seed) for seed in seeds], jobs):
                for row in rows:
                    puzzle = store.puzzle_of(row, "mined")
                    if unlike(puzzles, puzzle):
                        puzzles.append(puzzle)
                        bar.update()
            at, games = seeds.stop, games - len(seeds)
            store.write(path, {"game": name, "next": at}, puzzles)
    return len(puzzles)
