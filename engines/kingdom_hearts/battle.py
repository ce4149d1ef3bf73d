"""Chapter 9: Battle, the hero against the obstacles on its own field, in a fixed order of steps (KH-9.4)."""

from __future__ import annotations

from collections import Counter

from engines.kernel.state import Action
from engines.kingdom_hearts import effects
from engines.kingdom_hearts.cards import BATTLE, TECHNIQUE, Face
from engines.kingdom_hearts.fights import clean_up, has_attack_card, joinable
from engines.kingdom_hearts.hidden import held
from engines.kingdom_hearts.magic import castings
from engines.kingdom_hearts.piles import destroy_obstacle, take
from engines.kingdom_hearts.state import BATTLED, CARD, Dividing, Fight, KingdomHeartsState
from engines.kingdom_hearts.values import fight_total, hero_names, power

SKIP: Action = ("skip",)
"""Every step of a Battle may be skipped (KH-9.4)."""


def declare(state: KingdomHeartsState, action: Action) -> None:
    """Announce the attack; this uses up the Battle of the turn (KH-7.3, 9.2)."""
    seat = state.turn_player
    state.done |= BATTLED
    state.fight = Fight(False, seat)
    state.note("battle", "KH-9.2", seat)


def begin(state: KingdomHeartsState) -> None:
    """Only the battling player's own world counts from here on (KH-9.3)."""
    seat = state.turn_player
    worlds = state.players[seat].worlds
    if state.listener is not None and worlds:  # there is one, unless a counter-rule has an attack on nothing
        state.note("battle_world", "KH-9.3", seat, card=worlds[-1], total=fight_total(state, seat))


# Step 1 (KH-9.5, 15.6, 15.7): a turn has one Battle and a Battle one such step, so one Technique a turn.


def linked(state: KingdomHeartsState, seat: int, face: Face) -> bool:
    """Return True if each name in the link box is found on a different card of the own field (KH-8.10, KH-R40).

    The hero has two names under a Form Change, but is one card.
    """
    return not missing_links(state, seat, face)


def missing_links(state: KingdomHeartsState, seat: int, face: Face) -> list[str]:
    """Return the names of a link box that no card of the own field is left for."""
    there = Counter(state.faces[ally[CARD]].printed for ally in state.players[seat].allies)
    missing = list((Counter(face.link) - there).elements())
    for name in hero_names(state, seat):
        if name in missing:
            missing.remove(name)
            break
    return missing


def techniques(state: KingdomHeartsState) -> list[Action]:
    """Return the Techniques that may be used, and skipping (KH-2.14, 9.5); none that finds no target (KH-R48)."""
    seat, faces = state.turn_player, state.faces
    found: list[Action] = [
        ("technique", card)
        for card in held(state, seat)
        if faces[card].category == TECHNIQUE and linked(state, seat, faces[card]) and effects.usable(state, seat, card)
    ]
    return [*found, SKIP]


def techniques_used(state: KingdomHeartsState, seat: int) -> list[int]:
    """Return the Techniques used in the fight in progress; one Battle a turn means one Technique a turn (KH-15.7)."""
    used = state.fight.used[seat] if state.fight is not None else ()
    return [card for card in used if state.faces[card].category == TECHNIQUE]


def use_technique(state: KingdomHeartsState, action: Action) -> None:
    """Use one Technique (KH-9.5)."""
    seat, card = state.turn_player, action[1]
    take(state.players[seat], card)
    state.note("technique", "KH-9.5", seat, card=card)
    effects.use_in_fight(state, seat, card)


# Steps 2 to 4.


def joins(state: KingdomHeartsState) -> list[Action]:
    """Return the allies of which one may join, and skipping (KH-9.6, KH-R14)."""
    return [*joinable(state, state.turn_player), SKIP]


def attacks(state: KingdomHeartsState) -> list[Action]:
    """Return using Attack cards, if there are any, and skipping (KH-9.7)."""
    return [("attack",), SKIP] if has_attack_card(state, state.turn_player) else [SKIP]


def spells(state: KingdomHeartsState) -> list[Action]:
    """Return the Magic cards that may be used, one after another, and being done (KH-9.8)."""
    return [*castings(state, state.turn_player, BATTLE), SKIP]


# The damage (KH-9.9 to 9.12).


def total_up(state: KingdomHeartsState) -> None:
    """Add up the attack total (KH-9.9)."""
    if state.listener is not None:
        state.note("battle_total", "KH-9.9", state.turn_player, total=fight_total(state, state.turn_player))


def damage(state: KingdomHeartsState) -> int:
    """Return the attack total, all of which is dealt (KH-9.10, KH-R16)."""
    return fight_total(state, state.turn_player)


def damage_left(state: KingdomHeartsState) -> int:
    """Return how much of the damage is still to be divided."""
    return damage(state) - sum(state.local.shares) if type(state.local) is Dividing else 0


def targets(state: KingdomHeartsState) -> list[int]:
    """Return the obstacles among which the damage is divided, in their order (KH-R56)."""
    return [number for number, _ in state.players[state.turn_player].obstacles]


def must_divide(state: KingdomHeartsState) -> bool:
    """Return True with two or more obstacles and a total above 0 (KH-9.10)."""
    return len(state.players[state.turn_player].obstacles) > 1 and damage(state) > 0


def deal(state: KingdomHeartsState) -> None:
    """Destroy every obstacle whose damage reaches its POW, at once; the rest is wiped (KH-9.11, 9.12, 12.6, 4.4).

    One obstacle takes all; with none left the damage is lost (KH-R15). POW 0 is reached by 0 (KH-R18).
    """
    seat = state.turn_player
    obstacles = state.players[seat].obstacles
    shares = state.local.shares if type(state.local) is Dividing else (damage(state),) if len(obstacles) == 1 else ()
    shares += (0,) * (len(obstacles) - len(shares))
    fallen = []
    for (number, card), share in zip(obstacles, shares, strict=True):
        pow = power(state, seat, card, obstacle=True)
        if share or pow <= 0:
            state.note("dealt", "KH-9.10", seat, card=card, count=share, pow=pow)
        if share >= pow:
            fallen.append(number)
    for number in fallen:
        destroy_obstacle(state, seat, number, "KH-9.11")
    if obstacles:
        state.note("reset", "KH-9.12", seat, count=len(obstacles))


def end(state: KingdomHeartsState) -> None:
    """Discard the used cards and the participant; obstacles never strike back (KH-9.13 to 9.15)."""
    clean_up(state, "KH-9.13", "KH-9.14")
