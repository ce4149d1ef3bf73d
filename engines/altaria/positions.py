"""The defaults of written positions of Altaria, and checks on their contents.

A player's table: cores, deck, hand and graveyard (names, and numbers of unnamed cards), energy ("Tide Scout, down,
fatigued, put 3", a number, or "3 fatigued"), altar ("Tide Scout + Furnace Heart, fatigued"), field ("Twilight Pilgrim,
fatigued, new, entered 12, power +2, #5"). Unnamed cards become plain ones without Core Trigger.
"""

from __future__ import annotations

from engines.altaria.cards import AMBUSH, NOTHING, UNSEEN
from engines.altaria.keywords import break_rank
from engines.altaria.state import FATIGUED, AltariaState, belongings
from engines.altaria.winning import check_both, check_cores, check_deck_empty
from engines.errors import DataError
from engines.forms.positions import Habits, Reader, cards_in
from engines.game import Game
from engines.kernel.tuples import NO_CARD

DEFAULT_DECK = 20


def plain_cards(game: Game) -> list[int]:
    """Return the plain cards that replace unnamed ones: those without Core Trigger and Ambush."""
    return [
        card.number
        for card in game.cards
        if card.category != NOTHING and "trigger" not in card.extra.moments and not card.extra.keywords & AMBUSH
    ]


def usual_deck(reader: Reader[AltariaState]) -> None:
    """Fill a missing deck with the rest of a full deck: the cards that are not in the other zones (ALT-2.1)."""
    player = reader.state.players[reader.seat]
    if "deck" not in reader.tables[reader.seat]:
        left = reader.game.parameters["deck_size"] - len(cards_in(player))
        player.deck = reader.cards(max(1, min(DEFAULT_DECK, left)))


def first_player(reader: Reader[AltariaState]) -> None:
    """Derive the first player from the turn player."""
    state: AltariaState = reader.state
    if "first_player" not in reader.document:
        state.first_player = state.turn_player if state.turn % 2 else 1 - state.turn_player


def complete_attack(reader: Reader[AltariaState]) -> None:
    """Rest the attacker, and work out how many cores it breaks (ALT-11.2, 11.7).

    Refuse a chosen core that does not exist.
    """
    state: AltariaState = reader.state
    table = reader.document.get("attack")
    if state.attack is None or table is None:
        if state.result is None and state.step.phase == "attack" and state.step.name != "ATTACK":
            what = f"step {state.step.name} needs an attack."
            raise DataError(reader.where, what, 'Add attack = { attacker = "...", cores = [1] }.')
        return
    seat, cores = state.attack.seat, state.players[1 - state.attack.seat].cores
    for place in state.attack.cores:
        if not 0 <= place < len(cores) or (cores[place] == NO_CARD and "broken" not in reader.document.get("flow", {})):
            raise DataError(f"{reader.where}, attack", f"there is no core {place + 1}.", "Cores are counted from 1.")
    unit = state.unit(seat, state.attack.attacker)
    if unit is not None and not unit[FATIGUED] and reader.by_hand:
        state.replace(seat, unit, fatigued=True)
    if "rank" not in table:
        rank = len(state.attack.cores)
        if not rank and not state.attack.target and unit is not None:
            rank = min(break_rank(state, seat, unit), state.cores_left(1 - seat))
        state.attack = state.attack._replace(rank=rank)
    if "announced" not in table:
        state.attack = state.attack._replace(announced=True)
    if reader.by_hand:
        state.phase_actions = max(1, state.phase_actions)  # declaring the attack was an action too (ALT-16.10)


def check_counts(reader: Reader[AltariaState]) -> None:
    """Refuse more cards or copies than a player can have (ALT-2.1, 2.2)."""
    size, most = reader.game.parameters["deck_size"], reader.game.parameters["copies"]
    for seat, name in enumerate(reader.names):
        everything, where = belongings(reader.state, seat), f"{reader.where}, {name}"
        if len(everything) > size:
            over = len(everything) - size
            raise DataError(where, f"{len(everything)} cards in all.", f"A player has {size}: take out {over}.")
        for card in sorted(set(everything) - {UNSEEN}):
            if everything.count(card) > most:
                what = f'"{reader.game.cards[card].name}" is there {everything.count(card)} times.'
                raise DataError(where, what, f"At most {most} copies can be in a deck (ALT-2.2).")


def check_empty_zones(reader: Reader[AltariaState]) -> None:
    """End the game if a player has lost by an empty zone (ALT-16.2, 16.3).

    Refuse a position that continues without a deck.
    """
    state: AltariaState = reader.state
    if state.result is None and "result" not in reader.document and state.step.phase != state.game.flow.first.phase:
        check_both(state)
        for seat in (0, 1):
            if not state.players[seat].deck:
                check_deck_empty(state, seat)
            check_cores(state, seat, "ALT-16.2")
    if state.result is None and not all(player.deck for player in state.players):
        what = f"step {state.step.name} needs cards in both decks."
        raise DataError(reader.where, what, "Leave `deck` out for the usual ones.")


HABITS = Habits(
    AltariaState,
    step="MAIN",
    turn=13,
    plain=plain_cards,
    unseen=(UNSEEN, UNSEEN),
    copies=True,
    filled=("energy", "hand", "cores", "deck"),
    of_player=(usual_deck,),
    after=(first_player, complete_attack, check_counts, check_empty_zones),
)
