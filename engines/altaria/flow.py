"""The flow table of CORE OF ALTARIA: chapters 6, 7 and 11 to 13 as rows, from which the phase graph is derived."""

from __future__ import annotations

from engines.altaria import attack, battle, charge, choosing, core_break, costs, effects, setup, turn
from engines.altaria import main_phase as main
from engines.altaria.core_break import AFTER_BREAK
from engines.altaria.effects import AFTERWARDS
from engines.altaria.state import AltariaState, Paying, Placing, Resolving
from engines.altaria.turn import defender, turn_player
from engines.declare.dealing import opening_hands, shuffle_decks
from engines.kernel.flow import RETURN, Call, Flow, If, Step
from engines.kernel.programs import (
    SET_OFF,
    is_at_choice,
    run_waiting_first,
    something_waits,
    triggers_row,
    turn_players_first,
)
from engines.kernel.rows import choose_secretly, do_nothing, pick_one, row
from engines.legal.actions import choice_row

PHASES = ("setup", "heal", "draw", "charge", "main", "attack", "end", "play", "effect", "over")  # ALT-7.1
"""The six phases of a turn in order, and the lanes before, beside and after them in the phase graph."""


def _waits_its_turn(state: AltariaState) -> bool:
    """Return True if the locals fit a step that carries out abilities: none, or those of PAY, ONTO or RESOLVE."""
    return not state.procedure_locals or type(state.procedure_locals) in (Paying, Placing, Resolving)


def ambush_window(heading: str, attacker: bool, then: str) -> Step[AltariaState]:
    """Return the row in which one side may summon by Ambush, any number of times, before the attack continues."""
    again = battle.AMBUSH_UNIT.leading_to(Call("PAY", then=heading.split()[0]))
    over = If(attack.still_on, "no Ambush possible", then, "a unit has left", "ATTACK_END")
    return choice_row(
        heading,
        turn_player if attacker else defender,
        (again, battle.PASS.leading_to(then)),
        ask=lambda state: battle.list_ambushes(state, state.turn_player if attacker else 1 - state.turn_player),
        passing="pass",
        otherwise=(None, over, ""),
        window=True,
    )


def list_rows() -> list[Step[AltariaState]]:
    """Return the rows of the flow table."""
    return [
        # Setup (chapter 6)
        row(
            "DECK_CHECK setup ALT-2.1 ALT-2.2 ALT-2.3",
            do=do_nothing,
            to=If(setup.decks_legal, "both decks legal", "SHUFFLE", "a deck is illegal", "REFUSED"),
        ),
        row("REFUSED setup ALT-2.3", do=setup.refuse_deck, terminal=True),
        row("SHUFFLE setup ALT-6.1 ALT-6.2", do=shuffle_decks("ALT-6.1"), to="SET_CORES"),
        row("SET_CORES setup ALT-6.3 ALT-5.2", do=setup.set_cores, to="OPENING_HAND"),
        row("OPENING_HAND setup ALT-6.4 ALT-6.7 ALT-6.8", do=opening_hands("ALT-6.4"), to="JANKEN"),
        choose_secretly(
            "JANKEN",
            "setup",
            ("ALT-6.5",),
            kind="throw",
            offers=(setup.THROW,),
            ask=setup.list_throws,
            shown=setup.show_throws,
            both="both have thrown",
            to=If(setup.is_tie, "tie", "JANKEN", "someone won", "CHOOSE_ORDER"),
            words={"throw": ""},
        ),
        choice_row("CHOOSE_ORDER setup ALT-6.5 ALT-6.6", setup.janken_winner, (setup.GO,)),
        # The phases (chapter 7)
        row("HEAL heal ALT-7.3 ALT-7.4 ALT-4.9 ALT-4.11", do=turn.heal_cards, to="DRAW"),
        row(
            "DRAW draw ALT-7.5 ALT-7.6 ALT-16.3",
            do=turn.draw_phase,
            to="CHARGE",
            ends="the deck became empty: the opponent wins",
        ),
        choice_row(
            "CHARGE charge ALT-8.1 ALT-8.2 ALT-8.3 ALT-8.6",
            turn_player,
            (charge.CHARGE_ALTAR, charge.CHARGE_ENERGY, charge.SKIP_CHARGE),
            ask=charge.list_charges,
            otherwise=(None, "MAIN_START", "hand empty"),
            passing="skip_charge",
        ),
        row("MAIN_START main ALT-15.5 ALT-16.5", do=main.main_start, to=run_waiting_first("MAIN")),
        choice_row(
            "MAIN main ALT-10.1 ALT-10.2 ALT-10.12",
            turn_player,
            (main.TURN_UP, main.SUMMON, main.ACTIVATE, main.PLACE_FORCE, main.USE, main.END_MAIN),
            ask=main.main_actions,
            passing="end_main",
        ),
        # Attack Phase (chapters 11 to 13): the rows follow the order of an attack (ALT-12.1).
        choice_row(
            "ATTACK attack ALT-11.1 ALT-11.2 ALT-11.3 ALT-11.12",
            turn_player,
            (attack.ATTACK_CORES, attack.ATTACK_UNIT, attack.END_ATTACK),
            ask=attack.list_attacks,
            passing="end_attack",
        ),
        choice_row(
            "AIM attack ALT-11.4 ALT-11.5 ALT-11.7",
            turn_player,
            (attack.AIM,),
            ask=attack.cores_to_aim_at,
            pick=True,
            refuses=(attack.AIM_AT_ALTAR, attack.STOP_AIMING),
            otherwise=(attack.aim_at_all, "DECLARED", "every core left"),
            auto_picks=attack.free_cores,
        ),
        row(
            "DECLARED attack ALT-11.10 ALT-12.12",
            do=attack.set_off_on_attack,
            to=If(
                something_waits,
                SET_OFF,
                Call("TRIGGERS", then="DECLARED"),
                "",
                If(attack.still_on, "attack valid", "DEF_AMBUSH", "a unit has left", "ATTACK_END"),
            ),
        ),
        ambush_window("DEF_AMBUSH attack ALT-12.2 ALT-14.9 ALT-14.10 ALT-14.11", attacker=False, then="BLOCK"),
        choice_row(
            "BLOCK attack ALT-12.3 ALT-12.4 ALT-12.5 ALT-12.6 ALT-14.2 ALT-14.8",
            defender,
            (battle.BLOCK, battle.NO_BLOCK),
            ask=battle.list_blocks,
            window=True,
            passing="no_block",
            otherwise=(battle.nobody_blocks, battle.UNBLOCKED, "nobody can block"),
        ),
        ambush_window("ATK_AMBUSH attack ALT-12.7 ALT-14.9 ALT-14.10", attacker=True, then="BATTLE"),
        row("BATTLE attack ALT-12.8 ALT-12.9 ALT-12.10 ALT-12.11", do=battle.resolve_battle, to="AFTER_BATTLE"),
        row("AFTER_BATTLE attack ALT-12.13 ALT-14.7", do=battle.after_battle, to=run_waiting_first("ATTACK_END")),
        row(
            "BREAK attack ALT-13.1 ALT-13.4 ALT-13.13",
            do=core_break.break_cores,
            to=AFTER_BREAK,
            ends="the defender has no core left: the attacker wins",
        ),
        row(
            "UNSEEN attack ALT-13.9",
            ask=core_break.unseen_choices,
            chance=True,
            worst=True,
            offers=(core_break.REVEAL,),
        ),
        choice_row(
            "CORE_TRIGGER attack ALT-13.5 ALT-13.8 ALT-13.9 ALT-13.12",
            core_break.core_owner,
            (core_break.TRIGGER, core_break.TAKE),
            ask=core_break.list_triggers,
            window=True,
            passing="take",
            otherwise=(core_break.take_broken_cards, "ATTACK_END", "none usable"),
        ),
        row("ATTACK_END attack ALT-12.15 ALT-11.3", do=attack.attack_end, to="ATTACK", to_words="next attack"),
        row(
            "END end ALT-7.7 ALT-16.9",
            do=turn.end_turn,
            to="HEAL",
            to_words="next player's turn",
            ends="end of the last allowed turn: draw",
        ),
        # Playing a card (chapters 9 and 10)
        choice_row(
            "PAY play ALT-9.1 ALT-9.2 ALT-9.4 ALT-9.6",
            costs.seat_paying,
            (costs.PAY,),
            ask=costs.list_payments,
            pick=True,
            procedure="PLAY",
            local=Paying,
            auto_picks=costs.paid_alike,
            otherwise=(costs.pay_alike, costs.PAY.to, ""),
        ),
        row(
            "PLAYED play ALT-10.3 ALT-10.4 ALT-10.5",
            procedure="PLAY",
            local=Paying,
            do=main.finish_play,
            to=If(
                main.is_magic,
                "Magic",
                "RESOLVE",
                "",
                If(main.is_force, "Force", "ONTO", "Unit", AFTERWARDS),
            ),
        ),
        pick_one(
            "ONTO play ALT-10.6 ALT-10.7 ALT-10.8",
            among=main.altar_places,
            who=turn_player,
            procedure="PLAY",
            local=Placing,
            offers=(main.ONTO,),
            otherwise_words="only one place",
        ),
        # Effects (chapter 15)
        row(
            "RESOLVE effect ALT-15.3 ALT-15.7 ALT-15.8 ALT-15.9",
            procedure="RESOLVE",
            local=Resolving,
            do=effects.resolve_program,
            to=If(choosing.must_choose, "a choice is needed", "CHOOSE", "finished", AFTERWARDS),
            ends="a win condition was met during the effect",
        ),
        choice_row(
            "CHOOSE effect ALT-15.5 ALT-15.6 ALT-14.3",
            choosing.chooser,
            (choosing.CHOOSE, choosing.CHOOSE_FORCE, choosing.ACCEPT, choosing.DECLINE),
            ask=choosing.list_choices,
            locals_are_valid=is_at_choice,
            pick=True,
            procedure="RESOLVE",
            local=Resolving,
        ),
        triggers_row(
            "TRIGGERS",
            "effect",
            ("ALT-15.5",),
            line=turn_players_first,
            begin=effects.begin_ability,
            resolve="RESOLVE",
            empty=RETURN,
            procedure="TRIGGERS",
            offers=(effects.NEXT,),
            locals_are_valid=_waits_its_turn,
            ends="a loop of compulsory abilities: draw",
        ),
        row("GAME_OVER over ALT-16.1 ALT-16.3 ALT-16.5 ALT-16.6 ALT-16.7", do=do_nothing, terminal=True),
    ]


def build_flow() -> Flow[AltariaState]:
    """Return the flow table."""
    return Flow(list_rows())
