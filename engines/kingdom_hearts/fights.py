"""What Battle and Challenge share: participating, Attack cards, the totals, the cleanup (KH-3.6, 4.6, 9.1)."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.kingdom_hearts import effects
from engines.kingdom_hearts.cards import UNSEEN
from engines.kingdom_hearts.hidden import has_unseen, held, may_be
from engines.kingdom_hearts.piles import discard_ally, take
from engines.kingdom_hearts.state import CARD, GEAR, ID, JOINED, KingdomHeartsState, Picking, fight_of
from engines.kingdom_hearts.values import fight_total, support


def clause(state: KingdomHeartsState, battle: str, challenge: str) -> str:
    """Return the clause of a Battle or that of a Challenge, as the fight under way is."""
    return challenge if fight_of(state).challenge else battle


# Participating: the older word for it was giving support (KH-4.6, 19.9).


def joinable(state: KingdomHeartsState, seat: int) -> list[Action]:
    """Return the allies that may join: own ones that do not participate yet (KH-9.6, 10.6)."""
    return [("join", ally[ID]) for ally in state.players[seat].allies if not ally[JOINED]]


def join(state: KingdomHeartsState, action: Action) -> None:
    """Attach an ally to the hero: it participates until the cleanup (KH-4.6). Allies only assist (KH-9.1)."""
    seat = state.seat_to_act
    allies = state.players[seat].allies
    for at, ally in enumerate(allies):
        if ally[ID] == action[1]:
            allies[at] = (ally[ID], ally[CARD], ally[GEAR], True)
            if state.listener is not None:
                which = clause(state, "KH-9.6", "KH-10.6")
                state.note("joined", which, seat, card=ally, count=support(state, seat, ally))


# Attack cards, any number together (KH-2.13, 15.5); no condition (KH-8.9).


def has_attack_card(state: KingdomHeartsState, seat: int) -> bool:
    """Return True if there is an Attack card in the hand."""
    return any(state.faces[card].is_attack for card in held(state, seat))


def open_attack(state: KingdomHeartsState, action: Action) -> None:
    """Begin to choose the Attack cards of this action."""
    state.argument = Picking(state.seat_to_act, ())


def attack_cards(state: KingdomHeartsState) -> list[int]:
    """Return the Attack cards to choose from; in a proof each unseen card of the hand may be one."""
    seat, picks = state.local
    hand, faces = state.players[seat].hand, state.faces
    cards = [card for card in hand if faces[card].is_attack]
    if has_unseen(state, seat):
        settled = [card for card in set(picks) for _ in range(picks.count(card) - cards.count(card))]
        cards += settled
        if hand.count(UNSEEN) > len(settled):
            cards += [card for card in may_be(state, seat, settled) if faces[card].is_attack]
    return cards


def attach(state: KingdomHeartsState) -> None:
    """Attach the chosen Attack cards to the hero, together (KH-9.7, 10.7)."""
    seat, picks = state.local
    for card in picks:
        take(state.players[seat], card)
        effects.use_in_fight(state, seat, card)
    if state.listener is not None:
        which = clause(state, "KH-9.7", "KH-10.7")
        state.note("attached", which, seat, cards=[*picks], total=fight_total(state, seat))


# Cleanup (KH-9.13, 9.14, 10.14, 10.15).


def clean_up(state: KingdomHeartsState, discard_used: str, discard_joined: str) -> None:
    """Discard the used cards of both sides, then their participants (KH-11.6); the fight is over.

    The two clauses name the rule: that of a Battle or of a Challenge.
    """
    fight = fight_of(state)
    for seat, player in enumerate(state.players):
        used = fight.used[seat]
        if used:
            player.discard.extend(used)
            state.fight = fight._replace(used=((), fight.used[1] if seat == 0 else ()))
            state.note("used_discarded", discard_used, seat, cards=[*used])
    for seat, player in enumerate(state.players):
        for ally in player.allies[:]:
            if ally[JOINED]:
                discard_ally(state, seat, ally)
                state.note("participant_discarded", discard_joined, seat, card=ally)
    state.fight = None
