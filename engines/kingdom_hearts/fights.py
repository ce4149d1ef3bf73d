"""The common parts of Battle and Challenge: joining, Attack cards, totals and the cleanup (KH-3.6, 4.6, 9.1)."""

from __future__ import annotations

from dataclasses import replace

from engines.kernel.state import Action
from engines.kingdom_hearts import effects, heuristics, repairs
from engines.kingdom_hearts.cards import ATTACK, UNSEEN
from engines.kingdom_hearts.hidden import cards_in_hand, has_unseen, may_be
from engines.kingdom_hearts.piles import discard_ally, take_from_hand
from engines.kingdom_hearts.requirements import check_then, essential, in_hand, is_type, need, needs
from engines.kingdom_hearts.state import CARD, GEAR, ID, JOINED, KingdomHeartsState, Picking, fight_of
from engines.kingdom_hearts.values import current_support, fight_total
from engines.kit import kit
from engines.legal.cards_in_play import put_into, put_mark
from engines.legal.lasting import end_lasting, sum_lasting
from engines.legal.moments import Holds
from engines.legal.reasons import Clause


def clause_of_fight(state: KingdomHeartsState, battle: str, challenge: str) -> str:
    """Return the clause that applies to the current fight: `battle` in a Battle, `challenge` in a Challenge."""
    return challenge if fight_of(state).challenge else battle


# Participating, formerly called giving support (KH-4.6, 19.9).


def joinable_allies(state: KingdomHeartsState, seat: int) -> list[Action]:
    """Return, as actions, the player's allies that may join because they have not joined yet (KH-9.6, 10.6)."""
    return [("join", ally[ID]) for ally in state.players[seat].allies if not ally[JOINED]]


def join_fight(state: KingdomHeartsState, action: Action) -> None:
    """Attach an ally to the hero: it participates until the cleanup (KH-4.6). Allies only assist (KH-9.1)."""
    seat = state.seat_to_act
    allies = state.players[seat].allies
    for at, ally in enumerate(allies):
        if ally[ID] == action[1]:
            allies[at] = (ally[ID], ally[CARD], ally[GEAR], True)
            if state.listener is not None:
                which = clause_of_fight(state, "KH-9.6", "KH-10.6")
                state.note("joined", which, seat, card=ally, count=current_support(state, seat, ally))


# Any number of Attack cards may be used together (KH-2.13, 15.5), without condition (KH-8.9).


def has_attack_card(state: KingdomHeartsState, seat: int) -> bool:
    """Return True if there is an Attack card in the hand."""
    return any(state.faces[card].is_attack for card in cards_in_hand(state, seat))


def open_attack(state: KingdomHeartsState, action: Action) -> None:
    """Begin to choose Attack cards, all for one action."""
    state.call_arguments = Picking(state.seat_to_act, ())


def attack_cards(state: KingdomHeartsState) -> list[int]:
    """Return the Attack cards to choose from. In a proof, each unseen card in the hand may be one."""
    seat, picks = state.procedure_locals
    hand, faces = state.players[seat].hand, state.faces
    cards = [card for card in hand if faces[card].is_attack]
    if has_unseen(state, seat):
        settled = [card for card in set(picks) for _ in range(picks.count(card) - cards.count(card))]
        cards += settled
        if hand.count(UNSEEN) > len(settled):
            cards += [card for card in may_be(state, seat, settled) if faces[card].is_attack]
    return cards


def attach_cards(state: KingdomHeartsState) -> None:
    """Attach the chosen Attack cards to the hero, together (KH-9.7, 10.7)."""
    seat, picks = state.procedure_locals
    for card in picks:
        take_from_hand(state.players[seat], card)
        effects.use_in_fight(state, seat, card)
    if state.listener is not None:
        which = clause_of_fight(state, "KH-9.7", "KH-10.7")
        state.note("attached", which, seat, cards=[*picks], total=fight_total(state, seat))


# Cleanup (KH-9.13, 9.14, 10.14, 10.15).


LOSS = "loss"
"""The word for what texts change of the loss in a Challenge."""


def challenge_loss(state: KingdomHeartsState) -> int:
    """Return the heart points that the loser of a Challenge loses (KH-10.13), with what texts change of them."""
    return max(0, state.game.parameters["challenge_loss"] + sum_lasting(state, LOSS, 0))


def clean_up(state: KingdomHeartsState, discard_used: str, discard_joined: str) -> None:
    """End the fight: discard the used cards of both sides, then their participants (KH-11.6).

    discard_used, discard_joined : the clauses to cite for either.
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
    end_lasting(state, "fight")


# The right moments for actions in a Battle and in a Challenge.

STEPS = ("B1", "B2", "B3", "B4", "B6")
"""The steps of a Battle with a decision, in order."""


def in_battle_step(*steps: str) -> Holds[KingdomHeartsState]:
    """Return a test for being in one of these steps of the player's own Battle."""
    return lambda state, seat: state.turn_player == seat and kit.within(state, *steps)


def is_past_step(step: str) -> Holds[KingdomHeartsState]:
    """Return a test for this step of the player's own Battle being over."""
    return in_battle_step(*STEPS[STEPS.index(step) + 1 :])


def in_challenge(state: KingdomHeartsState, seat: int) -> bool:
    """Return True if this player must act now in a Challenge."""
    return kit.within(state, "C2") and kit.asked(state, seat)


def in_either_fight(name: str, step: str, clause: str) -> kit.Moment[KingdomHeartsState]:
    """Return the moment that is a step of the player's Battle, or the player's turn to act in a Challenge.

    clause : the clause by which the step of the Battle is over.
    """
    in_step = in_battle_step(step)
    over = kit.Over(name, clause, is_past_step(step))
    return kit.Moment(
        name, lambda state, seat: in_challenge(state, seat) or in_step(state, seat), (over,), repairs.stage_at("C2")
    )


# Needs, and their repairs.


def by_fight(battle: str, challenge: str, elsewhere: str = "") -> Clause[KingdomHeartsState]:
    """Return a function that gives the clause for the current fight: a Battle, a Challenge, or neither."""
    return lambda s, seat, a: clause_of_fight(s, battle, challenge) if s.fight else elsewhere or battle


JOINS = by_fight("KH-9.6", "KH-10.6")
ALLY = (
    replace(
        kit.card_in_play("allies", side="any", foreign="their"),
        meaning=lambda s, seat, number: s.ally(seat, number),
        there=essential("own_ally", JOINS, lambda s, seat, ally: ally is not None),
    ),
    need("not_joined", JOINS, lambda s, seat, ally: not ally[JOINED], put_mark(JOINED, False)),
)
ATTACK_CARD = needs(
    "attack_card",
    by_fight("KH-9.7", "KH-10.7"),
    lambda s, seat, a: has_attack_card(s, seat),
    lambda s, seat, a: s.players[seat].hand.append(repairs.plain_card(s, ATTACK)),
)
FROM_HAND = by_fight("KH-9.7", "KH-10.7", elsewhere="KH-6.8")
"""The clause for choosing cards in the hand: Attack cards during a fight, otherwise cards to discard."""
PICKED = replace(kit.card_of("hand", unseen=True), there=in_hand(FROM_HAND))
COPY_LEFT = need(
    "copy_left",
    FROM_HAND,
    lambda s, seat, card: s.procedure_locals.picks.count(card) < s.players[seat].hand.count(card),
    put_into("hand"),
)

JOIN = kit.action(
    "join",
    "KH-9.6",
    join_fight,
    check_then("C2"),
    "an ally joins",
    when=in_either_fight("join", "B2", "KH-9.6"),
    looks=heuristics.worth_of_joining,
    ally=ALLY,
)
USE_ATTACK = kit.action(
    "attack",
    "KH-9.7",
    open_attack,
    kit.Call("ATTACKS", then=check_then("C2")),
    "Attack cards",
    needs=(ATTACK_CARD,),
    when=in_either_fight("attack", "B3", "KH-9.7"),
    looks=heuristics.worth_of_attack_cards,
)
ATTACH = kit.action(
    "attach", "KH-9.7", zone="hand", looks=heuristics.worth_of_attaching, picked=(PICKED, is_type(ATTACK), COPY_LEFT)
)
