"""The flow table of ChaosTCG: every step of a turn, every way on, in the order of the rulebook."""

from __future__ import annotations

from typing import Any

from engines.chaos import battle, check, damage, extra, main_phase, procedures, setup, turn
from engines.core.flow import RETURN, Call, Case, Flow, If, Step
from engines.core.rows import secret, several, window

PHASES = (
    "setup",
    "beginning",
    "main",
    "battle",
    "end",
    "action",
    "damage",
    "check",
    "over",
)


def checked(then: Any) -> If:
    """Run a complete check timing if it has anything to do, then go on (CHA-16.2, CHA-R40)."""
    return If(check.due, "check timing", Call("C1", given=(), then=then), "", then)


def ability_step(name: str, then: Any) -> Call:
    """Hold an ability step, the Main player first, then go on."""
    return Call(name, given=battle.main_first, then=then)


def struck(then: Any) -> If:
    """Carry out damage to players after a strike, then a check timing, then go on (CHA-R32, CHA-R36)."""
    hit = Call("P1", given=damage.first_due, then=checked(then))
    return If(damage.damage_due, "a player takes damage", hit, "", checked(then))


def step_row(name: str, clause: str) -> Step:
    """Return one of the three ability steps (CHA-12.2, 12.10, 12.13)."""
    used = Call("PAY", then=checked(name))
    return window(
        name,
        "battle",
        (clause, "CHA-12.3", "CHA-13.1", "CHA-13.2", "CHA-13.3", "CHA-13.4", "CHA-13.5", "CHA-R27"),
        uses=battle.step_uses,
        on={"play": (main_phase.begin, used), "use": (main_phase.begin, used)},
        closed=RETURN,
        procedure=name,
        words={"play": "an Event", "use": "an ability"},
    )


def redraw_row(name: str, seat: Any, to: str) -> Step:
    """Return the row of one player's redraw (CHA-6.5)."""
    return Step(
        name,
        "setup",
        ("CHA-6.5", "CHA-R6"),
        ask=setup.redraws,
        who=seat,
        on={"keep": (setup.keep, to), "redraw": (setup.redraw, to)},
        passing="keep",
    )


SETUP = (
    secret(
        "S1",
        "setup",
        ("CHA-6.1", "CHA-1.5", "CHA-R4"),
        kind="choose_partner",
        ask=setup.partners,
        shown=setup.place_partners,
        to="S2",
    ),
    Step("S2", "setup", ("CHA-6.2",), do=setup.shuffle_decks, to="S3"),
    Step(
        "S3",
        "setup",
        ("CHA-6.3", "CHA-R5"),
        ask=setup.first_players,
        chance=True,
        on={"first": (setup.note_first, "S4")},
    ),
    Step("S4", "setup", ("CHA-6.4",), do=setup.opening_hands, to="S5"),
    redraw_row("S5", setup.first_seat, "S6"),
    redraw_row("S6", setup.second_seat, "S7"),
    Step("S7", "setup", ("CHA-6.6", "CHA-R4"), do=setup.reveal, to="T0"),
)

BEGINNING = (
    Step(
        "T0",
        "beginning",
        ("CHA-6.7", "CHA-7.1", "CHA-R48", "CHA-R54"),
        do=turn.begin_turn,
        to="B1",
        ends="the last turn is over",
    ),
    Step("B1", "beginning", ("CHA-7.2", "CHA-R43"), do=turn.beginning_start, to=checked("B2")),
    Step("B2", "beginning", ("CHA-7.3", "CHA-R8"), do=turn.ready, to=checked("B3")),
    Step("B3", "beginning", ("CHA-7.4", "CHA-17.1", "CHA-R7"), do=turn.draw_for_turn, to=checked("M1")),
)


def main_action(then: Any = "M2") -> Call:
    """Pay for a main action and carry it out; then a check timing."""
    return Call("PAY", then=checked(then))


MAIN = (
    Step("M1", "main", ("CHA-7.5", "CHA-R43"), do=turn.main_start, to=checked("M2")),
    Step(
        "M2",
        "main",
        ("CHA-7.6", "CHA-8.1", "CHA-8.2", "CHA-8.4", "CHA-8.5", "CHA-8.6", "CHA-R26"),
        ask=main_phase.actions,
        who=turn.main_player,
        on={
            "enter": (main_phase.begin, main_action()),
            "enter_extra": (main_phase.begin, main_action()),
            "level_partner": (main_phase.level_up, checked("M2")),
            "level_extra": (extra.level_extra, checked("M2")),
            "play": (main_phase.begin, main_action()),
            "use": (main_phase.begin, main_action()),
            "set": (main_phase.begin, main_action()),
            "end_main": (main_phase.end_main, "A1"),
        },
        words={
            "enter": "a character enters",
            "enter_extra": "an Extra character",
            "level_partner": "Partner levels up",
            "level_extra": "Extra character levels up",
            "play": "an Event",
            "use": "an ability",
            "set": "a Set card",
            "end_main": "Main Phase ended",
        },
        passing="end_main",
    ),
)


def second_step() -> If:
    """Go on with the second ability step; the guard follows if the attacker is still there (CHA-12.10, CHA-R31)."""
    guard = If(battle.attacker_in, "attacker there", "G1", "attacker out", "X1")
    return checked(ability_step("W2", guard))


def third_step() -> If:
    """Go on with the third ability step, then battle damage (CHA-12.13)."""
    return checked(ability_step("W3", "H1"))


BATTLE = (
    Step(
        "A1",
        "battle",
        ("CHA-12.1", "CHA-12.2", "CHA-R43"),
        do=battle.open_battles,
        to=checked(ability_step("W1", "D1")),
    ),
    step_row("W1", "CHA-12.2"),
    Step(
        "D1",
        "battle",
        ("CHA-12.4", "CHA-12.5", "CHA-12.7", "CHA-12.8", "CHA-R28"),
        ask=battle.attacks,
        who=turn.main_player,
        on={
            "attack": (
                battle.attack,
                Case(
                    battle.after_attack,
                    {
                        "target": ("Target Select", "D2"),
                        "draw": ("the Partner attacks", "D3"),
                        "go": ("declared", second_step()),
                    },
                ),
            ),
            "no_attack": (battle.no_attack, "X2"),
        },
        words={"attack": "", "no_attack": "no attack"},
        passing="no_attack",
    ),
    Step(
        "D2",
        "battle",
        ("CHA-15.5", "CHA-12.5", "CHA-R30"),
        ask=battle.targets,
        who=turn.main_player,
        on={
            "target_player": (None, If(battle.partner_draws, "the Partner attacks", "D3", "", second_step())),
            "target": (battle.aim, If(battle.partner_draws, "the Partner attacks", "D3", "", second_step())),
        },
        words={"target_player": "the player", "target": "a character"},
    ),
    Step(
        "D3",
        "battle",
        ("CHA-12.6", "CHA-R28"),
        ask=battle.draw_or_not,
        who=turn.main_player,
        on={"draw": (battle.partner_draw, second_step()), "decline": (None, second_step())},
        passing="decline",
    ),
    step_row("W2", "CHA-12.10"),
    Step(
        "G1",
        "battle",
        ("CHA-12.11", "CHA-12.12", "CHA-R29"),
        ask=battle.guards,
        who=turn.sub_player,
        on={"guard": (battle.guard, third_step()), "no_guard": (battle.no_guard, third_step())},
        words={"no_guard": "no guard"},
        otherwise=(None, third_step()),
        otherwise_words="nobody can guard",
        passing="no_guard",
    ),
    step_row("W3", "CHA-12.13"),
    Step(
        "H1",
        "battle",
        ("CHA-12.14", "CHA-12.16", "CHA-R31", "CHA-R33"),
        do=lambda state: None,
        to=Case(
            battle.kind_of_strike,
            {
                "out": ("somebody is out of the battle", "X1"),
                "direct": ("no guard, the player is the target", "H5"),
                "first": ("one strikes first", "H2"),
                "together": ("both strike at once", "H4"),
            },
        ),
    ),
    Step(
        "H2",
        "battle",
        ("CHA-15.3", "CHA-15.4", "CHA-R33", "CHA-R34"),
        do=battle.strike_first,
        to=struck(If(battle.both_in, "both still in the battle", "H3", "one is out", "X1")),
    ),
    Step("H3", "battle", ("CHA-12.14", "CHA-R33", "CHA-R34"), do=battle.strike_second, to=struck("X1")),
    Step("H4", "battle", ("CHA-12.14", "CHA-15.6", "CHA-R32", "CHA-R34"), do=battle.strike_together, to=struck("X1")),
    Step("H5", "battle", ("CHA-12.16",), do=battle.strike_player, to=struck("X1")),
    Step("X1", "battle", ("CHA-12.17",), do=battle.end_battle, to="A1"),
    Step("X2", "battle", ("CHA-12.9",), do=battle.complete, to="E1"),
)

END = (
    Step("E1", "end", ("CHA-7.9", "CHA-R43"), do=turn.end_start, to=checked("E2")),
    Step(
        "E2",
        "end",
        ("CHA-7.10", "CHA-R44"),
        ask=turn.face_down,
        who=turn.main_player,
        on={"turn_up": (turn.turn_one_up, checked("E3"))},
        otherwise=(None, "E3"),
        otherwise_words="none is face-down",
    ),
    Step("E3", "end", ("CHA-7.11",), do=turn.partner_readies, to=checked("E4")),
    Step(
        "E4",
        "end",
        ("CHA-7.12", "CHA-R47"),
        do=turn.turn_end,
        to=checked(If(turn.too_many, "too many cards in hand", Call("E5", given=((),), then="E6"), "", "E6")),
    ),
    several(
        "E5",
        "end",
        ("CHA-7.13", "CHA-7.14", "CHA-R45"),
        kind="discard",
        among=turn.hand_of_main,
        least=turn.surplus,
        most=turn.surplus,
        done=turn.discard_surplus,
        to=RETURN,
        stop="done",
        who=turn.main_player,
        procedure="E5",
    ),
    Step("E6", "end", ("CHA-7.15",), do=turn.heal, to=checked("E7")),
    Step("E7", "end", ("CHA-7.16", "CHA-R46"), do=turn.expire, to=checked("E8")),
    Step("E8", "end", ("CHA-7.17",), do=turn.end_turn, to="T0"),
)


def build() -> Flow:
    """Return the flow table."""
    return Flow([*SETUP, *BEGINNING, *MAIN, *BATTLE, *END, *procedures.STEPS])
