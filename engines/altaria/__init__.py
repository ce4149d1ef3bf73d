"""CORE OF ALTARIA, the whole game: one module per chapter of the rulebook. `game()` puts them together."""

from __future__ import annotations

from dataclasses import replace

from engines.altaria import flow, heuristics, hidden, plausible, setup, state, sums, view, winning
from engines.altaria import table as board
from engines.altaria.authoring import CARD_RULES, prepare_card
from engines.altaria.notation import make_notation
from engines.altaria.positions import HABITS
from engines.game import Game
from engines.kit.assembly import assemble_game
from engines.kit.defaults import default_rules, heuristic_from_table
from engines.legal.actions import arguments_of, kinds_of, looks_of
from engines.rules import CARD_FACTS, Parameter

PARAMETERS = {
    "deck_size": Parameter(40, 23, 60, "ALT-2.1", "cards in a deck"),
    "copies": Parameter(4, 1, 40, "ALT-2.2", "copies of a name in a deck"),
    "cores": Parameter(7, 1, 12, "ALT-5.2", "cores at the start"),
    "opening_hand": Parameter(5, 0, 10, "ALT-6.4", "cards in the opening hand"),
    "draws": Parameter(1, 0, 5, "ALT-7.5", "cards drawn in the Draw Phase"),
    "turn_cap": Parameter(100, 2, 400, "ALT-16.9", "the last turn"),
    "actions_a_phase": Parameter(200, 1, 1000, "ALT-16.10", "actions in one phase"),
    "forces_stop": Parameter(1, 0, 1, "ALT-4.8", "1: a Force stops while its altar card is fatigued"),
    "last_card_loses": Parameter(1, 0, 1, "ALT-16.3", "1: an empty deck loses at once; 0: when one must draw from it"),
    "confirm_breaks": Parameter(0, 0, 1, "ALT-R49", "1: the owner confirms every break"),
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
        determinise=hidden.determinise,
        heuristic=heuristic_from_table(looks_of(kinds), usual=1),
        evaluation=heuristics.evaluation,
        zone=view.zone,
        value=view.value,
        marks=view.marks,
        belongings=state.belongings,
        table=board.table,
        card_at=board.card_at,
        card_facts=CARD_FACTS | {"below", "target"},
        standing=winning.standing,
        figures=view.figures,
        sums=sums.sums,
        tallies=sums.tallies,
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
