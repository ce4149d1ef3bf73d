"""The check of continuous changes of figures (`figure_changes`), with their filters, numbers and conditions."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

from engines.book.entry_faults import (
    find_mark_faults,
    find_number_faults,
    find_number_faults_at,
    find_unknown,
    find_value_faults,
    find_wrong_word,
    put_inside,
)
from engines.book.figure_changes import (
    ANY,
    ATTACKED,
    ATTACKER,
    CHANGE,
    CHOSEN,
    CONDITIONS,
    COST,
    DID,
    FILTER_WORDS,
    GIVE,
    IT,
    KEYWORD,
    NOT,
    NOT_ASKED,
    OWN_NUMBER,
    SET,
    SIDES,
    TAKE,
    TARGETING,
    WHOSE,
    ChangeFault,
    ChangeRules,
)
from engines.book.toml_schema import Document
from engines.errors import did_you_mean


def find_change_faults(
    rules: ChangeRules,
    entries: Mapping[str, Any],
    category: str,
    ability: Document,
    has_number: bool = False,
    deeds: Mapping[str, bool] | None = None,
) -> Iterator[ChangeFault]:
    """Yield the faults of an ability with continuous changes, on a card of this category.

    entries : the entries that cards of the game may have, each with `type` and `allowed`. has_number : whether the
    ability is that of a keyword with a number. deeds : the actions that are remembered, see `ForbidRules.deeds`.
    """
    if category not in rules.bearers:
        yield ("do",), f"a {category} card changes no figures.", f"Only of: {', '.join(rules.bearers)}."
    checker = EntryChecker(rules, entries)
    checker.has_number, checker.deeds = has_number, deeds or {}
    yield from checker.faults_of_changes(ability)


class EntryChecker:
    """Finds the faults of filters, numbers and conditions. entries : the entries of the game's cards."""

    def __init__(self, rules: ChangeRules, entries: Mapping[str, Any]) -> None:
        self.rules = rules
        self.meant: tuple[str, ...] = ("self",)
        """The cards that a condition may be about."""
        self.has_number = False  # whether "number" may stand for the number behind a keyword
        self.targets_it = False  # whether a filter may ask for those that attack "it"
        self.zone_chosen = False  # whether a zone has been chosen
        self.usual: Sequence[str] = rules.play  # the zones of the filter that is being checked
        self.deeds: Mapping[str, bool] = {}  # the actions that are remembered, and whether a card in play does each
        self.types: dict[str, tuple[type, tuple[object, ...]]] = {
            name: (one.type, one.allowed)
            for name, one in entries.items()
            if name not in NOT_ASKED and one.type in (str, int, list, bool)
        }
        self.types |= {name: (kind, ()) for name, kind in rules.further.items()}

    def faults_of_changes(self, ability: Document) -> Iterator[ChangeFault]:
        """Yield the faults of an ability with continuous changes."""
        rules = self.rules
        if ability.get("when") != rules.moment:
            yield ("when",), f"changes figures with when = {ability.get('when')!r}.", f"Write when = {rules.moment!r}."
        if ability.get("requires"):
            yield ("requires",), "has `requires` with the verb 'change'.", "Write the condition as if = [{ ... }]."
        if "by_hand" in ability:
            yield ("by_hand",), "has by_hand with the verb 'change'.", "Leave it out."
        conditions = yield from self.find_faults_of_conditions(ability)
        for at, one in enumerate(ability["do"]):
            yield from put_inside(("do", at), self._instruction_faults(one, bool(conditions)))

    def find_faults_of_conditions(self, ability: Document) -> Generator[ChangeFault, None, Sequence[Document]]:
        """Yield the faults of the entry `if`; return the conditions in it."""
        conditions = ability.get("if", ())
        if not isinstance(conditions, list | tuple) or not all(isinstance(one, Mapping) for one in conditions):
            yield ("if",), f"if = {conditions!r}.", "Write if = [{ count = { ... }, min = 2 }]."
            return ()
        for at, one in enumerate(conditions):
            yield from put_inside(("if", at), self.find_condition_faults(one))
        return conditions

    def _instruction_faults(self, one: Document, has_conditions: bool) -> Iterator[ChangeFault]:
        rules = self.rules
        if one.get("verb") in (GIVE, TAKE):
            yield from self.find_faults_of_giving(one)
            return
        if one.get("verb") != CHANGE:
            what = f"has the verb {one.get('verb')!r} beside 'change'."
            yield ("verb",), what, "Give it an ability of its own."
            return
        if COST in one and rules.costs:
            yield from self._cost_faults(one)
            return
        known = ("verb", "what", "of", SET, *rules.figures)
        yield from self._set_faults(one)
        yield from find_unknown(one, known, "argument")
        if "what" in one and one["what"] != "self":
            yield ("what",), f"what = {one['what']!r}.", 'Use what = "self", or of = { ... } for other cards.'
        if ("what" in one) == ("of" in one):
            yield ("what",), "does not say which cards are changed.", 'Write either what = "self" or of = { ... }.'
        if "of" in one:
            yield from put_inside(("of",), self.find_filter_faults(one["of"], rules.play, rules.play))
        figures = [name for name in rules.figures if name in one]
        if not figures:
            yield (
                (),
                "changes no figure.",
                f"Add one of {', '.join(rules.figures)}, for example {rules.figures[0]} = 1.",
            )
        for name in figures:
            yield from put_inside((name,), self.find_amount_faults(one[name]))
            if name in rules.steady and (has_conditions or not isinstance(one[name], int) or self._varies(one)):
                what = f"{name} would change while nothing is checked."
                remedy = "Write a number, without `if`, marks and roles; figures that decide what falls are steady."
                yield (name,), what, remedy

    def _set_faults(self, one: Document) -> Iterator[ChangeFault]:
        """Yield the faults of a figure that becomes a number: a printed one of the card itself, once."""
        if SET not in one:
            return
        if one[SET] is not True:
            yield (SET,), f"is {one[SET]!r}.", "Write set = true, or leave it out."
        if one.get("what") != "self":
            yield ("what",), "sets figures of other cards.", 'Write what = "self": other cards only get more or less.'
        for name in self.rules.figures:
            if name in one and name not in self.types:
                yield (name,), f"{name} is not printed on cards, so it cannot be set.", "Leave set out."

    def _cost_faults(self, one: Document) -> Iterator[ChangeFault]:
        yield from find_unknown(one, ("verb", "what", "of", COST), "argument")
        yield from find_number_faults_at((COST,), one[COST])
        if ("what" in one) == ("of" in one) or one.get("what", "self") != "self":
            yield ("what",), "does not say whose cost changes.", 'Write either what = "self" or of = { ... }.'
        elif "of" in one:
            zones = self.rules.costs
            yield from put_inside(("of",), self.find_filter_faults(one["of"], zones, zones, zones))
            unasked = ("zone", "role", KEYWORD, TARGETING, *self.rules.marks_in(zones))
            parts = [((), one["of"]), *_parts_of(one["of"])] if isinstance(one["of"], Mapping) else []
            for path, part in parts:
                for name in unasked:
                    if isinstance(part, Mapping) and name in part:
                        what = f"{name} says nothing about a card that is not in play."
                        yield ("of", *path, name), what, f"Leave {name} out."

    def find_faults_of_giving(self, one: Document, *others: str) -> Iterator[ChangeFault]:
        """Yield the faults of an instruction that gives or takes a keyword all the time. others : further entries."""
        yield from find_unknown(one, ("verb", "what", "of", KEYWORD, *self._numbers(one), *others), "argument")
        yield from self.find_faults_of_keyword(one)
        if "what" in one and one["what"] != "self":
            yield ("what",), f"what = {one['what']!r}.", 'Use what = "self", or of = { ... } for other cards.'
        if ("what" in one) == ("of" in one):
            yield ("what",), "does not say which cards.", 'Write either what = "self" or of = { ... }.'
        if "of" in one:
            yield from put_inside(("of",), self.find_filter_faults(one["of"], self.rules.play, self.rules.play))

    def _numbers(self, one: Document) -> tuple[str, ...]:
        return (OWN_NUMBER,) if one.get("verb") == GIVE and self._counts(one) else ()

    def _counts(self, one: Document) -> bool:
        found = self.rules.keywords.get(str(one.get(KEYWORD)))
        return found is not None and bool(found.get(OWN_NUMBER))

    def find_faults_of_keyword(self, one: Document) -> Iterator[ChangeFault]:
        """Yield the faults of the keyword in an instruction that gives or takes it, and of its number."""
        known = self.rules.keywords
        if not known:
            yield (KEYWORD,), "no keyword is defined.", 'Define it in the set: [[keyword]], name = "...".'
        elif one.get(KEYWORD) not in known:
            yield from find_wrong_word((KEYWORD,), str(one.get(KEYWORD)), [*known])
        elif self._numbers(one):
            yield from put_inside((OWN_NUMBER,), find_number_faults(one.get(OWN_NUMBER), 1))

    def _varies(self, one: Document) -> bool:
        of = one.get("of")
        if not isinstance(of, Mapping):
            return False
        zones = [zone for zone in self.rules.zones_of(of, self.rules.play) if zone in tuple(self.rules.places)]
        return "role" in of or any(name in self.rules.marks_in(zones) for name in of)

    def find_amount_faults(self, amount: object) -> Iterator[ChangeFault]:
        """Yield the faults of a number, which may be an amount for each card counted."""
        if self.has_number and (amount == OWN_NUMBER or (isinstance(amount, Mapping) and OWN_NUMBER in amount)):
            if isinstance(amount, Mapping):
                yield from find_unknown(amount, (OWN_NUMBER, "times", "plus"), "argument")
                for name in ("times", "plus"):
                    yield from put_inside((name,), find_number_faults(amount.get(name, 1)))
        elif isinstance(amount, Mapping):
            yield from find_unknown(amount, ("count", "times", "plus"), "argument")
            if "count" not in amount:
                yield (), "counts nothing.", "Write { count = { zone = ..., ... }, times = 1 }."
            else:
                yield from put_inside(("count",), self._count_faults(amount["count"]))
            if amount.get("times") == 0:
                yield ("times",), "is 0.", "Write how much is added for each card, or leave it out."
            for name in ("times", "plus"):
                yield from put_inside((name,), find_number_faults(amount.get(name, 1)))
        elif isinstance(amount, int) and not isinstance(amount, bool):
            if not amount:
                yield (), "is 0.", "Write how much is added, or leave it out."
            yield from find_number_faults(amount)
        else:
            yield (), f"is {amount!r}.", "Write a whole number, or { count = { ... }, times = 1 }."

    def find_condition_faults(self, one: Document) -> Iterator[ChangeFault]:
        """Yield the faults of a condition."""
        kinds = [name for name in CONDITIONS if name in one]
        if len(kinds) != 1:
            yield from find_unknown(one, (*CONDITIONS, "min", "max", "be"), "condition")
            yield (), f"is {'no' if not kinds else 'more than one'} condition.", f"Use one of {', '.join(CONDITIONS)}."
        elif kinds == ["turn"] and not self.rules.turn:
            yield ("turn",), "asks whose turn it is.", "Both players act in every turn of this game: leave it out."
        elif kinds == ["turn"]:
            yield from find_unknown(one, ("turn",), "entry")
            yield from find_wrong_word(("turn",), one["turn"], SIDES)
        elif kinds == [DID]:
            yield from self._deed_faults(one)
        elif kinds == ["dice"] and self.rules.dice is None:
            yield ("dice",), "asks for dice.", "No dice are rolled in this game: leave it out."
        elif kinds == ["dice"]:
            yield from find_unknown(one, ("dice", "min", "max"), "entry")
            yield from put_inside(("dice",), find_number_faults(one["dice"], 1))
            yield from self.find_bound_faults(one)
        elif kinds == ["count"]:
            yield from find_unknown(one, ("count", "min", "max"), "entry")
            yield from self.find_bound_faults(one)
            yield from put_inside(("count",), self._count_faults(one["count"]))
        else:
            yield from find_unknown(one, ("of", "be"), "entry")
            yield from find_wrong_word(("of",), one["of"], self.meant)
            if "be" not in one:
                yield ("be",), "does not say what it must be.", "Add be = { ... }."
            else:
                yield from put_inside(
                    ("be",), self.find_filter_faults(one["be"], self.rules.play, self.rules.usual_of_self)
                )

    def _deed_faults(self, one: Document) -> Iterator[ChangeFault]:
        """Yield the faults of a condition about what has been done this turn."""
        yield from find_unknown(one, (DID, "who", "zone", "min", "max"), "entry")
        yield from find_wrong_word((DID,), one[DID], [*self.deeds])
        yield from find_wrong_word(("who",), one.get("who", "own"), WHOSE)
        if "zone" in one and not self.deeds.get(str(one[DID]), True):
            yield ("zone",), f"{one[DID]!r} is not done by a card in play.", "Leave zone out."
        elif "zone" in one:
            chosen = (CHOSEN,) if self.zone_chosen else ()
            yield from find_wrong_word(("zone",), one["zone"], (*self.rules.play, *chosen))
        yield from self.find_bound_faults(one)

    def find_bound_faults(self, one: Document) -> Iterator[ChangeFault]:
        """Yield the faults of the bounds of a condition, of which there must be at least one."""
        if "min" not in one and "max" not in one:
            yield (), "does not say how many.", "Add min = 1 or max = 3."
        for name in ("min", "max"):
            yield from put_inside((name,), find_number_faults(one.get(name, 0), 0))

    def _count_faults(self, one: object) -> Iterator[ChangeFault]:
        yield from self.find_filter_faults(one, tuple(self.rules.places), self.rules.play)

    def find_filter_faults(
        self, one: object, allowed: Sequence[str], usual: Sequence[str], known: Sequence[str] = ()
    ) -> Iterator[ChangeFault]:
        """Yield the faults of a filter.

        allowed : the zones that it may give. usual : its zones if it gives none. known : the hidden zones whose cards
        are known to the player who chooses by the filter.
        """
        rules = self.rules
        if not isinstance(one, Mapping):
            yield (), f"is {one!r}.", 'Write a filter: { whose = "own", ... }.'
            return
        if "whose" in one:
            yield from find_wrong_word(("whose",), one["whose"], WHOSE)
        if "other" in one and one["other"] is not True:
            yield ("other",), f"is {one['other']!r}.", "Write other = true, or leave it out."
        if "role" in one and not rules.roles:
            yield ("role",), f"is {one['role']!r}.", "Cards have no roles in this game: leave it out."
        elif "role" in one:
            yield from find_wrong_word(("role",), one["role"], rules.roles)
        if one.get("zone") == CHOSEN and CHOSEN not in rules.places and not self.zone_chosen:
            remedy = 'Choose it first: { verb = "choose", zones = [...] }.'
            yield ("zone",), "is 'chosen', but no zone has been chosen.", remedy
            return
        zones, self.usual = rules.zones_of(one, usual), usual
        if not all(isinstance(zone, str) for zone in zones):
            yield ("zone",), f"is {one['zone']!r}.", did_you_mean(one["zone"], allowed, 0.5)
            return
        strange = next((zone for zone in zones if zone not in allowed), None)
        if strange is not None or not zones:
            figures = "has its figures changed" if tuple(allowed) == tuple(rules.play) else "is meant here"
            elsewhere = f"no card in zone {strange!r} {figures}."
            what = elsewhere if strange in rules.places else f"there is no zone {strange!r}."
            yield ("zone",), what, did_you_mean(strange, allowed, 0.5)
            return
        yield from self._related_faults(one)
        marks = rules.marks_in(zones)
        asked = [name for name in one if name not in FILTER_WORDS]
        words = (*FILTER_WORDS, *marks, *self.types)
        for name in asked:
            if name in marks and name in rules.further:
                yield (name,), f"{name} is a mark of cards in play and an entry of the set.", "Rename the entry."
            elif name in marks:
                yield from put_inside((name,), find_mark_faults(marks[name], one[name]))
            elif name in self.types:
                hidden = next((zone for zone in zones if zone not in known and not rules.places[zone].is_open), "")
                if hidden:
                    what = f"asks for {name} in zone {hidden!r}, whose cards are hidden."
                    yield (name,), what, "Count the cards there without asking what they are, or name an open zone."
                yield from put_inside((name,), find_value_faults(*self.types[name], one[name]))
            else:
                near = did_you_mean(name, words, 0.5)
                also = "" if near.startswith("Did") else f' Or name it under [fields] of the set: {name} = "words".'
                yield (name,), f"unknown entry {name!r} in a filter.", near + also

    def _parts_faults(self, one: Document) -> Iterator[ChangeFault]:
        """Yield the faults of the filters inside a filter, which ask about the same zones."""
        if ANY in one and (not isinstance(one[ANY], list | tuple) or len(one[ANY]) < 2):
            yield (ANY,), f"is {one[ANY]!r}.", "Write several filters: any = [{ cost = 2 }, { cost = 5 }]."
            return
        for path, part in _parts_of(one):
            if not isinstance(part, Mapping) or not part:
                yield path, f"is {part!r}.", "Write a filter: { cost = 2 }."
                continue
            for name in ("whose", "zone", "other", ANY, NOT):
                if name in part:
                    yield (*path, name), f"{name} says nothing inside another filter.", f"Leave {name} out."
                    return
            there = {"zone": one["zone"]} if "zone" in one else {}
            zones = tuple(self.rules.places)
            yield from put_inside(path, self.find_filter_faults({**part, **there}, zones, self.usual, zones))

    def _related_faults(self, one: Document) -> Iterator[ChangeFault]:
        """Yield the faults of what a filter asks about keywords, and about the card that is attacked."""
        rules = self.rules
        yield from self._parts_faults(one)
        if KEYWORD in one:
            yield from find_wrong_word((KEYWORD,), one[KEYWORD], [*rules.keywords] or ["a keyword of the set"])
        if DID in one:
            doers = [action for action, by_card in self.deeds.items() if by_card]
            yield from find_wrong_word((DID,), one[DID], doers)
        if TARGETING not in one:
            return
        if not {ATTACKER, ATTACKED} <= {*rules.roles}:
            yield (TARGETING,), "asks whom a card attacks.", "No text can ask that in this game: leave it out."
        elif one[TARGETING] == "self":
            pass
        elif one[TARGETING] == IT:
            if not self.targets_it:
                yield (TARGETING,), "is 'it', but nothing has been chosen.", "Choose a card first."
        else:
            yield from put_inside((TARGETING,), self.find_filter_faults(one[TARGETING], rules.play, rules.play))


def _parts_of(of: Document) -> list[tuple[tuple[str | int, ...], object]]:
    """Return the filters inside a filter, each with its path."""
    some = of.get(ANY, ())
    parts: list[tuple[tuple[str | int, ...], object]] = [
        ((ANY, at), part) for at, part in enumerate(some if isinstance(some, list | tuple) else ())
    ]
    return [*parts, ((NOT,), of[NOT])] if NOT in of else parts
