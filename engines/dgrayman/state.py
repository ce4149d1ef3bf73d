"""Chapters 3 and 4: zones and card states, which make up the state of a game.

A card is the number of its definition; on the field (DGM-3.1) it is a tuple (id, card, active, change of power this
turn, change during the action under way, saved from its comparison). Upright is active, sideways inactive (DGM-4.1,
4.2). A card carries no damage (DGM-4.5) and has no other state. Units are not stored; they are worked out from the
names on a field (`engines.dgrayman.units`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engines.declare import declaration, fields, records
from engines.declare.call_stack import CardNumber, InPlay, iterate_frames
from engines.declare.declaration import DeclaredState, Zones
from engines.declare.records import Record
from engines.declare.zone_fields import OWNER
from engines.dgrayman.cards import BLANK, CHARACTERS, UNSEEN, Face
from engines.errors import DataError
from engines.forms import visibility
from engines.forms.positions import Reader
from engines.game import Game
from engines.kernel.flow import name_decider
from engines.legal.changed_figures import Changes, find_changes

if TYPE_CHECKING:
    from engines.dgrayman.units import Unit

MOST_POINTS = 99
"""The maximum number of points, and of units founded, in a position."""
FieldCard = tuple[int, int, bool, int, int, bool]
Names = tuple[str, ...]
ID: Final = 0
CARD: Final = 1
ACTIVE: Final = 2
FOR_TURN: Final = 3
FOR_ACTION: Final = 4
SAVED: Final = 5

STANDBY, ACTION = ZONES = ("standby", "action")


def check_character(reader: Reader[DGraymanState], card: FieldCard, text: str) -> None:
    """Refuse an unseen card, since it is not a Character card."""
    if card[CARD] <= BLANK:
        raise DataError(reader.where, f"{text!r} is no Character card.", "Only Character cards stand there.")


def check_out(reader: Reader[DGraymanState], card: FieldCard, text: str) -> None:
    """Refuse an unseen card, and an active card in the Action Zone (DGM-3.3)."""
    check_character(reader, card, text)
    if card[ACTIVE]:
        raise DataError(reader.where, f"{text!r} is active.", "Cards in the Action Zone are inactive (DGM-3.3).")


def field_card(active: bool, check: Any) -> Record:
    """Return the record of a card on the field. active : its default state."""
    return Record(
        records.identity(),
        records.card(CHARACTERS, "Only Character cards stand there."),
        records.mark("active", off="inactive", usual=active, noun="orientation"),
        records.figure("power", None, shown=False, most=MOST_POINTS),
        records.figure("power in action", None, shown=False, most=MOST_POINTS),
        records.mark("saved", shown=False),
        checks=(check,),
    )


class Placing(NamedTuple):
    """The locals of the placement of one card: the card, and whether it founds a unit, joins one, or links two."""

    card: CardNumber
    how: str


class Gaining(NamedTuple):
    """The locals of GAIN_POINTS: the player, the points, and the number of cards that the opponent must still draw."""

    seat: int
    points: int
    draws: int


class Using(NamedTuple):
    """The locals of a Skill card or ability being carried out, and its progress.

    seat : its controller. user : the card that uses it or has the ability. chosen : the id of a card, the names of a
    unit, or 0. done : the number of cards that the opponent has discarded for this instruction. timing : "main" or
    "response" for a Skill card, "" for an ability.
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

    kind : attack, search, search_deck, draw or recover. actor : the acting card. card : its number, known even after it
    has left. names : the names of its unit at the declaration; two names mean a merged unit, which keeps its scale
    (DGM-R15). target : the id of the attacked card. recovers : the card to recover. answers : the other player's
    answering cards. negated : whether the Intercept has been negated.
    """

    kind: str
    actor: InPlay
    card: CardNumber = UNSEEN
    names: Names = ()
    target: InPlay = 0
    recovers: CardNumber = UNSEEN
    answers: InPlay = ()
    negated: bool = False

    @property
    def scale(self) -> int:
        """The scale of the acting unit, which is 2 if it is merged (DGM-14.8)."""
        return len(self.names)

    @property
    def answered(self) -> str:
        """How the other player has answered: "guard", "intercept", or ""."""
        return answer_to(self.kind) if self.answers else ""


def answer_to(kind: str) -> str:
    """Return the answer to a kind of action: Guard to an Attack, Intercept to all others (DGM-11.1 to 11.3)."""
    return "guard" if kind == "attack" else "intercept"


def action_key(state: DGraymanState) -> Any:
    """Return the part of a canonical key for the action under way, except the roles of its cards."""
    declared = state.declared
    return declared and (
        declared.kind,
        declared.card,
        declared.names,
        declared.recovers,
        declared.answered,
        declared.negated,
    )


def skills_by_unit(game: Game) -> dict[str, list[int]]:
    """Return, for each unit, the Skill cards that only this unit can use (DGM-12.1)."""
    found: dict[str, list[int]] = {}
    for card in game.cards:
        if card.extra.is_skill:
            found.setdefault(card.extra.name, []).append(card.number)
    return found


@declaration.zones
class Player(Zones):
    """One player's Search Points and zones (DGM-3.1 to 3.5, 1.7).

    bottom : the number of cards at the bottom of the deck that both players have seen (DGM-R40). named : for each name
    with a unit on the field, the names of that unit, which are two for a merged unit. count : the number of units,
    where a merged unit counts as one (DGM-5.7, 14.7). active : the active units; None if the field has changed since
    they were computed.
    """

    points: int = fields.number(show=True, most=MOST_POINTS)
    hand: list[int] = fields.cards(sees=OWNER)
    deck: list[int] = fields.pile(known="bottom")
    bottom: int = fields.bottom(of="deck")
    discard: list[int] = fields.cards()
    standby: list[FieldCard] = fields.records(field_card(True, check_character))
    action: list[FieldCard] = fields.records(field_card(False, check_out))
    units: list[dict[str, Any]] = fields.worked_out()
    named: dict[str, Names] = fields.derived("{}")
    count: int = fields.derived("0")
    active: list[Unit] | None = fields.derived()

    def link(self, faces: list[Face]) -> None:
        """Recompute `named`: a Doubles card turns the units of its two names into one (DGM-5.1, 14.4, 14.5)."""
        there = [faces[card[CARD]] for card in self.standby + self.action]
        self.named = {face.name: face.names for face in there}
        self.named |= {name: face.names for face in there if face.doubles for name in face.names}
        self.count = len(set(self.named.values()))


@declaration.state
class DGraymanState(DeclaredState):
    """A game in progress. Seats are 0 and 1.

    limit : the number of units that may be founded this turn (DGM-8.1). deck_searched : whether the Deck Search of this
    turn has been used (DGM-10.7). uses : the number of uses in this Main Phase (DGM-R50). waiting : triggered
    abilities, (seat, card, ability, id). changed : whether the power of a card has been changed this turn.
    """

    faces: list[Face] = fields.shared(lambda game: [card.extra for card in game.cards])
    changes: Changes | None = fields.shared(find_changes)
    skills: dict[str, list[int]] = fields.shared(skills_by_unit)
    players: tuple[Player, Player] = fields.both(Player)
    turn_player: int = fields.seat(written="player", show=True)
    first_player: int = fields.seat(written="first", key="{} if state.turn <= 1 else None")
    limit: int = fields.number(show=True, most=MOST_POINTS, key="{} - state.founded")
    founded: int = fields.number(show=True, most=MOST_POINTS, key="")
    deck_searched: bool = fields.flag(show=True)
    uses: int = fields.count(near="uses")
    declared: DeclaredAction | None = fields.under_way(
        DeclaredAction, written="action", show=False, rival=("target", "answers"), names={"actor": "by"}, key=action_key
    )
    waiting: tuple[tuple[int, int, int, int], ...] = fields.queue()
    changed: bool = fields.derived("False")

    def more_of_key(self) -> tuple[Any, ...]:
        """Return the rest of the canonical key: whether the skipped first draw is still to come (DGM-7.4)."""
        return (*DeclaredState.more_of_key(self), min(self.turn, 2))

    # Look-ups.

    def find(self, card_id: int) -> tuple[int, str, FieldCard] | None:
        """Return (seat, STANDBY or ACTION, card) of the card with this id, or None if it is not on a field."""
        for seat, player in enumerate(self.players):
            for card in player.action:
                if card[ID] == card_id:
                    return seat, ACTION, card
            for card in player.standby:
                if card[ID] == card_id:
                    return seat, STANDBY, card
        return None

    def there(self, card_id: int) -> tuple[int, str, FieldCard]:
        """Return (seat, zone, card) of the card with this id, which must be on a field."""
        found = self.find(card_id)
        assert found is not None
        return found

    def change(self, card: FieldCard, to: str = "", **changes: Any) -> None:
        """Replace `card` with a changed card, or move it to the zone `to` of its player."""
        parts: tuple[Any, ...] = card
        new = tuple(changes.get(name, old) for name, old in zip(CHANGES, parts, strict=True))
        seat, zone, _ = self.there(card[ID])
        player = self.players[seat]
        cards: list[Any] = getattr(player, zone)
        if to in ("", zone):
            cards[cards.index(card)] = new
        else:
            cards.remove(card)
            getattr(player, to).append(new)
        player.active = None
        if "number" in changes:
            player.link(self.faces)

    def enter(self, seat: int, card: int, active: bool, zone: str = STANDBY) -> int:
        """Put a card onto a player's field and return its id."""
        number = self.new_id()
        player = self.players[seat]
        (player.standby if zone == STANDBY else player.action).append((number, card, active, 0, 0, False))
        player.active = None
        face = self.faces[card]
        if face.doubles:
            player.link(self.faces)
        elif face.name not in player.named:
            player.named = player.named | {face.name: face.names}
            player.count += 1
        return number


def with_id(cards: list[FieldCard], card_id: int) -> FieldCard | None:
    """Return the card of a zone with this id; None if it is not there."""
    for card in cards:
        if card[ID] == card_id:
            return card
    return None


CHANGES = ("id", "number", "active", "for_turn", "for_action", "saved")
"""The names under which `DGraymanState.change` may change the parts of a card on the field, in order."""


turn_player: Callable[[DGraymanState], int] = name_decider("turn player", "turn_player")
"""Returns the seat of the turn player."""


other_player: Callable[[DGraymanState], int] = name_decider("other player", "turn_player", other=True)
"""Returns the seat of the player whose turn it is not."""


def action_of(state: DGraymanState) -> DeclaredAction:
    """Return the action under way, which must exist."""
    assert state.declared is not None
    return state.declared


def recoverable_cards(state: DGraymanState, seat: int) -> list[int]:
    """Return the Character cards of any kind in a player's discard pile (DGM-10.9, DGM-R17)."""
    faces = state.faces
    return [card for card in dict.fromkeys(state.players[seat].discard) if faces[card].is_character]


def carried_out(state: DGraymanState) -> Using | None:
    """Return the Skill card being used, or None. It is in no zone until its effect is over (DGM-R29).

    There is at most one: a Skill card cannot be answered (DGM-11.8).
    """
    return next((local for _, local in iterate_frames(state) if type(local) is Using and local.timing), None)


def belongings(state: DGraymanState, seat: int) -> list[int]:
    """Return the numbers of all cards of a player: those in zones, and the one in no zone (DGM-3.4)."""
    used = carried_out(state)
    return visibility.belongings(state, seat) + ([used.card] if used is not None and used.seat == seat else [])
