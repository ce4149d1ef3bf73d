"""Auto abilities: their triggers, and how they wait for a check timing (CHA-R42, CHA-R43)."""

from __future__ import annotations

from collections.abc import Callable

from engines.book.cards import Ability
from engines.chaos.cards import UNSEEN
from engines.chaos.state import FACE_UP, MAY_WAIT, PARTNER, ChaosState, copies_unseen, may_be_any
from engines.kernel.watch import Source, Waiting, find_watchers
from engines.legal.card_programs import has_ability


def find_sources(state: ChaosState, moment: str, subject: int) -> list[Source]:
    """Return the cards that can watch for an event: face-up characters, and landscape cards in the Extra deck.

    A landscape card works face-down, and also face-up if it says so (CHA-3.6, CHA-R52). Only cards that watch for the
    event are returned, and only the Main player's if no card watches for it in both turns (CHA-R43).
    """
    index = state.index
    watching = index.watching.get(moment)
    if watching is None:
        return []
    lying = index.lying.get(moment, ())
    found: list[Source] = []
    for seat in (0, 1) if subject or moment in index.both else (state.turn_player,):
        player = state.players[seat]
        if not watching.isdisjoint(player.top_cards):
            for pile in player.arena:
                if pile is not None and pile.top in watching and pile.up:
                    found.append((seat, pile.top, (pile.id, subject)))
        if not lying:
            continue
        for card in lying:
            found += [(seat, card, (0, subject))] * player.extra.count(card)
        for card in index.lying_open[moment]:
            found += [(seat, card, (FACE_UP, subject))] * player.spent.count(card)
        if may_be_any(state, seat, player.extra):  # any card that would help its owner
            for card in index.offering.get(moment, ()):
                copies = min(player.extra.count(UNSEEN), copies_unseen(state, seat, card))
                found += [(seat, card, (0, subject))] * copies
    return found if len(found) < 2 else sorted(found)  # sorted by card, so that left and right do not matter


def set_off(state: ChaosState, moment: str, subject: int = 0) -> None:
    """Queue the auto abilities that watch for this event (CHA-R42).

    subject : the character that enters or falls; 0 for the start or end of a phase. A falling character still counts as
    face-up, since this is called before it falls.
    """
    able, game = find_sources(state, moment, subject), state.game
    if not able:
        return
    owner, space = state.location[subject][:2] if subject else (state.turn_player, -1)

    def concerned(seat: int, source: tuple[int, int], ability: Ability) -> bool:
        whose = ability.requires.get("whose")
        if not subject:
            return seat == owner or whose == "all"
        if whose is None or whose == "this":
            return source[0] == subject
        if whose == "friend":
            return seat == owner and space != PARTNER
        return bool(whose == "all" or (seat == owner) == (whose == "own"))

    found = find_watchers(game.cards, game.watching, moment, able, concerned)
    if found and game.own_cards:
        found = tuple(one for one in found if has_ability(state, one[1], one[2], one[3][0]))
    if found:
        state.waiting += found
        state.due_flags |= MAY_WAIT
        for seat, card, _, (unit, _) in found if state.listener is not None else ():
            if unit:  # a face-down landscape card is revealed only when its ability is played (CHA-R52)
                state.note("set_off", "CHA-R42", seat, card=card)


def find_waiting(main: bool) -> Callable[[ChaosState], list[Waiting]]:
    """Return a function that finds the waiting abilities of the Main player or of the Sub player (CHA-16.5, 16.7)."""
    return lambda s: [one for one in s.waiting if (one[0] == s.turn_player) == main] if s.waiting else []
