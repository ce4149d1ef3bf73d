"""The interface between a game and the kernel: the game's functions, the phases of its graph, its parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from engines.book.toml_schema import Document
from engines.errors import Reason
from engines.forms.table import Table
from engines.kernel.chance import RandomSource
from engines.kernel.flow import S
from engines.kernel.state import Action, Result, State, View

if TYPE_CHECKING:
    from engines.forms.positions import Habits
    from engines.forms.sums import Sums, Tally
    from engines.game import Game


CARD_FACTS = frozenset(("card", "cards", "unit"))
"""The facts of events that are cards in any game."""


class Phase(NamedTuple):
    """A lane of the phase graph: its id and title."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """A rule that a house variant may change: its standard value, the allowed range, the clause, and a description."""

    standard: int
    low: int
    high: int
    clause: str
    meaning: str


@dataclass(slots=True)
class Rules(Generic[S]):
    """The functions that a game provides to the kernel, named after what they return.

    set_up(game, decks, seed) : a state at the first step. check_deck(game, names) : a reason for each broken deck rule.
    endless(state) : the result of an endless loop.
    read_position(game, document, where) / write_position(state) : positions as TOML documents, both ways.
    determinise(state, seat, source) : redeals at random everything that `seat` cannot see; all deals are equally
    likely.
    forget_unseen(state, seat) : replaces everything `seat` cannot see with unseen cards.
    heuristic(state, action) : how good an action looks to a beginner, in points. evaluation(state, seat) : how good the
    position looks for `seat`, from 0 to 1. zone(state, seat, name) : the names of the cards in a zone.
    marks : the words that expectations put after a card's name ("Tide Scout, fatigued, power 4"), each with the entry
    of the view it tests and the value expected there, or None if a number follows the word.
    value(state, seat or None, noun, name) : a figure or mark of a card in play ("power", "orientation"); if the name is
    "", a figure of the player ("points"). Raises KeyError if it is unknown.
    belongings(state, seat) : the numbers of all cards of a player, in all zones.
    references(state, seat, argument, value) : the places of an action's argument on the table, as "seat.zone.key".
    view(state, seat) : the position as the player sees it. table(state, seat) : the table as the player sees it, for
    boards; see `engines.forms.table`.
    card_at(state, reference) : the name of the card in a place, even if it is hidden; None for an unknown card.
    fighting(state) : True while an attack or a battle is under way.
    figures(state, side, zone, record) : the figures of a card in play that a view shows besides the stored ones; for a
    computed figure of the player, `zone` is the figure's name and `record` is None.
    sums(state, side, zone, record) : the parts of such figures, by their names on the table, and of the player's; see
    `engines.forms.sums`. tallies(state, seat) : the running totals of what is under way, as the player may know them.
    limits(state, seat) : the number of cards that the player's zones may hold now, by zone, if a rule limits it.
    habits : how positions are read, for games whose state is declared.
    plausible(state) : the faults that make a written position unreachable, each as the place in the document, what is
    wrong there, and the remedy.
    card_facts : the facts of events that are cards, see `State.note`.
    standing(state, seat) : how far the player is from winning, in words to that player, with the clause of the win.
    """

    set_up: Callable[[Game, tuple[list[int], list[int]], int], State]
    check_deck: Callable[[Game, list[str]], list[Reason]]
    endless: Callable[[S], Result]
    read_position: Callable[[Game, Document, str], State]
    write_position: Callable[[S], str]
    determinise: Callable[[S, int, RandomSource], None]
    forget_unseen: Callable[[S, int], None]
    heuristic: Callable[[S, Action], float]
    evaluation: Callable[[S, int], float]
    zone: Callable[[S, int, str], list[str]]
    value: Callable[[S, int | None, str, str], object]
    marks: Mapping[str, tuple[str, object]]
    references: Callable[[S, int, str, Any], list[str]]
    belongings: Callable[[S, int], list[int]]
    view: Callable[[S, int], View]
    table: Callable[[S, int], Table]
    card_at: Callable[[S, str], str | None]
    fighting: Callable[[S], bool]
    standing: Callable[[S, int], tuple[str, str]]
    figures: Callable[[S, int, str, Any], dict[str, object]] = lambda state, side, zone, record: {}
    sums: Callable[[S, int, str, Any], Sums] = lambda state, side, zone, record: {}
    tallies: Callable[[S, int], list[Tally]] = lambda state, seat: []
    limits: Callable[[S, int], dict[str, int]] = lambda state, seat: {}
    habits: Habits[Any] | None = None
    card_facts: frozenset[str] = CARD_FACTS
    plausible: Callable[[S], Iterable[tuple[str, str, str]]] | None = None
