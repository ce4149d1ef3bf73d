"""The kinds of action: what they require, and what a player could try. Their steps are those that offer them."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.legal.arguments import card_in_play, kind, kinds, tries
from engines.legal.reasons import Kind, Requirement
from engines.star_wars import contest
from engines.star_wars import requirements as needed
from engines.star_wars.cards import UNIT
from engines.star_wars.notation import ARGUMENTS
from engines.star_wars.requirements import in_arena, in_hand, is_buildable, is_unit, mine
from engines.star_wars.stages import dark_to_bid, in_exchange, in_setup, in_window, stage, to_act, to_raise
from engines.star_wars.state import ZONES, StarWarsState

MULLIGAN, BUILD, RETREAT = stage("S4", "S5"), stage("C3", "C4"), stage("C5", "C6")
"""What brings a position to the player's own step of this kind; the other moments are functions of `stages`."""


def joining(name: str, *requirements: Requirement[StarWarsState]) -> Kind[StarWarsState]:
    """Return the kind of deploying a unit into a stack; it is tried with each unique unit in hand."""
    every = tries(name, ARGUMENTS["card"])

    def unique_cards(state: StarWarsState, seat: int) -> list[Action]:
        return [action for action in every(state, seat) if state.faces[action[1]].identity]

    return kind(name, "SW-5.11", *requirements, of="card", stage=in_setup, tries=unique_cards, zone="hand")


def completing(name: str, *requirements: Requirement[StarWarsState], category: str = "") -> Kind[StarWarsState]:
    """Return a way to complete a card under construction; it is tried with each known one, or those of a category."""

    def known_cards(state: StarWarsState, seat: int) -> list[Action]:
        cards = [state.game.cards[card] for card, _, _ in state.players[seat].building]
        known = [at for at, card in enumerate(cards) if not card.unseen]
        return [(name, at) for at in known if not category or cards[at].category == category]

    return kind(name, "SW-7.5", *requirements, of="build", stage=BUILD, tries=known_cards, zone="building")


def open_contests(state: StarWarsState, seat: int) -> list[Action]:
    """Return the contests among which the player chooses now."""
    return contest.contests(state) if state.step.name == "A2" and state.seat_to_act_is(seat) else []


TO_DEPLOY = (in_hand("SW-5.5"), is_unit("SW-5.5"))
TO_PART_BUILD = (in_hand("SW-5.12"), is_buildable("SW-5.12"), needed.HAS_UNIT, needed.BELOW_LIMIT, needed.NOTHING_FITS)
PRICE = (needed.COUNTERS, needed.COUNTERS_TO_REPLACE)
TO_COMPLETE = (needed.UNDER_CONSTRUCTION, is_buildable("SW-7.4"), needed.NO_OWN, *PRICE)
DEPLOY_UNDER = (*TO_DEPLOY, *needed.JOINS, needed.FITS)
DEPLOY_TOP = (*TO_DEPLOY, *needed.JOINS, needed.fits_on_top("SW-11.15"), needed.FITS)
TO_STACK = (needed.UNDER_CONSTRUCTION, is_unit("SW-11.7"), *needed.JOINS)
BENEATH = (*TO_STACK, needed.COUNTERS_BENEATH)
ON_TOP = (*TO_STACK, needed.fits_on_top("SW-11.21"), needed.COUNTERS_ON_TOP)
REPLACED = (needed.COMES_LATER, needed.own_there("SW-11.4"))
TO_DISCARD = (needed.UNDER_CONSTRUCTION, is_unit("SW-11.4"), *REPLACED, needed.COUNTERS)
TO_EQUIP = (mine("SW-R15"), needed.GEAR_THERE, needed.ELIGIBLE, needed.EQUIP_COST)
TO_REORDER = (needed.IS_BENEATH, needed.REORDER_POINTS, needed.REORDER_LIMIT)
TO_ACT = (needed.THIS_ARENA, needed.AWAKE, needed.FASTEST, needed.DARK_FIRST)
TO_BATTLE = (mine("SW-9.7"), in_arena("SW-9.1"), needed.RIVALS, needed.SAME_ARENA, *TO_ACT, needed.CHOSEN)
CONDITIONS = (needed.IN_ROLE, needed.OWN_BATTLER, needed.FORCE_COST)
TO_PLAY = (in_hand("SW-10.3"), needed.IS_BATTLE_CARD, needed.RIGHT_WINDOW, *CONDITIONS)
WORKS = (needed.WORKS_IN_ARENA, needed.WORKS_RETREATED, needed.BATTLING, needed.ATTACKING)
TO_USE = (mine("SW-10.2"), needed.HAS_ABILITY, needed.RIGHT_WINDOW, *WORKS, needed.ABILITY_COST, needed.NOT_USED)
DONE = (needed.ONE_EXCHANGED, needed.ANY_NUMBER)
BATTLES = {"targets": True, "zone": ZONES[0], "tries": tries("battle", card_in_play(*ZONES), ARGUMENTS["target"])}

KINDS = kinds(
    ARGUMENTS,
    kind("keep", "SW-5.3", stage=MULLIGAN),
    kind("mulligan", "SW-5.3", needed.HAS_ONE_USE, stage=MULLIGAN),
    kind("exchange", "SW-5.3", in_hand("SW-5.3"), needed.ONE_USE, of="exchanged", stage=in_exchange),
    kind("done", "SW-5.3", *DONE, tries=tries("done", only=True), stage=in_exchange),
    kind("deploy", "SW-5.5", *TO_DEPLOY, needed.NO_OWN, needed.FITS, of="card", stage=in_setup),
    joining("deploy_top", *DEPLOY_TOP),
    joining("deploy_under", *DEPLOY_UNDER),
    kind("part_build", "SW-5.12", *TO_PART_BUILD, of="card", stage=in_setup),
    kind("build", "SW-7.1", in_hand("SW-7.1"), is_buildable("SW-7.1"), of="card", stage=BUILD),
    kind("show", "SW-4.3", of="build card"),
    kind("add", "SW-7.2", needed.UNDER_CONSTRUCTION, needed.POINTS, of="count build", stage=BUILD),
    completing("complete", *TO_COMPLETE),
    completing("complete_top", *ON_TOP, category=UNIT),
    completing("complete_under", *BENEATH, category=UNIT),
    completing("complete_discard", *TO_DISCARD, category=UNIT),
    kind("redeploy", "SW-7.8", mine("SW-7.8"), needed.IS_RETREATED, of="unit", stage=BUILD),
    kind("equip", "SW-7.11", *TO_EQUIP, of="gear unit", targets=True, stage=BUILD),
    kind("reorder", "SW-11.22", *TO_REORDER, of="beneath", stage=BUILD),
    kind("end", "SW-6.2", stage=BUILD),
    kind("retreat", "SW-7.13", mine("SW-7.13"), in_arena("SW-7.13"), needed.UNTAPPED, of="unit", stage=RETREAT),
    kind("contest", "SW-R32", of="unit", tries=open_contests),
    kind("bid", "SW-12.2", needed.CAN_PAY_BID, of="total", stage=dark_to_bid),
    kind("raise", "SW-12.3", needed.HIGHER, needed.CAN_PAY_BID, of="total", stage=to_raise),
    kind("pass", "SW-10.2", stage=in_window),
    kind("next", "SW-9.5", mine("SW-9.5"), in_arena("SW-9.1"), *TO_ACT, of="unit", stage=to_act("A8")),
    kind("battle", "SW-9.7", *TO_BATTLE, of="unit target", stage=to_act("U1"), **BATTLES),
    kind("stand_down", "SW-9.8", stage=to_act("U1")),
    kind("play", "SW-10.3", *TO_PLAY, of="card", stage=in_window),
    kind("use", "SW-10.2", *TO_USE, of="unit", stage=in_window),
    kind("choose", "SW-10.1", needed.asks_for("unit"), *needed.ASKS_WHOSE, *needed.REACH, of="unit"),
    kind("choose_build", "SW-10.1", needed.asks_for("build"), *needed.ASKS_WHOSE, of="place"),
    kind("choose_die", "SW-10.1", needed.DIE_FREE, of="die"),
    kind("resolve", "SW-R46", of="waiting"),
    kind("roll", "SW-6.8", of="face"),
)
