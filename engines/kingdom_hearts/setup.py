"""Chapters 1 and 5: decks, the choice of heroes, who goes first, and the opening hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engines.declare.dealing import shuffle_deck
from engines.errors import Reason
from engines.game import Game
from engines.kernel.rows import still_to_choose
from engines.kernel.state import Action
from engines.kingdom_hearts.cards import EVENT, PLAYER, UNSEEN
from engines.kingdom_hearts.heuristics import worth_of_hero
from engines.kingdom_hearts.hidden import hero_choices, may_start
from engines.kingdom_hearts.requirements import essential
from engines.kingdom_hearts.state import KingdomHeartsState
from engines.kit import kit
from engines.legal import arguments
from engines.legal.moments import in_phases


def check_deck(game: Game, names: list[str]) -> list[Reason]:
    """Return a reason for each deck rule that a list of card names breaks (KH-1.2 to 1.6).

    There is no side deck (KH-1.7), and the hero's attribute does not restrict the deck (KH-1.9, KH-R3).
    """
    say, reasons = game.words.say, []

    def broken(clause: str, name: str, repair: str, **facts: Any) -> None:
        reasons.append(Reason(clause, say(f"deck.{name}", **facts), say(f"deck.{name}.{repair}", **facts), name))

    cards = [game.cards[game.by_name[name]] for name in names]
    size, limit, most = (game.parameters[name] for name in ("deck_size", "most_cards", "copies"))
    if len(cards) < size:
        broken("KH-1.2", "size", "more", count=len(cards), size=size, missing=size - len(cards))
    elif limit and len(cards) > limit:
        broken("KH-1.2", "limit", "less", count=len(cards), limit=limit, less=len(cards) - limit)
    if not any(card.category == PLAYER and not card.extra.form for card in cards):
        broken("KH-1.3", "hero", "more")
    for unit, copies in Counter(card.extra.unit for card in cards).items():
        if copies > most:
            name, level = unit
            event = name == EVENT
            clause = "KH-1.5" if event else "KH-1.4" if level is not None else "KH-1.6"
            rendered = f"Event {level}" if event else f"{name} (level {level})" if level is not None else name
            broken(clause, "copies", "less", card=rendered, count=copies, most=most, less=copies - most)
    return reasons


def decks_checked(state: KingdomHeartsState) -> None:
    """Record that both decks are legal, since otherwise the game would not have begun (KH-1.2 to 1.6)."""
    size, usual = state.game.parameters["deck_size"], state.game.parameter_rules["deck_size"].standard
    if size == usual:
        state.note("decks", "KH-1.2", 0)
    else:
        state.note("decks.other_size", "KH-1.2", 0, size=size, usual=usual)


def list_heroes(state: KingdomHeartsState) -> list[Action]:
    """Return, as actions, the heroes that the choosing player may take (KH-5.1)."""
    return [("hero", card) for card in hero_choices(state, still_to_choose(state))]


def show_heroes(state: KingdomHeartsState, chosen: tuple[int, int]) -> None:
    """Reveal both heroes; each leaves its deck and sets its player's HP (KH-5.1, 5.7, 4.3, KH-R1, KH-R4).

    The hero represents the player; no condition applies (KH-2.3).
    """
    for seat, (player, card) in enumerate(zip(state.players, chosen, strict=True)):
        player.deck.remove(card)
        player.hero, player.hp = card, state.faces[card].hp
        state.note("hero", "KH-5.1", seat, card=card, hp=player.hp)


def list_coin_sides(state: KingdomHeartsState) -> list[Action]:
    """Return, as actions, both sides of the coin; [] unless the heroes have the same level (KH-5.3, KH-R5)."""
    one, two = (state.faces[player.hero].level for player in state.players)
    return [("first", 0), ("first", 1)] if one == two else []


def go_first(state: KingdomHeartsState, action: Action) -> None:
    """Let the coin decide who goes first (KH-5.3)."""
    state.turn_player = action[1]
    state.note("first.coin", "KH-5.3", state.turn_player)


def lower_level_first(state: KingdomHeartsState) -> None:
    """Let the player with the lower-level hero go first (KH-5.3)."""
    one, two = (state.faces[player.hero].level for player in state.players)
    state.turn_player = 0 if one < two else 1
    state.note("first", "KH-5.3", state.turn_player)


def opening_hands(state: KingdomHeartsState) -> None:
    """Shuffle both decks and deal the opening hands, which are kept (KH-5.4 to 5.6)."""
    count = state.game.parameters["hand"]
    for seat, player in enumerate(state.players):
        shuffle_deck(state, seat)
        drawn = min(count, len(player.deck))
        player.hand = [player.deck.pop() for _ in range(drawn)]
        state.note("opening_hand", "KH-5.5", seat, count=drawn)


def _hero_chosen(state: KingdomHeartsState, seat: int) -> bool:
    """Return True once this player has chosen a hero."""
    return state.step.name != "S1" or len(state.pending) > seat


def _deck_cards(state: KingdomHeartsState, seat: int) -> list[int]:
    """Return every different card in the player's deck, except unseen ones."""
    return [card for card in sorted(set(state.players[seat].deck)) if card != UNSEEN]


DECK_CARD = kit.Argument(
    arguments.card_named().spell,
    choices=_deck_cards,
    there=essential("in_deck", "", lambda s, seat, card: card in s.players[seat].deck),
)
CHOOSE_HERO = kit.action(
    "hero",
    "KH-5.1",
    when=kit.Moment("hero", in_phases("setup"), (kit.Over("hero", "KH-5.1", _hero_chosen),)),
    looks=worth_of_hero,
    hero=(DECK_CARD, essential("is_hero", "KH-5.2", lambda s, seat, card: may_start(s, card))),
)
GO_FIRST: kit.Kind[KingdomHeartsState] = kit.action(
    "first", "KH-5.3", go_first, "S3", "equal levels", seat=arguments.player_argument()
)
