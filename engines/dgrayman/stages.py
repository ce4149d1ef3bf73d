"""The right moment: each function brings a copy of a position to the moment at which an action could be legal.

They are the repair functions of the timing requirement; `engines.dgrayman.repairs` has those of the other requirements.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.core.state import Action
from engines.dgrayman.authoring import CHARACTER
from engines.dgrayman.responses import answer_to
from engines.dgrayman.state import ACTION, CARD, DeclaredAction, DGraymanState
from engines.dgrayman.turn import allowance
from engines.dgrayman.units import names_of

Repair = Callable[[DGraymanState, int, Action], None]


def _clear(state: DGraymanState) -> None:
    state.result, state.deed, state.waiting = None, None, ()
    state.frames, state.local, state.pending = (), (), ()
    state.turn = max(1, state.turn)
    state.uses = 0


def stage(step: str) -> Repair:
    """Return the repair function that makes it this player's decision in a step of the own turn, all else done.

    If it is not the own turn already, it is a new one.
    """

    def make_true(state: DGraymanState, seat: int, action: Action) -> None:
        another_turn = seat != state.turn_player or state.step.phase == "setup"
        _clear(state)
        state.turn_player = seat
        if another_turn:
            state.founded, state.searched, state.limit = 0, False, allowance(state)
        state.step = state.game.flow.steps[step]

    return make_true


def in_setup(state: DGraymanState, seat: int, action: Action) -> None:
    """Let this player decide on the own mulligan."""
    stage("MULLIGAN_FIRST")(state, seat, action)
    state.first_player, state.turn = seat, 0


def plain_card(state: DGraymanState) -> int:
    """Return a Character card without text."""
    return next(card.number for card in state.game.cards if card.category == CHARACTER and not card.abilities)


def add_exposed(state: DGraymanState, seat: int) -> int:
    """Put a plain card into a player's Action Zone and return its id."""
    return state.enter(seat, plain_card(state), active=False, zone=ACTION)


def begin_deed(state: DGraymanState, seat: int, kind: str, actor: int = 0) -> None:
    """Let a card of `seat` (a new one, or `actor`) have stepped out for an action of this kind."""
    state.turn_player = seat
    acting = actor or add_exposed(state, seat)
    _, _, card = state.there(acting)
    card = state.change(card, active=False, to=ACTION)
    target = add_exposed(state, 1 - seat) if kind == "attack" else 0
    state.deed = DeclaredAction(kind, acting, card[CARD], names_of(state, seat, card[CARD])[:1], target)


def answers(kind: str) -> Repair:
    """Return the repair function that lets the rival have declared an action that this kind of answer meets."""

    def make_true(state: DGraymanState, seat: int, action: Action) -> None:
        _clear(state)
        begin_deed(state, 1 - seat, "attack" if answer_to("attack") == kind else "search")
        state.step = state.game.flow.steps["RESPONSE_CHOICE"]

    return make_true


def in_response(state: DGraymanState, seat: int, action: Action) -> None:
    """Let this player be asked for a Skill card within an action of the own, by the card named if it is theirs."""
    _clear(state)
    found = state.find(action[2]) if action[0] == "respond" else None
    attack = action[0] == "respond" and state.faces[action[1]].attack_only
    actor = action[2] if found is not None and found[0] == seat else 0
    begin_deed(state, seat, "attack" if attack else "search", actor)
    state.step = state.game.flow.steps["SKILL_TP"]
    if action[0] == "pass" and not state.players[seat].hand:
        state.players[seat].hand.append(plain_card(state))
