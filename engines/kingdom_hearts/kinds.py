"""The kinds of action: what they require, and what a player could try. Their steps are those that offer them."""

from __future__ import annotations

from engines.kingdom_hearts import requirements as needed
from engines.kingdom_hearts.notation import ARGUMENTS
from engines.kingdom_hearts.stages import at, form_on, to_cast
from engines.kingdom_hearts.state import KingdomHeartsState
from engines.legal.arguments import kind, kinds
from engines.legal.reasons import Kind, Requirement


def of_hand(
    name: str, clause: str, *asked: Requirement[KingdomHeartsState], step: str = "A0"
) -> Kind[KingdomHeartsState]:
    """Return a kind with a card of the hand."""
    return kind(name, clause, needed.in_hand(clause), *asked, of="card", stage=at(step))


WORLD = (needed.IS_WORLD, needed.ROAD_FREE, needed.NOT_FLED, needed.NOT_MOVED, needed.WORLD_CONDITION)
PLACE = (needed.RIVALS_WORLD, needed.TAKES_OBSTACLES, needed.FREE_PLACE, needed.REACHED)
CALLED = (needed.IS_CALLABLE, needed.SOMEBODYS_ALLY, needed.SUITS, needed.LADDER, needed.NAME_FREE)
CASTER = (needed.OWN_CASTER, needed.CASTS, needed.MAGIC_REACHES)
SUMMONED = (needed.in_hand("KH-7.6"), needed.IS_MAGIC_ALLY, needed.SUITS, needed.NAME_FREE, *CASTER)
EQUIPMENT = (needed.in_hand("KH-7.8"), needed.IS_EQUIPMENT, needed.MAY_BEAR)
FORM = (needed.IS_FORM, needed.NO_FORM, needed.FITS_HERO, needed.LOW_HP)
SPELL = (needed.in_hand(needed.CAST), needed.IS_MAGIC, needed.RIGHT_TIME, *CASTER, needed.HAS_TARGET)
TECHNIQUE = (needed.IS_TECHNIQUE, needed.IN_NO_CHALLENGE, needed.FIRST_TECHNIQUE, needed.LINKED, needed.HAS_TARGET)
ATTACK = (needed.in_hand(needed.ATTACKS), needed.IS_ATTACK, needed.COPY_LEFT)
SHARE = (needed.OWN_OBSTACLE, needed.ITS_TURN, needed.DAMAGE_LEFT)
OBJECT = (needed.ASKED_KIND, needed.ASKED_SIDE, needed.IN_REACH)

KINDS = kinds(
    ARGUMENTS,
    kind("hero", "KH-5.1", needed.IN_DECK, needed.IS_HERO, of="hero"),
    kind("first", "KH-5.3", of="seat"),
    of_hand("move", "KH-7.2", *WORLD),
    kind("battle", "KH-7.3", needed.has_obstacle("KH-9.2"), needed.NOT_BATTLED, stage=at("A0")),
    kind("flee", "KH-7.4", needed.has_obstacle("KH-7.4"), stage=at("A0")),
    of_hand("obstruct", "KH-7.5", needed.IS_DARK_NOBODY, *PLACE),
    of_hand("call", "KH-7.6", *CALLED),
    kind("summon", "KH-11.12", *SUMMONED, of="summoned caster", stage=at("A0"), targets=True),
    of_hand("event", "KH-7.7", needed.IS_EVENT, needed.HAS_TARGET),
    kind("equip", "KH-7.8", *EQUIPMENT, of="equipment bearer", stage=at("A0"), targets=True),
    of_hand("form", "KH-7.9", *FORM),
    kind("cast", "KH-13.6", *SPELL, of="spell caster", stage=to_cast, targets=True),
    kind("end_action", "KH-7.11", stage=at("A0")),
    of_hand("technique", "KH-9.5", *TECHNIQUE, step="B1"),
    kind("join", "KH-9.6", needed.OWN_ALLY, needed.NOT_JOINED, of="ally", zone="field", stage=at("C2")),
    kind("attack", "KH-9.7", needed.ATTACK_CARD, stage=at("C2")),
    kind("attach", "KH-9.7", *ATTACK, of="picked", zone="hand"),
    kind("skip", "KH-9.4", stage=at("C0")),
    kind("deal", "KH-9.10", *SHARE, of="amount obstacle", zone="obstacles"),
    kind("challenge", "KH-10.1", stage=at("C0")),
    kind("pass", "KH-10.9", stage=at("C2")),
    kind("drop_form", "KH-6.7", stage=form_on),
    kind("keep_form", "KH-6.7", stage=form_on),
    kind("discard", "KH-6.8", needed.in_hand("KH-6.8"), needed.COPY_LEFT, of="picked", zone="hand"),
    kind("enough", "KH-6.8", needed.ENOUGH),
    kind("choose", "KH-R48", *OBJECT, of="target"),
)
