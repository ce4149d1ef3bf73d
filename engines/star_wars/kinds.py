"""The kinds of action: the steps that offer them, what they require, and what a player could try."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.arguments import Tries, card_in_play, tries
from engines.core.reasons import Kind, Repair, Requirement
from engines.star_wars import contest, stages
from engines.star_wars import requirements as needed
from engines.star_wars.authoring import UNIT
from engines.star_wars.notation import ARGUMENTS
from engines.star_wars.state import ZONES, StarWarsState

PLACEMENT = ("S7", "S8", "S9")
BUILD, RETREAT, MULLIGAN = ("C3", "C4"), ("C5", "C6"), ("S4", "S5")
WINDOWS, AUCTION = ("U2", "U4", "U6", "U8"), ("A4", "A5")
build_time, retreat_time, mulligan_time = (stages.stage(*steps) for steps in (BUILD, RETREAT, MULLIGAN))


def kind(
    name: str,
    clause: str,
    steps: Sequence[str],
    arguments: Sequence[str] = (),
    requirements: Sequence[Requirement] = (),
    zone: str = "",
    stage: Repair | None = None,
    tried: Tries | None = None,
    only: Sequence[str] = (),
) -> Kind:
    """Return a kind of action; it is tried with whatever its arguments could be, in the steps `only` if there are any.

    tried : the tries, if not all combinations make sense.
    """
    every = tries(name, *(ARGUMENTS[argument] for argument in arguments), only=only)
    aims = len(arguments) > 1 and arguments[-1] in ("unit", "target")
    return Kind(name, clause, tuple(steps), tuple(requirements), tuple(arguments), zone, aims, stage, tried or every)


def unique_cards(name: str) -> Tries:
    """Return the tries with each unique unit in hand."""
    every = tries(name, ARGUMENTS["card"])
    return lambda s, seat: [action for action in every(s, seat) if s.faces[action[1]].identity]


def builds(name: str, *categories: str) -> Tries:
    """Return the tries with each known card under construction (of these categories)."""

    def tried(state: StarWarsState, seat: int) -> list[tuple[str, int]]:
        cards = [state.game.cards[card] for card, _, _ in state.players[seat].building]
        known = [at for at, card in enumerate(cards) if not card.unseen]
        return [(name, at) for at in known if not categories or cards[at].category in categories]

    return tried


TO_DEPLOY = (needed.in_hand("SW-5.5"), needed.is_unit("SW-5.5"))
TO_STACK = (needed.UNDER_CONSTRUCTION, needed.is_unit("SW-11.7"), *needed.JOINS)
WHOSE_TURN = (needed.THIS_ARENA, needed.AWAKE, needed.FASTEST, needed.DARK_FIRST)

KINDS: dict[str, Kind] = {
    one.name: one
    for one in (
        kind("keep", "SW-5.3", MULLIGAN, stage=mulligan_time),
        kind("mulligan", "SW-5.3", MULLIGAN, (), (needed.HAS_ONE_USE,), stage=mulligan_time),
        kind(
            "exchange",
            "SW-5.3",
            ("EXCHANGE",),
            ("exchanged",),
            (needed.in_hand("SW-5.3"), needed.ONE_USE),
            "hand",
            stages.in_exchange,
        ),
        kind(
            "done",
            "SW-5.3",
            ("EXCHANGE", "DICE"),
            (),
            (needed.ONE_EXCHANGED, needed.ANY_NUMBER),
            stage=stages.in_exchange,
            only=("EXCHANGE", "DICE"),
        ),
        kind(
            "deploy",
            "SW-5.5",
            ("S6", *PLACEMENT),
            ("card",),
            (*TO_DEPLOY, needed.NO_OWN, needed.FITS),
            "hand",
            stages.in_setup,
        ),
        kind(
            "deploy_top",
            "SW-5.11",
            PLACEMENT,
            ("card",),
            (*TO_DEPLOY, *needed.JOINS, needed.fits_on_top("SW-11.15"), needed.FITS),
            "hand",
            stages.in_setup,
            unique_cards("deploy_top"),
        ),
        kind(
            "deploy_under",
            "SW-5.11",
            PLACEMENT,
            ("card",),
            (*TO_DEPLOY, *needed.JOINS, needed.FITS),
            "hand",
            stages.in_setup,
            unique_cards("deploy_under"),
        ),
        kind(
            "part_build",
            "SW-5.12",
            PLACEMENT,
            ("card",),
            (
                needed.in_hand("SW-5.12"),
                needed.is_buildable("SW-5.12"),
                needed.HAS_UNIT,
                needed.BELOW_LIMIT,
                needed.NOTHING_FITS,
            ),
            "hand",
            stages.in_setup,
        ),
        kind(
            "build",
            "SW-7.1",
            BUILD,
            ("card",),
            (needed.in_hand("SW-7.1"), needed.is_buildable("SW-7.1")),
            "hand",
            build_time,
        ),
        Kind("show", "SW-4.3", BUILD, (), ("build", "card")),
        kind(
            "add",
            "SW-7.2",
            BUILD,
            ("count", "build"),
            (needed.UNDER_CONSTRUCTION, needed.POINTS),
            "build",
            build_time,
        ),
        kind(
            "complete",
            "SW-7.5",
            BUILD,
            ("build",),
            (
                needed.UNDER_CONSTRUCTION,
                needed.is_buildable("SW-7.4"),
                needed.NO_OWN,
                needed.COUNTERS,
                needed.COUNTERS_TO_REPLACE,
            ),
            "build",
            build_time,
            builds("complete"),
        ),
        kind(
            "complete_top",
            "SW-7.5",
            BUILD,
            ("build",),
            (*TO_STACK, needed.fits_on_top("SW-11.21"), needed.COUNTERS_ON_TOP),
            "build",
            build_time,
            builds("complete_top", UNIT),
        ),
        kind(
            "complete_under",
            "SW-7.5",
            BUILD,
            ("build",),
            (*TO_STACK, needed.COUNTERS_BENEATH),
            "build",
            build_time,
            builds("complete_under", UNIT),
        ),
        kind(
            "complete_discard",
            "SW-7.5",
            BUILD,
            ("build",),
            (
                needed.UNDER_CONSTRUCTION,
                needed.is_unit("SW-11.4"),
                needed.COMES_LATER,
                needed.OWN_THERE,
                needed.COUNTERS,
            ),
            "build",
            build_time,
            builds("complete_discard", UNIT),
        ),
        kind("redeploy", "SW-7.8", BUILD, ("unit",), (needed.mine("SW-7.8"), needed.IS_RETREATED), "build", build_time),
        kind(
            "equip",
            "SW-7.11",
            BUILD,
            ("gear", "unit"),
            (needed.mine("SW-R15", 2), needed.GEAR_THERE, needed.ELIGIBLE, needed.EQUIP_COST),
            "build",
            build_time,
        ),
        kind(
            "reorder",
            "SW-11.22",
            BUILD,
            ("beneath",),
            (needed.IS_BENEATH, needed.REORDER_POINTS, needed.REORDER_LIMIT),
            "field",
            build_time,
        ),
        kind("end", "SW-6.2", (*BUILD, *RETREAT), (), (needed.AHEAD, needed.AT_LIMIT), stage=build_time),
        kind(
            "retreat",
            "SW-7.13",
            RETREAT,
            ("unit",),
            (needed.mine("SW-7.13"), needed.in_arena("SW-7.13"), needed.UNTAPPED),
            "field",
            retreat_time,
        ),
        kind(
            "contest",
            "SW-R32",
            ("A2",),
            ("unit",),
            tried=lambda s, seat: contest.contests(s) if s.step.name == "A2" and s.seat_to_act_is(seat) else [],
        ),
        kind("bid", "SW-12.2", ("A3",), ("total",), (needed.CAN_PAY_BID,), stage=stages.dark_to_bid),
        kind("raise", "SW-12.3", AUCTION, ("total",), (needed.HIGHER, needed.CAN_PAY_BID), stage=stages.to_raise),
        kind("pass", "SW-10.2", (*WINDOWS, *AUCTION), stage=stages.in_window),
        kind(
            "next",
            "SW-9.5",
            ("A8",),
            ("unit",),
            (needed.mine("SW-9.5"), needed.in_arena("SW-9.1"), *WHOSE_TURN),
            "field",
            stages.to_act("A8"),
        ),
        kind(
            "battle",
            "SW-9.7",
            ("U1",),
            ("unit", "target"),
            (
                needed.mine("SW-9.7"),
                needed.in_arena("SW-9.1"),
                needed.RIVALS,
                needed.SAME_ARENA,
                *WHOSE_TURN,
                needed.CHOSEN,
            ),
            "field",
            stages.to_act("U1"),
            tries("battle", card_in_play(*ZONES), ARGUMENTS["target"]),
        ),
        kind("stand_down", "SW-9.8", ("U1",), stage=stages.to_act("U1")),
        kind(
            "play",
            "SW-10.3",
            WINDOWS,
            ("card",),
            (
                needed.in_hand("SW-10.3"),
                needed.IS_BATTLE_CARD,
                needed.RIGHT_WINDOW,
                needed.IN_ROLE,
                needed.OWN_BATTLER,
                needed.FORCE_COST,
            ),
            "hand",
            stages.in_window,
        ),
        kind(
            "use",
            "SW-10.2",
            WINDOWS,
            ("unit",),
            (
                needed.mine("SW-10.2"),
                needed.HAS_ABILITY,
                needed.RIGHT_WINDOW,
                needed.WORKS_IN_ARENA,
                needed.WORKS_RETREATED,
                needed.BATTLING,
                needed.ATTACKING,
                needed.ABILITY_COST,
                needed.NOT_USED,
            ),
            "field",
            stages.in_window,
        ),
        kind(
            "choose",
            "SW-10.1",
            ("CHOOSE",),
            ("unit",),
            (needed.ASKS_UNIT, *needed.ASKS_WHOSE, *needed.REACH),
            only=("CHOOSE",),
        ),
        kind(
            "choose_build",
            "SW-10.1",
            ("CHOOSE",),
            ("place",),
            (needed.ASKS_BUILD, *needed.ASKS_WHOSE),
            only=("CHOOSE",),
        ),
        kind("choose_die", "SW-10.1", ("DICE",), ("die",), (needed.DIE_FREE,), only=("DICE",)),
        Kind("resolve", "SW-R46", ("TRIGGERS",), (), ("waiting",)),
        Kind("roll", "SW-6.8", ("C2", "DIE", "REROLL"), (), ("face",)),
    )
}
