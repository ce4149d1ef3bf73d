"""Chapters 3 and 4: zones, card states and values, which make up the state of a game.

A card is the number of its definition. An ally is a tuple (id, card, Equipment on it, participating); an obstacle is
(id, card). Nothing is ever turned or exhausted (KH-4.1), and a card can be used from the moment it is placed (KH-4.2).
Each player's field is a hero slot, an ally area, a stack of worlds, and the obstacles on top of it (KH-3.1 to 3.5);
obstacles belong to the other player. A Dark·Nobody card's zone determines its purpose (KH-4.5).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engines.declare import declaration, fields, records
from engines.declare.call_stack import CardNumber, CardNumbers, InPlay, Seat, iterate_frames
from engines.declare.declaration import DeclaredState, Zones
from engines.declare.records import Record
from engines.declare.zone_fields import OWNER
from engines.forms.positions import cards_in
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts.cards import ALLY, DARK_NOBODY, EQUIPMENT, MAGIC_ALLY, PLAYER, WORLD, Face
from engines.legal.arguments import find_card
from engines.legal.changed_figures import Changes, find_changes

Ally = tuple[int, int, tuple[int, ...], bool]
Obstacle = tuple[int, int]
ID: Final = 0
CARD: Final = 1
GEAR: Final = 2
JOINED: Final = 3
HERO_ID: Final = 0
"""The id of a hero as caster or bearer; allies and obstacles have ids from 1."""
MOVED, FLED, BATTLED = 1, 2, 4
MOST_POINTS = 99
"""The maximum heart points in a position; also the furthest that they may be below 0."""
DONE = ("moved", "fled", "battled")
"""Flags for what the turn player has done this turn.

Techniques and Challenges need no flag: each has only one place in a turn.
"""


class Picking(NamedTuple):
    """The locals of a choice of several cards in the hand: the player, and the cards picked so far."""

    seat: int
    picks: tuple[int, ...]


class Dividing(NamedTuple):
    """The locals of the division of damage: the shares of the obstacles so far, in order."""

    shares: tuple[int, ...]


class Drawing(NamedTuple):
    """The locals of DRAW: the player, the number of cards still due, and the clause for it."""

    seat: int
    left: int
    clause: str


class Resolving(NamedTuple):
    """The locals of EFFECT: an ability being carried out, and its progress.

    seat : its user. chosen : the id of an obstacle or ally, or 0. spent : whether the card is discarded when its
    ability is done.
    """

    card: CardNumber
    ability: int
    at: int
    seat: int
    chosen: InPlay
    spent: bool


class Fight(NamedTuple):
    """The fight in progress (KH-3.6): a Battle or a Challenge of the player in `seat`.

    used : the Attack, Magic and Technique cards used by each seat. weakened : how much a Technique reduces the
    obstacles' POW until the fight ends.
    """

    challenge: bool = False
    seat: Seat = 0
    used: CardNumbers = ((), ())
    weakened: int = 0


def obstacles_key(player: Player, state: KingdomHeartsState) -> tuple[int, ...]:
    """Return the part of a canonical key for obstacles. Their order matters only while damage is divided among them."""
    cards = [card for _, card in player.obstacles]
    return tuple(cards if type(state.procedure_locals) is Dividing else sorted(cards))


def fight_key(state: KingdomHeartsState) -> Any:
    """Return the part of a canonical key for a fight. It ignores the order in which cards were used."""
    fight = state.fight
    return fight and fight._replace(used=(tuple(sorted(fight.used[0])), tuple(sorted(fight.used[1]))))


ALLY_RECORD = Record(
    records.identity(),
    records.card((ALLY, MAGIC_ALLY, DARK_NOBODY, PLAYER)),
    records.attached_cards("equipment", (EQUIPMENT,)),
    records.mark("joined", off="apart"),
)
OBSTACLE_RECORD = Record(records.identity(), records.card((DARK_NOBODY,)))


@declaration.zones
class Player(Zones):
    """One player's zones and heart points (KH-3.1 to 3.9, 4.3).

    form : the Form Change on the hero. gear : the Equipment on the hero. worlds : from bottom to top. obstacles : those
    on the top world, owned by the other player. kept : how many cards, at the front of the hand, the player has held
    since the discard pile last became the deck; the other player can work out which they are (KH-R47).
    """

    hp: int = fields.number(low=-MOST_POINTS, most=MOST_POINTS, show=True)
    total: int = fields.worked_out()
    ally_level: int = fields.worked_out()
    hero: int = fields.one_card(allowed=(PLAYER,), entries=True)
    form: int = fields.one_card(allowed=(PLAYER,), show=False)
    gear: tuple[int, ...] = fields.cards(start="()", copied="{}", allowed=(EQUIPMENT,), shape=[str], show=False)
    allies: list[Ally] = fields.records(ALLY_RECORD)
    worlds: list[int] = fields.cards(ordered=True, entries=True, allowed=(WORLD,), shape=[str])
    obstacles: list[Obstacle] = fields.records(OBSTACLE_RECORD, key=obstacles_key)
    hand: list[int] = fields.cards(sees=OWNER)
    kept: int = fields.number(key="")
    deck: list[int] = fields.pile()
    discard: list[int] = fields.cards()


@declaration.state
class KingdomHeartsState(DeclaredState):
    """A game in progress. Seats are 0 and 1."""

    faces: list[Face] = fields.shared(lambda game: [card.extra for card in game.cards])
    changes: Changes | None = fields.shared(find_changes)
    players: tuple[Player, Player] = fields.both(Player)
    turn_player: int = fields.seat(written="player", show=True)
    done: int = fields.bits(DONE, show=True)
    actions_taken: int = fields.count(near="actions_a_turn", written="actions", at="")  # in this Action Time (KH-R46)
    fight: Fight | None = fields.under_way(Fight, names={"seat": "by"}, key=fight_key)
    shares: list[int] | None = fields.worked_out()
    picks: list[str | None] | None = fields.worked_out()
    carried_out: str | None = fields.worked_out()

    def more_of_key(self) -> tuple[Any, ...]:
        """Return the rest of the canonical key.

        It includes the random numbers as long as the decks have not been shuffled.
        """
        unshuffled = self.players[0].hero == NO_CARD and not self.open_chance
        return (*DeclaredState.more_of_key(self), self.chance if unshuffled else 0)

    # Look-ups.

    def ally(self, seat: int, number: int) -> Ally | None:
        """Return the ally of a player with this id, or None."""
        for ally in self.players[seat].allies:
            if ally[ID] == number:
                return ally
        return None

    def find(self, number: int) -> tuple[int, Ally | Obstacle] | None:
        """Return (seat of its field, ally or obstacle) for an id; None if it has left."""
        place = find_card(self, ("allies", "obstacles"), number)
        return None if place is None else (place[0], place[2])


def fight_of(state: KingdomHeartsState) -> Fight:
    """Return the fight under way, which must exist."""
    assert state.fight is not None
    return state.fight


def belongings(state: KingdomHeartsState, seat: int) -> list[int]:
    """Return the numbers of all cards of a player, in all zones.

    Their obstacles are on the other player's field (KH-3.5).
    """
    player, rival = state.players[seat], state.players[1 - seat]
    cards = cards_in(player) + [card for _, card in rival.obstacles]
    for _, card in player.obstacles:
        cards.remove(card)
    cards += state.fight.used[seat] if state.fight is not None else ()
    # the cards whose effect is being carried out, or waits for a draw
    used = [
        local for _, local in iterate_frames(state) if type(local) is Resolving and local.spent and local.seat == seat
    ]
    return cards + [local.card for local in used]
