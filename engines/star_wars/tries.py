"""What a player could try with a click, or write: the actions whose refusal, if they are illegal, is explained."""

from __future__ import annotations

from collections.abc import Callable

from engines.core.state import Action
from engines.star_wars.authoring import NOTHING
from engines.star_wars.state import ID, StarWarsState

MOST_TRIED = 999
Tries = Callable[[StarWarsState, int], list[Action]]


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
    """Return every total from 0 to one more than the player's Force points, up to a bound."""
    return lambda s, seat: [(kind, total) for total in range(min(s.players[seat].force, MOST_TRIED) + 2)]


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
