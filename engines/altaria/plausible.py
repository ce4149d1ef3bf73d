"""What no game can reach in a position that a person has written."""

from __future__ import annotations

from collections.abc import Iterator

from engines.altaria.keywords import break_rank
from engines.altaria.state import CARD, ENTERED, AltariaState
from engines.book.toml_schema import SEATS


def plausible(state: AltariaState) -> Iterator[tuple[str, str, str]]:
    """Yield the place, what is wrong there, and the remedy."""
    last = state.game.parameters["turn_cap"]
    if not 0 <= state.turn <= last:
        yield "turn", f"is {state.turn}.", f"A game has turns 1 to {last} (ALT-16.9)."
    for seat, player in enumerate(state.players):
        for unit in player.field:
            if unit[ENTERED] > state.turn:
                what = f"{state.name(unit[CARD])!r} entered in turn {unit[ENTERED]}."
                yield f"{SEATS[seat]}, field", what, f"It is turn {state.turn}."
        for card, _, _, put in player.energy:
            if put > state.turn:
                yield f"{SEATS[seat]}, energy", f"{state.name(card)!r} was put in turn {put}.", "That has not been yet."
    attack = state.attack
    if attack is not None:
        if len(set(attack.cores)) < len(attack.cores):
            yield "attack, cores", "names a core twice.", "An attack chooses different cores (ALT-11.4)."
        attacker = state.unit(attack.seat, attack.attacker)
        if state.step.name == "BLOCK" and attack.cores and attacker is not None:
            due = min(break_rank(state, attack.seat, attacker), state.cores_left(1 - attack.seat))
            if len(attack.cores) != due:
                what = f"names {len(attack.cores)} of the cores."
                yield "attack, cores", what, f"{state.name(attacker[CARD])!r} must choose {due} (ALT-11.4, 11.5)."
        if state.step.phase != "attack":
            yield "attack", f"nothing attacks in step {state.step.name}.", "Leave it out, or stand in an attack."
