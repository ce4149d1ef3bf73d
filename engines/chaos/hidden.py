"""Hidden cards: dealing them at random, or putting unseen cards in their place.

Hidden from a player are the order of both main decks, the rival's hand and face-down Extra cards and, until the
Partners are revealed, the rival's Partner (CHA-R51).
"""

from __future__ import annotations

from engines.chaos.arena import put_character
from engines.chaos.cards import BLANK, CHARACTER, NOTHING, UNSEEN
from engines.chaos.state import FACE_UP, HELD, PARTNER, ChaosState, Damage, Pile, Resolution, actions_under_way
from engines.kernel.chance import RandomSource
from engines.kernel.tuples import replace_entries


def top_is_known(state: ChaosState, side: int, seat: int) -> bool:
    """Return True if `seat` knows the top card of a player's main deck.

    It has been looked at, or shown as a copy of the Partner's card.
    """
    local, step = state.procedure_locals, state.step.name
    if step == "P3" and type(local) is Damage:
        player = state.players[side]  # P3 may record an event after the copy has left
        return bool(local.seat == side) and player.deck[-1:] == [player.top_cards[PARTNER]]
    if step != "MAY" or type(local) is not Resolution or not local.seat == side == seat:
        return False
    before = state.game.cards[local.card].abilities[local.ability].program[: local.at]
    return any(verb == "look" for verb, _ in before)


def hidden_partner(state: ChaosState, side: int) -> Pile | None:
    """Return a player's Partner while it is hidden from the other player; otherwise None (CHA-6.6)."""
    return state.players[side].arena[PARTNER] if state.turn == 0 else None


def known_top(state: ChaosState, side: int, seat: int) -> list[int]:
    """Return the top card of a main deck, as a list, if `seat` knows it; otherwise []."""
    return state.players[side].deck[-1:] if top_is_known(state, side, seat) else []


def determinise(state: ChaosState, seat: int, source: RandomSource) -> None:
    """Redeal at random everything that `seat` cannot see; all deals are equally likely."""
    own, rival = state.players[seat].deck, state.players[1 - seat]
    kept = known_top(state, seat, seat)
    own[:] = sorted(own[: len(own) - len(kept)])
    source.shuffle(own)
    own += kept
    kept = known_top(state, 1 - seat, seat)
    pile = hidden_partner(state, 1 - seat)
    pool = sorted([*rival.deck[: len(rival.deck) - len(kept)], *rival.hand, *([pile.top] if pile else [])])
    source.shuffle(pool)
    if pile:
        at = next(at for at, card in enumerate(pool) if state.faces[card].category in (CHARACTER, NOTHING))
        put_character(state, 1 - seat, PARTNER, replace_entries(pile, top=pool.pop(at)))
    rival.hand = [pool.pop() for _ in rival.hand]
    rival.deck = pool + kept
    if state.pending and seat == 1:  # the Partner chosen secretly is still part of the deck
        characters = [card for card in rival.deck if state.faces[card].category == CHARACTER]
        state.pending = (characters[source.below(len(characters))],)
    state.chance = source.below(1 << 62)


def forget_unseen(state: ChaosState, seat: int) -> None:
    """Replace everything `seat` cannot see with unseen cards. Unseen cards of the player's own deck can do nothing."""
    own, rival = state.players[seat], state.players[1 - seat]
    for player, side, unseen in ((own, seat, BLANK), (rival, 1 - seat, UNSEEN)):
        kept = known_top(state, side, seat)
        player.deck = [unseen] * (len(player.deck) - len(kept)) + kept
    rival.hand = [UNSEEN] * len(rival.hand)
    shown = shown_extra(state, 1 - seat)
    rival.extra = [UNSEEN] * (len(rival.extra) - len(shown)) + shown
    state.waiting = tuple(one for one in state.waiting if one[0] == seat or one[3][0])
    pile = hidden_partner(state, 1 - seat)
    if pile:
        put_character(state, 1 - seat, PARTNER, replace_entries(pile, top=UNSEEN))
    if state.pending and seat == 1:
        state.pending = (UNSEEN,)
    elif state.pending:  # the Partner chosen secretly is still part of the deck
        own.deck[0] = state.pending[0]


def shown_extra(state: ChaosState, side: int) -> list[int]:
    """Return the face-down landscape cards that are revealed because their ability is being resolved (CHA-R52)."""
    extra = state.players[side].extra
    under_way = (doing for doing in actions_under_way(state) if doing.seat == side and doing.what not in HELD)
    return [doing.card for doing in under_way if doing.unit != FACE_UP and doing.card in extra]
