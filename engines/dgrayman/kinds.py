"""The kinds of action: the steps that offer them, what they require, and the moment at which they come."""

from __future__ import annotations

from engines.core.arguments import kinds
from engines.core.reasons import Kind
from engines.dgrayman import requirements as needed
from engines.dgrayman.notation import ARGUMENTS
from engines.dgrayman.repairs import answers, in_response, stage
from engines.dgrayman.requirements import USABLE, asks, exposed, in_hand, is_character, mine, on_side

MULLIGANS = ("MULLIGAN_FIRST", "MULLIGAN_SECOND")
SKILL_STEPS = ("SKILL_TP", "SKILL_NTP")
MAIN = ("MAIN_CHOICE",)
in_main = stage("MAIN_CHOICE")

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
    Kind("first", "DGM-6.2", ("FIRST_PLAYER",), (), ("seat",)),
    Kind("keep", "DGM-6.4", MULLIGANS),
    Kind("mulligan", "DGM-6.4", MULLIGANS),
    Kind("place", "DGM-7.5", ("CHAR_CHOICE",), PLACING, ("card",), stage=stage("CHAR_CHOICE")),
    Kind("end_character_phase", "DGM-8.8", ("CHAR_CHOICE",)),
    Kind("attack", "DGM-10.1", MAIN, ATTACKING, ("actor", "target"), targets=True, stage=in_main),
    Kind("search", "DGM-10.2", MAIN, USABLE, ("actor",), stage=in_main),
    Kind("search_deck", "DGM-10.2", MAIN, (*USABLE, needed.NOT_SEARCHED), ("actor",), stage=in_main),
    Kind("draw", "DGM-10.8", MAIN, USABLE, ("actor",), stage=in_main),
    Kind("recover", "DGM-10.9", MAIN, (*USABLE, needed.SOMETHING_THERE), ("actor",), stage=in_main),
    Kind("take", "DGM-10.9", ("RECOVER_WHAT",), (needed.IN_PILE, is_character("DGM-10.9")), ("pile",)),
    Kind("use", "DGM-12.2", MAIN, USING, ("skill", "actor"), stage=in_main),
    Kind("end_main_phase", "DGM-7.6", MAIN),
    Kind("guard", "DGM-11.2", ("RESPONSE_CHOICE",), ANSWERING, ("actor",), stage=answers("guard")),
    Kind("intercept", "DGM-11.3", ("RESPONSE_CHOICE",), ANSWERING, ("actor",), stage=answers("intercept")),
    Kind("with", "DGM-14.9", ("SECOND_UNIT",), JOINING, ("actor",)),
    Kind("respond", "DGM-12.3", SKILL_STEPS, RESPONDING, ("skill", "actor"), stage=in_response),
    Kind("pass", "DGM-11.5", ("RESPONSE_CHOICE", *SKILL_STEPS)),
    Kind("choose", "DGM-9.8", ("ANNOUNCE",), CHOOSING, ("object",)),
    Kind("choose_unit", "DGM-9.8", ("ANNOUNCE",), CHOOSING_UNIT, ("unit",)),
    Kind(
        *("discard", "DGM-16.1", ("HAND_ADJUST", "RIVAL_DISCARDS"), (in_hand("DGM-16.1"),), ("any_card",)),
        stage=stage("HAND_ADJUST"),
    ),
    Kind("resolve", "DGM-R42", ("CHECK",), (), ("waiting",)),
    Kind("reveal", "DGM-10.6", ("UNSEEN",), (), ("card",)),
)
