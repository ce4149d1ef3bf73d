"""The flow table: setup (chapter 6) and the turn (7, 8); the rows of an action and of effects stand beside it."""

from __future__ import annotations

from typing import Any

from engines.declare.dealing import opening_hands, shuffle_decks
from engines.dgrayman import actions, placing, setup, skills, turn, winning
from engines.dgrayman.action_rows import ACTIONS
from engines.dgrayman.effect_rows import EFFECTS
from engines.dgrayman.state import DGraymanState, Placing, turn_player
from engines.kernel.flow import Flow, If, Step
from engines.kernel.programs import waits
from engines.kernel.rows import row
from engines.legal.actions import choice_row

PHASES = ("setup", "start", "draw", "character", "main", "action", "skill", "points", "end", "over")


def mulligan_step(name: str, seat: Any, to: str) -> Step[DGraymanState]:
    """Return the row of one player's mulligan (DGM-6.4): redraw or keep."""
    offers = (setup.KEEP.leading_to(to), setup.MULLIGAN.leading_to(to))
    return choice_row(f"{name} setup DGM-6.4 DGM-R3", seat, offers, passing="keep")


def placement_step(heading: str, do: Any) -> Step[DGraymanState]:
    """Return the row that carries out one way of placing a card, and then its abilities (DGM-15.4)."""
    return row(heading, local=Placing, do=do, to=waits("CHAR_CHOICE", "CHECK"))


SETUP: tuple[Step[DGraymanState], ...] = (
    row("SHUFFLE setup DGM-6.1 DGM-1.2", do=shuffle_decks("DGM-6.1"), to="FIRST_PLAYER"),
    row(
        "FIRST_PLAYER setup DGM-6.2 DGM-R4",
        ask=lambda state: [("first", "P1"), ("first", "P2")],
        chance=True,
        offers=(setup.FIRST,),
    ),
    row("OPENING_HANDS setup DGM-6.3 DGM-6.5", do=opening_hands("DGM-6.3"), to="MULLIGAN_FIRST"),
    mulligan_step("MULLIGAN_FIRST", setup.first, "MULLIGAN_SECOND"),
    mulligan_step("MULLIGAN_SECOND", setup.second, "TURN_BEGIN"),
)

TURN: tuple[Step[DGraymanState], ...] = (
    row(
        "TURN_BEGIN start DGM-7.1 DGM-R35",
        do=turn.begin,
        to=If(winning.turn_left, "a turn is left", "START_PHASE", "turn 100 is over", "LAST_TURN_OVER"),
    ),
    row(
        "LAST_TURN_OVER end DGM-17.4 DGM-R38",
        do=winning.draw_game,
        terminal=True,
        ends="nobody has won by the last turn",
    ),
    row("START_PHASE start DGM-7.2 DGM-5.6 DGM-R41", do=turn.start, to=waits("DRAW_PHASE", "CHECK")),
    row(
        "DRAW_PHASE draw DGM-7.3 DGM-7.4 DGM-R2",
        do=turn.draw_phase,
        to="UNIT_LIMIT",
        to_words="drawn, or skipped in the first turn",
        ends="the deck has run out",
    ),
    row("UNIT_LIMIT character DGM-8.1 DGM-8.2 DGM-8.3 DGM-R6", do=turn.fix_limit, to="CHAR_CHOICE"),
    choice_row(
        "CHAR_CHOICE character DGM-7.5 DGM-8.4 DGM-8.8 DGM-R7 DGM-R43",
        turn_player,
        (placing.PLACE, placing.END_CHARACTER_PHASE),
        ask=placing.placements,
        passing="end_character_phase",
    ),
    placement_step("PLACE_FOUND character DGM-8.6 DGM-8.7 DGM-4.4", placing.found_unit),
    placement_step("PLACE_ADD character DGM-8.5 DGM-8.7", placing.add_to_unit),
    placement_step("PLACE_DOUBLES character DGM-14.1 DGM-14.2 DGM-14.3 DGM-14.4", placing.link_units),
    choice_row(
        "MAIN_CHOICE main DGM-7.6 DGM-9.1 DGM-9.2 DGM-9.3 DGM-9.8 DGM-R43 DGM-R50",
        turn_player,
        (*actions.DECLARATIONS, skills.USE, turn.END_MAIN_PHASE),
        ask=actions.main_actions,
        otherwise=(turn.end_main, turn.AFTER_MAIN, "100 uses"),
        passing="end_main_phase",
    ),
    choice_row("HAND_ADJUST end DGM-7.7 DGM-7.8 DGM-R39", turn_player, (turn.DISCARD,), ask=turn.discards, pick=True),
    row("TURN_END end DGM-7.1", do=turn.end, to="TURN_BEGIN", to_words="next turn"),
)

OVER: tuple[Step[DGraymanState], ...] = (row("GAME_OVER over DGM-17.1 DGM-17.2", do=winning.check, terminal=True),)


def build() -> Flow[DGraymanState]:
    """Return the flow table."""
    return Flow([*SETUP, *TURN, *ACTIONS, *EFFECTS, *OVER])
