"""How Kingdom Hearts carries out texts in the shared effect language (KH-17.6, KH-R48)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.book.card_programs import ProgramRules, Running
from engines.book.figure_changes import ChangeRules
from engines.book.forbidden_actions import Forbidden, ForbidRules
from engines.kingdom_hearts.cards import ALLY, DARK_NOBODY, MAGIC_ALLY, WORLD
from engines.kingdom_hearts.effects import lose_hp
from engines.kingdom_hearts.fights import LOSS, challenge_loss
from engines.kingdom_hearts.piles import destroy_obstacle, discard_ally
from engines.kingdom_hearts.state import CARD, ID, Drawing, KingdomHeartsState
from engines.kingdom_hearts.values import current_power, current_support
from engines.kingdom_hearts.winning import check_win
from engines.legal.card_filters import Thing
from engines.legal.forbidden_actions import actor_at, used_at
from engines.legal.lasting import add_lasting

CLAUSE = "KH-R48"
DISCARD, HAND, OBSTACLES = "discard", "hand", "obstacles"


def draw_for(state: KingdomHeartsState, seats: Sequence[int], count: int) -> None:
    """Let players draw cards, for which the discard pile may have to become the deck (KH-17.4)."""
    state.call_arguments = Drawing(seats[0], count, "KH-17.6")


def leave_play(state: KingdomHeartsState, thing: Thing, to: str) -> tuple[int, Sequence[int]]:
    """Take an ally with its Equipment, or an obstacle, off the field; obstacles are the other player's (KH-3.5)."""
    record: Any = thing.record
    owner = thing.seat
    if thing.zone == OBSTACLES:
        owner = 1 - thing.seat
        destroy_obstacle(state, thing.seat, record[ID], "KH-17.6")
    else:
        discard_ally(state, thing.seat, record)
        if to == DISCARD:
            state.note("ally_destroyed", "KH-17.6", thing.seat, card=record)
    if to == DISCARD:
        return owner, ()
    state.players[owner].discard.remove(record[CARD])
    return owner, (record[CARD],)


def take_from(state: KingdomHeartsState, seat: int, zone: str, card: int) -> None:
    """Reduce the number of cards that the other player can work out if one of them has left the hand (KH-R47)."""
    player = state.players[seat]
    if zone == HAND and player.kept and card in player.hand[: player.kept]:
        player.kept -= 1


def change_hp(state: KingdomHeartsState, seat: int, amount: int) -> None:
    """Give heart points, which have no maximum (KH-4.3), or take them."""
    if amount < 0:
        lose_hp(state, seat, -amount, "KH-17.6")
        return
    state.players[seat].hp += amount
    state.note("gained_hp", "KH-4.3", seat, count=amount, hp=state.players[seat].hp)


def current_sup(state: KingdomHeartsState, thing: Thing) -> int:
    """Return the current SUP of an ally."""
    record: Any = thing.record
    return current_support(state, thing.seat, record)


def current_pow(state: KingdomHeartsState, thing: Thing) -> int:
    """Return the current POW of a card on a field."""
    record: Any = thing.record
    return current_power(state, thing.seat, record[CARD], thing.zone == OBSTACLES)


def read_loss(state: KingdomHeartsState, seat: int, card: Any) -> int:
    """Return the heart points that the loser of the Challenge under way will lose."""
    return challenge_loss(state)


def write_loss(state: KingdomHeartsState, seat: int, card: Any, number: int) -> None:
    """Alter the heart points that the loser of the Challenge under way will lose; elsewhere this does nothing."""
    if state.fight is not None and state.fight.challenge:
        add_lasting(state, "fight", 0, LOSS, number - challenge_loss(state))


def ways_of(changes: ChangeRules) -> ProgramRules:
    """Return the rules by which Kingdom Hearts carries out texts in the shared effect language.

    changes : the zones, marks and figures.
    """
    return ProgramRules(
        changes,
        CLAUSE,
        hand=HAND,
        deck="deck",
        pile=DISCARD,
        draw=draw_for,
        leave=leave_play,
        taken=take_from,
        points={"hp": change_hp},
        has_points={"hp": lambda state, seat: state.players[seat].hp},
        current={"sup": current_sup, "pow": current_pow},
        settle=check_win,
        played=("use",),
        itself=("player", "ally", "magic_ally", "dark_nobody"),
        gone=("placed",),
        unmoved=("worlds",),
        refills=True,
        procedures={Drawing: "DRAW"},
        running={"loss": Running(("use",), read_loss, write_loss)},
    )


def forbids_of(changes: ChangeRules) -> ForbidRules:
    """Return the actions that texts may forbid, and the cards of them that they may name."""
    return ForbidRules(
        changes,
        "KH-17.6",
        {
            "cast": Forbidden(("cast",), actor_at(2), used_at(1)),
            "summon": Forbidden(("summon",), actor_at(2), used_at(1)),
            "call": Forbidden(("call",), used=used_at(1)),
            "obstruct": Forbidden(("obstruct",), used=used_at(1)),
            "equip": Forbidden(("equip",), used=used_at(1)),
            "event": Forbidden(("event",), used=used_at(1)),
            "form": Forbidden(("form",), used=used_at(1)),
            "technique": Forbidden(("technique",), used=used_at(1)),
            "move": Forbidden(("move",), used=used_at(1)),
            "join": Forbidden(("join",), actor_at(1)),
            "attack": Forbidden(("attack",)),
            "battle": Forbidden(("battle",)),
            "challenge": Forbidden(("challenge",)),
            "flee": Forbidden(("flee",)),
        },
        (ALLY, MAGIC_ALLY, DARK_NOBODY, WORLD),
        musts=("join",),
        tops=("worlds",),
    )
