"""Where a figure comes from: its parts, line by line; and the running totals of an attack, a fight or a payment.

A part is an amount and its reason, a phrase of the words (`sum.printed`, `sum.from`). The parts of a figure add up to
its value. They are for display only: the rules use fast functions, and tests check that both agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from engines.book.words import InLanguage, Phrase
from engines.declare.call_stack import iterate_frames
from engines.declare.declaration import DeclaredState
from engines.declare.scalar_fields import WorkedOut
from engines.declare.zone_fields import Cards, OneCard, Records, present_records
from engines.kernel.rows import ASKED, PASSES, seat_asked
from engines.kernel.state import State
from engines.kernel.tuples import NO_CARD, Row
from engines.legal.changed_figures import Changes, changes_of_record

if TYPE_CHECKING:
    from engines.forms.table import Entry, Table


class Part(NamedTuple):
    """One line of a sum: an amount, and where it comes from, as a translatable phrase."""

    amount: int
    why: Phrase


Parts = list[Part]
Sums = Mapping[str, Parts]
"""The parts of figures, by the name of the figure."""


class Side(NamedTuple):
    """One figure of a tally.

    seat : the player it belongs to. card : the name of the card it belongs to, "" for the player. parts : the lines of
    its sum. of : the amount needed or available; None if there is none.
    """

    seat: int
    value: int
    card: str = ""
    parts: Sequence[Part] = ()
    of: int | None = None


class Tally(NamedTuple):
    """A running total of what is under way, as one player sees it.

    key : its name, which is `tally.<key>` in the words, filled in with `facts`. sides : one figure, or two to compare.
    """

    key: str
    sides: tuple[Side, ...]
    facts: Mapping[str, object] = {}


def add_line(parts: Parts, amount: int, key: str, **facts: object) -> None:
    """Add a line to a sum, unless its amount is 0."""
    if amount:
        parts.append(Part(amount, Phrase(f"sum.{key}", facts)))


def printed_line(amount: int, card: str = "") -> Parts:
    """Return the first line of a sum: the printed figure. card : the card it is printed on; "" for the card itself."""
    return [Part(amount, Phrase("sum.printed_on", {"card": card}) if card else Phrase("sum.printed"))]


def sum_parts(parts: Iterable[Part]) -> int:
    """Return the total of the parts."""
    return sum(part.amount for part in parts)


def at_least(parts: Parts) -> Parts:
    """Return the parts of a figure that cannot be below 0, with a further line if that limit applies."""
    add_line(parts, max(0, -sum_parts(parts)), "floor", least=0)
    return parts


def add_lasting(state: DeclaredState, parts: Parts, number: int, what: str, amount: int, key: str = "lasting") -> None:
    """Add a line for each lasting effect on a card in play, which shows the card that caused it, if that is remembered.

    number, what : the card in play and the figure. amount : the present total of the effects. key : the words for the
    part whose cause is unknown (as in a written position).
    """
    found: list[tuple[int, int]] = []
    left = amount
    for turn, unit, figure, change, card in reversed(state.origins):
        if not left and (found or turn != state.turn):
            break  # effects of an earlier turn that add up to nothing have ended
        if (unit, figure) == (number, what):
            found.insert(0, (change, card))
            left -= change
    if found and not left:
        for change, card in found:
            add_line(parts, change, f"{key}_by", card=state.name(card))
    else:
        add_line(parts, amount, key)


def add_changes(
    parts: Parts, changes: Changes | None, state: DeclaredState, figure: str, seat: int, zone: str, record: Row
) -> None:
    """Add a line for each continuous change of a figure of a card in play, which shows the card that causes it."""
    if changes is not None:
        for amount, card in changes_of_record(changes, state, figure, seat, zone, record):
            add_line(parts, amount, "from", card=state.name(card))


def counted_table(state: State, seat: int, language: str = "en") -> Table:
    """Return the table as a player sees it, with all sums, and with its words in a language.

    The sums are the parts of the figures of visible cards and of the players, the running totals, the limits, and which
    players have passed.
    """
    rules = state.game.rules
    with InLanguage(language):
        table = rules.table(state, seat)
    if language != "en":
        table.tell(lambda text: state.game.words.one(text, language))
    if isinstance(state, DeclaredState):
        table = _with_sums(state, table)
    table.tallies = rules.tallies(state, seat)
    table.limits = (rules.limits(state, 0), rules.limits(state, 1))
    table.passed = table.passed or seats_passed(state)
    return table


def _with_sums(state: DeclaredState, table: Table) -> Table:
    tell = state.game.rules.sums
    for seat, player in enumerate(state.both):
        known = {entry.key: entry for entries in table.zones[seat].values() for entry in entries if entry.figures}
        for name, one in player.declaration.items():
            if isinstance(one, WorkedOut):
                table.sums[seat].update(tell(state, seat, name, None))
            for key, record in _in_play(one, getattr(player, name, None)):
                elsewhere = isinstance(one, Records) and one.record.has_identity  # a board may show it elsewhere
                entry = _entry(table, seat, one.written or name, key) or (known.get(key) if elsewhere else None)
                if entry is not None and entry.card is not None and entry.figures:
                    entry.sums = tell(state, seat, name, record)
    return table


def _in_play(one: object, value: Any) -> list[tuple[str, object]]:
    """Return (key on a table, record) for each card in a zone of cards in play; [] for any other field."""
    if isinstance(one, Records):
        records = list(present_records(value))
        return [(str(record[0] if one.record.has_identity else at), record) for at, record in enumerate(records)]
    if isinstance(one, OneCard) and one.entries and value != NO_CARD:
        return [("0", value)]
    if isinstance(one, Cards) and one.entries:
        return [(str(at), card) for at, card in enumerate(value)]
    return []


def _entry(table: Table, seat: int, zone: str, key: str) -> Entry | None:
    return next((entry for entry in table.zones[seat].get(zone, ()) if entry.key == key), None)


def seats_passed(state: State) -> tuple[int, ...]:
    """Return the seats that have passed in the open window, even while something used in it is being carried out."""
    for place, local in iterate_frames(state):
        step = state.game.flow.steps[place.name.partition("+")[0]]  # a continuation's name begins with the step's
        if step.who is seat_asked:
            seat, passes = local[ASKED], local[PASSES]
            return () if not passes else (1 - seat,) if passes == 1 else (0, 1)
    return ()
