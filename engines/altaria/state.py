"""Chapters 4 and 5: card states and zones. The state of a game of Altaria.

A card is the number of its definition; units, altar and energy cards can be fatigued (ALT-4.2). A unit in play is a
tuple (id, card, fatigued, turn it entered, modifiers until end of turn); an altar card is (card, Force or NO_CARD,
fatigued) with one orientation for both (ALT-4.9); an energy card is (card, face up, fatigued, turn it was put
there). Core positions keep their place; a broken one is NO_CARD.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engines.altaria.cards import Face
from engines.core.frames import CardNumber, InPlay, place_key
from engines.core.game import Game
from engines.core.state import State

NO_CARD = -1
Unit = tuple[int, int, bool, int, tuple[tuple[str, Any], ...]]
ID: Final = 0
CARD: Final = 1
FATIGUED: Final = 2
ENTERED: Final = 3
MODIFIERS: Final = 4


class Paying(NamedTuple):
    """Locals of PAY: how the card is played (summon, ambush, activate, place), which, and the symbols still to pay."""

    kind: str
    card: CardNumber
    symbols: tuple[int, ...]


class Placing(NamedTuple):
    """Locals of ONTO: the Force, and the altar cards it may go on."""

    card: CardNumber
    places: tuple[int, ...]


class Resolving(NamedTuple):
    """Locals of RESOLVE: an ability being carried out, and how far it has come.

    seat : its controller. unit : the source, or 0. chosen : a unit id, (seat, place on the altar) of a Force, or 0.
    source : "unit", "force", "magic" or "trigger"; the last two go to the graveyard afterwards.
    """

    card: CardNumber
    ability: int
    at: int
    seat: int
    unit: InPlay
    chosen: InPlay
    source: str


class Player:
    """One player's zones (ALT-5.1 to 5.11). The top of the deck is the end of the list."""

    __slots__ = ("altar", "cores", "deck", "energy", "field", "graveyard", "hand")

    def __init__(self) -> None:
        self.deck: list[int] = []
        self.cores: list[int] = []
        self.hand: list[int] = []
        self.energy: list[tuple[int, bool, bool, int]] = []
        self.altar: list[tuple[int, int, bool]] = []
        self.field: list[Unit] = []
        self.graveyard: list[int] = []

    def copy(self) -> Player:
        """Return an independent copy."""
        other = Player.__new__(Player)
        other.deck = self.deck[:]
        other.cores = self.cores[:]
        other.hand = self.hand[:]
        other.energy = self.energy[:]
        other.altar = self.altar[:]
        other.field = self.field[:]
        other.graveyard = self.graveyard[:]
        return other


class Attack:
    """The attack in progress; replaced, never changed, so that copies may share it."""

    __slots__ = ("announced", "attacker", "battled", "blocker", "cores", "rank", "seat", "target")

    def __init__(
        self,
        seat: int,
        attacker: int,
        rank: int,
        target: int = 0,
        cores: tuple[int, ...] = (),
        blocker: int = 0,
        announced: bool = False,
        battled: tuple[Unit, ...] = (),
    ) -> None:
        self.seat = seat  # of the attacker
        self.attacker = attacker  # unit id
        self.rank = rank  # cores to choose, fixed at the declaration (ALT-11.7); 0 for a unit attack
        self.target = target  # unit id of a unit attack's object, else 0
        self.cores = cores  # chosen positions of a core attack
        self.blocker = blocker  # unit id, 0 while nobody blocks
        self.announced = announced  # on-attack abilities have been set off
        self.battled = battled  # both units as they met, for Grudge (ALT-14.7)

    def but(self, **changes: Any) -> Attack:
        """Return the same attack with some entries changed."""
        other = Attack(
            self.seat, self.attacker, self.rank, self.target, self.cores, self.blocker, self.announced, self.battled
        )
        for name, value in changes.items():
            setattr(other, name, value)
        return other


class AltariaState(State):
    """A game of Altaria in progress. Seats are 0 and 1."""

    __slots__ = (
        "aside",
        "attack",
        "broken",
        "faces",
        "first_player",
        "phase_actions",
        "players",
        "turn_player",
        "waiting",
        "winner_of_janken",
    )

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.faces: list[Face] = [card.extra for card in game.cards]
        self.players = (Player(), Player())
        self.turn_player = 0
        self.first_player = 0
        self.winner_of_janken = 0
        self.phase_actions = 0  # main actions in this phase, for the limit of ALT-16.10
        self.attack: Attack | None = None
        self.broken: tuple[int, ...] = ()  # broken cards waiting, in no zone (ALT-R20)
        self.waiting: tuple[tuple[int, int, int, int], ...] = ()  # (seat, card, ability, unit id) set off (ALT-15.5)
        self.aside: tuple[tuple[int, int], ...] = ()  # (seat, card) being carried out, in no zone (ALT-10.4)

    def copy(self) -> AltariaState:
        """Return an independent state."""
        other = AltariaState.__new__(AltariaState)
        self.copy_kernel(other)
        other.faces = self.faces
        one, two = self.players
        other.players = (one.copy(), two.copy())
        other.turn_player = self.turn_player
        other.first_player = self.first_player
        other.winner_of_janken = self.winner_of_janken
        other.phase_actions = self.phase_actions
        other.attack = self.attack
        other.broken = self.broken
        other.waiting = self.waiting
        other.aside = self.aside
        return other

    def view(self, seat: int) -> dict[str, Any]:
        """Return what the player in `seat` may see (ALT-5.1 to 5.10); see `engines.altaria.view`."""
        from engines.altaria.view import view

        return view(self, seat)

    def canonical_key(self) -> tuple[Any, ...]:
        """Return a key that ignores unit ids and the order of zones whose order has no meaning."""
        attack = self.attack
        roles = {} if attack is None else {attack.attacker: 1, attack.target: 2, attack.blocker: 3}
        chosen = () if attack is None else attack.cores
        limits = self.game.parameters
        zones = []
        for seat, player in enumerate(self.players):
            attacked = attack is not None and attack.seat != seat
            zones.append(
                (
                    tuple(player.deck),
                    tuple(sorted(player.hand)),
                    tuple(sorted(player.graveyard)),
                    tuple(sorted((card, attacked and place in chosen) for place, card in enumerate(player.cores))),
                    tuple(sorted((card, up, tired, put < self.turn) for card, up, tired, put in player.energy)),
                    tuple(sorted(player.altar)),
                    tuple(
                        sorted(
                            (u[CARD], u[FATIGUED], u[ENTERED] == self.turn, u[MODIFIERS], roles.get(u[ID], 0))
                            for u in player.field
                        )
                    ),
                )
            )
        return (
            place_key(self, self._looks),
            self.turn_player,
            self.result,
            tuple(zones),
            None
            if attack is None
            else (
                attack.seat,
                attack.rank,
                len(chosen),
                attack.announced,
                attack.blocker != 0,
                tuple(u[1:] for u in attack.battled),
            ),
            self.broken,
            tuple((s, c, a) for s, c, a, _ in self.waiting),
            self.aside,
            max(0, self.turn - limits["turn_cap"] + 40),  # the last turns and actions, as far as a search looks
            max(0, self.phase_actions - limits["actions_a_phase"] + 50),
            self.winner_of_janken if self.turn == 0 else 0,
        )

    def _looks(self, unit_id: Any) -> Any:
        if not isinstance(unit_id, int):
            return unit_id
        roles = () if self.attack is None else (self.attack.attacker, self.attack.target, self.attack.blocker)
        for seat in (0, 1):
            for unit in self.players[seat].field:
                if unit[ID] == unit_id:
                    return (seat, *unit[1:], unit_id in roles and roles.index(unit_id))
        return ()

    # Looking up.

    def name(self, card: int) -> str:
        """Return the name of a card."""
        return self.game.cards[card].name

    def unit(self, seat: int, unit_id: int) -> Unit | None:
        """Return the unit with this id on the battlefield of `seat`, or None."""
        for unit in self.players[seat].field:
            if unit[ID] == unit_id:
                return unit
        return None

    def owner(self, unit_id: int) -> int | None:
        """Return the seat on whose battlefield the unit stands, or None if it has left."""
        for seat in (0, 1):
            for unit in self.players[seat].field:
                if unit[ID] == unit_id:
                    return seat
        return None

    def replace(
        self, seat: int, unit: Unit, fatigued: bool | None = None, modifier: tuple[str, Any] | None = None
    ) -> None:
        """Change the orientation of a unit or add a modifier until end of turn (ALT-15.4)."""
        field = self.players[seat].field
        field[field.index(unit)] = (
            unit[ID],
            unit[CARD],
            unit[FATIGUED] if fatigued is None else fatigued,
            unit[ENTERED],
            unit[MODIFIERS] if modifier is None else with_modifier(unit[MODIFIERS], modifier),
        )

    def cores_left(self, seat: int) -> int:
        """Return how many cores a player has."""
        cores = self.players[seat].cores
        return len(cores) - cores.count(NO_CARD)


def with_modifier(modifiers: tuple[tuple[str, Any], ...], more: tuple[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Return the modifiers of a unit with one more: amounts of a kind add up, a keyword counts once (ALT-14.12)."""
    kind, amount = more
    if isinstance(amount, int):
        amount += sum(value for name, value in modifiers if name == kind)
        modifiers = tuple(entry for entry in modifiers if entry[0] != kind)
    return tuple(sorted({*modifiers, (kind, amount)}))


def turn_player(state: AltariaState) -> int:
    """Return the seat whose turn it is."""
    return state.turn_player


def other_player(state: AltariaState) -> int:
    """Return the other seat: the defender during an attack."""
    return 1 - state.turn_player


def ready_energy(state: AltariaState, seat: int) -> int:
    """Return how many energy cards of a player are upright (ALT-4.10, 5.12: the face does not matter)."""
    count = 0
    for energy in state.players[seat].energy:
        if not energy[2]:
            count += 1
    return count


def could_be(state: AltariaState, seat: int, card: int) -> bool:
    """Return True if an unseen card of a player may be this one: not all allowed copies are known (ALT-2.2)."""
    return belongings(state, seat).count(card) < state.game.parameters["copies"]


def cards_of(player: Player) -> list[int]:
    """Return the numbers of the cards in all zones of a player."""
    cards = player.deck + player.hand + player.graveyard + [card for card in player.cores if card != NO_CARD]
    cards += [energy[0] for energy in player.energy] + [unit[CARD] for unit in player.field]
    return cards + [card for altar in player.altar for card in altar[:2] if card != NO_CARD]


def belongings(state: AltariaState, seat: int) -> list[int]:
    """Return the numbers of all cards of a player: in zones, being carried out, and just broken (ALT-5.13)."""
    cards = cards_of(state.players[seat]) + [card for owner, card in state.aside if owner == seat]
    return cards + (list(state.broken) if state.attack is not None and state.attack.seat != seat else [])
