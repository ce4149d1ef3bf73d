"""Texts in the shared effect language, read into the form in which they are carried out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeGuard

from engines.book.card_programs import (
    ALTER,
    CHANGE,
    CHOOSE,
    COUNTERS,
    DISCARD,
    DIVIDE,
    DO,
    DRAW,
    EACH,
    HERE,
    IF,
    IT,
    MAY,
    ONCE,
    PAY,
    POINTS,
    REROLL,
    ROLL,
    ROLLED,
    SEARCH,
    SELF,
    SUBJECT,
    SUM,
    UNLESS,
    ZONES,
    ProgramRules,
)
from engines.book.cards import Ability, Card
from engines.book.figure_changes import ANY, CHOSEN, LARGEST, NOT, TARGETING
from engines.book.toml_schema import Document
from engines.declare.declaration import DeclaredState
from engines.legal.card_filters import Amount, Condition, Counting, Filters, Selection, Thing, conditions_of

CHOOSE_ZONE = "choose_zone"
"""The instruction of `choose` with zones."""
CHOOSE_DICE = "choose_dice"
"""The instruction by which dice are chosen for a reroll."""
MEETS = "meets"
"""The instruction at which a text ends if its conditions do not hold."""


PAYABLE = "payable"
"""The instruction at which a text ends if it cannot be paid for."""


USED = "used"
"""The instruction that records the use of a text that works once a turn. One that was declined has not been used,
unless its player has called for it."""


Picked = int | tuple[int, int, int]
"""A card as an action refers to it: its id in play, or (seat, index of the zone, number)."""


class Instruction(NamedTuple):
    """One instruction in the form in which it is carried out: its verb, entries as written, cards and numbers.

    then : for a choice in a price, the instructions that pay with the chosen cards. conditions, skips : for `unless`,
    the conditions under which the player may pay, and the number of instructions that are skipped then. most, up_to :
    how many cards are picked, and whether fewer may be. hides : for a choice, whether face-down cards are out of its
    reach. counted : the number of picks, if it is not known before. again : whether a card may be picked several times.
    """

    verb: str
    entries: Document
    of: Selection | None = None
    amounts: Mapping[str, Amount] = {}
    then: tuple[Any, ...] = ()
    conditions: tuple[Condition, ...] = ()
    skips: int = 0
    most: int = 1
    up_to: bool = False
    hides: bool = False
    counted: Amount | None = None
    again: bool = False


class Text(NamedTuple):
    """A text in the form in which it is carried out.

    conditions : the conditions that must hold. pays, does : the instructions of its price and of its effect. steps :
    all its instructions in order. asks_hand : whether its conditions or its price depend on the cards of a hand.
    is_free : whether it can always be used. names_itself : whether it refers to the card that has the text. is_optional
    : whether its player may decline it. required : the first choice of its effect if a card must be chosen. discards :
    how many cards its price discards.
    """

    conditions: tuple[Condition, ...]
    pays: tuple[Instruction, ...]
    does: tuple[Instruction, ...]
    steps: tuple[Instruction, ...]
    asks_hand: bool = False
    is_free: bool = False
    names_itself: bool = True
    is_optional: bool = False
    required: Instruction | None = None
    discards: int = 0


def names_itself(part: object) -> bool:
    """Return True if a part of an ability refers to the card that has it, or to its place."""
    if isinstance(part, Mapping):
        return bool(part.get("other")) or any(names_itself(one) for one in part.values())
    return part in (SELF, HERE) if isinstance(part, str) else any(map(names_itself, part)) if is_list(part) else False


def is_list(part: object) -> TypeGuard[Sequence[object]]:
    """Return True for a list of an ability."""
    return isinstance(part, list | tuple)


def _is_discard_of_any(one: Document) -> bool:
    """Return True for a discard of any card: it is paid last, so that certain cards are still there for another."""
    return one["verb"] == DISCARD and "of" not in one


def _read_rolled(wanted: Any) -> Counting:
    """Return the function that counts the rolled dice that show what is wanted, or adds them up."""
    if wanted == SUM:
        return lambda state, source: sum(state.procedure_locals.rolled)
    least, most = (wanted.get("min", 0), wanted.get("max", LARGEST)) if isinstance(wanted, Mapping) else (wanted,) * 2
    return lambda state, source: len([die for die in state.procedure_locals.rolled if least <= die <= most])


def _targets_it(of: Document) -> bool:
    """Return True for a filter that asks for cards which attack the card chosen before."""
    parts = (*of.get(ANY, ()), *([of[NOT]] if NOT in of else []))
    return of.get(TARGETING) == IT or any(map(_targets_it, parts))


class ProgramReader(Filters):
    """The texts of a game's cards in the form in which they are carried out.

    texts : by card and index of the ability. used_at : for each moment of `ProgramRules.use_times`, the index of the
    ability by the number of the card.
    """

    def __init__(self, ways: ProgramRules, cards: Sequence[Card]) -> None:
        super().__init__(ways.changes, cards, ways.current)
        self.ways = ways
        self.texts: dict[tuple[int, int], Text] = {}
        self.used_at: dict[str, dict[int, int]] = {when: {} for when in ways.use_times}
        for card in cards:
            for place, ability in enumerate(card.abilities):
                if ability.does:
                    self.texts[card.number, place] = self._read_text(ability)
                    if ability.when in self.used_at:
                        self.used_at[ability.when].setdefault(card.number, place)

    def _read_text(self, ability: Ability) -> Text:
        conditions = conditions_of(self, ability)
        pays = tuple(self._read_instruction(one) for one in sorted(ability.pays, key=_is_discard_of_any))
        with_it = tuple(one for one in pays if one.entries.get("what") == IT)
        pays = tuple(one._replace(then=with_it) if one.verb == CHOOSE else one for one in pays)
        steps: tuple[Instruction, ...] = (Instruction(ONCE, {}),) if ability.once else ()
        steps += (Instruction(MEETS, {}),) if conditions else ()
        used = (Instruction(USED, {}),) if ability.once else ()
        asks = (Instruction(MAY, {}),) if ability.may else (Instruction(PAYABLE, {}),) if pays else ()
        steps += (*used, *asks) if ability.when in self.ways.use_times else (*asks, *used)
        does = tuple(one for written in ability.does for one in self._read_in_order(written))
        counted = (self.rules.zones_of(one["count"], self.rules.play) for one in ability.conditions if "count" in one)
        asks_hand = any(self.ways.hand in zones for zones in counted) or any(one.verb == DISCARD for one in pays)
        required = self._first_required(ability)
        needs_nothing = ability.may or not (pays or required is not None)
        is_free = not conditions and needs_nothing and not ability.once
        itself = bool(ability.keyword or ability.once) or names_itself((ability.conditions, ability.pays, ability.does))
        discards = sum(one.most for one in pays if one.verb == DISCARD)
        steps = (*steps, *pays, *does)
        return Text(conditions, pays, does, steps, asks_hand, is_free, itself, ability.may, required, discards)

    def _first_required(self, ability: Ability) -> Instruction | None:
        """Return the first choice of cards that the effect itself makes; None if it needs no card, or depends on more.

        If a zone is chosen before it, a card in any of the zones is enough.
        """
        first = next((one for one in ability.does if one["verb"] == CHOOSE and ZONES not in one), None)
        if first is None or first.get("up_to") or _targets_it(first["of"]):
            return None
        if first["of"].get("zone") == CHOSEN and CHOSEN not in self.rules.places:
            before = [one for one in ability.does[: ability.does.index(first)] if ZONES in one]
            first = {**first, "of": {**first["of"], "zone": before[-1][ZONES]}}
        return self._read_instruction(first)

    def _read_in_order(self, one: Document) -> list[Instruction]:
        """Return an instruction, followed by those inside it."""
        inside = [step for inner in one.get(DO, ()) for step in self._read_in_order(inner)]
        if one["verb"] == EACH:
            return self._read_each(one, inside)
        if one["verb"] == DIVIDE:
            return self._read_divided(one)
        if one["verb"] == REROLL:
            return [self._read_dice(CHOOSE_DICE, one), Instruction(REROLL, one)]
        if one["verb"] == ROLL:
            return [self._read_dice(ROLL, one)]
        first = self._read_instruction(one)
        return [first._replace(skips=len(inside)), *inside]

    def _read_each(self, one: Document, inside: list[Instruction]) -> list[Instruction]:
        """Return the instructions inside `for_each` once for each zone and player, each time after a step that asks."""
        conditions = tuple(map(self.read_condition, one.get("is", ())))
        steps, turned = list[Instruction](), False
        sides = (False, True) if "who" in one else (False,)
        for zone in one.get(ZONES, ("",)):
            for turn in sides:
                entries = {"zone": zone, "turn": turn != turned, "alone": "who" in one}
                steps += [Instruction(EACH, entries, conditions=conditions, skips=len(inside)), *inside]
                turned = turn
        return [*steps, Instruction(EACH, {"zone": "", "turn": turned, "alone": "who" in one})]

    def _read_divided(self, one: Document) -> list[Instruction]:
        """Return the choice of a card for each counter, and the instruction that puts them on at the same moment."""
        name = next(name for name in self.ways.counted if name in one)
        choice = self._read_instruction({**one, "verb": CHOOSE})
        choice = choice._replace(entries=one, counted=self.read_amount(one[name]), again=True)
        return [choice, Instruction(COUNTERS, {"what": IT}, amounts={name: (1, 0, None)})]

    def _read_dice(self, verb: str, one: Document) -> Instruction:
        """Return the instruction that chooses dice, or rolls them; `all` : as many as there are."""
        counted = self.read_amount(one["count"]) if "count" in one else None
        most = 1 if verb == ROLL or not (one.get("all") or one.get("up_to")) else LARGEST
        return Instruction(verb, one, counted=counted, most=most, up_to=bool(one.get("up_to")))

    def read_amount(self, amount: Any) -> Amount:
        """Return a number from a card file, which may be about what happens while the text is carried out."""
        if not isinstance(amount, Mapping) or ROLLED not in amount:
            return super().read_amount(amount)
        return amount.get("plus", 0), amount.get("times", 1), _read_rolled(amount[ROLLED])

    def _read_instruction(self, one: Document) -> Instruction:
        ways, verb = self.ways, one["verb"]
        if ZONES in one and verb == CHOOSE:
            return Instruction(CHOOSE_ZONE, one, conditions=tuple(map(self.read_condition, one.get("is", ()))))
        usual = {DISCARD: (ways.hand,), SEARCH: (ways.deck,)}.get(verb, self.rules.play)
        of = self.select(one.get("of", {}), usual) if "of" in one or verb in (DISCARD, SEARCH) else None
        figures = {CHANGE: self.rules.figures, COUNTERS: ways.counted, POINTS: tuple(ways.points)}.get(verb, ())
        amounts = {name: self.read_amount(one[name]) for name in figures if name in one}
        if verb == ALTER and "by" in one:
            amounts = {"by": self.read_amount(one["by"])}
        if verb == DRAW:
            amounts = {"count": self.read_amount(one.get("count", 1))}
        if verb == IF:
            return Instruction(verb, one, conditions=tuple(map(self.read_condition, one["is"])))
        if verb == UNLESS:
            paid = one[PAY][0]
            amounts = {name: self.read_amount(paid[name]) for name in ways.points if name in paid}
            return Instruction(verb, one, None, amounts, conditions=tuple(map(self.read_condition, one.get("is", ()))))
        most, up_to = one.get("count", 1) if verb != DRAW else 1, bool(one.get("up_to"))
        hides = of is not None and verb == CHOOSE and all(name != self.rules.face for name, _ in of.marks)
        hides = hides and of is not None and any(zone in self.face_at for zone in of.zones)
        return Instruction(verb, one, of, amounts, most=most, up_to=up_to, hides=hides)

    def read_condition(self, one: Document) -> Condition:
        """Return a function that tests a written condition, which may be about the card that the event concerns."""
        if ROLLED in one:
            count, least, most = _read_rolled(one[ROLLED]), one.get("min", 0), one.get("max", LARGEST)
            return lambda filters, state, source: least <= count(state, source) <= most
        if one.get("of") != SUBJECT:
            return super().read_condition(one)
        must = self.select(one["be"], tuple(dict.fromkeys((*self.rules.works, *self.rules.play))))

        def holds(filters: Filters, state: DeclaredState, source: Thing) -> bool:
            thing = self.find(state, state.procedure_locals.subject)
            return thing is not None and filters.is_among(state, must, thing, source)

        return holds
