"""Chapter 10: Challenge, in which the heroes fight and the players act in turn until both do nothing."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.kingdom_hearts import heuristics, repairs
from engines.kingdom_hearts.cards import CHALLENGE
from engines.kingdom_hearts.effects import lose_hp
from engines.kingdom_hearts.fights import challenge_loss, clean_up, has_attack_card, in_challenge, joinable_allies
from engines.kingdom_hearts.magic import list_castings
from engines.kingdom_hearts.state import Fight, KingdomHeartsState
from engines.kingdom_hearts.values import fight_total
from engines.kit import kit


def begin_challenge(state: KingdomHeartsState) -> None:
    """Let both heroes step forward as challenger and blocker (KH-10.2, 10.3); the blocker's world counts (KH-10.4)."""
    seat = state.turn_player
    state.fight = Fight(True, seat)
    state.note("challenge", "KH-10.1", seat)
    if state.listener is not None:
        mine, theirs = fight_total(state, seat), fight_total(state, 1 - seat)
        state.note("challenge_totals", "KH-10.4", seat, total=mine, other=theirs)


def list_challenge_actions(state: KingdomHeartsState) -> list[Action]:
    """Return the actions of the player who is asked, except passing; the player takes exactly one (KH-10.5, KH-R22).

    An ally joins (KH-10.6), Attack cards are used (KH-10.7), or a Magic card is used (KH-10.8). Nothing else is allowed
    (KH-R23), not even a Technique (KH-10.17). A pass is not final (KH-10.9, KH-R21).
    """
    seat = int(state.procedure_locals[0])
    found = joinable_allies(state, seat)
    if has_attack_card(state, seat):
        found.append(("attack",))
    return found + list_castings(state, seat, CHALLENGE)


def compare_totals(state: KingdomHeartsState) -> None:
    """Compare the totals: the side with the lower total loses exactly 1 HP.

    Equal totals have no effect (KH-10.10 to 10.13).
    """
    seat = state.turn_player
    mine, theirs = fight_total(state, seat), fight_total(state, 1 - seat)
    state.note("challenge_totals", "KH-10.11", seat, total=mine, other=theirs)
    if mine == theirs:
        state.note("tie", "KH-10.13", seat)
        return
    loser = 1 - seat if mine > theirs else seat
    state.note("challenge_won", "KH-10.12", 1 - loser)
    loss = challenge_loss(state)
    if loss:
        lose_hp(state, loser, loss, "KH-10.13")


def end_challenge(state: KingdomHeartsState) -> None:
    """Discard the cards used and the participants; the heroes step back (KH-10.14 to 10.16)."""
    clean_up(state, "KH-10.14", "KH-10.15")


def _challenged(state: KingdomHeartsState, seat: int) -> bool:
    """Return True once the turn player has announced the Challenge of this turn (KH-6.5)."""
    return kit.own("challenge")(state, seat) and state.step.name != "C0"


CHALLENGE_TIME = kit.Moment(
    "challenge",
    kit.own("challenge"),
    (kit.Over("challenge", "KH-6.5", _challenged), kit.Over("challenge_time", "KH-6.5", kit.own("discard"))),
)

ANNOUNCE = kit.action(
    "challenge",
    "KH-10.1",
    to="C1",
    words="Challenge announced",
    when=CHALLENGE_TIME,
    stage=repairs.stage_at("C0"),
    looks=heuristics.worth_of_challenge,
)
PASS = kit.action("pass", "KH-10.9", when=kit.Moment("pass", in_challenge), stage=repairs.stage_at("C2"))
