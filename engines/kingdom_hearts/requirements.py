"""What the rules ask before an action is legal: the test, its clause, and what would make it true.

What is more than a plain look at the state is tested by the functions that list the legal actions. The words stand in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>, and ask for FACTS.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from engines.book.words import Phrase
from engines.kernel.programs import here
from engines.kernel.state import Action
from engines.kingdom_hearts import actions, allies, battle, effects, fights, hidden, magic, repairs, stages, turn
from engines.kingdom_hearts.cards import EQUIPMENT, EVENT, MAGIC, MAGIC_ALLY, PLAYER, TECHNIQUE, WORLD, Face
from engines.kingdom_hearts.notation import ARGUMENTS
from engines.kingdom_hearts.state import BATTLED, CARD, FLED, HERO_ID, JOINED, MOVED, KingdomHeartsState
from engines.kingdom_hearts.text import bearer_words, wanted_words
from engines.kingdom_hearts.values import ally_level, attribute, hero_names, power, world_total
from engines.kingdom_hearts.values import magic as magic_of
from engines.legal.common_requirements import held
from engines.legal.reasons import Fact, Requirement, Test, worded

Clause = str | Callable[[KingdomHeartsState, int, Action], str]


def face_of(state: KingdomHeartsState, action: Action) -> Face:
    """Return the face of the card an action names."""
    return state.faces[action[1]]


def of_card(test: Callable[[KingdomHeartsState, int, Face], bool], other: bool = False) -> Test[KingdomHeartsState]:
    """Return a test of the card an action names, for its player's side or for the other one."""
    return lambda s, seat, a: test(s, 1 - seat if other else seat, face_of(s, a))


# The facts that sentences ask for.


def named(state: KingdomHeartsState, names: Iterable[str]) -> str:
    """Return names as words; one that stands there twice is told as two cards."""
    words, found = state.game.words, Counter(names)
    return words.listed(
        words.say("part.copies", count=count, card=name) if count > 1 else name for name, count in found.items()
    )


def in_play(state: KingdomHeartsState, number: int) -> str | Phrase:
    """Return the name of an ally or obstacle."""
    found = state.find(number)
    return Phrase("part.that_card") if found is None else state.name(found[1][CARD])


def shown(state: KingdomHeartsState, seat: int, number: int) -> str:
    """Return the name of an obstacle, with a number where several have it."""
    return ARGUMENTS["obstacle"].spell(state, seat, number).replace('"', "")


def what_it_is(state: KingdomHeartsState, face: Face) -> str:
    """Return the attribute of a Dark·Nobody card, or the type of another one."""
    return state.game.words.say(f"attribute.{face.attribute}" if face.is_dark_nobody else f"type.{face.category}")


def kind(state: KingdomHeartsState, face: Face) -> str:
    """Return what a card is that is not called, or is no hero to begin with."""
    say = state.game.words.say
    if face.form or face.category == MAGIC_ALLY:
        return say(f"part.kind.{'form' if face.form else face.category}")
    return say("part.kind.type", category=say(f"type.{face.category}"))


def highest_ally(state: KingdomHeartsState, seat: int) -> str:
    """Return the level of a player's highest ally in words."""
    level = ally_level(state, seat)
    return state.game.words.say("part.highest_ally" if level else "part.no_ally", level=level)


def missing_links(state: KingdomHeartsState, seat: int, face: Face) -> str:
    """Return in words which names of a link box are missing on a player's field."""
    missing = battle.missing_links(state, seat, face)
    if len(missing) == 1:
        which = "it" if len(face.link) == 1 else "one"
    else:  # a name that is asked for twice is told with its figure
        which = "all" if len({*face.link}) == len(missing) == len(face.link) else "several"
    return state.game.words.say(f"part.missing.{which}", missing=named(state, missing))


def wanted_hero(state: KingdomHeartsState, face: Face) -> str:
    """Return the attribute of the heroes that have a card among their allies."""
    found = (word for word, kinds in allies.ALLIES_OF.items() if (face.category, face.attribute) in kinds)
    return state.game.words.say(f"attribute.{next(found)}")


def first_target(state: KingdomHeartsState, seat: int, card: int) -> str:
    """Return what the text of a card asks for first, of that which is not there if something is not."""
    program = [part for ability in state.game.cards[card].abilities for part in ability.program]
    asked = [arguments for verb, arguments in program if verb == "choose"]
    missing = [arguments for arguments in asked if not effects.objects(state, seat, arguments)]
    return wanted_words(state.game.words.say, (missing or asked)[0]) if asked else ""


def thing(state: KingdomHeartsState, number: int) -> tuple[str, str]:
    """Return what is tried as the object of an effect, and whose, in the words of the effect."""
    found = state.find(number)
    if found is None:
        return "", ""
    return "obstacle" if len(found[1]) == 2 else "ally", "own" if found[0] == state.local.seat else "rival"


def pow_of(state: KingdomHeartsState, number: int) -> int:
    """Return the POW of an obstacle, 0 for anything else."""
    found = state.find(number)
    return power(state, found[0], found[1][CARD], True) if found is not None and len(found[1]) == 2 else 0


def top_face(state: KingdomHeartsState, seat: int) -> Face:
    """Return the world on which the opponent is."""
    return state.faces[state.players[1 - seat].worlds[-1]]


def next_obstacle(state: KingdomHeartsState, seat: int) -> str:
    """Return the obstacle that takes its damage next."""
    return shown(state, seat, battle.targets(state)[len(state.local.shares)])


def picked(state: KingdomHeartsState) -> int:
    """Return how many cards have been picked."""
    return len(state.local.picks)


def least(state: KingdomHeartsState) -> int:
    """Return how many cards must be picked."""
    return turn.least_discards(state) if state.step.name == "D2" else 1


FACTS: dict[str, Fact[KingdomHeartsState]] = {
    "card": lambda s, seat, a: s.name(a[1]),
    "level": lambda s, seat, a: face_of(s, a).level,
    "below": lambda s, seat, a: face_of(s, a).level - 1,
    "category": lambda s, seat, a: s.game.words.say(f"type.{face_of(s, a).category}"),
    "what": lambda s, seat, a: what_it_is(s, face_of(s, a)),
    "kind": lambda s, seat, a: kind(s, face_of(s, a)),
    "hero": lambda s, seat, a: " / ".join(hero_names(s, seat)),
    "attribute": lambda s, seat, a: s.game.words.say(f"attribute.{attribute(s, seat)}"),
    "allies": lambda s, seat, a: s.game.words.say(f"allies.{attribute(s, seat)}"),
    "wanted_hero": lambda s, seat, a: wanted_hero(s, face_of(s, a)),
    "highest_ally": lambda s, seat, a: highest_ally(s, seat),
    "callable": lambda s, seat, a: ally_level(s, seat) + 1,
    "hp": lambda s, seat, a: s.players[seat].hp,
    "hp_at_most": lambda s, seat, a: face_of(s, a).hp_at_most,
    "form_of": lambda s, seat, a: face_of(s, a).form_of,
    "total": lambda s, seat, a: world_total(s, seat),
    "total_needed": lambda s, seat, a: face_of(s, a).total_at_least,
    "rivals_total": lambda s, seat, a: world_total(s, 1 - seat),
    "obstacles": lambda s, seat, a: named(s, (s.name(card) for _, card in s.players[seat].obstacles)),
    "world": lambda s, seat, a: top_face(s, seat).printed,
    "app": lambda s, seat, a: top_face(s, seat).app,
    "there": lambda s, seat, a: len(s.players[1 - seat].obstacles),
    "caster": lambda s, seat, a: magic.caster_name(s, seat, a[2]) or in_play(s, a[2]),
    "mag": lambda s, seat, a: magic_of(s, seat, a[2]),
    "now": lambda s, seat, a: s.game.words.say(f"time.{magic.TIME_OF[s.step.name]}"),
    "times": lambda s, seat, a: s.game.words.listed(
        (s.game.words.say(f"time.{time}") for time in sorted(face_of(s, a).timing)), "or"
    ),
    "target_asked": lambda s, seat, a: first_target(s, seat, a[1]),
    "bearer": lambda s, seat, a: magic.caster_name(s, seat, a[2]),
    "bearers": lambda s, seat, a: bearer_words(s.game.words.say, s.game.cards[a[1]].fields),
    "link": lambda s, seat, a: named(s, face_of(s, a).link),
    "missing_links": lambda s, seat, a: named(s, battle.missing_links(s, seat, face_of(s, a))),
    "missing_are": lambda s, seat, a: missing_links(s, seat, face_of(s, a)),
    "technique": lambda s, seat, a: named(s, map(s.name, battle.techniques_used(s, seat))),
    "ally": lambda s, seat, a: in_play(s, a[1]),
    "picked": lambda s, seat, a: picked(s),
    "least": lambda s, seat, a: least(s),
    "missing": lambda s, seat, a: least(s) - picked(s),
    "amount": lambda s, seat, a: a[1],
    "left": lambda s, seat, a: battle.damage_left(s),
    "obstacle": lambda s, seat, a: in_play(s, a[2]),
    "obstacle_shown": lambda s, seat, a: shown(s, seat, a[2]),
    "next": lambda s, seat, a: next_obstacle(s, seat),
    "target": lambda s, seat, a: in_play(s, a[1]),
    "target_is": lambda s, seat, a: s.game.words.say("found." + ".".join(thing(s, a[1]))),
    "pow": lambda s, seat, a: pow_of(s, a[1]),
    "source": lambda s, seat, a: s.name(s.local.card),
    "wanted": lambda s, seat, a: wanted_words(s.game.words.say, here(s)[1]),
}
needs = worded(FACTS)
essential = partial(needs, essential=True)
"""A requirement without which the later ones would make no sense."""


def by_fight(battle: str, challenge: str, elsewhere: str = "") -> Clause:
    """Return the clause of a Battle or that of a Challenge, as the fight under way is."""
    return lambda s, seat, a: fights.clause(s, battle, challenge) if s.fight else elsewhere or battle


# The hand and the types of card.


in_hand = held(needs)


def is_type(name: str, clause: Clause, test: Callable[[Face], bool]) -> Requirement[KingdomHeartsState]:
    """The card is of the type that the action is for."""
    return essential(name, clause, lambda s, seat, a: test(face_of(s, a)))


IS_HERO = essential("is_hero", "KH-5.2", lambda s, seat, a: hidden.may_start(s, a[1]))
IN_DECK = essential("in_deck", "KH-5.1", lambda s, seat, a: a[1] in s.players[seat].deck)
IS_WORLD = is_type("is_world", "KH-7.2", lambda face: face.category == WORLD)
IS_DARK_NOBODY = is_type("is_dark_nobody", "KH-7.5", lambda face: face.is_dark_nobody)
IS_CALLABLE = is_type(
    "is_callable", lambda s, seat, a: "KH-R34" if face_of(s, a).form else "KH-7.6", allies.callable_type
)
IS_MAGIC_ALLY = is_type("is_magic_ally", "KH-11.12", lambda face: face.category == MAGIC_ALLY)
IS_EVENT = is_type("is_event", "KH-7.7", lambda face: face.category == EVENT)
IS_EQUIPMENT = is_type("is_equipment", "KH-7.8", lambda face: face.category == EQUIPMENT)
IS_FORM = is_type("is_form", "KH-7.9", lambda face: face.category == PLAYER and face.form)
IS_MAGIC = is_type("is_magic", "KH-7.10", lambda face: face.category == MAGIC)
IS_TECHNIQUE = is_type("is_technique", "KH-9.5", lambda face: face.category == TECHNIQUE)
IS_ATTACK = is_type("is_attack", "KH-9.7", lambda face: face.is_attack)

# Moving, fleeing, obstructing, Battle.


def not_done(name: str, clause: str, flag: int) -> Requirement[KingdomHeartsState]:
    """The player has not done something this turn."""
    return needs(name, clause, lambda s, seat, a: seat != s.turn_player or not s.done & flag, repairs.forget_turn)


def has_obstacle(clause: str) -> Requirement[KingdomHeartsState]:
    """An obstacle lies on the player's top world."""
    return needs("has_obstacle", clause, lambda s, seat, a: bool(s.players[seat].obstacles), repairs.an_obstacle)


NOT_MOVED = not_done("not_moved", "KH-16.4", MOVED)
NOT_FLED = not_done("not_fled", "KH-16.6", FLED)
NOT_BATTLED = not_done("not_battled", "KH-7.3", BATTLED)
ROAD_FREE = needs("road_free", "KH-16.5", lambda s, seat, a: not s.players[seat].obstacles, repairs.no_obstacles)
WORLD_CONDITION = needs("world_condition", "KH-8.7", of_card(actions.world_condition), repairs.farther_road)
RIVALS_WORLD = essential(
    "rivals_world", "KH-12.3", lambda s, seat, a: bool(s.players[1 - seat].worlds), repairs.rivals_world
)
TAKES_OBSTACLES = essential(
    "takes_obstacles", "KH-12.4", lambda s, seat, a: top_face(s, seat).app > 0, repairs.another_world
)
FREE_PLACE = needs("free_place", "KH-12.4", lambda s, seat, a: actions.has_room(s, 1 - seat), repairs.free_place)
REACHED = needs("reached", "KH-12.5", of_card(actions.reached, other=True), repairs.farther_rival)

# Calling and casting.

_ALL_ALLIES = tuple(kind for kinds in allies.ALLIES_OF.values() for kind in kinds)
_CLAUSES_OF_ALLIES = {"light": "KH-11.3", "dark": "KH-11.4", "xiii": "KH-11.5"}
SOMEBODYS_ALLY = is_type("somebodys_ally", "KH-11.9", lambda face: (face.category, face.attribute) in _ALL_ALLIES)
SUITS = essential(
    "suits", lambda s, seat, a: _CLAUSES_OF_ALLIES[attribute(s, seat)], of_card(allies.suits), repairs.suiting_hero
)
LADDER = needs("ladder", "KH-8.3", of_card(allies.on_ladder), repairs.higher_ally)
NAME_FREE = needs("name_free", "KH-R29", of_card(allies.name_is_free), repairs.other_hero_name)
OWN_CASTER = essential("own_caster", "KH-13.2", lambda s, seat, a: a[2] == HERO_ID or s.ally(seat, a[2]) is not None)
CASTS = essential("casts", "KH-11.17", lambda s, seat, a: magic_of(s, seat, a[2]) >= 0)
MAGIC_REACHES = needs(
    "magic_reaches", "KH-8.5", lambda s, seat, a: a[2] in magic.casters(s, seat, a[1]), repairs.higher_magic
)
RIGHT_TIME = needs(
    "right_time",
    "KH-13.6",
    lambda s, seat, a: magic.TIME_OF.get(s.step.name, "") in ("", *face_of(s, a).timing),
    stages.to_cast,
)
HAS_TARGET = needs("has_target", "KH-R48", lambda s, seat, a: effects.usable(s, seat, a[1]), repairs.a_target)

# Equipment and Form Change.


MAY_BEAR = needs(
    "may_bear",
    lambda s, seat, a: "KH-15.4" if magic_of(s, seat, a[2]) < 0 else "KH-15.3",
    lambda s, seat, a: actions.may_bear(s, seat, face_of(s, a), a[2]),
)
NO_FORM = needs("no_form", "KH-R32", lambda s, seat, a: actions.no_form(s, seat), repairs.no_form)
FITS_HERO = needs("fits_hero", "KH-8.11", of_card(actions.fits_hero), repairs.the_named_hero)
LOW_HP = needs("low_hp", "KH-8.11", of_card(actions.low_enough), repairs.low_hp)

# Fights.


IN_NO_CHALLENGE = needs(
    "in_no_challenge", "KH-10.17", lambda s, seat, a: s.fight is None or not s.fight.challenge, stages.at("B1")
)
FIRST_TECHNIQUE = needs(
    "first_technique", "KH-15.7", lambda s, seat, a: not battle.techniques_used(s, seat), repairs.no_technique
)
LINKED = needs("linked", "KH-8.10", of_card(battle.linked), repairs.linked_cards)
CAST = by_fight("KH-9.8", "KH-10.8", elsewhere="KH-7.10")
JOINS = by_fight("KH-9.6", "KH-10.6")
ATTACKS = by_fight("KH-9.7", "KH-10.7")
FROM_HAND = by_fight("KH-9.7", "KH-10.7", elsewhere="KH-6.8")
"""The clause of choosing cards of the hand: Attack cards in a fight, else those to be discarded."""
OWN_ALLY = essential("own_ally", JOINS, lambda s, seat, a: s.ally(seat, a[1]) is not None)
NOT_JOINED = needs("not_joined", JOINS, lambda s, seat, a: not s.ally(seat, a[1])[JOINED], repairs.not_joined)
ATTACK_CARD = needs("attack_card", ATTACKS, lambda s, seat, a: fights.has_attack_card(s, seat), repairs.an_attack_card)
COPY_LEFT = needs(
    "copy_left",
    FROM_HAND,
    lambda s, seat, a: s.local.picks.count(a[1]) < s.players[seat].hand.count(a[1]),
    repairs.into_hand,
)
ENOUGH = needs("enough", FROM_HAND, lambda s, seat, a: picked(s) >= least(s), repairs.enough_picked)
OWN_OBSTACLE = essential("own_obstacle", "KH-9.10", lambda s, seat, a: a[2] in dict(s.players[seat].obstacles))
ITS_TURN = needs(
    "its_turn", "KH-R56", lambda s, seat, a: battle.targets(s).index(a[2]) == len(s.local.shares), repairs.its_turn
)
DAMAGE_LEFT = needs(
    "damage_left", "KH-9.10", lambda s, seat, a: 0 <= a[1] <= battle.damage_left(s), repairs.not_so_much
)

# Effects.


def asked(name: str, at: int, word: str) -> Requirement[KingdomHeartsState]:
    """The thing is of the kind that the effect asks for (what), or on the side that it means (whose)."""
    return essential(name, "KH-R48", lambda s, seat, a: thing(s, a[1])[at] == here(s)[1][word])


ASKED_KIND = asked("asked_kind", 0, "what")
ASKED_SIDE = asked("asked_side", 1, "whose")
IN_REACH = needs("in_reach", "KH-R48", lambda s, seat, a: a[1] in effects.objects(s, s.local.seat, here(s)[1]))
