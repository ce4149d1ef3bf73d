"""Carries out effects in the shared effect language, see `engines.book.card_programs`.

The row `CARRY_OUT` runs the instructions of a text until one needs a player's choice or another row; its locals are a
`Doing`. The game itself says how an instruction changes a card in play, see `ProgramRules`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from engines.book.card_program_text import render_program_needs
from engines.book.card_programs import (
    CHOOSE,
    DISCARD,
    INSTEAD,
    IT,
    LOOK,
    MOVE,
    POINTS,
    SEARCH,
    SELF,
    UNLESS,
    ZONES,
    ProgramRules,
    instructions_in,
    value_in_record,
)
from engines.book.cards import Card
from engines.book.toml_schema import Document
from engines.declare.declaration import PLAYERS, DeclaredState
from engines.kernel.programs import Doing
from engines.kernel.tuples import replace_entries
from engines.legal.card_filters import Thing, keyword_level
from engines.legal.lasting import sum_lasting
from engines.legal.program_reading import (
    Instruction,
    Picked,
    ProgramReader,
    Text,
)
from engines.legal.zone_walks import Glance, make_glance

if TYPE_CHECKING:
    from engines.game import Game


class CardPrograms(ProgramReader):
    """The texts of a game's cards in the shared effect language, by card and index of the ability."""

    def __init__(self, ways: ProgramRules, cards: Sequence[Card]) -> None:
        super().__init__(ways, cards)
        self.number_of = {zone: at for at, zone in enumerate(self.zones)}
        self._glances: dict[tuple[tuple[str, ...], bool], Glance] = {}
        self.stopped: tuple[DeclaredState, str] | None = None  # where `carry_out` has just stopped, and before what
        self.offered: tuple[DeclaredState, list[Thing]] | None = None  # the candidates of the choice that comes next

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
            return thing.seat, self.number_of[thing.zone], thing.card
        number: int = thing.record[self.id_at[thing.zone]]
        return number

    def values_of(self, things: Sequence[Thing]) -> list[Picked]:
        """Return the values by which an action refers to these cards."""
        number_of, id_at = self.number_of, self.id_at
        return [
            (seat, number_of[zone], card) if record is None else record[id_at[zone]]
            for seat, zone, card, record in things
        ]

    def source_of(self, state: DeclaredState, local: Doing) -> Thing:
        """Return the card that has the text; without zone and record if it is not in play, or not referred to."""
        found = self.find(state, local.source) if local.source > 0 else None
        return found or tuple.__new__(Thing, (local.seat, "", local.card, None))

    def find_newest(self, state: DeclaredState, local: Any) -> int:
        """Return the id of the player's copy of the card that entered play last; 0 if there is none."""
        own = self.find_cards(state, (local.seat,), self.rules.works, (local.card,))
        ids = [self.value_of(thing) for thing in own if thing.record is not None]
        return max((one for one in ids if isinstance(one, int)), default=0)

    def candidates(self, state: DeclaredState, step: Instruction, local: Doing) -> list[Thing]:
        """Return the cards that may be picked next; each copy of a card is listed."""
        of, source = step.of, self.source_of(state, local)
        assert of is not None
        if step.verb != CHOOSE:
            seat = self.owner_of(step, local)
            there = self.find_cards(state, (seat,), of.zones[:1], None)
            return [one for one in there if of.cards is None or one.card in of.cards or self._may_be(state, seat, one)]
        found = self.select_cards(state, of, source)
        if step.hides:
            at = self.face_at
            found = [one for one in found if one.record is None or one.zone not in at or one.record[at[one.zone]]]
        spares = self.ways.spares
        if spares is not None:
            found = [one for one in found if one.record is None or not spares(state, local.seat, local.card, one)]
        if step.then:
            found = [thing for thing in found if all(self._pays_with(state, one, thing) for one in step.then)]
        return self._without_picked(found, local) if local.done and not step.again else found

    def has_candidate(self, state: DeclaredState, step: Instruction, local: Doing) -> bool:
        """Return True if a card may be picked for the first time."""
        of = step.of
        if of is None or not of.is_plain or step.verb != CHOOSE or step.then or local.done or self.ways.spares:
            return bool(self.candidates(state, step, local))
        glance = self._glances.get((of.zones, step.hides))
        if glance is None:
            glance = make_glance(self.rules.places, of.zones, self.rules.face if step.hides else "")
            self._glances[of.zones, step.hides] = glance
        user = local.seat if local.source <= 0 else self.source_of(state, local).seat
        seats = (0, 1) if of.whose == "both" else (user if of.whose == "own" else 1 - user,)
        return glance(getattr(state, PLAYERS), seats, of.cards)

    def most_of(self, state: DeclaredState, step: Instruction, local: Doing) -> int:
        """Return how many picks an instruction asks for."""
        if step.counted is None:
            return step.most
        return max(0, self.amount_in(state, step.counted, self.source_of(state, local)))

    def left_to_pick(self, state: DeclaredState, step: Instruction, local: Doing) -> int:
        """Return how many picks are still to be made for an instruction."""
        return (step.most if step.counted is None else self.most_of(state, step, local)) - local.done

    def zones_offered(self, state: DeclaredState, step: Instruction, local: Doing) -> list[int]:
        """Return the zones that may be chosen, as their indices: those for which the conditions hold."""
        found = [self.zones.index(zone) for zone in step.entries[ZONES]]
        if not step.conditions:
            return found
        source, offered = self.source_of(state, local), []
        for zone in found:
            state.procedure_locals = replace_entries(local, zone=zone)
            if all(holds(self, state, source) for holds in step.conditions):
                offered.append(zone)
        state.procedure_locals = local
        return offered

    def dice_of(self, state: DeclaredState, step: Instruction, local: Doing) -> list[int]:
        """Return the places of the dice that may still be chosen for a reroll."""
        assert self.ways.dice is not None
        dice = self.ways.dice.read(state, self.holder_of(step, local))
        return [at for at in range(len(dice)) if at not in local.dice]

    def holder_of(self, step: Instruction, local: Doing) -> int:
        """Return the player whose dice an instruction is about."""
        return local.seat if step.entries.get("whose", "own") == "own" else 1 - local.seat

    def _without_picked(self, things: Sequence[Thing], local: Doing) -> list[Thing]:
        """Return the cards that have not been picked yet; of alike cards, as many less as have been picked."""
        left, found = list(local.cards), []
        for thing in things:
            value = self.value_of(thing)
            if isinstance(value, tuple) and value in left:
                left.remove(value)
            elif value not in local.units:
                found.append(thing)
        return found

    def _may_be(self, state: DeclaredState, seat: int, thing: Thing) -> bool:
        """Return True for an unseen card of the rival in a proof: it may be any card."""
        return state.may_hold_any(seat) and self.cards[thing.card].unseen

    def cards_in(self, state: DeclaredState, seat: int, zone: str) -> list[int]:
        """Return the plain cards of a player's zone."""
        cards: list[int] = getattr(getattr(state, PLAYERS)[seat], self.rules.places[zone].attribute)
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
        chosen = [thing for thing in [self.find(state, number) for number in local.units] if thing is not None]
        if not local.cards:
            return chosen
        plain = [Thing(seat, self.zones[zone], card, None) for seat, zone, card in local.cards]
        counts = Counter(plain).items()
        left = [(one, min(count, self.cards_in(state, one.seat, one.zone).count(one.card))) for one, count in counts]
        return [*chosen, *(one for one, count in left for _ in range(count))]

    # Paying.

    def can_pay(self, state: DeclaredState, text: Text, local: Doing) -> bool:
        """Return True if the whole price of a text can be paid."""
        if text.discards and text.discards > len(self.cards_in(state, local.seat, self.ways.hand)):
            return False
        return all(self.can_pay_part(state, step, local) for step in text.pays)

    def can_pay_part(self, state: DeclaredState, step: Instruction, local: Doing) -> bool:
        """Return True if one instruction of the price can be carried out."""
        entries = step.entries
        if step.verb in (CHOOSE, DISCARD):
            first = local._replace(done=0) if local.done else local
            return len(self.candidates(state, step, first)) >= step.most
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
        if step.verb == MOVE:
            return self.can_leave(state, thing) and thing.zone != step.entries["to"]
        return any(self._differs(thing, step.entries))

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
        if text.asks_hand and self.cards[card].abilities[ability].when in self.ways.played:
            state = self._after_use(state, seat, card, source)
        if price is not None and (text.conditions or text.pays):
            state = state.copy()
            price(state)
        local = Doing(card, ability, 0, seat)
        if text.names_itself:
            local = replace_entries(local, source=source or self.find_newest(state, local))
        if text.conditions:
            user = self.source_of(state, local)
            if not all(holds(self, state, user) for holds in text.conditions):
                return False
        if self.cards[card].abilities[ability].once and is_used_up(state, local.source, card, ability):
            return False
        if text.is_optional:
            return True
        if text.pays and not self.can_pay(state, text, local):
            return False
        return text.required is None or self.has_candidate(state, text.required, local)

    def _after_use(self, state: DeclaredState, seat: int, card: int, source: int) -> DeclaredState:
        """Return the state; if the card is played from the hand, return a copy without it there."""
        user, hand = self.find(state, source), self.cards_in(state, seat, self.ways.hand)
        if user is not None and user.card == card:
            return state
        there = [one for one in hand if one == card] or [one for one in hand if self.cards[one].unseen]
        if not there:
            return state
        other = state.copy()
        self.cards_in(other, seat, self.ways.hand).remove(there[0])
        return other


def word_of_use(card: Card, ability: int, number: int) -> str:
    """Return the word for the use of a text that works once a turn; one text may work at several moments.

    ability : its index on the card. number : the id of the card in play, 0 for a card that has none.
    """
    texts = [one._replace(when="") for one in card.abilities]
    used = f"used {texts.index(texts[ability])}"
    return used if number else f"{used} of {card.name}"


def is_used_up(state: DeclaredState, number: int, card: int, ability: int) -> bool:
    """Return True if a card in play has used a text this turn that works once a turn. card : the card with the text."""
    return sum_lasting(state, word_of_use(state.game.cards[card], ability, number), number) > 0


PROGRAMS = "card programs"
"""The name under which a game keeps these texts."""


def programs_of(game: Game) -> CardPrograms:
    """Return the texts of a game's cards in the form in which they are carried out, computed once."""
    shared = game.shared
    if PROGRAMS not in shared:
        ways = game.card_rules.programs
        assert ways is not None
        shared[PROGRAMS] = CardPrograms(ways, game.cards)
    found: CardPrograms = shared[PROGRAMS]
    return found


def has_ability(state: DeclaredState, card: int, ability: int, number: int) -> bool:
    """Return True unless an ability belongs to a keyword that the card does not have now.

    ability : its index on the card. number : the id of the card; if it is not in play, what is printed on it counts.
    """
    known = state.game.cards[card]
    name = known.abilities[ability].keyword
    if not name:
        return True
    thing = programs_of(state.game).find(state, number)
    return name in known.keywords if thing is None else keyword_level(state, name, thing) > 0


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
    parts = [instructions_in((*ability.pays, *ability.does)) for ability in card.abilities]
    return any(one["verb"] in HIDDEN_VERBS for part in parts for one in part)


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
    subject = getattr(local, ways.subject) if ways.subject else 0
    if not programs.texts[local.card, local.ability].names_itself:
        return start_text(state, local.card, local.ability, local.seat, 0, subject)
    source = getattr(local, ways.source) if ways.source else programs.find_newest(state, local)
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
    if source <= 0:
        return Doing(card, ability, 0, seat, source, subject)
    programs = programs_of(state.game)
    thing, place_of = programs.find(state, source), programs.ways.place_of
    place = -1 if thing is None or place_of is None else place_of(state, thing)
    return Doing(card, ability, 0, seat, source, subject, place=place)
