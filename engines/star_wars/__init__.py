"""Star Wars TCG, the whole game: one module per chapter of the rulebook. `game()` puts them together."""

from __future__ import annotations

from dataclasses import replace

from engines.game import Game
from engines.kit.assembly import assemble_game
from engines.kit.defaults import default_rules, heuristic_from_table
from engines.legal.actions import arguments_of, kinds_of, looks_of
from engines.rules import CARD_FACTS, Parameter
from engines.star_wars import flow, heuristics, hidden, plausible, setup, state, sums, table, view, winning
from engines.star_wars.authoring import CARD_RULES, check_cards, prepare_card
from engines.star_wars.notation import make_notation
from engines.star_wars.positions import HABITS

PARAMETERS = {
    "deck_size": Parameter(60, 30, 200, "SW-1.5", "least cards in a deck"),
    "copies": Parameter(4, 1, 60, "SW-1.6", "copies of one name and version in a deck"),
    "units_of_a_kind": Parameter(12, 0, 20, "SW-1.8", "least units of each kind in a deck"),
    "opening_hand": Parameter(7, 1, 15, "SW-5.2", "cards in the opening hand"),
    "setup_total": Parameter(30, 10, 60, "SW-5.8", "total build cost of the initial placement"),
    "force_gain": Parameter(4, 0, 20, "SW-6.5", "Force points gained each turn"),
    "draws": Parameter(1, 0, 5, "SW-6.6", "cards drawn each turn"),
    "hit_from": Parameter(4, 2, 6, "SW-9.16", "the lowest number on a die that is a hit"),
    "stack": Parameter(4, 1, 8, "SW-11.8", "most cards in a stack"),
    "arenas_to_win": Parameter(2, 2, 3, "SW-15.1", "arenas to control for the victory"),
    "control": Parameter(0, 0, 2, "SW-15.2", "who holds an arena: 0 alone there, 1 also who left, 2 the larger side"),
    "turn_cap": Parameter(40, 1, 400, "SW-R41", "the last turn"),
    "unit_turns": Parameter(100, 1, 1000, "SW-R43", "unit turns in one arena battle"),
    "reorders": Parameter(100, 1, 1000, "SW-R43", "changes of a top card in one build step"),
}


def game() -> Game:
    """Return the game with its standard rules and the cards and decks it is taught with."""
    steps = flow.build_flow()
    kinds = kinds_of(steps.steps.values())
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
        references=view.references_on_board(arguments),
        belongings=state.belongings,
        view=view.view,
        table=table.table,
        card_at=table.card_at,
        standing=winning.standing,
        card_facts=CARD_FACTS | {"bearer", "target"},
        figures=view.figures,
        sums=sums.sums,
        tallies=sums.tallies,
        plausible=plausible.plausible,
    )
    return assemble_game(
        __name__,
        PARAMETERS,
        rules=rules,
        flow=steps,
        phases=flow.PHASES,
        kinds=kinds,
        notation=make_notation(arguments),
        card_rules=CARD_RULES,
        prepare=prepare_card,
        check=check_cards,
    )
