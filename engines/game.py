"""A game: its facts, rulebook, cards, flow table, rule parameters, and the functions that implement its rules."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from engines.book import cards as card_data
from engines.book.card_reading import add_further, read_cards, with_given
from engines.book.card_rendering import render_card
from engines.book.card_sets import CardSet
from engines.book.cards import Card, CardRules, Deck
from engines.book.keywords import check_keywords
from engines.book.rulebook import Clause, Rulebook, Ruling, parse_toml
from engines.book.toml_schema import Document, check_shape
from engines.book.words import InLanguage, Phrase, Words
from engines.errors import Check, DataError, IllegalDeck, NamedEntries, Reason, require_known
from engines.forms.board_text import board_text
from engines.kernel.flow import Flow, FlowGraph, S
from engines.kernel.listener import Event
from engines.kernel.programs import Doing
from engines.kernel.state import Action, Result, State
from engines.kernel.watch import Index, index_of
from engines.legal import (
    by_hand,
    card_programs,
    deeds,
    forbidden_actions,
    moments,
    program_dice,
    program_rows,
    program_things,
    reasons,
    refusals,
)
from engines.legal.reasons import Kind
from engines.rules import Parameter, Phase, Rules

if TYPE_CHECKING:
    from engines.legal.notation import Notation

MOST_COPIES = 1000
"""The maximum number of copies of a card in a deck, as a safeguard before the deck is expanded.

Games set lower limits.
"""


UNREACHABLE = "unreachable"
"""The entry by which a position says that it is deliberately unreachable."""

Told = TypeVar("Told", Check, Reason)
Kept = TypeVar("Kept")

DeckChoice = str | Mapping[str, int]
"""The id of a deck of the game, or the number of copies of each card by name."""


@dataclass(slots=True, eq=False)
class Game:
    """One game, ready to play. `engines.load` makes one; `variant` makes one with house rules.

    name : the folder name. players : the seat names used in positions. parameters : the rule parameters in force.
    check(cards) : refuses incompatible cards.
    own_cards : the rows of cards that a set, position, scenario or lesson has added. card_sets : the sets that have
    been added.
    watching : see `engines.kernel.watch`.
    legal_decks : the card numbers of those decks of the game that have been found legal.
    shared : values computed on first use, see `kept`.
    """

    name: str
    title: str
    rulebook: Rulebook
    card_rules: CardRules
    cards: list[Card]
    decks: dict[str, Deck]
    flow: Flow[Any]
    phases: tuple[Phase, ...]
    kinds: dict[str, Kind[Any]]
    parameters: dict[str, int]
    parameter_rules: dict[str, Parameter]
    rules: Rules[Any]
    words: Words
    notation: Notation
    prepare: Callable[[Card], None]
    check: Callable[[Sequence[Card]], None] | None = None
    own_cards: tuple[Document, ...] = ()
    card_sets: tuple[CardSet, ...] = ()
    by_name: dict[str, int] = field(init=False)
    watching: Index = field(init=False)
    legal_decks: dict[str, list[int]] = field(default_factory=dict, init=False)
    shared: dict[str, Any] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        """Index the cards by name and the abilities that watch for events; store the game's name in cards and decks."""
        for card in self.cards:
            card.game = self.name
        decks = {id: deck if deck.game else replace(deck, game=self.name) for id, deck in self.decks.items()}
        self.decks = NamedEntries(decks, self.name, "deck")
        by_name = {unicodedata.normalize("NFC", card.name): card.number for card in self.cards}
        self.by_name = NamedEntries(by_name, self.name, "card")
        self.parameters = NamedEntries(self.parameters, self.name, "parameter")
        self.parameter_rules = NamedEntries(self.parameter_rules, self.name, "parameter")
        self.watching = index_of(self.cards)

    def __repr__(self) -> str:
        """Return the title, and the parameters that differ from the standard values."""
        changed = {k: v for k, v in self.parameters.items() if v != self.parameter_rules[k].standard}
        return f"Game({self.title!r}" + (f", {changed}" if changed else "") + ")"

    def kept(self, name: str, make: Callable[[], Kept]) -> Kept:
        """Return a cached value of this game: `make()`, called at most once per name."""
        if name not in self.shared:
            self.shared[name] = make()
        found: Kept = self.shared[name]
        return found

    # Starting.

    def new(
        self,
        decks: tuple[DeckChoice, DeckChoice] | None = None,
        seed: int = 0,
        listen: bool = False,
        run: bool = True,
    ) -> State:
        """Set up a game and run to its first decision.

        decks : for each player the id of a deck of this game, or a dict {card name: copies}; by default the first two
        decks, or the only one twice. listen : record events from the beginning. run : continue to the first decision
        (False: stop before the first step). Raises IllegalDeck, with the reasons, for a deck that the rules do not
        allow, and DataError for an unknown deck or card.
        """
        names = decks or tuple(self.decks)[:2] * (1 + (len(self.decks) == 1))
        if len(names) != 2:
            raise DataError(self.name, f"{len(names)} decks are named.", "A game has two, one for each player.")
        one, two = names
        state = self.rules.set_up(self, (self._legal_deck(one), self._legal_deck(two)), seed)
        if listen:
            state.listen()
        if run:
            state.run()
        return state

    def _legal_deck(self, deck: DeckChoice) -> list[int]:
        """Return the card numbers of a legal deck. A deck of this game is checked only once."""
        name = deck if isinstance(deck, str) else ""
        if name in self.legal_decks:
            return self.legal_decks[name]
        numbers = self.deck_list(deck)
        broken = self.check_deck(numbers)
        if broken:
            raise IllegalDeck(name or "of your own", broken)
        if name:
            self.legal_decks[name] = numbers
        return numbers

    def deck_list(self, deck: DeckChoice) -> list[int]:
        """Return the card numbers of a deck given by id or as {name: copies}.

        Raises DataError for an unknown card or a wrong number of copies.
        """
        if isinstance(deck, str):
            deck = self.decks[deck].cards
        for name, copies in deck.items():
            if not isinstance(copies, int) or not 0 <= copies <= MOST_COPIES:
                raise DataError("deck", f"{name!r} = {copies!r}.", f"It must be a whole number up to {MOST_COPIES}.")
        return [self.card_number(name, "deck") for name, copies in deck.items() for _ in range(copies)]

    def check_deck(self, deck: DeckChoice | list[int]) -> list[Reason]:
        """Return a reason for each deck rule that `deck` (id, {name: copies} or numbers) breaks; [] if it is legal."""
        numbers = deck if isinstance(deck, list) else self.deck_list(deck)
        return self.rules.check_deck(self, [self.cards[number].name for number in numbers])

    def card_number(self, name: str, where: str) -> int:
        """Return the number of the card called `name`. Raises DataError, with the nearest name, for an unknown one."""
        number = self.by_name.get(unicodedata.normalize("NFC", name))
        if number is None:
            raise card_data.unknown_card(name, self.by_name, where)
        return number

    def variant(self, **changes: int) -> Game:
        """Return the same game with some rule parameters changed. Raises DataError for an unknown parameter."""
        where = f"variant of {self.name}"
        for name, value in changes.items():
            require_known(name, self.parameter_rules, where, "parameter")
            rule = self.parameter_rules[name]
            if type(value) is not int or not rule.low <= value <= rule.high:
                raise DataError(where, f"{name} = {value}.", f"It must be {rule.low} to {rule.high}.")
        return replace(self, parameters=self.parameters | changes)

    def with_cards(self, rows: Sequence[Document], where: str) -> Game:
        """Return the same game with further cards, given as in a card file.

        Raises DataError for a malformed card, or for a name that is already in use.

        Rows that were already added are skipped, so that a written position can be read back with its cards.
        """
        check_shape(rows, [dict], where)
        rows = tuple(row for row in rows if row not in self.own_cards)
        try:
            rules = add_further(self.card_rules, [*self.own_cards, *rows])
        except DataError as error:
            raise DataError(f"{where}, {error.where}", error.what, error.remedy) from None
        more = read_cards(rules, rows, where, len(self.cards))
        for card in more:
            if card.name in self.by_name:
                raise DataError(where, f"card {card.name!r} already exists.", "Give it another name.")
        words = self.words.with_names("card.", ((card.name, card.names) for card in more))
        try:
            for card in more:
                card.rules_text = tuple(render_card(rules, card, self.words))
                self.prepare(card)
            if more and self.check is not None:
                self.check(self.cards + more)
        except DataError as error:
            raise DataError(f"{where}, {error.where}", error.what, error.remedy) from None
        if not more:
            return self
        cards = self.cards + more
        changed = with_given(rules, cards, where)
        for card in changed.values():
            try:
                self.prepare(card)
            except DataError as error:
                what = f"with a keyword that is given to it {error.what}"
                raise DataError(f"{where}, {error.where}", what, "Let the keyword work at another moment.") from None
        cards = [changed.get(card.number, card) for card in cards]
        check_keywords(cards, where)
        made = replace(self, card_rules=rules, cards=cards, own_cards=self.own_cards + rows, words=words)
        more = made.cards[len(self.cards) :]
        if any(one.does for card in (*more, *changed.values()) for one in card.abilities):
            made = made._with_text_rows()
        if any(
            forbidden_actions.forbids_for_a_while(card) or any(one.forbids for one in card.abilities)
            for card in (*more, *changed.values())
        ):
            flow, kinds = forbidden_actions.add_forbidding(made.flow, made.kinds, made)
            made = replace(made, flow=flow, kinds=kinds)
        asked = deeds.deeds_asked((*more, *changed.values()))
        if asked and made.card_rules.forbids is not None:
            made = replace(made, flow=deeds.add_recording(made.flow, made.card_rules.forbids, asked))
        return made

    def _with_text_rows(self) -> Game:
        """Return the same game with the rows that carry out texts in the shared effect language, if it has any."""
        ways = self.card_rules.programs
        if ways is None or program_rows.CARRY_OUT in self.flow.steps:
            return self
        flow, kinds = program_rows.add_text_rows(self.flow, self.kinds, ways, self.words)
        dice = {"die": program_dice.PLACE.spell, "face": program_dice.SHOWN.spell}
        spell = {**dice, **self.notation.spell, program_rows.ARGUMENT: program_things.THING.spell}
        spell[program_rows.AREA_ARGUMENT] = program_rows.AREA.spell
        notation, rules = replace(self.notation, spell=spell), program_rows.add_text_rules(self.rules)
        return replace(self, flow=flow, kinds=kinds, notation=notation, rules=rules)

    def begin_text(self, state: Any, local: Any) -> Doing:
        """Return the locals of a text in the shared effect language that is carried out now.

        local : the locals of the row that calls the text.
        """
        return card_programs.begin_text(state, local)

    def with_words(self, folder: Path) -> Game:
        """Return the same game with words from a folder: another language (`words.<code>.toml`), or other texts."""
        return replace(self, words=self.words.with_folder(folder))

    def with_decks(self, decks: Iterable[Deck]) -> Game:
        """Return the same game with additional decks, each under its id."""
        return replace(self, decks=self.decks | {deck.id: deck for deck in decks})

    def with_set(self, added: CardSet) -> Game:
        """Return the same game with the cards and decks of a set. Raises DataError if the set does not fit."""
        if not added.is_missing(self.name, self.card_sets):
            return self
        decks = (replace(deck, id=added.deck_id(deck.id)) for deck in added.decks)
        made = self.with_cards(added.rows, added.where).with_decks(decks)
        more = made.cards[len(self.cards) :]
        for card in more:
            card.rules_text = added.lines_on(card)
        flow, kinds = made.flow, made.kinds
        if any(ability.by_hand for card in more for ability in card.abilities):
            flow, kinds = by_hand.add_hand_step(flow, kinds, made.words)
        return replace(made, flow=flow, kinds=kinds, card_sets=(*self.card_sets, added))

    # Positions.

    def position(self, text: str | Document, where: str = "position", listen: bool = False, run: bool = True) -> State:
        """Read a position from TOML text (or a parsed document) and run to its decision.

        listen : record events from the beginning. run : continue to the next decision (False: stay in the step as
        written, even if it offers no choice). An unreachable position is refused unless it says `unreachable = true` or
        was written by a program. Raises DataError, with the place and the remedy, if the position is refused or not
        valid.
        """
        if isinstance(text, str):
            text = parse_toml(text, where)
        meant = "flow" in text or text.get(UNREACHABLE) is True
        text = {key: part for key, part in text.items() if key != UNREACHABLE or type(part) is not bool}
        state = self.rules.read_position(self, text, where)
        if self.rules.plausible is not None and state.result is None and not meant:
            for place, what, remedy in self.rules.plausible(state):
                raise DataError(f"{where}, {place}" if place else where, what, remedy)
        if listen:
            state.listen()
        step = state.step
        if step.terminal and state.result is None:
            raise DataError(where, f"step {step.name} is the end of the game.", "Tell `result`, or begin before it.")
        nothing = step.otherwise is None or (step.auto_picks is not None and not step.auto_picks(state))
        if run and state.result is None and step.ask and nothing and not step.ask(state):
            raise DataError(where, f"nothing can be chosen in step {step.name}.", "Add what there is to choose.")
        if run:
            state.run()
        elif step.ask is not None:
            state.actions = step.ask(state)
        return state

    def write_position(self, state: State) -> str:
        """Return a position as TOML text."""
        return self.rules.write_position(state)

    # Legality in words.

    def kind(self, action: Action) -> Kind[Any]:
        """Return the kind of an action. Raises DataError if it is not an action of this game."""
        named = isinstance(action, tuple) and action and isinstance(action[0], str)
        kind = self.kinds.get(action[0]) if named else None
        if kind is None or len(action) != len(kind.arguments) + 1:
            forms = ", ".join(f"{one.name}({', '.join(one.arguments)})" for one in self.kinds.values())
            raise DataError("action", f"{action!r} is no action of {self.title}.", f"Kinds: {forms}.")
        return kind

    def explain(self, state: State, action: Action, seat: int | None = None, language: str = "en") -> list[Check]:
        """Return every requirement of `action`, met or not. Raises DataError if it refers to something missing."""
        return self._asked(reasons.explain_action, state, action, seat, language)

    def why_not(self, state: State, action: Action, seat: int | None = None, language: str = "en") -> list[Reason]:
        """Return why `action` is refused; the last reason says what would make it legal. [] means that it is legal."""
        return self._asked(refusals.reasons_against, state, action, seat, language)

    def _asked(
        self,
        ask: Callable[[Kind[Any], State, int, Action], list[Told]],
        state: State,
        action: Action,
        seat: int | None,
        language: str,
    ) -> list[Told]:
        kind, who = self.kind(action), _seat(state, seat)
        try:
            with InLanguage(language):
                return ask(kind, state, who, action)
        except Exception as error:  # last, because this check costs more than most requirements
            if self.notation.names_what_is_there(state, action, who):
                raise
            raise DataError("action", f"{action!r} names what is not there.", "Take one of legal_actions().") from error

    def ask_whether_met(
        self, state: State, action: Action, requirement: str, seat: int | None = None, language: str = "en"
    ) -> tuple[str, bool] | None:
        """Return a question about one requirement of an action, and whether the answer is yes; None if it has none."""
        with InLanguage(language):
            return reasons.ask_whether_met(self.kind(action), state, _seat(state, seat), action, requirement)

    def repaired(self, state: State, action: Action, requirement: str, seat: int | None = None) -> State | None:
        """Return a copy of `state` on which one failed requirement is repaired; None if it has no repair."""
        return reasons.repair_requirement(self.kind(action), state, _seat(state, seat), action, requirement)

    def tries(self, state: State, seat: int) -> list[Action]:
        """Return the actions that a player could try with a click, legal or not."""
        return [action for kind in self.kinds.values() if kind.tries for action in kind.tries(state, seat)]

    def moment(self, state: State, seat: int, language: str = "en") -> str:
        """Return the current decision in words, from the point of view of the player in `seat`."""
        with InLanguage(language):
            return self.words.tell(moments.decision_words(state, seat))

    def when(self, kind: Kind[S], language: str = "en") -> str:
        """Return when a kind of action is allowed, in words: "in your own Main Phase"."""
        with InLanguage(language):
            return self.words.say(f"when.{kind.moment.name}" if kind.moment else f"when.{kind.name}")

    def label(self, kind: str, language: str = "en") -> str:
        """Return the button label for a kind of action, in which {card}, {unit}, ... stand for its arguments."""
        return self.words.find(f"action.{kind}.label", language)

    def title_of(self, step: str, language: str = "en") -> str:
        """Return the title of a step, as players know it."""
        return self.words.find(f"step.{step}.title", language)

    def asks(self, step: str, language: str = "en") -> str:
        """Return the question of a step, in words: "whether to block"."""
        return self.words.find(f"step.{step}.asks", language)

    def why_ended(self, result: Result, language: str = "en") -> str:
        """Return why a game is over, in a language."""
        with InLanguage(language):
            return result.text if result.why is None else self.words.tell(result.why)

    def search_rules(self, text: str) -> list[Clause | Ruling]:
        """Return the clauses and rulings that contain all words of `text` in id, title (any language), text or note."""
        wanted = text.casefold().split()
        return [entry for entry in self.rulebook if all(word in self._searched(entry) for word in wanted)]

    def _searched(self, entry: Clause | Ruling) -> str:
        title = entry.title if isinstance(entry, Clause) else entry.question
        other = " ".join(self.words.translations(f"clause.{entry.id}").values())
        note = entry.other_editions if isinstance(entry, Clause) else ""
        return f"{entry.id} {title} {entry.text} {note} {other}".casefold()

    def endless(self, state: State) -> Result:
        """Return the result of an endless loop."""
        return self.rules.endless(state)

    # Text.

    def narrate(self, event: Event, viewer: int = 0, language: str = "en", names: tuple[str, str] | None = None) -> str:
        """Return an event as one sentence for `viewer`. Cards that the viewer may not know are not named.

        names : the names of the two players; by default the viewer is "you" and the other player "the rival".
        """
        with InLanguage(language):
            return self._narrate(event, viewer, names)

    def _narrate(self, event: Event, viewer: int, names: tuple[str, str] | None) -> str:
        say = self.words.say
        player: object = names[event.seat] if names and event.seat < 2 else Phrase("player.other")
        named = bool(names) and event.seat < 2
        other = names[1 - event.seat] if names and event.seat < 2 else ""
        key = "other" if viewer == event.seat else "you"
        facts: dict[str, object] = {
            "player": player,
            "whose": Phrase("player.named", {"player": player}) if named else Phrase("player.whose"),
            "opponent": other or Phrase(f"opponent.{key}"),
            "opponents": Phrase("player.named", {"player": other}) if other else Phrase(f"opponent.{key}.whose"),
        }
        unseen = {card.name for card in self.cards if card.unseen}
        facts |= event.facts
        hidden = [name for name, fact in event.facts.items() if isinstance(fact, str) and fact in unseen]
        facts |= dict.fromkeys(hidden, Phrase("card.unseen"))
        base = f"event.{event.kind}"
        if event.secret and viewer != event.seat:
            base += ".hidden"
        variant = f"{base}.you" if viewer == event.seat and not names else f"{base}.other"
        rendered = say(variant if self.words.has(variant) else base, **facts)
        return rendered[:1].upper() + rendered[1:]  # the sentence may begin with "the rival's"

    def board_text(self, state: State, seat: int | None = None) -> str:
        """Return the table as lines of text, as the player in `seat` sees it (None: the player who must decide)."""
        return board_text(state, seat)

    def rules_text(self, card: Card, language: str = "en") -> list[str]:
        """Return the lines printed on a card, in a language."""
        with InLanguage(language):
            return [] if card.unseen else render_card(self.card_rules, card, self.words)

    def graph(self, language: str = "en") -> FlowGraph:
        """Return the phase graph, derived from the flow table, in a language."""

        def say(text: str) -> str:
            return self.words.term(f"flow.{text}", language) or text

        def titles(step: str) -> dict[str, str]:
            return {"title": self.title_of(step, language), "japanese": self.words.term(f"step.{step}.title", "ja")}

        return self.flow.graph(say, titles)

    def meaning(self, parameter: str, language: str = "en") -> str:
        """Return the description of a rule parameter, in a language."""
        return self.words.term(f"parameter.{parameter}", language) or self.parameter_rules[parameter].meaning


def _seat(state: State, seat: int | None) -> int:
    if seat is not None:
        return seat
    return state.seat_to_act if state.result is None else 0
