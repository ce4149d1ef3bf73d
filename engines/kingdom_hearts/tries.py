"""What a player could try with a click, or write: the actions whose refusal, if they are illegal, is explained."""

from __future__ import annotations

from collections.abc import Callable

from engines.core.state import Action
from engines.kingdom_hearts import battle
from engines.kingdom_hearts.authoring import EQUIPMENT, MAGIC, MAGIC_ALLY, NOTHING
from engines.kingdom_hearts.state import HERO_ID, ID, Dividing, KingdomHeartsState

Tries = Callable[[KingdomHeartsState, int], list[Action]]


def hand(kind: str, *categories: str) -> Tries:
    """Return the tries of a kind with each card in hand, of some types or of all."""

    def tries(state: KingdomHeartsState, seat: int) -> list[Action]:
        return [(kind, card) for card in _of(state, seat, categories)]

    return tries


def _of(state: KingdomHeartsState, seat: int, categories: tuple[str, ...]) -> list[int]:
    cards = dict.fromkeys(state.players[seat].hand)
    kinds = ((card, state.faces[card].category) for card in cards)
    return [card for card, kind in kinds if kind != NOTHING and (not categories or kind in categories)]


def by_caster(kind: str, category: str) -> Tries:
    """Return the tries of a kind with each card in hand of a type and each card on the own field as caster."""

    def tries(state: KingdomHeartsState, seat: int) -> list[Action]:
        return [(kind, card, caster) for card in _of(state, seat, (category,)) for caster in own_cards(state, seat)]

    return tries


def discards(state: KingdomHeartsState, seat: int) -> list[Action]:
    """Return each different card in hand, unseen ones too."""
    return [("discard", card) for card in dict.fromkeys(state.players[seat].hand)]


casts = by_caster("cast", MAGIC)
summons = by_caster("summon", MAGIC_ALLY)
equips = by_caster("equip", EQUIPMENT)


def own_cards(state: KingdomHeartsState, seat: int) -> list[int]:
    """Return the hero and the allies of a player; none before heroes are chosen."""
    player = state.players[seat]
    return [HERO_ID, *(ally[ID] for ally in player.allies)] if player.hero >= 0 else []


def joins(state: KingdomHeartsState, seat: int) -> list[Action]:
    """Return every ally of both players."""
    return [("join", ally[ID]) for player in state.players for ally in player.allies]


def plain(kind: str) -> Tries:
    """Return the one try of a kind without arguments."""
    return lambda s, seat: [(kind,)]


def only(steps: tuple[str, ...], tries: Tries) -> Tries:
    """Return the tries at some steps, for the player asked there."""

    def there(state: KingdomHeartsState, seat: int) -> list[Action]:
        asked = state.result is None and state.step.name in steps and state.seat_to_act == seat
        return tries(state, seat) if asked else []

    return there


def deals(state: KingdomHeartsState, seat: int) -> list[Action]:
    """Return every amount up to one more than is left, for each obstacle."""
    assert type(state.local) is Dividing
    left = battle.damage(state) - sum(state.local.shares)
    return [("deal", amount, target) for target in battle.targets(state) for amount in range(left + 2)]


def things(state: KingdomHeartsState, seat: int) -> list[Action]:
    """Return every obstacle and ally on both fields."""
    numbers = [thing[ID] for player in state.players for thing in (*player.obstacles, *player.allies)]
    return [("choose", number) for number in numbers]


def heroes(state: KingdomHeartsState, seat: int) -> list[Action]:
    """Return every different card of the player's deck."""
    return [("hero", card) for card in sorted(set(state.players[seat].deck)) if state.faces[card].category != NOTHING]
