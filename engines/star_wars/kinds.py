"""The kinds of action: their words, the steps that offer them, what they require, and what a player could try."""

from __future__ import annotations

from collections.abc import Callable

from engines.core.reasons import Kind
from engines.core.state import Action
from engines.star_wars import contest, mends
from engines.star_wars import requirements as needed
from engines.star_wars.authoring import NOTHING, UNIT
from engines.star_wars.effects import own_dice
from engines.star_wars.stacks import beneath
from engines.star_wars.state import ID, StarWarsState

Tries = Callable[[StarWarsState, int], list[Action]]
SETUP = ("S7", "S8", "S9")
BUILD = ("C3", "C4")
WINDOWS = ("U2", "U4", "U6", "U8")
build_time, retreat_time = mends.stage("C3", "C4"), mends.stage("C5", "C6")
mulligan_time = mends.stage("S4", "S5")

# What a player could try with a click, or write.


def hand(kind: str) -> Tries:
    """Return the tries of a kind with each card in hand."""

    def tries(state: StarWarsState, seat: int) -> list[Action]:
        cards = dict.fromkeys(state.players[seat].hand)
        return [(kind, card) for card in cards if state.game.cards[card].category != NOTHING]

    return tries


def hand_units(kind: str) -> Tries:
    """Return the tries of a kind with each unique unit in hand."""

    def tries(state: StarWarsState, seat: int) -> list[Action]:
        return [action for action in hand(kind)(state, seat) if state.faces[action[1]].identity]

    return tries


def builds(kind: str, category: str = "") -> Tries:
    """Return the tries of a kind with each own card under construction (of a category)."""

    def tries(state: StarWarsState, seat: int) -> list[Action]:
        cards = state.game.cards
        return [
            (kind, at)
            for at, (card, _, _) in enumerate(state.players[seat].building)
            if cards[card].category != NOTHING and category in ("", cards[card].category)
        ]

    return tries


def units(kind: str) -> Tries:
    """Return the tries of a kind with each unit in play."""
    return lambda s, seat: [(kind, unit[ID]) for player in s.players for zone in player.units for unit in zone]


def adds(state: StarWarsState, seat: int) -> list[Action]:
    """Return every amount up to one more than the points, on each own card under construction."""
    player = state.players[seat]
    return [("add", count, at) for at in range(len(player.building)) for count in range(1, player.build + 2)]


def equips(state: StarWarsState, seat: int) -> list[Action]:
    """Return every unattached Equipment card on every unit in play."""
    gear = dict.fromkeys(state.players[seat].gear)
    return [
        ("equip", card, unit[ID]) for card in gear for player in state.players for zone in player.units for unit in zone
    ]


def battles(state: StarWarsState, seat: int) -> list[Action]:
    """Return every own unit against every rival unit, wherever they are."""
    rivals = [other[ID] for zone in state.players[1 - seat].units for other in zone]
    return [("battle", unit[ID], other) for zone in state.players[seat].units for unit in zone for other in rivals]


def totals(kind: str) -> Tries:
    """Return every total from 0 to one more than the player's Force points."""
    return lambda s, seat: [(kind, total) for total in range(s.players[seat].force + 2)]


def plain(kind: str) -> Tries:
    """Return the one try of a kind without arguments."""
    return lambda s, seat: [(kind,)]


def only(step: str, tries: Tries) -> Tries:
    """Return the tries at one step, for the player asked there."""
    return lambda s, seat: tries(s, seat) if s.result is None and s.step.name == step and s.seat_to_act == seat else []


def done(state: StarWarsState, seat: int) -> list[Action]:
    """Return being done, where the player is picking."""
    picking = state.result is None and state.step.name in ("EXCHANGE", "DICE") and state.seat_to_act == seat
    return [("done",)] if picking else []


def choices_of_builds(state: StarWarsState, seat: int) -> list[Action]:
    """Return every card under construction, of either player, as an object."""
    return [
        ("choose_build", (side, at)) for side, player in enumerate(state.players) for at in range(len(player.building))
    ]


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            "keep",
            "keep",
            "Keep",
            "SW-5.3",
            "before the game, once",
            ("S4", "S5"),
            stage=mulligan_time,
            tries=plain("keep"),
        ),
        Kind(
            "mulligan",
            "mulligan",
            "Mulligan",
            "SW-5.3",
            "before the game, once",
            ("S4", "S5"),
            (needed.HAS_ONE_USE,),
            stage=mulligan_time,
            tries=plain("mulligan"),
        ),
        Kind(
            "exchange",
            "exchange {exchanged}",
            "Discard for the mulligan",
            "SW-5.3",
            "in your mulligan",
            ("EXCHANGE",),
            (needed.in_hand("SW-5.3"), needed.ONE_USE, needed.IN_ORDER),
            ("exchanged",),
            "hand",
            stage=mends.in_exchange,
            tries=hand("exchange"),
        ),
        Kind(
            "done",
            "done",
            "Done",
            "SW-5.3",
            "when you choose cards or dice",
            ("EXCHANGE", "DICE"),
            (needed.ONE_EXCHANGED, needed.ANY_NUMBER),
            stage=mends.in_exchange,
            tries=done,
        ),
        Kind(
            "deploy",
            "deploy {card}",
            "Deploy",
            "SW-5.5",
            "in the initial placement, when you place",
            ("S6", *SETUP),
            (needed.in_hand("SW-5.5"), needed.is_unit("SW-5.5"), needed.NO_OWN, needed.FITS),
            ("card",),
            "hand",
            stage=mends.in_setup,
            tries=hand("deploy"),
        ),
        Kind(
            "deploy_top",
            "deploy {card} on top",
            "Deploy on top",
            "SW-5.11",
            "in the initial placement, when you place",
            SETUP,
            (
                needed.in_hand("SW-5.5"),
                needed.is_unit("SW-5.5"),
                *needed.JOINS,
                needed.fits_on_top("SW-11.15"),
                needed.FITS,
            ),
            ("card",),
            "hand",
            stage=mends.in_setup,
            tries=hand_units("deploy_top"),
        ),
        Kind(
            "deploy_under",
            "deploy {card} beneath",
            "Deploy beneath",
            "SW-5.11",
            "in the initial placement, when you place",
            SETUP,
            (needed.in_hand("SW-5.5"), needed.is_unit("SW-5.5"), *needed.JOINS, needed.FITS),
            ("card",),
            "hand",
            stage=mends.in_setup,
            tries=hand_units("deploy_under"),
        ),
        Kind(
            "part_build",
            "part-build {card}",
            "Lay part-built",
            "SW-5.12",
            "in the initial placement, when no unit in your hand fits",
            SETUP,
            (
                needed.in_hand("SW-5.12"),
                needed.is_buildable("SW-5.12"),
                needed.HAS_UNIT,
                needed.BELOW_LIMIT,
                needed.NOTHING_FITS,
            ),
            ("card",),
            "hand",
            stage=mends.in_setup,
            tries=hand("part_build"),
        ),
        Kind(
            "build",
            "build {card}",
            "Start to build",
            "SW-7.1",
            "in your own build step",
            BUILD,
            (needed.in_hand("SW-7.1"), needed.is_buildable("SW-7.1")),
            ("card",),
            "hand",
            stage=build_time,
            tries=hand("build"),
        ),
        Kind(
            "show",
            "show {build} is {card}",
            "It is {card}",
            "SW-4.3",
            "in a proof, when an unseen card matters",
            BUILD,
            (),
            ("build", "card"),
        ),
        Kind(
            "add",
            "add {count} to {build}",
            "Add {count}",
            "SW-7.2",
            "in your own build step",
            BUILD,
            (needed.POINTS,),
            ("count", "build"),
            "build",
            stage=build_time,
            tries=adds,
        ),
        Kind(
            "complete",
            "complete {build}",
            "Complete",
            "SW-7.5",
            "in your own build step",
            BUILD,
            (needed.is_buildable("SW-7.4"), needed.NO_OWN, needed.COUNTERS),
            ("build",),
            "build",
            stage=build_time,
            tries=builds("complete"),
        ),
        Kind(
            "complete_top",
            "complete {build} on top",
            "Complete on top",
            "SW-7.5",
            "in your own build step",
            BUILD,
            (
                needed.is_unit("SW-11.7"),
                *needed.JOINS,
                needed.fits_on_top("SW-11.21"),
                needed.COUNTERS,
            ),
            ("build",),
            "build",
            stage=build_time,
            tries=builds("complete_top", UNIT),
        ),
        Kind(
            "complete_under",
            "complete {build} beneath",
            "Complete beneath",
            "SW-7.5",
            "in your own build step",
            BUILD,
            (needed.is_unit("SW-11.7"), *needed.JOINS, needed.COUNTERS),
            ("build",),
            "build",
            stage=build_time,
            tries=builds("complete_under", UNIT),
        ),
        Kind(
            "complete_discard",
            "complete {build} and discard it",
            "Complete and discard",
            "SW-7.5",
            "in your own build step",
            BUILD,
            (needed.is_unit("SW-11.4"), needed.UNIQUE, needed.OWN_THERE, needed.COUNTERS),
            ("build",),
            "build",
            stage=build_time,
            tries=builds("complete_discard", UNIT),
        ),
        Kind(
            "redeploy",
            "redeploy {unit}",
            "Deploy again",
            "SW-7.8",
            "in your own build step",
            BUILD,
            (needed.mine("SW-7.8"), needed.IS_RETREATED),
            ("unit",),
            "build",
            stage=build_time,
            tries=units("redeploy"),
        ),
        Kind(
            "equip",
            "equip {gear} to {unit}",
            "Equip",
            "SW-7.11",
            "in your own build step",
            BUILD,
            (needed.mine("SW-R15", 2), needed.ELIGIBLE, needed.EQUIP_COST),
            ("gear", "unit"),
            "build",
            True,
            build_time,
            equips,
        ),
        Kind(
            "reorder",
            "put {beneath} on top",
            "Put on top",
            "SW-11.22",
            "in your own build step",
            BUILD,
            (needed.REORDER_POINTS, needed.REORDER_LIMIT),
            ("beneath",),
            stage=build_time,
            tries=lambda s, seat: [("reorder", card) for _, card in beneath(s, seat)],
        ),
        Kind(
            "end",
            "end step",
            "End step",
            "SW-6.11",
            "in your own build step or retreat step",
            (*BUILD, "C5", "C6"),
            stage=build_time,
            tries=plain("end"),
        ),
        Kind(
            "retreat",
            "retreat {unit}",
            "Retreat",
            "SW-7.13",
            "in your own retreat step",
            ("C5", "C6"),
            (needed.mine("SW-7.13"), needed.in_arena("SW-7.13"), needed.UNTAPPED),
            ("unit",),
            "field",
            stage=retreat_time,
            tries=units("retreat"),
        ),
        Kind(
            "contest",
            "contest {unit}",
            "This contest first",
            "SW-R32",
            "when two or more clashes are open, for Dark",
            ("A2",),
            (),
            ("unit",),
            tries=only("A2", lambda s, seat: contest.contests(s)),
        ),
        Kind(
            "bid",
            "bid {total}",
            "Bid {total}",
            "SW-12.2",
            "at the opening of a contest, for Dark",
            ("A3",),
            (needed.CAN_PAY_BID,),
            ("total",),
            stage=mends.dark_to_bid,
            tries=totals("bid"),
        ),
        Kind(
            "raise",
            "raise {total}",
            "Raise to {total}",
            "SW-12.3",
            "in a contest, when it is your turn",
            ("A4", "A5"),
            (needed.HIGHER, needed.CAN_PAY_BID),
            ("total",),
            stage=mends.to_raise,
            tries=totals("raise"),
        ),
        Kind(
            "pass",
            "pass",
            "Pass",
            "SW-10.2",
            "in a window or a contest, when you are asked",
            (*WINDOWS, "A4", "A5"),
            stage=mends.in_window,
            tries=plain("pass"),
        ),
        Kind(
            "next",
            "next {unit}",
            "Acts next",
            "SW-9.5",
            "when several of your units are tied for the highest Speed",
            ("A8",),
            (needed.mine("SW-9.5"), needed.in_arena("SW-9.1"), needed.TIED),
            ("unit",),
            "field",
            stage=mends.to_act("A8"),
            tries=units("next"),
        ),
        Kind(
            "battle",
            "battle {unit} -> {target}",
            "Battle",
            "SW-9.7",
            "when it is your unit's turn to act",
            ("U1",),
            (
                needed.mine("SW-9.7"),
                needed.in_arena("SW-9.1"),
                needed.ITS_TURN,
                needed.RIVALS,
                needed.SAME_ARENA,
            ),
            ("unit", "target"),
            "field",
            True,
            mends.to_act("U1"),
            battles,
        ),
        Kind(
            "stand_down",
            "stand down",
            "Stand down",
            "SW-9.8",
            "when it is your unit's turn to act",
            ("U1",),
            stage=mends.to_act("U1"),
            tries=plain("stand_down"),
        ),
        Kind(
            "play",
            "play {card}",
            "Play",
            "SW-10.3",
            "in a window of a battle, when you are asked",
            WINDOWS,
            (
                needed.in_hand("SW-10.3"),
                needed.IS_BATTLE_CARD,
                needed.RIGHT_WINDOW,
                needed.OWN_BATTLER,
                needed.FORCE_COST,
            ),
            ("card",),
            "hand",
            stage=mends.in_window,
            tries=hand("play"),
        ),
        Kind(
            "use",
            "use {unit}",
            "Use ability",
            "SW-10.2",
            "in a window of a battle, when you are asked",
            WINDOWS,
            (
                needed.mine("SW-10.2"),
                needed.HAS_ABILITY,
                needed.RIGHT_WINDOW,
                needed.WORKS_THERE,
                needed.BATTLING,
                needed.ABILITY_COST,
                needed.NOT_USED,
            ),
            ("unit",),
            "field",
            stage=mends.in_window,
            tries=units("use"),
        ),
        Kind(
            "choose",
            "choose {unit}",
            "Choose",
            "SW-7.12",
            "when an effect of yours asks",
            ("CHOOSE",),
            (needed.ASKS_UNIT, needed.RIGHT_SIDE, needed.IN_REACH),
            ("unit",),
            tries=only("CHOOSE", units("choose")),
        ),
        Kind(
            "choose_build",
            "choose {place}",
            "Choose",
            "SW-7.12",
            "when an effect of yours asks",
            ("CHOOSE",),
            (needed.ASKS_BUILD, needed.RIGHT_SIDE),
            ("place",),
            tries=only("CHOOSE", choices_of_builds),
        ),
        Kind(
            "choose_die",
            "choose die {die}",
            "Choose die {die}",
            "SW-10.3",
            "when an effect of yours lets you reroll",
            ("DICE",),
            (needed.DIE_FREE,),
            ("die",),
            tries=only("DICE", lambda s, seat: [("choose_die", die) for die in range(len(own_dice(s, seat)))]),
        ),
        Kind(
            "resolve",
            "resolve {waiting}",
            "First: {waiting}",
            "SW-R46",
            "when several abilities of yours wait",
            ("TRIGGERS",),
            (),
            ("waiting",),
        ),
        Kind(
            "roll",
            "roll {face}",
            "Roll",
            "SW-6.8",
            "when dice are rolled",
            ("C2", "DIE", "REROLL"),
            (),
            ("face",),
        ),
    )
}
