"""Chapters 4 and 5: zones and card states, which make up the state of a game.

A card is the number of its definition. Everything stacked in one space of the arena is a `Pile`. A player's arena has
five spaces: the Partner area, then the front row and the back row of the Friend area (CHA-4.1 to 4.5). A card in the
arena has a facing and an orientation, two independent axes (CHA-5.1, 5.2); the order of a waiting room has no meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any, Final, NamedTuple

from engines.chaos.cards import EVENT, EXTRA, FIGHTERS, LANDSCAPE, MAIN_DECK, NO_CARD, SET, SKILLS, UNSEEN, Face, Index
from engines.declare import declaration, fields, records
from engines.declare.call_stack import CardNumber, InPlay, iterate_frames
from engines.declare.declaration import DeclaredState, Zones
from engines.declare.records import Record
from engines.declare.zone_fields import EVERYBODY, OWNER
from engines.errors import DataError
from engines.forms import visibility
from engines.forms.positions import Reader
from engines.game import Game
from engines.kernel.watch import Waiting
from engines.legal.changed_figures import Changes, changes_figure, find_changes

STAND, REST, REVERSE = 0, 1, 2
ORIENTATIONS = ("stand", "rest", "reverse")
PARTNER: Final = 0
SPACES = ("partner", "front left", "front right", "back left", "back right")
FRONT, BACK = (1, 2), (3, 4)
FRIENDS = (*FRONT, *BACK)
ROWS = {"front": FRONT, "back": BACK}
AREAS = ("partner", *ROWS)
"""The Partner area and the rows of the Friend area. The two spaces of a row are equivalent (CHA-4.5, CHA-R50)."""

ATK, END, USED = "atk", "end", {"main": ("used main", 1), "battle": ("used battle", 1)}
"""Temporary effects other than gained skills. USED : a once-per-turn ability has been used, by its icon."""

DONE = ("entered", "extra", "levelled", "fought")
ENTERED, EXTRA_ENTERED, LEVELLED, FOUGHT = 1, 2, 4, 8
"""Flags for what the Main player has done this turn (CHA-R54).

FOUGHT : the first ability step of the turn has begun (CHA-12.2).
"""

MAY_WAIT, MAY_FALL, NAME_TWICE = 1, 2, 4
"""The tasks that may be due at the next check timing.

In order: an ability or a loss is waiting; one of `changed_piles` may fall; a Name may occur twice.
"""

Layer = tuple[int, tuple[int, ...]]
"""A former character beneath an Extra card, with its level cards; none of them has any effect (CHA-R15)."""


class Pile(NamedTuple):
    """A character in the arena: everything stacked in one space.

    id : a running number, in the order of entry. top : the card that is the character. levels : its level cards. under
    : the layers beneath, the latest first. gear : the Set card, of which there is at most one (CHA-3.4), or NO_CARD.
    effects : the effects until the end of the turn, as (kind, amount).
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
"""A character and its place: seat, space, pile."""


class Battle(NamedTuple):
    """The battle under way: the ids of its characters, 0 for none. A target of 0 is the Sub player (CHA-12.5).

    out : the characters that have dropped out of it (CHA-R31). struck : the character that has struck first.
    """

    attacker: Annotated[int, "in play"]
    target: Annotated[int, "in play"] = 0
    guard: Annotated[int, "in play"] = 0
    out: Annotated[tuple[int, ...], "in play"] = ()
    struck: Annotated[int, "in play"] = 0

    def has(self, pile_id: int) -> bool:
        """Return True if this character takes part in the battle and has not dropped out."""
        return pile_id in (self.attacker, self.target, self.guard) and pile_id not in self.out


FACE_UP: Final = -1
"""The source id that stands for a landscape card that works face-up (CHA-R52)."""


class Resolution(NamedTuple):
    """The locals of an action being paid for and carried out, or of an ability being resolved.

    what : enter, extra, set, event, ability or auto. at : the index in the program. unit : the character that enters or
    is set, or whose ability it is. row : the row of an entry. subject : for an auto ability, the character of the
    event. chosen : the character chosen last. picks : the cards chosen, or the materials picked. hand, rest, friend :
    the parts still to be paid.
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
    """The locals of the procedure for damage to a player: the player, and the points still outstanding (CHA-14.2)."""

    seat: int
    left: int


def check_damage(reader: Reader[ChaosState], pile: Pile, text: str) -> None:
    """Refuse a face-down character with damage (CHA-R12)."""
    if pile.damage and not pile.up:
        raise DataError(reader.where, f"{text!r} cannot have this damage.", "A face-down character has none (CHA-R12).")


CHARACTER_IN_PLAY = Record(
    records.identity(),
    records.card(FIGHTERS, "Only characters stand there."),
    records.joined_cards("levels", FIGHTERS, "Only characters are level cards."),
    records.cards_below("under", FIGHTERS, "Only characters lie there."),
    records.joined_card("gear", (SET,), "One Set card a character (CHA-3.4).", worn=True),
    records.mark("up", off="down", usual=True, noun="face"),
    records.choice("orientation", ORIENTATIONS),
    records.figure("damage", most=99),
    records.effects(
        {ATK: ATK, END: END},
        {skill.replace("_", " "): (skill, 1) for skill in SKILLS} | {pair[0]: pair for pair in USED.values()},
    ),
    checks=(check_damage,),
).of(Pile)


def partner_seen(state: ChaosState, pile: Pile) -> str:
    """Return who sees a Partner: only its owner, until both are revealed (CHA-6.6)."""
    return EVERYBODY if state.turn else OWNER


@declaration.zones
class Player(Zones):
    """One player's zones (CHA-4.1 to 4.10). The top of the main deck is the end of the list.

    extra : the face-down cards of the Extra deck. spent : the face-up ones (CHA-8.3, CHA-R3).
    top_cards : for each space of the arena, the card that is its character, or NO_CARD.
    """

    deck: list[int] = fields.pile(allowed=MAIN_DECK)
    hand: list[int] = fields.cards(sees=OWNER, allowed=MAIN_DECK)
    waiting: list[int] = fields.cards(
        written="waiting_room", allowed=(*MAIN_DECK, EXTRA, LANDSCAPE), unnamed=(SET, EVENT)
    )
    backyard: list[int] = fields.cards(allowed=(*MAIN_DECK, EXTRA, LANDSCAPE))
    extra: list[int] = fields.cards(sees=OWNER, allowed=(EXTRA, LANDSCAPE))
    spent: list[int] = fields.cards(allowed=(EXTRA, LANDSCAPE))
    arena: list[Pile | None] = fields.derived(f"[None] * {len(SPACES)}", copied="{}[:]")
    top_cards: list[int] = fields.derived(f"[{NO_CARD}] * {len(SPACES)}", copied="{}[:]")
    partner: list[Pile | None] = fields.area(CHARACTER_IN_PLAY, of="arena", sees=partner_seen)
    front: list[Pile | None] = fields.area(CHARACTER_IN_PLAY, of="arena", first=FRONT[0], last=FRONT[1])
    back: list[Pile | None] = fields.area(CHARACTER_IN_PLAY, of="arena", first=BACK[0], last=BACK[1])

    def piles(self) -> list[Pile]:
        """Return the characters in the arena: the Partner, then the Friends by their spaces."""
        return [pile for pile in self.arena if pile is not None]


@lru_cache(maxsize=64)
def index_of(game: Game) -> Index:
    """Return a game's cards indexed by their possible uses."""
    return Index(game.cards)


@declaration.state
class ChaosState(DeclaredState):
    """A game in progress. `turn_player` is the seat of the Main player (CHA-6.7).

    waiting : auto abilities; their source is (own character or 0, character of the event). losses : for each player,
    the clause by which they have lost, which takes effect at the next check timing. due : damage to players still to be
    carried out (CHA-R36). rounds : actions and repeated check timings this turn (CHA-R48). due_flags : the tasks of the
    next check timing (MAY_WAIT, MAY_FALL, NAME_TWICE), 0 if none. changed_piles : the characters that may fall.
    location : each character in the arenas, with its seat and space, by id.
    """

    faces: list[Face] = fields.shared(lambda game: [card.extra for card in game.cards])
    index: Index = fields.shared(index_of)
    has_watchers: bool = fields.shared(
        lambda game: changes_figure(game, END) or any(end for card in game.cards for _, end, _ in card.extra.statics)
    )
    changes: Changes | None = fields.shared(find_changes)
    players: tuple[Player, Player] = fields.both(Player)
    turn_player: int = fields.seat(written="player", show=True)
    done: int = fields.bits(DONE, show=True)
    losses: tuple[str, str] = fields.value('("", "")', shape=[str])
    battle: Battle | None = fields.under_way(
        Battle,
        written="attack",
        rival=("target", "guard"),
        shown=("attacker", "target", "guard", "out"),
        key="None if {} is None else ({}.target == 0, {}.guard == 0)",  # not None for one that has left (CHA-R31)
    )
    waiting: tuple[Waiting, ...] = fields.queue()
    due: tuple[tuple[int, int], ...] = fields.value("()", at="flow", shape=list)
    rounds: int = fields.count(near="rounds")
    due_flags: int = fields.derived(f"{MAY_WAIT | MAY_FALL | NAME_TWICE}")
    changed_piles: tuple[int, ...] = fields.derived("()")
    location: dict[int, Found] = fields.derived("{}", copied="{}.copy()")

    def more_of_key(self) -> tuple[Any, ...]:
        """Return the rest of the canonical key.

        That part has the characters with duplicate Names, the first and the last turn, and the decisions of chance in
        setup.
        """
        limits = self.game.parameters
        return (
            *(self.look(tuple(sharers)) for sharers in map(self.same_names, (0, 1)) if sharers),
            0 if self.turn else (limits["opening_hand"], self.open_chance or self.chance),
            min(self.turn, 2),  # no attacks in the first turn (CHA-7.8)
            *DeclaredState.more_of_key(self),
        )

    def same_names(self, seat: int) -> list[int]:
        """Return the characters whose Name occurs twice, in the order of entry, which then matters (CHA-R10)."""
        piles, faces = self.players[seat].piles(), self.faces
        shared = [
            pile.id
            for pile in piles
            if any(one is not pile and not faces[one.top].names.isdisjoint(faces[pile.top].names) for one in piles)
        ]
        return sorted(shared)

    # Look-ups.

    def everyone(self) -> list[Found]:
        """Return all characters: (seat, space, pile) of each."""
        sides = [enumerate(player.arena) for player in self.players]
        return [(seat, space, pile) for seat in (0, 1) for space, pile in sides[seat] if pile is not None]

    def partner(self, seat: int) -> Pile:
        """Return a player's Partner, who never leaves the Partner area (CHA-4.2, 4.3)."""
        pile = self.players[seat].arena[PARTNER]
        assert pile is not None
        return pile


def cards_of(pile: Pile) -> list[int]:
    """Return all cards of a pile: the character, its level cards, what is beneath it, its Set card."""
    cards = [pile.top, *pile.levels]
    for card, levels in pile.under:
        cards += (card, *levels)
    return cards if pile.gear == NO_CARD else [*cards, pile.gear]


HELD = ("enter", "extra", "set", "event")
"""The kinds of Resolution whose card is in no zone until the Resolution is done (CHA-R23)."""


def actions_under_way(state: ChaosState) -> Iterator[Resolution]:
    """Yield the Resolutions being paid for or carried out, latest first."""
    return (local for _, local in iterate_frames(state) if type(local) is Resolution)


def cards_in_no_zone(state: ChaosState, seat: int) -> list[int]:
    """Return the cards of a player that are in no zone because an action with them is under way."""
    return [doing.card for doing in actions_under_way(state) if doing.what in HELD and doing.seat == seat]


def belongings(state: ChaosState, seat: int) -> list[int]:
    """Return the numbers of all cards of a player: in zones, in piles, and currently in no zone."""
    return visibility.belongings(state, seat) + cards_in_no_zone(state, seat)


def may_be_any(state: ChaosState, seat: int, zone: list[int]) -> bool:
    """Return True if a zone has unseen cards that may be any card in a proof.

    Unseen cards of the prover can do nothing.
    """
    return state.may_hold_any(seat) and UNSEEN in zone


def copies_unseen(state: ChaosState, seat: int, card: int) -> int:
    """Return how many copies of a card may be among a player's unseen cards: all but the known ones (CHA-R1)."""
    return max(0, state.game.parameters["copies"] - belongings(state, seat).count(card))
