"""The flow table of ChaosTCG: every step of a turn and every exit, in the order of the rulebook.

The procedures called by these steps are in `engines.chaos.procedure_rows`.
"""

from __future__ import annotations

from typing import Any

from engines.chaos import battle, damage, effects, extra, main_phase, setup, turn, using
from engines.chaos.check import run_check
from engines.chaos.procedure_rows import PROCEDURES
from engines.chaos.state import ChaosState
from engines.kernel.flow import RETURN, Call, Case, Exit, Flow, If, Step, name_decider
from engines.kernel.rows import choose_secretly, do_nothing, pick_several, record_event, row, window
from engines.legal.actions import choice_row

PHASES = ("setup", "beginning", "main", "battle", "end", "action", "damage", "check", "over")


def run_strike_damage(then: Exit[ChaosState]) -> If[ChaosState]:
    """Return the exit after a strike: any damage to players, then a check timing, then `then` (CHA-R32, CHA-R36)."""
    hit = Call("P1", given=damage.first_due, then=run_check(then))
    return If(lambda state: bool(state.due), "a player takes damage", hit, "", run_check(then))


def step_row(name: str, clause: str) -> Step[ChaosState]:
    """Return one of the three ability steps (CHA-12.2, 12.10, 12.13)."""
    clauses = (clause, "CHA-12.3", "CHA-13.1", "CHA-13.2", "CHA-13.3", "CHA-13.4", "CHA-13.5", "CHA-R27")
    paid = Call("PAY", then=run_check(name))
    offers = (using.PLAY.leading_to(paid, "an Event"), using.USE.leading_to(paid, "an ability"), battle.PASS)
    return window(name, "battle", clauses, uses=battle.step_uses, offers=offers, closed=RETURN, procedure=name)


def redraw_row(name: str, seat: Any, to: str) -> Step[ChaosState]:
    """Return the row for one player's redraw (CHA-6.5)."""
    offers = (setup.KEEP.leading_to(to), setup.REDRAW.leading_to(to))
    return choice_row(f"{name} setup CHA-6.5 CHA-R6", seat, offers, passing="keep")


SETUP: tuple[Step[ChaosState], ...] = (
    choose_secretly(
        "S1",
        "setup",
        ("CHA-6.1", "CHA-1.5", "CHA-R4"),
        kind="choose_partner",
        offers=(setup.CHOOSE_PARTNER,),
        ask=setup.list_partners,
        shown=setup.place_partners,
        to="S2",
    ),
    row("S2 setup CHA-6.2", do=setup.shuffle_decks, to="S3"),
    row("S3 setup CHA-6.3 CHA-R5", ask=lambda state: [("first", 0), ("first", 1)], chance=True, offers=(setup.FIRST,)),
    row("S4 setup CHA-6.4", do=setup.opening_hands, to="S5"),
    redraw_row("S5", name_decider("first player", "turn_player"), "S6"),
    redraw_row("S6", name_decider("second player", "turn_player", other=True), "S7"),
    row("S7 setup CHA-6.6 CHA-R4", do=setup.reveal_partners, to="T0"),
)

BEGINNING: tuple[Step[ChaosState], ...] = (
    row("T0 beginning CHA-6.7 CHA-7.1 CHA-R48 CHA-R54", do=turn.begin_turn, to="B1", ends="the last turn is over"),
    row("B1 beginning CHA-7.2 CHA-R43", do=turn.set_off_moment("beginning_start"), to=run_check("B2")),
    row("B2 beginning CHA-7.3 CHA-R8", do=turn.ready_characters, to=run_check("B3")),
    row("B3 beginning CHA-7.4 CHA-17.1 CHA-R7", do=turn.draw_for_turn, to=run_check("M1")),
)

MAIN: tuple[Step[ChaosState], ...] = (
    row("M1 main CHA-7.5 CHA-R43", do=turn.set_off_moment("main_start"), to=run_check("M2")),
    choice_row(
        "M2 main CHA-7.6 CHA-8.1 CHA-8.2 CHA-8.4 CHA-8.5 CHA-8.6 CHA-R26",
        turn.main_player,
        (
            main_phase.ENTER,
            main_phase.ENTER_EXTRA,
            main_phase.LEVEL_PARTNER,
            extra.LEVEL_EXTRA,
            using.PLAY,
            using.USE,
            main_phase.SET_CARD,
            main_phase.END_MAIN,
        ),
        ask=main_phase.list_main_actions,
        passing="end_main",
    ),
)

STRIKES = {
    "out": ("somebody is out of the battle", "X1"),
    "direct": ("no guard, the player is the target", "H5"),
    "first": ("one strikes first", "H2"),
    "together": ("both strike at once", "H4"),
}

BATTLE: tuple[Step[ChaosState], ...] = (
    row("A1 battle CHA-12.1 CHA-12.2 CHA-R43", do=battle.open_battles, to=battle.ability_step("W1", "D1")),
    step_row("W1", "CHA-12.2"),
    choice_row(
        "D1 battle CHA-12.4 CHA-12.5 CHA-12.7 CHA-12.8 CHA-R28",
        turn.main_player,
        (battle.ATTACK, battle.NO_ATTACK),
        ask=battle.list_attacks,
        passing="no_attack",
    ),
    choice_row(
        "D2 battle CHA-15.5 CHA-12.5 CHA-R30",
        turn.main_player,
        (battle.TARGET_PLAYER, battle.TARGET),
        ask=battle.list_targets,
    ),
    choice_row("D3 battle CHA-12.6 CHA-R28", turn.main_player, (battle.DRAW, battle.DECLINE_DRAW), passing="decline"),
    step_row("W2", "CHA-12.10"),
    choice_row(
        "G1 battle CHA-12.11 CHA-12.12 CHA-R29",
        turn.sub_player,
        (battle.GUARD, battle.NO_GUARD),
        ask=battle.list_guards,
        otherwise=(None, battle.THIRD, "nobody can guard"),
        passing="no_guard",
    ),
    step_row("W3", "CHA-12.13"),
    row("H1 battle CHA-12.14 CHA-12.16 CHA-R31 CHA-R33", do=do_nothing, to=Case(battle.kind_of_strike, STRIKES)),
    row(
        "H2 battle CHA-15.3 CHA-15.4 CHA-R33 CHA-R34",
        do=battle.strike_first,
        to=run_strike_damage(If(battle.both_in, "both still in the battle", "H3", "one is out", "X1")),
    ),
    row("H3 battle CHA-12.14 CHA-R33 CHA-R34", do=battle.strike_second, to=run_strike_damage("X1")),
    row("H4 battle CHA-12.14 CHA-15.6 CHA-R32 CHA-R34", do=battle.strike_together, to=run_strike_damage("X1")),
    row("H5 battle CHA-12.16", do=battle.strike_player, to=run_strike_damage("X1")),
    row("X1 battle CHA-12.17", do=battle.end_battle, to="A1"),
    row("X2 battle CHA-12.9", do=record_event("battles_over", "CHA-12.9", turn.main_player), to="E1"),
)

LIMIT = If(turn.too_many, "too many cards in hand", Call("E5", given=((),), then="E6"), "", "E6")
END: tuple[Step[ChaosState], ...] = (
    row("E1 end CHA-7.9 CHA-R43", do=turn.set_off_moment("end_start"), to=run_check("E2")),
    choice_row(
        "E2 end CHA-7.10 CHA-R44",
        turn.main_player,
        (turn.TURN_UP,),
        ask=turn.face_down,
        otherwise=(None, "E3", "none is face-down"),
    ),
    row("E3 end CHA-7.11", do=turn.partner_readies, to=run_check("E4")),
    row("E4 end CHA-7.12 CHA-R47", do=turn.set_off_moment("turn_end"), to=run_check(LIMIT)),
    pick_several(
        "E5",
        "end",
        ("CHA-7.13", "CHA-7.14", "CHA-R45"),
        kind="discard",
        offers=(effects.DISCARD, effects.DONE),
        among=turn.hand_of_main,
        least=turn.count_surplus,
        most=turn.count_surplus,
        done=turn.discard_surplus,
        to=RETURN,
        stop="done",
        who=turn.main_player,
        procedure="E5",
    ),
    row("E6 end CHA-7.15", do=turn.heal_damage, to=run_check("E7")),
    row("E7 end CHA-7.16 CHA-R46", do=turn.end_effects, to=run_check("E8")),
    row("E8 end CHA-7.17", do=record_event("turn_ended", "CHA-7.17", turn.main_player), to="T0"),
)


def build_flow() -> Flow[ChaosState]:
    """Return the flow table."""
    return Flow([*SETUP, *BEGINNING, *MAIN, *BATTLE, *END, *PROCEDURES])
