"""Chapters 3 and 4: zones and card states. The state of a game.

A card is the number of its definition; on the field (DGM-3.1) it is a tuple (id, card, active, change of power this
turn, change during the action under way, saved from its comparison). Upright is active, sideways inactive (DGM-4.1,
4.2). A card carries no damage (DGM-4.5), and nothing else of it is kept: units are not stored, they are worked out
from the names on a field (`engines.dgrayman.units`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from engines.core.flow import who
from engines.core.frames import CardNumber, InPlay, place_key
from engines.core.game import Game
from engines.core.state import State
from engines.dgrayman.cards import Face

FieldCard = tuple[int, int, bool, int, int, bool]
Names = tuple[str, ...]
ID: Final = 0
CARD: Final = 1
ACTIVE: Final = 2
FOR_TURN: Final = 3
FOR_DEED: Final = 4
SAVED: Final = 5

STANDBY, ACTION = range(2)
ZONES = ("standby", "action")
NEAR: Final = 25
"""How near to a limit a count begins to matter for what can still happen, and so for a canonical key."""


class Placing(NamedTuple):
    """Locals of the placement of one card: which, and whether it founds a unit, joins one, or links two."""

    card: CardNumber
    how: str


class Gaining(NamedTuple):
    """Locals of GAIN_POINTS: who gains how many points, and how many cards the opponent has still to draw."""

    seat: int
    points: int
    draws: int


class Using(NamedTuple):
    """Locals of a Skill card or ability being carried out, and how far it has come.

    seat : its controller. user : the card that uses it, or has the ability. chosen : the id of a card, the names of a
    unit, or 0. done : how many cards this instruction has made the opponent discard. timing : "main" or "response" of
    a Skill card, "" for an ability.
    """

    card: CardNumber
    ability: int
    at: int
    seat: int
    user: InPlay
    chosen: InPlay
    done: int
    timing: str


class DeclaredAction(NamedTuple):
    """The action under way, declared by the turn player (DGM-9.8).

    kind : attack, search, search_deck, draw or recover. actor : the acting card, and `card` its number, which is
    known even when it has left. names : those its unit bore when it was declared; two make a merged unit, which keeps
    its scale (DGM-R15). target : the id of the attacked card, or the number of the card to recover. answered :
    "guard" or "intercept" once the other player has answered, with the cards in `answers`. changed : a card has a
    change that ends with the action.
    """

    kind: str
    actor: int
    card: int
    names: Names
    target: int = 0
    answered: str = ""
    answers: tuple[int, ...] = ()
    negated: bool = False
    changed: bool = False

    @property
    def scale(self) -> int:
        """The scale of the acting unit: 2 if it is merged (DGM-14.8)."""
        return len(self.names)


class Player:
    """One player's zones and Search Points, kept as a number (DGM-3.1 to 3.5, 1.7).

    The top of the deck is the end of the list. known : how many cards at its bottom both players have seen
    (DGM-R40).
    """

    __slots__ = ("action", "deck", "discard", "hand", "known", "links", "points", "standby")

    def __init__(self) -> None:
        self.deck: list[int] = []
        self.hand: list[int] = []
        self.discard: list[int] = []
        self.standby: list[FieldCard] = []
        self.action: list[FieldCard] = []
        self.points = 0
        self.known = 0
        self.links: dict[str, Names] = {}  # for each name in a merged unit the two names of that unit

    def copy(self) -> Player:
        """Return an independent copy."""
        other = Player.__new__(Player)
        other.deck = self.deck[:]
        other.hand = self.hand[:]
        other.discard = self.discard[:]
        other.standby = self.standby[:]
        other.action = self.action[:]
        other.points = self.points
        other.known = self.known
        other.links = self.links
        return other

    def link(self, faces: list[Face]) -> None:
        """Work out the links anew, after a Doubles card has come or gone (DGM-14.4, 14.5)."""
        pairs = {
            faces[card[CARD]].names
            for zone in (self.standby, self.action)
            for card in zone
            if faces[card[CARD]].doubles
        }
        self.links = {name: names for names in pairs for name in names}


class DGraymanState(State):
    """A game in progress. Seats are 0 and 1."""

    __slots__ = (
        "deed",
        "faces",
        "first_player",
        "founded",
        "limit",
        "players",
        "searched",
        "turn_player",
        "uses",
        "waiting",
    )

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.faces: list[Face] = [card.extra for card in game.cards]
        self.players = (Player(), Player())
        self.first_player = self.turn_player = 0
        self.limit = 0  # units that may be founded this turn (DGM-8.1)
        self.founded = 0
        self.searched = False  # the Deck Search of this turn has been chosen (DGM-10.7)
        self.uses = 0  # in this Main Phase, for the guard of DGM-R50
        self.deed: DeclaredAction | None = None
        self.waiting: tuple[tuple[int, int, int, int], ...] = ()  # (seat, card, ability, id) set off

    def copy(self) -> DGraymanState:
        """Return an independent state."""
        other = DGraymanState.__new__(DGraymanState)
        self.copy_kernel(other)
        other.faces = self.faces
        one, two = self.players
        other.players = (one.copy(), two.copy())
        other.first_player = self.first_player
        other.turn_player = self.turn_player
        other.limit = self.limit
        other.founded = self.founded
        other.searched = self.searched
        other.uses = self.uses
        other.deed = self.deed
        other.waiting = self.waiting
        return other

    def view(self, seat: int) -> dict[str, Any]:
        """Return what the player in `seat` may see (DGM-3.5, DGM-R40); see `engines.dgrayman.view`."""
        from engines.dgrayman.view import view

        return view(self, seat)

    def canonical_key(self) -> tuple[Any, ...]:
        """Return a key that ignores card ids and the order of zones whose order has no meaning."""
        deed, limits = self.deed, self.game.parameters
        counts = {"turn_cap": self.turn, "uses": self.uses}
        return (
            place_key(self, self._looks),
            self.open_chance,
            self.turn_player,
            self.first_player if self.turn <= 1 else None,
            min(self.turn, 2),  # the first draw of all is skipped (DGM-7.4)
            self.result,
            tuple(
                (
                    tuple(player.deck),
                    tuple(sorted(player.hand)),
                    tuple(sorted(player.discard)),
                    tuple(sorted(map(self._look_of, player.standby))),
                    tuple(sorted(map(self._look_of, player.action))),
                    player.points,
                )
                for player in self.players
            ),
            self.limit - self.founded,
            self.searched,
            None
            if deed is None
            else (
                deed.kind,
                self._looks(deed.actor),
                deed.card,
                deed.names,
                deed.target if deed.kind == "recover" else self._looks(deed.target),
                deed.answered,
                tuple(sorted(map(self._looks, deed.answers))),
                deed.negated,
            ),
            tuple((seat, card, ability, self._looks(one)) for seat, card, ability, one in self.waiting),
            *(max(0, count - limits[name] + NEAR) for name, count in counts.items()),
        )

    def _look_of(self, card: FieldCard) -> tuple[Any, ...]:
        deed, role = self.deed, 0
        if deed is not None:
            one = card[ID]
            attacked = deed.kind == "attack" and one == deed.target
            role = 1 if one == deed.actor else 2 if one in deed.answers else 3 if attacked else 0
        return (*card[1:], role)

    def _looks(self, value: Any) -> Any:
        if isinstance(value, int) and value > 0:
            found = self.find(value)
            return () if found is None else (*found[:2], self._look_of(found[2]))
        return (value,)

    # Looking up.

    def name(self, card: int) -> str:
        """Return the name of a card."""
        return self.game.cards[card].name

    def find(self, card_id: int) -> tuple[int, int, FieldCard] | None:
        """Return (seat, STANDBY or ACTION, card) of the card with this id, or None if it is not on a field."""
        for seat, player in enumerate(self.players):
            for card in player.action:
                if card[ID] == card_id:
                    return seat, ACTION, card
            for card in player.standby:
                if card[ID] == card_id:
                    return seat, STANDBY, card
        return None

    def there(self, card_id: int) -> tuple[int, int, FieldCard]:
        """Return (seat, zone, card) of a card that is known to be on a field."""
        found = self.find(card_id)
        assert found is not None
        return found

    def in_action(self, seat: int, card_id: int) -> FieldCard | None:
        """Return the card with this id in a player's Action Zone, or None."""
        for card in self.players[seat].action:
            if card[ID] == card_id:
                return card
        return None

    def change(
        self,
        card: FieldCard,
        number: int | None = None,
        active: bool | None = None,
        for_turn: int | None = None,
        for_deed: int | None = None,
        saved: bool | None = None,
        to: int | None = None,
    ) -> FieldCard:
        """Put a changed card in the place of `card`, or into the zone `to` of its player; return it."""
        new = (
            card[ID],
            card[CARD] if number is None else number,
            card[ACTIVE] if active is None else active,
            card[FOR_TURN] if for_turn is None else for_turn,
            card[FOR_DEED] if for_deed is None else for_deed,
            card[SAVED] if saved is None else saved,
        )
        for player in self.players:
            zones = (player.standby, player.action)
            for place, zone in enumerate(zones):
                if card in zone:
                    if to is None or to == place:
                        zone[zone.index(card)] = new
                    else:
                        zone.remove(card)
                        zones[to].append(new)
                    if number is not None:
                        player.link(self.faces)
                    return new
        raise AssertionError("the card is not on a field")

    def enter(self, seat: int, card: int, active: bool, zone: int = STANDBY) -> int:
        """Put a card onto a player's field and return its id."""
        self.serial += 1
        player = self.players[seat]
        (player.standby if zone == STANDBY else player.action).append((self.serial, card, active, 0, 0, False))
        if self.faces[card].doubles:
            player.link(self.faces)
        return self.serial


@who("turn player")
def turn_player(state: DGraymanState) -> int:
    """Return the turn player."""
    return state.turn_player


@who("other player")
def other_player(state: DGraymanState) -> int:
    """Return the player whose turn it is not."""
    return 1 - state.turn_player


def locals_of(state: DGraymanState) -> Iterator[Any]:
    """Yield the locals of the running procedure and of those below it."""
    yield state.local
    frames = state.frames
    while frames:
        _, local, frames = frames
        yield local


def carried_out(state: DGraymanState) -> Using | None:
    """Return the Skill card being used, which is in no zone until its effect is over (DGM-R29), or None.

    At most one is: nobody can answer a Skill card (DGM-11.8).
    """
    for local in locals_of(state):
        if type(local) is Using and local.timing:
            return local
    return None


def belongings(state: DGraymanState, seat: int) -> list[int]:
    """Return the numbers of all cards of a player: in zones, and the one in no zone (DGM-3.4)."""
    player, used = state.players[seat], carried_out(state)
    return [
        *player.deck,
        *player.hand,
        *player.discard,
        *(card[CARD] for card in player.standby + player.action),
        *([used.card] if used is not None and used.seat == seat else []),
    ]
