"""What the rules ask before an action is legal: the test, its clause, and what would make it true.

The tests are the functions that list the legal actions, so a rule is not written twice. The words stand in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>. A requirement about a moment (the picks so
far, the damage left) is not in question at other moments, and then counts as met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from engines.core.reasons import Requirement, worded
from engines.core.state import Action
from engines.kingdom_hearts import actions, allies, battle, effects, fights, hidden, magic, repairs, stages
from engines.kingdom_hearts.authoring import EQUIPMENT, EVENT, HERO, MAGIC, MAGIC_ALLY, PLAYER, TECHNIQUE, WORLD
from engines.kingdom_hearts.cards import TYPES, Face
from engines.kingdom_hearts.notation import of_field
from engines.kingdom_hearts.state import (
    BATTLED,
    CARD,
    FLED,
    HERO_ID,
    JOINED,
    MOVED,
    Dividing,
    KingdomHeartsState,
    Picking,
)
from engines.kingdom_hearts.values import ally_level, attribute, hero_names, power, world_total
from engines.kingdom_hearts.values import magic as magic_of

ATTRIBUTES = {"light": "Light", "dark": "Dark", "xiii": "XIII"}


def facts(state: KingdomHeartsState, seat: int, action: Action) -> dict[str, Any]:
    """Return the facts that sentences about an action may use: names, figures, turns."""
    kind, player = state.game.kinds[action[0]], state.players[seat]
    known: dict[str, Any] = {"turn": state.turn, "step": state.step.title, "hp": player.hp}
    if player.hero >= 0:
        known |= {"hero": " / ".join(hero_names(state, seat)), "attribute": ATTRIBUTES[attribute(state, seat)]}
        known |= {"ally_level": ally_level(state, seat), "total": world_total(state, seat)}
        known |= {"rivals_total": world_total(state, 1 - seat)}
    for name, value in zip(kind.arguments, action[1:], strict=True):
        if name in ("card", "picked", "hero"):
            face = state.faces[value]
            known |= {"card": state.name(value), "level": face.level, "category": TYPES[face.category]}
        elif name in ("caster", "bearer"):
            known[name] = magic.caster_name(state, seat, value)
        elif name in ("ally", "target", "obstacle"):
            found = state.find(value)
            known[name] = "That card" if found is None else state.name(found[1][CARD])
        elif name == "amount":
            known["amount"] = value
    return known


needs = worded(facts)


def shown(state: KingdomHeartsState, seat: int, number: int) -> str:
    """Return an obstacle or ally by name, with a number where several have that name."""
    return of_field(state, seat, number).replace('"', "")


def face_of(state: KingdomHeartsState, action: Action) -> Face:
    """Return the face of the card an action names."""
    return state.faces[action[1]]


# The hand and the types of card.


Clause = str | Callable[[KingdomHeartsState, int, Action], str]


def by_fight(battle: str, challenge: str, elsewhere: str = "") -> Clause:
    """Return the clause of a Battle or that of a Challenge, as the fight under way is."""

    def clause(state: KingdomHeartsState, seat: int, action: Action) -> str:
        if state.fight is None:
            return elsewhere or battle
        return challenge if state.fight.challenge else battle

    return clause


def in_hand(clause: Clause) -> Requirement:
    """The card is in the player's hand."""
    return needs("in_hand", clause, lambda s, seat, a: a[1] in s.players[seat].hand, repairs.into_hand, essential=True)


def is_type(name: str, clause: str, test: Callable[[Face], bool]) -> Requirement:
    """The card is of the type that the action is for."""
    return needs(name, clause, lambda s, seat, a: test(face_of(s, a)), essential=True)


IS_HERO = needs("is_hero", "KH-5.2", lambda s, seat, a: hidden.may_start(s, a[1]), essential=True)
IN_DECK = needs("in_deck", "KH-5.1", lambda s, seat, a: a[1] in s.players[seat].deck, essential=True)
IS_WORLD = is_type("is_world", "KH-7.2", lambda face: face.category == WORLD)
IS_DARK_NOBODY = is_type("is_dark_nobody", "KH-7.5", lambda face: face.is_dark_nobody)
IS_CALLABLE = needs(
    "is_callable",
    lambda s, seat, a: "KH-R34" if face_of(s, a).form else "KH-7.6",
    lambda s, seat, a: allies.callable_type(face_of(s, a)),
    essential=True,
)
IS_MAGIC_ALLY = is_type("is_magic_ally", "KH-11.12", lambda face: face.category == MAGIC_ALLY)
IS_EVENT = is_type("is_event", "KH-7.7", lambda face: face.category == EVENT)
IS_EQUIPMENT = is_type("is_equipment", "KH-7.8", lambda face: face.category == EQUIPMENT)
IS_FORM = is_type("is_form", "KH-7.9", lambda face: face.category == PLAYER and face.form)
IS_MAGIC = is_type("is_magic", "KH-7.10", lambda face: face.category == MAGIC)
IS_TECHNIQUE = is_type("is_technique", "KH-9.5", lambda face: face.category == TECHNIQUE)
IS_ATTACK = is_type("is_attack", "KH-9.7", lambda face: face.is_attack)

# Moving, fleeing, obstructing, Battle.

NOT_MOVED = needs("not_moved", "KH-16.4", lambda s, seat, a: _not(s, seat, MOVED), repairs.forget_turn)
NOT_FLED = needs("not_fled", "KH-16.6", lambda s, seat, a: _not(s, seat, FLED), repairs.forget_turn)


def _not(state: KingdomHeartsState, seat: int, flag: int) -> bool:
    """Return True unless it is this player's turn and the flag is up."""
    return seat != state.turn_player or not state.flags & flag


ROAD_FREE = needs(
    "road_free",
    "KH-16.5",
    lambda s, seat, a: not s.players[seat].obstacles,
    repairs.no_obstacles,
    more=lambda s, seat, a: {"obstacles": _named(s.name(card) for _, card in s.players[seat].obstacles)},
)
WORLD_CONDITION = needs(
    "world_condition",
    "KH-8.7",
    lambda s, seat, a: actions.world_condition(s, seat, face_of(s, a)),
    repairs.farther_road,
    more=lambda s, seat, a: {"needed": face_of(s, a).total_at_least},
)
NOT_BATTLED = needs("not_battled", "KH-7.3", lambda s, seat, a: _not(s, seat, BATTLED), repairs.forget_turn)


def has_obstacle(clause: str) -> Requirement:
    """An obstacle lies on the player's top world."""
    return needs("has_obstacle", clause, lambda s, seat, a: bool(s.players[seat].obstacles), repairs.an_obstacle)


RIVALS_WORLD = needs(
    "rivals_world",
    "KH-12.3",
    lambda s, seat, a: bool(s.players[1 - seat].worlds),
    repairs.rivals_world,
    essential=True,
)
TAKES_OBSTACLES = needs(
    "takes_obstacles",
    "KH-12.4",
    lambda s, seat, a: s.faces[s.players[1 - seat].worlds[-1]].app > 0,
    repairs.another_world,
    essential=True,
    more=lambda s, seat, a: _top_world(s, 1 - seat),
)
FREE_PLACE = needs(
    "free_place",
    "KH-12.4",
    lambda s, seat, a: actions.has_room(s, 1 - seat),
    repairs.free_place,
    more=lambda s, seat, a: _top_world(s, 1 - seat),
)
REACHED = needs(
    "reached", "KH-12.5", lambda s, seat, a: actions.reached(s, 1 - seat, face_of(s, a)), repairs.farther_rival
)


def _top_world(state: KingdomHeartsState, side: int) -> dict[str, Any]:
    player = state.players[side]
    top = player.worlds[-1]
    return {"world": state.name(top), "app": state.faces[top].app, "count": len(player.obstacles)}


# Calling and casting.


def _suits_clause(state: KingdomHeartsState, seat: int, action: Action) -> str:
    return {"light": "KH-11.3", "dark": "KH-11.4", "xiii": "KH-11.5"}[attribute(state, seat)]


def _whose_ally(state: KingdomHeartsState, seat: int, face: Face) -> dict[str, Any]:
    """Return what the hero's allies are, what the card is, and of which hero it would be an ally."""
    own, say = attribute(state, seat), state.game.words.say
    wanted = next(word for word, kinds in allies.ALLIES_OF.items() if (face.category, face.attribute) in kinds)
    what = say(f"attribute.{face.attribute}" if face.is_dark_nobody else f"type.{face.category}")
    return {"allies": say(f"allies.{own}"), "what": what, "wanted": say(f"attribute.{wanted}")}


_ALL_ALLIES = tuple(kind for kinds in allies.ALLIES_OF.values() for kind in kinds)
SOMEBODYS_ALLY = needs(
    "somebodys_ally",
    "KH-11.9",
    lambda s, seat, a: (face_of(s, a).category, face_of(s, a).attribute) in _ALL_ALLIES,
    essential=True,
)
SUITS = needs(
    "suits",
    _suits_clause,
    lambda s, seat, a: allies.suits(s, seat, face_of(s, a)),
    repairs.suiting_hero,
    essential=True,
    more=lambda s, seat, a: _whose_ally(s, seat, face_of(s, a)),
)
LADDER = needs(
    "ladder",
    "KH-8.3",
    lambda s, seat, a: allies.on_ladder(s, seat, face_of(s, a)),
    repairs.higher_ally,
    more=lambda s, seat, a: {"most": ally_level(s, seat) + 1, "below": face_of(s, a).level - 1},
)
NAME_FREE = needs(
    "name_free",
    "KH-R29",
    lambda s, seat, a: allies.name_is_free(s, seat, face_of(s, a)),
    repairs.other_hero_name,
)


def _may_cast(state: KingdomHeartsState, seat: int, caster: int) -> bool:
    return caster == HERO_ID or magic_of(state, seat, caster) >= 0


OWN_CASTER = needs(
    "own_caster",
    "KH-13.2",
    lambda s, seat, a: a[2] == HERO_ID or s.ally(seat, a[2]) is not None,
    essential=True,
)
CASTS = needs("casts", "KH-11.17", lambda s, seat, a: _may_cast(s, seat, a[2]), essential=True)


def magic_reaches(clause: str) -> Requirement:
    """The caster's MAG is at least the card's level."""
    return needs(
        "magic_reaches",
        clause,
        lambda s, seat, a: magic.reaches(s, seat, a[2], a[1]),
        repairs.higher_magic,
        more=lambda s, seat, a: {"mag": magic_of(s, seat, a[2])},
    )


RIGHT_TIME = needs(
    "right_time",
    "KH-13.6",
    lambda s, seat, a: magic.TIME_OF.get(s.step.name, "") in ("", *face_of(s, a).timing),
    stages.to_cast,
    more=lambda s, seat, a: {"times": " or ".join(s.game.words.say(f"time.{t}") for t in sorted(face_of(s, a).timing))},
)


def _wanted(state: KingdomHeartsState, arguments: effects.Arguments) -> str:
    """Return what an effect asks for, as its user says it."""
    pow = "" if arguments["max_pow"] is None else ".pow"
    key = f"wanted.{arguments['what']}.{arguments['whose']}{pow}"
    return state.game.words.say(key, most=arguments["max_pow"])


def _first_target(state: KingdomHeartsState, seat: int, action: Action) -> dict[str, str]:
    program = [part for ability in state.game.cards[action[1]].abilities for part in ability.program]
    asked = [arguments for verb, arguments in program if verb == "choose"]
    missing = [arguments for arguments in asked if not effects.objects(state, seat, arguments)]
    return {"wanted": _wanted(state, (missing or asked)[0]) if asked else ""}


HAS_TARGET = needs(
    "has_target",
    "KH-R48",
    lambda s, seat, a: effects.usable(s, seat, a[1]),
    repairs.a_target,
    more=_first_target,
)

# Equipment and Form Change.

MAY_BEAR = needs(
    "may_bear",
    lambda s, seat, a: "KH-15.4" if _on_dark_nobody(s, seat, a[2]) else "KH-15.3",
    lambda s, seat, a: actions.may_bear(s, seat, face_of(s, a), a[2]),
    more=lambda s, seat, a: {"bearers": _bearers(s, face_of(s, a))},
)
NO_FORM = needs("no_form", "KH-R32", lambda s, seat, a: actions.no_form(s, seat), repairs.no_form)
FITS_HERO = needs(
    "fits_hero",
    "KH-8.11",
    lambda s, seat, a: actions.fits_hero(s, seat, face_of(s, a)),
    repairs.the_named_hero,
    more=lambda s, seat, a: {"named": face_of(s, a).form_of},
)
LOW_HP = needs(
    "low_hp",
    "KH-8.11",
    lambda s, seat, a: actions.low_enough(s, seat, face_of(s, a)),
    repairs.low_hp,
    more=lambda s, seat, a: {"most": face_of(s, a).hp_at_most},
)


def _bearers(state: KingdomHeartsState, face: Face) -> str:
    """Return which cards Equipment can go on."""
    say = state.game.words.say
    named = []
    if HERO in face.bearers:
        named.append(say("bearer.named" if face.bearer_name else "bearer.hero", name=face.bearer_name))
    types = " or ".join(TYPES[word] for word in TYPES if word in face.bearers)
    if types:
        named.append(say("bearer.types", types=types))
    return " or ".join(named)


def _on_dark_nobody(state: KingdomHeartsState, seat: int, bearer: int) -> bool:
    ally = state.ally(seat, bearer)
    return ally is not None and state.faces[ally[CARD]].is_dark_nobody


# Fights.


def _named(names: Iterable[str]) -> str:
    """Return names as words; one that stands there twice is told as two cards."""
    return " and ".join(f"{count} cards named {name}" if count > 1 else name for name, count in Counter(names).items())


IN_NO_CHALLENGE = needs(
    "in_no_challenge",
    "KH-10.17",
    lambda s, seat, a: s.fight is None or not s.fight.challenge,
    stages.in_battle("B1"),
)
FIRST_TECHNIQUE = needs(
    "first_technique",
    "KH-15.7",
    lambda s, seat, a: not battle.techniques_used(s, seat),
    repairs.no_technique,
    more=lambda s, seat, a: {"used": _named(map(s.name, battle.techniques_used(s, seat)))},
)
LINKED = needs(
    "linked",
    "KH-8.10",
    lambda s, seat, a: battle.linked(s, seat, face_of(s, a)),
    repairs.linked_cards,
    more=lambda s, seat, a: {
        "names": _named(face_of(s, a).link),
        "missing": _named(battle.missing_links(s, seat, face_of(s, a))),
    },
)
OWN_ALLY = needs(
    "own_ally", by_fight("KH-9.6", "KH-10.6"), lambda s, seat, a: s.ally(seat, a[1]) is not None, essential=True
)


def _joined(state: KingdomHeartsState, seat: int, number: int) -> bool:
    ally = state.ally(seat, number)
    return ally is not None and ally[JOINED]


NOT_JOINED = needs(
    "not_joined", by_fight("KH-9.6", "KH-10.6"), lambda s, seat, a: not _joined(s, seat, a[1]), repairs.not_joined
)
CHOSEN_FROM_HAND = by_fight("KH-9.7", "KH-10.7", elsewhere="KH-6.8")
"""The clause of choosing cards of the hand: Attack cards in a fight, else those to be discarded."""
ATTACK_CARD = needs(
    "attack_card",
    by_fight("KH-9.7", "KH-10.7"),
    lambda s, seat, a: fights.has_attack_card(s, seat),
    repairs.an_attack_card,
)
COPY_LEFT = needs(
    "copy_left",
    CHOSEN_FROM_HAND,
    lambda s, seat, a: (
        s.local.picks.count(a[1]) < s.players[seat].hand.count(a[1]) if type(s.local) is Picking else True
    ),
    repairs.one_more_copy,
)


def _enough(state: KingdomHeartsState, seat: int) -> bool:
    if type(state.local) is not Picking:
        return True
    picked, hand = len(state.local.picks), len(state.players[state.local.seat].hand)
    return hand - picked <= state.game.parameters["hand"] if state.step.name == "D2" else picked > 0


ENOUGH = needs(
    "enough",
    CHOSEN_FROM_HAND,
    lambda s, seat, a: _enough(s, seat),
    repairs.enough_picked,
    more=lambda s, seat, a: {
        "count": _picked(s),
        "least": _least(s, seat),
        "missing": _least(s, seat) - _picked(s),
    },
)


def _picked(state: KingdomHeartsState) -> int:
    return len(state.local.picks) if type(state.local) is Picking else 0


def _least(state: KingdomHeartsState, seat: int) -> int:
    return 1 if state.step.name != "D2" else len(state.players[seat].hand) - state.game.parameters["hand"]


OWN_OBSTACLE = needs(
    "own_obstacle", "KH-9.10", lambda s, seat, a: a[2] in [n for n, _ in s.players[seat].obstacles], essential=True
)


def _left(state: KingdomHeartsState) -> int:
    return battle.damage(state) - sum(state.local.shares) if type(state.local) is Dividing else 0


DAMAGE_LEFT = needs(
    "damage_left",
    "KH-9.10",
    lambda s, seat, a: type(s.local) is not Dividing or 0 <= a[1] <= _left(s),
    repairs.not_so_much,
    more=lambda s, seat, a: {"left": _left(s)},
)
ITS_TURN = needs(
    "its_turn",
    "KH-R56",
    lambda s, seat, a: type(s.local) is not Dividing or battle.targets(s).index(a[2]) == len(s.local.shares),
    repairs.its_turn,
    more=lambda s, seat, a: {"next": _next_obstacle(s), "shown": shown(s, seat, a[2])},
)


def _next_obstacle(state: KingdomHeartsState) -> str:
    if type(state.local) is not Dividing:
        return ""
    return shown(state, state.turn_player, battle.targets(state)[len(state.local.shares)])


# Effects.


def _kind_asked(state: KingdomHeartsState, action: Action) -> bool:
    found, asked = state.find(action[1]), effects.arguments_here(state)["what"]
    return found is not None and (len(found[1]) == 2) == (asked == "obstacle")


def _side_asked(state: KingdomHeartsState, action: Action) -> bool:
    found, asked = state.find(action[1]), effects.arguments_here(state)["whose"]
    return found is not None and (found[0] == state.local.seat) == (asked == "own")


def _source(state: KingdomHeartsState, seat: int, action: Action) -> dict[str, Any]:
    arguments = effects.arguments_here(state)
    found = state.find(action[1])
    obstacle = found is not None and len(found[1]) == 2
    pow = power(state, found[0], found[1][CARD], True) if found is not None and obstacle else 0
    side = "own" if found is not None and found[0] == state.local.seat else "rival"
    there = state.game.words.say(f"found.{'obstacle' if obstacle else 'ally'}.{side}")
    wanted = _wanted(state, arguments)
    return {"source": state.name(state.local.card), "pow": pow, "wanted": wanted, "there": there}


ASKED_KIND = needs("asked_kind", "KH-R48", lambda s, seat, a: _kind_asked(s, a), essential=True, more=_source)
ASKED_SIDE = needs("asked_side", "KH-R48", lambda s, seat, a: _side_asked(s, a), essential=True, more=_source)
IN_REACH = needs(
    "in_reach",
    "KH-R48",
    lambda s, seat, a: a[1] in effects.objects(s, s.local.seat, effects.arguments_here(s)),
    more=_source,
)
