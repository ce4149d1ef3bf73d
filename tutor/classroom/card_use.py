"""Counts how often a designed card is drawn and used in games between bots."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engines.game import Game
from engines.kernel.state import Action, State
from tutor.text import format_message

HAND = "hand"
MOST_USES_NAMED = 3


class CardUse(NamedTuple):
    """What a game did with the copies of a card: how many came to the hand, and how often each action took one from it.

    drawn counts the copies in the opening hand, too. used : by kind of action.
    """

    drawn: int = 0
    used: Mapping[str, int] = {}


class CardWatch:
    """Watches the hand of one player for copies of a card, at this player's decisions.

    A copy that comes and goes between two of these decisions is not seen.
    """

    def __init__(self, card: str, seat: int) -> None:
        self.card, self.seat = card, seat
        self.held = self.drawn = 0
        self.used: Counter[str] = Counter()

    def look(self, state: State, action: Action) -> None:
        """Look at the hand before an action, and note whether the action takes a copy from it."""
        if state.seat_to_act != self.seat:
            return
        hand = state.game.rules.table(state, self.seat).zones[self.seat].get(HAND, [])
        copies = {f"{self.seat}.{HAND}.{one.key}" for one in hand if one.card == self.card}
        self.drawn += max(0, len(copies) - self.held)
        self.held = len(copies)
        if copies & {*_places(state, self.seat, action)}:
            self.used[action[0]] += 1

    def seen(self) -> CardUse:
        """Return what was seen."""
        return CardUse(self.drawn, dict(self.used))


def _places(state: State, seat: int, action: Action) -> Iterable[str]:
    """Yield the references of all arguments of an action."""
    for name, value in zip(state.game.kinds[action[0]].arguments, action[1:], strict=True):
        yield from state.game.rules.references(state, seat, name, value)


def use_in_words(game: Game, uses: Iterable[CardUse], language: str) -> str:
    """Say in how many games the card was drawn, in how many it was used, and how often by each kind of action."""
    known = [*uses]
    total: Counter[str] = Counter()
    for one in known:
        total.update(one.used)
    facts = {"games": len(known), "drawn": sum(one.drawn > 0 for one in known)}
    if not total:
        return format_message("card.never_used", language, **facts)
    named = [
        format_message(
            "card.several_uses" if count > 1 else "card.one_use",
            language,
            action=_action_name(game, kind, language),
            count=count,
        )
        for kind, count in total.most_common(MOST_USES_NAMED)
    ]
    used = sum(bool(one.used) for one in known)
    uses_named = format_message("card.between_uses", language).join(named)
    return format_message("card.use", language, **facts, used=used, uses=uses_named)


def _action_name(game: Game, kind: str, language: str) -> str:
    """Return the label of a kind of action without the parts that a move fills in."""
    return re.sub(r"(?:[,:：、][^,:：、]*)?\s*{[^}]*}", "", game.label(kind, language)).strip() or kind
