"""Play-outs by the thousand: games between computer players, as compact records and as a table.

This works for every game. The same seed gives the same records, whatever the number of processes.

>>> records = simulate_games("altaria", 100, seed=1, jobs=1)
>>> records[0].winner in (0, 1, None)
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import engines
from engines.book.card_sets import CardSet
from engines.book.cards import Deck
from engines.errors import IllegalDeck
from engines.game import Game
from engines.kernel.state import Action, State
from engines.kit import user_code_errors
from engines.search.players import STRENGTHS, erratic_player, name_of_strength, random_player
from engines.variants.written_rules import change_rules
from tutor.estimates import spread_of, wilson_interval
from tutor.sets.decks import game_with_decks
from tutor.text import bot_names

Result = TypeVar("Result")

BOTS = {"random": random_player, "erratic": erratic_player, **STRENGTHS}
"""The bots that can play against each other: two used for measuring, then the strengths that a learner may choose."""

GAMES_PER_TASK = 25
"""Games per task of a process: few enough for a smooth progress bar, enough to outweigh the overhead."""


class GameRecord(NamedTuple):
    """One finished game.

    seed : the game's own seed. decks, bots : by seat. first : the seat that went first, None if neither did. winner :
    the winning seat, None for a draw. clause : the clause that ended it. turns, decisions : its length. taken,
    offered : kinds of action that a player took, or could have taken.
    """

    seed: int
    decks: tuple[str, str]
    bots: tuple[str, str]
    first: int | None
    winner: int | None
    clause: str
    turns: int
    decisions: int
    taken: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()


class WinShare(NamedTuple):
    """A win rate: its name, the wins, the games, and the bounds of the Wilson interval (95 %)."""

    name: str
    wins: int
    games: int
    low: float
    high: float


def simulate_games(
    name: str,
    games: int = 1000,
    decks: tuple[str | Deck, str | Deck] | None = None,
    bots: tuple[str, str] = ("quick", "quick"),
    seed: int = 0,
    jobs: int = -1,
    rules: Mapping[str, int] | None = None,
    progress: bool = False,
    sets: Sequence[CardSet] = (),
) -> list[GameRecord]:
    """Play many games and return their records, in order of their seeds.

    Parameters
    ----------
    name
        The game's name, or the file of a custom game.
    decks
        Two decks: ids of the game's decks, or your own decks; by default the game's first two. They swap seats after
        every game.
    bots
        The strength of the player of each deck: random, erratic, newcomer, beginner, quick or careful.
    seed
        The seed of the first game; it increases by one with each game.
    jobs
        Number of processes; -1 means one for every core, 1 means this process.
    rules
        House rules, `{"cores": 5}`; see `engines.variants.written_rules.change_rules`.
    progress
        Show a progress bar, if the output is a terminal.
    sets
        Your own cards.

    Raises
    ------
    DataError, IllegalDeck
        If the game, a deck, a bot or a rule does not exist, or a deck is illegal.
    """
    game = load_house_game(name, rules, sets)
    known = list(game.decks)
    one, two = (usable_deck(game, deck) for deck in decks or (known[0], known[min(1, len(known) - 1)]))
    bots = (name_of_strength(bots[0], BOTS, "bots"), name_of_strength(bots[1], BOTS, "bots"))
    starts = range(seed, seed + games, GAMES_PER_TASK)
    tasks = [
        (name, dict(rules or {}), (one, two), bots, seed, range(at, min(at + GAMES_PER_TASK, seed + games)), sets)
        for at in starts
    ]
    records: list[GameRecord] = []
    with _bar(games, progress) as bar:
        for chunk in spread_work(play_games, tasks, jobs if games > GAMES_PER_TASK else 1):
            records += chunk
            bar.update(len(chunk))
    return records


def spread_work(work: Callable[..., Result], tasks: Sequence[tuple[object, ...]], jobs: int = -1) -> Generator[Result]:
    """Yield `work(*task)` for every task, in order; computed in this process, or in several by joblib.

    Parameters
    ----------
    work
        A function defined in a module, so that other processes can find it.
    jobs
        Number of processes; -1 means one for every core, 1 means this process. On a cluster, call it inside
        `joblib.parallel_config(backend="dask")`.
    """
    if jobs == 1 or len(tasks) < 2:
        yield from (work(*task) for task in tasks)
        return
    from joblib import Parallel, delayed

    yield from Parallel(n_jobs=jobs, return_as="generator")(delayed(work)(*task) for task in tasks)


def _bar(games: int, progress: bool) -> Any:
    from tqdm import tqdm

    return tqdm(total=games, unit=" games", disable=None if progress else True)


def load_house_game(name: str, rules: Mapping[str, int] | None = None, sets: Iterable[CardSet] = ()) -> Game:
    """Return a game by its name or file, with the cards of some sets and with house rules (see `change_rules`)."""
    game = engines.load_file(name) if name.endswith(engines.ENDINGS) else game_with_decks(name)
    for one in sets:
        game = game.with_set(one)
    return change_rules(game, rules or {})


def usable_deck(game: Game, deck: str | Deck) -> Deck:
    """Return a legal deck. Raises DataError if it is unknown, and IllegalDeck with the reasons if it is illegal."""
    if isinstance(deck, str):
        game.deck_list(deck)
        deck = game.decks[deck]
    broken = game.check_deck(deck.cards)
    if broken:
        raise IllegalDeck(deck.id, broken)
    return deck


def play_games(
    name: str,
    rules: Mapping[str, int],
    decks: tuple[Deck, Deck],
    bots: tuple[str, str],
    first_seed: int,
    seeds: Iterable[int],
    sets: Sequence[CardSet] = (),
) -> list[GameRecord]:
    """Play the games with these seeds, every second one with the seats swapped.

    Raises DataError for an error in the Python file of a custom game, because other exceptions would lose their
    traceback on the way out of another process.
    """
    game = load_house_game(name, rules, sets)
    records = []
    for seed in seeds:
        swapped = (seed - first_seed) % 2 == 1
        try:
            records.append(play_game(game, decks[::-1] if swapped else decks, bots[::-1] if swapped else bots, seed))
        except Exception as error:
            raise user_code_errors.describe_error(error) or error from None
    return records


def play_game(
    game: Game,
    decks: Sequence[Deck],
    bots: Sequence[str],
    seed: int,
    most: int = 0,
    look: Callable[[State, Action], None] | None = None,
) -> GameRecord:
    """Play one game to its end and return its record.

    most : decisions after which it is a draw, 0 for no limit. look : called before each action with the state and the
    action.
    """
    state = game.new(decks=(decks[0].cards, decks[1].cards), seed=seed)
    players = [BOTS[bot]((seed << 8) + 1 + seat) for seat, bot in enumerate(bots)]
    first, decisions, taken, offered = None, 0, set[str](), set[str]()
    while state.result is None:
        if first is None:
            first = _turn_player(state)
        if most and decisions == most:
            break
        offered.update([action[0] for action in state.actions])
        action = players[state.seat_to_act](state)
        taken.add(action[0])
        if look is not None:
            look(state, action)
        state.apply(action)
        decisions += 1
    winner, clause = state.result[:2] if state.result is not None else (None, "")
    kinds = share_kinds(tuple(sorted(taken))), share_kinds(tuple(sorted(offered)))
    return GameRecord(
        seed, (decks[0].id, decks[1].id), (bots[0], bots[1]), first, winner, clause, state.turn, decisions, *kinds
    )


@lru_cache(maxsize=4096)
def share_kinds(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return the same object for equal kinds of action, so that a million records take little memory."""
    return kinds


def _turn_player(state: State) -> int | None:
    """Return the player whose turn it is; None during setup, and if turns are shared."""
    if state.turn < 1 or state.step.phase == state.game.flow.first.phase:
        return None
    return state.game.rules.table(state, 0).turn_player


# Statistics.


def win_share(name: str, wins: int, games: int) -> WinShare:
    """Return a win rate with its interval."""
    return WinShare(name, wins, games, *wilson_interval(wins, games))


def shares_by_deck(records: Sequence[GameRecord]) -> list[WinShare]:
    """Return the win rate of each deck and, if they differ in strength, of each player.

    Games of a deck against itself between equal players are left out: they are a half for any deck.
    """
    played, won, called = Counter[str](), Counter[str](), bot_names()
    for record in records:
        alike = record.bots[0] == record.bots[1]
        if alike and record.decks[0] == record.decks[1]:
            continue
        names = [
            deck if alike else f"{deck} ({called[bot]})" for deck, bot in zip(record.decks, record.bots, strict=True)
        ]
        played.update(names)
        if record.winner is not None:
            won[names[record.winner]] += 1
    return [win_share(name, won[name], played[name]) for name in played]


def shares_by_order(records: Sequence[GameRecord]) -> list[WinShare]:
    """Return the win rates of the player who went first, and of the other; [] if turns are shared."""
    ordered = [record for record in records if record.first is not None]
    if not ordered:
        return []
    first = sum(record.winner == record.first for record in ordered)
    drawn = sum(record.winner is None for record in ordered)
    return [win_share("first", first, len(ordered)), win_share("second", len(ordered) - first - drawn, len(ordered))]


def shares_by_seat(records: Sequence[GameRecord]) -> list[WinShare]:
    """Return the win rate of each seat; the seat should make no difference."""
    return [win_share(f"P{seat + 1}", sum(r.winner == seat for r in records), len(records)) for seat in (0, 1)]


def count_endings(records: Iterable[GameRecord]) -> list[tuple[str, int]]:
    """Return how many games each clause ended, the most frequent first."""
    return Counter(record.clause for record in records).most_common()


def cards_without_effect(game: Game, decks: Iterable[Deck]) -> list[str]:
    """Return the cards of some decks whose text is carried out by hand, which bots do not do."""
    texts = {name for one in game.card_sets for name in one.unplayed}
    return list(dict.fromkeys(name for deck in decks for name in deck.cards if name in texts))


def format_records(game: Game, records: Sequence[GameRecord]) -> str:
    """Return the statistics of some records, as lines of plain text."""
    if not records:
        return "No games were played."
    called = bot_names()
    bots = " against ".join(called[bot] for bot in dict.fromkeys(records[0].bots))
    lines = [f"{game.title}: {len(records)} games, {bots} players, seeds from {records[0].seed}", ""]
    lines.append("Wins               share     95 % interval    wins")
    for title, shares in (
        ("", shares_by_deck(records)),
        ("went ", shares_by_order(records)),
        ("seat ", shares_by_seat(records)),
    ):
        lines += [f"{title + row.name:<18} {_share_in_words(row.wins, row.games)}" for row in shares]
    drawn = sum(record.winner is None for record in records)
    if drawn:
        lines.append(f"{'drawn':<18} {_share_in_words(drawn, len(records))}")
    lines += ["", "Length             p10   median   p90"]
    for word, values in (("turns", [r.turns for r in records]), ("decisions", [r.decisions for r in records])):
        low, middle, high = spread_of(values)
        lines.append(f"{word:<18} {low:>3.0f}   {middle:>6g}   {high:>3.0f}")
    met = len({deck for record in records for deck in record.decks})
    decks = {1: "this deck", 2: "these two decks"}.get(met, "these decks")
    lines += ["", f"{'Ended by':<36} share     95 % interval   games   ({decks}, other deals)"]
    for clause, count in count_endings(records):
        title = getattr(game.rulebook.clause(clause), "title", "") if clause else ""
        lines.append(f"{clause:<11} {title:<24} {_share_in_words(count, len(records))}")
    return "\n".join(lines)


def _share_in_words(hits: int, cases: int) -> str:
    """Return a share with its Wilson interval and its count, as the columns of a table."""
    low, high = wilson_interval(hits, cases)
    return f"{hits / max(1, cases):>5.1%}    {low:>5.1%} to {high:>5.1%}   {hits} of {cases}"
