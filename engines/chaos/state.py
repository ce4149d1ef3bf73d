"""Chapters 4 and 5: zones and card states. The state of a game.

A card is the number of its definition. Everything stacked in one space of the arena is a `Pile`. A player's arena has
five spaces: the Partner area, then the front row and the back row of the Friend area (CHA-4.1 to 4.5). A card in the
arena has a facing and an orientation, two independent axes (CHA-5.1, 5.2); the order of a waiting room means nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from engines.chaos.cards import NO_CARD, UNSEEN, Face, Index
from engines.core.frames import CardNumber, InPlay, place_key
from engines.core.game import Game
from engines.core.state import State
from engines.core.watch import Waiting

STAND, REST, REVERSE = range(3)
ORIENTATIONS = ("stand", "rest", "reverse")
PARTNER: Final = 0
SPACES = ("partner", "front left", "front right", "back left", "back right")
FRONT, BACK = (1, 2), (3, 4)
FRIENDS = (*FRONT, *BACK)
ROWS = {"front": FRONT, "back": BACK}
"""The rows of the Friend area; which of its two spaces a character takes makes no difference (CHA-4.5, CHA-R50)."""

ATK, END, USED = "atk", "end", "used"
"""Kinds of temporary effects besides gained skills; USED marks an ability used that works once per turn."""

Layer = tuple[int, tuple[int, ...]]
"""A former character under an Extra card, with its level cards: all inert (CHA-R15)."""


class Pile(NamedTuple):
    """A character in the arena: everything stacked in one space.

    id : a running number, in the order of entry. top : the card that is the character. levels : its level cards.
    under : what lies beneath, the latest first. gear : the Set card or NO_CARD, at most one (CHA-3.4). effects : what
    lasts until turn end, (kind, amount).
    """

    id: int
    top: int
    levels: tuple[int, ...] = ()
    under: tuple[Layer, ...] = ()
    gear: int = NO_CARD
    up: bool = True
    turn: int = STAND
    damage: int = 0
    effects: tuple[tuple[str, int], ...] = ()


Found = tuple[int, int, Pile]
"""A character and where it is: seat, space, pile."""


class Battle(NamedTuple):
    """The battle under way: ids of its characters, 0 for none. target 0 is the Sub player (CHA-12.5).

    out : the characters that have dropped out of it (CHA-R31). struck : who has struck first.
    """

    attacker: int
    target: int = 0
    guard: int = 0
    out: tuple[int, ...] = ()
    struck: int = 0

    def has(self, pile_id: int) -> bool:
        """Return True if this character takes part in the battle and has not dropped out."""
        return pile_id in (self.attacker, self.target, self.guard) and pile_id not in self.out


class Doing(NamedTuple):
    """Locals of an action being paid for and carried out, and of an ability being resolved.

    what : enter, extra, set, event, ability or auto. at : the place in the program. unit : the character that enters,
    is set, or whose ability it is. row : where it enters. subject : the character of the event (auto). chosen : the
    character chosen last. picks : cards chosen, or materials picked. hand, rest, friend : what is still to be paid.
    """

    what: str
    card: CardNumber
    ability: int
    at: int
    seat: int
    unit: InPlay = 0
    row: str = ""
    subject: InPlay = 0
    chosen: InPlay = 0
    hand: int = 0
    rest: int = 0
    friend: int = 0
    picks: tuple[int, ...] = ()


class Damage(NamedTuple):
    """Locals of the player damage routine: who takes it, and the points still outstanding (CHA-14.2)."""

    seat: int
    left: int


@lru_cache(maxsize=64)
def known(game: Game) -> tuple[list[Face], Index, bool]:
    """Return what is worked out once for all cards of a game; True if some END depends on other characters."""
    faces: list[Face] = [card.extra for card in game.cards]
    return faces, Index(game.cards), any(end for face in faces for _, end, _ in face.statics)


Arenas = tuple[list[Pile | None], list[Pile | None]]
NOTHING_SETTLED: Final[Arenas] = ([None] * len(SPACES), [None] * len(SPACES))


class Player:
    """One player's zones (CHA-4.1 to 4.10). The top of the main deck is the end of the list.

    extra has the face-down cards of the Extra deck, spent the face-up ones (CHA-8.3, CHA-R3).
    """

    __slots__ = ("arena", "backyard", "deck", "extra", "hand", "spent", "waiting")

    def __init__(self) -> None:
        self.deck: list[int] = []
        self.hand: list[int] = []
        self.waiting: list[int] = []
        self.backyard: list[int] = []
        self.extra: list[int] = []
        self.spent: list[int] = []
        self.arena: list[Pile | None] = [None] * len(SPACES)

    def copy(self) -> Player:
        """Return an independent copy."""
        other = Player.__new__(Player)
        other.deck = self.deck[:]
        other.hand = self.hand[:]
        other.waiting = self.waiting[:]
        other.backyard = self.backyard[:]
        other.extra = self.extra[:]
        other.spent = self.spent[:]
        other.arena = self.arena[:]
        return other

    def piles(self) -> list[Pile]:
        """Return the characters in the arena: the Partner, then the Friends by their spaces."""
        return [pile for pile in self.arena if pile is not None]


class ChaosState(State):
    """A game in progress. `main` is the seat of the Main player (CHA-6.7)."""

    __slots__ = (
        "battle",
        "due",
        "entered",
        "extra_entered",
        "faces",
        "fought",
        "index",
        "levelled",
        "losses",
        "main",
        "players",
        "rounds",
        "settled",
        "waiting",
        "watchful",
    )

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.faces, self.index, self.watchful = known(game)
        self.players = (Player(), Player())
        self.main = 0
        self.battle: Battle | None = None
        self.waiting: tuple[Waiting, ...] = ()  # auto abilities; their source is (own pile or 0, pile of the event)
        self.losses = ("", "")  # the clause by which a player has lost, taking effect at the next check timing
        self.due: tuple[tuple[int, int], ...] = ()  # damage to players still to be carried out (CHA-R36)
        self.rounds = 0  # actions and repeated check timings this turn, for the guard of CHA-R48
        self.entered = self.extra_entered = self.levelled = False  # once per turn each (CHA-R54)
        self.settled: Arenas = NOTHING_SETTLED  # the arenas when nothing was due in them last; saves looking again
        self.fought = False  # the first ability step of this turn has begun (CHA-12.2)

    def copy(self) -> ChaosState:
        """Return an independent state."""
        other = ChaosState.__new__(ChaosState)
        self.copy_kernel(other)
        other.faces = self.faces
        other.index = self.index
        one, two = self.players
        other.players = (one.copy(), two.copy())
        other.main = self.main
        other.battle = self.battle
        other.waiting = self.waiting
        other.losses = self.losses
        other.due = self.due
        other.rounds = self.rounds
        other.settled = self.settled
        other.watchful = self.watchful
        other.entered = self.entered
        other.extra_entered = self.extra_entered
        other.levelled = self.levelled
        other.fought = self.fought
        return other

    def view(self, seat: int) -> dict[str, Any]:
        """Return what the player in `seat` may see (CHA-R51); see `engines.chaos.view`."""
        from engines.chaos.view import view

        return view(self, seat)

    def canonical_key(self) -> tuple[Any, ...]:
        """Return a key that ignores ids of characters, left and right, and the order of zones without one."""
        zones = []
        for seat, player in enumerate(self.players):
            partner, *friends = (() if pile is None else self._look_of(seat, pile) for pile in player.arena)
            zones.append(
                (
                    tuple(player.deck),
                    *(
                        tuple(sorted(zone))
                        for zone in (player.hand, player.waiting, player.backyard, player.extra, player.spent)
                    ),
                    partner,
                    tuple(sorted(friends[:2])),
                    tuple(sorted(friends[2:])),
                )
            )
        limits = self.game.parameters
        return (
            place_key(self, self._looks),
            (self.open_chance, self.prover),
            self.main,
            self.result,
            tuple(zones),
            None if self.battle is None else self.battle.target == 0,
            tuple((seat, card, place, *map(self._looks, source)) for seat, card, place, source in self.waiting),
            self.losses,
            self.due,
            (self.entered, self.extra_entered, self.levelled, self.fought),
            0 if self.turn else (limits["opening_hand"], self.open_chance or self.chance),  # decks are still shuffled
            min(self.turn, 2),  # the first turn has no attacks (CHA-7.8)
            max(0, self.turn - limits["turn_cap"] + NEAR),
            max(0, self.rounds - limits["rounds"] + NEAR),
        )

    def _look_of(self, seat: int, pile: Pile) -> tuple[Any, ...]:
        """Return what counts of a character: everything but its number, with its roles in the battle."""
        battle = self.battle
        roles = (
            ()
            if battle is None
            else (*(pile.id == one for one in battle[:3]), pile.id in battle.out, pile.id == battle.struck)
        )
        faces = self.faces
        shares = sum(
            other.id < pile.id and not faces[other.top].names.isdisjoint(faces[pile.top].names)
            for other in self.players[seat].piles()
        )  # the order of entry counts while a Name is there twice (CHA-R10)
        _, top, levels, *rest, effects = pile
        return (top, tuple(sorted(levels)), *rest, tuple(sorted(effects)), shares, roles)

    def _looks(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(self._looks, value))
        found = self.find(value) if value else None
        if found is None:
            return ()
        seat, space, pile = found
        return (seat, space in FRONT, space == PARTNER, self._look_of(seat, pile))

    # Looking up.

    def name(self, card: int) -> str:
        """Return the name of a card."""
        return self.game.cards[card].name

    def find(self, pile_id: int) -> Found | None:
        """Return (seat, space, pile) of the character with this id, or None if it is not in the arena."""
        for seat, player in enumerate(self.players):
            for pile in player.arena:
                if pile is not None and pile.id == pile_id:
                    return seat, player.arena.index(pile), pile
        return None

    def there(self, pile_id: int) -> Found:
        """Return (seat, space, pile) of a character that is known to be in the arena."""
        found = self.find(pile_id)
        assert found is not None
        return found

    def partner(self, seat: int) -> Pile:
        """Return a player's Partner, who never leaves the Partner area (CHA-4.2, 4.3)."""
        pile = self.players[seat].arena[PARTNER]
        assert pile is not None
        return pile

    def new_id(self) -> int:
        """Return the number of a character that enters: a running number."""
        self.serial += 1
        return self.serial


NEAR: Final = 25
"""How near to a limit a count begins to matter for what can still happen, and so for a canonical key."""


def cards_of(pile: Pile) -> list[int]:
    """Return all cards of a pile: the character, its level cards, what lies under it, its Set card."""
    cards = [pile.top, *pile.levels]
    for card, levels in pile.under:
        cards += (card, *levels)
    return cards if pile.gear == NO_CARD else [*cards, pile.gear]


HELD = ("enter", "extra", "set", "event")
"""What is being done with a card that has left its zone and is in none until it is done (CHA-R23)."""


def held(state: ChaosState, seat: int) -> list[int]:
    """Return the cards of a player that are in no zone: those being entered, set or used."""
    found, local, frames = [], state.local, state.frames
    while True:
        if type(local) is Doing and local.what in HELD and local.seat == seat:
            found.append(local.card)
        if not frames:
            return found
        _, local, frames = frames


def belongings(state: ChaosState, seat: int) -> list[int]:
    """Return the numbers of all cards of a player: in zones, in piles, and those in no zone at the moment."""
    player = state.players[seat]
    cards = player.deck + player.hand + player.waiting + player.backyard + player.extra + player.spent
    for pile in player.piles():
        cards += cards_of(pile)
    return cards + held(state, seat)


def may_be_any(state: ChaosState, seat: int, zone: list[int]) -> bool:
    """Return True if a zone has unseen cards that may be any in a proof; the prover's own can do nothing."""
    return state.open_chance and seat != state.prover and UNSEEN in zone


def copies_unseen(state: ChaosState, seat: int, card: int) -> int:
    """Return how many copies of a card may be among a player's unseen cards: all but the known ones (CHA-R1)."""
    return max(0, state.game.parameters["copies"] - belongings(state, seat).count(card))
