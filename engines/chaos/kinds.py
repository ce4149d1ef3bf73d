"""The kinds of action: what they require, and what a player could try. Their steps are those that offer them."""

from __future__ import annotations

from engines.chaos import requirements as needed
from engines.chaos import stages
from engines.chaos.notation import ARGUMENTS
from engines.chaos.requirements import face_up, in_hand, mine, standing
from engines.chaos.state import ChaosState
from engines.core.arguments import kinds
from engines.core.reasons import Kind, Requirement

PRICE = (needed.CONDITION, needed.PAYABLE)
ENTRY = (needed.IS_CHARACTER, needed.NOT_ENTERED, needed.ROOM, needed.NAME_FREE)
STACKING = (needed.LISTED_NAME, needed.OTHER_CARD, needed.MATERIALS, needed.EXTRA_UNIQUE)
ENTRY_EXTRA = (needed.IN_EXTRA, needed.IS_PORTRAIT, needed.NO_EXTRA_YET, mine("CHA-11.6"), *STACKING)
LEVEL_PARTNER = (in_hand("CHA-10.3"), needed.IS_LEVEL_CARD, needed.SAME_CARD, needed.NOT_LEVELLED)
LEVELLING = (needed.IS_EXTRA, needed.COPY_LEFT, in_hand("CHA-11.12", 2), needed.PAYS_NAME, needed.NOT_LEVELLED)
ABILITY = (mine("CHA-8.5"), needed.HAS_ABILITY, needed.ICON, face_up("CHA-R24"), *PRICE)
BEARER = (needed.IS_SET, mine("CHA-8.6"), needed.FITS_BEARER)
CHOSEN = (needed.RIGHT_SIDE, needed.RIGHT_KIND, needed.RIGHT_FACE, needed.RIGHT_TURN)


def fighter(clause: str) -> tuple[Requirement[ChaosState], ...]:
    """Return what is asked of a character that attacks or guards."""
    return (mine(clause), face_up(clause), standing(clause))


def in_main(
    name: str, clause: str, *requirements: Requirement[ChaosState], of: tuple[str, ...] = ()
) -> Kind[ChaosState]:
    """Return a kind of main action; of : its arguments."""
    return Kind(name, clause, (), requirements, of, targets=len(of) > 1 and of[0] != "own", stage=stages.main_phase)


def using(name: str, clause: str, argument: str, *requirements: Requirement[ChaosState]) -> Kind[ChaosState]:
    """Return the kind of using an Event or an ability."""
    return Kind(name, clause, (), requirements, (argument,), stage=stages.to_use)


def picking(
    name: str, clause: str, argument: str, zone: str, *requirements: Requirement[ChaosState]
) -> Kind[ChaosState]:
    """Return the kind of a choice inside an action."""
    return Kind(name, clause, (), requirements, (argument,), zone)


KINDS = kinds(
    ARGUMENTS,
    picking("choose_partner", "CHA-6.1", "partner", "deck", needed.IN_DECK, needed.IS_PARTNER_CARD),
    Kind("first", "CHA-6.3", arguments=("seat",)),
    Kind("keep", "CHA-6.5", stage=stages.to_redraw),
    Kind("redraw", "CHA-6.5", stage=stages.to_redraw),
    in_main("enter", "CHA-8.1", in_hand("CHA-8.1"), *ENTRY, *PRICE, of=("card", "row")),
    in_main("enter_extra", "CHA-8.2", *ENTRY_EXTRA, needed.CONDITION, needed.EXTRA_PAYABLE, of=("extra", "own")),
    in_main("level_partner", "CHA-8.4", *LEVEL_PARTNER, of=("card",)),
    in_main("level_extra", "CHA-8.4", mine("CHA-11.11"), *LEVELLING, of=("own", "card")),
    using("play", "CHA-3.2", "card", in_hand("CHA-8.5"), needed.IS_EVENT, needed.ICON, *PRICE, needed.THINGS),
    using("use", "CHA-8.5", "unit", *ABILITY, needed.THINGS, needed.NOT_USED),
    in_main("set", "CHA-8.6", in_hand("CHA-8.6"), *BEARER, *PRICE, of=("card", "unit")),
    in_main("end_main", "CHA-7.7"),
    Kind("pass", "CHA-13.5", stage=stages.in_window),
    Kind("attack", "CHA-12.4", (), (needed.ATTACKS_BEGIN, *fighter("CHA-12.4")), ("unit",), stage=stages.to_attack),
    Kind("no_attack", "CHA-12.7", stage=stages.to_attack),
    Kind("target", "CHA-15.5", (), (needed.RIVALS, face_up("CHA-R30")), ("unit",), targets=True, stage=stages.to_aim),
    Kind("target_player", "CHA-12.5"),
    Kind("draw", "CHA-12.6"),
    Kind("decline", "CHA-R42"),
    Kind("guard", "CHA-12.11", (), fighter("CHA-12.11"), ("unit",), stage=stages.to_guard),
    Kind("no_guard", "CHA-12.12"),
    Kind("turn_up", "CHA-7.10", (), (mine("CHA-7.10"), needed.FACE_DOWN), ("unit",), stage=stages.to_turn_up),
    picking("discard", "CHA-7.13", "paid", "hand", in_hand("CHA-7.13"), needed.LEFT_TO_PICK),
    picking("pay", "CHA-9.1", "paid", "hand", in_hand("CHA-9.1"), needed.PAYS),
    picking("rest", "CHA-9.1", "own", "arena", mine("CHA-9.1"), needed.PAYS),
    picking("send", "CHA-9.1", "own", "arena", mine("CHA-9.1"), needed.PAYS),
    picking("choose", "CHA-R57", "unit", "arena", *CHOSEN),
    picking("choose_card", "CHA-R57", "picked", "waiting_room", needed.AMONG, needed.LEFT_TO_PICK),
    Kind("done", "CHA-R57", (), (needed.ENOUGH,)),
    Kind("accept", "CHA-R42"),
    Kind("auto_level_up", "CHA-14.4"),
    Kind("resolve", "CHA-16.3", arguments=("waiting",)),
    Kind("reveal", "CHA-14.4", arguments=("shown",)),
)
