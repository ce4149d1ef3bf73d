"""The check of effects in the shared effect language (`card_programs`): the mistakes it refuses, and remedies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engines.book.card_programs import (
    ALLOW,
    ALTER,
    CHANGE,
    CHOOSE,
    COUNTERS,
    DISCARD,
    DIVIDE,
    DO,
    DRAW,
    EACH,
    FORBID,
    GIVE,
    IF,
    INSTEAD,
    LOOK,
    MARKING,
    MAY,
    MOST_INSTRUCTIONS,
    MOVE,
    ONCE,
    PAID_BY,
    PAY,
    POINTS,
    REROLL,
    ROLL,
    SEARCH,
    SELF,
    TAKE,
    UNLESS,
    VERBS,
    ZONES,
    ProgramRules,
)
from engines.book.entry_faults import find_unknown, find_wrong_word, put_inside
from engines.book.figure_changes import ChangeFault
from engines.book.forbidden_actions import ForbidRules
from engines.book.program_verb_faults import VerbChecker
from engines.book.toml_schema import Document


def find_program_faults(
    rules: ProgramRules,
    entries: Mapping[str, Any],
    category: str,
    ability: Document,
    has_number: bool = False,
    forbids: ForbidRules | None = None,
) -> Iterator[ChangeFault]:
    """Yield the faults of an ability in the shared effect language on a card, like `find_change_faults`.

    forbids : the actions that texts of the game may forbid.
    """
    checker = _Checker(rules, entries, category, ability.get("when"))
    checker.has_number, checker.forbids = has_number, forbids
    checker.deeds = {} if forbids is None else forbids.deeds
    yield from checker.faults_of_program(ability)


def _uses_up(one: object, rules: ProgramRules) -> bool:
    """Return True for a part of a price that cannot be paid without end."""
    if not isinstance(one, Mapping):
        return False
    verb, is_self = one.get("verb"), one.get("what") == SELF
    goes = verb == MOVE and (is_self or one.get("to") == rules.pile) and one.get("to") not in rules.shifts
    return verb == POINTS or goes or (verb == MARKING and is_self)


class _Checker(VerbChecker):
    def __init__(self, rules: ProgramRules, entries: Mapping[str, Any], category: str, moment: object) -> None:
        super().__init__(rules, entries, category, moment)
        self.find = {
            CHOOSE: self._choose_faults,
            MOVE: self._move_faults,
            DRAW: self._draw_faults,
            DISCARD: self._discard_faults,
            MARKING: self._mark_faults,
            COUNTERS: self._counters_faults,
            CHANGE: self._change_faults,
            GIVE: self._giving_faults,
            TAKE: self._giving_faults,
            ALTER: self._alter_faults,
            FORBID: self._forbid_faults,
            POINTS: self._points_faults,
            LOOK: self._look_faults,
            SEARCH: self._search_faults,
            UNLESS: self._unless_faults,
            EACH: self._each_faults,
            ALLOW: self._allow_faults,
            INSTEAD: self._instead_faults,
            ROLL: self._roll_faults,
            REROLL: self._reroll_faults,
            DIVIDE: self._divide_faults,
            IF: self._if_faults,
        }

    def faults_of_program(self, ability: Document) -> Iterator[ChangeFault]:
        if ability.get("when") in self.programs.without:
            yield ("when",), f"cannot say this with when = {ability['when']!r}.", "Write by_hand = true instead."
        if "by_hand" in ability:
            yield ("by_hand",), "has by_hand and verbs.", "Leave one of them out."
        yield from self.find_faults_of_conditions(ability)
        if MAY in ability and ability[MAY] is not True:
            yield (MAY,), f"is {ability[MAY]!r}.", "Write may = true, or leave it out."
        number = 0
        for name in (PAY, DO):
            part = ability.get(name, () if name == PAY else None)
            if not isinstance(part, list | tuple) or not all(isinstance(one, Mapping) for one in part):
                yield (name,), f"{name} = {part!r}.", 'Write a list: [{ verb = "draw", count = 1 }].'
                continue
            if not part and name in ability:
                yield (name,), "does nothing.", 'Add { verb = "draw" }, for example, or leave it out.'
            number += len(part) + sum(len(one.get(DO) or ()) for one in part if isinstance(one.get(DO), list | tuple))
            for at, one in enumerate(part):
                yield from put_inside((name, at), self._faults_of(one, name == PAY))
            if name == PAY:
                yield from self._pay_faults(part)
                if part and MAY not in ability and ability.get("when") in self.programs.unasked:
                    yield (PAY,), "may be used when it cannot be paid for.", "Add may = true."
        if ONCE in ability:
            yield from find_wrong_word((ONCE,), ability[ONCE], ("turn",))
            if SELF not in self.meant and self.category not in self.programs.lying:
                yield (ONCE,), "is on a card that is not in play then.", "Leave it out."
        uses_up = ONCE in ability or any(_uses_up(one, self.programs) for one in ability.get(PAY, ()))
        if ability.get("when") in self.programs.use_times and not uses_up:
            yield (
                (PAY,),
                "could be used without end.",
                'Write once = "turn", or pay by turning or moving the card itself, or in points.',
            )
        verbs = [one.get("verb") for name in (PAY, DO) for one in ability.get(name) or () if isinstance(one, Mapping)]
        if INSTEAD in verbs and (len(verbs) > 1 or MAY in ability):
            yield (DO,), "does something beside 'instead'.", "Write 'instead' alone, without may and pay."
        if number > MOST_INSTRUCTIONS:
            yield (DO,), f"has {number} instructions.", f"At most {MOST_INSTRUCTIONS}."

    def _pay_faults(self, part: Sequence[Document]) -> Iterator[ChangeFault]:
        for verb in (CHOOSE, DISCARD, POINTS):
            same = [one for one in part if one.get("verb") == verb]
            of_some = verb == DISCARD and sum("of" in one for one in same) == 1
            if len(same) > (2 if of_some else 1):
                yield (PAY,), f"pays with {verb!r} twice.", "Write one of them."

    def _faults_of(self, one: Document, pays: bool) -> Iterator[ChangeFault]:
        verb, allowed = one.get("verb"), PAID_BY if pays else VERBS
        if verb not in allowed:
            what = f"unknown verb {verb!r} among those of all games."
            if verb in VERBS:
                what = f"pays with {verb!r}."
            yield from (((*at, "verb"), what, hint) for at, _, hint in find_wrong_word((), verb, allowed))
            return
        if pays and ZONES in one:
            yield (ZONES,), "pays with the choice of a zone.", "Choose the zone under do."
            return
        if pays and "up_to" in one:
            yield ("up_to",), "does not say how much is paid.", "Leave up_to out: a price is fixed."
        if pays and verb in (DISCARD, POINTS):
            for name in ("who", "by"):
                if one.get(name, "own") != "own":
                    yield (name,), "lets another player pay.", f"Leave {name} out."
        for name in self.programs.points if pays and verb == POINTS else ():
            if name in one and not (isinstance(one[name], int) and one[name] < 0):
                yield (name,), f"pays {one[name]!r}.", f"Write what it costs, for example {name} = -1."
        if verb in self.programs.apart and one.get("who") == "both":
            yield ("who",), f"{verb!r} is for both players at the same moment.", "Write own or rival."
        yield from self.find[str(verb)](one)

    def _unless_faults(self, one: Document) -> Iterator[ChangeFault]:
        yield from find_unknown(one, ("verb", "who", "is", PAY, DO), "argument")
        if one.get("who") != "rival":
            yield ("who",), f"is {one.get('who')!r}.", 'Write who = "rival": what you may pay yourself is may and pay.'
        pays, points = one.get(PAY), self.programs.points
        paid = pays[0] if isinstance(pays, list | tuple) and len(pays) == 1 and isinstance(pays[0], Mapping) else {}
        costs = [paid[name] for name in points if name in paid]
        if paid.get("verb") != POINTS or set(paid) - {"verb", *points} or len(costs) != 1:
            example = next(iter(points), "points")
            yield (PAY,), f"is {pays!r}.", f'Write pay = [{{ verb = "points", {example} = -2 }}].'
        elif isinstance(costs[0], bool) or not isinstance(costs[0], int) or not -99 <= costs[0] < 0:
            yield (PAY,), f"pays {costs[0]!r}.", "Write what it costs, for example -2."
        yield from self._inside_faults(one)

    def _each_faults(self, one: Document) -> Iterator[ChangeFault]:
        yield from find_unknown(one, ("verb", ZONES, "who", "is", DO), "argument")
        if ZONES in one:
            yield from self._zones_faults(one)
        elif "who" not in one:
            yield (ZONES,), "does not say for what.", 'Write zones = [...], or who = "both".'
        if "who" in one:
            yield from find_wrong_word(("who",), one["who"], ("both",))
        before, self.references, self.meant = (self.references, self.meant), [], ()
        yield from self._inside_faults(one)
        (self.references, self.meant), self.zone_chosen = before, False
        if "who" in one:  # the players take turns to be "own", so no card is the text's own
            self.references, self.meant = [], ()

    def _if_faults(self, one: Document) -> Iterator[ChangeFault]:
        yield from find_unknown(one, ("verb", "is", DO), "argument")
        if not one.get("is"):
            yield ("is",), "does not say if what.", "Write is = [{ count = { ... }, min = 1 }]."
        before = [*self.references]
        yield from self._inside_faults(one)
        self.references = [name for name in before if name in self.references]

    def _inside_faults(self, one: Document) -> Iterator[ChangeFault]:
        """Yield the faults of the conditions and instructions inside another instruction."""
        yield from self.find_faults_of_list("is", one)
        inside = one.get(DO)
        if not isinstance(inside, list | tuple) or not inside or not all(isinstance(part, Mapping) for part in inside):
            yield (DO,), f"do = {inside!r}.", 'Write a list: [{ verb = "draw", count = 1 }].'
            return
        for at, part in enumerate(inside):
            if part.get("verb") in (UNLESS, EACH, IF):
                yield (DO, at, "verb"), f"is inside another {one['verb']}.", "Write one of them."
            else:
                yield from put_inside((DO, at), self._faults_of(part, False))
