"""Chapter 8: the Charge Phase."""

from __future__ import annotations

from engines.altaria.cards import UNSEEN
from engines.altaria.heuristics import worth_of_altar_charge, worth_of_energy_charge
from engines.altaria.requirements import HAND_CARD
from engines.altaria.state import AltariaState
from engines.altaria.turn import turn_player
from engines.kernel.rows import record_event
from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.kit import kit


def list_charges(state: AltariaState) -> list[Action]:
    """Return every way to charge a hand card, and charging none (ALT-8.1 to 8.3).

    A card goes to the altar, or becomes energy with either face.
    """
    actions: list[Action] = []
    faces = state.faces
    for card in dict.fromkeys(state.players[state.turn_player].hand):
        if card != UNSEEN:
            actions += faces[card].charges
    if actions:
        actions.append(("skip_charge",))
    return actions


def charge_altar(state: AltariaState, action: Action) -> None:
    """Put a hand card on the altar, upright if it has one attribute, fatigued if it has more (ALT-8.6, 8.7, 8.8)."""
    card, seat = action[1], state.turn_player
    player = state.players[seat]
    player.hand.remove(card)
    fatigued = enters_altar_fatigued(state, card)
    player.altar.append((card, NO_CARD, fatigued))
    state.note(
        "charged_altar.fatigued" if fatigued else "charged_altar", "ALT-8.8" if fatigued else "ALT-8.7", seat, card=card
    )


def enters_altar_fatigued(state: AltariaState, card: int) -> bool:
    """Return True if the card has symbols of two or more different attributes (ALT-8.8, ALT-R6)."""
    return state.faces[card].colours > 1


def charge_energy(state: AltariaState, action: Action) -> None:
    """Put a hand card into the Energy Zone, face up or down, always upright (ALT-8.3, 8.4)."""
    card, seat, up = action[1], state.turn_player, action[2] == "up"
    player = state.players[seat]
    player.hand.remove(card)
    player.energy.append((card, up, False, state.turn))
    state.note("charged_energy.up" if up else "charged_energy", "ALT-8.3", seat, secret=not up, card=card)


FACE = kit.word("up", "down")
CHARGE = kit.Moment(
    "charge", kit.own("charge"), (kit.Over("charge", "ALT-8.1", kit.own("main", "attack", "end")),), kit.stage("CHARGE")
)
charge_action = kit.actions_with(clause="ALT-8.1", to="MAIN_START", when=CHARGE)

CHARGE_ALTAR = charge_action(
    "charge_altar", do=charge_altar, words="a card to the altar", looks=worth_of_altar_charge, card=HAND_CARD
)
CHARGE_ENERGY = charge_action(
    "charge_energy", do=charge_energy, words="a card to energy", looks=worth_of_energy_charge, card=HAND_CARD, face=FACE
)
SKIP_CHARGE = charge_action(
    "skip_charge", do=record_event("no_charge", "ALT-8.1", turn_player), words="declined", looks=0
)
