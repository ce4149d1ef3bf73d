"""The check of the verbs of the shared effect language, one function for each; see `card_program_faults`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engines.book.card_programs import (
    ENDS,
    HERE,
    IT,
    NEXT_TURN,
    ROLLED,
    SELF,
    SUBJECT,
    SUM,
    UNTIL,
    ZONES,
    ProgramRules,
)
from engines.book.entry_faults import find_mark_faults, find_number_faults, find_unknown, find_wrong_word, put_inside
from engines.book.figure_change_faults import EntryChecker
from engines.book.figure_changes import KEYWORD, NUMBER, SIDES, WHOSE, CardMark, ChangeFault
from engines.book.forbidden_actions import TARGET, ForbidChecker, ForbidRules, whose_actions
from engines.book.toml_schema import Document

MOST_DICE = 20
"""The most dice that a text may roll, and the most counters that it may divide."""


class VerbChecker(EntryChecker):
    """Finds the faults of instructions.

    references : the cards that an instruction may refer to now. chosen : the zones of the latest choice.
    """

    def __init__(self, rules: ProgramRules, entries: Mapping[str, Any], category: str, moment: object) -> None:
        super().__init__(rules.changes, entries)
        self.programs, self.category = rules, category
        itself = (SELF,) if category in rules.itself and moment not in rules.gone else ()
        self.meant = (*itself, *((SUBJECT,) if moment in rules.meets else ()))
        self.references = [*self.meant]
        self.chosen: tuple[str, ...] = ()  # the zones of the latest choice
        self.is_chained = moment in rules.chained
        self.moment, self.entries = moment, entries
        self.has_rolled = False
        self.forbids: ForbidRules | None = None

    def _count_of(self, one: Document, low: int = 1) -> Iterator[ChangeFault]:
        yield from put_inside(("count",), find_number_faults(one.get("count", 1), low))

    def _flags_of(self, one: Document, *names: str) -> Iterator[ChangeFault]:
        for name in names:
            if name in one and one[name] is not True:
                yield (name,), f"is {one[name]!r}.", f"Write {name} = true, or leave it out."

    def _choose_faults(self, one: Document) -> Iterator[ChangeFault]:
        if ZONES in one:
            yield from find_unknown(one, ("verb", ZONES, "is"), "argument")
            yield from self._zones_faults(one)
            yield from self.find_faults_of_list("is", one)
            return
        yield from find_unknown(one, ("verb", "of", "count", "up_to", "by"), "argument")
        yield from self._count_of(one)
        yield from self._flags_of(one, "up_to")
        yield from find_wrong_word(("by",), one.get("by", "own"), SIDES)
        rules = self.programs
        if "of" not in one:
            yield ("of",), "does not say what is chosen.", "Write of = { ... }."
        else:
            yield from put_inside(("of",), self._filter_faults(one["of"], rules.choosable))
            zones = self.rules.zones_of(one["of"], self.rules.play) if isinstance(one["of"], Mapping) else ()
            self.chosen = tuple(zone for zone in zones if zone in rules.choosable)
        if IT not in self.references:
            self.references.append(IT)
        self.targets_it = True

    def find_faults_of_list(self, name: str, one: Document) -> Iterator[ChangeFault]:
        """Yield the faults of the conditions in an entry of an instruction."""
        conditions = one.get(name, ())
        if not isinstance(conditions, list | tuple) or not all(isinstance(part, Mapping) for part in conditions):
            yield (name,), f"is {conditions!r}.", f"Write {name} = [{{ count = {{ ... }}, min = 1 }}]."
            return
        for at, condition in enumerate(conditions):
            yield from put_inside((name, at), self.find_condition_faults(condition))

    def _zones_faults(self, one: Document) -> Iterator[ChangeFault]:
        """Yield the faults of the zones from which one is chosen; after them, a filter may name the chosen zone."""
        zones, allowed = one.get(ZONES), self.rules.play
        if not isinstance(zones, list | tuple) or len(zones) < 2 or len(set(map(str, zones))) < len(zones):
            yield (ZONES,), f"is {zones!r}.", f"Write several zones: {ZONES} = [{', '.join(map(repr, allowed))}]."
        else:
            for at, zone in enumerate(zones):
                yield from put_inside((ZONES, at), find_wrong_word((), zone, allowed))
        self.zone_chosen = True

    def _cards_faults(self, one: Document, allowed: Sequence[str], *others: str) -> Iterator[ChangeFault]:
        """Yield the faults in how an instruction gives its cards: by `what`, or by `of` with `all`."""
        if ("what" in one) == ("of" in one):
            yield (
                ("what",),
                "does not say which cards.",
                'Write what = "it" after a choice, or of = { ... }, all = true.',
            )
        if "what" in one and one["what"] not in self.references:
            remedy = "Choose it first. What has moved must be chosen again." if one["what"] == IT else ""
            if one["what"] in (SELF, SUBJECT):
                remedy = "No such card is in play then: write of = { ... }, or choose one."
            for at, what, hint in find_wrong_word(("what",), one["what"], self.references):
                yield at, what, remedy or hint
        if "of" in one:
            yield from put_inside(("of",), self._filter_faults(one["of"], allowed))
            if one.get("all") is not True:
                yield ("all",), "does not choose among them.", "Write all = true, or choose first and use what."
        yield from find_unknown(one, ("verb", "what", "of", "all", *others), "argument")

    def _filter_faults(self, of: object, allowed: Sequence[str]) -> Iterator[ChangeFault]:
        """Yield the faults of a filter for cards in open zones. Only cards in the zones `play` have current figures."""
        yield from self.find_filter_faults(of, allowed, self.rules.play)
        yield from self._current_faults(of, allowed)

    def _count_faults(self, one: object) -> Iterator[ChangeFault]:
        yield from super()._count_faults(one)
        yield from self._current_faults(one, tuple(self.rules.places))

    def _current_faults(self, of: object, allowed: Sequence[str]) -> Iterator[ChangeFault]:
        if not isinstance(of, Mapping):
            return
        places = self.rules.places
        zones = [str(zone) for zone in self.rules.zones_of(of, self.rules.play) if zone in allowed]
        other = [zone for zone in zones if places[zone].id_at >= 0 and zone not in self.rules.play]
        mixed = len({places[zone].card_at >= 0 for zone in zones}) > 1
        for name in self.programs.current:
            if name in of and zones and (other or mixed):
                zone = (other or zones)[0]
                yield (name,), f"asks for {name} in zone {zone!r}, where it is not the current one.", "Leave it out."

    def _plain_faults(self, of: object, zone: str) -> Iterator[ChangeFault]:
        """Yield the faults of a filter for the cards of one hand or deck."""
        yield from put_inside(("of",), self.find_filter_faults(of, (zone,), (zone,), (zone,)))
        for name in ("whose", "other", "role"):
            if isinstance(of, Mapping) and name in of:
                yield ("of", name), f"{name} changes nothing here.", f"Leave {name} out."

    def _move_faults(self, one: Document) -> Iterator[ChangeFault]:
        rules, to = self.programs, one.get("to")
        zones = (*rules.plain, *rules.enter, *rules.shifts)
        marks = rules.marks_at(to) if isinstance(to, str) and to in rules.enter else {}
        stays_in_play = to in rules.shifts and to not in rules.enter
        yield from self._cards_faults(one, rules.shifts if stays_in_play else rules.choosable, "to", "where", *marks)
        strange = next((zone for zone in self.chosen if zone not in rules.shifts), None)
        if stays_in_play and one.get("what") == IT and IT in self.references and strange is not None:
            what = f"is a card in zone {strange!r}, which cannot go to zone {to!r}."
            yield ("what",), what, f"Choose among cards in {', '.join(rules.shifts)}."
        if "to" not in one:
            yield ("to",), "does not say where it goes.", f"Write to = {rules.pile!r}, for example."
        else:
            yield from find_wrong_word(("to",), to, zones)
        if self.is_chained and isinstance(to, str) and to in rules.enter and (to == HERE or to in self.rules.play):
            what = "puts a card into play at a moment that this can set off again, perhaps without end."
            yield ("to",), what, "Write by_hand = true instead."
        if one.get("what") == IT and IT in self.references and not stays_in_play:
            self.references.remove(IT)
        for name, mark in marks.items():
            if name in one:
                yield from put_inside((name,), find_mark_faults(mark, one[name]))
        if "where" in one:
            yield from find_wrong_word(("where",), one["where"], ENDS)
        if ("where" in one) != (to == rules.deck):
            yield (
                ("where",),
                "says where in the deck.",
                'With to = the deck, write where = "top", "bottom" or "shuffled".',
            )

    def _draw_faults(self, one: Document) -> Iterator[ChangeFault]:
        yield from find_unknown(one, ("verb", "count", "up_to", "who"), "argument")
        yield from self._flags_of(one, "up_to")
        yield from find_wrong_word(("who",), one.get("who", "own"), SIDES if one.get("up_to") else WHOSE)
        if isinstance(one.get("count"), Mapping):
            yield from put_inside(("count",), self.find_amount_faults(one["count"]))
            if "up_to" in one:
                yield ("up_to",), "draws up to a counted number.", "Leave up_to out, or write a number."
            for name, low in (("times", 1), ("plus", 0)):
                yield from put_inside(("count", name), find_number_faults(one["count"].get(name, 1), low))
        else:
            yield from self._count_of(one)

    def _discard_faults(self, one: Document) -> Iterator[ChangeFault]:
        yield from find_unknown(one, ("verb", "count", "who", "by", "random", "of"), "argument")
        yield from self._count_of(one)
        yield from self._flags_of(one, "random")
        who = one.get("who", "own")
        yield from find_wrong_word(("who",), who, SIDES)
        chooser = one.get("by", who)
        yield from find_wrong_word(("by",), chooser, SIDES)
        if chooser != who and (chooser == "rival" or one.get("random")):
            yield ("by",), "lets another player choose from a hand.", "The hand's player chooses, or random = true."
        if "of" in one:
            yield from self._plain_faults(one["of"], self.programs.hand)
            if "random" in one:
                yield ("random",), "discards at random among some cards only.", "Leave random or of out."

    def _mark_faults(self, one: Document) -> Iterator[ChangeFault]:
        yield from self._named_faults(one, self.programs.marks, "marks nothing", "true")
        known = self.rules.marks_in(self.rules.play)
        for name in self.programs.marks:
            if name in one and name in known:
                yield from put_inside((name,), find_mark_faults(known[name], one[name]))

    def _counters_faults(self, one: Document) -> Iterator[ChangeFault]:
        yield from self._named_faults(one, self.programs.counted, "puts no counters", "1")
        yield from self._amounts_of(one, self.programs.counted)

    def _change_faults(self, one: Document) -> Iterator[ChangeFault]:
        figures, lasts = self.rules.figures if self.programs.durations else (), self.programs.durations
        yield from self._named_faults(
            {"all": True, **one} if "of" in one else one, figures, "changes no figure", "1", UNTIL
        )
        yield from self._amounts_of(one, figures)
        yield from self._until_faults(one, lasts)

    def _giving_faults(self, one: Document) -> Iterator[ChangeFault]:
        lasts = tuple(dict.fromkeys(("turn", *self.programs.durations)))
        yield from self._cards_faults({"all": True, **one} if "of" in one else one, self.rules.play, *self._given(one))
        yield from self._in_play_faults(one)
        yield from self.find_faults_of_keyword(one)
        yield from self._until_faults(one, lasts)

    def _forbid_faults(self, one: Document) -> Iterator[ChangeFault]:
        if self.forbids is None:
            yield ("verb",), "forbids nothing in this game.", "Write by_hand = true instead."
            return
        yield from self._in_play_faults(one)
        meant = {name: value for name, value in one.items() if name != UNTIL}
        for name in ("what", TARGET):
            if meant.get(name) == IT and IT in self.references:
                meant[name] = SELF
            elif meant.get(name) == SELF and SELF not in self.references:
                yield (name,), "is 'self', but the card is not in play then.", f"Leave {name} out."
        if meant.get("what") == meant.get(TARGET) == SELF and one["what"] != one[TARGET]:
            yield (TARGET,), "names a second card.", "Name one of the two cards, and the other one by a filter."
        checker = ForbidChecker(self.forbids, self.entries)
        checker.targets_it = self.targets_it
        yield from checker.faults_of_instruction(meant)
        of_rival = self.rules.turn and "what" not in one and whose_actions(one) == "rival"
        lasts = ("turn", NEXT_TURN) if of_rival else ("turn",)
        yield from self._until_faults(one, lasts)

    def _allow_faults(self, one: Document) -> Iterator[ChangeFault]:
        if not self.programs.allows:
            yield ("verb",), "allows nothing in this game.", "Write by_hand = true instead."
            return
        yield from self._cards_faults({"all": True, **one} if "of" in one else one, self.rules.play, "action", UNTIL)
        yield from self._in_play_faults(one)
        yield from find_wrong_word(("action",), one.get("action"), self.programs.allows)
        yield from self._until_faults(one, ("turn",))

    def _instead_faults(self, one: Document) -> Iterator[ChangeFault]:
        zones = self.programs.would.get(str(self.moment), ())
        if not zones:
            moments = " or ".join(map(repr, self.programs.would))
            remedy = f"Write when = {moments}." if moments else "Write by_hand = true instead."
            yield ("verb",), "nothing is replaced at this moment.", remedy
            return
        yield from find_unknown(one, ("verb", "to"), "argument")
        yield from find_wrong_word(("to",), one.get("to"), zones)

    def _given(self, one: Document) -> tuple[str, ...]:
        return (KEYWORD, UNTIL, *self._numbers(one))

    def _alter_faults(self, one: Document) -> Iterator[ChangeFault]:
        running = {name: way for name, way in self.programs.running.items() if self.moment in way.moments}
        if not running:
            moments = dict.fromkeys(moment for way in self.programs.running.values() for moment in way.moments)
            remedy = f"Write when = {' or '.join(map(repr, moments))}." if moments else "Write by_hand = true instead."
            yield ("verb",), "alters nothing at this moment.", remedy
            return
        yield from find_unknown(one, ("verb", "running", "by", "to"), "argument")
        yield from find_wrong_word(("running",), one.get("running"), [*running])
        if ("by" in one) == ("to" in one):
            yield ("by",), "does not say by how much.", "Write by = 1, or to = 0."
        elif "by" in one:
            yield from put_inside(("by",), self.find_amount_faults(one["by"]))
        else:
            yield from put_inside(("to",), find_number_faults(one["to"], 0))

    def _until_faults(self, one: Document, lasts: Sequence[str]) -> Iterator[ChangeFault]:
        if UNTIL not in one:
            yield (UNTIL,), "does not say how long.", f'Add for = "{lasts[0] if lasts else "turn"}".'
        else:
            yield from find_wrong_word((UNTIL,), one[UNTIL], lasts)

    def _named_faults(
        self, one: Document, names: Sequence[str], what: str, example: str, *others: str
    ) -> Iterator[ChangeFault]:
        if not names:
            yield ("verb",), f"{one['verb']!r} has nothing to work on in this game.", "Write by_hand = true instead."
            return
        yield from self._cards_faults(one, self.rules.play, *names, *others)
        yield from self._in_play_faults(one)
        if not any(name in one for name in names):
            yield (), f"{what}.", f"Add one of {', '.join(names)}, for example {names[0]} = {example}."

    def _in_play_faults(self, one: Document) -> Iterator[ChangeFault]:
        """Yield a fault if an instruction about cards in play is about a choice among other cards."""
        plain = next((zone for zone in self.chosen if self.rules.places[zone].card_at < 0), None)
        for name in ("what", TARGET):
            if one.get(name) == IT and IT in self.references and plain is not None:
                yield (name,), f"is a card in zone {plain!r}, not in play.", "Choose among cards in play."

    def _amounts_of(self, one: Document, names: Sequence[str]) -> Iterator[ChangeFault]:
        for name in names:
            if name in one:
                yield from put_inside((name,), self.find_amount_faults(one[name]))

    def _points_faults(self, one: Document) -> Iterator[ChangeFault]:
        names = tuple(self.programs.points)
        if not names:
            yield ("verb",), "there are no points in this game.", "Write by_hand = true instead."
            return
        yield from find_unknown(one, ("verb", "who", *names), "argument")
        yield from find_wrong_word(("who",), one.get("who", "own"), WHOSE)
        if not any(name in one for name in names):
            yield (), "changes no points.", f"Add one of {', '.join(names)}, for example {names[0]} = 1."
        yield from self._amounts_of(one, names)

    def _look_faults(self, one: Document) -> Iterator[ChangeFault]:
        rules = self.programs
        yield from find_unknown(one, ("verb", "zone", "whose", "count"), "argument")
        yield from find_wrong_word(("zone",), one.get("zone"), (rules.hand, rules.deck))
        yield from find_wrong_word(("whose",), one.get("whose", "own"), SIDES)
        if "count" in one and one.get("zone") == rules.hand:
            yield ("count",), "looks at a part of a hand.", "Leave count out: the whole hand is shown."
        elif "count" in one:
            yield from self._count_of(one)
        elif one.get("zone") == rules.deck:
            yield ("count",), "looks through the whole deck.", "Write count = 3 for its top cards, or search."

    def find_amount_faults(self, amount: object) -> Iterator[ChangeFault]:
        """Yield the faults of a number, which may be about the dice that the text has rolled."""
        if not isinstance(amount, Mapping) or ROLLED not in amount:
            yield from super().find_amount_faults(amount)
            return
        yield from find_unknown(amount, (ROLLED, "times", "plus"), "argument")
        yield from self._rolled_faults(amount[ROLLED])
        for name in ("times", "plus"):
            yield from put_inside((name,), find_number_faults(amount.get(name, 1)))

    def find_condition_faults(self, one: Document) -> Iterator[ChangeFault]:
        """Yield the faults of a condition, which may be about the dice that the text has rolled."""
        if ROLLED not in one:
            yield from super().find_condition_faults(one)
            return
        yield from find_unknown(one, (ROLLED, "min", "max"), "entry")
        yield from self._rolled_faults(one[ROLLED])
        yield from self.find_bound_faults(one)

    def _rolled_faults(self, wanted: object) -> Iterator[ChangeFault]:
        """Yield the faults of what is asked of the rolled dice: a number on them, bounds for it, or their sum."""
        if not self.has_rolled:
            yield (ROLLED,), "asks for dice that no text has rolled.", 'Roll them first: { verb = "roll", count = 2 }.'
        elif wanted != SUM:
            kind = CardMark(NUMBER, 0)
            yield from put_inside((ROLLED,), find_mark_faults(kind, wanted))

    def _roll_faults(self, one: Document) -> Iterator[ChangeFault]:
        yield from find_unknown(one, ("verb", "count"), "argument")
        if self.programs.dice is None:
            yield ("verb",), "no dice are rolled in this game.", "Write by_hand = true instead."
            return
        yield from self._picks_faults(one.get("count", 1))
        self.has_rolled = True

    def _picks_faults(self, count: object) -> Iterator[ChangeFault]:
        """Yield the faults of a number of dice: of a plain number up to the most that a text may roll."""
        yield from put_inside(("count",), self.find_amount_faults(count))
        if isinstance(count, int) and not 0 < count <= MOST_DICE:
            yield ("count",), f"is {count!r}.", f"Write a whole number from 1 to {MOST_DICE}."

    def _reroll_faults(self, one: Document) -> Iterator[ChangeFault]:
        yield from find_unknown(one, ("verb", "whose", "count", "up_to", "all"), "argument")
        moments = () if self.programs.dice is None else self.programs.dice.moments
        if self.moment not in moments:
            said = " or ".join(map(repr, moments))
            remedy = f"Write when = {said}." if moments else "Write by_hand = true instead."
            yield ("verb",), "there are no dice to reroll at this moment.", remedy
        yield from find_wrong_word(("whose",), one.get("whose", "own"), SIDES)
        yield from self._flags_of(one, "up_to", "all")
        if "count" in one:
            yield from self._picks_faults(one["count"])
        if "all" in one and ("count" in one or "up_to" in one):
            yield ("all",), "rerolls all dice, and only some of them.", "Leave all out, or count and up_to."

    def _divide_faults(self, one: Document) -> Iterator[ChangeFault]:
        counted = self.programs.counted
        if not counted:
            yield ("verb",), "'divide' has nothing to work on in this game.", "Write by_hand = true instead."
            return
        yield from find_unknown(one, ("verb", "of", *counted), "argument")
        if "of" not in one:
            yield ("of",), "does not say among which cards.", "Write of = { ... }."
        else:
            yield from put_inside(("of",), self._filter_faults(one["of"], self.rules.play))
        names = [name for name in counted if name in one]
        if len(names) != 1:
            yield (), "divides nothing.", f"Add {counted[0]} = 3, for example."
        for name in names:
            yield from put_inside((name,), self.find_amount_faults(one[name]))
            if isinstance(one[name], int) and not 0 < one[name] <= MOST_DICE:
                yield (name,), f"divides {one[name]}.", f"Write a whole number from 1 to {MOST_DICE}."
        if IT in self.references:
            self.references.remove(IT)

    def _search_faults(self, one: Document) -> Iterator[ChangeFault]:
        rules, to = self.programs, one.get("to", self.programs.hand)
        yield from find_unknown(one, ("verb", "of", "count", "to", "show"), "argument")
        yield from self._count_of(one)
        yield from self._flags_of(one, "show")
        yield from find_wrong_word(("to",), to, [zone for zone in rules.plain if zone != rules.deck])
        if "of" in one:
            yield from self._plain_faults(one["of"], rules.deck)
        if "of" in one and one.get("show") is not True and to == rules.hand:
            yield ("show",), "the rival could not check what was found.", "Add show = true, or leave `of` out."
