"""Chapters 3 and 4: zones, card states, counters and points. The state of a game.

A card is the number of its definition. A unit, single card or stack, is a tuple (id, cards from top to bottom,
tapped, damage, Equipment on it, effects on it); an effect is (value, amount, how long). Upright is untapped, sideways
tapped (SW-4.1, 4.2). A card under construction is (card, build counters, shown in setup); its counters stay (SW-4.5).
No zone has a limit (SW-R44). A player's units lie in four zones: the three arenas, and the build zone for
retreated ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from engines.core.flow import who
from engines.core.frames import CardNumber, InPlay, place_key
from engines.core.game import Game
from engines.core.state import State
from engines.star_wars.cards import NO_CARD, Face

Effect = tuple[int, int, str]
"""(SPEED, POWER or HEALTH; the amount; "battle" or "turn")."""
Unit = tuple[int, tuple[int, ...], bool, int, tuple[int, ...], tuple[Effect, ...]]
Build = tuple[int, int, bool]
ID: Final = 0
CARDS: Final = 1
TAPPED: Final = 2
DAMAGE: Final = 3
GEAR: Final = 4
EFFECTS: Final = 5

ARENAS = ("space", "ground", "character")
RETREATED: Final = 3
"""The place of the build zone among a player's unit zones; 0 to 2 are the arenas (SW-3.2, 3.3)."""
ZONES = (*ARENAS, "retreated")
BEFORE_SPACE: Final = -1
NO_LOCATION = (NO_CARD, 0)
NEAR: Final = 25
"""How near to a limit a count begins to matter for what can still happen, and so for a canonical key."""


class Exchanging(NamedTuple):
    """Locals of a mulligan: whose it is, and how many cards have been discarded so far."""

    seat: int
    discarded: int


class Bidding(NamedTuple):
    """Locals of a contest: the identity, both total bids by seat, and the passes in a row."""

    identity: str
    bids: tuple[int, int]
    passes: int


class Next(NamedTuple):
    """Locals of A8 and U1: whose unit acts, and the units that are tied (A8) or the one that acts (U1)."""

    seat: int
    units: InPlay


class Rolling(NamedTuple):
    """Locals of the dice roll: how many dice the attacker and the defender roll, and the dice so far."""

    attacker: int
    defender: int
    dice: tuple[int, ...]


class Resolving(NamedTuple):
    """Locals of RESOLVE: an ability being carried out, and how far it has come.

    seat : its controller. unit : the source, or 0. chosen : a unit id, a place in a build zone, or 0. dice : dice
    picked for a reroll, by place. left : dice of these still to be rerolled. used : a one-use card, discarded after.
    """

    card: CardNumber
    ability: int
    at: int
    seat: int
    unit: InPlay
    chosen: InPlay
    dice: tuple[int, ...]
    left: int
    used: bool


class Player:
    """One player's zones and points (SW-3.1 to 3.7, 4.9). The top of the deck is the end of the list."""

    __slots__ = ("build", "building", "deck", "discard", "force", "gear", "hand", "units")

    def __init__(self) -> None:
        self.deck: list[int] = []
        self.hand: list[int] = []
        self.discard: list[int] = []
        self.building: list[Build] = []  # cards under construction
        self.gear: list[int] = []  # Equipment lying face up and unattached in the build zone
        self.units: tuple[list[Unit], list[Unit], list[Unit], list[Unit]] = ([], [], [], [])
        self.force = 0
        self.build = 0

    def copy(self) -> Player:
        """Return an independent copy."""
        other = Player.__new__(Player)
        other.deck = self.deck[:]
        other.hand = self.hand[:]
        other.discard = self.discard[:]
        other.building = self.building[:]
        other.gear = self.gear[:]
        space, ground, character, retreated = self.units
        other.units = (space[:], ground[:], character[:], retreated[:])
        other.force = self.force
        other.build = self.build
        return other


class Battle(NamedTuple):
    """The battle of one unit against another. Pairs are by seat.

    seat : of the attacker. dice : what each side rolled. deals : the damage each side is about to deal.
    used : limited abilities used in this battle, (unit id, card, ability).
    """

    seat: int
    attacker: int
    target: int
    dice: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    deals: tuple[int, int] = (0, 0)
    used: tuple[tuple[int, int, int], ...] = ()

    def unit_of(self, seat: int) -> int:
        """Return the id of the battling unit of a player."""
        return self.attacker if seat == self.seat else self.target


class StarWarsState(State):
    """A game in progress. Seats are 0 and 1; `dark` is the seat of the Dark side."""

    __slots__ = (
        "arena",
        "battle",
        "dark",
        "faces",
        "locations",
        "placing",
        "players",
        "reorders",
        "unit_turns",
        "waiting",
    )

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.faces: list[Face] = [card.extra for card in game.cards]
        self.players = (Player(), Player())
        self.dark = 1
        self.placing = 1  # who completes the initial placement alone (SW-5.13)
        self.arena = BEFORE_SPACE  # the arena battle in progress
        self.unit_turns = 0  # unit turns taken in it, for the guard of SW-R43
        self.reorders = 0  # changes of a top card in this build step, for the same guard
        self.locations: list[tuple[int, int]] = [NO_LOCATION] * 3  # (card, owner) of each arena
        self.battle: Battle | None = None
        self.waiting: tuple[tuple[int, int, int, int], ...] = ()  # (seat, card, ability, unit id) set off (SW-R46)

    def copy(self) -> StarWarsState:
        """Return an independent state."""
        other = StarWarsState.__new__(StarWarsState)
        self.copy_kernel(other)
        other.faces = self.faces
        one, two = self.players
        other.players = (one.copy(), two.copy())
        other.dark = self.dark
        other.placing = self.placing
        other.arena = self.arena
        other.unit_turns = self.unit_turns
        other.reorders = self.reorders
        other.locations = self.locations[:]
        other.battle = self.battle
        other.waiting = self.waiting
        return other

    def view(self, seat: int) -> dict[str, Any]:
        """Return what the player in `seat` may see (SW-3.6, 5.12); see `engines.star_wars.view`."""
        from engines.star_wars.view import view

        return view(self, seat)

    def canonical_key(self) -> tuple[Any, ...]:
        """Return a key that ignores unit ids and the order of zones whose order has no meaning (SW-11.25)."""
        battle = self.battle
        zones = []
        for player in self.players:
            zones.append(
                (
                    tuple(player.deck),
                    tuple(sorted(player.hand)),
                    tuple(sorted(player.discard)),
                    tuple(sorted(player.building)),
                    tuple(sorted(player.gear)),
                    tuple(tuple(sorted(map(self._look_of, zone))) for zone in player.units),
                    player.force,
                    player.build,
                )
            )
        limits = self.game.parameters
        counts = {"turn_cap": self.turn, "unit_turns": self.unit_turns, "reorders": self.reorders}
        return (
            place_key(self, self._looks),
            self.open_chance,
            self.dark,
            self.placing,
            self.result,
            tuple(zones),
            self.arena,
            tuple(self.locations),
            None
            if battle is None
            else (
                battle.seat,
                battle.dice,
                battle.deals,
                tuple(sorted((self._looks(unit), card, ability) for unit, card, ability in battle.used)),
            ),
            tuple((seat, card, ability, self._looks(unit)) for seat, card, ability, unit in self.waiting),
            min(self.turn, 1),  # nothing works in setup (SW-R8)
            *(max(0, count - limits[name] + NEAR) for name, count in counts.items()),
        )

    def _look_of(self, unit: Unit) -> tuple[Any, ...]:
        battle = self.battle
        role = 0 if battle is None else 1 if unit[ID] == battle.attacker else 2 if unit[ID] == battle.target else 0
        cards = unit[CARDS]
        return (
            cards[0],
            tuple(sorted(cards[1:])),
            unit[TAPPED],
            unit[DAMAGE],
            tuple(sorted(unit[GEAR])),
            tuple(sorted(unit[EFFECTS])),
            role,
        )

    def _looks(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(sorted(map(self._looks, value)))
        if not isinstance(value, int) or value <= 0:
            return (value,)
        for seat, player in enumerate(self.players):
            for place, zone in enumerate(player.units):
                for unit in zone:
                    if unit[ID] == value:
                        return (seat, place, self._look_of(unit))
        return ()

    # Looking up.

    def name(self, card: int) -> str:
        """Return the name of a card."""
        return self.game.cards[card].name

    def find(self, unit_id: int) -> tuple[int, int, Unit] | None:
        """Return (seat, zone, unit) of the unit with this id, or None if it is not in play."""
        for seat, player in enumerate(self.players):
            for place, zone in enumerate(player.units):
                for unit in zone:
                    if unit[ID] == unit_id:
                        return seat, place, unit
        return None

    def there(self, unit_id: int) -> tuple[int, int, Unit]:
        """Return (seat, zone, unit) of a unit that is known to be in play."""
        found = self.find(unit_id)
        assert found is not None
        return found

    def character(self, seat: int, identity: str) -> tuple[int, Unit] | None:
        """Return (zone, unit) of a player's unit of this identity, retreated or not, or None (SW-11.4)."""
        if identity:
            for place, zone in enumerate(self.players[seat].units):
                for unit in zone:
                    if self.faces[unit[CARDS][0]].identity == identity:
                        return place, unit
        return None

    def change(
        self,
        unit: Unit,
        cards: tuple[int, ...] | None = None,
        tapped: bool | None = None,
        damage: int | None = None,
        gear: tuple[int, ...] | None = None,
        effects: tuple[Effect, ...] | None = None,
        to: int | None = None,
    ) -> Unit:
        """Put a changed unit in the place of `unit`, or into the zone `to` of its player; return it."""
        for player in self.players:
            for place, zone in enumerate(player.units):
                if unit in zone:
                    new = (
                        unit[ID],
                        unit[CARDS] if cards is None else cards,
                        unit[TAPPED] if tapped is None else tapped,
                        unit[DAMAGE] if damage is None else damage,
                        unit[GEAR] if gear is None else gear,
                        unit[EFFECTS] if effects is None else effects,
                    )
                    if to is None or to == place:
                        zone[zone.index(unit)] = new
                    else:
                        zone.remove(unit)
                        player.units[to].append(new)
                    return new
        raise AssertionError("the unit is not in play")


def belongings(state: StarWarsState, seat: int) -> list[int]:
    """Return the numbers of all cards of a player: in zones, in units, and the one being carried out (SW-3.6)."""
    player, local = state.players[seat], state.local
    cards = player.deck + player.hand + player.discard + player.gear + [card for card, _, _ in player.building]
    cards += [card for zone in player.units for unit in zone for card in unit[CARDS] + unit[GEAR]]
    cards += [card for card, owner in state.locations if card != NO_CARD and owner == seat]
    used = type(local) is Resolving and local.used and local.seat == seat
    return [*cards, local.card] if used else cards


def merged(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """Return effects with those on one value and of one duration added up, in a fixed order (SW-R19)."""
    totals: dict[tuple[int, str], int] = {}
    for value, amount, until in effects:
        totals[value, until] = totals.get((value, until), 0) + amount
    return tuple((value, amount, until) for (value, until), amount in sorted(totals.items()) if amount)


@who("Dark player")
def dark(state: StarWarsState) -> int:
    """Return the seat of the Dark side."""
    return state.dark


@who("Light player")
def light(state: StarWarsState) -> int:
    """Return the seat of the Light side."""
    return 1 - state.dark


def seats(state: StarWarsState) -> tuple[int, int]:
    """Return both seats, Dark first (SW-6.2)."""
    return state.dark, 1 - state.dark
