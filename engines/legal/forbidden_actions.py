"""Actions that cards in play forbid or demand, see `engines.book.forbidden_actions`.

`add_forbidding` changes only a game with such a card. It adds one requirement to the kinds of action that its cards are
about, and removes the refused actions from the lists; where an action is demanded, it removes passing. "Cannot" beats
"can" and "must".
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from engines.book.card_program_text import render_program
from engines.book.card_programs import instructions_in
from engines.book.cards import Card
from engines.book.figure_changes import IT
from engines.book.forbidden_actions import (
    ACTOR,
    FORBID,
    MUST,
    SELF,
    TARGET,
    USED,
    Forbidden,
    ForbidRules,
    render_forbids,
    whose_actions,
    words_of,
)
from engines.declare.declaration import DeclaredState
from engines.kernel.flow import Flow, Step, copy_row
from engines.kernel.state import Action
from engines.legal.card_filters import Condition, Figure, Filters, Selection, Thing, conditions_of
from engines.legal.card_programs import programs_of
from engines.legal.lasting import lasting_with
from engines.legal.reasons import Kind, Requirement, requirements_with_words
from engines.legal.refused_lists import asked_in, fewer_listed, only_those

if TYPE_CHECKING:
    from engines.game import Game


class Ban(NamedTuple):
    """One instruction that forbids or demands actions, in the form in which it is applied.

    ability : the index of its text on the card. actor, used, target : filters on the cards of the action; None for any.
    own : whether "self" stands for the acting card, and whether for the target.
    """

    ability: int
    whose: str
    conditions: tuple[Condition, ...]
    actor: Selection | None
    used: Selection | None
    target: Selection | None
    own: tuple[bool, bool]

    def binds(self, seat: int, source: Thing) -> bool:
        """Return True if the text of `source` is about a player's actions."""
        return self.whose == "both" or (seat == source.seat) == (self.whose == "own")


class Bans(Filters):
    """The texts of a game's cards that forbid or demand actions.

    by_action : those that forbid, by the word for the action and the number of the card. demands : those that demand.
    """

    def __init__(self, rules: ForbidRules, cards: Sequence[Card], current: Mapping[str, Figure]) -> None:
        super().__init__(rules.changes, cards, current)
        self.forbids = rules
        self.forbidding = {
            card.number for card in cards if any(one["verb"] != MUST for a in card.abilities for one in a.forbids)
        }
        self.by_action: dict[str, dict[int, tuple[Ban, ...]]] = {}
        self.demands: dict[str, dict[int, tuple[Ban, ...]]] = {}
        for card in cards:
            for place, ability in enumerate(card.abilities):
                conditions = conditions_of(self, ability) if ability.forbids else ()
                for one in ability.forbids:
                    ban = self._read(one, place, conditions)
                    texts = self.demands if one["verb"] == MUST else self.by_action
                    for word in words_of(one):
                        there = texts.setdefault(word, {})
                        there[card.number] = (*there.get(card.number, ()), ban)
        self.kept: dict[tuple[int, int, int], tuple[tuple[str, ...], Ban]] = {}
        for_a_while = {word for card in cards for one in _forbidding_steps(card) for word in words_of(one)}
        self.words = dict.fromkeys((*self.by_action, *sorted(for_a_while)))
        kinds = sorted((kind, word) for word in self.words for kind in rules.actions[word].kinds)
        self.words_of = {kind: tuple(word for _, word in found) for kind, found in groupby(kinds, itemgetter(0))}
        self.parts_of = {kind: self._find_parts(words) for kind, words in self.words_of.items()}

    def _find_parts(self, words: Sequence[str]) -> Callable[[Action], object]:
        """Return a function that gives the parts of an action that decide whether the texts about it name its cards.

        words : the words for the action.
        """
        found = {0}
        for word in words:
            forbidden = self.forbids.actions[word]
            for ban in (ban for texts in self.by_action.get(word, {}).values() for ban in texts):
                asks = (ban.actor is not None or ban.own[0], ban.used is not None, ban.target is not None or ban.own[1])
                for is_asked, card in zip(asks, (forbidden.actor, forbidden.used, forbidden.target), strict=True):
                    if is_asked and card is not None:
                        if not isinstance(card, ActorAt | UsedAt):
                            return lambda action: action  # a function of the game may ask for any part
                        found.add(card.place)
        return itemgetter(*sorted(found))

    def _read(self, one: Mapping[str, Any], ability: int, conditions: tuple[Condition, ...]) -> Ban:
        play, whose = self.rules.play, whose_actions(one)
        target = one.get(TARGET)
        return Ban(
            ability,
            whose,
            conditions,
            self.select({**one[ACTOR], "whose": whose}, play) if ACTOR in one else None,
            self.select(one[USED], ()) if USED in one else None,
            self.select(target, play) if isinstance(target, Mapping) else None,
            (one.get("what") in (SELF, IT), target in (SELF, IT)),
        )

    def find_lasting(self, state: DeclaredState) -> Iterator[tuple[Thing, Ban, tuple[str, ...], int]]:
        """Yield (card meant, ban, words, card of the text) for each text that forbids something for a while."""
        for entry in lasting_with(state, FORBID):
            _, _, unit, _, _, card, ability, place, seat = entry
            at = (card, ability, place)
            if at not in self.kept:
                one = programs_of(state.game).texts[card, ability].steps[place].entries
                self.kept[at] = (words_of(one), self._read(one, ability, ()))
            words, ban = self.kept[at]
            meant = self.find(state, unit) if unit else Thing(seat, "", card, None)
            if meant is not None:
                yield meant._replace(seat=seat), ban, words, card

    def find_sources(self, state: DeclaredState, texts: Container[int]) -> list[Thing]:
        """Return the cards whose texts work and that are among `texts`."""
        found = self.find_cards(state, (0, 1), self.rules.works, texts)
        if self.face_at:
            found = [source for source in found if self.is_face_up(source)]
        for zone in self.forbids.tops:
            attribute = self.rules.places[zone].attribute
            for seat, player in enumerate(state.both):
                for card in getattr(player, attribute)[-1:]:
                    if card in texts:
                        found.append(Thing(seat, zone, card, None))
        return found

    def drop_forbidden(self, state: DeclaredState, seat: int, actions: list[Action]) -> list[Action]:
        """Return those of a player's actions that no text forbids; the same list if no such text works."""
        words_of = self.words_of
        kinds = {action[0] for action in actions if action[0] in words_of}
        if not kinds:
            return actions
        sources = self.find_sources(state, self.forbidding)
        if not sources and not state.lasting:
            return actions
        lasting = [*self.find_lasting(state)] if state.lasting else []
        at_work: dict[str, list[tuple[Thing, Ban, Forbidden]]] = {}
        for kind in kinds:
            found = [
                (source, ban, self.forbids.actions[word])
                for word in self.words_of[kind]
                for source in sources
                for ban in self.by_action.get(word, {}).get(source.card, ())
                if ban.binds(seat, source)
                and (not ban.conditions or all(holds(self, state, source) for holds in ban.conditions))
            ]
            found += [
                (source, ban, self.forbids.actions[word])
                for source, ban, words, _ in lasting
                for word in self.words_of[kind]
                if word in words and (any(ban.own) or ban.binds(seat, source))
            ]
            if found:
                at_work[kind] = found
        if not at_work:
            return actions
        known: dict[tuple[int, Thing, Thing], bool] = {}
        verdicts: dict[object, bool] = {}
        left = []
        for action in actions:
            texts = at_work.get(action[0])
            if texts is not None:
                asked = action if lasting else self.parts_of[action[0]](action)
                is_forbidden = verdicts.get(asked)
                if is_forbidden is None:
                    is_forbidden = any(self._names(state, seat, action, *one, known) for one in texts)
                    verdicts[asked] = is_forbidden
                if is_forbidden:
                    continue
            left.append(action)
        return left

    def find_ban(self, state: DeclaredState, seat: int, action: Action) -> tuple[int, int] | None:
        """Return (card, index of its text) of a text that forbids an action; None if none does."""
        found = self._find(state, seat, action, self.by_action)
        return found or (self._find_lasting_ban(state, seat, action) if state.lasting else None)

    def _find_lasting_ban(self, state: DeclaredState, seat: int, action: Action) -> tuple[int, int] | None:
        for source, ban, words, card in self.find_lasting(state):
            for forbidden in [self.forbids.actions[word] for word in words]:
                binds = action[0] in forbidden.kinds and (any(ban.own) or ban.binds(seat, source))
                if binds and self._names(state, seat, action, source, ban, forbidden, {}):
                    return card, ban.ability
        return None

    def find_demand(self, state: DeclaredState, seat: int, actions: Sequence[Action]) -> tuple[int, int] | None:
        """Return (card, index of its text) of a text that demands one of these actions; None if none does."""
        found = (self._find(state, seat, action, self.demands) for action in actions)
        return next((one for one in found if one is not None), None)

    def _find(
        self, state: DeclaredState, seat: int, action: Action, by_action: Mapping[str, Mapping[int, tuple[Ban, ...]]]
    ) -> tuple[int, int] | None:
        for word, texts in by_action.items():
            forbidden = self.forbids.actions[word]
            if action[0] not in forbidden.kinds:
                continue
            for source in self.find_sources(state, texts):
                for ban in texts[source.card]:
                    if self._means(state, seat, action, source, ban, forbidden):
                        return source.card, ban.ability
        return None

    def _means(
        self, state: DeclaredState, seat: int, action: Action, source: Thing, ban: Ban, forbidden: Forbidden
    ) -> bool:
        if not ban.binds(seat, source):
            return False
        names = self._names(state, seat, action, source, ban, forbidden, {})
        return names and all(holds(self, state, source) for holds in ban.conditions)

    def _names(
        self,
        state: DeclaredState,
        seat: int,
        action: Action,
        source: Thing,
        ban: Ban,
        forbidden: Forbidden,
        known: dict[tuple[int, Thing, Thing], bool],
    ) -> bool:
        """Return True if the cards of an action are those that a text names. known : the filters already applied."""
        if ban.actor is not None or ban.own[0]:
            actor = None if forbidden.actor is None else forbidden.actor(state, seat, action)
            if actor is None or not self._is_meant(state, ban.actor, actor, source, known):
                return False
        if ban.target is not None or ban.own[1]:
            target = None if forbidden.target is None else forbidden.target(state, seat, action)
            if target is None or not self._is_meant(state, ban.target, target, source, known):
                return False
        if ban.used is not None and ban.used.cards is not None:
            used = None if forbidden.used is None else forbidden.used(state, seat, action)
            if used not in ban.used.cards:
                return False
        return True

    def _is_meant(
        self,
        state: DeclaredState,
        of: Selection | None,
        thing: Thing,
        source: Thing,
        known: dict[tuple[int, Thing, Thing], bool],
    ) -> bool:
        if of is None:
            return self.are_one(thing, source)
        found = known.get((id(of), thing, source))
        if found is None:
            found = known[id(of), thing, source] = self.is_among(state, of, thing, source)
        return found


def _forbidding_steps(card: Card) -> Iterator[Mapping[str, Any]]:
    """Yield the instructions of a card that forbid something for a while."""
    for ability in card.abilities:
        yield from (one for one in instructions_in(ability.does) if one["verb"] == FORBID)


def forbids_for_a_while(card: Card) -> bool:
    """Return True if a text of a card forbids something for a while."""
    return any(True for _ in _forbidding_steps(card))


BANS = "forbidding texts"
"""The name under which a game keeps these texts."""


def bans_of(game: Game) -> Bans:
    """Return the forbidding texts of a game's cards in the form in which they are applied, computed once."""
    shared = game.shared
    if BANS not in shared:
        rules, ways = game.card_rules.forbids, game.card_rules.programs
        assert rules is not None
        shared[BANS] = Bans(rules, game.cards, {} if ways is None else ways.current)
    found: Bans = shared[BANS]
    return found


class ActorAt:
    """Finds the card in play that an action names as its argument number `place`."""

    def __init__(self, place: int) -> None:
        self.place = place

    def __call__(self, state: DeclaredState, seat: int, action: Action) -> Thing | None:
        """Return the card, None if it has left."""
        return bans_of(state.game).find(state, action[self.place])


class UsedAt:
    """Gives the number of the card that an action names as its argument number `place`."""

    def __init__(self, place: int) -> None:
        self.place = place

    def __call__(self, state: DeclaredState, seat: int, action: Action) -> int:
        """Return the number of the card."""
        number: int = action[self.place]
        return number


def actor_at(place: int) -> ActorAt:
    """Return the function that finds the card in play that an action names as its argument number `place`."""
    return ActorAt(place)


def used_at(place: int) -> UsedAt:
    """Return the function that gives the number of the card that an action names as its argument number `place`."""
    return UsedAt(place)


FORBIDDEN, DEMANDED = "text_forbids", "text_must"
"""The requirements that no text forbids an action, and that none demands another one."""
Found = tuple[int, int] | None


def need_of_text(
    name: str, clause: str, find: Callable[[Any, int, Action], Found], card: str, said: str
) -> Requirement[Any]:
    """Return a requirement that no text is against an action.

    find(state, seat, action) : (card, index of its text) of such a text. card, said : the facts that name the card and
    give its text.
    """

    def name_card(state: DeclaredState, seat: int, action: Action) -> str:
        found = find(state, seat, action)
        return "" if found is None else state.name(found[0])

    def say_text(state: DeclaredState, seat: int, action: Action) -> str:
        found, game = find(state, seat, action), state.game
        rules = game.card_rules.forbids
        if found is None or rules is None:
            return ""
        ability = game.cards[found[0]].abilities[found[1]]
        if not ability.forbids and game.card_rules.programs is not None:
            return render_program(game.card_rules.programs, ability, game.words)
        return render_forbids(rules, ability.forbids, ability.conditions, game.words)

    made: Requirement[Any] = requirements_with_words({card: name_card, said: say_text})(
        name, clause, lambda state, seat, action: find(state, seat, action) is None
    )
    return made


def add_forbidding(flow: Flow[Any], kinds: dict[str, Kind[Any]], game: Game) -> tuple[Flow[Any], dict[str, Kind[Any]]]:
    """Return a flow table and its kinds of action in which the texts of a game's cards forbid and demand actions."""
    rules, bans = game.card_rules.forbids, bans_of(game)
    if rules is None:
        return flow, kinds
    rows = [copy_row(step) for step in flow.steps.values()]
    wanted = need_of_text(
        FORBIDDEN, rules.clause, lambda s, seat, a: bans_of(s.game).find_ban(s, seat, a), "forbidding", "forbids"
    )
    banned = (kind for word in bans.words for kind in rules.actions[word].kinds if kind in kinds)
    new = {kind for kind in banned if not _has(kinds[kind], FORBIDDEN)}
    kinds = {name: _with(kind, wanted) if name in new else kind for name, kind in kinds.items()}
    for row in rows:
        if not new.isdisjoint(row.on):
            row.ask = only_those(row, lambda state, seat, found: bans_of(state.game).drop_forbidden(state, seat, found))
    if bans.demands:
        kinds = _add_demands(rows, kinds, rules)
    return Flow(rows), kinds


def _has(kind: Kind[Any], name: str) -> bool:
    return any(one.name == name for one in kind.requirements)


def _with(kind: Kind[Any], wanted: Requirement[Any]) -> Kind[Any]:
    return replace(kind, requirements=(*kind.requirements, wanted))


def _add_demands(rows: Sequence[Step[Any]], kinds: dict[str, Kind[Any]], rules: ForbidRules) -> dict[str, Kind[Any]]:
    """Take passing out of the rows in which a demanded action is possible, and return the kinds with the reason."""
    demanded = {kind for word in rules.musts for kind in rules.actions[word].kinds}
    asks = {row.name: asked_in(row) for row in rows if row.passing and not demanded.isdisjoint(row.on)}

    def find(state: DeclaredState, seat: int, action: Action) -> Found:
        ask = asks.get(state.step.name)
        return None if ask is None else bans_of(state.game).find_demand(state, seat, ask(state))

    wanted = need_of_text(DEMANDED, rules.clause, find, "demanding", "demands")
    for row in rows:
        if row.name in asks and not _has(kinds[row.passing], DEMANDED):
            row.ask = fewer_listed(row, row.passing, wanted)
    passing = {row.passing for row in rows if row.name in asks}
    return {
        name: _with(kind, wanted) if name in passing and not _has(kind, DEMANDED) else kind
        for name, kind in kinds.items()
    }
