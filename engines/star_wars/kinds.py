"""The kinds of action: the steps that offer them, what they require, and what a player could try."""

from __future__ import annotations

from typing import Any

from engines.core.arguments import Tries, card_in_play, tries
from engines.core.reasons import Kind, Requirement
from engines.star_wars import contest, stages
from engines.star_wars import requirements as r
from engines.star_wars.cards import UNIT
from engines.star_wars.notation import ARGUMENTS
from engines.star_wars.state import ZONES, StarWarsState

PLACEMENT = ("S7", "S8", "S9")
BUILD, RETREAT, MULLIGAN, EXCHANGE = ("C3", "C4"), ("C5", "C6"), ("S4", "S5"), ("EXCHANGE",)
WINDOWS, AUCTION = ("U2", "U4", "U6", "U8"), ("A4", "A5")
build_time = stages.stage(*BUILD)
STAGES = {
    **dict.fromkeys(BUILD, build_time),
    **dict.fromkeys(RETREAT, stages.stage(*RETREAT)),
    **dict.fromkeys(MULLIGAN, stages.stage(*MULLIGAN)),
    **dict.fromkeys(EXCHANGE, stages.in_exchange),
    **dict.fromkeys(("S6", *PLACEMENT), stages.in_setup),
    **dict.fromkeys(WINDOWS, stages.in_window),
    **dict.fromkeys(AUCTION, stages.to_raise),
    "A3": stages.dark_to_bid,
    "A8": stages.to_act("A8"),
    "U1": stages.to_act("U1"),
}
"""What brings a position to the step, or one like it."""
PLACES = {"card": "hand", "exchanged": "hand", "count": "build", "build": "build", "gear": "build"}
"""From where an action is tried that begins with this argument; others begin in the field."""


def kind(
    name: str,
    clause: str,
    steps: tuple[str, ...],
    *requirements: Requirement[StarWarsState],
    args: str = "",
    **more: Any,
) -> Kind[StarWarsState]:
    """Return a kind of action that is tried with whatever its arguments could be. more : further entries."""
    arguments = tuple(args.split())
    every = tries(name, *(ARGUMENTS[argument] for argument in arguments))
    place = PLACES.get(arguments[0], "field") if arguments and arguments != ("total",) else ""
    row: dict[str, Any] = {
        "zone": place,
        "targets": name in ("equip", "battle"),
        "stage": STAGES[steps[0]],
        "tries": every,
    }
    return Kind(name, clause, steps, requirements, arguments, **(row | more))


def pick(
    name: str, clause: str, step: str, argument: str, *requirements: Requirement[StarWarsState]
) -> Kind[StarWarsState]:
    """Return a choice in the middle of something else, tried only where it is asked for."""
    tried = tries(name, ARGUMENTS[argument], only=(step,))
    return Kind(name, clause, (step,), requirements, (argument,), tries=tried)


def unique_cards(name: str) -> Tries[StarWarsState]:
    """Return the tries with each unique unit in hand."""
    every = tries(name, ARGUMENTS["card"])
    return lambda s, seat: [action for action in every(s, seat) if s.faces[action[1]].identity]


def builds(name: str, *categories: str) -> Tries[StarWarsState]:
    """Return the tries with each known card under construction (of these categories)."""

    def tried(state: StarWarsState, seat: int) -> list[tuple[str, int]]:
        cards = [state.game.cards[card] for card, _, _ in state.players[seat].building]
        known = [at for at, card in enumerate(cards) if not card.unseen]
        return [(name, at) for at in known if not categories or cards[at].category in categories]

    return tried


def open_contests(state: StarWarsState, seat: int) -> list[Any]:
    """Return the contests among which the player chooses now."""
    return contest.contests(state) if state.step.name == "A2" and state.seat_to_act_is(seat) else []


TO_DEPLOY = (r.in_hand("SW-5.5"), r.is_unit("SW-5.5"))
TO_PART_BUILD = (r.in_hand("SW-5.12"), r.is_buildable("SW-5.12"), r.HAS_UNIT, r.BELOW_LIMIT, r.NOTHING_FITS)
TO_COMPLETE = (r.UNDER_CONSTRUCTION, r.is_buildable("SW-7.4"), r.NO_OWN, r.COUNTERS, r.COUNTERS_TO_REPLACE)
DEPLOY_UNDER = (*TO_DEPLOY, *r.JOINS, r.FITS)
DEPLOY_TOP = (*TO_DEPLOY, *r.JOINS, r.fits_on_top("SW-11.15"), r.FITS)
TO_STACK = (r.UNDER_CONSTRUCTION, r.is_unit("SW-11.7"), *r.JOINS)
BENEATH = (*TO_STACK, r.COUNTERS_BENEATH)
ON_TOP = (*TO_STACK, r.fits_on_top("SW-11.21"), r.COUNTERS_ON_TOP)
TO_DISCARD = (r.UNDER_CONSTRUCTION, r.is_unit("SW-11.4"), r.COMES_LATER, r.own_there("SW-11.4"), r.COUNTERS)
TO_EQUIP = (r.mine("SW-R15"), r.GEAR_THERE, r.ELIGIBLE, r.EQUIP_COST)
TO_ACT = (r.THIS_ARENA, r.AWAKE, r.FASTEST, r.DARK_FIRST)
TO_BATTLE = (r.mine("SW-9.7"), r.in_arena("SW-9.1"), r.RIVALS, r.SAME_ARENA, *TO_ACT, r.CHOSEN)
TO_PLAY = (r.in_hand("SW-10.3"), r.IS_BATTLE_CARD, r.RIGHT_WINDOW, r.IN_ROLE, r.OWN_BATTLER, r.FORCE_COST)
WORKS = (r.WORKS_IN_ARENA, r.WORKS_RETREATED, r.BATTLING, r.ATTACKING)
TO_USE = (r.mine("SW-10.2"), r.HAS_ABILITY, r.RIGHT_WINDOW, *WORKS, r.ABILITY_COST, r.NOT_USED)
BATTLES = tries("battle", card_in_play(*ZONES), ARGUMENTS["target"])
CHOICE = ("EXCHANGE", "DICE")

ROWS: tuple[Kind[StarWarsState], ...] = (
    kind("keep", "SW-5.3", MULLIGAN),
    kind("mulligan", "SW-5.3", MULLIGAN, r.HAS_ONE_USE),
    kind("exchange", "SW-5.3", EXCHANGE, r.in_hand("SW-5.3"), r.ONE_USE, args="exchanged"),
    kind("done", "SW-5.3", CHOICE, r.ONE_EXCHANGED, r.ANY_NUMBER, tries=tries("done", only=CHOICE)),
    kind("deploy", "SW-5.5", ("S6", *PLACEMENT), *TO_DEPLOY, r.NO_OWN, r.FITS, args="card"),
    kind("deploy_top", "SW-5.11", PLACEMENT, *DEPLOY_TOP, args="card", tries=unique_cards("deploy_top")),
    kind("deploy_under", "SW-5.11", PLACEMENT, *DEPLOY_UNDER, args="card", tries=unique_cards("deploy_under")),
    kind("part_build", "SW-5.12", PLACEMENT, *TO_PART_BUILD, args="card"),
    kind("build", "SW-7.1", BUILD, r.in_hand("SW-7.1"), r.is_buildable("SW-7.1"), args="card"),
    Kind("show", "SW-4.3", BUILD, (), ("build", "card")),
    kind("add", "SW-7.2", BUILD, r.UNDER_CONSTRUCTION, r.POINTS, args="count build"),
    kind("complete", "SW-7.5", BUILD, *TO_COMPLETE, args="build", tries=builds("complete")),
    kind("complete_top", "SW-7.5", BUILD, *ON_TOP, args="build", tries=builds("complete_top", UNIT)),
    kind("complete_under", "SW-7.5", BUILD, *BENEATH, args="build", tries=builds("complete_under", UNIT)),
    kind("complete_discard", "SW-7.5", BUILD, *TO_DISCARD, args="build", tries=builds("complete_discard", UNIT)),
    kind("redeploy", "SW-7.8", BUILD, r.mine("SW-7.8"), r.IS_RETREATED, args="unit", zone="build"),
    kind("equip", "SW-7.11", BUILD, *TO_EQUIP, args="gear unit"),
    kind("reorder", "SW-11.22", BUILD, r.IS_BENEATH, r.REORDER_POINTS, r.REORDER_LIMIT, args="beneath"),
    kind("end", "SW-6.2", (*BUILD, *RETREAT)),
    kind("retreat", "SW-7.13", RETREAT, r.mine("SW-7.13"), r.in_arena("SW-7.13"), r.UNTAPPED, args="unit"),
    Kind("contest", "SW-R32", ("A2",), (), ("unit",), tries=open_contests),
    kind("bid", "SW-12.2", ("A3",), r.CAN_PAY_BID, args="total"),
    kind("raise", "SW-12.3", AUCTION, r.HIGHER, r.CAN_PAY_BID, args="total"),
    kind("pass", "SW-10.2", (*WINDOWS, *AUCTION)),
    kind("next", "SW-9.5", ("A8",), r.mine("SW-9.5"), r.in_arena("SW-9.1"), *TO_ACT, args="unit"),
    kind("battle", "SW-9.7", ("U1",), *TO_BATTLE, args="unit target", tries=BATTLES),
    kind("stand_down", "SW-9.8", ("U1",)),
    kind("play", "SW-10.3", WINDOWS, *TO_PLAY, args="card"),
    kind("use", "SW-10.2", WINDOWS, *TO_USE, args="unit"),
    pick("choose", "SW-10.1", "CHOOSE", "unit", r.asks_for("unit"), *r.ASKS_WHOSE, *r.REACH),
    pick("choose_build", "SW-10.1", "CHOOSE", "place", r.asks_for("build"), *r.ASKS_WHOSE),
    pick("choose_die", "SW-10.1", "DICE", "die", r.DIE_FREE),
    Kind("resolve", "SW-R46", ("TRIGGERS",), (), ("waiting",)),
    Kind("roll", "SW-6.8", ("C2", "DIE", "REROLL"), (), ("face",)),
)
KINDS = {one.name: one for one in ROWS}
