"""The miner: plays seeded games between bots, and examines each decision for a goal that makes a puzzle.

The same seed gives the same puzzles. Every puzzle that is stored has been proved and reduced, and differs from those
stored before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import engines
from engines.errors import IllegalDeck
from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import State
from engines.search.players import PLAYOUT_PLAYERS, greedy_player
from engines.search.solver import TooDeep
from tutor.lessons import goals
from tutor.lessons.loader import FIGHT_ENDS
from tutor.matches.kept_games import position_digest
from tutor.matches.simulate import spread_work
from tutor.puzzles import documents, measuring, store
from tutor.puzzles.documents import PLACING_ERRORS, Document, place_document
from tutor.puzzles.proving import Evidence, find_evidence, is_reachable, quick_moves
from tutor.puzzles.puzzle import Puzzle, puzzle_of
from tutor.puzzles.rule_dependence import add_deciding_rules
from tutor.puzzles.targets import Target, goals_of, iter_targets

PLAYERS = ("quick", "erratic", "reckless")
"""The bots that play the games; they alternate from game to game, so that positions vary."""

LONGEST_GAME = 300
"""Maximum number of decisions played in a game."""

MOST_GAMES = 1_000_000
"""Maximum number of games played in one run."""

MOST_FIRST_MOVES = 9
"""Maximum number of first moves in a puzzle; more would be tedious to consider and slow to prove."""

GOAL_SHARE = 1 / 3
"""Maximum share of a game's puzzles with the same goal, unless the goal's row says otherwise."""

LENGTH_SAMPLE = 4
"""Number of play-outs after which their length is checked."""

THINNING_ROUNDS = 6
"""Maximum number of times that a table is thinned out again while it yields puzzles."""

OBVIOUS_SHARE = 0.3
"""Maximum share of puzzles whose right move also looks best immediately."""

SAME_BEGINNING = 6
"""Maximum number of puzzles with one goal that begin with the same two moves."""


def play_states(game: Game, seed: int) -> Iterator[State]:
    """Play the game with this seed, and yield the decisions of the player in seat 0 that offer a choice."""
    source, decks = RandomSource(seed), list(game.decks)
    chosen = tuple(decks[source.below(len(decks))] for _ in (0, 1)) if seed % 2 else (mix_decks(game, source),) * 2
    players = [PLAYOUT_PLAYERS[PLAYERS[source.below(len(PLAYERS))]](seed + seat) for seat in (0, 1)]
    try:
        state = game.new((chosen[0], chosen[1]), seed)
    except IllegalDeck:
        state = game.new(None, seed)
    walks = goals_of(game.name).walks
    for _ in range(LONGEST_GAME):
        if state.result is not None:
            return
        if _has_choice(state):
            yield state
            for _ in range(walks):
                yield from _walk(state, source)
        state.apply(players[state.seat_to_act](state))


def _has_choice(state: State) -> bool:
    thin = goals_of(state.game.name).thin
    widest = thin.get("widest", MOST_FIRST_MOVES) if thin else MOST_FIRST_MOVES
    chooses = state.seat_to_act_is(0) and 1 < len(state.actions) <= widest and not state.step.pick
    return bool(state.turn) and chooses and not state.pending


def _walk(state: State, source: RandomSource) -> Iterator[State]:
    """Deal the unseen cards again, play to the end of the turn after next, and yield the decisions.

    The rival plays what looks best. The player chooses every kind of action equally often, but in half of the cases one
    of the kinds in `seek`.
    """
    here, rival = state.copy(), greedy_player(source.below(LONGEST_GAME))
    for seat in (0, 1):
        here.game.rules.determinise(here, seat, source)
    here.run()
    while here.result is None and here.turn <= state.turn + 2:
        if _has_choice(here):
            yield here
        kinds = sorted({action[0] for action in here.actions})
        sought = [kind for kind in kinds if kind in goals_of(here.game.name).seek]
        kind = sought[0] if sought and source.below(2) else kinds[source.below(len(kinds))]
        among = [action for action in here.actions if action[0] == kind]
        own = here.seat_to_act_is(0)
        here.apply(among[source.below(len(among))] if own else rival(here))


def mix_decks(game: Game, source: RandomSource) -> dict[str, int]:
    """Return a deck mixed from the cards of two decks of the game, as large as the first; it may be illegal."""
    every = list(game.decks.values())
    one, two = (every[source.below(len(every))].cards for _ in (0, 1))
    names = sorted({**one, **two})
    deck: dict[str, int] = {}
    while names and sum(deck.values()) < sum(one.values()):
        name = names.pop(source.below(len(names)))
        left = sum(one.values()) - sum(deck.values())
        deck[name] = min(left, {**one, **two}[name])
    return deck


def mine_game(name: str, seed: int, ids: tuple[str, ...] = ()) -> list[dict[str, object]]:
    """Return the puzzles from one game between bots, as rows of the store. ids : goals to use; by default all.

    The rules that decide the puzzles are found later (`rule_dependence.add_deciding_rules`). A table that yields a
    puzzle after being thinned out is thinned out in other ways, too.
    """
    game, source = engines.load(name), RandomSource(seed)
    found: dict[str, Puzzle] = {}
    known: set[tuple[str, ...]] = set()
    looked_at: set[str] = set()
    for state in play_states(game, seed):
        if (thin := goals_of(name).thin) and not documents.tries_in_step(thin, state.step.name):
            continue
        document = documents.write_decision(state)
        tables: Iterable[Document] = [document] if document is not None else []
        for _ in range(THINNING_ROUNDS):
            before = len(found)
            for table in documents.thin_out(game, document, thin, source) if document and thin else tables:
                if repr(table) in looked_at:
                    continue
                looked_at.add(repr(table))
                for puzzle in _of_table(game, state, table, seed, ids, source, known):
                    found.setdefault(puzzle.key, puzzle)
            if len(found) == before or not thin:
                break
    return [puzzle.document() for puzzle in found.values()]


def _of_table(
    game: Game,
    state: State,
    document: Document,
    seed: int,
    ids: tuple[str, ...],
    source: RandomSource,
    known: set[tuple[str, ...]],
) -> Iterator[Puzzle]:
    """Yield the puzzles in a position.

    If the position was thinned out, only those that begin differently from `known`.
    """
    own, deep, thin = game.rules.table(state, 0).turn_player != 1, set(), goals_of(game.name).thin
    groups = promising_targets(game, document, list(iter_targets(game, document, own, ids)), seed)
    if thin:
        groups = [groups[at] for at in documents.draw_numbers(len(groups), len(groups), source)]
    begun: set[str] = set()
    for grades in groups:
        horizon = grades[0].chance, grades[0].when in FIGHT_ENDS
        if horizon in deep:
            continue
        try:
            puzzle = _first(game, grades, seed, known if thin else set())
        except TooDeep:  # other goals would be just as hard to prove
            deep.add(horizon)
            continue
        except PLACING_ERRORS:
            return
        if puzzle is not None and not (thin and puzzle.first in begun):
            begun.add(puzzle.first)
            yield puzzle


def promising_targets(game: Game, document: Document, groups: list[list[Target]], seed: int) -> list[list[Target]]:
    """Return the goals that some random play-outs reach and others miss; all goals if the game sets `playouts` to 0.

    A graded goal is included if some play-out reaches its easiest grade, since a harder grade may then be the puzzle;
    or if its grades do not start at the easiest. No goal is included if the play-outs are too long to be proved within
    the position limit.
    """
    playouts, groups = goals_of(game.name).playouts, [grades for grades in groups if grades]
    if not playouts or not groups:
        return groups
    start = place_document(game, document)
    if not start.seat_to_act_is(0) or len(start.actions) > MOST_FIRST_MOVES:
        return []
    acting = sum(action[0] != start.step.passing for action in start.actions)
    own = game.rules.table(start, 0).turn_player == 0 and not game.rules.fighting(start)
    if own and acting < 2 and not goals_of(game.name).idle_tempts:
        return []
    longest = goals_of(game.name).longest
    tests = [goals.goal_of(grades[0].step, start, 0) for grades in groups]
    reached, source, choices = [0] * len(groups), RandomSource(seed), 0
    try:
        for number in range(playouts):
            if choices > longest * max(number, LENGTH_SAMPLE):
                return []
            here, verdicts = start.copy(), [test(start) for test in tests]
            while None in verdicts and here.actions:
                choices += len(here.actions) > 1
                here.apply(here.actions[source.below(len(here.actions))])
                verdicts = [test(here) if told is None else told for told, test in zip(verdicts, tests, strict=True)]
            reached = [count + bool(told) for count, told in zip(reached, verdicts, strict=True)]
    except PLACING_ERRORS:  # something in progress names a card that was thinned out
        return []
    return [
        grades
        for grades, n in zip(groups, reached, strict=True)
        if grades[0].document != grades[-1].document or (n and (len(grades) > 1 or n < playouts))
    ]


def _first(game: Game, grades: list[Target], seed: int, known: set[tuple[str, ...]]) -> Puzzle | None:
    """Return the puzzle of the hardest grade that can be reached; None if that grade makes no puzzle.

    Raises TooDeep if the search exceeds its limit.

    known : the beginnings of puzzles (see `puzzle_beginning`) that must not be repeated.
    """
    hardest = _hardest(game, grades)
    proof = find_evidence(game, hardest, limit=goals_of(game.name).mining) if hardest is not None else None
    if hardest is None or proof is None or (mark := (hardest.id, *proof.told)) in known:
        return None
    known.add(mark)
    return build_puzzle(game, hardest, proof, seed)


def _hardest(game: Game, grades: list[Target]) -> Target | None:
    """Return the hardest grade that can be reached; None if there is none.

    Raises TooDeep if the search exceeds its limit.

    Every grade implies the easier ones, so once the easiest is reachable the hardest is found by bisection.
    """
    if len(grades) < 2:
        return next(iter(grades), None)
    limit = goals_of(game.name).mining
    if not is_reachable(game, grades[0], limit):
        return None
    low, high = 0, len(grades)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_reachable(game, grades[middle], limit) else (low, middle)
    return grades[low]


def build_puzzle(game: Game, target: Target, proof: Evidence, seed: int) -> Puzzle | None:
    """Return a puzzle, reduced and measured; None if it does not survive reduction, or random play solves it."""
    easy, limit = goals_of(game.name).easy, goals_of(game.name).mining
    if measuring.is_too_easy(proof, easy=easy):
        return None

    def stays(smaller: Document) -> bool:
        try:
            other = find_evidence(game, target, smaller, limit)
        except (TooDeep, *PLACING_ERRORS):  # something in progress names a card that was left out
            return False
        return other is not None and other.told == proof.told

    document = documents.cut_down(game, target.document, stays, goals_of(game.name).loose)
    last = find_evidence(game, target, document, limit)
    if last is None or measuring.is_too_easy(last, easy=easy):
        return None
    first, tempting = last.told
    found = measuring.count_found(last)
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
        themes=tuple(measuring.themes_of(last)),
        found=found,
        level=measuring.rate_level(found, last.depth, last.width),
        key=position_digest(last.state),
        chance=str(last.chance or ""),
        looks_best=last.first in quick_moves(last.state),
    )


def puzzle_beginning(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the goal of a puzzle and the first two moves of its solution."""
    return puzzle.target, *[text for seat, text in puzzle.line if seat == 0][:2]


def is_unlike(puzzles: list[Puzzle], other: Puzzle) -> bool:
    """Return True if a puzzle has a new position and solution, and its two first moves are not too frequent a pair."""
    same = Counter(map(puzzle_beginning, puzzles))[puzzle_beginning(other)]
    choices = Counter((puzzle.first, puzzle.tempting) for puzzle in puzzles)[other.first, other.tempting]
    most = goals_of(other.game).same_choice or len(puzzles) + 1
    return (
        same < SAME_BEGINNING
        and choices < most
        and all((one.target, one.key) != (other.target, other.key) and one.shape != other.shape for one in puzzles)
    )


def open_goals(name: str, puzzles: list[Puzzle], wanted: int) -> tuple[str, ...]:
    """Return the goals that do not have enough puzzles yet."""
    counts = Counter(puzzle.target for puzzle in puzzles)
    return tuple(row["id"] for row in goals_of(name).rows if counts[row["id"]] < row.get("share", GOAL_SHARE) * wanted)


def fits_collection(puzzles: list[Puzzle], other: Puzzle, wanted: int) -> bool:
    """Return True if a puzzle may be added: its goal is open, and it does not make too many obvious puzzles."""
    seen = sum(puzzle.looks_best for puzzle in puzzles) < OBVIOUS_SHARE * wanted
    return other.target in open_goals(other.game, puzzles, wanted) and (seen or not other.looks_best)


def trim_goals(name: str, puzzles: Iterable[Puzzle], wanted: int) -> list[Puzzle]:
    """Limit each goal to its share of puzzles, removing those that bots solve most often; return the rest."""
    kept: list[Puzzle] = list(puzzles)
    for row in goals_of(name).rows:
        of_goal = sorted(
            (puzzle for puzzle in kept if puzzle.target == row["id"]),
            key=lambda puzzle: (sum((puzzle.found or {}).values()), puzzle.id),
        )
        gone = {puzzle.id for puzzle in of_goal[int(row.get("share", GOAL_SHARE) * wanted) :]}
        kept = [puzzle for puzzle in kept if puzzle.id not in gone]
    return kept


def mine_puzzles(
    name: str,
    wanted: int,
    path: Path | None = None,
    jobs: int = 1,
    games: int = MOST_GAMES,
    progress: bool = True,
    only: tuple[str, ...] = (),
) -> int:
    """Mine until a file has the wanted number of puzzles or `games` games have been played.

    Return the number of puzzles.

    Mining continues where the file ends. The file is saved every few games, so that mining can be stopped at any time.
    If a goal exceeds its share, the puzzles that bots solve most often are removed first. only : goals to mine for; by
    default all.
    """
    from tqdm import tqdm

    path = path or store.store_path(name)
    head, kept = store.read_store(path) if path.exists() else ({}, ())
    puzzles, at = trim_goals(name, kept, wanted), head.get("next", 0)
    chunk = max(4, 2 * abs(jobs))
    with tqdm(total=wanted, initial=len(puzzles), unit=" puzzles", disable=None if progress else True) as bar:
        while len(puzzles) < wanted and games > 0:
            seeds = range(at, at + min(chunk, games))
            ids = tuple(id for id in open_goals(name, puzzles, wanted) if not only or id in only)
            for rows in spread_work(mine_game, [(name, seed, ids) for seed in seeds], jobs):
                for row in rows:
                    puzzle = puzzle_of(row, "mined")
                    if (
                        len(puzzles) < wanted
                        and is_unlike(puzzles, puzzle)
                        and fits_collection(puzzles, puzzle, wanted)
                    ):
                        puzzles.append(puzzle)
                        bar.update()
            at, games = seeds.stop, games - len(seeds)
            store.write_store(path, {**head, "game": name, "next": at}, puzzles)
    return len(puzzles)


WRITE_EVERY = 10
"""Number of puzzles examined before the file is saved."""


def decide_puzzles(name: str, path: Path | None = None) -> int:
    """Find the deciding rules of those puzzles in a file that have not been examined.

    Return the number of puzzles left.

    Puzzles that no rule decides are removed.
    """
    from tqdm import tqdm

    path = path or store.store_path(name)
    head, kept = store.read_store(path)
    puzzles: list[Puzzle | None] = list(kept)
    waiting = [at for at, puzzle in enumerate(kept) if not puzzle.rules]
    for done, at in enumerate(tqdm(waiting, unit=" puzzles", disable=None), 1):
        puzzle = add_deciding_rules(kept[at])
        puzzles[at] = puzzle if puzzle.rules else None
        if not done % WRITE_EVERY or done == len(waiting):
            store.write_store(path, head, [one for one in puzzles if one is not None])
    return sum(one is not None for one in puzzles)
