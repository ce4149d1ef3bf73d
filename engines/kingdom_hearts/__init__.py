"""Kingdom Hearts TCG, the whole game: one module per chapter of the rulebook. `game()` puts them together."""

from __future__ import annotations

from dataclasses import replace

from engines.game import Game
from engines.kingdom_hearts import flow, heuristics, hidden, plausible, setup, state, sums, table, view, winning
from engines.kingdom_hearts.authoring import CARD_RULES, prepare_card
from engines.kingdom_hearts.notation import make_notation
from engines.kingdom_hearts.positions import HABITS
from engines.kit.assembly import assemble_game
from engines.kit.defaults import default_rules, heuristic_from_table
from engines.legal.actions import arguments_of, kinds_of, looks_of
from engines.rules import CARD_FACTS, Parameter

PARAMETERS = {
    "deck_size": Parameter(41, 20, 200, "KH-1.2", "least cards in a deck"),
    "most_cards": Parameter(0, 0, 200, "KH-1.2", "most cards in a deck (0: no limit)"),
    "copies": Parameter(3, 1, 40, "KH-1.4", "copies of one name and level in a deck"),
    "hand": Parameter(6, 1, 15, "KH-6.3", "cards in the hand after Refill Time, and at most after Discard Time"),
    "world_goal": Parameter(13, 1, 40, "KH-18.1", "the world total that wins"),
    "challenge_loss": Parameter(1, 1, 6, "KH-10.13", "HP that the loser of a Challenge loses"),
    "turn_cap": Parameter(100, 1, 1000, "KH-R45", "the last turn"),
    "actions_a_turn": Parameter(200, 1, 1000, "KH-R46", "actions in one Action Time"),
}


def game() -> Game:
    """Return the game with its standard rules and the cards and decks it is taught with."""
    rows = flow.build_flow()
    kinds = kinds_of(rows.steps.values())
    arguments = arguments_of(kinds)
    rules = replace(
        default_rules(HABITS, arguments),
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
        standing=winning.standing,
        card_facts=CARD_FACTS | {"object", "caster", "bearer", "world"},
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
