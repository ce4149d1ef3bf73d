"""Kingdom Hearts TCG: the whole game. One module a chapter of the rulebook; `game()` puts them together."""

from __future__ import annotations

from pathlib import Path

from engines.core.assembly import assemble
from engines.core.defaults import rules
from engines.core.game import Game
from engines.core.rules import Parameter
from engines.core.sight import marks
from engines.kingdom_hearts import (
    effects,
    flow,
    heuristics,
    hidden,
    kinds,
    notation,
    plausible,
    positions,
    setup,
    sums,
    table,
    timing,
    view,
    winning,
)
from engines.kingdom_hearts.cards import card_rules, placeholders, prepare
from engines.kingdom_hearts.state import KingdomHeartsState, belongings

PARAMETERS = {
    "deck_size": Parameter(41, 20, 200, "KH-1.2", "least cards in a deck"),
    "copies": Parameter(3, 1, 40, "KH-1.4", "copies of one name and level in a deck"),
    "hand": Parameter(6, 1, 15, "KH-6.3", "cards in the hand after Refill Time, and at most after Discard Time"),
    "world_goal": Parameter(13, 1, 40, "KH-18.1", "the world total that wins"),
    "turn_cap": Parameter(100, 1, 1000, "KH-R45", "the last turn"),
    "actions_a_turn": Parameter(200, 1, 1000, "KH-R46", "actions in one Action Time"),
}

CHAPTERS = (setup, winning, hidden, heuristics, view, sums, table, plausible)
RULES = rules(
    positions.HABITS,
    notation.ARGUMENTS,
    *CHAPTERS,
    marks=marks(KingdomHeartsState, figures=view.FIGURES),
    belongings=belongings,
)


def game() -> Game:
    """Return the game with its standard rules, teaching cards and decks."""
    return assemble(
        Path(__file__).parent,
        flow,
        kinds,
        timing,
        notation,
        card_rules=card_rules(effects.VERBS),
        placeholders=placeholders(),
        prepare=prepare,
        parameters=PARAMETERS,
        rules=RULES,
    )
