"""Chapter 9: Battle, in which the hero fights the obstacles on its own field, in a fixed order of steps (KH-9.4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engines.kernel.state import Action
from engines.kingdom_hearts import effects, heuristics, repairs
from engines.kingdom_hearts.cards import BATTLE, TECHNIQUE, Face
from engines.kingdom_hearts.effects import HAS_TARGET
from engines.kingdom_hearts.fights import (
    STEPS,
    clean_up,
    has_attack_card,
    in_battle_step,
    is_past_step,
    joinable_allies,
)
from engines.kingdom_hearts.hidden import cards_in_hand
from engines.kingdom_hearts.magic import list_castings
from engines.kingdom_hearts.piles import destroy_obstacle, take_from_hand
from engines.kingdom_hearts.requirements import (
    HAND_CARD,
    essential,
    has_not_done,
    has_obstacle,
    hub_action,
    is_type,
    join_names,
    need,
    need_of_face,
    needs,
    text_then,
)
from engines.kingdom_hearts.state import BATTLED, CARD, ID, Dividing, Fight, KingdomHeartsState, fight_of
from engines.kingdom_hearts.values import current_power, fight_total, hero_names
from engines.kit import kit
from engines.legal import arguments

SKIPPING: Action = ("skip",)
"""The action that skips a step. Every step of a Battle may be skipped (KH-9.4)."""


def declare_battle(state: KingdomHeartsState, action: Action) -> None:
    """Announce the attack; this uses up the Battle of the turn (KH-7.3, 9.2)."""
    state.actions_taken += 1
    seat = state.turn_player
    state.done |= BATTLED
    state.fight = Fight(False, seat)
    state.note("battle", "KH-9.2", seat)


def begin_battle(state: KingdomHeartsState) -> None:
    """Begin the Battle; from here on, only the battling player's own world counts (KH-9.3)."""
    seat = state.turn_player
    worlds = state.players[seat].worlds
    if state.listener is not None and worlds:  # there is a target, unless a counter-rule allows an attack without one
        state.note("battle_world", "KH-9.3", seat, card=worlds[-1], total=fight_total(state, seat))


# Step 1 (KH-9.5, 15.6, 15.7). It occurs once in a Battle, and a turn has one Battle, so a turn has one Technique.


def has_links(state: KingdomHeartsState, seat: int, face: Face) -> bool:
    """Return True if the player's field has a different card for each name in the link box (KH-8.10, KH-R40).

    A hero with a Form Change has two names, but is still one card.
    """
    return not missing_links(state, seat, face)


def missing_links(state: KingdomHeartsState, seat: int, face: Face) -> list[str]:
    """Return the names in a link box for which the player's field has no card left."""
    there = Counter(state.faces[ally[CARD]].printed for ally in state.players[seat].allies)
    missing = list((Counter(face.link) - there).elements())
    for name in hero_names(state, seat):
        if name in missing:
            missing.remove(name)
            break
    return missing


def list_techniques(state: KingdomHeartsState) -> list[Action]:
    """Return the Techniques that can be used, those with a target (KH-R48), and the choice to skip (KH-2.14, 9.5)."""
    seat, faces = state.turn_player, state.faces
    found: list[Action] = [
        ("technique", card)
        for card in cards_in_hand(state, seat)
        if faces[card].category == TECHNIQUE
        and has_links(state, seat, faces[card])
        and effects.is_usable(state, seat, card)
    ]
    return [*found, SKIPPING]


def techniques_used(state: KingdomHeartsState, seat: int) -> list[int]:
    """Return the Techniques used in the current fight; no Technique can be used twice in a turn (KH-15.7)."""
    used = state.fight.used[seat] if state.fight is not None else ()
    return [card for card in used if state.faces[card].category == TECHNIQUE]


def use_technique(state: KingdomHeartsState, action: Action) -> None:
    """Use one Technique (KH-9.5)."""
    seat, card = state.turn_player, action[1]
    take_from_hand(state.players[seat], card)
    state.note("technique", "KH-9.5", seat, card=card)
    effects.use_in_fight(state, seat, card)


# Steps 2 to 4.


def list_joins(state: KingdomHeartsState) -> list[Action]:
    """Return the allies that may join, of which the player picks one, and the choice to skip (KH-9.6, KH-R14)."""
    return [*joinable_allies(state, state.turn_player), SKIPPING]


def list_attack_cards(state: KingdomHeartsState) -> list[Action]:
    """Return the choice to use Attack cards, if there are any, and the choice to skip (KH-9.7)."""
    return [("attack",), SKIPPING] if has_attack_card(state, state.turn_player) else [SKIPPING]


def list_spells(state: KingdomHeartsState) -> list[Action]:
    """Return the Magic cards that may be used, one after another, and the choice to end the step (KH-9.8)."""
    return [*list_castings(state, state.turn_player, BATTLE), SKIPPING]


# The damage (KH-9.9 to 9.12).


def total_up(state: KingdomHeartsState) -> None:
    """Report the attack total (KH-9.9)."""
    if state.listener is not None:
        state.note("battle_total", "KH-9.9", state.turn_player, total=count_damage(state))


def count_damage(state: KingdomHeartsState) -> int:
    """Return the attack total, all of which is dealt (KH-9.10, KH-R16)."""
    return fight_total(state, state.turn_player)


def damage_left(state: KingdomHeartsState) -> int:
    """Return the damage still to be divided."""
    return count_damage(state) - sum(state.procedure_locals.shares) if type(state.procedure_locals) is Dividing else 0


def find_targets(state: KingdomHeartsState) -> list[int]:
    """Return the obstacles that share the damage, in their order (KH-R56)."""
    return [number for number, _ in state.players[state.turn_player].obstacles]


def must_divide(state: KingdomHeartsState) -> bool:
    """Return True if there are two or more obstacles and the total is above 0 (KH-9.10)."""
    return len(state.players[state.turn_player].obstacles) > 1 and count_damage(state) > 0


def deal_damage(state: KingdomHeartsState) -> None:
    """Destroy together all obstacles whose damage reaches their POW; remove other damage (KH-9.11, 9.12, 12.6, 4.4).

    A single obstacle takes all the damage; if there is no obstacle, the damage is lost (KH-R15). A POW of 0 is reached
    by 0 damage (KH-R18).
    """
    seat = state.turn_player
    obstacles = state.players[seat].obstacles
    shares = (
        state.procedure_locals.shares
        if type(state.procedure_locals) is Dividing
        else (count_damage(state),)
        if len(obstacles) == 1
        else ()
    )
    shares += (0,) * (len(obstacles) - len(shares))
    fallen = []
    for (number, card), share in zip(obstacles, shares, strict=True):
        pow = current_power(state, seat, card, obstacle=True)
        if share or pow <= 0:
            state.note("dealt", "KH-9.10", seat, card=card, count=share, pow=pow)
        if share >= pow:
            fallen.append(number)
    for number in fallen:
        destroy_obstacle(state, seat, number, "KH-9.11")
    if obstacles:
        state.note("reset", "KH-9.12", seat, count=len(obstacles))


def end_battle(state: KingdomHeartsState) -> None:
    """End the Battle: discard the used cards and the ally that joined.

    Obstacles never strike back (KH-9.13 to 9.15).
    """
    clean_up(state, "KH-9.13", "KH-9.14")


# Needs, and their repairs.


def _what_is_missing(state: KingdomHeartsState, seat: int, face: Face) -> str:
    """Return the names in a link box that are missing on a player's field, in words."""
    missing = missing_links(state, seat, face)
    if len(missing) == 1:
        which = "it" if len(face.link) == 1 else "one"
    else:  # write a name that is required twice with its number
        which = "all" if len({*face.link}) == len(missing) == len(face.link) else "several"
    return state.game.words.say(f"part.missing.{which}", missing=join_names(state, missing))


def _add_links(state: KingdomHeartsState, seat: int, face: Face) -> None:
    """Put an ally of each missing name on the field."""
    for name in missing_links(state, seat, face):
        one = next(at for at, other in enumerate(state.faces) if other.printed == name and not other.form)
        repairs.add_ally(state, seat, one)


def _is_in_no_challenge(state: KingdomHeartsState, seat: int, card: int) -> bool:
    """Return True unless the current fight is a Challenge."""
    return state.fight is None or not state.fight.challenge


def _forget_techniques(state: KingdomHeartsState, seat: int, card: int) -> None:
    """Remove from the record of the fight the Techniques used in it."""
    fight = fight_of(state)
    one, two = (tuple(card for card in used if state.faces[card].category != TECHNIQUE) for used in fight.used)
    state.fight = fight._replace(used=(one, two))


def _shown(state: KingdomHeartsState, seat: int, number: int) -> str:
    """Return the name of an obstacle, numbered if several have the same name."""
    return OBSTACLE.spell(state, seat, number).replace('"', "")


def _let_it_be_next(state: KingdomHeartsState, seat: int, number: int) -> None:
    """Move the obstacle to the place in the order that gets the next share of damage."""
    obstacles, at, given = (
        state.players[seat].obstacles,
        find_targets(state).index(number),
        len(state.procedure_locals.shares),
    )
    obstacles[given], obstacles[at] = obstacles[at], obstacles[given]


def _raise_damage(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Add Attack cards to the fight until the share can be dealt; their number is not limited (KH-15.5)."""
    flare = repairs.first_card(state, lambda face: face.is_attack and face.bonus > 0)
    fight, missing = state.fight, action[1] - damage_left(state)
    if fight is not None and missing > 0:
        used = [*fight.used]
        used[seat] += (flare,) * -(-missing // state.faces[flare].bonus)
        state.fight = fight._replace(used=(used[0], used[1]))


def _amounts(state: KingdomHeartsState, seat: int) -> list[int]:
    """Return every amount of damage worth trying, from 0 to one more than remains."""
    return [*range(damage_left(state) + 2)]


TECHNIQUE_CARD = (
    HAND_CARD,
    is_type(TECHNIQUE),
    need("in_no_challenge", "KH-10.17", _is_in_no_challenge, repairs.stage_at("B1")),
    need(
        "first_technique",
        "KH-15.7",
        lambda s, seat, card: not techniques_used(s, seat),
        _forget_techniques,
        technique=lambda s, seat, card: join_names(s, map(s.name, techniques_used(s, seat))),
    ),
    need_of_face(
        "linked",
        "KH-8.10",
        has_links,
        _add_links,
        missing_links=lambda s, seat, face: join_names(s, missing_links(s, seat, face)),
        missing_are=_what_is_missing,
    ),
    HAS_TARGET,
)
OBSTACLE = replace(
    kit.card_in_play("obstacles", foreign="their"),
    there=essential("own_obstacle", "KH-9.10", lambda s, seat, obstacle: obstacle is not None),
)
ITS_TURN = need(
    "its_turn",
    "KH-R56",
    lambda s, seat, obstacle: find_targets(s).index(obstacle[ID]) == len(s.procedure_locals.shares),
    _let_it_be_next,
    obstacle_shown=lambda s, seat, obstacle: _shown(s, seat, obstacle[ID]),
    next=lambda s, seat, obstacle: _shown(s, seat, find_targets(s)[len(s.procedure_locals.shares)]),
)
DAMAGE_LEFT = needs(
    "damage_left",
    "KH-9.10",
    lambda s, seat, a: 0 <= a[1] <= damage_left(s),
    _raise_damage,
    left=lambda s, seat, a: damage_left(s),
)
AMOUNT = kit.Argument(arguments.number_argument().spell, choices=_amounts)

NOT_BATTLED = has_not_done(needs, "not_battled", "KH-7.3", BATTLED)
TECHNIQUE_STEP = kit.Moment(
    "technique", in_battle_step("B1"), (kit.Over("technique", "KH-9.5", is_past_step("B1")),), repairs.stage_at("B1")
)
SKIPPED_STEP: kit.Moment[KingdomHeartsState] = kit.Moment(
    "skip", lambda s, seat: in_battle_step(*STEPS[:4])(s, seat) or kit.asked(s, seat, "C0")
)

DECLARE_BATTLE = hub_action(
    "battle",
    "KH-7.3",
    declare_battle,
    to="B0",
    needs=(has_obstacle("KH-9.2"), NOT_BATTLED),
    looks=heuristics.worth_of_battle,
)
USE_TECHNIQUE = kit.action(
    "technique",
    "KH-9.5",
    use_technique,
    text_then("B2"),
    "used",
    when=TECHNIQUE_STEP,
    looks=heuristics.worth_of_technique,
    card=TECHNIQUE_CARD,
)
SKIP = kit.action("skip", "KH-9.4", when=SKIPPED_STEP, stage=repairs.stage_at("C0"))
DEAL = kit.action(
    "deal",
    "KH-9.10",
    needs=(DAMAGE_LEFT,),
    zone="obstacles",
    looks=heuristics.worth_of_dealing,
    amount=AMOUNT,
    obstacle=(OBSTACLE, ITS_TURN),
)
