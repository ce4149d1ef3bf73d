"""Carries out effects in the shared effect language, see `engines.book.card_programs`.

The row `CARRY_OUT` runs the instructions of a text until one needs a player's choice or another row; its locals are a
`Doing`. The game itself says how an instruction changes a card in play, see `ProgramRules`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

from engines.book.card_program_text import render_program_needs
from engines.book.card_programs import (
    ALTER,
    CHANGE,
    CHOOSE,
    COUNTERS,
    DISCARD,
    DO,
    DRAW,
    EACH,
    HERE,
    IF,
    INSTEAD,
    IT,
    LOOK,
    MAY,
    MOVE,
    ONCE,
    PAY,
    POINTS,
    SEARCH,
    SELF,
    SUBJECT,
    UNLESS,
    ZONES,
    ProgramRules,
    value_in_record,
)
from engines.book.cards import Ability, Card
from engines.book.toml_schema import Document
from engines.declare.declaration import DeclaredState
from engines.kernel.programs import Doing
from engines.kernel.tuples import replace_entries
from engines.legal.card_filters import Amount, Condition, Filters, Selection, Thing, conditions_of, keyword_level
from engines.legal.lasting import sum_lasting

if TYPE_CHECKING:
    from engines.game import Game

CHOOSE_ZONE = "choose_zone"
"""The instruction of `choose` with zones."""
PAYABLE = "payable"
"""The instruction at which a text ends if it cannot be paid for."""
Picked = int | tuple[int, int, int]
"""A card as an action refers to it: its id in play, or (seat, index of the zone, number)."""


class Instruction(NamedTuple):
    """One instruction in the form in which it is carried out: its verb, entries as written, cards and numbers.

    then : for a choice in a price, the instructions that pay with the chosen cards. conditions, skips : for `unless`,
    the conditions under which the player may pay, and the number of instructions that are skipped then.
    """

    verb: str
    entries: Document
    of: Selection | None = None
    amounts: Mapping[str, Amount] = {}
    then: tuple[Any, ...] = ()
    conditions: tuple[Condition, ...] = ()
    skips: int = 0


class Text(NamedTuple):
    """A text in the form in which it is carried out.

    conditions : the conditions that must hold. pays, does : the instructions of its price and of its effect. steps :
    all its instructions in order. asks_hand : whether its conditions or its price depend on the cards of a hand.
    is_free : whether it can always be used. names_itself : whether it refers to the card that has the text.
    """

    conditions: tuple[Condition, ...]
    pays: tuple[Instruction, ...]
    does: tuple[Instruction, ...]
    steps: tuple[Instruction, ...]
    asks_hand: bool = False
    is_free: bool = False
    names_itself: bool = True


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


class CardPrograms(Filters):
    """The texts of a game's cards in the shared effect language, by card and index of the ability."""

    def __init__(self, ways: ProgramRules, cards: Sequence[Card]) -> None:
        super().__init__(ways.changes, cards, ways.current)
        self.ways = ways
        self.texts: dict[tuple[int, int], Text] = {}
        self.used_at: dict[str, dict[int, int]] = {when: {} for when in ways.use_times}
        self.stopped: tuple[DeclaredState, str] | None = None  # where `carry_out` has just stopped, and before what
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
        steps = [Instruction(ONCE, {})] if ability.once else []
        steps += [Instruction(IF, {})] if conditions else []
        steps += [Instruction(MAY, {})] if ability.may else [Instruction(PAYABLE, {})] if pays else []
        does = tuple(one for written in ability.does for one in self._read_in_order(written))
        counted = (self.rules.zones_of(one["count"], self.rules.play) for one in ability.conditions if "count" in one)
        asks_hand = any(self.ways.hand in zones for zones in counted) or any(one.verb == DISCARD for one in pays)
        first = next((one for one in does if one.verb == CHOOSE), None)
        needs_nothing = ability.may or not (pays or (first is not None and not first.entries.get("up_to")))
        is_free = not conditions and needs_nothing and not ability.once
        itself = bool(ability.keyword or ability.once) or names_itself((ability.conditions, ability.pays, ability.does))
        return Text(conditions, pays, does, (*steps, *pays, *does), asks_hand, is_free, itself)

    def _read_in_order(self, one: Document) -> list[Instruction]:
        """Return an instruction, followed by those inside it."""
        inside = [self._read_instruction(inner) for inner in one.get(DO, ())]
        if one["verb"] == EACH:
            return self._read_each(one, inside)
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

    def _read_instruction(self, one: Document) -> Instruction:
        ways, verb = self.ways, one["verb"]
        if ZONES in one and verb == CHOOSE:
            return Instruction(CHOOSE_ZONE, one)
        usual = {DISCARD: (ways.hand,), SEARCH: (ways.deck,)}.get(verb, self.rules.play)
        of = self.select(one.get("of", {}), usual) if "of" in one or verb in (DISCARD, SEARCH) else None
        figures = {CHANGE: self.rules.figures, COUNTERS: ways.counted, POINTS: tuple(ways.points)}.get(verb, ())
        amounts = {name: self.read_amount(one[name]) for name in figures if name in one}
        if verb == ALTER and "by" in one:
            amounts = {"by": self.read_amount(one["by"])}
        if verb == DRAW:
            amounts = {"count": self.read_amount(one.get("count", 1))}
        if verb == UNLESS:
            paid = one[PAY][0]
            amounts = {name: self.read_amount(paid[name]) for name in ways.points if name in paid}
            return Instruction(verb, one, None, amounts, conditions=tuple(map(self.read_condition, one.get("is", ()))))
        return Instruction(verb, one, of, amounts)

    def read_condition(self, one: Document) -> Condition:
        """Return a function that tests a written condition, which may be about the card that the event concerns."""
        if one.get("of") != SUBJECT:
            return super().read_condition(one)
        must = self.select(one["be"], tuple(dict.fromkeys((*self.rules.works, *self.rules.play))))

        def holds(filters: Filters, state: DeclaredState, source: Thing) -> bool:
            thing = self.find(state, state.procedure_locals.subject)
            return thing is not None and filters.is_among(state, must, thing, source)

        return holds

    # Cards in a position.

    def picked_thing(self, state: DeclaredState, value: Picked) -> Thing | None:
        """Return the card to which an action refers; None if it has left."""
        if isinstance(value, int):
            return self.find(state, value)
        seat, zone, card = value
        return Thing(seat, self.zones[zone], card, None)

    def value_of(self, thing: Thing) -> Picked:
        """Return the value by which an action refers to a card."""
        if thing.record is None:
            return thing.seat, self.zones.index(thing.zone), thing.card
        number: int = thing.record[self.rules.places[thing.zone].id_at]
        return number

    def source_of(self, state: DeclaredState, local: Doing) -> Thing:
        """Return the card that has the text; without zone and record if it is not in play, or not referred to."""
        found = self.find(state, local.source) if local.source > 0 else None
        return found or Thing(local.seat, "", local.card, None)

    def find_newest(self, state: DeclaredState, local: Any) -> int:
        """Return the id of the player's copy of the card that entered play last; 0 if there is none."""
        own = self.find_cards(state, (local.seat,), self.rules.works, (local.card,))
        ids = [self.value_of(thing) for thing in own if thing.record is not None]
        return max((one for one in ids if isinstance(one, int)), default=0)

    def is_spared(self, state: DeclaredState, of: Selection, thing: Thing, local: Doing) -> bool:
        """Return True if a text cannot choose a card: it is protected, or face-down against the wording of the text."""
        face, spares = self.rules.face, self.ways.spares
        if face and not self.is_face_up(thing) and all(name != face for name, _ in of.marks):
            return True
        if spares is None or thing.record is None:
            return False
        return bool(spares(state, local.seat, local.card, thing))

    def candidates(self, state: DeclaredState, step: Instruction, local: Doing) -> list[Thing]:
        """Return the cards that may be picked next; each copy of a card is listed."""
        of, source = step.of, self.source_of(state, local)
        assert of is not None
        if step.verb != CHOOSE:
            seat = self.owner_of(step, local)
            there = [Thing(seat, of.zones[0], card, None) for card in self.cards_in(state, seat, of.zones[0])]
            return [one for one in there if of.cards is None or one.card in of.cards or self._may_be(state, seat, one)]
        left = list(local.cards) if local.done else []
        found, selected = [], self.select_cards(state, of, source)
        spares = self.ways.spares is not None or bool(self.rules.face)
        if not (spares or step.then or local.done):
            return selected
        for thing in selected:
            if spares and self.is_spared(state, of, thing, local):
                continue
            if step.then and not all(self._pays_with(state, one, thing) for one in step.then):
                continue
            if local.done:
                value = self.value_of(thing)
                if isinstance(value, tuple) and value in left:
                    left.remove(value)
                    continue
                if value in local.units:
                    continue
            found.append(thing)
        return found

    def _may_be(self, state: DeclaredState, seat: int, thing: Thing) -> bool:
        """Return True for an unseen card of the rival in a proof: it may be any card."""
        return state.open_chance and seat != state.prover and self.cards[thing.card].unseen

    def cards_in(self, state: DeclaredState, seat: int, zone: str) -> list[int]:
        """Return the plain cards of a player's zone."""
        cards: list[int] = getattr(state.both[seat], self.rules.places[zone].attribute)
        return cards

    def seat_of(self, step: Instruction, local: Doing) -> int:
        """Return the player who picks, or whose points or cards an instruction is about."""
        entries = step.entries
        word = entries.get("by") or entries.get("who") or "own"
        return local.seat if word == "own" else 1 - local.seat

    def owner_of(self, step: Instruction, local: Doing) -> int:
        """Return the player from whose hand or deck cards are picked."""
        return local.seat if step.entries.get("who", "own") == "own" else 1 - local.seat

    def seats_of(self, step: Instruction, local: Doing) -> tuple[int, ...]:
        """Return the players that an instruction is about, the user of the text first."""
        seats = (local.seat, 1 - local.seat)
        return {"own": seats[:1], "rival": seats[1:], "both": seats}[step.entries.get("who", "own")]

    def targets(self, state: DeclaredState, step: Instruction, local: Doing) -> list[Thing]:
        """Return the cards that an instruction is about, without those that have left."""
        if step.of is not None:
            return self.select_cards(state, step.of, self.source_of(state, local))
        what = step.entries["what"]
        if what != IT:
            number = local.source if what == SELF else local.subject
            return [thing for thing in [self.find(state, number)] if thing is not None]
        plain = [Thing(seat, self.zones[zone], card, None) for seat, zone, card in local.cards]
        chosen = [thing for thing in (self.find(state, number) for number in local.units) if thing is not None]
        counts = Counter(plain).items()
        left = [(one, min(count, self.cards_in(state, one.seat, one.zone).count(one.card))) for one, count in counts]
        return [*chosen, *(one for one, count in left for _ in range(count))]

    # Paying.

    def can_pay(self, state: DeclaredState, text: Text, local: Doing) -> bool:
        """Return True if the whole price of a text can be paid."""
        if self.cards_to_discard(text) > len(self.cards_in(state, local.seat, self.ways.hand)):
            return False
        return all(self.can_pay_part(state, step, local) for step in text.pays)

    def cards_to_discard(self, text: Text) -> int:
        """Return how many cards the price of a text discards."""
        return sum([step.entries.get("count", 1) for step in text.pays if step.verb == DISCARD])

    def can_pay_part(self, state: DeclaredState, step: Instruction, local: Doing) -> bool:
        """Return True if one instruction of the price can be carried out."""
        entries = step.entries
        if step.verb in (CHOOSE, DISCARD):
            return bool(len(self.candidates(state, step, local._replace(done=0))) >= entries.get("count", 1))
        if step.verb in (POINTS, UNLESS):
            source = self.source_of(state, local)
            needed = ((name, -self.amount_in(state, amount, source)) for name, amount in step.amounts.items())
            seats = self.seats_of(step, local)
            return all(self.ways.has_points[name](state, seat) >= least for name, least in needed for seat in seats)
        if entries.get("what") == IT:
            return True  # the choice before it tests this
        return any(self._pays_with(state, step, thing) for thing in self.targets(state, step, local))

    def _pays_with(self, state: DeclaredState, step: Instruction, thing: Thing) -> bool:
        """Return True if moving or marking this card changes something."""
        return self.can_leave(state, thing) if step.verb == MOVE else any(self._differs(thing, step.entries))

    def can_leave(self, state: DeclaredState, thing: Thing) -> bool:
        """Return True unless a card in play must stay where it is."""
        stays = self.ways.stays
        return thing.record is None or stays is None or not stays(state, thing)

    def _differs(self, thing: Thing, entries: Document) -> Iterator[bool]:
        marks = self.rules.places[thing.zone].marks
        for name in self.ways.marks:
            if name in entries and name in marks and thing.record is not None:
                yield thing.record[marks[name].at] != value_in_record(marks[name], entries[name])

    def is_possible(
        self,
        state: DeclaredState,
        seat: int,
        card: int,
        ability: int,
        source: int = 0,
        price: Callable[[Any], None] | None = None,
    ) -> bool:
        """Return True if a text can be used: its conditions hold, it can be paid, and its first choice has a candidate.

        source : the id of the card that "self" refers to, 0 for none. A card that is being played does not count as in
        hand. price(state) : pays, on a copy of the state, the price that the rules of the game ask for in addition.
        """
        text = self.texts[card, ability]
        if text.is_free:
            return True
        local = Doing(card, ability, 0, seat)
        if self.cards[card].abilities[ability].when in self.ways.played:
            state = self._after_use(state, seat, card, text, source)
        if price is not None and (text.conditions or text.pays):
            state = state.copy()
            price(state)
        if text.names_itself:
            local = replace_entries(local, source=source or self.find_newest(state, local))
        if not all(holds(self, state, self.source_of(state, local)) for holds in text.conditions):
            return False
        if self.cards[card].abilities[ability].once and is_used_up(state, local.source, ability):
            return False
        if any(step.verb == MAY for step in text.steps):
            return True
        if not self.can_pay(state, text, local):
            return False
        first = next((step for step in text.does if step.verb == CHOOSE), None)
        return first is None or bool(first.entries.get("up_to")) or bool(self.candidates(state, first, local))

    def _after_use(self, state: DeclaredState, seat: int, card: int, text: Text, source: int) -> DeclaredState:
        """Return the state; if the text depends on the hand, return a copy without the played card in it."""
        user, hand = self.find(state, source), self.cards_in(state, seat, self.ways.hand)
        if not text.asks_hand or (user is not None and user.card == card):
            return state
        there = [one for one in hand if one == card] or [one for one in hand if self.cards[one].unseen]
        if not there:
            return state
        other = state.copy()
        self.cards_in(other, seat, self.ways.hand).remove(there[0])
        return other


def word_of_use(card: Card, ability: int) -> str:
    """Return the word for the use of a text that works once a turn; one text may work at several moments.

    ability : its index on the card.
    """
    does = card.abilities[ability].does
    return f"used {next(at for at, one in enumerate(card.abilities) if one.does == does)}"


def is_used_up(state: DeclaredState, number: int, ability: int) -> bool:
    """Return True if a card in play has used a text this turn that works once a turn."""
    thing = programs_of(state.game).find(state, number)
    word = "" if thing is None else word_of_use(state.game.cards[thing.card], ability)
    return sum_lasting(state, word, number) > 0


def programs_of(game: Game) -> CardPrograms:
    """Return the texts of a game's cards in the form in which they are carried out, computed once."""
    found: CardPrograms | None = game.shared.get("card programs")
    if found is None:
        ways = game.card_rules.programs
        assert ways is not None
        found = game.kept("card programs", lambda: CardPrograms(ways, game.cards))
    return found


def has_keyword(state: DeclaredState, name: str, number: int) -> bool:
    """Return True if the card in play with this id has a keyword of a set now."""
    thing = programs_of(state.game).find(state, number)
    return thing is not None and keyword_level(state, name, thing) > 0


def zone_instead(state: DeclaredState, moment: str, number: int) -> str:
    """Return the zone to which a card in play goes instead at a moment; "" if no text of it says so."""
    programs = programs_of(state.game)
    thing = programs.find(state, number)
    if thing is None or not programs.is_face_up(thing):
        return ""
    for place, ability in enumerate(state.game.cards[thing.card].abilities):
        if ability.when == moment and ability.does and ability.does[0]["verb"] == INSTEAD:
            text = programs.texts[thing.card, place]
            if all(holds(programs, state, thing) for holds in text.conditions):
                to: str = ability.does[0]["to"]
                return to
    return ""


HIDDEN_VERBS = (DISCARD, SEARCH, LOOK)


def touches_hidden_cards(game: Game) -> bool:
    """Return True if a text of the game looks into a hand or a deck, so that a proof would need to know their cards."""
    return bool(game.kept("texts touch hidden cards", lambda: any(map(_touches, game.cards))))


def _touches(card: Card) -> bool:
    return any(one["verb"] in HIDDEN_VERBS for ability in card.abilities for one in (*ability.pays, *ability.does))


def render_needed(game: Game, card: int, ability: int) -> str:
    """Return, in words, what is needed to use a text: its conditions, its price, and the objects of its choice."""
    ways = programs_of(game).ways
    return render_program_needs(ways, game.cards[card].abilities[ability], game.words)


MOST_TEXTS = 300
"""The number of texts in one turn; after the last of them the game counts as an endless loop."""


def begin_text(state: DeclaredState, local: Any) -> Doing:
    """Return the locals of a text that is carried out now. local : those of the game's own row."""
    programs = programs_of(state.game)
    ways = programs.ways
    if not programs.texts[local.card, local.ability].names_itself:
        source = 0
    else:
        source = getattr(local, ways.source) if ways.source else programs.find_newest(state, local)
    subject = getattr(local, ways.subject) if ways.subject else 0
    thing = programs.find(state, source)
    if thing is not None and thing.card != local.card and state.game.cards[local.card].category not in ways.itself:
        source, thing = 0, None  # the locals name another card, such as the unit for which a card is used
    return start_text(state, local.card, local.ability, local.seat, max(0, source), subject)


def start_text(state: DeclaredState, card: int, ability: int, seat: int, source: int = 0, subject: int = 0) -> Doing:
    """Return the locals of a text that is carried out now. source : the id of the card itself, 0 if it is not in play.

    Ends the game if texts keep setting each other off, with or without choices in between.
    """
    turn, begun = state.texts_begun
    state.texts_begun = (state.turn, begun + 1 if turn == state.turn else 1)
    if state.texts_begun[1] > MOST_TEXTS:
        state.result = state.game.endless(state)
    programs = programs_of(state.game)
    thing, place_of = programs.find(state, source), programs.ways.place_of
    place = -1 if thing is None or place_of is None else place_of(state, thing)
    return Doing(card, ability, 0, seat, source, subject, place=place)
