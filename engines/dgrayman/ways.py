"""How D.Gray-man carries out texts in the shared effect language (DGM-2.15, DGM-12.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.book.card_programs import ProgramRules, TextUsed
from engines.book.figure_changes import ChangeRules
from engines.book.forbidden_actions import Forbidden, ForbidRules
from engines.dgrayman.cards import CHARACTER, DOUBLES
from engines.dgrayman.points import draw
from engines.dgrayman.state import CARD, FOR_ACTION, FOR_TURN, ID, STANDBY, DGraymanState, Gaining
from engines.dgrayman.units import current_power, leave_field, split_unit
from engines.dgrayman.winning import check_win
from engines.kernel.state import Action
from engines.legal.card_filters import Thing
from engines.legal.forbidden_actions import actor_at, used_at

CLAUSE = "DGM-2.15"
DISCARD, DECK = "discard", "deck"


def draw_for(state: DGraymanState, seats: Sequence[int], count: int) -> None:
    """Draw cards; a player whose deck is then empty loses immediately (DGM-15.4)."""
    for seat in seats:
        for _ in range(count):
            if state.result is None and state.players[seat].deck:
                draw(state, seat, "DGM-16.2")


def leave_play(state: DGraymanState, thing: Thing, to: str) -> tuple[int, Sequence[int]]:
    """Take a card off the field; a merged unit may split (DGM-14.5, DGM-R15)."""
    card: Any = thing.record
    leave_field(state, card)
    split_unit(state, thing.seat, card)
    return thing.seat, (card[CARD],)


def enter_standby(state: DGraymanState, seat: int, card: int, place: int, marks: Mapping[str, Any]) -> None:
    """Put a Character card into the Standby Zone; another card goes to the discard pile."""
    if state.faces[card].is_character:
        state.enter(seat, card, active=bool(marks.get("active")), zone=STANDBY)
    else:
        state.players[seat].discard.append(card)


def take_from(state: DGraymanState, seat: int, zone: str, card: int) -> None:
    """Reset the number of cards known at the bottom of the deck if the card was taken from the deck."""
    if zone == DECK:
        state.players[seat].bottom = 0


def forget_bottom(state: DGraymanState, seat: int) -> None:
    """Reset the number of cards known at the bottom of a shuffled deck.

    If the deck is empty, its owner loses (DGM-17.2).
    """
    state.players[seat].bottom = 0
    if not state.players[seat].deck:
        check_win(state)


def turn_card(state: DGraymanState, thing: Thing, name: str, active: Any) -> None:
    """Turn a card upright if `active`, otherwise sideways (DGM-4.1, 4.2)."""
    card: Any = thing.record
    state.change(card, active=active)
    state.note("turned_upright" if active else "turned_sideways", CLAUSE, thing.seat, card=card)


def change_figures(state: DGraymanState, thing: Thing, figures: Mapping[str, int], until: str) -> None:
    """Change the power of a card this turn, or during the action under way (DGM-R42)."""
    card: Any = thing.record
    amount = figures["power"]
    state.changed = True
    if until == "turn":
        state.change(card, for_turn=card[FOR_TURN] + amount)
    else:
        state.change(card, for_action=card[FOR_ACTION] + amount)
    figure = "power" if until == "turn" else "power in action"
    state.remember(card[ID], figure, amount, state.procedure_locals.card)
    state.note(f"modified.{until}", "DGM-R42", thing.seat, card=card, amount=f"{amount:+d}")


def change_points(state: DGraymanState, seat: int, amount: int) -> None:
    """Let a player gain Search Points (DGM-R32), or lose them, never below 0."""
    if amount > 0:
        state.call_arguments = Gaining(seat, amount, 0)
    else:
        state.players[seat].points = max(0, state.players[seat].points + amount)


def change_limit(state: DGraymanState, seat: int, amount: int) -> None:
    """Let the turn player found more units this turn, or fewer (DGM-8.1); the other player founds none."""
    if seat == state.turn_player:
        state.limit = max(state.founded, state.limit + amount)


def foundings_left(state: DGraymanState, seat: int) -> int:
    """Return how many more units a player may found this turn."""
    return state.limit - state.founded if seat == state.turn_player else 0


def power_now(state: DGraymanState, thing: Thing) -> int:
    """Return the current power of a card on the field."""
    card: Any = thing.record
    return current_power(state, thing.seat, card)


def skill_used(state: DGraymanState, seat: int, action: Action) -> TextUsed | None:
    """Return the text of a Skill card that an action uses, None if it is not in the shared effect language."""
    _, card, user = action
    return TextUsed(card, 0, user) if state.game.cards[card].abilities[0].does else None


def ways_of(changes: ChangeRules) -> ProgramRules:
    """Return the rules by which D.Gray-man carries out texts in the shared effect language.

    changes : the zones, marks and figures.
    """
    return ProgramRules(
        changes,
        CLAUSE,
        hand="hand",
        deck=DECK,
        pile=DISCARD,
        source="user",
        draw=draw_for,
        leave=leave_play,
        enter={STANDBY: enter_standby},
        taken=take_from,
        marks=("active",),
        mark=turn_card,
        durations=("turn", "action"),
        change=change_figures,
        points={"points": change_points, "founding": change_limit},
        has_points={"points": lambda state, seat: state.players[seat].points, "founding": foundings_left},
        current={"power": power_now},
        forget=forget_bottom,
        procedures={Gaining: "GAIN_POINTS"},
        shared_only=("searches", "wins"),
        settles=dict.fromkeys(("COMBAT", "NORMAL_SEARCH", "DECK_SEARCH"), "CHECK"),
        played=("use",),
        uses={"use": skill_used, "respond": skill_used},
        itself=("character", "doubles", "skill"),
        apart=("draw", "points"),
    )


def forbids_of(changes: ChangeRules) -> ForbidRules:
    """Return the actions that texts may forbid, and the cards of them that they may name."""
    return ForbidRules(
        changes,
        CLAUSE,
        {
            "attack": Forbidden(("attack",), actor_at(1), target=actor_at(2)),
            "search": Forbidden(("search", "search_deck"), actor_at(1)),
            "draw": Forbidden(("draw",), actor_at(1)),
            "recover": Forbidden(("recover",), actor_at(1)),
            "guard": Forbidden(("guard",), actor_at(1)),
            "intercept": Forbidden(("intercept",), actor_at(1)),
            "use": Forbidden(("use", "respond"), actor_at(2), used_at(1)),
            "place": Forbidden(("place",), used=used_at(1)),
        },
        (CHARACTER, DOUBLES),
    )
