"""Action notation: every action has one short text form that is also accepted as input, like SAN in chess."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from engines.book.card_sets import TYPED
from engines.declare.declaration import DeclaredState
from engines.errors import NotationError, TextRefused, find_nearest
from engines.kernel.flow import S
from engines.kernel.listener import AutoPick
from engines.kernel.state import Action, State
from engines.legal import pick_numbers, whereabouts
from engines.legal.pick_numbers import PickSeries, Scale
from engines.legal.reasons import Kind

Spell = Callable[[S, int, Any], str]

MOST_READINGS = 20
MOST_PLACES = 40
"""The number of places in a zone that are searched for arguments, if no try of a player matches the text."""

_QUOTES = str.maketrans({"\u201c": '"', "\u201d": '"', "\u2019": "'", "\u2192": ">"} | TYPED)


def by_sentence(split: Callable[[str], list[str]]) -> Callable[[str], list[str]]:
    """Return the `expand` of a game that splits a text at each ";", and each part with `split`."""
    return lambda text: [part for sentence in text.split(";") for part in split(sentence.strip())]


@dataclass(frozen=True, slots=True)
class Notation:
    """The notation of a game's actions.

    spell : for each argument name of a form, the function (state, seat, value) -> text.
    expand(text) -> parts : splits a text that contains an action together with its picks ("-> cores 1 2").
    contract(parts) -> text : the reverse.
    scales : maps each kind of pick whose count depends on an earlier action to that action's kinds (`guard "A" with
    "B"`).
    """

    spell: Mapping[str, Spell[Any]]
    expand: Callable[[str], list[str]]
    contract: Callable[[Sequence[str]], str]
    scales: Mapping[str, Scale] = field(default_factory=dict)

    def write(self, state: State, action: Action, seat: int | None = None) -> str:
        """Return the text of `action` as the player in `seat` (by default the one who acts) would write it."""
        kind = state.game.kinds.get(action[0]) if action else None
        if kind is None or len(action) != len(kind.arguments) + 1:
            return repr(action)
        who = seat if seat is not None else state.seat_to_act if state.result is None else 0
        for one in (who, 1 - who) if seat is None and who in (0, 1) else (who,):  # otherwise perhaps the rival's try
            spoken = zip(kind.arguments, action[1:], strict=True)
            try:
                return kind.form.format_map({name: self.spell[name](state, one, value) for name, value in spoken})
            except (LookupError, TypeError, ValueError, AttributeError):
                continue
        return repr(action)  # an argument refers to something that does not exist

    def names_what_is_there(self, state: State, action: Action, seat: int) -> bool:
        """Return True if every argument of `action` has the right type and refers to something that exists."""
        return all(
            self.spelled(state, seat, name, value) is not None
            for name, value in zip(state.game.kinds[action[0]].arguments, action[1:], strict=True)
        )

    def spelled(self, state: State, seat: int, argument: str, value: object) -> str | None:
        """Return the text of an argument; None if it refers to nothing."""
        parts = value if type(value) is tuple else (value,)
        if not all((type(part) is str and part) or (type(part) is int and part >= 0) for part in parts):
            return None
        try:
            words = self.spell[argument](state, min(seat, 1), value)
        except (LookupError, TypeError, ValueError, AttributeError):
            return None
        return words if isinstance(words, str) and not words.startswith("#") else None

    def read(self, state: State, text: str, seat: int | None = None, whole: bool = False) -> list[Action]:
        """Return the actions that `text` means here, first the main action and then its picks.

        A pick that the flow makes automatically, because there is no choice, may be written or omitted. A different
        pick is refused, and so are too many or too few picks. The last action may be illegal, so that `why_not` can
        explain it.

        whole : whether the text is complete and not just a beginning; if so, one guard is refused where two are needed.
        Raises NotationError if the text matches no action.
        """
        main, *picks = self.expand(text)
        action = self._read_one(state, main, seat)
        if action not in state.actions:
            return [action]
        series = pick_numbers.next_in_series(None, state, action, self.scales)
        if not picks and not (whole and series is not None and series.opens):
            return [action]
        try:
            return [action, *self._picks(_after(state, action), picks, text, series)[0]]
        except TextRefused as error:
            error.action = error.action or action
            raise

    def first_ready(self, state: State, parts: Sequence[str]) -> int:
        """Return the index of the part to play first, since picks of one kind may be written in any order."""
        word = _plain(parts[0]).split(" ")[0]
        for at, part in enumerate(parts if state.step.pick else ()):
            if _plain(part).split(" ")[0] != word:
                break
            if self._made(state, part) or self._meant(state, part, state.actions, state.seat_to_act) is not None:
                return at
        return 0

    def is_ready(self, state: State, part: str) -> bool:
        """Return True if a part of a text is a legal action here, or a pick that the flow has already made."""
        legal = state.actions if state.result is None else []
        return self._made(state, part) is not None or self._meant(state, part, legal, state.seat_to_act) is not None

    def series_after(
        self, series: PickSeries | None, before: State, part: str, played: Sequence[Action]
    ) -> PickSeries | None:
        """Return the series of picks after one part of a text. played : its actions, () if the flow made the pick.

        before : the position before this part.
        """
        if played:
            return pick_numbers.next_in_series(series, before, played[-1], self.scales)
        word = _plain(part).split(" ")[0]
        kinds = [kind for kind in before.game.kinds.values() if kind.form.split(" ")[0] == word]
        known = next((kind for kind in kinds if series is not None and kind.name == series.kind), kinds[0])
        return pick_numbers.with_made(series, before, known.name)

    def _picks(
        self, here: State, parts: Sequence[str], text: str, series: PickSeries | None
    ) -> tuple[list[Action], bool]:
        """Return the actions that `parts` mean after `here`, and whether all of them can be played.

        A part is a legal pick or one that the flow has already made; if it could be either, the remaining parts decide.
        `here` is modified. text : the whole text. series : the preceding picks of one kind. Raises NotationError if a
        part matches no pick.
        """
        if not parts:
            self.refuse_too_few(series, here, text)
            return [], True
        first = self.first_ready(here, parts)
        parts = [parts[first], *parts[:first], *parts[first + 1 :]]
        by_itself = self._made(here, parts[0])
        try:
            if by_itself is None:
                self.refuse_too_many(series, here, parts, text)
            action = self._read_one(here, parts[0], None)
            if action in here.actions:
                now = pick_numbers.next_in_series(series, here, action, self.scales)
                later, played = self._picks(_after(here, action), parts[1:], text, now)
                if played or by_itself is None:
                    return [action, *later], played
            elif by_itself is None:
                return [action], False
        except NotationError:
            if by_itself is None:
                raise
        assert by_itself is not None
        kind = by_itself()
        return self._picks(here, parts[1:], text, pick_numbers.with_made(series, here, kind))

    def refuse_too_many(self, series: PickSeries | None, here: State, parts: Sequence[str], text: str) -> None:
        """Raise TextRefused if `parts` continue a series of picks that is complete."""
        if series is not None:
            word = here.game.kinds[series.kind].form.split(" ")[0].casefold()
            words = [_plain(part).split(" ")[0] for part in parts]
            more = len([*itertools.takewhile(lambda one: one == word, words)])
            refused = more and pick_numbers.find_surplus(series, here, more, text, self.scales)
            if refused:
                raise refused

    def refuse_too_few(self, series: PickSeries | None, here: State, text: str) -> None:
        """Raise TextRefused if a text ends in the middle of a series of picks."""
        refused = series and pick_numbers.find_shortfall(series, here, text, self.scales)
        if refused:
            raise refused

    def made_by_itself(self, state: State, text: str) -> bool:
        """Return True if `text` is a pick that the flow made after the last action; each pick is matched only once."""
        take = self._made(state, text)
        if take is not None:
            take()
        return take is not None

    def _made(self, state: State, text: str) -> Callable[[], str] | None:
        """Return a function that removes the pick `text` from those made by the flow; None if it is not one of them.

        The function returns the kind of the pick.
        """
        for record in state.auto_picks or ():
            action = self._meant(record.state, text, record.actions, record.state.seat_to_act)
            if action is not None:

                def take(made: AutoPick = record, pick: Action = action) -> str:
                    made.actions.remove(pick)
                    return str(pick[0])

                return take
        return None

    def _refuse_another(self, state: State, text: str) -> None:
        """Raise TextRefused if `text` is a pick other than the one made by the flow."""
        for record in state.auto_picks or ():
            here = record.state
            who = here.seat_to_act
            made = [self.write(here, action, who) for action in here.step.auto_picks(here)]  # type: ignore[misc]
            action = self._thinkable(here, text, who, [here.game.kinds[name] for name in here.step.on], True)
            if action is not None:
                reasons = here.game.why_not(here, action, who)
                told = " ".join(f"{reason.fact} ({reason.clause})" for reason in reasons)
                alone = f"{', '.join(made)} has been made by itself: there is no choice that makes a difference."
                raise TextRefused(f"{text!r} cannot be picked ({here.step.title}): {told or alone}", reasons)

    def _read_one(self, state: State, text: str, seat: int | None) -> Action:
        who = seat if seat is not None else state.seat_to_act if state.result is None else 0
        legal = state.actions if state.result is None and who == state.seat_to_act else []
        action = self._meant(state, text, legal, who)
        if action is None:
            action = self._meant(state, text, state.game.tries(state, min(who, 1)), who)
        if action is not None:
            return action
        self._refuse_another(state, text)
        action = self._thinkable(state, text, min(who, 1), state.game.kinds.values())
        if action is not None:
            return action
        refused = self._refuse_elsewhere(state, text, min(who, 1))
        if refused is not None:
            raise refused
        offered = ", ".join(self.write(state, action) for action in state.actions[:12])
        word = _plain(text).split(" ")[0]
        forms = [kind.form for kind in state.game.kinds.values() if kind.form.split(" ")[0] == word]
        words = dict.fromkeys(kind.form.split(" ")[0] for kind in state.game.kinds.values())
        near = "" if forms else find_nearest(word, words, 0.7)
        meant = f" Did you mean {near!r}?" if near else ""
        written = " or ".join(dict.fromkeys(re.sub(r"\{\w+\}", " ... ", form).strip() for form in forms))
        hint = f" It is written: {re.sub(' +', ' ', written)}." if forms else ""
        raise NotationError(
            f"{text!r} is no action here ({state.step.title}).{hint}{meant} "
            f"Legal: {offered or 'nothing, the game is over'}."
        )

    def _meant(self, state: State, text: str, candidates: Sequence[Action], who: int) -> Action | None:
        """Return the candidate that `text` means, or None. Raises NotationError if it could mean more than one."""
        wanted = _plain(text)
        kinds = {name for name, kind in state.game.kinds.items() if wanted.startswith(_lead(kind.form))}
        texts = [(self.write(state, action, who), action) for action in candidates if action[0] in kinds]
        written = [(_plain(words), action) for words, action in texts]
        first = re.sub(r'(") 1(?!\d)', r"\1", wanted)
        exact = next((action for words, action in written if words in (wanted, first)), None)
        if exact is not None:
            return exact
        loose = {words: action for words, action in texts if re.sub(r'" \d+', '"', _plain(words)) == wanted}
        if len(loose) > 1:
            raise NotationError(f"{text!r} fits {len(loose)} cards here. Write " + " or ".join(sorted(loose)) + ".")
        return next(iter(loose.values()), None)

    def _thinkable(
        self, state: State, text: str, who: int, kinds: Iterable[Kind[S]], legal: bool = False
    ) -> Action | None:
        """Return the action that `text` describes although no click could try it, or None.

        Its arguments are found by writing out everything in the game: cards, things in play, places. legal : whether a
        legal action may be returned too, and not only one that is refused.
        """
        for kind, spoken in _read_forms(_plain(text), kinds):
            values = [self._values(state, who, kind, name, spelled) for name, spelled in spoken.items()]
            for chosen in itertools.islice(itertools.product(*values), MOST_READINGS):
                named = dict(zip(spoken, chosen, strict=True))
                action = (kind.name, *(named[name] for name in kind.arguments))
                if legal or state.game.why_not(state, action, who):
                    return action
        return None

    def _refuse_elsewhere(self, state: State, text: str, who: int) -> TextRefused | None:
        """Return the refusal of a text that refers to an existing card in the wrong place; None for other texts."""
        if not isinstance(state, DeclaredState):
            return None
        for kind, spoken in _read_forms(_plain(text), state.game.kinds.values()):
            missing = [(name, said) for name, said in spoken.items() if not self._values(state, who, kind, name, said)]
            cards = [whereabouts.card_named(state, said) for _, said in missing]
            if missing and all(cards) and all(self._is_card(state, who, kind, name) for name, _ in missing):
                return whereabouts.refuse_elsewhere(state, who, text, kind, missing[0][0], cards[0])
        return None

    def _is_card(self, state: State, who: int, kind: Kind[Any], argument: str) -> bool:
        """Return True if an argument is written as a card name."""
        meaning = kind.meanings.get(argument)
        if meaning is not None and meaning.places:
            return True
        return any((self.spelled(state, who, argument, value) or "").startswith('"') for value in (0, (0, 0)))

    def _values(self, state: State, who: int, kind: Kind[Any], argument: str, spelled: str) -> list[object]:
        """Return the values of an argument of a kind that would be written as `spelled`.

        A name never refers to a card that the player cannot see.
        """
        meaning = kind.meanings.get(argument)
        numbers = range(max(len(state.game.cards), state.serial + 1))
        places = ((seat, place) for seat in (0, 1) for place in range(MOST_PLACES))
        found: list[object] = []
        for value in itertools.chain(numbers, places, (spelled,)):
            try:
                words = _plain(self.spell[argument](state, who, value))
            except (LookupError, TypeError, ValueError, AttributeError):
                continue
            concealed = meaning is not None and meaning.is_concealed(state, who, value)
            if not concealed and spelled in (words, re.sub(r'(") \d+$', r"\1", words)):
                found.append(value)
        return found

    def line(self, state: State, actions: Sequence[Action]) -> str:
        """Return the text, on one line, of several actions played in sequence from `state`."""
        here, parts = state.copy(), []
        for action in actions:
            parts.append(self.write(here, action))
            here.apply(action)
        return self.contract(parts)


class Series(NamedTuple):
    """An action that opens a series of picks and is written together with them.

    `mulligan "A" "B"` is mulligan, exchange A, exchange B, done.
    """

    opens: str
    pick: str
    closes: str

    def expand(self, text: str) -> list[str]:
        """Split a text into actions, and a series into its parts."""
        parts: list[str] = []
        for sentence in map(str.strip, text.split(";")):
            if re.fullmatch(rf'{self.opens}(?:\s+"[^"]*")+', sentence):
                names = re.findall(r'"[^"]*"', sentence)
                parts += [self.opens, *(f"{self.pick} {name}" for name in names), self.closes]
            else:
                parts.append(sentence)
        return parts

    def contract(self, parts: Sequence[str]) -> str:
        """Join actions into one string, merging a series."""
        lines: list[str] = []
        under_way = False
        for part in parts:
            if under_way and part.startswith(f"{self.pick} "):
                lines[-1] += part.removeprefix(self.pick)
            elif under_way and part == self.closes:
                under_way = False
            else:
                lines.append(part)
                under_way = part == self.opens
        return "; ".join(lines)


def repeat_verb(sentence: str, verb: str) -> list[str]:
    """Return `verb "A"`, `verb "B"` for `verb "A" "B"`; the sentence itself if it is anything else."""
    names = sentence.removeprefix(f"{verb} ")
    several = re.fullmatch(r'"[^"]*"(?: \d+)?(?:,? "[^"]*"(?: \d+)?)+', names)
    return [f"{verb} {name}" for name in names_in(names)] if several else [sentence]


def names_in(text: str, before: str = "") -> list[str]:
    """Return the names in a list such as `"A" "B" 2`, each with its number. The word `before` may precede a name.

    Raises NotationError if the list contains anything else.
    """
    name = rf'(?:{re.escape(before)})?"[^"]*"(?: \d+)?'
    if not re.fullmatch(rf"\s*{name}(?:[\s,]+{name})*\s*", text):
        raise NotationError(f"{text!r} is no list of names. Write each in quotes.")
    return re.findall(name, text)


def _after(state: State, action: Action) -> State:
    """Return a copy of `state` after an action. It keeps the record of picks made automatically."""
    here = state.copy()
    here.keep_auto_picks()
    here.apply(action)
    return here


def _read_forms(wanted: str, kinds: Iterable[Kind[S]]) -> Iterator[tuple[Kind[S], dict[str, str]]]:
    """Yield the kinds of action whose form matches a text, each with the texts of its arguments."""
    for kind in kinds:
        pieces = re.split(r"\{(\w+)\}", kind.form)
        pattern = "".join(re.escape(_plain_piece(p)) if at % 2 == 0 else "(.*)" for at, p in enumerate(pieces))
        match = re.fullmatch(pattern, wanted)
        if match is not None:
            yield kind, dict(zip(pieces[1::2], match.groups(), strict=True))


@cache
def _lead(form: str) -> str:
    """Return the words with which every text of a form begins, so that no other needs to be written out."""
    return _plain(form.partition("{")[0])


def _plain_piece(text: str) -> str:
    return re.sub(r"\s+", " ", text).casefold()


def _plain(text: str) -> str:
    text = text if text.isascii() else unicodedata.normalize("NFC", text)
    return re.sub(r"\s+", " ", text.translate(_QUOTES)).strip().casefold()


def number_name(name: str, copies: Sequence[object], which: int) -> str:
    """Return `"name"`, with a number if the player's copies of it are distinguishable.

    copies : what distinguishes each copy, in order. which : the index of this copy.
    """
    if len(copies) == 1 or (which == 0 and all(copy == copies[0] for copy in copies)):
        return f'"{name}"'
    return f'"{name}" {which + 1}'
