"""Expectations: short texts that say what must be true of a state. Their forms are described in docs/scenarios.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from engines.book.toml_schema import SEAT_NAMES, Document, split_marks
from engines.declare.declaration import DeclaredState
from engines.errors import DataError, did_you_mean, find_nearest
from engines.forms import visibility
from engines.game import Game
from engines.kernel.state import NATURE, State
from engines.legal import unnamed_cards

Compared = tuple[object, object]
"""The actual value and the expected value."""

Form = Callable[..., Compared]
_FORMS: list[tuple[re.Pattern[str], Form]] = []


def _form(pattern: str) -> Callable[[Form], Form]:
    def add(function: Form) -> Form:
        _FORMS.append((re.compile(pattern), function))
        return function

    return add


def compare_expectation(state: State, text: str) -> Compared:
    """Return the actual and expected values of expectation `text`. Raises DataError for an unknown form."""
    function, parts = _read(text)
    actual, wanted = function(state, **parts)
    return actual, wanted


@lru_cache(maxsize=1024)
def _read(text: str) -> tuple[Form, dict[str, str | None]]:
    """Return the form of an expectation and the parts of its text. Raises DataError for an unknown form."""
    for pattern, function in _FORMS:
        match = pattern.fullmatch(text.strip())
        if match:
            return function, match.groupdict()
    raise DataError("expectation", f"{text!r} is of no known form.", "See docs/scenarios.md.")


def describe_difference(state: State, text: str) -> str:
    """Return how the state differs from expectation `text`; "" if it holds. Raises DataError for an unknown form."""
    actual, wanted = compare_expectation(state, text)
    return "" if actual == wanted else f"expected {text}, found {actual}."


def expectation_holds(state: State, text: str) -> bool:
    """Return True if the expectation holds."""
    return not describe_difference(state, text)


_SEAT = r"(?P<seat>P1|P2|you|rival)"
_LIST = r"\[(?P<names>.*)\]"


def seat_name(seat: int | str | None) -> str:
    """Return the name of a seat in expectations, which is its name in positions."""
    return {0: "P1", 1: "P2", NATURE: "chance", None: "nobody"}[SEAT_NAMES.get(seat, seat)]  # type: ignore[arg-type]


def _listed(names: str) -> list[str]:
    """Return the names in a list. Raises DataError if the list contains anything but quoted names."""
    if not re.fullmatch(r'\s*(?:"[^"]*"\s*(?:,\s*"[^"]*"\s*)*,?\s*)?', names):
        raise DataError("expectation", f"[{names}] is no list of names.", 'Write ["A", "B"], or a number of cards.')
    return re.findall(r'"([^"]*)"', names)


@_form(_SEAT + r"\.(?P<zone>\w+) = (?P<count>-?\d+)")
def _count(state: State, seat: str, zone: str, count: str) -> Compared:
    return count_or_figure(state, seat, zone), int(count)


@_form(_SEAT + r"\.(?P<zone>\w+) (?P<sign><=|>=) (?P<count>-?\d+)")
def _bounded(state: State, seat: str, zone: str, sign: str, count: str) -> Compared:
    there = count_or_figure(state, seat, zone)
    if not isinstance(there, int):
        raise DataError("expectation", f"{zone} is {there!r}, no number.", "Compare a number of cards, or a figure.")
    fits = there <= int(count) if sign == "<=" else there >= int(count)
    return (int(count) if fits else there), int(count)


def count_or_figure(state: State, seat: str, what: str) -> object:
    """Return a figure of a player, such as points or HP.

    If there is none of that name, the number of cards in a zone.
    """
    try:
        return state.game.rules.value(state, SEAT_NAMES[seat], what, "")
    except KeyError:
        return len(_zone(state, seat, what))


@_form(_SEAT + r"\.(?P<zone>\w+) = " + _LIST)
def _names(state: State, seat: str, zone: str, names: str) -> Compared:
    wanted = _listed(names)
    if any("," in name for name in wanted):
        return _marked(state, seat, zone, wanted)
    return sorted(_zone(state, seat, zone)), sorted(wanted)


@_form(_SEAT + r'\.(?P<zone>\w+) (?P<at>[1-9]\d*) = "(?P<name>[^"]*)"')
def _placed(state: State, seat: str, zone: str, at: str, name: str) -> Compared:
    state.game.card_number(name, "expectation")
    cards = visibility.in_order(state, SEAT_NAMES[seat], zone) if isinstance(state, DeclaredState) else None
    if cards is None:
        _zone(state, seat, zone)  # raises an error for an unknown zone
        raise DataError("expectation", f"the cards of {zone} have no places.", "Say which cards are in it.")
    cards = unnamed_cards.hide_unnamed(state, SEAT_NAMES[seat], zone, cards)
    place = int(at) - 1
    return cards[place] if place < len(cards) else f"{len(cards)} cards", name


@_form(_SEAT + r'\.(?P<zone>\w+) (?P<word>has|lacks) "(?P<name>[^"]*)"')
def _has(state: State, seat: str, zone: str, word: str, name: str) -> Compared:
    state.game.card_number(name, "expectation")
    there = _zone(state, seat, zone)
    return True if (name in there) == (word == "has") else there, True


@_form(r"(?P<by>P1|P2) sees " + _SEAT + r"\.(?P<zone>\w+) = (?P<count>\d+) hidden")
def _hidden(state: State, by: str, seat: str, zone: str, count: str) -> Compared:
    entries = _seen(state, by, seat, zone)
    return sum(1 for part in entries if part is None), int(count)


@_form(r"(?P<by>P1|P2) sees " + _SEAT + r"\.(?P<zone>\w+) = " + _LIST)
def _sees(state: State, by: str, seat: str, zone: str, names: str) -> Compared:
    return sorted(part for part in _seen(state, by, seat, zone) if part is not None), sorted(_listed(names))


@_form(r"winner = (?P<seat>P1|P2|you|rival)")
def _winner(state: State, seat: str) -> Compared:
    return seat_name(state.result.winner) if state.result else "nobody yet", seat_name(seat)


@_form(r"draw")
def _draw(state: State) -> Compared:
    result = state.result
    return "no result yet" if result is None else "draw" if result.winner is None else seat_name(result.winner), "draw"


@_form(r"not over")
def _not_over(state: State) -> Compared:
    return state.result, None


@_form(r"by (?P<clause>[A-Z]+-\S+)")
def _by(state: State, clause: str) -> Compared:
    check_clauses(state.game, [clause], "expectation")
    return state.result.clause if state.result else "no result", clause


@_form(r"step = (?P<name>\w+)")
def _step(state: State, name: str) -> Compared:
    if name not in state.game.flow.steps:
        raise DataError("expectation", f"there is no step {name!r}.", did_you_mean(name, state.game.flow.steps))
    return state.step.name, name


@_form(r"turn = (?P<number>\d+)")
def _turn(state: State, number: str) -> Compared:
    return state.turn, int(number)


@_form(r"(?P<what>player|decides) = " + _SEAT)
def _who(state: State, what: str, seat: str) -> Compared:
    if what == "player":
        return seat_name(state.view(0).get("turn_player")), seat_name(seat)
    return seat_name(state.decision.seat if state.decision else None), seat_name(seat)


@_form(r"(?P<no>not )?fired (?P<clause>\S+)")
def _fired(state: State, no: str | None, clause: str) -> Compared:
    check_clauses(state.game, [clause], "expectation")
    fired = any(event.clause == clause for event in state.events or ())
    return "fired" if fired else "not fired", "not fired" if no else "fired"


@_form(r'can "(?P<name>[^"]*)" = (?P<wanted>yes|no)')
def _can(state: State, name: str, wanted: str) -> Compared:
    state.game.card_number(name, "expectation")
    aimed = [state.text(action) for action in state.actions if state.game.kinds[action[0]].targets]
    able = any(re.findall(r'"([^"]*)"', text)[:1] == [name] for text in aimed)
    return "yes" if able else "no", wanted


@_form(r"(?:" + _SEAT + r' )?(?P<noun>\w+) "(?P<name>[^"]*)"(?: (?P<which>\d+))? = ' + _LIST)
def _held(state: State, seat: str | None, noun: str, name: str, which: str | None, names: str) -> Compared:
    part = _in_play(state, seat, name, which, noun).get(noun)
    if isinstance(part, int):
        raise DataError(
            "expectation", f"{noun} of {name} is {part!r}, no list of names.", f"Write {noun} ... = number."
        )
    there = part if isinstance(part, list) else [] if part is None else [part]
    return sorted(str(one) for one in there), sorted(_listed(names))


@_form(r"(?:" + _SEAT + r' )?(?P<noun>\w+) "(?P<name>[^"]*)"(?: (?P<which>\d+))? = (?P<wanted>\S+)')
def _value(state: State, seat: str | None, noun: str, name: str, which: str | None, wanted: str) -> Compared:
    figure = int(wanted) if re.fullmatch(r"-?\d+", wanted) else wanted
    if which is not None:
        return _of_copy(state, _in_play(state, seat, name, which), noun, wanted), figure
    try:
        if not unnamed_cards.is_called(state, name):
            raise KeyError(name)
        actual = state.game.rules.value(state, SEAT_NAMES[seat] if seat else None, noun, name)
    except KeyError:
        state.game.card_number(name, "expectation")
        known = {key for part in _entries(state, seat) if part.get("card") == name for key in part}
        near = find_nearest(noun, known | {mark for mark, _ in state.game.rules.marks.values()})
        hint = f" (did you mean {near!r}?)" if near and near != noun else ""
        return f"no {noun} of {name} there{hint}", wanted
    marks = state.game.rules.marks
    key = marks[actual][0] if isinstance(actual, str) and actual in marks else noun
    words = {word for word, (one, _) in marks.items() if one == key}
    near = find_nearest(wanted, words) if isinstance(actual, str) and actual != wanted and wanted not in words else ""
    if near:
        raise DataError("expectation", f"{noun} is never {wanted!r}.", f"Did you mean {near!r}?")
    return actual, figure


def _of_copy(state: State, part: Document, noun: str, wanted: str) -> object:
    """Return a figure in a view's entry of a card, for comparison with `wanted`.

    For a mark, return `wanted` if the card has it, otherwise "not {wanted}". Raises DataError if the card has no such
    figure or mark.
    """
    if noun in part:
        return {True: "yes", False: "no"}.get(part[noun], part[noun]) if type(part[noun]) is bool else part[noun]
    key, value = state.game.rules.marks.get(wanted, ("", None))
    if key not in part:
        raise DataError("expectation", f"{part['card']} has no {noun} that is {wanted}.", f"It has {', '.join(part)}.")
    return wanted if part[key] == value else f"not {wanted}"


def _entries(state: State, seat: str | None) -> list[Document]:
    """Return a view's entries of the cards in play that names can refer to, for one player or for both."""
    sides = (0, 1) if seat is None else (SEAT_NAMES[seat],)
    return [part for side in sides for part in unnamed_cards.entries_in_play(state, side)]


def _in_play(state: State, seat: str | None, name: str, which: str | None, noun: str = "") -> Document:
    """Return the view's entry of a card in play, the `which`-th of its name.

    Raises DataError if fewer are in play.

    noun : a figure that it must have; cards without it, such as unnamed ones in another zone, are skipped.
    """
    same = [part for part in _entries(state, seat) if part.get("card") == name and (not noun or noun in part)]
    if not 1 <= int(which or 1) <= len(same):
        raise DataError("expectation", f"there are {len(same)} of {name!r} in play.", "Name one of them.")
    return same[int(which or 1) - 1]


def _zone(state: State, seat: str, zone: str) -> list[str]:
    try:
        return unnamed_cards.names_in_zone(state, SEAT_NAMES[seat], zone)
    except KeyError:
        raise _no_zone(state, seat, zone) from None


def _no_zone(state: State, seat: str, zone: str, what: str = "there is no zone") -> DataError:
    known = state.view(SEAT_NAMES[seat])["players"][SEAT_NAMES[seat]]
    return DataError("expectation", f"{what} {zone!r}.", did_you_mean(zone, known))


def _view_of(state: State, by: str, seat: str, zone: str) -> object:
    """Return what the player `by` sees of a zone of the player `seat`. Raises DataError if the view lacks the zone."""
    try:
        return state.view(SEAT_NAMES[by])["players"][SEAT_NAMES[seat]][zone]
    except KeyError:
        raise _no_zone(state, seat, zone, "a view has no zone") from None


def _seen(state: State, by: str, seat: str, zone: str) -> list[str | None]:
    entries = _view_of(state, by, seat, zone)
    if isinstance(entries, int):
        return [None] * entries
    if not isinstance(entries, list):
        raise DataError("expectation", f"{seat}.{zone} is no zone.")
    return [
        part.get("card") if isinstance(part, dict) else part if isinstance(part, str) else None
        for part in entries
        if part is not False
    ]


def _marked(state: State, seat: str, zone: str, wanted: Sequence[str]) -> Compared:
    entries = _view_of(state, seat, seat, zone)
    if not isinstance(entries, list) or not all(isinstance(part, dict) and "card" in part for part in entries):
        raise DataError("expectation", f"cards in {seat}.{zone} have no marks.", "Write their names alone.")
    known = state.game.rules.marks
    names = unnamed_cards.hide_unnamed(state, SEAT_NAMES[seat], zone, [part["card"] for part in entries])
    entries = [part | {"card": name} for part, name in zip(entries, names, strict=True)]
    left = list(entries)
    for text in wanted:
        name, marks = split_marks(text, {word: value is None for word, (_, value) in known.items()}, "expectation")
        fits = [
            (known[word][0], number if known[word][1] is None else known[word][1]) for word, number in marks.items()
        ]
        found = next((part for part in left if part["card"] == name and all(part.get(k) == v for k, v in fits)), None)
        if found is None:
            break
        left.remove(found)
    else:
        if not left:
            return True, True
    return [_describe(part, known) for part in entries], list(wanted)


def _describe(part: Document, marks: Mapping[str, tuple[str, object]]) -> str:
    words = [word for word, (key, value) in marks.items() if value is not None and part.get(key) == value]
    words += [f"{word} {part[key]}" for word, (key, value) in marks.items() if value is None and part.get(key)]
    return ", ".join([str(part.get("card")), *words])


def check_clauses(game: Game, ids: Iterable[str], where: str) -> None:
    """Raise DataError if the rulebook of the game lacks one of these clauses or rulings."""
    book = game.rulebook
    for id in ids:
        if id not in book.clauses and id not in book.rulings:
            if not id.startswith(f"{book.prefix}-") and "-" in id:
                remedy = f"Those of {game.title} begin with {book.prefix}: is it a file of another game (--game)?"
                raise DataError(where, f"there is no clause {id!r}.", remedy)
            near = find_nearest(id, [*book.clauses, *book.rulings])
            raise DataError(where, f"there is no clause {id!r}.", f"Did you mean {near}?" if near else "")
