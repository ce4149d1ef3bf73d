"""Chapters 3 and 4: zones, card states and values. The state of a game.

A card is the number of its definition. An ally is a tuple (id, card, Equipment on it, participating); an obstacle is
(id, card). Nothing is ever turned or exhausted (KH-4.1), and a card can be used from the moment it is placed (KH-4.2).
Each player's field is a hero slot, an ally area, a stack of worlds and the obstacles on its top (KH-3.1 to 3.5);
obstacles belong to the other player. The purpose of a Dark·Nobody card is the zone it lies in (KH-4.5).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engines.core.frames import CardNumber, InPlay, place_key
from engines.core.game import Game
from engines.core.state import State
from engines.kingdom_hearts.cards import NO_CARD, Face

Ally = tuple[int, int, tuple[int, ...], bool]
Obstacle = tuple[int, int]
ID: Final = 0
CARD: Final = 1
GEAR: Final = 2
JOINED: Final = 3
HERO_ID: Final = 0
"""What stands for a hero where a caster or bearer is named; allies and obstacles have ids from 1."""

MOVED, FLED, BATTLED = 1, 2, 4
FLAGS = {"moved": MOVED, "fled": FLED, "battled": BATTLED}
"""What the turn player has done this turn. A Technique and a Challenge need no flag: each has one place in a turn."""
NEAR: Final = 25
"""How near to the last turn its number begins to matter for what can still happen, and so for a canonical key."""


class Picking(NamedTuple):
    """Locals of a choice of several cards of the hand: whose it is, and the cards picked so far."""

    seat: int
    picks: tuple[int, ...]


class Dividing(NamedTuple):
    """Locals of the division of damage: the shares of the obstacles so far, in their order."""

    shares: tuple[int, ...]


class Drawing(NamedTuple):
    """Locals of DRAW: who draws, how many cards are still due, and the clause that says so."""

    seat: int
    left: int
    clause: str


class Resolving(NamedTuple):
    """Locals of EFFECT: an ability being carried out, and how far it has come.

    seat : its user. chosen : the id of an obstacle or ally, or 0. spent : a used card, discarded when it is done.
    """

    card: CardNumber
    ability: int
    at: int
    seat: int
    chosen: InPlay
    spent: bool


class Fight(NamedTuple):
    """The fight in progress (KH-3.6): a Battle or a Challenge of the player in `seat`.

    used : the Attack, Magic and Technique cards used by each seat. weakened : what a Technique takes from the POW of
    the obstacles until the fight ends.
    """

    challenge: bool
    seat: int
    used: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    weakened: int = 0


class Player:
    """One player's zones and heart points (KH-3.1 to 3.9, 4.3). The top of the deck is the end of the list."""

    __slots__ = ("allies", "deck", "discard", "form", "gear", "hand", "hero", "hp", "kept", "obstacles", "worlds")

    def __init__(self) -> None:
        self.deck: list[int] = []
        self.hand: list[int] = []
        self.discard: list[int] = []
        self.kept = 0  # so many first cards of the hand were there when the discard pile last became the deck
        self.hp = 0
        self.hero = NO_CARD
        self.form = NO_CARD  # the Form Change lying on the hero
        self.gear: tuple[int, ...] = ()  # Equipment on the hero
        self.allies: list[Ally] = []
        self.worlds: list[int] = []  # bottom to top
        self.obstacles: list[Obstacle] = []  # on the top world, owned by the other player

    def copy(self) -> Player:
        """Return an independent copy."""
        other = Player.__new__(Player)
        other.deck = self.deck[:]
        other.hand = self.hand[:]
        other.discard = self.discard[:]
        other.kept = self.kept
        other.hp = self.hp
        other.hero = self.hero
        other.form = self.form
        other.gear = self.gear
        other.allies = self.allies[:]
        other.worlds = self.worlds[:]
        other.obstacles = self.obstacles[:]
        return other


class KingdomHeartsState(State):
    """A game in progress. Seats are 0 and 1."""

    __slots__ = ("actions_taken", "faces", "fight", "flags", "players", "turn_player")

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.faces: list[Face] = [card.extra for card in game.cards]
        self.players = (Player(), Player())
        self.turn_player = 0
        self.flags = 0
        self.actions_taken = 0  # in this Action Time, for the limit of KH-R46
        self.fight: Fight | None = None

    def copy(self) -> KingdomHeartsState:
        """Return an independent state."""
        other = KingdomHeartsState.__new__(KingdomHeartsState)
        self.copy_kernel(other)
        other.faces = self.faces
        one, two = self.players
        other.players = (one.copy(), two.copy())
        other.turn_player = self.turn_player
        other.flags = self.flags
        other.actions_taken = self.actions_taken
        other.fight = self.fight
        return other

    def view(self, seat: int) -> dict[str, Any]:
        """Return what the player in `seat` may see (KH-R47); see `engines.kingdom_hearts.view`."""
        from engines.kingdom_hearts.view import view

        return view(self, seat)

    def canonical_key(self) -> tuple[Any, ...]:
        """Return a key that ignores ids and the order of zones whose order has no meaning."""
        fight = self.fight
        dividing = type(self.local) is Dividing  # then the order of the obstacles matters
        zones = []
        for player in self.players:
            obstacles = [card for _, card in player.obstacles]
            zones.append(
                (
                    tuple(player.deck),
                    tuple(sorted(player.hand)),
                    tuple(sorted(player.discard)),
                    player.hp,
                    player.hero,
                    player.form,
                    tuple(sorted(player.gear)),
                    tuple(sorted(map(_look_of, player.allies))),
                    tuple(player.worlds),
                    tuple(obstacles if dividing else sorted(obstacles)),
                )
            )
        return (
            place_key(self, self._looks),
            self.open_chance,
            self.prover,
            self.turn_player,
            self.flags,
            self.result,
            tuple(zones),
            None if fight is None else fight._replace(used=(_sorted(fight.used[0]), _sorted(fight.used[1]))),
            max(0, self.turn - self.game.parameters["turn_cap"] + NEAR),
            self.actions_taken,
            self.chance if self.players[0].hero == NO_CARD and not self.open_chance else 0,  # decks to be shuffled
        )

    def _looks(self, number: Any) -> Any:
        if not isinstance(number, int) or number <= 0:
            return (number,)
        for seat, player in enumerate(self.players):
            for ally in player.allies:
                if ally[ID] == number:
                    return (seat, "ally", _look_of(ally))
            for obstacle in player.obstacles:
                if obstacle[ID] == number:
                    return (seat, "obstacle", obstacle[CARD])
        return ()

    # Looking up.

    def name(self, card: int) -> str:
        """Return the name of a card."""
        return self.game.cards[card].name

    def ally(self, seat: int, number: int) -> Ally | None:
        """Return the ally of a player with this id, or None."""
        for ally in self.players[seat].allies:
            if ally[ID] == number:
                return ally
        return None

    def find(self, number: int) -> tuple[int, Ally | Obstacle] | None:
        """Return (seat of the field it lies on, ally or obstacle) for an id, or None if it has left."""
        for seat, player in enumerate(self.players):
            for ally in player.allies:
                if ally[ID] == number:
                    return seat, ally
            for obstacle in player.obstacles:
                if obstacle[ID] == number:
                    return seat, obstacle
        return None

    def new_id(self) -> int:
        """Return the id of a card that is placed now."""
        self.serial += 1
        return self.serial


def _look_of(ally: Ally) -> tuple[Any, ...]:
    return (ally[CARD], tuple(sorted(ally[GEAR])), ally[JOINED])


def _sorted(cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(cards))


def turn_player(state: KingdomHeartsState) -> int:
    """Return the seat whose turn it is."""
    return state.turn_player


def belongings(state: KingdomHeartsState, seat: int) -> list[int]:
    """Return the numbers of all cards of a player, wherever they are; obstacles lie on the other field (KH-3.5)."""
    player, rival, local = state.players[seat], state.players[1 - seat], state.local
    cards = player.deck + player.hand + player.discard + player.worlds
    cards += [card for card in (player.hero, player.form, *player.gear) if card != NO_CARD]
    cards += [card for ally in player.allies for card in (ally[CARD], *ally[GEAR])]
    cards += [card for _, card in rival.obstacles]
    cards += state.fight.used[seat] if state.fight is not None else ()
    spent = type(local) is Resolving and local.spent and local.seat == seat
    return [*cards, *_resolving(state, seat), *([local.card] if spent else [])]


def _resolving(state: KingdomHeartsState, seat: int) -> list[int]:
    """Return the cards whose effect waits for something it has called, such as a draw."""
    cards, frames = [], state.frames
    while frames:
        _, local, frames = frames
        if type(local) is Resolving and local.spent and local.seat == seat:
            cards.append(local.card)
    return cards
