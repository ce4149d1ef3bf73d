"""The kinds of action: their words, the steps that offer them, what they require, and what a player could try."""

from __future__ import annotations

from engines.core.reasons import Kind, Repair, Requirement
from engines.dgrayman import requirements as needed
from engines.dgrayman import stages, tries

SKILL_STEPS = ("SKILL_TP", "SKILL_NTP")
OWN_MAIN = "in your own Main Phase, when you are to act"


def _plain(name: str, label: str, clause: str, when: str, steps: tuple[str, ...], stage: Repair) -> Kind:
    """Return a kind without arguments, which asks for nothing but its time."""
    form = {"end_character_phase": "end character phase", "end_main_phase": "end main phase"}.get(name, name)
    return Kind(name, form, label, clause, when, steps, stage=stage, tries=tries.plain(name))


def _action(name: str, form: str, label: str, clause: str, *more: Requirement) -> Kind:
    """Return a kind of action that a card declares by itself."""
    return Kind(
        name,
        form,
        label,
        clause,
        OWN_MAIN,
        ("MAIN_CHOICE",),
        (*needed.USABLE, *more),
        ("actor",),
        "field",
        stage=stages.stage("MAIN_CHOICE"),
        tries=tries.own(name),
    )


def _answer(name: str, clause: str, when: str) -> Kind:
    return Kind(
        name,
        f"{name} {{actor}}",
        name.capitalize(),
        clause,
        when,
        ("RESPONSE_CHOICE",),
        (needed.mine("DGM-11.4"), needed.FITS, *needed.USABLE[1:], needed.SCALE),
        ("actor",),
        "field",
        stage=stages.answers(name),
        tries=tries.own(name),
    )


def _mulligan(name: str, label: str) -> Kind:
    steps = ("MULLIGAN_FIRST", "MULLIGAN_SECOND")
    return _plain(name, label, "DGM-6.4", "before the game, once", steps, stages.in_setup)


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("first", "first {seat}", "Goes first", "DGM-6.2", "when lots are drawn", ("FIRST_PLAYER",), (), ("seat",)),
        _mulligan("keep", "Keep"),
        _mulligan("mulligan", "Mulligan"),
        Kind(
            "place",
            "place {card}",
            "Place",
            "DGM-7.5",
            "in your own Character Phase",
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
        _plain(
            "end_character_phase",
            "To the Main Phase",
            "DGM-8.8",
            "in your own Character Phase",
            ("CHAR_CHOICE",),
            stages.stage("CHAR_CHOICE"),
        ),
        Kind(
            "attack",
            "attack {actor} -> {target}",
            "Attack",
            "DGM-10.1",
            OWN_MAIN,
            ("MAIN_CHOICE",),
            (*needed.USABLE, needed.RIVALS, needed.exposed("DGM-10.1", 2)),
            ("actor", "target"),
            "field",
            True,
            stages.stage("MAIN_CHOICE"),
            tries.attacks,
        ),
        _action("search", "search with {actor}", "Search", "DGM-10.2"),
        _action("search_deck", "deck search with {actor}", "Deck Search", "DGM-10.2", needed.NOT_SEARCHED),
        _action("draw", "draw with {actor}", "Draw", "DGM-10.8"),
        _action("recover", "recover with {actor}", "Recover", "DGM-10.9", needed.SOMETHING_THERE),
        Kind(
            "take",
            "take {pile}",
            "Take",
            "DGM-10.9",
            "when you have declared a Recover",
            ("RECOVER_WHAT",),
            (needed.IN_PILE, needed.is_character("DGM-10.9")),
            ("pile",),
            tries=tries.only("RECOVER_WHAT", tries.pile),
        ),
        Kind(
            "use",
            "use {card} with {actor}",
            "Use",
            "DGM-12.2",
            OWN_MAIN,
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
        _plain(
            "end_main_phase", "End the Main Phase", "DGM-7.6", OWN_MAIN, ("MAIN_CHOICE",), stages.stage("MAIN_CHOICE")
        ),
        _answer("guard", "DGM-11.2", "when the opponent has declared an Attack"),
        _answer("intercept", "DGM-11.3", "when the opponent has declared a Search, Draw or Recover"),
        Kind(
            "with",
            "with {actor}",
            "Together with",
            "DGM-14.9",
            "when a second unit must join against a merged one",
            ("SECOND_UNIT",),
            (needed.mine("DGM-11.4"), *needed.USABLE[1:4], needed.ORDINARY, needed.OTHER_UNIT),
            ("actor",),
            tries=tries.only("SECOND_UNIT", tries.own("with")),
        ),
        Kind(
            "respond",
            "respond {card} with {actor}",
            "Use now",
            "DGM-12.3",
            "within an action, when you are asked",
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
        _plain(
            "pass",
            "Pass",
            "DGM-11.5",
            "within an action, when you are asked",
            ("RESPONSE_CHOICE", *SKILL_STEPS),
            stages.in_response,
        ),
        Kind(
            "choose",
            "choose {object}",
            "Choose",
            "DGM-9.8",
            "when your Skill card asks",
            ("ANNOUNCE",),
            (needed.asks("card"), needed.on_side("own"), needed.on_side("rival"), needed.exposed("DGM-9.8", 1)),
            ("object",),
            tries=tries.only("ANNOUNCE", tries.all_cards("choose")),
        ),
        Kind(
            "choose_unit",
            "choose unit {unit}",
            "Choose",
            "DGM-9.8",
            "when your Skill card asks",
            ("ANNOUNCE",),
            (needed.asks("unit"), needed.ANOTHER, needed.STANDS, needed.NOT_ACTIVE),
            ("unit",),
            tries=tries.only("ANNOUNCE", tries.own_units),
        ),
        Kind(
            "discard",
            "discard {card}",
            "Discard",
            "DGM-16.1",
            "when you have more than 6 cards at the end of your Main Phase, or an effect says so",
            ("HAND_ADJUST", "RIVAL_DISCARDS"),
            (needed.in_hand("DGM-16.1"),),
            ("card",),
            "hand",
            stage=stages.stage("HAND_ADJUST"),
            tries=tries.discards,
        ),
        Kind(
            "resolve",
            "resolve {waiting}",
            "First: {waiting}",
            "DGM-R42",
            "when several abilities of yours wait",
            ("CHECK",),
            (),
            ("waiting",),
        ),
        Kind(
            "reveal",
            "reveal {card}",
            "It is {card}",
            "DGM-10.6",
            "in a proof, when an unseen card matters",
            ("UNSEEN",),
            (),
            ("card",),
        ),
    )
}
