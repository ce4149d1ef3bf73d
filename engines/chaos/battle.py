"""Chapters 12, 13 and 15: battles with their ability steps, and the five skills."""

from __future__ import annotations

from engines.chaos import heuristics, repairs
from engines.chaos.abilities import set_off
from engines.chaos.arena import can_fight, damage_character, set_orientation
from engines.chaos.cards import PIERCE, REFLECT, TARGET_SELECT
from engines.chaos.check import run_check
from engines.chaos.damage import owe_damage
from engines.chaos.library import draw
from engines.chaos.requirements import FIGHTER, UNIT, decline_action, essential, face_up, need
from engines.chaos.state import FOUGHT, PARTNER, REST, Battle, ChaosState, Pile, Resolution, copies_unseen, may_be_any
from engines.chaos.turn import sub_player
from engines.chaos.using import in_ability_step, is_usable, list_uses
from engines.chaos.values import battle_of, current_atk, current_end, first_striker, has_skill
from engines.kernel.flow import Exit
from engines.kernel.rows import ASKED, record_event
from engines.kernel.state import Action
from engines.kernel.tuples import replace_entries
from engines.kit import kit


def open_battles(state: ChaosState) -> None:
    """Open the first ability step; the first time in a turn, trigger "start of the Battle Phase" (CHA-12.1, 12.2)."""
    if not state.done & FOUGHT:
        state.done |= FOUGHT
        set_off(state, "battle_start")


# Ability steps: the Main player first, then in turn, one use at a time, until two passes in a row (CHA-13.1 to 13.5,
# CHA-R27).


def main_first(state: ChaosState) -> tuple[int, int]:
    """Return the locals with which an ability step begins: the Main player chooses first (CHA-13.3)."""
    return (state.turn_player, 0)


def step_uses(state: ChaosState) -> list[Action]:
    """Return, as actions, the [Battle] Events and abilities that the player asked may use (CHA-12.3, 13.1, 13.2).

    Both players may use them in an ability step.
    """
    seat = state.procedure_locals[ASKED]
    found = list_uses(state, seat, "battle")
    if may_be_any(state, seat, state.players[seat].hand):  # an unseen card may be any Event
        for card in sorted(state.index.events["battle"]):
            action = ("play", card)
            possible = action not in found and copies_unseen(state, seat, card)
            if possible and is_usable(state, Resolution("event", card, 0, 0, seat)):
                found.append(action)
    return found


# The attack declaration.


def may_attack_now(state: ChaosState) -> bool:
    """Return True except on the first player's first turn (CHA-7.8, 12.8)."""
    return state.turn > 1


def list_attacks(state: ChaosState) -> list[Action]:
    """Return the possible attacks, by face-up characters in Stand, and not attacking (CHA-12.4, 12.7, 12.8)."""
    found: list[Action] = []
    if may_attack_now(state):
        arena = state.players[state.turn_player].arena
        found = [("attack", pile.id) for pile in arena if pile is not None and can_fight(pile)]
    return [*found, ("no_attack",)]


def attack(state: ChaosState, action: Action) -> None:
    """Attack with a character: it turns to Rest, and for now the target is the Sub player (CHA-12.4, 12.5, CHA-R28)."""
    state.battle, found = Battle(action[1]), state.location[action[1]]
    state.note("attack", "CHA-12.4", state.turn_player, unit=found[2].top)
    set_orientation(state, found, REST, "CHA-12.4")
    if "attacks" in state.index.watching:
        set_off(state, "attacks", action[1])


def no_attack(state: ChaosState, action: Action) -> None:
    """Do not attack (CHA-12.7)."""
    state.note("no_attack", "CHA-12.7" if may_attack_now(state) else "CHA-12.8", state.turn_player)


def list_targets(state: ChaosState) -> list[Action]:
    """Return, as actions, the possible targets: the Sub player or their face-up characters (CHA-15.5, CHA-R30)."""
    rivals: list[Action] = [("target", pile.id) for pile in state.players[1 - state.turn_player].piles() if pile.up]
    return [("target_player",), *rivals]


def choose_target(state: ChaosState, action: Action) -> None:
    """Make a character the attack target (CHA-15.5)."""
    state.battle = replace_entries(battle_of(state), target=action[1])
    state.note("target", "CHA-15.5", state.turn_player, unit=state.location[action[1]][2].top)


def after_attack(state: ChaosState) -> str:
    """Return what comes after the choice of the attack character: a target, the Partner's draw, or neither."""
    _, space, pile = state.location[battle_of(state).attacker]
    if has_skill(state, pile, TARGET_SELECT) and any(
        other.up for other in state.players[1 - state.turn_player].piles()
    ):
        return "target"
    return "draw" if space == PARTNER and partner_draws(state) else "go"


def partner_draws(state: ChaosState) -> bool:
    """Return True if the Partner attacks and there is a card to draw (CHA-12.6, CHA-R28)."""
    attacker = battle_of(state).attacker
    return state.partner(state.turn_player).id == attacker and bool(state.players[state.turn_player].deck)


def partner_draw(state: ChaosState, action: Action) -> None:
    """Draw a card for the Partner's attack (CHA-12.6, CHA-R38)."""
    draw(state, state.turn_player, 1, "CHA-12.6")


# The guard declaration.


def attacker_in(state: ChaosState) -> bool:
    """Return True if the attack character is still in the battle (CHA-12.10, CHA-R31)."""
    return battle_of(state).has(battle_of(state).attacker)


def list_guards(state: ChaosState) -> list[Action]:
    """Return the guards that may be declared, by face-up characters in Stand, and not guarding (CHA-12.11, 12.12).

    The list is empty if no character can guard.
    """
    arena = state.players[1 - state.turn_player].arena
    found: list[Action] = [("guard", pile.id) for pile in arena if pile is not None and can_fight(pile)]
    return [*found, ("no_guard",)] if found else []


def guard(state: ChaosState, action: Action) -> None:
    """Guard with a character; its orientation does not change (CHA-12.11, 3.1, CHA-R29).

    If the guard had dropped out as the target, it takes part again (CHA-R31).
    """
    battle = battle_of(state)
    state.battle = replace_entries(battle, guard=action[1], out=tuple([one for one in battle.out if one != action[1]]))
    state.note("guard", "CHA-12.11", 1 - state.turn_player, unit=state.location[action[1]][2].top)


# Battle damage.


def kind_of_strike(state: ChaosState) -> str:
    """Return how damage is dealt: not at all, to the player, one strike first, or both at once (CHA-12.13 to 12.16)."""
    battle = battle_of(state)
    other = battle.guard or battle.target
    if not battle.has(battle.attacker) or (other and not battle.has(other)):
        return "out"
    if not other:
        return "direct"
    return "first" if battle.guard and first_striker(state) else "together"


def strike_first(state: ChaosState) -> None:
    """Let the character whose skill applies strike before the other (CHA-15.3, 15.4)."""
    striker = first_striker(state)
    state.battle = replace_entries(battle_of(state), struck=striker)
    seat, _, pile = state.location[striker]
    state.note("strikes_first", "CHA-15.3" if seat == state.turn_player else "CHA-15.4", seat, unit=pile.top)
    strike(state, [striker])


def strike_second(state: ChaosState) -> None:
    """Let the other character strike back, with its current values (CHA-12.14, CHA-R33)."""
    battle = battle_of(state)
    strike(state, [battle.guard if battle.struck == battle.attacker else battle.attacker])


def both_in(state: ChaosState) -> bool:
    """Return True if attacker and guard are both still in the battle (CHA-R33)."""
    battle = battle_of(state)
    return battle.has(battle.attacker) and battle.has(battle.guard)


def strike_together(state: ChaosState) -> None:
    """Let both strike at once, also in an unguarded battle with a target (CHA-12.14, 15.6, CHA-R35)."""
    battle = battle_of(state)
    strike(state, [battle.attacker, battle.guard or battle.target])


def strike(state: ChaosState, strikers: list[int]) -> None:
    """Let characters deal damage equal to their ATK to their opponents in battle (CHA-12.14, CHA-R32).

    First the values are fixed, then the damage to characters is dealt. The excess damage of Pierce and Reflect to
    players follows, to the Main player first (CHA-R36).
    """
    battle = battle_of(state)
    one, two = state.location[battle.attacker], state.location[battle.guard or battle.target]
    fixed = [
        (found, other, current_atk(state, *found))
        for found, other in ((one, two), (two, one))
        if found[2].id in strikers
    ]
    for _, other, strength in fixed:
        damage_character(state, other, strength, "CHA-12.14")
    if not battle.guard:
        return
    for found, other, strength in reversed(fixed):  # Reflect works for the guard, Pierce for an attack on the player
        guards = found is two
        if has_skill(state, found[2], REFLECT if guards else PIERCE) and (guards or not battle.target):
            count = strength - current_end(state, *other)
            deal_excess(state, 1 - found[0], found[2], count, "CHA-15.7" if guards else "CHA-15.2")


def deal_excess(state: ChaosState, seat: int, pile: Pile, count: int, clause: str) -> None:
    """Deal a player the part of a strike that exceeds the full END of the character struck, as part of the strike.

    CHA-15.2, 15.7, CHA-R34. seat : the player who is dealt it. pile : the character that strikes. count : the
    excess, 0 or less for none.
    """
    if count > 0:
        state.note("excess", clause, 1 - seat, unit=pile.top, count=count)
    owe_damage(state, seat, count, clause)


def strike_player(state: ChaosState) -> None:
    """Deal damage equal to the attacker's ATK to the player, since the attack is not guarded (CHA-12.16)."""
    found = state.location[battle_of(state).attacker]
    owe_damage(state, 1 - state.turn_player, current_atk(state, *found), "CHA-12.16")


# The end of a battle.


def end_battle(state: ChaosState) -> None:
    """Go back to the first ability step (CHA-12.17)."""
    state.battle = None
    state.note("battle_over", "CHA-12.17", state.turn_player)


# Exits, and needs.


def ability_step(name: str, then: Exit[ChaosState]) -> kit.If[ChaosState]:
    """Return the exit that runs a check timing, then an ability step with the Main player first, then takes `then`."""
    return run_check(kit.Call(name, given=main_first, then=then))


SECOND = ability_step("W2", kit.If(attacker_in, "attacker there", "G1", "attacker out", "X1"))
"""The exit to the second ability step, then the guard if the attacker is still there (CHA-12.10, CHA-R31)."""
THIRD: kit.If[ChaosState] = ability_step("W3", "H1")
"""The exit to the third ability step, then battle damage (CHA-12.13)."""
AIMED = kit.If(partner_draws, "the Partner attacks", "D3", "", SECOND)
ATTACKED: dict[str, tuple[str, Exit[ChaosState]]] = {
    "target": ("Target Select", "D2"),
    "draw": ("the Partner attacks", "D3"),
    "go": ("declared", SECOND),
}


def _let_it_be_later(state: ChaosState, seat: int, number: int) -> None:
    """Move to turn 2 if this is turn 1."""
    state.turn = max(2, state.turn)


def _go_to_aim(state: ChaosState, seat: int, action: Action) -> None:
    """Move to the choice of a target, with this player's Partner attacking by Target Select."""
    repairs.under_attack(state, seat, "D2", ((TARGET_SELECT, 1),))


def _go_to_guard(state: ChaosState, seat: int, action: Action) -> None:
    """Move to the guard declaration, with the rival's Partner attacking this player."""
    repairs.under_attack(state, 1 - seat, "G1")


def _guarded(state: ChaosState, seat: int) -> bool:
    """Return True for the Sub player once a guard has been declared against the current attack."""
    return state.battle is not None and state.turn_player != seat and bool(state.battle.guard)


ATTACKS_BEGIN = need("attacks_begin", "CHA-12.8", lambda s, seat, found: may_attack_now(s), _let_it_be_later)
RIVALS = essential("rivals", "", lambda s, seat, found: found[0] != seat)

IN_STEP = kit.Moment("pass", in_ability_step)
IN_ATTACK = kit.Moment(
    "attack", lambda s, seat: kit.asked(s, seat, "D1"), (kit.Over("attack", "CHA-12.9", kit.own("end")),)
)
IN_GUARD = kit.Moment("guard", lambda s, seat: kit.asked(s, seat, "G1"), (kit.Over("guard", "CHA-12.11", _guarded),))
attack_action = kit.actions_with(when=IN_ATTACK, stage=repairs.move_to_own_step("D1"))
guard_action = kit.actions_with(when=IN_GUARD, to=THIRD)

PASS: kit.Kind[ChaosState] = kit.action("pass", "CHA-13.5", when=IN_STEP, stage=repairs.in_window)
ATTACK: kit.Kind[ChaosState] = attack_action(
    "attack",
    "CHA-12.4",
    attack,
    kit.Case(after_attack, ATTACKED),
    "",
    looks=heuristics.worth_of_attack,
    unit=(UNIT, ATTACKS_BEGIN, *FIGHTER),
)
NO_ATTACK: kit.Kind[ChaosState] = attack_action("no_attack", "CHA-12.7", no_attack, "X2", "no attack")
TARGET: kit.Kind[ChaosState] = kit.action(
    "target",
    "CHA-15.5",
    choose_target,
    AIMED,
    "a character",
    stage=_go_to_aim,
    targets=True,
    looks=heuristics.worth_of_target,
    unit=(UNIT, RIVALS, face_up("CHA-R30", "no_target")),
)
TARGET_PLAYER: kit.Kind[ChaosState] = kit.action(
    "target_player", "CHA-12.5", None, AIMED, "the player", looks=heuristics.worth_of_player_attack
)
DRAW: kit.Kind[ChaosState] = kit.action("draw", "CHA-12.6", partner_draw, SECOND, looks=heuristics.worth_of_draw)
DECLINE_DRAW: kit.Kind[ChaosState] = decline_action(to=SECOND)
GUARD: kit.Kind[ChaosState] = guard_action(
    "guard", "CHA-12.11", guard, stage=_go_to_guard, looks=heuristics.worth_of_guard, unit=(UNIT, *FIGHTER)
)
NO_GUARD: kit.Kind[ChaosState] = guard_action(
    "no_guard", "CHA-12.12", record_event("no_guard", "CHA-12.12", sub_player), words="no guard"
)
