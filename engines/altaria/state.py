"""Chapters 4 and 5: card states and zones, which make up the state of a game of Altaria.

A card is the number of its definition. Units, altar cards and energy cards can be fatigued (ALT-4.2). A unit in play is
a tuple (id, card, fatigued, turn it entered, modifiers until end of turn); an altar card is (card, Force or NO_CARD,
fatigued), with one orientation for both (ALT-4.9); an energy card is (card, face up, fatigued, turn it was put
there). Cores keep their places; a broken one is NO_CARD.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engines.altaria.cards import AMBUSH, FORCE, KEYWORDS, Face
from engines.altaria.cards import UNIT as UNIT_CARD
from engines.declare import declaration, fields, records
from engines.declare.call_stack import CardNumber, InPlay, Places, Seat
from engines.declare.declaration import DeclaredState, Zones
from engines.declare.records import Record
from engines.declare.zone_fields import EVERYBODY, OWNER
from engines.forms.visibility import belongings as in_zones
from engines.kernel.tuples import NO_CARD
from engines.legal.changed_figures import Changes, find_changes

Energy = tuple[int, bool, bool, int]
Altar = tuple[int, int, bool]
Unit = tuple[int, int, bool, int, tuple[tuple[str, Any], ...]]
ID: Final = 0
CARD: Final = 1
FATIGUED: Final = 2
ENTERED: Final = 3
MODIFIERS: Final = 4


class Paying(NamedTuple):
    """The locals of PAY: how the card is played (summon, ambush, activate, place), the card, and the unpaid symbols."""

    kind: str
    card: CardNumber
    symbols: tuple[int, ...]


class Placing(NamedTuple):
    """The locals of ONTO: the Force, and the altar cards that it may go on."""

    card: CardNumber
    places: tuple[int, ...]


class Resolving(NamedTuple):
    """The locals of RESOLVE: an ability being carried out, and its progress.

    seat : its controller. unit : the unit it comes from, or 0. chosen : a unit id, (seat, place on the altar) for a
    Force, or 0. source : "unit", "force", "magic" or "trigger"; cards of the last two go to the graveyard afterwards.
    """

    card: CardNumber
    ability: int
    at: int
    seat: int
    unit: InPlay
    chosen: InPlay
    source: str


UNIT = Record(
    records.identity(),
    records.card((UNIT_CARD,), "Only Units stand on the battlefield."),
    records.mark("fatigued", off="upright", noun="orientation"),
    records.turn_of("entered"),
    records.effects({"power": "power", "rank": "rank"}, {word.casefold(): ("keyword", word) for word in KEYWORDS}),
)
ALTAR = Record(
    records.card(),
    records.joined_card("force", (FORCE,), "Only Forces lie on altar cards."),
    records.mark("fatigued", off="upright", noun="orientation"),
)
ENERGY = Record(
    records.card(),
    records.mark("up", off="down", noun="face"),
    records.mark("fatigued", off="upright", noun="orientation"),
    records.turn_of("put"),
)


class Attack(NamedTuple):
    """The attack in progress.

    seat : the attacker's player. target : the target of a unit attack, otherwise 0. blocker : 0 if there is none. cores
    : the places chosen in a core attack. rank : the number of cores that it breaks, fixed at the declaration
    (ALT-11.7); 0 for a unit attack.
    announced : whether on-attack abilities have been triggered. battled : both units as they were when they met, for
    Grudge (ALT-14.7).
    """

    seat: Seat
    attacker: InPlay
    target: InPlay = 0
    blocker: InPlay = 0
    cores: Places = ()
    rank: int = 0
    announced: bool = False
    battled: tuple[Unit, ...] = ()


def cores_key(player: Player, state: AltariaState) -> tuple[Any, ...]:
    """Return the part of a canonical key for a Core Zone: its cards, and which of them an attack has chosen."""
    attack = state.attack
    chosen = () if attack is None or player is state.players[attack.seat] else attack.cores
    return tuple(sorted((core, place in chosen) for place, core in enumerate(player.cores)))


def attack_key(state: AltariaState) -> Any:
    """Return the part of a canonical key for an attack, except the roles of its units."""
    attack = state.attack
    if attack is None:
        return None
    met = tuple(unit[1:] for unit in attack.battled)
    return attack.seat, attack.rank, len(attack.cores), attack.announced, attack.blocker != 0, met


def energy_face(state: AltariaState, energy: Energy) -> str:
    """Return who sees an energy card: both players if it is face up, otherwise only its owner (ALT-5.4)."""
    return EVERYBODY if energy[1] else OWNER


def janken_key(state: AltariaState) -> int:
    """Return the part of a canonical key for janken: its winner, or 0 once turn 1 has begun."""
    return state.winner_of_janken if state.turn == 0 else 0


def owner_of_broken(state: AltariaState) -> int | None:
    """Return the owner of the broken cards that have not moved on yet; only that player sees them (ALT-13.9)."""
    return None if state.attack is None else 1 - state.attack.seat


@declaration.zones
class Player(Zones):
    """One player's zones (ALT-5.1 to 5.11)."""

    deck: list[int] = fields.pile(default=None)
    cores: list[int] = fields.places(parameter="cores", key=cores_key, remedy="(ALT-5.2)")
    hand: list[int] = fields.cards(sees=OWNER)
    energy: list[Energy] = fields.records(ENERGY, sees=energy_face, unnamed=True)
    altar: list[Altar] = fields.records(ALTAR)
    field: list[Unit] = fields.records(UNIT)
    graveyard: list[int] = fields.cards()


@declaration.state
class AltariaState(DeclaredState):
    """A game of Altaria in progress. Seats are 0 and 1."""

    faces: list[Face] = fields.shared(lambda game: [card.extra for card in game.cards])
    free_ambush: bool = fields.shared(  # whether some Ambush card in the game costs nothing
        lambda game: any(card.extra.keywords & AMBUSH and not card.extra.cost for card in game.cards)
    )
    actions_allowed: int = fields.shared(lambda game: game.parameters["actions_a_phase"])  # in one phase (ALT-16.10)
    changes: Changes | None = fields.shared(find_changes)
    forces_stop: bool = fields.shared(lambda game: bool(game.parameters["forces_stop"]))
    players: tuple[Player, Player] = fields.both(Player)
    turn_player: int = fields.seat(written="player", show=True)
    first_player: int = fields.seat()
    winner_of_janken: int = fields.value("0", at="flow", shape=int, key=janken_key)
    phase_actions: int = fields.count(near="actions_a_phase")  # main actions in this phase, or attacks
    attack: Attack | None = fields.under_way(
        Attack,
        rival=("target", "blocker"),
        shown=("seat", "attacker", "target", "blocker", "cores", "rank"),
        key=attack_key,
    )
    broken: tuple[int, ...] = fields.pending_cards(owner_of_broken)  # waiting, in no zone (ALT-R20)
    waiting: tuple[tuple[int, int, int, int], ...] = fields.queue()  # queued: (seat, card, ability, unit id) (ALT-15.5)
    aside: tuple[tuple[int, int], ...] = fields.queue(show=True)  # (seat, card) being carried out (ALT-10.4)

    # Look-ups.

    def unit(self, seat: int, unit_id: int) -> Unit | None:
        """Return the unit with this id on the battlefield of `seat`, or None."""
        for unit in self.players[seat].field:
            if unit[ID] == unit_id:
                return unit
        return None

    def find(self, unit_id: int) -> tuple[int, Unit] | None:
        """Return (seat, unit) of the unit with this id, or None if it is on no battlefield."""
        for seat in (0, 1):
            for unit in self.players[seat].field:
                if unit[ID] == unit_id:
                    return seat, unit
        return None

    def there(self, unit_id: int) -> tuple[int, Unit]:
        """Return (seat, unit) of the unit with this id, which must be on one of the battlefields."""
        found = self.find(unit_id)
        assert found is not None
        return found

    def replace(
        self, seat: int, unit: Unit, fatigued: bool | None = None, modifier: tuple[str, Any] | None = None
    ) -> None:
        """Change the orientation of a unit, or add a modifier that lasts until the end of the turn (ALT-15.4)."""
        field = self.players[seat].field
        field[field.index(unit)] = (
            unit[ID],
            unit[CARD],
            unit[FATIGUED] if fatigued is None else fatigued,
            unit[ENTERED],
            unit[MODIFIERS] if modifier is None else with_modifier(unit[MODIFIERS], modifier),
        )

    def cores_left(self, seat: int) -> int:
        """Return the number of cores a player has left."""
        cores = self.players[seat].cores
        return len(cores) - cores.count(NO_CARD)


def with_modifier(modifiers: tuple[tuple[str, Any], ...], more: tuple[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Return a unit's modifiers with one added: amounts of a kind add up, a keyword counts once (ALT-14.12)."""
    kind, amount = more
    if isinstance(amount, int):
        amount += sum(value for name, value in modifiers if name == kind)
        modifiers = tuple(entry for entry in modifiers if entry[0] != kind)
    return tuple(sorted({*modifiers, (kind, amount)}))


def attack_of(state: AltariaState) -> Attack:
    """Return the attack under way, which must exist."""
    assert state.attack is not None
    return state.attack


def is_force_active(state: AltariaState, altar: Altar) -> bool:
    """Return True if there is a Force on an altar card and it works: the altar card is upright (ALT-4.7, 4.8)."""
    return altar[1] != NO_CARD and not (altar[2] and state.forces_stop)


def ready_energy(state: AltariaState, seat: int) -> int:
    """Return how many of a player's energy cards are upright (ALT-4.10, 5.12: the face does not matter)."""
    count = 0
    for energy in state.players[seat].energy:
        if not energy[2]:
            count += 1
    return count


def belongings(state: AltariaState, seat: int) -> list[int]:
    """Return the numbers of all cards of a player: in zones, being carried out, and just broken (ALT-5.13)."""
    cards = in_zones(state, seat) + [card for owner, card in state.aside if owner == seat]
    return cards + (list(state.broken) if owner_of_broken(state) == seat else [])
