"""What a player cannot see: an equally likely deal of it, and unseen cards in its place.

Hidden from a player are the order of both main decks, the rival's hand and face-down Extra cards, and until the
reveal the rival's Partner (CHA-R51).
"""

from __future__ import annotations

from engines.chaos.authoring import CHARACTER
from engines.chaos.cards import BLANK, UNSEEN
from engines.chaos.state import HELD, PARTNER, ChaosState, Damage, Doing
from engines.core.chance import Source


def top_is_known(state: ChaosState, side: int, seat: int) -> bool:
    """Return True if `seat` may know the top card of a main deck: one looked at, or met as a copy of the Partner."""
    if state.step.name == "P3" and type(state.local) is Damage:
        return bool(state.local.seat == side)
    return side == seat and looking(state) == seat


def looking(state: ChaosState) -> int | None:
    """Return who is looking at the top card of the own deck and must decide about it, or None."""
    local = state.local
    if state.step.name != "MAY" or type(local) is not Doing:
        return None
    before = state.game.cards[local.card].abilities[local.ability].program[: local.at]
    return local.seat if any(verb == "look" for verb, _ in before) else None


def partner_is_hidden(state: ChaosState, side: int, seat: int) -> bool:
    """Return True while the rival's Partner has not been revealed (CHA-6.6)."""
    return side != seat and state.turn == 0 and state.players[side].arena[PARTNER] is not None


def determinise(state: ChaosState, seat: int, source: Source) -> None:
    """Replace everything `seat` cannot see by an equally likely deal of the same cards."""
    own, rival = state.players[seat].deck, state.players[1 - seat]
    kept = [own.pop()] if own and top_is_known(state, seat, seat) else []
    own.sort()
    source.shuffle(own)
    own += kept
    kept = [rival.deck.pop()] if rival.deck and top_is_known(state, 1 - seat, seat) else []
    pool = sorted(rival.deck + rival.hand)
    pile = rival.arena[PARTNER]
    hidden = pile is not None and partner_is_hidden(state, 1 - seat, seat)
    if hidden:
        assert pile is not None
        pool = sorted([*pool, pile.top])
    source.shuffle(pool)
    if hidden:
        assert pile is not None
        at = next(at for at, card in enumerate(pool) if state.faces[card].category in (CHARACTER, "unseen"))
        rival.arena[PARTNER] = pile._replace(top=pool.pop(at))
    rival.hand = [pool.pop() for _ in rival.hand]
    rival.deck = pool + kept
    if state.pending and seat == 1:  # the Partner chosen in secret is still in the deck
        characters = [card for card in rival.deck if state.faces[card].category == CHARACTER]
        state.pending = (characters[source.below(len(characters))],)
    state.chance = source.below(1 << 62)


def forget_unseen(state: ChaosState, seat: int) -> None:
    """Replace everything `seat` cannot see by unseen cards; those of the own deck can do nothing."""
    own, rival = state.players[seat], state.players[1 - seat]
    for player, side, unseen in ((own, seat, BLANK), (rival, 1 - seat, UNSEEN)):
        kept = [player.deck[-1]] if player.deck and top_is_known(state, side, seat) else []
        player.deck = [unseen] * (len(player.deck) - len(kept)) + kept
    rival.hand = [UNSEEN] * len(rival.hand)
    shown = shown_extra(state, 1 - seat)
    rival.extra = [UNSEEN] * (len(rival.extra) - len(shown)) + shown
    state.waiting = tuple(one for one in state.waiting if one[0] == seat or one[3][0])
    pile = rival.arena[PARTNER]
    if pile is not None and partner_is_hidden(state, 1 - seat, seat):
        rival.arena[PARTNER] = pile._replace(top=UNSEEN)
    if state.pending and seat == 1:
        state.pending = (UNSEEN,)
    elif state.pending:  # the Partner chosen in secret is still in the deck
        own.deck[0] = state.pending[0]


def shown_extra(state: ChaosState, side: int) -> list[int]:
    """Return the face-down landscape cards that are shown because their ability is being resolved (CHA-R52)."""
    local, frames, found = state.local, state.frames, []
    while True:
        if (
            type(local) is Doing
            and local.seat == side
            and local.what not in HELD
            and local.card in state.players[side].extra
        ):
            found.append(local.card)
        if not frames:
            return found
        _, local, frames = frames
