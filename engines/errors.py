"""Everything that can go wrong with what a person hands to an engine, each with one clear message."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple


class Reason(NamedTuple):
    """Why an action is refused: the clause, the fact in this position, and what would make the action legal.

    repair : only the last of several reasons has it, for all of them together; "" if nothing would.
    """

    clause: str
    fact: str
    repair: str
    requirement: str


class Check(NamedTuple):
    """One requirement looked at in a position, met or not."""

    requirement: str
    clause: str
    met: bool
    fact: str
    repair: str


class TebikiError(Exception):
    """Base of all errors a user can cause. `str(error)` names the place and the remedy."""

    def _render_traceback_(self) -> list[str]:
        """Return what a notebook shows instead of a traceback: the message says all there is to know."""
        return [f"{type(self).__name__}: {self}"]


class DataError(TebikiError):
    """A data file (cards, rulebook, position, scenario, deck) is not what it should be.

    Parameters
    ----------
    where : the file, and the card, field or line in it.
    what : what is wrong there.
    remedy : what to write instead.
    """

    def __init__(self, where: str, what: str, remedy: str = "") -> None:
        self.where, self.what, self.remedy = where, what, remedy
        super().__init__(f"{where}: {what}" + (f" {remedy}" if remedy else ""))

    def __reduce__(self) -> tuple[type[DataError], tuple[str, str, str]]:
        return type(self), (self.where, self.what, self.remedy)  # so that it comes out of another process whole


def find_nearest(word: str, known: Iterable[str], alike: float = 0.6) -> str:
    """Return the known word that a misspelt one may mean, "" if none is near; `alike` : from 0 to 1, how near."""
    import difflib  # loaded when it is needed: only a mistake needs it

    return next(iter(difflib.get_close_matches(word, list(known), 1, alike)), "")


def did_you_mean(word: str, known: Collection[str], alike: float = 0.6) -> str:
    """Return the remedy for a word that is not known: the one it may mean, otherwise all known ones."""
    near = find_nearest(word, known, alike)
    return f"Did you mean {near!r}?" if near else f"Known: {', '.join(known)}."


def raise_first_fault(where: str, *faults: tuple[object, str, str]) -> None:
    """Raise DataError for the first fault found; each is given as (whether it is there, what is wrong, the remedy)."""
    for there, what, remedy in faults:
        if there:
            raise DataError(where, what, remedy)


class IllegalAction(TebikiError):
    """An action the rules refuse; the state it was tried on is unchanged.

    `reasons` says why, the most fundamental first; see `engines.legal.refusals`.
    """

    def __init__(self, action: str, reasons: Sequence[Reason]) -> None:
        self.action, self.reasons = action, list(reasons)
        rendered = " ".join(f"{reason.fact} ({reason.clause})" for reason in reasons)
        super().__init__(f"{action}: refused. {rendered}")


class IllegalDeck(TebikiError):
    """A deck that may not be used; `reasons` says why, one reason for each broken rule."""

    def __init__(self, deck: str, reasons: Sequence[Reason]) -> None:
        self.deck, self.reasons = deck, list(reasons)
        rendered = " ".join(f"{reason.fact} ({reason.clause}) {reason.repair}" for reason in reasons)
        super().__init__(f"deck {deck}: {rendered}")


class NotationError(TebikiError):
    """A text that names no action here, or that fits more than one."""


class TextRefused(NotationError):
    """A text that names something impossible.

    That is a pick other than the one the flow makes alone, too many or too few picks, or a card that is not there.
    reasons : why, if rules forbid it. action : the action it begins with, None in it for anything that is missing.
    """

    def __init__(self, what: str, reasons: Sequence[Reason] = (), action: tuple[Any, ...] = ()) -> None:
        self.reasons, self.action = list(reasons), action
        super().__init__(what)


class ScenarioError(TebikiError):
    """A scenario whose action or expectation does not hold; names file, scenario and step."""
