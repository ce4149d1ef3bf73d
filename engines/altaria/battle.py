"""Chapter 12: Ambush, block and battle."""

from __future__ import annotations

from engines.altaria import repairs
from engines.altaria.attack import on_cores, still_on
from engines.altaria.cards import AMBUSH, BULWARK, GRUDGE, INFILTRATE, UNIT, UNSEEN
from engines.altaria.costs import ENERGY, SYMBOLS, affordable_cards
from engines.altaria.effects import destroy_unit
from engines.altaria.heuristics import worth_of_ambush, worth_of_block
from engines.altaria.hidden import may_be
from engines.altaria.keywords import current_power, has_keyword
from engines.altaria.main_phase import begin_play
from engines.altaria.requirements import HAND_CARD, IN_ATTACK, OWN_UNIT, is_category, is_upright, need, needs
from engines.altaria.state import CARD, FATIGUED, ID, AltariaState, Unit, attack_of, ready_energy
from engines.altaria.turn import defender
from engines.kernel.rows import record_event
from engines.kernel.state import Action
from engines.kernel.tuples import replace_entries

# Ambush (ALT-12.2, 12.7, 14.9 to 14.11).
from engines.kit import kit


def list_ambushes(state: AltariaState, seat: int) -> list[Action]:
    """Return the summons by Ambush that are open to a player, and passing; [] if the window passes automatically.

    The window passes automatically only for reasons that both players can see: no hand, no upright energy while every
    Ambush card in the game costs something (ALT-R49), or an attack that is over (ALT-12.12). After 200 actions in the
    phase only passing is possible (ALT-16.10).
    """
    player = state.players[seat]
    if not player.hand or not still_on(state):
        return []
    energy = ready_energy(state, seat)
    if not energy and not state.free_ambush:
        return []
    if state.phase_actions >= state.actions_allowed:
        return [("pass",)]
    faces = state.faces
    actions: list[Action] = []
    able = [card for card in dict.fromkeys(player.hand) if faces[card].keywords & AMBUSH]
    if state.may_hold_any(seat) and UNSEEN in player.hand:  # an unseen card may be any Ambush card
        every = [card for card, face in enumerate(faces) if face.keywords & AMBUSH]
        unseen = may_be(state, seat, every)
        able = [card for card in every if card in able or card in unseen]
    if able:
        actions = [("ambush", card) for card in affordable_cards(state, seat, able, energy)]
    actions.append(("pass",))
    return actions


# Block (ALT-12.3 to 12.6, 12.16).


def list_blocks(state: AltariaState) -> list[Action]:
    """Return the possible blocks, and the action that declines to block; [] if no block is possible (ALT-12.6, 14.2).

    The target of a unit attack may block too (ALT-12.16).
    """
    if cannot_be_blocked(state):
        return []
    field = state.players[1 - attack_of(state).seat].field
    actions: list[Action] = [
        ("block", unit[ID]) for unit in field if not unit[FATIGUED] and has_keyword(state, unit, BULWARK)
    ]
    if actions:
        actions.append(("no_block",))
    return actions


def attacker_of(state: AltariaState) -> Unit | None:
    """Return the attacking unit; None if there is no attack."""
    return None if state.attack is None else state.unit(state.attack.seat, state.attack.attacker)


def cannot_be_blocked(state: AltariaState) -> bool:
    """Return True if the attacker has Infiltrate, so that its attack cannot be blocked (ALT-14.2)."""
    unit = attacker_of(state)
    return unit is not None and has_keyword(state, unit, INFILTRATE)


def block(state: AltariaState, action: Action) -> None:
    """Rest the blocker: it stops the attack, and the two battle (ALT-12.3, 12.4, 12.5, 14.8)."""
    attack = attack_of(state)
    seat = 1 - attack.seat
    _, unit = state.there(action[1])
    state.replace(seat, unit, fatigued=True)
    state.attack = replace_entries(attack, blocker=action[1])
    state.note("blocked", "ALT-12.3", seat, unit=unit)
    state.note("attack_stopped", "ALT-12.5", seat)


def nobody_blocks(state: AltariaState) -> None:
    """Record that there is no block: no upright unit has Bulwark (ALT-12.6), or the attacker infiltrates (ALT-14.2)."""
    if state.listener is not None:
        kind, clause = (
            ("cannot_block.infiltrate", "ALT-14.2") if cannot_be_blocked(state) else ("cannot_block", "ALT-12.6")
        )
        state.note(kind, clause, 1 - state.turn_player)


# Battle (ALT-12.8 to 12.14).


def resolve_battle(state: AltariaState) -> None:
    """Compare current powers: the weaker is destroyed, equal ones both; survivors lose nothing (ALT-12.8 to 12.11)."""
    attack = attack_of(state)
    seat = attack.seat
    (_, attacker), (_, opponent) = state.there(attack.attacker), state.there(attack.blocker or attack.target)
    state.attack = replace_entries(attack, battled=(attacker, opponent))
    mine, other = current_power(state, seat, attacker), current_power(state, 1 - seat, opponent)
    state.note("battle", "ALT-12.8", seat, unit=attacker, power=mine, target=opponent, other=other)
    clause = "ALT-12.10" if mine == other else "ALT-12.9"
    if mine <= other:
        destroy_unit(state, seat, attacker, clause)
        if mine < other:
            state.note("survived", "ALT-12.11", 1 - seat, unit=opponent, power=other)
    if mine >= other:
        destroy_unit(state, 1 - seat, opponent, clause)
        if mine > other:
            state.note("survived", "ALT-12.11", seat, unit=attacker, power=mine)


def after_battle(state: AltariaState) -> None:
    """Apply Grudge (ALT-14.7): a unit with it destroys its opponent, whoever won the battle.

    Grudge works even if its unit is gone (ALT-12.13, ALT-R27).
    """
    attack = attack_of(state)
    mine, other = attack.battled
    for unit, side, opponent in ((mine, 1 - attack.seat, other), (other, attack.seat, mine)):
        if has_keyword(state, unit, GRUDGE):
            alive = state.unit(side, opponent[ID])
            if alive is not None:
                state.note("grudge", "ALT-14.7", 1 - side, unit=unit, target=alive)
                destroy_unit(state, side, alive, "ALT-14.7")


# Needs, and their repairs.


def _attacker_name(state: AltariaState, seat: int, action: Action) -> str | kit.Phrase:
    unit = attacker_of(state)
    return state.name(unit[CARD]) if unit else kit.Phrase("fact.attacker")


HAS_AMBUSH = need("ambush", "", lambda s, seat, card: bool(s.faces[card].keywords & AMBUSH))
BLOCKER = (
    OWN_UNIT,
    is_upright("blocker_upright", ""),
    need(
        "bulwark",
        "ALT-12.6",
        lambda s, seat, unit: has_keyword(s, unit, BULWARK),
        repairs.change_unit("keyword", "Bulwark"),
    ),
)
NO_INFILTRATE = needs(
    "no_infiltrate",
    "ALT-14.2",
    lambda s, seat, a: not cannot_be_blocked(s),
    lambda s, seat, a: repairs.make_plain(s, seat, attack_of(s).attacker),
    attacker=_attacker_name,
)
UNBLOCKED = kit.If(on_cores, "core attack", "BREAK", "unit attack", "BATTLE")


def _blocked(state: AltariaState, seat: int) -> bool:
    """Return True for the defender of an attack that has already been blocked."""
    return state.attack is not None and state.attack.seat != seat and bool(state.attack.blocker)


IN_AMBUSH = kit.Moment(
    "ambush",  # also while paying for an Ambush within the window
    lambda s, seat: kit.within(s, "ATK_AMBUSH" if s.turn_player == seat else "DEF_AMBUSH"),
    stage=repairs.under_attack("DEF_AMBUSH"),
)
IN_BLOCK = kit.Moment(
    "block",
    lambda s, seat: kit.asked(s, seat, "BLOCK"),
    (kit.Over("block", "ALT-12.4", _blocked),),
    repairs.under_attack("BLOCK"),
)
window_action = kit.actions_with(clause="ALT-14.9", when=IN_AMBUSH)
block_action = kit.actions_with(clause="ALT-12.3", when=IN_BLOCK)

AMBUSH_UNIT = window_action(
    "ambush",
    do=begin_play,
    needs=(IN_ATTACK,),
    looks=worth_of_ambush,
    card=(HAND_CARD, is_category(UNIT), HAS_AMBUSH, ENERGY, SYMBOLS),
)
PASS = window_action("pass", looks=0)
BLOCK = block_action(
    "block", do=block, to="ATK_AMBUSH", words="blocked", needs=(NO_INFILTRATE,), looks=worth_of_block, unit=BLOCKER
)
NO_BLOCK = block_action("no_block", do=record_event("not_blocked", "ALT-12.3", defender), to=UNBLOCKED, looks=5)
