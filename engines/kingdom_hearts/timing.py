"""The right moments of the kinds of action: each a test that is the truth of its words."""

from __future__ import annotations

from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts.state import KingdomHeartsState
from engines.legal.moments import Holds, Moment, Over, asked, during, own, within

STEPS = ("B1", "B2", "B3", "B4", "B6")
"""The steps of a Battle in which something is decided, in their order."""


def hero_chosen(state: KingdomHeartsState, seat: int) -> bool:
    """Return True once this player has chosen a hero."""
    return state.step.name != "S1" or len(state.pending) > seat


def in_battle_step(*steps: str) -> Holds[KingdomHeartsState]:
    """Return the truth of "in this step of your Battle"."""
    return lambda state, seat: state.turn_player == seat and within(state, *steps)


def past(step: str) -> Holds[KingdomHeartsState]:
    """Return the truth of "this step of your Battle is over"."""
    return in_battle_step(*STEPS[STEPS.index(step) + 1 :])


def in_challenge(state: KingdomHeartsState, seat: int) -> bool:
    """Return True if this player is asked in a Challenge."""
    return within(state, "C2") and asked(state, seat)


def also_in_challenge(holds: Holds[KingdomHeartsState]) -> Holds[KingdomHeartsState]:
    """Return the truth of "..., or in a Challenge when you are asked"."""
    return lambda state, seat: in_challenge(state, seat) or holds(state, seat)


def when_cast(state: KingdomHeartsState, seat: int) -> bool:
    """Return True in the own Action Time outside a Battle, in step 4 of the own Battle, and asked in a Challenge."""
    return own("action")(state, seat) or in_battle_step("B4")(state, seat) or in_challenge(state, seat)


def challenged(state: KingdomHeartsState, seat: int) -> bool:
    """Return True once the turn player has announced the Challenge of this turn (KH-6.5)."""
    return own("challenge")(state, seat) and state.step.name != "C0"


def in_form(state: KingdomHeartsState, seat: int) -> bool:
    """Return True in the own Discard Time with a Form Change on the hero."""
    return own("discard")(state, seat) and state.players[seat].form != NO_CARD


def form_decided(state: KingdomHeartsState, seat: int) -> bool:
    """Return True in the own Discard Time once a Form Change was kept."""
    return in_form(state, seat) and state.step.name != "D1"


OF_ACTION_TIME = ("move", "battle", "flee", "obstruct", "call", "summon", "event", "equip", "form", "end_action")
IN_ACTION_TIME = Moment("action", own("action", "battle"), (Over("action", "", own("challenge", "discard")),))
FORM = Moment("form", in_form, (Over("form", "KH-6.7", form_decided),))
CHALLENGE_OVER = (Over("challenge", "KH-6.5", challenged), Over("challenge_time", "KH-6.5", own("discard")))
MOMENTS: dict[str, Moment[KingdomHeartsState]] = {
    **dict.fromkeys(OF_ACTION_TIME, IN_ACTION_TIME),
    **dict.fromkeys(("drop_form", "keep_form"), FORM),
    "hero": Moment("hero", during("setup"), (Over("hero", "KH-5.1", hero_chosen),)),
    "cast": Moment("cast", when_cast),
    "technique": Moment("technique", in_battle_step("B1"), (Over("technique", "KH-9.5", past("B1")),)),
    "join": Moment("join", also_in_challenge(in_battle_step("B2")), (Over("join", "KH-9.6", past("B2")),)),
    "attack": Moment("attack", also_in_challenge(in_battle_step("B3")), (Over("attack", "KH-9.7", past("B3")),)),
    "skip": Moment("skip", lambda s, seat: in_battle_step(*STEPS[:4])(s, seat) or asked(s, seat, "C0")),
    "challenge": Moment("challenge", own("challenge"), CHALLENGE_OVER),
    "pass": Moment("pass", in_challenge),
    "discard": Moment("discard", own("discard")),
}
