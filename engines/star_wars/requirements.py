"""What the rules ask before an action is legal: the test, its clause, and what would make it true.

The tests are the functions that list the legal actions, so a rule is not written twice. The words stand in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>. A requirement about a moment (the total in
setup, the bids of a contest, the unit whose turn it is) is not in question at other moments, and then counts as met.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.core.reasons import Requirement, worded
from engines.core.state import Action
from engines.star_wars import building, combat, effects, repairs, setup, stacks
from engines.star_wars.authoring import BATTLE, LOCATION, MISSION, UNIT
from engines.star_wars.cards import SPEED
from engines.star_wars.state import ARENAS, CARDS, DAMAGE, ID, RETREATED, TAPPED, Bidding, Next, StarWarsState, Unit
from engines.star_wars.values import setup_total
from engines.star_wars.values import value as current


def facts(state: StarWarsState, seat: int, action: Action) -> dict[str, Any]:
    """Return the facts that sentences about an action may use: names, figures, turns."""
    kind, player = state.game.kinds[action[0]], state.players[seat]
    known: dict[str, Any] = {"turn": state.turn, "step": state.step.title}
    known |= {"force": player.force, "points": player.build}
    for name, value in zip(kind.arguments, action[1:], strict=True):
        if name in ("card", "exchanged", "beneath", "gear", "build"):
            if name == "build" and value >= len(player.building):
                continue
            card = player.building[value][0] if name == "build" else value
            known |= {
                "card": state.name(card),
                "category": state.game.cards[card].category.capitalize(),
                "cost": state.faces[card].cost,
            }
            if name == "build":
                known["counters"] = player.building[value][1]
        elif name in ("unit", "target"):
            known |= _unit_facts(state, name, value)
        elif name in ("count", "total"):
            known[name] = value
        elif name == "die":
            known["die"] = value + 1
    if 0 <= state.arena < RETREATED:
        known["arena"] = ARENAS[state.arena].capitalize()
    return known


def _unit_facts(state: StarWarsState, name: str, unit_id: int) -> dict[str, Any]:
    found = state.find(unit_id)
    if found is None:
        return {name: "That unit"}
    _, place, unit = found
    where = "in the build zone" if place == RETREATED else f"in the {ARENAS[place].capitalize()} arena"
    return {name: state.name(unit[CARDS][0]), f"{name}_where": where, "damage": unit[DAMAGE]}


needs = worded(facts)


def in_setup(state: StarWarsState) -> bool:
    """Return True while the initial placement is going on."""
    return state.step.phase == "setup"


def bids(state: StarWarsState) -> tuple[int, int]:
    """Return the bids of the contest that is open, (-1, -1) without one."""
    return state.local.bids if type(state.local) is Bidding else (-1, -1)


def units_next(state: StarWarsState) -> tuple[int, ...]:
    """Return the units that may act now, () while no unit's turn is being settled."""
    return state.local.units if type(state.local) is Next else ()


def card_of(state: StarWarsState, seat: int, action: Action) -> int:
    """Return the card of an action: one in hand, or the one under construction that is completed."""
    if action[0].startswith("complete"):
        return state.players[seat].building[action[1]][0]
    return int(action[1])


def own_stack(state: StarWarsState, seat: int, action: Action) -> Unit:
    """Return the player's unit of the card's identity, which is known to be there."""
    unit = stacks.own_unit_of(state, seat, card_of(state, seat, action))
    assert unit is not None
    return unit


def _stack_facts(state: StarWarsState, seat: int, action: Action) -> dict[str, Any]:
    card = card_of(state, seat, action)
    unit = stacks.own_unit_of(state, seat, card)
    if unit is None:
        return {"top": "", "top_cost": 0, "cards": 0, "most": 0}
    top = unit[CARDS][0]
    most = state.game.parameters["stack"]
    return {"top": state.name(top), "top_cost": state.faces[top].cost, "cards": len(unit[CARDS]), "most": most}


# The hand.


def in_hand(clause: str) -> Requirement:
    """The card is in the player's hand."""
    return needs("in_hand", clause, lambda s, seat, a: a[1] in s.players[seat].hand, repairs.into_hand, essential=True)


def is_unit(clause: str) -> Requirement:
    """The card is a unit."""
    return needs("is_unit", clause, lambda s, seat, a: s.faces[card_of(s, seat, a)].category == UNIT, essential=True)


def is_buildable(clause: str) -> Requirement:
    """The card has a build cost; Battle cards have none."""
    return needs("is_buildable", clause, lambda s, seat, a: s.faces[card_of(s, seat, a)].buildable, essential=True)


ONE_USE = needs("one_use", "SW-5.3", lambda s, seat, a: s.faces[a[1]].category in (BATTLE, MISSION), essential=True)
HAS_ONE_USE = needs(
    "has_one_use", "SW-5.3", lambda s, seat, a: bool(setup.exchangeable(s, seat)), repairs.a_one_use_card
)
ONE_EXCHANGED = needs(
    "one_exchanged",
    "SW-R4",
    lambda s, seat, a: s.step.name != "EXCHANGE" or s.local.discarded > 0,
    repairs.one_exchanged,
)
ANY_NUMBER = needs(
    "any_number",
    "SW-10.1",
    lambda s, seat, a: s.step.name != "DICE" or effects.dice_wanted(s) is None,
    more=lambda s, seat, a: {"wanted": effects.dice_wanted(s) if s.step.name == "DICE" else 0},
)

# Initial placement and stacks.

BELOW_LIMIT = needs(
    "below_limit",
    "SW-5.8",
    lambda s, seat, a: not in_setup(s) or setup_total(s, seat) < setup.limit(s),
    repairs.nothing_deployable,
    more=lambda s, seat, a: {"sum": setup_total(s, seat), "limit": setup.limit(s)},
)
HAS_UNIT = needs(
    "has_unit",
    "SW-R5",
    lambda s, seat, a: not in_setup(s) or setup.has_unit(s, seat),
    repairs.a_unit_in_hand,
    more=lambda s, seat, a: {"limit": setup.limit(s)},
)
NOTHING_FITS = needs(
    "nothing_fits",
    "SW-5.12",
    lambda s, seat, a: not in_setup(s) or not setup.deployments(s, seat),
    repairs.nothing_deployable,
    more=lambda s, seat, a: {"fitting": s.name((*setup.deployments(s, seat), a)[0][1])},
)


def _placing(state: StarWarsState, seat: int, steps: tuple[str, ...]) -> bool:
    return state.result is None and state.step.name in steps and state.seat_to_act == seat


AHEAD = needs(
    "ahead",
    "SW-5.9",
    lambda s, seat, a: not _placing(s, seat, ("S7", "S8")) or setup_total(s, seat) > setup_total(s, 1 - seat),
    repairs.ahead,
    more=lambda s, seat, a: {"sum": setup_total(s, seat), "other": setup_total(s, 1 - seat)},
)
AT_LIMIT = needs(
    "at_limit",
    "SW-5.13",
    lambda s, seat, a: not _placing(s, seat, ("S9",)) or setup_total(s, seat) >= setup.limit(s),
    repairs.at_limit,
    more=lambda s, seat, a: {"sum": setup_total(s, seat), "limit": setup.limit(s)},
)
FITS = needs(
    "fits",
    "SW-5.10",
    lambda s, seat, a: not in_setup(s) or setup.fits(s, seat, a),
    repairs.room_below_limit,
    more=lambda s, seat, a: {
        "sum": setup_total(s, seat),
        "limit": setup.limit(s),
        "after": setup_total(s, seat) + setup.rise(s, seat, a[1], a[0] == "deploy_top"),
    },
)
NO_OWN = needs(
    "no_own",
    "SW-11.4",
    lambda s, seat, a: stacks.own_unit_of(s, seat, card_of(s, seat, a)) is None,
    repairs.no_own_unit_of_it,
    essential=True,
    more=_stack_facts,
)
UNIQUE = needs("unique", "SW-11.7", lambda s, seat, a: bool(s.faces[card_of(s, seat, a)].identity), essential=True)
COMES_LATER = needs(
    "comes_later", "SW-11.4", lambda s, seat, a: bool(s.faces[card_of(s, seat, a)].identity), essential=True
)
OWN_THERE = needs(
    "own_there",
    "SW-11.5",
    lambda s, seat, a: stacks.own_unit_of(s, seat, card_of(s, seat, a)) is not None,
    repairs.own_unit_there,
    essential=True,
    more=_stack_facts,
)
ROOM = needs(
    "room",
    "SW-11.8",
    lambda s, seat, a: stacks.has_room(s, own_stack(s, seat, a)),
    repairs.room_in_stack,
    more=_stack_facts,
)
NEW_VERSION = needs(
    "new_version",
    "SW-11.9",
    lambda s, seat, a: stacks.is_new_version(s, own_stack(s, seat, a), card_of(s, seat, a)),
    repairs.other_version,
    more=_stack_facts,
)


def fits_on_top(clause: str) -> Requirement:
    """The card costs at least as much as the present top card."""
    return needs(
        "fits_on_top",
        clause,
        lambda s, seat, a: stacks.fits_on_top(s, own_stack(s, seat, a), card_of(s, seat, a)),
        repairs.cheap_top,
        essential=True,
        more=_stack_facts,
    )


JOINS = (UNIQUE, OWN_THERE, ROOM, NEW_VERSION)

# The build step and the retreat step.

UNDER_CONSTRUCTION = needs(
    "under_construction",
    "SW-7.2",
    lambda s, seat, a: 0 <= a[-1] < len(s.players[seat].building),
    essential=True,
)
GEAR_THERE = needs("gear_there", "SW-R15", lambda s, seat, a: a[1] in s.players[seat].gear, repairs.gear_ready)
IS_BENEATH = needs(
    "is_beneath",
    "SW-11.22",
    lambda s, seat, a: stacks.stack_with(s, seat, a[1]) is not None,
    essential=True,
)

POINTS = needs("points", "SW-7.2", lambda s, seat, a: a[1] <= s.players[seat].build, repairs.more_points)


def _replaced(state: StarWarsState, seat: int, action: Action) -> int:
    """Return the Location that completing the card would replace, or -1."""
    face = state.faces[card_of(state, seat, action)]
    return state.location(face.kind) if face.category == LOCATION else -1


def _has_counters(state: StarWarsState, seat: int, action: Action, needed: int) -> bool:
    return state.players[seat].building[action[1]][1] >= needed


def _price(state: StarWarsState, seat: int, action: Action) -> int:
    return building.price(state, card_of(state, seat, action))


COUNTERS = needs(
    "counters",
    "SW-7.4",
    lambda s, seat, a: _replaced(s, seat, a) >= 0 or _has_counters(s, seat, a, _price(s, seat, a)),
    repairs.more_counters,
)
COUNTERS_TO_REPLACE = needs(
    "counters_to_replace",
    "SW-13.3",
    lambda s, seat, a: _replaced(s, seat, a) < 0 or _has_counters(s, seat, a, _price(s, seat, a)),
    repairs.more_counters,
    more=lambda s, seat, a: {"old": s.name(_replaced(s, seat, a)), "needed": _price(s, seat, a)},
)


def _price_on_top(state: StarWarsState, seat: int, action: Action) -> int:
    return stacks.price_on_top(state, own_stack(state, seat, action), card_of(state, seat, action))


COUNTERS_ON_TOP = needs(
    "counters_on_top",
    "SW-11.19",
    lambda s, seat, a: _has_counters(s, seat, a, _price_on_top(s, seat, a)),
    repairs.more_counters,
    more=lambda s, seat, a: {**_stack_facts(s, seat, a), "needed": _price_on_top(s, seat, a)},
)
COUNTERS_BENEATH = needs(
    "counters_beneath",
    lambda s, seat, a: stacks.joining_clause(s, own_stack(s, seat, a), card_of(s, seat, a), on_top=False),
    lambda s, seat, a: _has_counters(s, seat, a, stacks.PRICE_BENEATH),
    repairs.more_counters,
    more=lambda s, seat, a: {**_stack_facts(s, seat, a), "needed": stacks.PRICE_BENEATH},
)


def mine(clause: str, at: int = 1) -> Requirement:
    """The unit is the player's."""
    return needs(
        "mine",
        clause,
        lambda s, seat, a: _owner(s, a[at]) == seat,
        essential=True,
        more=lambda s, seat, a: {"unit": _unit_facts(s, "unit", a[at])["unit"]},
    )


def _owner(state: StarWarsState, unit_id: int) -> int:
    found = state.find(unit_id)
    return -1 if found is None else found[0]


def _zone(state: StarWarsState, unit_id: int) -> int:
    return state.there(unit_id)[1]


IS_RETREATED = needs("is_retreated", "SW-7.8", lambda s, seat, a: _zone(s, a[1]) == RETREATED, repairs.retreated)


def in_arena(clause: str) -> Requirement:
    """The unit is in its arena, not retreated."""
    return needs("in_arena", clause, lambda s, seat, a: _zone(s, a[1]) != RETREATED, repairs.in_arena, essential=True)


UNTAPPED = needs("untapped", "SW-7.13", lambda s, seat, a: not s.there(a[1])[2][TAPPED], repairs.untapped)
ELIGIBLE = needs(
    "eligible",
    "SW-13.4",
    lambda s, seat, a: building.may_wear(s, a[1], s.there(a[2])[2]),
    repairs.wearer,
    more=lambda s, seat, a: {"kinds": " or ".join(ARENAS[kind].capitalize() for kind in sorted(s.faces[a[1]].equips))},
)
EQUIP_COST = needs(
    "equip_cost",
    "SW-8.7",
    lambda s, seat, a: building.can_pay_equip(s, seat, a[1]),
    repairs.pays_equip,
    more=lambda s, seat, a: {"price": _equip_price(s, a[1])},
)


def _equip_price(state: StarWarsState, card: int) -> str:
    face = state.faces[card]
    count, noun = (face.equip_points, "build point") if face.equip_points else (face.equip_force, "Force point")
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _reorder_cost(state: StarWarsState, seat: int, action: Action) -> int:
    unit = stacks.stack_with(state, seat, action[1])
    assert unit is not None
    return stacks.reorder_price(state, unit, action[1])


REORDER_POINTS = needs(
    "reorder_points",
    "SW-11.23",
    lambda s, seat, a: _reorder_cost(s, seat, a) <= s.players[seat].build,
    repairs.more_for_reorder,
    more=lambda s, seat, a: {"needed": _reorder_cost(s, seat, a)},
)
REORDER_LIMIT = needs(
    "reorder_limit",
    "SW-R43",
    lambda s, seat, a: s.reorders < s.game.parameters["reorders"],
    repairs.fewer_reorders,
    more=lambda s, seat, a: {"changes": s.reorders, "most": s.game.parameters["reorders"]},
)

# Contests.

CAN_PAY_BID = needs("can_pay_bid", "SW-12.5", lambda s, seat, a: a[1] <= s.players[seat].force, repairs.more_force)
HIGHER = needs(
    "higher",
    "SW-12.4",
    lambda s, seat, a: a[1] > max(bids(s)),
    repairs.lower_bids,
    more=lambda s, seat, a: {"highest": max(0, *bids(s))},
)

# Arena battles.


def _settled(state: StarWarsState) -> bool:
    """Return True while it is being settled which unit acts."""
    return type(state.local) is Next


def _order_facts(state: StarWarsState, seat: int, action: Action) -> dict[str, Any]:
    if not units_next(state):
        return {}
    first = units_next(state)[0]
    return {
        "next": state.name(state.there(first)[2][CARDS][0]),
        "next_speed": current(state, *state.there(first), SPEED),
        "speed": current(state, *state.there(action[1]), SPEED),
    }


THIS_ARENA = needs(
    "this_arena",
    "SW-9.1",
    lambda s, seat, a: not _settled(s) or _zone(s, a[1]) == s.arena,
    repairs.is_next,
    essential=True,
)
AWAKE = needs(
    "awake",
    "SW-9.3",
    lambda s, seat, a: not _settled(s) or not s.there(a[1])[2][TAPPED],
    repairs.is_next,
    essential=True,
)
FASTEST = needs(
    "fastest",
    "SW-9.3",
    lambda s, seat, a: not _settled(s) or a[1] in [unit[ID] for _, unit in combat.fastest(s)],
    repairs.is_next,
    essential=True,
    more=_order_facts,
)
DARK_FIRST = needs(
    "dark_first",
    "SW-9.4",
    lambda s, seat, a: not _settled(s) or combat.fastest(s)[0][0] == seat,
    repairs.is_next,
    essential=True,
    more=_order_facts,
)
CHOSEN = needs(
    "chosen",
    "SW-9.5",
    lambda s, seat, a: s.step.name != "U1" or units_next(s) == (a[1],),
    repairs.is_next,
    more=_order_facts,
)
RIVALS = needs("rivals", "SW-9.10", lambda s, seat, a: _owner(s, a[2]) == 1 - seat, essential=True)
SAME_ARENA = needs("same_arena", "SW-9.10", lambda s, seat, a: _zone(s, a[2]) == _zone(s, a[1]), repairs.same_arena)

# Windows.

IS_BATTLE_CARD = needs("is_battle_card", "SW-10.3", lambda s, seat, a: s.faces[a[1]].category == BATTLE, essential=True)


def _moments(state: StarWarsState, action: Action) -> dict[str, tuple[int, ...]]:
    card = state.there(action[1])[2][CARDS][0] if action[0] == "use" else action[1]
    return state.faces[card].moments


def _here(state: StarWarsState, action: Action) -> str:
    """Return the window that is open, or else the one in which the card or ability works."""
    moments = _moments(state, action)
    return combat.WINDOW.get(state.step.name) or next(m for m in combat.WINDOW.values() if m in moments)


def _window_facts(state: StarWarsState, seat: int, action: Action) -> dict[str, Any]:
    own = [moment[-1] for moment in combat.WINDOW.values() if moment in _moments(state, action)]
    return {"window": _here(state, action)[-1], "fitting": " or ".join(own)}


RIGHT_WINDOW = needs(
    "right_window",
    "SW-2.15",
    lambda s, seat, a: _here(s, a) in _moments(s, a),
    repairs.right_window,
    essential=True,
    more=_window_facts,
)
OWN_BATTLER = needs(
    "own_battler",
    "SW-R29",
    lambda s, seat, a: s.battle is None or combat.has_its_unit(s, seat, a[1], _here(s, a)),
    repairs.own_battling_unit,
)
IN_ROLE = needs(
    "in_role",
    "SW-2.15",
    lambda s, seat, a: s.battle is None or combat.in_role(s, seat, a[1], _here(s, a)),
    repairs.own_battling_unit,
)
FORCE_COST = needs(
    "force_cost", "SW-8.1", lambda s, seat, a: s.faces[a[1]].cost <= s.players[seat].force, repairs.force_for_card
)
HAS_ABILITY = needs(
    "has_ability",
    "SW-10.1",
    lambda s, seat, a: any(moment in _moments(s, a) for moment in combat.WINDOW.values()),
    essential=True,
)


def _there(state: StarWarsState, action: Action) -> tuple[int, Unit]:
    _, place, unit = state.there(action[1])
    return place, unit


def _works_there(state: StarWarsState, action: Action) -> bool:
    return combat.works_there(state, *_there(state, action), _here(state, action))


WORKS_IN_ARENA = needs(
    "works_in_arena",
    "SW-4.10",
    lambda s, seat, a: _zone(s, a[1]) != RETREATED or _works_there(s, a),
    repairs.where_it_works,
)
WORKS_RETREATED = needs(
    "works_retreated",
    "SW-4.10",
    lambda s, seat, a: _zone(s, a[1]) == RETREATED or _works_there(s, a),
    repairs.where_it_works,
)


def _attacks_for(state: StarWarsState, action: Action) -> bool:
    """Return True if the ability asks its unit to be the attacker."""
    return bool(
        combat.ability(state, _there(state, action)[1][CARDS][0], _here(state, action)).requires.get("attacker")
    )


def _fits_battle(state: StarWarsState, action: Action) -> bool:
    return state.battle is None or combat.is_battling_enough(state, _there(state, action)[1], _here(state, action))


BATTLING = needs(
    "battling",
    "SW-10.1",
    lambda s, seat, a: _attacks_for(s, a) or _fits_battle(s, a),
    repairs.this_unit_battling,
)
ATTACKING = needs(
    "attacking",
    "SW-10.1",
    lambda s, seat, a: not _attacks_for(s, a) or _fits_battle(s, a),
    repairs.this_unit_battling,
)


def _ability_price(state: StarWarsState, action: Action) -> int:
    return combat.ability_price(state, _there(state, action)[1][CARDS][0], _here(state, action))


ABILITY_COST = needs(
    "ability_cost",
    "SW-10.1",
    lambda s, seat, a: _ability_price(s, a) <= s.players[seat].force,
    repairs.force_for_ability,
    more=lambda s, seat, a: {"cost": _ability_price(s, a)},
)
NOT_USED = needs(
    "not_used", "SW-10.1", lambda s, seat, a: not combat.used_up(s, _there(s, a)[1], _here(s, a)), repairs.not_used
)

# Choices of effects.


def _clause(state: StarWarsState, seat: int, action: Action) -> str:
    return effects.clause(state)


def _arguments(state: StarWarsState) -> Mapping[str, Any]:
    return effects.arguments_here(state)[1]


def _source(state: StarWarsState, seat: int, action: Action) -> dict[str, Any]:
    return {"source": state.name(state.local.card)}


def _asks_for(what: str) -> Requirement:
    return needs(
        f"asks_{what}", _clause, lambda s, seat, a: _arguments(s)["what"] == what, essential=True, more=_source
    )


def _asks_whose(whose: str) -> Requirement:
    def holds(state: StarWarsState, seat: int, action: Action) -> bool:
        owner = action[1][0] if isinstance(action[1], tuple) else _owner(state, action[1])
        return _arguments(state)["whose"] != whose or owner == (seat if whose == "own" else 1 - seat)

    return needs(f"asks_{whose}", _clause, holds, essential=True, more=_source)


ASKS_UNIT, ASKS_BUILD = _asks_for("unit"), _asks_for("build")
ASKS_WHOSE = (_asks_whose("own"), _asks_whose("rival"))


def _reached(state: StarWarsState, action: Action) -> bool:
    return effects.in_reach(_zone(state, action[1]), _arguments(state))


REACHES_RETREATED = needs(
    "reaches_retreated",
    _clause,
    lambda s, seat, a: _reached(s, a) or not _arguments(s)["retreated"],
    repairs.within_reach,
    more=_source,
)
REACHES_ARENAS = needs(
    "reaches_arenas",
    _clause,
    lambda s, seat, a: _zone(s, a[1]) != RETREATED or _reached(s, a),
    repairs.within_reach,
    essential=True,
    more=_source,
)
REACHES_ARENA = needs(
    "reaches_arena",
    _clause,
    lambda s, seat, a: _reached(s, a) or not _arguments(s)["kind"],
    repairs.within_reach,
    more=lambda s, seat, a: {**_source(s, seat, a), "reach": (_arguments(s)["kind"] or "").capitalize()},
)
REACH = (REACHES_RETREATED, REACHES_ARENAS, REACHES_ARENA)
DIE_FREE = needs("die_free", _clause, lambda s, seat, a: a in effects.dice_choices(s), repairs.no_dice_yet)
