"""What the rules ask before an action is legal: the test, its clause, and what would make it true.

What is more than a plain look at the state is tested by the functions that list the legal actions. The words stand in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>; what they may name is in FACTS. A
requirement about a moment (the total in setup, the bids of a contest, the unit whose turn it is) is not in question at
other moments, and then counts as met.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from engines.book.cards import Ability
from engines.book.words import Phrase
from engines.kernel import programs
from engines.kernel.state import Action
from engines.legal.common_requirements import held
from engines.legal.reasons import Fact, Requirement, Test, worded
from engines.star_wars import building, combat, effects, repairs, setup, stacks
from engines.star_wars.cards import BATTLE, LOCATION, MISSION, SPEED, UNIT, Face
from engines.star_wars.state import ARENAS, CARDS, ID, NO_ARENA, RETREATED, TAPPED, Bidding, Next, StarWarsState, Unit
from engines.star_wars.values import setup_total, value
from engines.star_wars.verbs import clause

CARD_ARGUMENTS = ("card", "exchanged", "beneath", "gear", "build")

# What an action names.


def argument(state: StarWarsState, action: Action, *names: str) -> Any:
    """Return the first argument of an action that has one of these names, None if there is none."""
    given = zip(state.game.kinds[action[0]].arguments, action[1:], strict=True)
    return next((one for name, one in given if name in names), None)


def card_of(state: StarWarsState, seat: int, action: Action) -> int:
    """Return the card of an action: one it names, or the one under construction that it means."""
    at = argument(state, action, "build")
    return int(argument(state, action, *CARD_ARGUMENTS) if at is None else state.players[seat].building[at][0])


def face_of(state: StarWarsState, seat: int, action: Action) -> Face:
    """Return the face of the card of an action."""
    return state.faces[card_of(state, seat, action)]


def own_unit(state: StarWarsState, seat: int, action: Action) -> Unit | None:
    """Return the player's unit of the card's identity, or None."""
    return stacks.own_unit_of(state, seat, card_of(state, seat, action))


def stack_of(state: StarWarsState, seat: int, action: Action) -> Unit:
    """Return the player's unit of the card's identity, which is known to be there."""
    unit = own_unit(state, seat, action)
    assert unit is not None
    return unit


def owner(state: StarWarsState, unit: int) -> int:
    """Return whose a unit is, -1 if it is not in play."""
    found = state.find(unit)
    return -1 if found is None else found[0]


def zone(state: StarWarsState, unit: int) -> int:
    """Return in which zone a unit is that is in play."""
    return state.there(unit)[1]


def top_card(state: StarWarsState, unit: int) -> int:
    """Return the top card of a unit that is in play."""
    return state.there(unit)[2][CARDS][0]


def name_of(state: StarWarsState, unit: int) -> str | Phrase:
    """Return the name of a unit."""
    return Phrase("part.that_unit") if state.find(unit) is None else state.name(top_card(state, unit))


def where(state: StarWarsState, unit: int) -> str:
    """Return where a unit is, in words."""
    say, place = state.game.words.say, zone(state, unit)
    return say("part.build_zone") if place == RETREATED else say("part.arena", arena=ARENAS[place].capitalize())


def speed_of(state: StarWarsState, unit: int) -> int:
    """Return the Speed of a unit that is in play."""
    return value(state, *state.there(unit), SPEED)


def replaced(state: StarWarsState, seat: int, action: Action) -> int:
    """Return the Location that completing the card would replace, or -1."""
    face = face_of(state, seat, action)
    return state.location(face.kind) if face.category == LOCATION else -1


def price(state: StarWarsState, seat: int, action: Action) -> int:
    """Return the build counters that an action needs, or the build points of a change of the top card."""
    if action[0] == "reorder":
        unit = stacks.stack_with(state, seat, action[1])
        return 0 if unit is None else stacks.reorder_price(state, unit, action[1])
    if action[0] == "complete_under":
        return stacks.PRICE_BENEATH
    card = card_of(state, seat, action)
    if action[0] == "complete_top":
        return stacks.price_on_top(state, stack_of(state, seat, action), card)
    return building.price(state, card)


def has_counters(state: StarWarsState, seat: int, action: Action) -> bool:
    """Return True if the card under construction has the counters that it needs."""
    return state.players[seat].building[action[1]][1] >= price(state, seat, action)


def equip_price(state: StarWarsState, seat: int, action: Action) -> str:
    """Return the equip cost in words."""
    face = state.faces[action[1]]
    key, count = ("points", face.equip_points) if face.equip_points else ("force", face.equip_force)
    return state.game.words.say(f"part.{key}", count=count)


def purse(state: StarWarsState, seat: int, action: Action) -> str:
    """Return in words what the player has of the points that the equip cost asks for."""
    player = state.players[seat]
    key, count = ("points", player.build) if state.faces[action[1]].equip_points else ("force", player.force)
    return state.game.words.say(f"part.{key}", count=count)


def in_setup(state: StarWarsState) -> bool:
    """Return True while the initial placement is going on."""
    return state.step.phase == "setup"


def bids(state: StarWarsState) -> tuple[int, int]:
    """Return the bids of the contest that is open, (-1, -1) without one."""
    return state.local.bids if type(state.local) is Bidding else (-1, -1)


def settled(state: StarWarsState) -> bool:
    """Return True while it is being settled which unit acts."""
    return type(state.local) is Next


def acts(state: StarWarsState) -> int:
    """Return the unit that acts now, or one of those that are tied, 0 for none."""
    return state.local.units[0] if settled(state) else 0


def moments(state: StarWarsState, action: Action) -> list[str]:
    """Return the windows in which a card, or a unit's ability, can be used."""
    found = state.faces[top_card(state, action[1]) if action[0] == "use" else action[1]].moments
    return [moment for moment in combat.WINDOW.values() if moment in found]


def used(state: StarWarsState, seat: int, action: Action) -> str | Phrase:
    """Return what is used in a window: the card, or the ability of the unit."""
    return (
        Phrase("part.its_ability", {"unit": name_of(state, action[1])}) if action[0] == "use" else state.name(action[1])
    )


def right_windows(state: StarWarsState, seat: int, action: Action) -> str:
    """Return the windows in which it can be used, each with what it comes after."""
    words = state.game.words
    return words.listed((words.say(f"part.window.{moment[-1]}") for moment in moments(state, action)), "or")


def chosen(state: StarWarsState, seat: int, action: Action) -> str | Phrase:
    """Return the unit that the player has chosen to act, told from the one of an action where both have one name."""
    name = name_of(state, acts(state))
    return Phrase("part.same_name", {"name": name}) if name == name_of(state, action[1]) else name


def thing(state: StarWarsState, seat: int, action: Action) -> str | Phrase:
    """Return what is tried as the object of an effect: a unit, or a card under construction."""
    if not isinstance(action[1], tuple):
        return name_of(state, action[1])
    side, at = action[1]
    return state.name(state.players[side].building[at][0]) if side == seat else Phrase("part.face_down")


def here(state: StarWarsState, action: Action) -> str:
    """Return the window that is open, or else the one in which the card or ability works."""
    return combat.WINDOW.get(state.step.name) or moments(state, action)[0]


def ability(state: StarWarsState, action: Action) -> Ability:
    """Return the ability of a unit that is to be used."""
    return combat.ability(state, top_card(state, action[1]), here(state, action))


def works(state: StarWarsState, action: Action) -> bool:
    """Return True if the ability works where its unit is."""
    _, place, unit = state.there(action[1])
    return combat.works_there(state, place, unit, here(state, action))


def fits_battle(state: StarWarsState, action: Action, as_attacker: bool) -> bool:
    """Return True unless the ability asks for a part in this battle, as attacker or in any, that its unit has not."""
    if state.battle is None or bool(ability(state, action).requires.get("attacker")) != as_attacker:
        return True
    return combat.is_battling_enough(state, state.there(action[1])[2], here(state, action))


def reached(state: StarWarsState, action: Action) -> bool:
    """Return True if the effect reaches the unit where it is."""
    return effects.in_reach(zone(state, action[1]), programs.here(state)[1])


FACTS: dict[str, Fact[StarWarsState]] = {
    "card": lambda s, seat, a: s.name(card_of(s, seat, a)),
    "category": lambda s, seat, a: face_of(s, seat, a).category.capitalize(),
    "cost": lambda s, seat, a: face_of(s, seat, a).cost,
    "counters": lambda s, seat, a: s.players[seat].building[argument(s, a, "build")][1],
    "force": lambda s, seat, a: s.players[seat].force,
    "points": lambda s, seat, a: s.players[seat].build,
    "count": lambda s, seat, a: a[1],
    "total": lambda s, seat, a: a[1],
    "die": lambda s, seat, a: a[1] + 1,
    "unit": lambda s, seat, a: name_of(s, argument(s, a, "unit")),
    "unit_where": lambda s, seat, a: where(s, argument(s, a, "unit")),
    "target": lambda s, seat, a: name_of(s, argument(s, a, "target")),
    "target_where": lambda s, seat, a: where(s, argument(s, a, "target")),
    "arena": lambda s, seat, a: ARENAS[s.arena].capitalize() if s.arena != NO_ARENA else "",
    "sum": lambda s, seat, a: setup_total(s, seat),
    "after": lambda s, seat, a: setup_total(s, seat) + setup.rise(s, seat, a[1], a[0] == "deploy_top"),
    "limit": lambda s, seat, a: setup.limit(s),
    "fitting": lambda s, seat, a: s.name((*setup.deployments(s, seat), a)[0][1]),
    "wanted": lambda s, seat, a: effects.dice_wanted(s),
    "top": lambda s, seat, a: s.name(stack_of(s, seat, a)[CARDS][0]),
    "top_cost": lambda s, seat, a: s.faces[stack_of(s, seat, a)[CARDS][0]].cost,
    "cards": lambda s, seat, a: len(stack_of(s, seat, a)[CARDS]),
    "most": lambda s, seat, a: s.game.parameters["stack"],
    "old": lambda s, seat, a: s.name(replaced(s, seat, a)),
    "needed": price,
    "kinds": lambda s, seat, a: s.game.words.listed(
        (ARENAS[kind].capitalize() for kind in sorted(s.faces[a[1]].equips)), "or"
    ),
    "price": equip_price,
    "purse": purse,
    "unit_kind": lambda s, seat, a: ARENAS[s.faces[top_card(s, a[2])].kind].capitalize(),
    "changes": lambda s, seat, a: s.reorders,
    "changes_allowed": lambda s, seat, a: s.game.parameters["reorders"],
    "highest": lambda s, seat, a: max(0, *bids(s)),
    "next": lambda s, seat, a: name_of(s, acts(s)),
    "next_speed": lambda s, seat, a: speed_of(s, acts(s)),
    "speed": lambda s, seat, a: speed_of(s, a[1]),
    "chosen": chosen,
    "thing": thing,
    "used": used,
    "right_windows": right_windows,
    "window": lambda s, seat, a: here(s, a)[-1],
    "windows": lambda s, seat, a: s.game.words.listed((moment[-1] for moment in moments(s, a)), "or"),
    "ability_price": lambda s, seat, a: combat.ability_price(s, top_card(s, a[1]), here(s, a)),
    "source": lambda s, seat, a: s.name(s.local.card),
    "reach": lambda s, seat, a: (programs.here(s)[1]["kind"] or "").capitalize(),
}
"""What sentences about an action may name."""

say = worded(FACTS)


def needs(name: str, clause: Any, holds: Test[StarWarsState], essential: bool = False) -> Requirement[StarWarsState]:
    """Return a requirement; what makes its repair true is the function of its name among the repairs, if any."""
    return say(name, clause, holds, getattr(repairs, name, None), essential)


essential = partial(needs, essential=True)
"""A requirement without which the later ones would make no sense."""

# The hand.


in_hand = held(say)


def is_unit(clause: str) -> Requirement[StarWarsState]:
    """The card is a unit."""
    return essential("is_unit", clause, lambda s, seat, a: face_of(s, seat, a).category == UNIT)


def is_buildable(clause: str) -> Requirement[StarWarsState]:
    """The card has a build cost; Battle cards have none."""
    return essential("is_buildable", clause, lambda s, seat, a: face_of(s, seat, a).buildable)


ONE_USE = essential("one_use", "SW-5.3", lambda s, seat, a: s.faces[a[1]].category in (BATTLE, MISSION))
HAS_ONE_USE = needs("has_one_use", "SW-5.3", lambda s, seat, a: bool(setup.exchangeable(s, seat)))
ONE_EXCHANGED = needs("one_exchanged", "SW-R4", lambda s, seat, a: s.step.name != "EXCHANGE" or s.local.discarded > 0)
ANY_NUMBER = needs("any_number", "SW-10.1", lambda s, seat, a: s.step.name != "DICE" or effects.dice_wanted(s) is None)

# Initial placement and stacks.

BELOW_LIMIT = needs(
    "below_limit", "SW-5.8", lambda s, seat, a: not in_setup(s) or setup_total(s, seat) < setup.limit(s)
)
HAS_UNIT = needs("has_unit", "SW-R5", lambda s, seat, a: not in_setup(s) or setup.has_unit(s, seat))
NOTHING_FITS = needs("nothing_fits", "SW-5.12", lambda s, seat, a: not in_setup(s) or not setup.deployments(s, seat))
FITS = needs("fits", "SW-5.10", lambda s, seat, a: not in_setup(s) or setup.fits(s, seat, a))
NO_OWN = essential("no_own", "SW-11.4", lambda s, seat, a: own_unit(s, seat, a) is None)
UNIQUE = essential("unique", "SW-11.7", lambda s, seat, a: bool(face_of(s, seat, a).identity))
COMES_LATER = essential("comes_later", "SW-11.4", lambda s, seat, a: bool(face_of(s, seat, a).identity))
ROOM = needs("room", "SW-11.8", lambda s, seat, a: stacks.has_room(s, stack_of(s, seat, a)))
NEW_VERSION = needs(
    "new_version", "SW-11.9", lambda s, seat, a: stacks.is_new_version(s, stack_of(s, seat, a), card_of(s, seat, a))
)


def fits_on_top(clause: str) -> Requirement[StarWarsState]:
    """The card costs at least as much as the present top card."""

    def holds(state: StarWarsState, seat: int, action: Action) -> bool:
        return stacks.fits_on_top(state, stack_of(state, seat, action), card_of(state, seat, action))

    return essential("fits_on_top", clause, holds)


def own_there(clause: str) -> Requirement[StarWarsState]:
    """The player has a unit of the card's identity in play."""
    return essential("own_there", clause, lambda s, seat, a: own_unit(s, seat, a) is not None)


JOINS = (UNIQUE, own_there("SW-11.5"), ROOM, NEW_VERSION)

# The build step and the retreat step.

UNDER_CONSTRUCTION = essential(
    "under_construction", "SW-7.2", lambda s, seat, a: 0 <= a[-1] < len(s.players[seat].building)
)
GEAR_THERE = needs("gear_there", "SW-R15", lambda s, seat, a: a[1] in s.players[seat].gear)
IS_BENEATH = essential("is_beneath", "SW-11.22", lambda s, seat, a: stacks.stack_with(s, seat, a[1]) is not None)
POINTS = needs("points", "SW-7.2", lambda s, seat, a: a[1] <= s.players[seat].build)
COUNTERS = needs("counters", "SW-7.4", lambda s, seat, a: replaced(s, seat, a) >= 0 or has_counters(s, seat, a))
COUNTERS_TO_REPLACE = needs(
    "counters_to_replace", "SW-13.3", lambda s, seat, a: replaced(s, seat, a) < 0 or has_counters(s, seat, a)
)
COUNTERS_ON_TOP = needs("counters_on_top", "SW-11.19", has_counters)
COUNTERS_BENEATH = needs(
    "counters_beneath",
    lambda s, seat, a: stacks.joining_clause(s, stack_of(s, seat, a), card_of(s, seat, a), on_top=False),
    has_counters,
)


def mine(clause: str) -> Requirement[StarWarsState]:
    """The unit is the player's."""
    return essential("mine", clause, lambda s, seat, a: owner(s, argument(s, a, "unit")) == seat)


def in_arena(clause: str) -> Requirement[StarWarsState]:
    """The unit is in its arena, not retreated."""
    return essential("in_arena", clause, lambda s, seat, a: zone(s, a[1]) != RETREATED)


IS_RETREATED = needs("is_retreated", "SW-7.8", lambda s, seat, a: zone(s, a[1]) == RETREATED)
UNTAPPED = needs("untapped", "SW-7.13", lambda s, seat, a: not s.there(a[1])[2][TAPPED])
ELIGIBLE = needs("eligible", "SW-13.4", lambda s, seat, a: building.may_wear(s, a[1], s.there(a[2])[2]))
EQUIP_COST = needs("equip_cost", "SW-8.7", lambda s, seat, a: building.can_pay_equip(s, seat, a[1]))
REORDER_POINTS = needs("reorder_points", "SW-11.23", lambda s, seat, a: price(s, seat, a) <= s.players[seat].build)
REORDER_LIMIT = needs("reorder_limit", "SW-R43", lambda s, seat, a: s.reorders < s.game.parameters["reorders"])

# Contests.

CAN_PAY_BID = needs("can_pay_bid", "SW-12.5", lambda s, seat, a: a[1] <= s.players[seat].force)
HIGHER = needs("higher", "SW-12.4", lambda s, seat, a: a[1] > max(bids(s)))

# Arena battles.

RIVALS = essential("rivals", "SW-9.10", lambda s, seat, a: owner(s, a[2]) == 1 - seat)
SAME_ARENA = needs("same_arena", "SW-9.10", lambda s, seat, a: zone(s, a[2]) == zone(s, a[1]))
THIS_ARENA = essential("this_arena", "SW-9.1", lambda s, seat, a: not settled(s) or zone(s, a[1]) == s.arena)
AWAKE = essential("awake", "SW-9.3", lambda s, seat, a: not settled(s) or not s.there(a[1])[2][TAPPED])
FASTEST = essential(
    "fastest", "SW-9.3", lambda s, seat, a: not settled(s) or a[1] in [unit[ID] for _, unit in combat.fastest(s)]
)
DARK_FIRST = essential("dark_first", "SW-9.4", lambda s, seat, a: not settled(s) or combat.fastest(s)[0][0] == seat)
CHOSEN = needs("chosen", "SW-9.5", lambda s, seat, a: s.step.name != "U1" or acts(s) == a[1])

# Windows.

IS_BATTLE_CARD = essential("is_battle_card", "SW-10.3", lambda s, seat, a: s.faces[a[1]].category == BATTLE)
HAS_ABILITY = essential("has_ability", "SW-10.1", lambda s, seat, a: bool(moments(s, a)))
RIGHT_WINDOW = essential("right_window", "SW-2.15", lambda s, seat, a: here(s, a) in moments(s, a))
OWN_BATTLER = needs(
    "own_battler", "SW-R29", lambda s, seat, a: s.battle is None or combat.has_its_unit(s, seat, a[1], here(s, a))
)
IN_ROLE = needs("in_role", "SW-2.15", lambda s, seat, a: s.battle is None or combat.in_role(s, seat, a[1], here(s, a)))
FORCE_COST = needs("force_cost", "SW-8.1", lambda s, seat, a: s.faces[a[1]].cost <= s.players[seat].force)
WORKS_IN_ARENA = needs("works_in_arena", "SW-4.10", lambda s, seat, a: zone(s, a[1]) != RETREATED or works(s, a))
WORKS_RETREATED = needs("works_retreated", "SW-4.10", lambda s, seat, a: zone(s, a[1]) == RETREATED or works(s, a))
BATTLING = needs("battling", "SW-10.1", lambda s, seat, a: fits_battle(s, a, False))
ATTACKING = needs("attacking", "SW-10.1", lambda s, seat, a: fits_battle(s, a, True))
ABILITY_COST = needs(
    "ability_cost",
    "SW-10.1",
    lambda s, seat, a: combat.ability_price(s, top_card(s, a[1]), here(s, a)) <= s.players[seat].force,
)
NOT_USED = needs("not_used", "SW-10.1", lambda s, seat, a: not combat.used_up(s, s.there(a[1])[2], here(s, a)))

# Choices of effects.


def clause_of(state: StarWarsState, seat: int, action: Action) -> str:
    """Return the clause by which the effect happens that asks now."""
    return clause(state)


def asks_for(what: str) -> Requirement[StarWarsState]:
    """The effect asks for a unit, or for a card under construction."""
    return essential(f"asks_{what}", clause_of, lambda s, seat, a: programs.here(s)[1]["what"] == what)


def asks_whose(whose: str) -> Requirement[StarWarsState]:
    """The effect asks for one of the own side, or of the rival's, and it is."""

    def holds(state: StarWarsState, seat: int, action: Action) -> bool:
        side = action[1][0] if isinstance(action[1], tuple) else owner(state, action[1])
        return programs.here(state)[1]["whose"] != whose or side == (seat if whose == "own" else 1 - seat)

    return essential(f"asks_{whose}", clause_of, holds)


ASKS_WHOSE = (asks_whose("own"), asks_whose("rival"))
REACH = (
    needs("reaches_retreated", clause_of, lambda s, seat, a: reached(s, a) or not programs.here(s)[1]["retreated"]),
    essential("reaches_arenas", clause_of, lambda s, seat, a: zone(s, a[1]) != RETREATED or reached(s, a)),
    needs("reaches_arena", clause_of, lambda s, seat, a: reached(s, a) or not programs.here(s)[1]["kind"]),
)
DIE_FREE = needs("die_free", clause_of, lambda s, seat, a: a in effects.dice_choices(s))
