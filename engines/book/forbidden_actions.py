"""Actions that a card forbids or demands while it is in play, as data that any game can use.

[[card.ability]]
when = "continuous"
do = [{ verb = "forbid", action = "attack", who = "rival", target = "self" }]

With `must` instead of `forbid`, a card has to act if it can. A game declares as `ForbidRules` which actions a text may
name, and which of their cards a text may name: the card that acts (`what`, `of`), the card of the hand that is used
(`cards`), and the one it is about (`target`). Filters and conditions are those of `figure_changes`;
`engines.legal.forbidden_actions` refuses the actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.book.entry_faults import find_unknown, find_wrong_word, put_inside
from engines.book.figure_change_faults import EntryChecker
from engines.book.figure_change_text import FilterText
from engines.book.figure_changes import IT, WHOSE, ChangeFault, ChangeRules
from engines.book.toml_schema import Document
from engines.book.words import Words

FORBID, MUST = VERBS = ("forbid", "must")
"""The verbs of texts that forbid actions and that demand them."""
UNTIL = "for"
ACTION, ACTOR, USED, TARGET = "action", "of", "cards", "target"
SELF = "self"
NOT_OF_HANDS = ("whose", "zone", "other", "role")
"""The entries of a filter that do not apply to a card in a hand."""

CardOf = Callable[[Any, int, Any], Any]
"""A function (state, seat, action) that returns a card of an action; None if it has none."""


@dataclass(frozen=True)
class Forbidden:
    """An action that a text may forbid or demand: its kinds, and the cards of it that a text may name.

    actor : the card in play that acts. used : the card that is used. target : the card in play that it is about. None
    for a card that a text cannot name.
    """

    kinds: tuple[str, ...]
    actor: CardOf | None = None
    used: CardOf | None = None
    target: CardOf | None = None

    @property
    def named(self) -> tuple[str, ...]:
        """The entries with which a text may name cards of the action."""
        cards = ((ACTOR, self.actor), (USED, self.used), (TARGET, self.target))
        return tuple(name for name, card in cards if card is not None)


@dataclass(frozen=True)
class ForbidRules:
    """A game's declaration of the actions that texts may forbid.

    changes : its zones, marks and roles. clause : the clause by which the text of a card counts. actions : the actions
    that a text may forbid, by the word for each. musts : those that a text may demand of a card: in their steps the
    player may pass instead, but no other action makes them impossible. bearers : the categories whose texts forbid and
    demand. tops : zones of plain cards, beside those where texts work, of which the top card's text works.
    """

    changes: ChangeRules
    clause: str
    actions: Mapping[str, Forbidden]
    bearers: tuple[str, ...]
    musts: tuple[str, ...] = ()
    tops: tuple[str, ...] = ()

    @property
    def deeds(self) -> dict[str, bool]:
        """The actions for which texts may ask whether they have been done, and whether a card in play does each."""
        return {word: action.actor is not None for word, action in self.actions.items()}


def has_forbids(ability: Document, moment: str) -> bool:
    """Return True if an ability of a card file always forbids or demands actions, not only for a while.

    moment : the moment of texts that always work.
    """
    always = ability.get("when") == moment
    do = ability.get("do")
    return isinstance(do, list | tuple) and any(
        isinstance(one, Mapping) and one.get("verb") in VERBS and (always or UNTIL not in one) for one in do
    )


def words_of(one: Document) -> tuple[Any, ...]:
    """Return the actions that an instruction forbids."""
    action = one.get(ACTION)
    return tuple(action) if isinstance(action, list | tuple) else (action,)


def whose_actions(one: Document) -> str:
    """Return whose actions an instruction forbids; by default those of the card's own player."""
    who: str = one.get("who", "own")
    return who


def find_forbid_faults(
    rules: ForbidRules, entries: Mapping[str, Any], category: str, ability: Document
) -> Iterator[ChangeFault]:
    """Yield the faults of an ability that forbids actions, on a card of a category, like `find_change_faults`."""
    if category not in rules.bearers:
        yield ("do",), f"a {category} card forbids and demands nothing.", f"Only of: {', '.join(rules.bearers)}."
    yield from ForbidChecker(rules, entries).faults_of_forbids(ability)


class ForbidChecker(EntryChecker):
    """Finds the faults of instructions that forbid and demand actions. entries : the entries of the game's cards."""

    def __init__(self, rules: ForbidRules, entries: Mapping[str, Any]) -> None:
        super().__init__(rules.changes, entries)
        self.forbids = rules
        self.deeds = rules.deeds

    def faults_of_forbids(self, ability: Document) -> Iterator[ChangeFault]:
        """Yield the faults of an ability that always forbids or demands actions."""
        moment = self.rules.moment
        if ability.get("when") != moment:
            yield ("when",), f"does not always work: when = {ability.get('when')!r}.", f"Write when = {moment!r}."
        for name, remedy in (("requires", "Write the condition as if = [{ ... }]."), ("by_hand", "Leave it out.")):
            if ability.get(name):
                yield (name,), f"has {name} with a verb that always works.", remedy
        yield from self.find_faults_of_conditions(ability)
        for at, one in enumerate(ability["do"]):
            yield from put_inside(("do", at), self.faults_of_instruction(one))

    def faults_of_instruction(self, one: Document) -> Iterator[ChangeFault]:
        """Yield the faults of one instruction."""
        verb, demands = one.get("verb"), one.get("verb") == MUST
        if verb not in VERBS:
            yield ("verb",), f"has the verb {verb!r} beside 'forbid' or 'must'.", "Give it an ability of its own."
            return
        further = () if demands else (USED, TARGET)
        yield from find_unknown(one, ("verb", ACTION, "who", "what", ACTOR, *further), "argument")
        yield from find_wrong_word(("who",), one.get("who", "own"), WHOSE)
        actions = self.forbids.actions
        words = self.forbids.musts if demands else tuple(actions)
        if not words:
            yield ("verb",), "no action can be demanded in this game.", "Write by_hand = true instead."
            return
        for action in words_of(one):
            if not isinstance(action, str) or action not in words:
                yield from find_wrong_word((ACTION,), action if isinstance(action, str) else "?", words)
                return
        if demands and "what" not in one and ACTOR not in one:
            yield ("what",), "does not say which cards.", 'Write what = "self", or of = { ... } for other cards.'
        if not words_of(one):
            yield (ACTION,), "forbids nothing.", f"Name one of {', '.join(actions)}."
            return
        yield from self._named_faults(one, [actions[action] for action in words_of(one)])

    def _named_faults(self, one: Document, forbidden: Sequence[Forbidden]) -> Iterator[ChangeFault]:
        named = [name for name in (ACTOR, USED, TARGET) if all(name in action.named for action in forbidden)]
        for name in ("what", ACTOR, USED, TARGET):
            if name in one and (ACTOR if name == "what" else name) not in named:
                yield (name,), f"{one[ACTION]!r} has no such card to name.", f"Leave {name} out."
        if "what" in one:
            yield from find_wrong_word(("what",), one["what"], (SELF,))
            if ACTOR in one:
                yield (ACTOR,), "names the acting card twice.", 'Write either what = "self" or of = { ... }.'
            if "who" in one:
                yield ("who",), "says whose card this is.", "Leave who out."
        elif ACTOR in one:
            yield from put_inside((ACTOR,), self.find_filter_faults(one[ACTOR], self.rules.play, self.rules.play))
            if isinstance(one[ACTOR], Mapping) and "whose" in one[ACTOR]:
                yield (ACTOR, "whose"), "says whose cards act.", f"Write who = {one[ACTOR]['whose']!r} beside of."
        if USED in one:
            plain = next(name for name, place in self.rules.places.items() if not place.marks)  # outside play
            yield from put_inside((USED,), self.find_filter_faults(one[USED], (plain,), (plain,), (plain,)))
            for name in NOT_OF_HANDS:
                if isinstance(one[USED], Mapping) and name in one[USED]:
                    yield (USED, name), f"{name} says nothing about a card that is used.", f"Leave {name} out."
        if TARGET in one and one[TARGET] != SELF:
            yield from put_inside((TARGET,), self.find_filter_faults(one[TARGET], self.rules.play, self.rules.play))


def render_for_a_while(rules: ChangeRules, one: Document, it: str, words: Words) -> str:
    """Return the text of an instruction that forbids actions for a while. it : the word for the chosen card."""
    return _ForbidText(rules, words).render_one(one, it)


def render_forbids(
    rules: ForbidRules, forbids: Sequence[Document], conditions: Sequence[Document], words: Words
) -> str:
    """Return the text of an ability that forbids or demands actions: one sentence for each."""
    return _ForbidText(rules.changes, words).render_forbids(forbids, conditions)


class _ForbidText(FilterText):
    def render_forbids(self, forbids: Sequence[Document], conditions: Sequence[Document]) -> str:
        held = self.words.listed([self.say_condition(one) for one in conditions])
        parts = [self._forbid(one, {SELF: self.say("self")}) for one in forbids]
        said = [self.say("while", conditions=held, text=text) if held else text for text in parts]
        return " ".join(self.say("sentence", text=f"{text[:1].upper()}{text[1:]}") for text in said)

    def render_one(self, one: Document, it: str) -> str:
        """Return the text of one instruction. it : the word for the chosen card."""
        return self._forbid(one, {SELF: self.say("self"), IT: it})

    def _forbid(self, one: Document, known: Mapping[str, str]) -> str:
        """Return the text of one instruction. known : the words for the cards that have a word of their own."""
        tell = self.words.table("forbid")
        form, cards = "", ""
        if TARGET in one:
            form, target = ".target", one[TARGET]
            cards = known[target] if isinstance(target, str) else tell("any", cards=self.name_cards(target))
        elif USED in one:
            form, cards = ".used", tell("any", cards=self._used(one[USED]))
        actions = self.words.listed([tell(f"action.{action}{form}", cards=cards) for action in words_of(one)], "or")
        if one["verb"] == MUST:
            cards = self.name_cards({"whose": whose_actions(one), **one[ACTOR]}) if ACTOR in one else ""
            return tell("must", who=self.say("each", cards=cards) if cards else self.say("self"), action=actions)
        if "what" in one:
            return tell("cannot", who=known[one["what"]], action=actions)
        if ACTOR in one:
            return tell("no", cards=self.name_cards({"whose": whose_actions(one), **one[ACTOR]}), action=actions)
        return tell(f"player.{whose_actions(one)}", action=actions)

    def _used(self, of: Document) -> str:
        facts = self._predicates(of, ())
        noun = self._noun(of)
        return (
            self.say("named", noun=noun, rest=self.say("only.that", what=self.words.listed(facts))) if facts else noun
        )
