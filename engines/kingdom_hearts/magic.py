"""Chapter 13: magic, always used by a card on the field, which the player chooses each time (KH-13.1 to 13.3)."""

from __future__ import annotations

from dataclasses import replace

from engines.kernel.state import Action
from engines.kingdom_hearts import effects, heuristics, repairs
from engines.kingdom_hearts.cards import ACTION, ALLY, BATTLE, CHALLENGE, EQUIPMENT, MAGIC, MAGIC_ALLY, PLAYER
from engines.kingdom_hearts.effects import HAS_TARGET
from engines.kingdom_hearts.fights import by_fight, clause_of_fight, in_battle_step, in_challenge
from engines.kingdom_hearts.hidden import cards_in_hand
from engines.kingdom_hearts.piles import take_from_hand
from engines.kingdom_hearts.requirements import OWN_CARD, essential, hand_card_of_type, is_type, need, needs, text_then
from engines.kingdom_hearts.state import CARD, GEAR, HERO_ID, ID, JOINED, KingdomHeartsState
from engines.kingdom_hearts.values import card_of_own, current_magic
from engines.kit import kit

TIME_OF = {"A0": ACTION, "B4": BATTLE, "C2": CHALLENGE}
"""The three moments at which Magic cards can be used, by step (KH-13.6)."""


def find_casters(state: KingdomHeartsState, seat: int, card: int) -> list[int]:
    """Return the possible casters of a card: the hero and the allies whose MAG is at least its level.

    Magic/Ally cards can cast too (KH-8.5, 13.4, 11.13). A hero's level does not count (KH-R25). Casters need not take
    part in the fight (KH-11.7). One caster may be used any number of times (KH-8.8, 13.5).
    """
    level = state.faces[card].level
    able = [HERO_ID] if current_magic(state, seat, HERO_ID) >= level else []
    return able + [ally[ID] for ally in state.players[seat].allies if current_magic(state, seat, ally[ID]) >= level]


def list_castings(state: KingdomHeartsState, seat: int, time: str) -> list[Action]:
    """Return every way to use a Magic card in the hand at this time: the card and its caster (KH-7.10, 9.8, 10.8)."""
    actions: list[Action] = []
    for card in cards_in_hand(state, seat):
        face = state.faces[card]
        if face.category == MAGIC and time in face.timing and effects.is_usable(state, seat, card):
            actions += [("cast", card, caster) for caster in find_casters(state, seat, card)]
    return actions


def cast(state: KingdomHeartsState, action: Action) -> None:
    """Use a Magic card; outside a fight it is discarded after its effect (KH-7.10, KH-R49).

    In a fight the card stays beside the hero until the cleanup (KH-9.8, 10.8), and its bonus counts for its side
    (KH-13.7).
    """
    seat, (_, card, caster) = state.seat_to_act, action
    take_from_hand(state.players[seat], card)
    if state.fight is None:
        state.actions_taken += 1
        state.note("cast", "KH-7.10", seat, card=card, caster=card_of_own(state, seat, caster))
        effects.use_instant(state, seat, card)
    else:
        which = clause_of_fight(state, "KH-9.8", "KH-10.8")
        state.note("cast", which, seat, card=card, caster=card_of_own(state, seat, caster))
        effects.use_in_fight(state, seat, card)


# The right moment: the player's Action Time outside a Battle, step 4 of their Battle, or their turn to act in a
# Challenge.


def _when_cast(state: KingdomHeartsState, seat: int) -> bool:
    return kit.own("action")(state, seat) or in_battle_step("B4")(state, seat) or in_challenge(state, seat)


def _stage_for(state: KingdomHeartsState, seat: int, card: int) -> None:
    """Move to a moment at which the Magic card can be used."""
    timing = state.faces[card].timing
    step = next((step for step, time in TIME_OF.items() if time in timing), "C2")
    repairs.stage_at(step)(state, seat, ("cast", card))


CAST_MOMENT = kit.Moment("cast", _when_cast, stage=lambda s, seat, a: _stage_for(s, seat, a[1]))


# Needs, and their repairs.


def _times_in_words(state: KingdomHeartsState, seat: int, card: int) -> str:
    """Return the times at which a Magic card can be used, in words."""
    words = state.game.words
    return words.listed((words.say(f"time.{time}") for time in sorted(state.faces[card].timing)), "or")


def _raise_magic(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Replace the caster with a card whose MAG reaches the card's level; if there is none, add Equipment."""
    faces, player, level = state.faces, state.players[seat], state.faces[action[1]].level
    if action[2] == HERO_ID:
        most = max(face.mag for face in faces if face.category == PLAYER and not face.form)
        repairs.put_hero(state, seat, lambda hero: hero.mag >= min(level, most))
    else:
        there = {ally[CARD] for ally in player.allies}
        able = [at for at, face in enumerate(faces) if face.category in (ALLY, MAGIC_ALLY) and at not in there]
        best = next((card for card in able if faces[card].mag >= level), max(able, key=lambda card: faces[card].mag))
        for at, ally in enumerate(player.allies):
            if ally[ID] == action[2]:
                player.allies[at] = (ally[ID], best, ally[GEAR], ally[JOINED])
    if current_magic(state, seat, action[2]) < level:
        _equip_caster(state, seat, action[2])


def _equip_caster(state: KingdomHeartsState, seat: int, caster: int) -> None:
    """Give the caster Equipment that raises MAG, and take Equipment of that name from any other bearer (KH-R35)."""
    player = state.players[seat]
    rod = repairs.first_card(state, lambda face: face.category == EQUIPMENT and face.mag > 0)
    player.gear = (rod,) if caster == HERO_ID else tuple(card for card in player.gear if card != rod)
    for at, ally in enumerate(player.allies):
        gear = (rod,) if ally[ID] == caster else tuple(card for card in ally[GEAR] if card != rod)
        player.allies[at] = (ally[ID], ally[CARD], gear, ally[JOINED])


CASTER: tuple[kit.Argument[KingdomHeartsState], kit.Need] = (
    replace(
        OWN_CARD,
        there=essential("own_caster", "KH-13.2", lambda s, seat, caster: card_of_own(s, seat, caster) is not None),
    ),
    essential("casts", "KH-11.17", lambda s, seat, caster: current_magic(s, seat, caster) >= 0),
)
MAGIC_REACHES: kit.Requirement[KingdomHeartsState] = needs(
    "magic_reaches", "KH-8.5", lambda s, seat, a: a[2] in find_casters(s, seat, a[1]), _raise_magic
)
RIGHT_TIME = need(
    "right_time",
    "KH-13.6",
    lambda s, seat, card: TIME_OF.get(s.step.name) in s.faces[card].timing or s.step.name not in TIME_OF,
    _stage_for,
    now=lambda s, seat, card: s.game.words.say(f"time.{TIME_OF[s.step.name]}"),
    times=_times_in_words,
)
SPELL = hand_card_of_type(MAGIC, by_fight("KH-9.8", "KH-10.8", elsewhere="KH-7.10"))

CAST = kit.action(
    "cast",
    "KH-13.6",
    cast,
    text_then("A0"),
    needs=(MAGIC_REACHES, HAS_TARGET.at(1, SPELL.meaning, "")),
    when=CAST_MOMENT,
    targets=True,
    looks=heuristics.worth_of_casting,
    spell=(SPELL, is_type(MAGIC, "KH-7.10"), RIGHT_TIME),
    caster=CASTER,
)
