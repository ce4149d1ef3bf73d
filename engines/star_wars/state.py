"""Chapters 3 and 4: zones, card states, counters and points, which make up the state of a game.

A card is the number of its definition. A unit, single card or stack, is a tuple (id, cards from top to bottom, tapped,
damage, Equipment on it, effects on it); an effect is (value, amount), where the value is one of `CHANGES`. Upright is
untapped, sideways tapped (SW-4.1, 4.2). A card under construction is (card, build counters, shown in setup); its
counters stay (SW-4.5). No zone has a limit (SW-R44). A player's units are in four zones: the three arenas, and the
build zone for retreated ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from engines.book.cards import Card
from engines.declare import declaration, fields, records
from engines.declare.call_stack import CardNumber, InPlay, Seat, iterate_frames
from engines.declare.declaration import DeclaredState, Zones
from engines.declare.records import Record
from engines.declare.zone_fields import EVERYBODY, OWNER
from engines.errors import DataError
from engines.forms.positions import Reader
from engines.forms.visibility import belongings as in_zones
from engines.game import Game
from engines.kernel.flow import name_decider
from engines.kernel.tuples import NO_CARD
from engines.legal.changed_figures import Changes, changes_figure, find_changes
from engines.star_wars.cards import BUILDABLE, EQUIPMENT, HEALTH, LOCATION, VALUES, Face
from engines.star_wars.cards import UNIT as UNIT_CARD

Effect = tuple[int, int]
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
NO_ARENA: Final = 3
"""The arena of a battle while there is no battle."""
IN_BUILD_ZONE: Final = 0
"""The bearer of Equipment in the build zone that is not attached."""
ZONES = (*ARENAS, "retreated")
CHANGES = (*VALUES, *(f"{name} in battle" for name in VALUES))
"""The values that an effect can change: Speed, Power and Health for this turn (0 to 2), then for this battle."""
IN_BATTLE: Final = 3
MOST_POINTS, MOST_COUNTERS = 999, 99
WINDOW = {"U2": "window_1", "U4": "window_2", "U6": "window_3", "U8": "window_4"}
"""The windows of a battle, by their steps."""


class Exchanging(NamedTuple):
    """The locals of a mulligan: the player, and the number of cards discarded so far."""

    seat: int
    discarded: int


class Bidding(NamedTuple):
    """The locals of a contest: the identity, both total bids by seat, and the number of consecutive passes."""

    identity: str
    bids: tuple[int, int]
    passes: int


class Next(NamedTuple):
    """The locals of steps A8 and U1: the player whose unit acts, and the tied units (A8) or the acting unit (U1)."""

    seat: int
    units: InPlay


class Rolling(NamedTuple):
    """The locals of the dice roll: the number of dice of attacker and defender, and the dice so far."""

    attacker: int
    defender: int
    dice: tuple[int, ...]


class Resolving(NamedTuple):
    """The locals of EFFECT: an ability being carried out, and its progress.

    seat : its controller. unit : the unit it comes from, or 0. chosen : a unit id, a place in a build zone, or 0. dice
    : the indices of the dice picked for a reroll. left : how many of them have yet to be rerolled. used : a one-use
    card, which is discarded afterwards.
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


def one_unit(reader: Reader[StarWarsState], unit: Unit, text: str) -> None:
    """Refuse a unit whose cards cannot be together (SW-11.5 to 11.9)."""
    faces: list[Face] = [reader.game.cards[card].extra for card in unit[CARDS]]
    if len(faces) > 1 and (len({face.identity for face in faces}) > 1 or not faces[0].identity):
        raise DataError(reader.where, f"{text!r} is no stack.", "All cards of one identity (SW-11.5, 11.7).")
    most = reader.game.parameters["stack"]
    if len({face.print for face in faces}) < len(faces) or len(faces) > most:
        raise DataError(reader.where, f"{text!r} is no stack.", f"At most {most} different versions (SW-11.8, 11.9).")


UNIT = Record(
    records.identity(),
    records.stack((UNIT_CARD,), "Only units stand there."),
    records.mark("tapped", off="untapped", noun="orientation"),
    records.figure("damage", most=MOST_COUNTERS),
    records.attached_cards("gear", (EQUIPMENT,)),
    records.effects({name: kind for kind, name in enumerate(CHANGES)}, {}, most=MOST_COUNTERS),
    checks=(one_unit,),
)
BUILD = Record(
    records.card(BUILDABLE, "It has no build cost (SW-2.3)."),
    records.figure("build", most=MOST_COUNTERS),
    records.mark("shown"),
)


class Battle(NamedTuple):
    """The battle of one unit against another. Pairs hold the attacker's entry and the defender's.

    seat : the attacker's player. dice : each side's dice. deals : the damage that each side is about to deal. used :
    abilities that cannot be used again in this window, as (unit id, index of the ability on its card).
    """

    seat: Seat
    attacker: InPlay
    target: InPlay
    dice: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    deals: tuple[int, int] = (0, 0)
    used: tuple[tuple[int, int], ...] = ()

    def side(self, seat: int) -> int:
        """Return the player's index in the pairs: 0 for the attacker's player, 1 for the other player."""
        return int(seat != self.seat)

    def unit_of(self, seat: int) -> int:
        """Return the id of a player's battling unit."""
        return int(self.attacker if seat == self.seat else self.target)


def sources_of(game: Game, place: int) -> set[int]:
    """Return the numbers of the unit cards whose continuous abilities change values in an arena."""
    return {card.number for card in units_of(game) if place in [arena for _, arena, *_ in card.extra.statics]}


def places_of_unique_units(game: Game) -> list[int]:
    """Return the zones in which unique units can be."""
    if moves_units(game):
        return list(range(RETREATED + 1))
    return sorted({card.extra.kind for card in units_of(game) if card.extra.identity} | {RETREATED})


def moves_units(game: Game) -> bool:
    """Return True if a text of a card may move units to an arena that is not theirs."""
    return bool(game.kept("texts move units", lambda: any(map(_moves_units, game.cards))))


def _moves_units(card: Card) -> bool:
    return any(
        inner.get("to") in ARENAS
        for ability in card.abilities
        for one in ability.does
        for inner in (one, *one.get("do", ()))
    )


def units_of(game: Game) -> list[Card]:
    """Return the unit cards of a game."""
    return [card for card in game.cards if card.category == UNIT_CARD]


def changes_health(face: Face) -> bool:
    """Return True if a card changes the Health of other units while it is in play."""
    return any(value == HEALTH for _, _, _, value, _ in face.statics)


def battle_key(state: StarWarsState) -> Any:
    """Return the part of a canonical key for a battle, except the roles of its units."""
    battle = state.battle
    if battle is None:
        return None
    used = tuple(sorted((state.look(unit), place) for unit, place in battle.used))
    return battle.seat, battle.dice, battle.deals, used


@declaration.zones
class Player(Zones):
    """One player's zones and points (SW-3.1 to 3.7, 4.9).

    The build zone consists of `construction`, `gear` and `retreated`.
    """

    space: list[Unit] = fields.records(UNIT)
    ground: list[Unit] = fields.records(UNIT)
    character: list[Unit] = fields.records(UNIT)
    building: list[Build] = fields.records(
        BUILD, written="construction", sees=lambda state, build: EVERYBODY if build[2] else OWNER
    )
    gear: list[int] = fields.cards(allowed=(EQUIPMENT,), shape=[str])  # completed but not attached
    retreated: list[Unit] = fields.records(UNIT)
    locations: list[int] = fields.cards(allowed=(LOCATION,), shape=[str])
    discard: list[int] = fields.cards()
    hand: list[int] = fields.cards(sees=OWNER)
    deck: list[int] = fields.pile()
    force: int = fields.number(show=True, most=MOST_POINTS)
    build: int = fields.number(written="points", show=True, most=MOST_POINTS)
    units: tuple[list[Unit], list[Unit], list[Unit], list[Unit]] = fields.derived(
        "(self.space, self.ground, self.character, self.retreated)",
        copied="(other.space, other.ground, other.character, other.retreated)",
    )


@declaration.state
class StarWarsState(DeclaredState):
    """A game in progress. Seats are 0 and 1; `dark` is the seat of the Dark side."""

    faces: list[Face] = fields.shared(lambda game: [card.extra for card in game.cards])
    sources: list[set[int]] = fields.shared(lambda game: [sources_of(game, place) for place in range(RETREATED)])
    hitters: bool = fields.shared(lambda game: any(card.extra.hits for card in units_of(game)))
    unique_places: list[int] = fields.shared(places_of_unique_units)
    shared_health: bool = fields.shared(
        lambda game: changes_figure(game, "health") or any(changes_health(card.extra) for card in game.cards)
    )
    changes: Changes | None = fields.shared(find_changes)
    control: int = fields.shared(lambda game: game.parameters["control"])
    hits: frozenset[int] = fields.shared(lambda game: frozenset(range(game.parameters["hit_from"], 7)))
    players: tuple[Player, Player] = fields.both(Player)
    dark: int = fields.seat("1", show=True)
    placing: int = fields.seat("1", at="flow")  # the player who completes the placement alone (SW-5.13)
    arena: int = fields.word((*ARENAS, "none"), start=str(NO_ARENA), show=True)  # the arena battle in progress
    unit_turns: int = fields.count(near="unit_turns")  # the number of unit turns in it so far, limited by SW-R43
    reorders: int = fields.count(near="reorders")  # top cards changed in this build step, for the same limit
    attached: tuple[tuple[int, int, int], ...] = fields.queue(  # (seat, card, bearer's id) in this build step (SW-R15)
        key="tuple(sorted([(seat, card, state.look(unit)) for seat, card, unit in {}], key=repr))"
    )
    battle: Battle | None = fields.under_way(
        Battle,
        rival=("target",),
        names={"seat": "by", "target": "defender", "deals": "hits"},
        shown=("seat", "attacker", "target", "dice", "deals"),
        key=battle_key,
    )
    waiting: tuple[tuple[int, int, int, int], ...] = fields.queue(  # (seat, card, ability, unit id), triggered (SW-R46)
        show=True, key="tuple([(seat, card, place, state.look(unit)) for seat, card, place, unit in {}])"
    )

    def more_of_key(self) -> tuple[Any, ...]:
        """Return the rest of the canonical key: whether abilities work yet (SW-R8), and how near the last turn is."""
        return (min(self.turn, 1), *DeclaredState.more_of_key(self))

    def acting_seat(self) -> None:
        """Return None, because the player who has the attacker of a written battle is its attacking player."""

    # Look-ups.

    def find(self, unit_id: int) -> tuple[int, int, Unit] | None:
        """Return (seat, zone, unit) of the unit with this id, or None if it is not in play."""
        for seat, player in enumerate(self.players):
            for place, zone in enumerate(player.units):
                for unit in zone:
                    if unit[ID] == unit_id:
                        return seat, place, unit
        return None

    def there(self, unit_id: int) -> tuple[int, int, Unit]:
        """Return (seat, zone, unit) of the unit with this id, which must be in play."""
        found = self.find(unit_id)
        assert found is not None
        return found

    def location(self, place: int) -> int:
        """Return the Location in an arena, or NO_CARD (SW-13.2)."""
        for player in self.players:
            for card in player.locations:
                if self.faces[card].kind == place:
                    return card
        return NO_CARD

    def character(self, seat: int, identity: str) -> tuple[int, Unit] | None:
        """Return (zone, unit) of a player's unit of this identity, even if retreated, or None (SW-11.4)."""
        if identity:
            units, faces = self.players[seat].units, self.faces
            for place in self.unique_places:
                for unit in units[place]:
                    if faces[unit[CARDS][0]].identity == identity:
                        return place, unit
        return None

    def new_unit(self, seat: int, place: int, card: int, tapped: bool = False) -> int:
        """Put a new unit into a zone and return its id."""
        number = self.new_id()
        self.players[seat].units[place].append((number, (card,), tapped, 0, (), ()))
        return number

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
        """Replace `unit` with a changed unit, or move it to the zone `to` of its player; return the new unit."""
        new = (
            unit[ID],
            unit[CARDS] if cards is None else cards,
            unit[TAPPED] if tapped is None else tapped,
            unit[DAMAGE] if damage is None else damage,
            unit[GEAR] if gear is None else gear,
            unit[EFFECTS] if effects is None else effects,
        )
        for player in self.players:
            for place, zone in enumerate(player.units):
                if unit in zone:
                    if to is None or to == place:
                        zone[zone.index(unit)] = new
                    else:
                        zone.remove(unit)
                        player.units[to].append(new)
                    return new
        raise AssertionError("the unit is not in play")


def belongings(state: StarWarsState, seat: int) -> list[int]:
    """Return the numbers of all cards of a player: in zones, in units, and the card being carried out (SW-3.6)."""
    under_way = [local for _, local in iterate_frames(state) if type(local) is Resolving]
    return in_zones(state, seat) + [local.card for local in under_way if local.used and local.seat == seat]


def merge_effects(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """Return effects with those of the same value and duration merged, in a fixed order (SW-R19)."""
    totals: dict[int, int] = {}
    for kind, amount in effects:
        totals[kind] = totals.get(kind, 0) + amount
    return tuple(sorted((kind, amount) for kind, amount in totals.items() if amount))


def battle_of(state: StarWarsState) -> Battle:
    """Return the battle under way, which must exist."""
    assert state.battle is not None
    return state.battle


def own_dice(state: StarWarsState, seat: int) -> tuple[int, ...]:
    """Return the dice that a player has rolled in this battle."""
    battle = state.battle
    return battle.dice[battle.side(seat)] if battle is not None else ()


def dice_player(state: StarWarsState) -> int:
    """Return the player whose dice the effect under way is about."""
    local: Resolving = state.procedure_locals
    program = state.game.cards[local.card].abilities[local.ability].program
    of_rival = any(a.get("whose") == "rival" for verb, a in program if verb == "choose_dice")
    return 1 - local.seat if of_rival else local.seat


def own_unit_of(state: StarWarsState, seat: int, card: int) -> Unit | None:
    """Return the player's unit that has the card's identity, or None (SW-11.2, 11.3)."""
    found = state.character(seat, state.faces[card].identity)
    return found[1] if found else None


def cards_beneath(state: StarWarsState, seat: int) -> list[tuple[Unit, int]]:
    """Return (unit, card) for each card beneath the top of a player's stacks, including retreated ones (SW-R39)."""
    units, found = state.players[seat].units, []
    for place in state.unique_places:
        for unit in units[place]:
            if len(unit[CARDS]) > 1:
                found += [(unit, card) for card in unit[CARDS][1:]]
    return found


def stack_with(state: StarWarsState, seat: int, card: int) -> Unit | None:
    """Return the player's stack that has this card beneath its top card, or None."""
    return next((unit for unit, other in cards_beneath(state, seat) if other == card), None)


def all_units(state: StarWarsState, first: int = 0) -> list[Unit]:
    """Return every unit in play, including retreated ones. The units of the seat `first` come first."""
    return [unit for seat in (first, 1 - first) for zone in state.players[seat].units for unit in zone]


dark: Callable[[StarWarsState], int] = name_decider("Dark player", "dark")
"""Returns the seat of the Dark side."""


light: Callable[[StarWarsState], int] = name_decider("Light player", "dark", other=True)
"""Returns the seat of the Light side."""


def seats_in_order(state: StarWarsState) -> tuple[int, int]:
    """Return both seats, Dark first (SW-6.2)."""
    return state.dark, 1 - state.dark
