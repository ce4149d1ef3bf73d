"""The flow table: chapters 5, 6, 7, 9 and 10 as rows, from which the phase graph is derived."""

from __future__ import annotations

from collections.abc import Callable

from engines.kernel.flow import RETURN, Call, Case, Exit, Flow, If, Step, name_decider
from engines.kernel.programs import is_at_choice
from engines.kernel.rows import choose_secretly, divide_number, pick_one, pick_several, row, window
from engines.kernel.state import Action
from engines.kingdom_hearts import (
    actions,
    allies,
    battle,
    challenge,
    effects,
    fights,
    magic,
    piles,
    setup,
    turn,
    winning,
)
from engines.kingdom_hearts.requirements import check_then, something_due, text_then
from engines.kingdom_hearts.state import Dividing, Drawing, KingdomHeartsState, Picking, Resolving
from engines.legal.actions import choice_row
from engines.legal.reasons import Kind

PHASES = ("setup", "refill", "action", "battle", "challenge", "discard", "effect", "over")

mine: Callable[[KingdomHeartsState], int] = name_decider("turn player", "turn_player")
"""Returns the seat of the turn player."""


def battle_step(
    number: int,
    clauses: str,
    ask: Callable[[KingdomHeartsState], list[Action]],
    use: Kind[KingdomHeartsState],
    done: str = "skipped",
) -> Step[KingdomHeartsState]:
    """Return the row of one of the four steps of a Battle that may be skipped (KH-9.4).

    use : the kind of action to take instead. done : the label of the exit.
    """
    offers = (use, battle.SKIP.leading_to(f"B{number + 1}", done))
    return choice_row(f"B{number} battle {clauses}", mine, offers, ask=ask, passing="skip", window=True)


WON = "a win condition is met"
REFILL = If(something_due, "fewer than six cards", Call("DRAW", then="A0"), "six or more", "A0")
FORM = If(turn.in_form, "a Form Change on the hero", "D1", "none", turn.DISCARDS)
ATTACKS_THEN_MAGIC: Call = Call("ATTACKS", then=check_then("B4"))
DIVISION: Call = Call("B6", then="B8", given=Dividing(()))
DAMAGE = If(battle.must_divide, "two or more obstacles", DIVISION, "one takes all", "B7")
ALTERNATION: Call = Call("C2", then="C4", given=lambda state: (state.turn_player, 0))  # the challenger begins (KH-10.5)
NEXT_PART: dict[str, tuple[str, Exit[KingdomHeartsState]]] = {
    "choose": ("a choice", "E0"),
    "draw": ("cards are drawn", Call("DRAW", then="EFFECT")),
    "done": ("finished", RETURN),
}
DRAWN = If(piles.draw_goes_on, "deck empty, cards due", "R0", "drawn", RETURN)


def setup_rows() -> tuple[Step[KingdomHeartsState], ...]:
    """Return the rows of setup (chapter 5)."""
    return (
        row("S0 setup KH-1.2 KH-1.3 KH-1.4", do=setup.decks_checked, to="S1"),
        choose_secretly(
            "S1",
            "setup",
            ("KH-5.1", "KH-5.2", "KH-R4"),
            kind="hero",
            offers=(setup.CHOOSE_HERO,),
            ask=setup.list_heroes,
            shown=setup.show_heroes,
            to="S2",
            words={"hero": ""},
        ),
        row(
            "S2 setup KH-5.3 KH-R5",
            ask=setup.list_coin_sides,
            chance=True,
            offers=(setup.GO_FIRST,),
            otherwise=(setup.lower_level_first, "S3", "lower level first"),
        ),
        row("S3 setup KH-5.4 KH-5.5 KH-5.6", do=setup.opening_hands, to="T0"),
    )


def turn_rows() -> tuple[Step[KingdomHeartsState], ...]:
    """Return the rows of a turn (chapters 6 and 7)."""
    return (
        row("T0 refill KH-6.1 KH-6.2", do=turn.begin_turn, to="T1"),
        row("T1 refill KH-6.3 KH-5.8", do=turn.count_refill, to=REFILL),
        choice_row(
            "A0 action KH-6.4 KH-7.1 KH-R8",
            mine,
            (
                actions.MOVE,
                battle.DECLARE_BATTLE,
                actions.FLEE,
                actions.OBSTRUCT,
                allies.CALL,
                allies.SUMMON,
                actions.PLAY_EVENT,
                actions.EQUIP,
                actions.CHANGE_FORM,
                magic.CAST,
                actions.END_ACTION,
            ),
            ask=actions.list_actions,
            otherwise=(actions.end_at_limit, "C0", "at the limit"),
            passing="end_action",
            ends=WON,
        ),
        choice_row(
            "C0 challenge KH-6.5 KH-10.1",
            mine,
            (challenge.ANNOUNCE, battle.SKIP.leading_to("D0", "no Challenge")),  # also in the first turn (KH-R20)
            passing="skip",
        ),
        row("D0 discard KH-6.6 KH-11.14", do=turn.summons_leave, to=FORM),
        choice_row("D1 discard KH-6.7 KH-14.3", mine, (turn.DROP_FORM, turn.KEEP_FORM), passing="keep_form"),
        pick_several(
            "D2",
            "discard",
            ("KH-6.8", "KH-R41"),
            kind="discard",
            offers=(turn.DISCARD, turn.ENOUGH),
            among=turn.list_hand,
            least=turn.least_discards,
            most=turn.whole_hand,
            done=turn.discard_cards,
            to=RETURN,
            local=Picking,
        ),
        row("D3 discard KH-6.9 KH-18.5 KH-R55", do=turn.end_turn, to="T0", ends="the last turn has ended"),
    )


def battle_rows() -> tuple[Step[KingdomHeartsState], ...]:
    """Return the rows of a Battle (chapter 9)."""
    return (
        row("B0 battle KH-9.2 KH-9.3", do=battle.begin_battle, to="B1"),
        battle_step(1, "KH-9.5 KH-15.6 KH-15.7", battle.list_techniques, battle.USE_TECHNIQUE),
        battle_step(2, "KH-9.6", battle.list_joins, fights.JOIN.leading_to("B3", "one joins")),
        battle_step(3, "KH-9.7", battle.list_attack_cards, fights.USE_ATTACK.leading_to(ATTACKS_THEN_MAGIC, "used")),
        battle_step(
            4, "KH-9.8 KH-13.6", battle.list_spells, magic.CAST.leading_to(text_then("B4"), "one more"), "done"
        ),
        row("B5 battle KH-9.9", do=battle.total_up, to=DAMAGE),
        divide_number(
            "B6",
            "battle",
            ("KH-9.10", "KH-R16", "KH-R56"),
            kind="deal",
            offers=(battle.DEAL,),
            among=battle.find_targets,
            amount=battle.count_damage,
            done=battle.deal_damage,
            to=RETURN,
            who=mine,
            local=Dividing,
        ),
        row("B7 battle KH-9.11 KH-9.12", do=battle.deal_damage, to="B8"),
        row("B8 battle KH-9.13 KH-9.14", do=battle.end_battle, to=check_then("A0")),
    )


def challenge_rows() -> tuple[Step[KingdomHeartsState], ...]:
    """Return the rows of a Challenge (chapter 10)."""
    return (
        row("C1 challenge KH-10.2 KH-10.3 KH-10.4", do=challenge.begin_challenge, to=ALTERNATION),
        window(
            "C2",
            "challenge",
            ("KH-10.5", "KH-10.6", "KH-10.7", "KH-10.8", "KH-10.9", "KH-10.10"),
            uses=challenge.list_challenge_actions,
            offers=(fights.JOIN, fights.USE_ATTACK, magic.CAST.leading_to(text_then("C2"), "Magic"), challenge.PASS),
            closed=RETURN,
            told="KH-10.9",
        ),
        row("C4 challenge KH-10.11 KH-10.12 KH-10.13", do=challenge.compare_totals, to=check_then("C5")),
        row("C5 challenge KH-10.14 KH-10.15 KH-10.16", do=challenge.end_challenge, to="D0"),
    )


def procedure_rows() -> tuple[Step[KingdomHeartsState], ...]:
    """Return the rows of procedures: choices, effects, draws, the win check (chapters 17 and 18)."""
    return (
        pick_several(
            "ATTACKS",
            "effect",
            ("KH-9.7", "KH-10.7", "KH-15.5"),
            kind="attach",
            offers=(fights.ATTACH, turn.ENOUGH),
            among=fights.attack_cards,
            least=lambda state: 1,
            most=turn.whole_hand,
            done=fights.attach_cards,
            to=RETURN,
            local=Picking,
            procedure="ATTACKS",
            secretly=True,
        ),
        row(
            "EFFECT effect KH-17.6 KH-R48",
            procedure="EFFECT",
            local=Resolving,
            do=effects.resolve_program,
            to=Case(effects.next_part, NEXT_PART),
            ends=WON,
        ),
        pick_one(
            "E0 effect KH-17.6 KH-R48 KH-R57",
            procedure="EFFECT",
            local=Resolving,
            among=effects.list_choices,
            who=effects.chooser,
            offers=(effects.CHOOSE,),
            otherwise_words="only one",
            locals_are_valid=is_at_choice,
        ),
        row("DRAW effect KH-6.3 KH-17.4", procedure="DRAW", local=Drawing, do=piles.draw_due, to=DRAWN),
        row("R0 effect KH-17.4 KH-R7", procedure="DRAW", local=Drawing, do=piles.recycle_discards, to="DRAW"),
        row(
            "X0 over KH-17.7 KH-18.1 KH-18.2 KH-18.3 KH-18.4",
            procedure="X0",
            do=winning.check_win,
            to=RETURN,
            ends=WON,
        ),
        row("GAME_OVER over KH-18.3", do=winning.check_win, terminal=True),
    )


def build_flow() -> Flow[KingdomHeartsState]:
    """Return the flow table."""
    return Flow([*setup_rows(), *turn_rows(), *battle_rows(), *challenge_rows(), *procedure_rows()])
