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
    plausible,
    positions,
    setup,
    sums,
    table,
    view,
    winning,
)
from engines.kingdom_hearts.cards import card_rules, placeholders, prepare
from engines.kingdom_hearts.kinds import KINDS
from engines.kingdom_hearts.notation import ARGUMENTS, NOTATION
from engines.kingdom_hearts.state import KingdomHeartsState, belongings
from engines.kingdom_hearts.timing import MOMENTS

PARAMETERS = {
    "deck_size": Parameter(41, 20, 200, "KH-1.2", "least cards in a deck"),
    "copies": Parameter(3, 1, 40, "KH-1.4", "copies of one name and level in a deck"),
    "hand": Parameter(6, 1, 15, "KH-6.3", "cards in the hand after Refill Time, and at most after Discard Time"),
    "world_goal": Parameter(13, 1, 40, "KH-18.1", "the world total that wins"),
    "turn_cap": Parameter(100, 1, 1000, "KH-R45", "the last turn"),
    "actions_a_turn": Parameter(200, 1, 1000, "KH-R46", "actions in one Action Time"),
}

RULES = rules(
    positions.HABITS,
    ARGUMENTS,
    check_deck=setup.check_deck,
    endless=winning.endless,
    determinise=hidden.determinise,
    forget_unseen=hidden.forget_unseen,
    heuristic=heuristics.heuristic,
    evaluation=heuristics.evaluation,
    zone=view.zone,
    value=view.value,
    marks=marks(KingdomHeartsState, figures=view.FIGURES),
    figures=view.figures,
    sums=sums.sums,
    tallies=sums.tallies,
    limits=sums.limits,
    belongings=belongings,
    table=table.table,
    standing=winning.standing,
    plausible=plausible.plausible,
)


def game() -> Game:
    """Return the game with its standard rules, teaching cards and decks."""
    return assemble(
        Path(__file__).parent,
        card_rules=card_rules(effects.VERBS),
        placeholders=placeholders(),
        prepare=prepare,
        flow=flow.build(),
        phases=flow.PHASES,
        kinds=KINDS,
        moments=MOMENTS,
        parameters=PARAMETERS,
        rules=RULES,
        notation=NOTATION,
    )
