"""ChaosTCG, the whole game: one module per chapter of the rulebook. `game()` puts them together."""

from __future__ import annotations

from dataclasses import replace

from engines.chaos import flow, heuristics, hidden, plausible, setup, state, sums, table, view, winning
from engines.chaos.authoring import CARD_RULES, prepare_card
from engines.chaos.notation import make_notation
from engines.chaos.positions import HABITS
from engines.game import Game
from engines.kit.assembly import assemble_game
from engines.kit.defaults import default_rules, heuristic_from_table
from engines.legal.actions import arguments_of, kinds_of, looks_of
from engines.rules import Parameter

PARAMETERS = {
    "deck_size": Parameter(50, 20, 100, "CHA-1.2", "cards in a main deck, the Partner among them"),
    "extra_size": Parameter(10, 0, 30, "CHA-1.3", "most cards in an Extra deck"),
    "copies": Parameter(4, 1, 100, "CHA-R1", "copies of one card name in a deck"),
    "opening_hand": Parameter(5, 0, 10, "CHA-6.4", "cards in the opening hand"),
    "draws": Parameter(1, 0, 5, "CHA-7.4", "cards drawn in the Beginning Phase"),
    "hand_limit": Parameter(7, 0, 20, "CHA-7.14", "most cards in hand at the end of a turn"),
    "turn_cap": Parameter(200, 1, 400, "CHA-R48", "the last turn"),
    "rounds": Parameter(1000, 5, 5000, "CHA-R48", "actions and repeated check timings in one turn"),
}


def game() -> Game:
    """Return the game with its standard rules and the cards and decks it is taught with."""
    rows = flow.build_flow()
    kinds = kinds_of(rows.steps.values())
    arguments = arguments_of(kinds)
    rules = replace(
        default_rules(HABITS, arguments),
        set_up=setup.set_up,
        check_deck=setup.check_deck,
        endless=winning.endless,
        determinise=hidden.determinise,
        forget_unseen=hidden.forget_unseen,
        heuristic=heuristic_from_table(looks_of(kinds)),
        evaluation=heuristics.evaluation,
        zone=view.zone,
        value=view.value,
        marks=view.marks,
        belongings=state.belongings,
        view=view.view,
        table=table.table,
        card_at=table.card_at,
        standing=winning.standing,
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
        flow=rows,
        phases=flow.PHASES,
        kinds=kinds,
        notation=make_notation(arguments),
        card_rules=CARD_RULES,
        prepare=prepare_card,
    )
