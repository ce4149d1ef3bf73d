"""What has been done this turn, for texts that ask for it: "if you have attacked this turn".

The actions are those that texts may forbid (`engines.book.forbidden_actions.ForbidRules`). Only in a game with a card
whose text asks for an action is that action recorded, in `state.lasting` (see `engines.legal.lasting`): with the card
in play that acted, the zone in which it was, and the player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engines.book.cards import Card
from engines.book.figure_changes import DID
from engines.book.forbidden_actions import Forbidden, ForbidRules
from engines.declare.declaration import DeclaredState
from engines.kernel.flow import Flow, copy_row
from engines.kernel.state import Action, Lasting
from engines.legal.lasting import BEGAN, PLACE, SEAT, TURN, UNIT, lasting_with

Effect = Callable[[Any, Action], None]
NO_ABILITY = -1
"""What stands for the ability in an entry of `state.lasting` that no text has made."""


def word_of_deed(action: str) -> str:
    """Return the word under which an action is recorded."""
    return f"did {action}"


def count_deeds(state: DeclaredState, action: str, seats: tuple[int, ...], zone: int = -1) -> int:
    """Return how often players have done something this turn. zone : only what cards in this zone did; -1 for all."""
    found = lasting_with(state, word_of_deed(action))
    return len([one for one in found if one[SEAT] in seats and zone in (-1, one[PLACE])])


def has_done(state: DeclaredState, action: str, unit: int) -> bool:
    """Return True if a card in play has done something this turn."""
    return any(one[UNIT] == unit for one in lasting_with(state, word_of_deed(action)))


def deeds_asked(cards: Iterable[Card]) -> set[str]:
    """Return the actions for which texts of these cards ask."""
    return {
        action
        for card in cards
        for ability in card.abilities
        for action in _deeds_in((ability.conditions, ability.changes, ability.does, ability.pays, ability.forbids))
    }


def _deeds_in(part: object) -> Iterator[str]:
    if isinstance(part, Mapping):
        if isinstance(part.get(DID), str):
            yield part[DID]
        part = tuple(part.values())
    if isinstance(part, list | tuple):
        for one in part:
            yield from _deeds_in(one)


@dataclass(frozen=True)
class Recording:
    """The effect of an action which is recorded as well. effect : the effect itself, or None."""

    word: str
    forbidden: Forbidden
    zones: tuple[str, ...]
    effect: Effect | None

    def __call__(self, state: DeclaredState, action: Action) -> None:
        """Record the action, and carry it out."""
        seat, actor = state.seat_to_act, self.forbidden.actor
        thing = None if actor is None else actor(state, seat, action)
        zone = self.zones.index(thing.zone) if thing is not None else -1
        unit = 0 if thing is None or thing.record is None else thing.record[0]
        kept = tuple(one for one in state.lasting if int(one[BEGAN]) >= state.turn)
        new: Lasting = (TURN, state.turn, unit, word_of_deed(self.word), 1, 0, NO_ABILITY, zone, seat)
        state.lasting = (*kept, new)
        if self.effect is not None:
            self.effect(state, action)


def _is_recorded(effect: Effect | None, word: str) -> bool:
    while isinstance(effect, Recording):
        if effect.word == word:
            return True
        effect = effect.effect
    return False


def add_recording(flow: Flow[Any], rules: ForbidRules, asked: Iterable[str]) -> Flow[Any]:
    """Return a flow table in which these actions are recorded."""
    zones, rows = tuple(rules.changes.places), [copy_row(step) for step in flow.steps.values()]
    for word in sorted(asked):
        forbidden = rules.actions[word]
        for row in rows:
            for kind, way in row.on.items():
                if kind in forbidden.kinds and not _is_recorded(way[0], word):
                    recorded: Effect = Recording(word, forbidden, zones, way[0])
                    row.on = {**row.on, kind: (recorded, way[1])}
    return Flow(rows)
