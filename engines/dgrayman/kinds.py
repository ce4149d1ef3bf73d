"""The kinds of action: what they require, and what a player could try. Their steps are those that offer them."""

from __future__ import annotations

from engines.dgrayman import requirements as needed
from engines.dgrayman.notation import ARGUMENTS
from engines.dgrayman.repairs import answers, in_response, stage
from engines.dgrayman.requirements import USABLE, asks, exposed, in_hand, is_character, mine, on_side
from engines.legal.arguments import kind, kinds

MAIN = stage("MAIN_CHOICE")
ANSWERING = (mine("DGM-11.4"), needed.FITS, *USABLE[1:], needed.SCALE)
JOINING = (mine("DGM-11.4"), *USABLE[1:4], needed.ORDINARY, needed.OTHER_UNIT)
PLACING = (in_hand("DGM-8.4"), is_character("DGM-7.5"), needed.BOTH_THERE, needed.UNLINKED, needed.MAY_FOUND)
USING = (
    *(in_hand("DGM-12.2"), needed.IS_SKILL, mine("DGM-12.2"), needed.MAIN_TIMING, needed.BEARS_NAME),
    *(needed.IN_STANDBY, needed.UNIT_ACTIVE, needed.DOUBLES_FIRST, *needed.POSSIBLE),
)
RESPONDING = (
    *(in_hand("DGM-12.3"), needed.IS_SKILL, mine("DGM-12.4"), needed.RESPONSE_TIMING),
    *(needed.ENGAGED, needed.BEARS_NAME, needed.IN_ATTACK, *needed.POSSIBLE),
)
CHOOSING = (asks("card"), on_side("own"), on_side("rival"), exposed("DGM-9.8"))
CHOOSING_UNIT = (asks("unit"), needed.ANOTHER, needed.STANDS, needed.NOT_ACTIVE)
ATTACKING = (*USABLE, needed.RIVALS, exposed("DGM-10.1"))

KINDS = kinds(
    ARGUMENTS,
    kind("first", "DGM-6.2", of="seat"),
    kind("keep", "DGM-6.4"),
    kind("mulligan", "DGM-6.4"),
    kind("place", "DGM-7.5", *PLACING, of="card", stage=stage("CHAR_CHOICE")),
    kind("end_character_phase", "DGM-8.8"),
    kind("attack", "DGM-10.1", *ATTACKING, of="actor target", stage=MAIN, targets=True),
    kind("search", "DGM-10.2", *USABLE, of="actor", stage=MAIN),
    kind("search_deck", "DGM-10.2", *USABLE, needed.NOT_SEARCHED, of="actor", stage=MAIN),
    kind("draw", "DGM-10.8", *USABLE, of="actor", stage=MAIN),
    kind("recover", "DGM-10.9", *USABLE, needed.SOMETHING_THERE, of="actor", stage=MAIN),
    kind("take", "DGM-10.9", needed.IN_PILE, is_character("DGM-10.9"), of="pile"),
    kind("use", "DGM-12.2", *USING, of="skill actor", stage=MAIN),
    kind("end_main_phase", "DGM-7.6"),
    kind("guard", "DGM-11.2", *ANSWERING, of="actor", stage=answers("guard")),
    kind("intercept", "DGM-11.3", *ANSWERING, of="actor", stage=answers("intercept")),
    kind("with", "DGM-14.9", *JOINING, of="actor"),
    kind("respond", "DGM-12.3", *RESPONDING, of="skill actor", stage=in_response),
    kind("pass", "DGM-11.5"),
    kind("choose", "DGM-9.8", *CHOOSING, of="object"),
    kind("choose_unit", "DGM-9.8", *CHOOSING_UNIT, of="unit"),
    kind("discard", "DGM-16.1", in_hand("DGM-16.1"), of="any_card", stage=stage("HAND_ADJUST")),
    kind("resolve", "DGM-R42", of="waiting"),
    kind("reveal", "DGM-10.6", of="card"),
)
