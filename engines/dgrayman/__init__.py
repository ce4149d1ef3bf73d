"""D.Gray-man TCG, the whole game: one module per chapter of the rulebook. `game()` puts them together."""

from __future__ import annotations

from dataclasses import replace

from engines.dgrayman import flow, heuristics, plausible, setup, state, sums, view, winning
from engines.dgrayman import table as board
from engines.dgrayman.authoring import CARD_RULES, prepare_card
from engines.dgrayman.notation import make_notation
from engines.dgrayman.positions import HABITS
from engines.game import Game
from engines.kit.assembly import assemble_game
from engines.kit.defaults import default_rules, heuristic_from_table
from engines.legal.actions import arguments_of, kinds_of, looks_of
from engines.rules import CARD_FACTS, Parameter

PARAMETERS = {
    "deck_size": Parameter(40, 20, 100, "DGM-1.2", "cards in a deck"),
    "copies": Parameter(3, 1, 40, "DGM-1.3", "copies of one name in a deck"),
    "opening_hand": Parameter(6, 1, 12, "DGM-6.3", "cards in the opening hand"),
    "draws": Parameter(1, 0, 5, "DGM-7.3", "cards drawn in the Draw Phase"),
    "hand_limit": Parameter(6, 1, 30, "DGM-7.8", "cards kept at the end of the Main Phase"),
    "points_to_win": Parameter(20, 5, 100, "DGM-17.1", "Search Points that win"),
    "points_to_draw": Parameter(5, 1, 20, "DGM-15.2", "points at every multiple of which the opponent draws a card"),
    "turn_cap": Parameter(100, 1, 400, "DGM-R38", "the last turn"),
    "uses": Parameter(100, 1, 1000, "DGM-R50", "uses in one Main Phase"),
}


def game() -> Game:
    """Return the game with its standard rules and the cards and decks it is taught with."""
    table = flow.build_flow()
    kinds = kinds_of(table.steps.values())
    arguments = arguments_of(kinds)
    rules = replace(
        default_rules(HABITS, arguments),
        check_deck=setup.check_deck,
        endless=winning.endless,
        heuristic=heuristic_from_table(looks_of(kinds)),
        evaluation=heuristics.evaluation,
        zone=view.zone,
        value=view.value,
        marks=view.marks,
        belongings=state.belongings,
        view=view.view,
        table=board.table,
        standing=winning.standing,
        card_facts=CARD_FACTS | {"object", "other", "target", "user"},
        figures=view.figures,
        sums=sums.sums,
        tallies=sums.tallies,
        limits=sums.limits,
        plausible=plausible.plausible,
    )
    return assemble_game(
        __name__,
        PARAMETERS,
        rules=rules,
        flow=table,
        phases=flow.PHASES,
        kinds=kinds,
        notation=make_notation(arguments),
        card_rules=CARD_RULES,
        prepare=prepare_card,
    )
