"""Measure how fast games with written cards are: random games with fifty of them, against the built-in decks.

`python -m benchmarks.written_cards [game ...]` writes `benchmarks/results_written_cards.md`. Both decks of a game keep
their cards, but the copies are spread over more names, and twenty-five of each deck have a text in the language of all
games: effects of every verb, and for every second card that can have one a text that always works. Seconds are
processor time. The two kinds of game take turns, and the best round of each counts, so that other load on the machine
favours neither.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import engines
from engines.book.card_reading import card_row
from engines.designs.set_files import read_set
from engines.errors import DataError
from engines.game import DeckChoice, Game

RESULTS = Path(__file__).parent / "results_written_cards.md"
CARDS_OF_A_DECK = 25
ROUNDS, SECONDS = 5, 2.0
DEMANDED = 0.5
"""How much of the speed of the built-in decks a game with fifty written cards must have."""
Row = dict[str, Any]


class Measured(NamedTuple):
    """Decisions a second with the built-in decks and with written cards, and how many of the cards have such texts."""

    game: str
    plain: float
    written: float
    texts: int

    @property
    def share(self) -> float:
        """The speed with written cards as a share of the other."""
        return self.written / self.plain


def list_effects(game: Game) -> list[Row]:
    """Return texts that are carried out once, with every verb that a game has."""
    ways = game.card_rules.programs
    assert ways is not None
    choose, it = {"verb": "choose", "of": {"whose": "rival"}}, {"verb": "move", "what": "it", "to": ways.hand}
    texts: list[Row] = [
        {"do": [{"verb": "draw", "who": "own"}]},
        {"do": [choose, it]},
        {"if": [{"count": {"zone": ways.pile}, "min": 3}], "do": [{"verb": "draw", "who": "own", "count": 2}]},
        {"may": True, "pay": [{"verb": "discard", "who": "own"}], "do": [{"verb": "draw", "who": "own", "count": 2}]},
        {"do": [{"verb": "search", "show": True}, {"verb": "discard", "who": "own"}]},
        {"do": [{"verb": "choose", "of": {"zone": ways.pile}, "up_to": True}, it]},
        {"do": [{"verb": "look", "zone": ways.deck, "count": 2}]},
    ]
    texts += [{"do": [choose, {"verb": "counters", "what": "it", name: 1}]} for name in ways.counted]
    texts += [{"do": [{"verb": "points", name: 1}]} for name in ways.points]
    if ways.durations:
        change = {"verb": "change", "what": "it", ways.changes.figures[0]: 1, "for": ways.durations[0]}
        texts.append({"do": [{"verb": "choose", "of": {}}, change]})
    return texts


def list_lasting(game: Game) -> list[Row]:
    """Return texts that always work: figures of the card itself and of others, and forbidden actions."""
    rules, forbids, ways = game.card_rules.changes, game.card_rules.forbids, game.card_rules.programs
    assert rules is not None
    assert forbids is not None
    assert ways is not None
    figure = rules.figures[0]
    acting = next(name for name, action in forbids.actions.items() if action.actor is not None)
    weak = {figure: {"max": 1}}
    return [
        {"do": [{"verb": "change", "of": {"other": True}, figure: 1}]},
        {"do": [{"verb": "change", "what": "self", figure: {"count": {"zone": ways.pile}, "times": 1}}]},
        {"do": [{"verb": "forbid", "action": acting, "who": "rival", "of": weak}]},
    ]


def _with_text(game: Game, row: Row, category: str, texts: Sequence[Row], first: int) -> Row | None:
    """Return a card with the first of these texts, from index `first` on, that it may have; None if there is none."""
    rules, forbids = game.card_rules.changes, game.card_rules.forbids
    assert rules is not None
    assert forbids is not None
    moments = [one for one in game.card_rules.moments_of.get(category, ()) if one != rules.moment]
    lasts = category in rules.bearers and category in forbids.bearers
    for at in range(len(texts)):
        text = texts[(first + at) % len(texts)]
        for moment in ([rules.moment] if lasts else []) if is_lasting(text) else moments:
            made = {**row, "ability": [{"when": moment, **text}]}
            try:
                game.with_cards([{**made, "name": "Tried"}], "written")
            except DataError:  # a card of another category is used at that moment
                continue
            return made
    return None


def is_lasting(text: Row) -> bool:
    """Return True for a text that always works."""
    return any(one["verb"] == "forbid" or (one["verb"] == "change" and "for" not in one) for one in text["do"])


def _write_deck(game: Game, id: str, rows: list[Row], texts: Sequence[Row]) -> Row:
    """Return a deck of a game with its copies spread over written cards, which are added to `rows`."""
    copies = game.decks[id].cards
    cards: dict[str, int] = {}
    written: dict[str, list[str]] = {}
    for called in (called for turn in range(max(copies.values())) for called in copies if copies[called] > turn):
        card = game.cards[game.by_name[called]]
        row = dict(card_row(game.card_rules, card))
        row |= {"id": f"W{len(rows)}", "name": f"{id.capitalize()} {len(rows)}"}
        made = None if row.get("identity") else _with_text(game, row, card.category, texts, len(rows))
        mine = written.setdefault(called, [])
        if made is not None and sum(map(len, written.values())) < CARDS_OF_A_DECK:
            mine.append(made["name"])
            rows.append(made)
        name = min(mine or [called], key=lambda one: cards.get(one, 0))
        cards[name] = cards.get(name, 0) + 1
    return {"id": id, "cards": cards}


def write_set(name: str) -> tuple[Game, tuple[DeckChoice, DeckChoice], int]:
    """Return a game with fifty written cards, its two decks of them, and how many have texts."""
    game, rows = engines.load(name), list[Row]()
    effects, lasting = list_effects(game), list_lasting(game)
    texts = [text for pair in zip(effects, cycle(lasting), strict=False) for text in pair]
    decks = [_write_deck(game, id, rows, texts) for id in list(game.decks)[:2]]
    document = {"game": name, "set": "written", "card": rows, "deck": decks}
    made = game.with_set(read_set(document, "written.toml"))
    first, second = (f"written/{deck['id']}" for deck in decks)
    return made, (first, second), len(rows)


def play_random(game: Game, decks: tuple[DeckChoice, DeckChoice], seconds: float) -> float:
    """Return the decisions of random games in a second of processor time."""
    draw, decisions, seed, start = random.Random(1).random, 0, 0, process_time()
    while process_time() - start < seconds:
        state, seed = game.new(decks, seed), seed + 1
        while state.result is None:
            actions = state.legal_actions()
            state.apply(actions[int(draw() * len(actions))])
            decisions += 1
    return decisions / (process_time() - start)


def measure_game(name: str, rounds: int = ROUNDS, seconds: float = SECONDS) -> Measured:
    """Return the best rates of a game with its built-in decks and with written cards."""
    plain, (made, decks, texts) = engines.load(name), write_set(name)
    first, second = list(plain.decks)[:2]
    best = [0.0, 0.0]
    for _ in range(rounds):
        best[0] = max(best[0], play_random(plain, (first, second), seconds))
        best[1] = max(best[1], play_random(made, decks, seconds))
    return Measured(plain.title, best[0], best[1], texts)


def render_results(found: Sequence[Measured]) -> str:
    """Return the results as a page."""
    lines = [
        "# How fast games with written cards are",
        "",
        "`python -m benchmarks.written_cards` measures this anew: random games, decisions a second of processor time,",
        f"best of {ROUNDS} rounds. At least half of the speed is demanded.",
        "",
        "| game | built-in decks | written cards | share | cards with texts | met |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for one in found:
        met = "yes" if one.share >= DEMANDED else "**no**"
        lines.append(f"| {one.game} | {one.plain:,.0f} | {one.written:,.0f} | {one.share:.2f} | {one.texts} | {met} |")
    return "\n".join(lines) + "\n"


def measure_games(names: Sequence[str]) -> int:
    """Measure these games, all by default; 1 if one of them is too slow."""
    found = []
    for name in names or engines.names():
        found.append(measure_game(name))
        print(found[-1], flush=True)
    if not names:
        RESULTS.write_text(render_results(found), encoding="utf-8")
    return int(any(one.share < DEMANDED for one in found))


if __name__ == "__main__":
    sys.exit(measure_games(sys.argv[1:]))
