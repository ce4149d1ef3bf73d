"""Chapters 1 and 6: deck building and setup. A game has two players (CHA-1.1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from engines.chaos import heuristics, repairs
from engines.chaos.arena import put_character
from engines.chaos.cards import CHARACTER, MAIN_DECK, NOTHING
from engines.chaos.library import draw
from engines.chaos.requirements import essential, is_a
from engines.chaos.state import PARTNER, ChaosState, Pile
from engines.declare.dealing import shuffle_deck
from engines.errors import Reason
from engines.game import Game
from engines.kernel.rows import record_event
from engines.kernel.state import Action
from engines.legal import arguments
from engines.legal.actions import actions_with, make_action
from engines.legal.cards_in_play import put_into
from engines.legal.moments import Moment, Over, current_phase, in_phases
from engines.legal.reasons import Kind


def check_deck(game: Game, names: list[str]) -> list[Reason]:
    """Return a reason for each deck rule that a list of card names breaks (CHA-1.2 to 1.4, CHA-R1, CHA-R2).

    Extra cards in the list form the Extra deck; the other 50 cards, including the Partner, form the main deck
    (CHA-1.5).
    """
    say, limits = game.words.say, game.parameters
    category = {card.name: card.category for card in game.cards}
    kinds = Counter([category[name] for name in names])
    size, main = limits["deck_size"], sum(kinds[kind] for kind in MAIN_DECK)
    extra, most, copies = len(names) - main, limits["extra_size"], limits["copies"]
    rows: list[tuple[str, str, Any, dict[str, Any]]] = [
        ("CHA-1.2", "unseen", kinds[NOTHING], {}),
        ("CHA-1.2", "size", main != size, {"count": main, "size": size}),
        ("CHA-1.4", "extra_in_main", extra and main < size == len(names), {"count": extra}),
        ("CHA-1.3", "extra_size", extra > most, {"count": extra, "most": most}),
        ("CHA-R2", "no_partner", not kinds[CHARACTER], {}),
    ]
    for name, count in Counter(names).items():
        rows.append(("CHA-R1", "copies", count > copies, {"card": name, "count": count, "most": copies}))
    return [
        Reason(clause, say(f"deck.{key}", **facts), say(f"deck.{key}.repair", **facts), key)
        for clause, key, broken, facts in rows
        if broken
    ]


def set_up(game: Game, decks: tuple[list[int], list[int]], seed: int) -> ChaosState:
    """Return a state at the first step, with both players' decks in place, all cards face-down (CHA-4.6, 4.7)."""
    state = ChaosState(game, seed)
    for player, deck in zip(state.players, decks, strict=True):
        aside = {card for card in set(deck) if game.cards[card].category not in MAIN_DECK}
        player.deck = [card for card in deck if card not in aside]
        player.extra = [card for card in deck if card in aside]
    return state


def list_partners(state: ChaosState) -> list[Action]:
    """Return, as actions, the characters in the player's main deck that may become Partner (CHA-6.1, CHA-R4)."""
    deck = state.players[len(state.pending)].deck
    return [("choose_partner", card) for card in sorted(set(deck)) if state.faces[card].category == CHARACTER]


def place_partners(state: ChaosState, chosen: tuple[int, int]) -> None:
    """Put both Partners face-down into the Partner areas; they do not count as entering (CHA-6.1, 4.2, CHA-R4)."""
    for seat, card in enumerate(chosen):
        player = state.players[seat]
        player.deck.remove(card)
        put_character(state, seat, PARTNER, Pile(state.new_id(), card, up=False), another=True)
        state.note("partner_placed", "CHA-6.1", seat, secret=True, card=card)


def shuffle_decks(state: ChaosState) -> None:
    """Shuffle both players' decks (CHA-6.2)."""
    for seat in (0, 1):
        shuffle_deck(state, seat)
    state.note("shuffled", "CHA-6.2", 0)


def note_first(state: ChaosState, action: Action) -> None:
    """Make the player whom chance has selected the first player (CHA-6.3)."""
    state.turn_player = action[1]
    state.note("first_player", "CHA-6.3", state.turn_player)


def opening_hands(state: ChaosState) -> None:
    """Draw 5 cards for both players (CHA-6.4, 4.10)."""
    for seat in (state.turn_player, 1 - state.turn_player):
        draw(state, seat, state.game.parameters["opening_hand"], "CHA-6.4")


def redraw_hand(state: ChaosState, action: Action) -> None:
    """Put the whole hand back, shuffle, and draw the same number of cards (CHA-6.5, CHA-R6)."""
    seat = state.seat_to_act
    player = state.players[seat]
    count = len(player.hand)
    player.deck += player.hand
    player.hand = []
    state.note("redrew", "CHA-6.5", seat, count=count)
    shuffle_deck(state, seat)
    draw(state, seat, count, "CHA-6.5")


def reveal_partners(state: ChaosState) -> None:
    """Turn the Partners face-up, in Stand (CHA-6.6, CHA-R4)."""
    for seat in (state.turn_player, 1 - state.turn_player):
        pile = state.partner(seat)
        put_character(state, seat, PARTNER, pile._replace(up=True))
        state.note("partner_revealed", "CHA-6.6", seat, unit=pile.top)


# The kinds of action, with their right moments.


def _partner_chosen(state: ChaosState, seat: int) -> bool:
    """Return True once this player has chosen a Partner."""
    return state.step.name != "S1" or len(state.pending) > seat


def _redraw_decided(state: ChaosState, seat: int) -> bool:
    """Return True once this player has kept or redrawn the opening hand (CHA-6.5)."""
    return current_phase(state) != "setup" or (state.step.name == "S6" and state.turn_player == seat)


def _go_to_redraw(state: ChaosState, seat: int, action: Action) -> None:
    """Move to this player's decision about the opening hand, as the first player."""
    repairs.move_to_step(state, seat, "S5")
    state.turn = 0


def _cards_of_deck(state: ChaosState, seat: int) -> list[int]:
    """Return the cards in the player's main deck, in an order that does not reveal their places."""
    return sorted(set(state.players[seat].deck))


MAIN_DECK_CARD: arguments.Argument[ChaosState] = arguments.card_of("deck")
PARTNER_CARD = replace(MAIN_DECK_CARD, references=lambda s, seat, card: [], choices=_cards_of_deck)
IN_DECK = essential("in_deck", "", lambda s, seat, card: card in s.players[seat].deck, put_into("deck"))
redraw_action = actions_with(
    clause="CHA-6.5",
    when=Moment("redraw", in_phases("setup"), (Over("redraw", "CHA-6.5", _redraw_decided),)),
    stage=_go_to_redraw,
)

CHOOSE_PARTNER: Kind[ChaosState] = make_action(
    "choose_partner",
    "CHA-6.1",
    when=Moment("partner", in_phases("setup"), (Over("partner", "CHA-6.1", _partner_chosen),)),
    zone="deck",
    looks=heuristics.worth_of_partner,
    partner=(PARTNER_CARD, IN_DECK, is_a("is_partner_card", "", CHARACTER)),
)
FIRST: Kind[ChaosState] = make_action("first", "CHA-6.3", note_first, "S4", seat=arguments.player_argument())
KEEP: Kind[ChaosState] = redraw_action("keep", do=record_event("kept", "CHA-6.5", lambda state: state.seat_to_act))
REDRAW: Kind[ChaosState] = redraw_action("redraw", do=redraw_hand, looks=heuristics.worth_of_redraw)
