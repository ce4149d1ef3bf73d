"""The kinds of action: the steps that offer them, what they require, and what a player could try."""

from __future__ import annotations

from engines.core.reasons import Kind, Repair, Requirement
from engines.dgrayman import requirements as needed
from engines.dgrayman import stages, tries

SKILL_STEPS = ("SKILL_TP", "SKILL_NTP")


def _plain(name: str, clause: str, steps: tuple[str, ...], stage: Repair) -> Kind:
    """Return a kind without arguments, which asks for nothing but its time."""
    return Kind(name, clause, steps, stage=stage, tries=tries.plain(name))


def _action(name: str, clause: str, *more: Requirement) -> Kind:
    """Return a kind of action that a card declares by itself."""
    return Kind(
        name,
        clause,
        ("MAIN_CHOICE",),
        (*needed.USABLE, *more),
        ("actor",),
        "field",
        stage=stages.stage("MAIN_CHOICE"),
        tries=tries.own(name),
    )


def _answer(name: str, clause: str) -> Kind:
    return Kind(
        name,
        clause,
        ("RESPONSE_CHOICE",),
        (needed.mine("DGM-11.4"), needed.FITS, *needed.USABLE[1:], needed.SCALE),
        ("actor",),
        "field",
        stage=stages.answers(name),
        tries=tries.own(name),
    )


def _mulligan(name: str) -> Kind:
    return _plain(name, "DGM-6.4", ("MULLIGAN_FIRST", "MULLIGAN_SECOND"), stages.in_setup)


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("first", "DGM-6.2", ("FIRST_PLAYER",), (), ("seat",)),
        _mulligan("keep"),
        _mulligan("mulligan"),
        Kind(
            "place",
            "DGM-7.5",
            ("CHAR_CHOICE",),
            (
                needed.in_hand("DGM-8.4"),
                needed.is_character("DGM-7.5"),
                needed.BOTH_THERE,
                needed.UNLINKED,
                needed.MAY_FOUND,
            ),
            ("card",),
            "hand",
            stage=stages.stage("CHAR_CHOICE"),
            tries=tries.hand("place"),
        ),
        _plain("end_character_phase", "DGM-8.8", ("CHAR_CHOICE",), stages.stage("CHAR_CHOICE")),
        Kind(
            "attack",
            "DGM-10.1",
            ("MAIN_CHOICE",),
            (*needed.USABLE, needed.RIVALS, needed.exposed("DGM-10.1", 2)),
            ("actor", "target"),
            "field",
            True,
            stages.stage("MAIN_CHOICE"),
            tries.attacks,
        ),
        _action("search", "DGM-10.2"),
        _action("search_deck", "DGM-10.2", needed.NOT_SEARCHED),
        _action("draw", "DGM-10.8"),
        _action("recover", "DGM-10.9", needed.SOMETHING_THERE),
        Kind(
            "take",
            "DGM-10.9",
            ("RECOVER_WHAT",),
            (needed.IN_PILE, needed.is_character("DGM-10.9")),
            ("pile",),
            tries=tries.only("RECOVER_WHAT", tries.pile),
        ),
        Kind(
            "use",
            "DGM-12.2",
            ("MAIN_CHOICE",),
            (
                needed.in_hand("DGM-12.2"),
                needed.IS_SKILL,
                needed.mine("DGM-12.2", 2),
                needed.MAIN_TIMING,
                needed.BEARS_NAME,
                needed.in_standby(2),
                needed.unit_active(2),
                needed.doubles_first(2),
                *needed.POSSIBLE,
            ),
            ("card", "actor"),
            "hand",
            stage=stages.stage("MAIN_CHOICE"),
            tries=tries.skills("use"),
        ),
        _plain("end_main_phase", "DGM-7.6", ("MAIN_CHOICE",), stages.stage("MAIN_CHOICE")),
        _answer("guard", "DGM-11.2"),
        _answer("intercept", "DGM-11.3"),
        Kind(
            "with",
            "DGM-14.9",
            ("SECOND_UNIT",),
            (needed.mine("DGM-11.4"), *needed.USABLE[1:4], needed.ORDINARY, needed.OTHER_UNIT),
            ("actor",),
            tries=tries.only("SECOND_UNIT", tries.own("with")),
        ),
        Kind(
            "respond",
            "DGM-12.3",
            SKILL_STEPS,
            (
                needed.in_hand("DGM-12.3"),
                needed.IS_SKILL,
                needed.mine("DGM-12.4", 2),
                needed.RESPONSE_TIMING,
                needed.ENGAGED,
                needed.BEARS_NAME,
                needed.IN_ATTACK,
                *needed.POSSIBLE,
            ),
            ("card", "actor"),
            "hand",
            stage=stages.in_response,
            tries=tries.skills("respond"),
        ),
        _plain("pass", "DGM-11.5", ("RESPONSE_CHOICE", *SKILL_STEPS), stages.in_response),
        Kind(
            "choose",
            "DGM-9.8",
            ("ANNOUNCE",),
            (needed.asks("card"), needed.on_side("own"), needed.on_side("rival"), needed.exposed("DGM-9.8", 1)),
            ("object",),
            tries=tries.only("ANNOUNCE", tries.all_cards("choose")),
        ),
        Kind(
            "choose_unit",
            "DGM-9.8",
            ("ANNOUNCE",),
            (needed.asks("unit"), needed.ANOTHER, needed.STANDS, needed.NOT_ACTIVE),
            ("unit",),
            tries=tries.only("ANNOUNCE", tries.own_units),
        ),
        Kind(
            "discard",
            "DGM-16.1",
            ("HAND_ADJUST", "RIVAL_DISCARDS"),
            (needed.in_hand("DGM-16.1"),),
            ("card",),
            "hand",
            stage=stages.stage("HAND_ADJUST"),
            tries=tries.discards,
        ),
        Kind("resolve", "DGM-R42", ("CHECK",), (), ("waiting",)),
        Kind("reveal", "DGM-10.6", ("UNSEEN",), (), ("card",)),
    )
}
