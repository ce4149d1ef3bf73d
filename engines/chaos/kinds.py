"""The kinds of action: what they require, and what a player could try. Their steps are those that offer them."""

from __future__ import annotations

from engines.chaos import requirements as needed
from engines.chaos.notation import ARGUMENTS
from engines.chaos.requirements import face_up, in_hand, mine, standing
from engines.chaos.stages import in_window, main_phase, to_aim, to_attack, to_guard, to_redraw, to_turn_up, to_use
from engines.chaos.state import ChaosState
from engines.legal.arguments import kind, kinds
from engines.legal.reasons import Requirement

PRICE = (needed.CONDITION, needed.PAYABLE)
ENTRY = (needed.IS_CHARACTER, needed.NOT_ENTERED, needed.ROOM, needed.NAME_FREE)
STACKING = (needed.LISTED_NAME, needed.OTHER_CARD, needed.MATERIALS, needed.EXTRA_UNIQUE)
STACKED_ON = (mine("CHA-11.6"), *STACKING, needed.CONDITION, needed.EXTRA_PAYABLE)
ENTRY_EXTRA = (needed.IN_EXTRA, needed.IS_PORTRAIT, needed.NO_EXTRA_YET, *STACKED_ON)
LEVEL_PARTNER = (in_hand("CHA-10.3"), needed.IS_LEVEL_CARD, needed.SAME_CARD, needed.NOT_LEVELLED)
LEVELLING = (needed.IS_EXTRA, needed.COPY_LEFT, in_hand("CHA-11.12", 2), needed.PAYS_NAME, needed.NOT_LEVELLED)
EVENT = (in_hand("CHA-8.5"), needed.IS_EVENT, needed.ICON, *PRICE, needed.THINGS)
ABILITY = (mine("CHA-8.5"), needed.HAS_ABILITY, needed.ICON, face_up("CHA-R24"), *PRICE, needed.THINGS, needed.NOT_USED)
BEARER = (needed.IS_SET, mine("CHA-8.6"), needed.FITS_BEARER)
CHOSEN = (needed.RIGHT_SIDE, needed.RIGHT_KIND, needed.RIGHT_FACE, needed.RIGHT_TURN)


def fighter(clause: str) -> tuple[Requirement[ChaosState], ...]:
    """Return what is asked of a character that attacks or guards."""
    return (mine(clause), face_up(clause), standing(clause))


KINDS = kinds(
    ARGUMENTS,
    kind("choose_partner", "CHA-6.1", needed.IN_DECK, needed.IS_PARTNER_CARD, of="partner", zone="deck"),
    kind("first", "CHA-6.3", of="seat"),
    kind("keep", "CHA-6.5", stage=to_redraw),
    kind("redraw", "CHA-6.5", stage=to_redraw),
    kind("enter", "CHA-8.1", in_hand("CHA-8.1"), *ENTRY, *PRICE, of="card row", stage=main_phase, targets=True),
    kind("enter_extra", "CHA-8.2", *ENTRY_EXTRA, of="extra own", stage=main_phase, targets=True),
    kind("level_partner", "CHA-8.4", *LEVEL_PARTNER, of="card", stage=main_phase),
    kind("level_extra", "CHA-8.4", mine("CHA-11.11"), *LEVELLING, of="own card", stage=main_phase),
    kind("play", "CHA-3.2", *EVENT, of="card", stage=to_use),
    kind("use", "CHA-8.5", *ABILITY, of="unit", stage=to_use),
    kind("set", "CHA-8.6", in_hand("CHA-8.6"), *BEARER, *PRICE, of="card unit", stage=main_phase, targets=True),
    kind("end_main", "CHA-7.7", stage=main_phase),
    kind("pass", "CHA-13.5", stage=in_window),
    kind("attack", "CHA-12.4", needed.ATTACKS_BEGIN, *fighter("CHA-12.4"), of="unit", stage=to_attack),
    kind("no_attack", "CHA-12.7", stage=to_attack),
    kind("target", "CHA-15.5", needed.RIVALS, face_up("CHA-R30"), of="unit", targets=True, stage=to_aim),
    kind("target_player", "CHA-12.5"),
    kind("draw", "CHA-12.6"),
    kind("decline", "CHA-R42"),
    kind("guard", "CHA-12.11", *fighter("CHA-12.11"), of="unit", stage=to_guard),
    kind("no_guard", "CHA-12.12"),
    kind("turn_up", "CHA-7.10", mine("CHA-7.10"), needed.FACE_DOWN, of="unit", stage=to_turn_up),
    kind("discard", "CHA-7.13", in_hand("CHA-7.13"), needed.LEFT_TO_PICK, of="paid", zone="hand"),
    kind("pay", "CHA-9.1", in_hand("CHA-9.1"), needed.PAYS, of="paid", zone="hand"),
    kind("rest", "CHA-9.1", mine("CHA-9.1"), needed.PAYS, of="own", zone="arena"),
    kind("send", "CHA-9.1", mine("CHA-9.1"), needed.PAYS, of="own", zone="arena"),
    kind("choose", "CHA-R57", *CHOSEN, of="unit", zone="arena"),
    kind("choose_card", "CHA-R57", needed.AMONG, needed.LEFT_TO_PICK, of="picked", zone="waiting_room"),
    kind("done", "CHA-R57", needed.ENOUGH),
    kind("accept", "CHA-R42"),
    kind("auto_level_up", "CHA-14.4"),
    kind("resolve", "CHA-16.3", of="waiting"),
    kind("reveal", "CHA-14.4", of="shown"),
)
