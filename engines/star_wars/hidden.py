"""Hidden cards: dealing them at random, or putting unseen cards in their place.

Hidden from a player are the order of both decks, the rival's hand, and the rival's cards under construction, except
those that were shown in setup (SW-5.12, SW-R7).
"""

from __future__ import annotations

from collections import Counter

from engines.kernel.chance import RandomSource
from engines.star_wars.cards import BLANK, UNSEEN
from engines.star_wars.state import StarWarsState, belongings


def determinise(state: StarWarsState, seat: int, source: RandomSource) -> None:
    """Redeal at random everything that `seat` cannot see; all deals are equally likely.

    The deal depends on which cards are unseen and on `source`, not on where the cards are.
    """
    own = state.players[seat].deck
    own.sort()
    source.shuffle(own)
    rival = state.players[1 - seat]
    pool = sorted(rival.deck + rival.hand + [card for card, _, shown in rival.building if not shown])
    source.shuffle(pool)
    for at, (_, counters, shown) in enumerate(rival.building):
        if not shown:  # only a card with a build cost can be there (SW-2.3)
            fitting = next(
                place for place in range(len(pool)) if state.faces[pool[place]].buildable or pool[place] <= BLANK
            )
            rival.building[at] = (pool.pop(fitting), counters, False)
    rival.hand = [pool.pop() for _ in rival.hand]
    rival.deck = pool
    state.chance = source.below(1 << 62)


def forget_unseen(state: StarWarsState, seat: int) -> None:
    """Replace everything `seat` cannot see with unseen cards. Unseen cards of the player's own deck can do nothing."""
    own, rival = state.players[seat], state.players[1 - seat]
    own.deck = [BLANK] * len(own.deck)
    rival.deck = [UNSEEN] * len(rival.deck)
    rival.hand = [UNSEEN] * len(rival.hand)
    rival.building = [(card if shown else UNSEEN, counters, shown) for card, counters, shown in rival.building]


def may_be(state: StarWarsState, seat: int) -> list[int]:
    """Return the cards that a player's unseen card may be in a proof: those with copies not yet seen (SW-1.6, 1.7)."""
    side = "dark" if seat == state.dark else "light"
    faces, most = state.faces, state.game.parameters["copies"]
    known = Counter(faces[card].print for card in belongings(state, seat))
    return [
        card
        for card, face in enumerate(faces)
        if card > BLANK and face.side in ("neutral", side) and known[face.print] < most
    ]
