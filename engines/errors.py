"""The errors that user input can cause in an engine, each with one clear message."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, TypeVar

V = TypeVar("V")


class Reason(NamedTuple):
    """Why an action is refused: the clause, the fact in this position, and what would make the action legal.

    repair : what would make the action legal, "" if nothing would. Only the last of several reasons has one, and it
    covers all of them.
    """

    clause: str
    fact: str
    repair: str
    requirement: str


class Check(NamedTuple):
    """One requirement that was checked in a position, and whether it is met."""

    requirement: str
    clause: str
    met: bool
    fact: str
    repair: str


class TebikiError(Exception):
    """The base of all errors that a user can cause. `str(error)` gives the place and the remedy."""

    def _render_traceback_(self) -> list[str]:
        """Return the message that a notebook shows instead of a traceback."""
        return [f"{type(self).__name__}: {self}"]


class DataError(TebikiError):
    """A data file (cards, rulebook, position, scenario, deck) is not valid.

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
        return type(self), (self.where, self.what, self.remedy)  # so that the error survives pickling between processes


class UnknownName(DataError, KeyError):
    """A key that does not exist. It is also a KeyError, as for any missing key."""

    def __str__(self) -> str:
        """Return the message, without the quotes of a KeyError."""
        return str(self.args[0])


class NamedEntries(dict[str, V]):
    """A dict in which people look up names; for an unknown name, the error suggests the nearest one.

    where, what : the parts of the message, as in "engines: there is no deck 'hearht'."
    """

    def __init__(self, entries: Mapping[str, V], where: str, what: str) -> None:
        super().__init__(entries)
        self.where, self.what = where, what

    def __missing__(self, name: object) -> NoReturn:
        """Raise UnknownName, which suggests the nearest known name."""
        raise UnknownName(self.where, f"there is no {self.what} {name!r}.", did_you_mean(name, self))

    def __reduce__(self) -> tuple[type[NamedEntries[V]], tuple[dict[str, V], str, str]]:
        return type(self), (dict(self), self.where, self.what)


def find_nearest(word: str, known: Iterable[str], alike: float = 0.6) -> str:
    """Return the known word closest to a misspelt one; "" if none is close. alike : the required similarity, 0 to 1."""
    import difflib  # imported only after a mistake

    return next(iter(difflib.get_close_matches(word, list(known), 1, alike)), "")


MOST_LISTED = 60
"""The maximum number of known names listed in a message."""


def did_you_mean(word: object, known: Collection[str], alike: float = 0.6) -> str:
    """Return the remedy for an unknown word: the closest known one, or else a list of at most MOST_LISTED known ones.

    word : may be any value, but only a string can be close to a known word.
    """
    near = find_nearest(word, known, alike) if isinstance(word, str) else ""
    more = ", ..." if len(known) > MOST_LISTED else ""
    return f"Did you mean {near!r}?" if near else f"Known: {', '.join(list(known)[:MOST_LISTED])}{more}."


def require_known(word: object, known: Collection[str], where: str, what: str) -> None:
    """Raise DataError, suggesting the nearest name, unless `word` is a known name.

    what : the sort of thing that the name should refer to, such as "deck".
    """
    if word not in known:
        raise DataError(where, f"there is no {what} {word!r}.", did_you_mean(word, known))


def raise_first_fault(where: str, *faults: tuple[object, str, str]) -> None:
    """Raise DataError for the first fault whose condition holds. faults : (condition, what is wrong, remedy)."""
    for there, what, remedy in faults:
        if there:
            raise DataError(where, what, remedy)


class IllegalAction(TebikiError):
    """An action that the rules refuse; the state is unchanged.

    `reasons` says why, with the most fundamental reason first; see `engines.legal.refusals`.
    """

    def __init__(self, action: str, reasons: Sequence[Reason]) -> None:
        self.action, self.reasons = action, list(reasons)
        rendered = " ".join(f"{reason.fact} ({reason.clause})" for reason in reasons)
        super().__init__(f"{action}: refused. {rendered}")


class IllegalDeck(TebikiError):
    """A deck that the rules do not allow. `reasons` has a reason for each broken rule."""

    def __init__(self, deck: str, reasons: Sequence[Reason]) -> None:
        self.deck, self.reasons = deck, list(reasons)
        rendered = " ".join(f"{reason.fact} ({reason.clause}) {reason.repair}" for reason in reasons)
        super().__init__(f"deck {deck}: {rendered}")


class NotationError(TebikiError):
    """A text that matches no action in this position, or more than one."""


class TextRefused(NotationError):
    """A text that refers to something impossible.

    The text may contain a pick other than the automatic one, too many or too few picks, or a card that is not there.
    reasons : the reasons, if rules forbid it. action : the action with which the text begins; missing arguments are
    None.
    """

    def __init__(self, what: str, reasons: Sequence[Reason] = (), action: tuple[Any, ...] = ()) -> None:
        self.reasons, self.action = list(reasons), action
        super().__init__(what)


class ScenarioError(TebikiError):
    """A scenario whose action or expectation does not hold. The message gives file, scenario and step."""
