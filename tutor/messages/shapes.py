"""The shapes of the data that Python sends to the stage: the table, the coach beside it, and the lines around them.

A reference is a string such as "0.hand.3": the seat, zone and place of a card. A missing entry means that there is
nothing to draw.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

# The table.


class Part(TypedDict):
    """One term of a sum: "+2", "Night Post"."""

    amount: str
    text: str


class Figure(TypedDict):
    """A figure of a card, with the terms of its sum."""

    sign: str
    value: str | int
    word: NotRequired[str]
    change: NotRequired[int]
    was: NotRequired[str | int]
    parts: NotRequired[list[Part]]


class TallySide(TypedDict):
    """One figure of a running total."""

    name: str
    mine: bool
    value: int
    of: int | None
    """The number needed, or the total."""
    parts: list[Part]


class Tally(TypedDict):
    """A running total, such as "8 against 6"."""

    title: str
    label: str
    short: str
    sides: list[TallySide]


class DivisionCard(TypedDict):
    """A card that gets a share in a division, with its minimum and maximum share, and the share that destroys it."""

    ref: str
    name: str
    least: int
    most: int
    needs: NotRequired[int | None]
    share: NotRequired[int]


class Division(TypedDict):
    """An amount to be divided among cards."""

    amount: int
    label: str
    cards: list[DivisionCard]
    live: NotRequired[int]
    """Set if the division never closes, so that every change is sent immediately; a new number restarts it."""


class Attribute(TypedDict):
    """An attribute of a card, as it is shown: its sign or letter, its colour and its title."""

    sign: NotRequired[str]
    letter: NotRequired[str]
    hue: str
    title: str


class Face(TypedDict):
    """The printed face of a card."""

    name: str
    ja: NotRequired[str]
    hue: str
    picture: str
    category: NotRequired[str]
    cost: NotRequired[str]
    type: NotRequired[str]
    tab: NotRequired[str]
    attributes: list[Attribute]
    figures: NotRequired[list[Figure]]
    rules: NotRequired[list[str]]


class Counter(TypedDict):
    """Counters on a card."""

    shape: NotRequired[str]
    value: str | int
    told: NotRequired[str]
    title: NotRequired[str]


class Kind(TypedDict):
    """A kind of action that may be tried with a card."""

    kind: str
    label: str
    targets: NotRequired[bool]
    asked: NotRequired[bool]
    """Set if the goal asks for this try, so that its button is visible."""


class Card(TypedDict):
    """A card on the table."""

    ref: str
    face: NotRequired[str | None]
    number: NotRequired[int]
    """The card's number among cards of the same name, if the notation needs one."""
    name: NotRequired[str]
    label: NotRequired[str]
    state: NotRequired[str]
    turned: NotRequired[int]
    down: NotRequired[bool]
    dim: NotRequired[bool]
    place: NotRequired[str]
    beside: NotRequired[bool]
    """Set if the card does not count as one of its zone."""
    figures: NotRequired[list[Figure]]
    counters: NotRequired[list[Counter]]
    tags: NotRequired[list[str]]
    kinds: NotRequired[list[Kind]]
    on: NotRequired[list[Card]]
    under: NotRequired[list[Card]]


class GroupCard(TypedDict):
    """A card of a group. link : the sign between it and the previous card."""

    ref: str
    link: str
    hue: str


class Group(TypedDict):
    """The cards in a zone that form one group, in order."""

    id: str
    name: str
    label: str
    hues: list[str]
    tie: str
    """How the group is linked to its cards in another zone: "same" or "linked"; "" if it has none there."""
    cards: list[GroupCard]


class HeapRow(TypedDict):
    """Identical cards in a pile."""

    name: str
    ja: str
    count: int


class Zone(TypedDict):
    """A zone of a player."""

    id: str
    title: str
    ja: NotRequired[str]
    role: str
    slot: str
    size: NotRequired[str]
    count: NotRequired[int]
    outlines: NotRequired[int]
    gone: NotRequired[str]
    """The word for missing cards that were lost, such as "broken"."""
    lost: NotRequired[int]
    """The number of missing cards."""
    target: NotRequired[bool]
    captions: NotRequired[bool]
    cards: list[Card]
    limit: NotRequired[str]
    heap: NotRequired[list[HeapRow]]
    groups: NotRequired[list[Group]]


class Score(TypedDict):
    """A score beside a player's name."""

    word: str
    ja: NotRequired[str]
    sign: str
    value: str | int
    parts: NotRequired[list[Part]]
    low: NotRequired[bool]


class Player(TypedDict):
    """One player's half of the table."""

    name: str
    letter: str
    note: NotRequired[str]
    hand_count: NotRequired[int]
    zones: list[Zone]
    scores: NotRequired[list[Score]]
    passed: NotRequired[str]
    groups: NotRequired[list[str]]
    """The groups of cards as lines, for the text view."""


Move = TypedDict(
    "Move",
    {
        "id": int,
        "kind": str,
        "label": str,
        "text": NotRequired[str],
        "from": NotRequired[str | None],
        "to": NotRequired[str | None],
        "face": NotRequired[str | None],
    },
)
"""A legal move: its number, and the references at which a click starts and ends."""

Arrow = TypedDict("Arrow", {"from": str, "to": list[str], "kind": NotRequired[str]})
"""An arrow from a card to others."""


class Die(TypedDict):
    """A die. hit : whether it counts."""

    ref: str
    value: str | int
    hit: NotRequired[bool]


class Roll(TypedDict):
    """The dice of one player."""

    by: NotRequired[str]
    name: str
    label: str
    mine: NotRequired[bool]
    count: NotRequired[str]
    dice: list[Die]


class Phase(TypedDict):
    """A phase of the strip, or a step in it."""

    id: str
    title: str
    ja: NotRequired[str]
    state: str
    steps: NotRequired[list[Phase]]


class Turn(TypedDict):
    """The current moment, in words."""

    number: NotRequired[int]
    label: NotRequired[str]


class Question(TypedDict):
    """The question of a step."""

    title: str
    text: str


class Ghost(TypedDict):
    """An attempt that was refused, drawn in grey."""

    text: str
    arrow: NotRequired[Arrow | None]


class Control(TypedDict):
    """A button. name : the command that it sends."""

    name: str
    label: str
    href: NotRequired[str]
    enabled: NotRequired[bool]
    primary: NotRequired[bool]
    title: NotRequired[str]


class Held(TypedDict):
    """A card in hand, and what is still to be chosen for it."""

    kind: str | None
    ref: str | None


class Unlit(TypedDict):
    """A table with nothing highlighted: every card and place can be clicked, legal or not."""

    pick: bool
    """Whether a single click on a card is a complete try."""
    verbs: list[Kind]
    """The actions that can be tried without a card."""
    held: NotRequired[Held]
    """What the last click chose, while something else is still to be chosen."""


class Scene(TypedDict):
    """The table as one player sees it."""

    stamp: NotRequired[int]
    viewer: NotRequired[int]
    quiet: NotRequired[bool]
    free: NotRequired[bool]
    """Set if every card can be moved; then none is marked as movable."""
    now: NotRequired[str]
    turn: NotRequired[Turn]
    question: NotRequired[Question | None]
    answers: NotRequired[list[Control]]
    """The answers to a question, shown instead of the moves."""
    primary: NotRequired[list[int]]
    """The moves that may be highlighted; never a losing one."""
    ghost: NotRequired[Ghost | None]
    arrow: NotRequired[Arrow | None]
    marks: NotRequired[dict[str, str]]
    kinds: NotRequired[dict[str, list[Kind]]]
    dice: NotRequired[list[Roll]]
    tallies: NotRequired[list[Tally]]
    divide: NotRequired[Division | None]
    aims: NotRequired[dict[str, str]]
    """The question about the target for a kind of move ("Who casts it?")."""
    unlit: NotRequired[Unlit]
    phases: NotRequired[list[Phase]]
    moves: list[Move]
    players: list[Player]
    faces: dict[str, Face]


# The coach beside it.


class Clause(TypedDict):
    """A clause of the rulebook."""

    id: str
    title: NotRequired[str]
    text: NotRequired[str]


class Fact(TypedDict):
    """A fact with its clause, and its repair."""

    head: NotRequired[str]
    fact: str
    repair: NotRequired[str]
    clause: NotRequired[str]
    clause_title: NotRequired[str]
    clause_text: NotRequired[str]


class Option(TypedDict):
    """An option to choose."""

    id: str | int
    text: str
    state: NotRequired[str]
    picked: NotRequired[bool]


class Item(TypedDict):
    """An item of a question, such as a sentence, a line or a part with options."""

    id: str | int
    text: str
    state: NotRequired[str]
    picked: NotRequired[bool]
    rank: NotRequired[int]
    """Its position in the answer, if order counts."""
    ref: NotRequired[str]
    at: NotRequired[str | None]
    """The card that the item is about, if it is not simply the answer."""
    ask: NotRequired[str]
    note: NotRequired[str]
    options: NotRequired[list[Option]]
    number: NotRequired[str]
    """Set if a number is typed: what has been typed, or "" before that."""


class Choices(TypedDict):
    """The options of a question."""

    mode: str
    title: NotRequired[str]
    note: NotRequired[str]
    closed: NotRequired[bool]
    """Set if the step is done and nothing can be changed."""
    brief: NotRequired[bool]
    """Set if the answer is given on the board; the list then serves learners who do not point."""
    items: list[Item]
    facts: NotRequired[list[Fact]]


class Feedback(TypedDict):
    """The reaction to a click. `stays` is true while it is shown after every move, as the words of a text by hand."""

    tone: str
    title: str
    stays: NotRequired[bool]
    tried: NotRequired[str]
    say: NotRequired[str]
    principle: NotRequired[str]
    facts: NotRequired[list[Fact]]


class VersusZone(TypedDict):
    """A zone in a comparison."""

    title: str
    note: str
    gone: list[str]
    cards: list[Card]


class VersusLine(TypedDict):
    """What happens, with its clause."""

    text: str
    clause: str


class VersusSide(TypedDict):
    """One of two continuations: what the learner expected, or what happens."""

    name: str
    sign: str
    title: str
    zones: list[VersusZone]
    lines: list[VersusLine]


class VersusBefore(TypedDict):
    """The table before the two continuations diverge."""

    title: str
    text: str
    zones: list[VersusZone]


class Versus(TypedDict):
    """What the learner expected, compared with what happens."""

    text: str
    clause: Clause
    sides: list[VersusSide]
    before: NotRequired[VersusBefore]
    faces: dict[str, Face]


class Tick(TypedDict):
    """A part of a goal."""

    text: str
    done: bool


class Hint(TypedDict):
    """A hint that has been shown."""

    title: NotRequired[str]
    text: str
    clauses: NotRequired[list[Clause]]


class Hints(TypedDict):
    """The names of all hints, and the hints shown so far."""

    names: NotRequired[list[str]]
    shown: NotRequired[list[Hint]]


class AboutRow(TypedDict):
    """A line of a summary."""

    label: str
    text: NotRequired[str]
    level: NotRequired[int]
    tags: NotRequired[list[str]]


class About(TypedDict):
    """A summary of a sitting, or facts about a step."""

    title: str
    text: str
    rows: list[AboutRow]


class Coach(TypedDict):
    """The coach beside the table: task, answer, hints, controls."""

    kind: NotRequired[str]
    place: NotRequired[str]
    title: NotRequired[str]
    text: NotRequired[str]
    goal: NotRequired[str]
    ticks: NotRequired[list[Tick]]
    feedback: NotRequired[Feedback | None]
    beside: NotRequired[Versus | None]
    hints: NotRequired[Hints | None]
    controls: NotRequired[list[Control]]
    choices: NotRequired[Choices | None]
    about: NotRequired[About | None]
    playing: NotRequired[bool]
    """True while a game on the board is under way, so that nothing leads the learner away from it."""


# The lines around them.


class Answer(TypedDict):
    """A clause that has been opened. n : the number of the event at which it was opened."""

    n: NotRequired[int]
    title: NotRequired[str]
    text: NotRequired[str]
    clauses: NotRequired[list[Clause]]


class EventLine(TypedDict):
    """An event as a line; a heading has only `head`."""

    n: NotRequired[int]
    head: NotRequired[str]
    text: NotRequired[str]
    clause: NotRequired[str]
    who: NotRequired[str]


class Link(TypedDict):
    """A link to another page."""

    text: str
    href: str


class Crumb(TypedDict):
    """A page above this one; without `href`, this page itself."""

    text: str
    href: NotRequired[str]


class Dot(TypedDict):
    """A step of the lesson."""

    title: NotRequired[str]
    state: str


class Bar(TypedDict):
    """The bar at the top. Without crumbs and steps only the two switches are shown."""

    home: NotRequired[str]
    crumbs: NotRequired[list[Crumb]]
    steps: NotRequired[list[Dot]]
    fixed: NotRequired[bool]
    """Set if the other steps cannot be opened."""
    links: NotRequired[list[Link]]
    back: NotRequired[str]
    """The text of a button that leaves the board and sends the command `new`."""


class Frame(TypedDict):
    """A row of a procedure, with the numbers of its events."""

    row: str
    title: str
    clause: NotRequired[str]
    events: list[int]
    state: Literal["now", "done", "later"]


class Round(TypedDict):
    """One pass through a procedure, such as a check. again : whether it is a repeated pass."""

    call: int
    again: bool
    frames: list[Frame]


class Strip(TypedDict):
    """A procedure in slow motion."""

    title: str
    rounds: list[Round]


class Panel(TypedDict):
    """How the events are shown: as a film to watch, or as a log."""

    kind: NotRequired[str]
    title: NotRequired[str]
    at: NotRequired[int | None]
    end: NotRequired[int | None]
    answer: NotRequired[Answer | None]
    strip: NotRequired[Strip]


# Changes.


class PatchPart(TypedDict, total=False):
    """A change to a list: the element's place `at` and its change `to`, or a `new` element."""

    at: int
    to: Patch
    new: object


Patch = TypedDict(
    "Patch",
    {"set": object, "in": "dict[str, Patch]", "out": list[str], "list": list[list[int] | PatchPart]},
    total=False,
)
"""The difference between two JSON values: `set`, `in` (optionally with `out`), or `list`; see tutor/boards/patches.py.
"""


class SentPatch(TypedDict):
    """A patch of the stage's traits. base : the version to which it applies."""

    base: int
    change: Patch
