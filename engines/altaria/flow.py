"""The flow table of CORE OF ALTARIA: chapters 6, 7 and 11 to 13 as rows. The phase graph is read off it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.altaria import attack, charge, core_break, costs, effects, main_phase, setup, turn
from engines.altaria.state import AltariaState, Paying, Placing, Resolving
from engines.declare.dealing import opening_hands, shuffle_decks
from engines.kernel.flow import RETURN, Call, Flow, If, Step, Way, decider
from engines.kernel.programs import SET_OFF, chooses, something_waits, triggers, turn_players_first, waits
from engines.kernel.rows import nothing, row, secret, single, told
from engines.kernel.state import Action

PHASES = ("setup", "heal", "draw", "charge", "main", "attack", "end", "play", "effect", "over")  # ALT-7.1
"""The six phases of a turn in their order, each once, and the lanes before, beside and after them."""

mine: Callable[[AltariaState], int] = decider("turn player", "turn_player")
theirs: Callable[[AltariaState], int] = decider("defender", "turn_player", other=True)


def _waits_its_turn(state: AltariaState) -> bool:
    """Return True where abilities are carried out: from anywhere, or after what was paid, placed or resolved."""
    return not state.local or type(state.local) in (Paying, Placing, Resolving)


done: If[AltariaState] = If(something_waits, SET_OFF, "TRIGGERS", "", RETURN)
"""A card has been played or an effect carried out: what that has set off follows."""

trigger = If(core_break.window_opens, "Core Trigger usable", "CORE_TRIGGER", "none usable", "ATTACK_END")
after_break = If(core_break.unseen_broken, "an unseen card", "UNSEEN", "", trigger)
"""What a broken card was is settled first; then its owner may use a Core Trigger."""

unblocked = If(attack.on_cores, "core attack", "BREAK", "unit attack", "BATTLE")
next_symbol = If(costs.paid_in_full, "paid in full", "PLAYED", "next symbol", "PAY")


def ambush_window(
    name: str,
    clauses: str,
    ask: Callable[[AltariaState], list[Action]],
    who: Callable[[AltariaState], int],
    then: str,
) -> Step[AltariaState]:
    """Return the row in which one side may summon by Ambush, again and again, before the attack goes on."""
    play: Call = Call("PAY", then=name)
    on: dict[str, Way[AltariaState]] = {"ambush": (main_phase.play, play), "pass": (None, then)}
    over = If(attack.still_on, "no Ambush possible", then, "a unit has left", "ATTACK_END")
    more: dict[str, Any] = {"window": True, "passing": "pass", "otherwise": (None, over, "")}
    return row(f"{name} attack {clauses}", on, ask=ask, who=who, **more)


def rows() -> list[Step[AltariaState]]:
    """Return the rows of the flow table."""
    return [
        # Setup (chapter 6)
        row(
            "DECK_CHECK setup ALT-2.1 ALT-2.2 ALT-2.3",
            do=nothing,
            to=If(setup.decks_legal, "both decks legal", "SHUFFLE", "a deck is illegal", "REFUSED"),
        ),
        row("REFUSED setup ALT-2.3", do=setup.refuse, terminal=True),
        row("SHUFFLE setup ALT-6.1 ALT-6.2", do=shuffle_decks("ALT-6.1"), to="SET_CORES"),
        row("SET_CORES setup ALT-6.3 ALT-5.2", do=setup.set_cores, to="OPENING_HAND"),
        row("OPENING_HAND setup ALT-6.4 ALT-6.7 ALT-6.8", do=opening_hands("ALT-6.4"), to="JANKEN"),
        secret(
            "JANKEN",
            "setup",
            ("ALT-6.5",),
            kind="throw",
            ask=setup.throws,
            shown=setup.throw,
            both="both have thrown",
            to=If(setup.tie, "tie", "JANKEN", "someone won", "CHOOSE_ORDER"),
            words={"throw": ""},
        ),
        row(
            "CHOOSE_ORDER setup ALT-6.5 ALT-6.6",
            ask=setup.order_choices,
            who=setup.janken_winner,
            on={"go": (setup.choose_order, "HEAL", "order chosen")},
        ),
        # The phases (chapter 7)
        row("HEAL heal ALT-7.3 ALT-7.4 ALT-4.9 ALT-4.11", do=turn.heal, to="DRAW"),
        row(
            "DRAW draw ALT-7.5 ALT-7.6 ALT-16.3",
            do=turn.draw_phase,
            to="CHARGE",
            ends="the deck became empty: the opponent wins",
        ),
        row(
            "CHARGE charge ALT-8.1 ALT-8.2 ALT-8.3 ALT-8.6",
            ask=charge.charges,
            who=mine,
            on={
                "charge_altar": (charge.charge_altar, "MAIN_START", "a card to the altar"),
                "charge_energy": (charge.charge_energy, "MAIN_START", "a card to energy"),
                "skip_charge": (told("no_charge", "ALT-8.1", mine), "MAIN_START", "declined"),
            },
            otherwise=(None, "MAIN_START", "hand empty"),
            passing="skip_charge",
        ),
        row(
            "MAIN_START main ALT-15.5 ALT-16.5",
            do=main_phase.main_start,
            to=waits("MAIN"),
        ),
        row(
            "MAIN main ALT-10.1 ALT-10.2 ALT-10.12",
            ask=main_phase.main_actions,
            who=mine,
            on={
                "turn_up": (main_phase.turn_up, "MAIN", "turn energy up"),
                "summon": (main_phase.play, Call("PAY", then="MAIN")),
                "activate": (main_phase.play, Call("PAY", then="MAIN")),
                "place": (main_phase.play, Call("PAY", then="MAIN")),
                "use": (main_phase.use, Call("RESOLVE", then="MAIN"), "use an ability"),
                "end_main": (main_phase.end_main, "ATTACK", "end the phase"),
            },
            passing="end_main",
        ),
        # Attack Phase (chapters 11 to 13): the rows stand in the order of an attack (ALT-12.1).
        row(
            "ATTACK attack ALT-11.1 ALT-11.2 ALT-11.3 ALT-11.12",
            ask=attack.attacks,
            who=mine,
            on={
                "attack_cores": (attack.declare_on_cores, "AIM", "core attack"),
                "attack_unit": (attack.declare_on_unit, "DECLARED", "unit attack"),
                "end_attack": (attack.end_attack, "END", "no more attacks"),
            },
            passing="end_attack",
        ),
        row(
            "AIM attack ALT-11.4 ALT-11.5 ALT-11.7",
            ask=attack.cores_to_aim_at,
            who=mine,
            pick=True,
            on={"aim": (attack.aim, If(attack.aimed, "all chosen", "DECLARED", "one more", "AIM"), "")},
            otherwise=(attack.aim_at_all, "DECLARED", "every core left"),
            auto_picks=attack.free_cores,
        ),
        row(
            "DECLARED attack ALT-11.10 ALT-12.12",
            do=attack.declared,
            to=If(
                something_waits,
                SET_OFF,
                Call("TRIGGERS", then="DECLARED"),
                "",
                If(attack.still_on, "attack valid", "DEF_AMBUSH", "a unit has left", "ATTACK_END"),
            ),
        ),
        ambush_window("DEF_AMBUSH", "ALT-12.2 ALT-14.9 ALT-14.10 ALT-14.11", attack.defender_ambushes, theirs, "BLOCK"),
        row(
            "BLOCK attack ALT-12.3 ALT-12.4 ALT-12.5 ALT-12.6 ALT-14.2 ALT-14.8",
            ask=attack.blocks,
            who=theirs,
            window=True,
            passing="no_block",
            on={
                "block": (attack.block, "ATK_AMBUSH", "blocked"),
                "no_block": (told("not_blocked", "ALT-12.3", theirs), unblocked, "no block"),
            },
            otherwise=(attack.nobody_blocks, unblocked, "nobody can block"),
        ),
        ambush_window("ATK_AMBUSH", "ALT-12.7 ALT-14.9 ALT-14.10", attack.attacker_ambushes, mine, "BATTLE"),
        row("BATTLE attack ALT-12.8 ALT-12.9 ALT-12.10 ALT-12.11", do=attack.battle, to="AFTER_BATTLE"),
        row(
            "AFTER_BATTLE attack ALT-12.13 ALT-14.7",
            do=attack.after_battle,
            to=waits("ATTACK_END"),
        ),
        row(
            "BREAK attack ALT-13.1 ALT-13.4 ALT-13.13",
            do=core_break.break_cores,
            to=after_break,
            ends="the defender has no core left: the attacker wins",
        ),
        row(
            "UNSEEN attack ALT-13.9",
            ask=core_break.unseen_choices,
            chance=True,
            worst=True,
            on={"reveal": (core_break.reveal, after_break, "")},
        ),
        row(
            "CORE_TRIGGER attack ALT-13.5 ALT-13.8 ALT-13.9 ALT-13.12",
            ask=core_break.triggers,
            who=core_break.core_owner,
            window=True,
            passing="take",
            on={
                "trigger": (core_break.use_trigger, Call("RESOLVE", then="CORE_TRIGGER")),
                "take": (core_break.take, "ATTACK_END", "take the cards"),
            },
            otherwise=(core_break.take, "ATTACK_END", "none usable"),
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
        row(
            "PAY play ALT-9.1 ALT-9.2 ALT-9.4 ALT-9.6",
            ask=costs.payments,
            who=costs.payer,
            pick=True,
            procedure="PLAY",
            local=Paying,
            on={"pay": (costs.pay, next_symbol, "")},
            auto_picks=costs.paid_alike,
            otherwise=(costs.pay_alike, next_symbol, ""),
        ),
        row(
            "PLAYED play ALT-10.3 ALT-10.4 ALT-10.5",
            procedure="PLAY",
            local=Paying,
            do=main_phase.played,
            to=If(
                main_phase.is_magic,
                "Magic",
                "RESOLVE",
                "",
                If(main_phase.is_force, "Force", "ONTO", "Unit", done),
            ),
        ),
        single(
            "ONTO play ALT-10.6 ALT-10.7 ALT-10.8",
            among=main_phase.altar_places,
            who=mine,
            procedure="PLAY",
            local=Placing,
            on={"onto": (main_phase.put_onto, done, "")},
            otherwise_words="only one place",
        ),
        # Effects (chapter 15)
        row(
            "RESOLVE effect ALT-15.3 ALT-15.7 ALT-15.8 ALT-15.9",
            procedure="RESOLVE",
            local=Resolving,
            do=effects.resolve,
            to=If(effects.must_choose, "a choice is needed", "CHOOSE", "finished", done),
            ends="a win condition was met during the effect",
        ),
        row(
            "CHOOSE effect ALT-15.5 ALT-15.6 ALT-14.3",
            ask=effects.choices,
            locals_are_valid=chooses,
            who=effects.chooser,
            pick=True,
            procedure="RESOLVE",
            local=Resolving,
            on={
                "choose": (effects.choose, "RESOLVE", "a unit chosen"),
                "choose_force": (effects.choose, "RESOLVE", "a Force chosen"),
                "accept": (effects.answer_may, "RESOLVE"),
                "decline": (effects.answer_may, "RESOLVE"),
            },
        ),
        triggers(
            "TRIGGERS",
            "effect",
            ("ALT-15.5",),
            line=turn_players_first,
            begin=effects.begin,
            resolve="RESOLVE",
            empty=RETURN,
            procedure="TRIGGERS",
            locals_are_valid=_waits_its_turn,
            ends="a loop of compulsory abilities: draw",
        ),
        row("GAME_OVER over ALT-16.1 ALT-16.3 ALT-16.5 ALT-16.6 ALT-16.7", do=nothing, terminal=True),
    ]


def build() -> Flow[AltariaState]:
    """Return the flow table."""
    return Flow(rows())
