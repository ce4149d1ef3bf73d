"""The shared effect language: effects as data that any game can use, such as choosing, moving and drawing cards.

[[card.ability]]
when = "summon"
if = [{ count = { zone = "graveyard" }, min = 2 }]
may = true
pay = [{ verb = "discard" }]
do = [
    { verb = "choose", of = { whose = "rival", zone = "field", power = { max = 3 } } },
    { verb = "move", what = "it", to = "hand" },
]

Filters, numbers and conditions are those of `figure_changes`. A game declares as `ProgramRules` which zones, marks,
figures and points its effects may change, and how it makes each change; `engines.legal.card_programs` carries them out,
and `card_program_faults` refuses what would not work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engines.book import figure_changes, forbidden_actions
from engines.book.figure_changes import CHOICE, CardMark, ChangeRules
from engines.book.toml_schema import Document

CHANGE, GIVE, TAKE, IT = figure_changes.CHANGE, figure_changes.GIVE, figure_changes.TAKE, figure_changes.IT
CHOOSE, MOVE, DRAW, DISCARD, MARKING = "choose", "move", "draw", "discard", "mark"
COUNTERS, POINTS, LOOK, SEARCH = "counters", "points", "look", "search"
UNLESS, ALTER = "unless", "alter"
ROLL, REROLL, DIVIDE = "roll", "reroll", "divide"
"""The verbs that roll dice, reroll dice of a battle, and put counters one by one on cards."""
ALLOW, INSTEAD = "allow", "instead"
"""The verbs that allow an action against a rule for a while, and that send a card elsewhere than it would go."""
NEXT_TURN = "next_turn"
"""How long a text forbids something that the rival cannot do in their next turn."""
ZONES, EACH = "zones", "for_each"
"""The entry for the zones among which one is chosen, and the verb that carries out its instructions for each zone."""
FORBID = forbidden_actions.FORBID
IF, MAY, PAY, DO, ONCE = "if", "may", "pay", "do", "once"
VERBS = (
    CHOOSE,
    MOVE,
    DRAW,
    DISCARD,
    MARKING,
    COUNTERS,
    CHANGE,
    GIVE,
    TAKE,
    FORBID,
    POINTS,
    ALTER,
    LOOK,
    SEARCH,
    UNLESS,
    EACH,
    ALLOW,
    INSTEAD,
    ROLL,
    REROLL,
    DIVIDE,
    IF,
)
ROLLED = "rolled"
"""The entry of a number or condition for the dice that a text has rolled."""
SUM = "sum"
SELF, SUBJECT = "self", "subject"
HERE = "here"
"""The zone of a move to the place that the card itself had."""
UNTIL = forbidden_actions.UNTIL
TOP, BOTTOM, SHUFFLED = ENDS = ("top", "bottom", "shuffled")
MOST_INSTRUCTIONS = 8
PAID_BY = (CHOOSE, MOVE, DISCARD, MARKING, POINTS)
"""The verbs that may be the price of an ability."""
SHARED_ENTRIES = ("who", "by", "random", "up_to", "zone", "zones")
"""The entries that distinguish the shared form of a verb from a game's short form of it."""


def do_nothing_more(state: Any) -> None:
    """Leave the state as it is, for a game that has nothing to check after an instruction."""


class TextUsed(NamedTuple):
    """A text that an action uses: the number of its card, the index of the ability, and the card's id in play, or 0.

    price(state) : pays what the game itself asks for, on a copy.
    """

    card: int
    ability: int
    source: int = 0
    price: Callable[[Any], None] | None = None


class Running(NamedTuple):
    """A number that is under way, such as the damage about to be dealt, which texts may alter at some moments.

    moments : these moments. read(state, seat, card) : the number; card : the card in play that has the text, or None.
    write(state, seat, card, number) : alters it.
    """

    moments: tuple[str, ...]
    read: Callable[[Any, int, Any], int]
    write: Callable[[Any, int, Any, int], None]


class DiceRules(NamedTuple):
    """The dice of a game, as texts roll and reroll them.

    sides : the largest number on a die. read(state, seat), write(state, seat, dice) : what a player has rolled. faces,
    weights(state, faces) : what a rerolled die may show, and how often each of it comes; None for equally often.
    moments : the moments at which rolled dice may be rerolled.
    """

    sides: int
    read: Callable[[Any, int], Sequence[int]]
    write: Callable[[Any, int, tuple[int, ...]], None]
    faces: Callable[[Any], Sequence[int]]
    weights: Callable[[Any, Sequence[int]], list[int] | None]
    moments: tuple[str, ...]


class UseTime(NamedTuple):
    """A moment at which a player may use the texts of cards in play, and its rows.

    acting(state) : the id of the only card whose text may be used; None if every card's may. then : the row that
    follows, because using the text is all that the player does; "" to stay in the row.
    """

    rows: tuple[str, ...]
    acting: Callable[[Any], int] | None = None
    then: str = ""


@dataclass(frozen=True)
class ProgramRules:
    """A game's declaration for the shared effect language.

    changes : its zones, marks and roles. clause : the clause that its effects cite. hand, deck, pile : the zones that a
    player draws into, draws from and discards to. source, subject : the names of two locals of the row that carries out
    card texts: the one with the id of the card itself, and the one with the id of the card that the event is about; ""
    if there is none.

    enter(state, seat, card, place, marks) for each zone of cards in play that a card may be moved to, and for HERE;
    place : the place that the card itself had, -1 for another zone. leave(state, card, to) : takes a card out of play,
    and returns its owner and the cards that go to the zone `to`. taken(state, seat, zone, card) : called before a card
    leaves the hand or the deck. place_of(state, card) : the place of a card in play, as a number.

    draw(state, seats, count) : draws for one player, or for both at the same moment. mark(state, card, name, value) and
    counters(state, card, name, amount) for the names listed in `marks` and `counted`. change(state, card, figures,
    until) : changes figures until the end of one of `durations`. points[name](state, seat, amount) : gives or takes
    points; has_points[name](state, seat) : how many the player has. current : the figures whose current value filters
    compare for cards in play. spares(state, seat, number, card) : whether the text of a player's card cannot choose
    this card in play. forget(state, seat) : called before a deck is shuffled. settle(state) : called after each
    instruction.

    procedures : the rows that these functions call, by the class of the locals that they leave in
    `state.call_arguments`. uses : for the kinds of action that use a text, and have no requirement of their own that it
    is possible, used(state, seat, action) : the text, None if it is not one in this language. played : the moments at
    which a card of the hand is played for its text. unasked : the moments of cards that are used without the question
    whether their text is possible. chained : the moments that cards put into play by a text can set off. itself : the
    categories of cards whose texts may refer to the card in play as "self"; gone : the moments at which that card is
    not in play. meets : the moments with a `subject`. apart : the verbs that work on one player after the other.
    unmoved : the zones out of which and into which nothing is moved. stays(state, card) : whether a card in play cannot
    leave. refills : whether an empty deck gets new cards before a draw. without : the moments at which no such effect
    can be carried out. settles : the rows after which texts that wait are carried out, with the row that takes them out
    of the queue; in games without such texts nothing waits there. use_times : the moments at which players use texts of
    cards in play in steps of the game's own. shared_only : the moments at which only effects in this language work.
    running : the numbers under way that texts may alter. allows : the actions that texts may allow against a rule.
    lying : the categories of cards that are in play without an id and have texts that players use.
    shift(state, card, to) : moves a card in play, with everything on it, to another of the zones `shifts`.
    would : for the moments at which a card may go elsewhere, the zones for it. dice : the dice that texts may roll, if
    any.
    """

    changes: ChangeRules
    clause: str
    hand: str
    deck: str
    pile: str
    draw: Callable[[Any, Sequence[int], int], None]
    leave: Callable[[Any, Any, str], tuple[int, Sequence[int]]]
    source: str = ""
    subject: str = ""
    enter: Mapping[str, Callable[[Any, int, int, int, Mapping[str, Any]], None]] = field(default_factory=dict)
    taken: Callable[[Any, int, str, int], None] | None = None
    place_of: Callable[[Any, Any], int] | None = None
    marks: tuple[str, ...] = ()
    mark: Callable[[Any, Any, str, Any], None] | None = None
    counted: tuple[str, ...] = ()
    counters: Callable[[Any, Any, str, int], None] | None = None
    durations: tuple[str, ...] = ()
    change: Callable[[Any, Any, Mapping[str, int], str], None] | None = None
    points: Mapping[str, Callable[[Any, int, int], None]] = field(default_factory=dict)
    has_points: Mapping[str, Callable[[Any, int], int]] = field(default_factory=dict)
    current: Mapping[str, Callable[[Any, Any], Any]] = field(default_factory=dict)
    spares: Callable[[Any, int, int, Any], bool] | None = None
    forget: Callable[[Any, int], None] | None = None
    settle: Callable[[Any], None] = do_nothing_more
    procedures: Mapping[type, str] = field(default_factory=dict)
    uses: Mapping[str, Callable[[Any, int, Any], TextUsed | None]] = field(default_factory=dict)
    played: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()
    chained: tuple[str, ...] = ()
    itself: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    meets: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    unmoved: tuple[str, ...] = ()
    stays: Callable[[Any, Any], bool] | None = None
    refills: bool = False
    without: tuple[str, ...] = ()
    settles: Mapping[str, str] = field(default_factory=dict)
    use_times: Mapping[str, UseTime] = field(default_factory=dict)
    shared_only: tuple[str, ...] = ()
    running: Mapping[str, Running] = field(default_factory=dict)
    allows: tuple[str, ...] = ()
    would: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    dice: DiceRules | None = None
    shifts: tuple[str, ...] = ()
    lying: tuple[str, ...] = ()
    shift: Callable[[Any, Any, str], None] | None = None

    @property
    def choosable(self) -> tuple[str, ...]:
        """The zones whose cards can be chosen: open ones, and cards in play with an id."""
        places = self.changes.places.items()
        return tuple(
            name
            for name, one in places
            if one.is_open and name not in self.unmoved and (one.is_list if one.card_at < 0 else one.id_at >= 0)
        )

    @property
    def plain(self) -> tuple[str, ...]:
        """The zones of plain cards that are lists."""
        places = self.changes.places.items()
        return tuple(name for name, one in places if one.card_at < 0 and one.is_list and name not in self.unmoved)

    def marks_at(self, to: str) -> Mapping[str, CardMark]:
        """Return the marks that a card may get when it enters play in the zone `to`."""
        return self.changes.marks_in(self.changes.play if to == HERE else (to,))

    def marks_given(self, to: str, entries: Document) -> dict[str, Any]:
        """Return the marks that a move gives to a card, with the values that records hold."""
        known = self.marks_at(to)
        return {name: value_in_record(known[name], value) for name, value in entries.items() if name in known}


def instructions_in(part: Sequence[Document]) -> Iterator[Document]:
    """Yield instructions, each followed by those inside it."""
    for one in part:
        yield one
        yield from one.get(DO, ())


def is_program(ability: Document, verbs: Mapping[str, Any], moment: str) -> bool:
    """Return True if an ability of a card file is written in the shared effect language.

    verbs : the game's short forms of verbs. moment : the moment of its continuous texts.
    """
    do = ability.get(DO)
    if not isinstance(do, list | tuple) or ability.get("when") == moment:
        return False
    return any(name in ability for name in (IF, MAY, PAY, ONCE)) or any(_is_shared(one, verbs) for one in do)


def _is_shared(one: object, verbs: Mapping[str, Any]) -> bool:
    if not isinstance(one, Mapping):
        return False
    verb = one.get("verb")
    if verb == CHANGE:
        return UNTIL in one
    if verb not in VERBS:
        return False
    if verb == REROLL and len(one) > 1:
        return True
    return verb not in verbs or isinstance(one.get("of"), Mapping) or any(name in one for name in SHARED_ENTRIES)


def value_in_record(mark: CardMark, value: Any) -> Any:
    """Return the value that a record holds for a mark: the index of a word, or the value itself."""
    return mark.words.index(value) if mark.kind == CHOICE else value
