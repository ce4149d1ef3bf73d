"""Checks whether a game could reach a written position, and reports what makes it impossible."""

from __future__ import annotations

from collections.abc import Iterator

from engines.book.toml_schema import SEATS
from engines.chaos.arena import has_fallen
from engines.chaos.battle import after_attack, kind_of_strike
from engines.chaos.cards import EXTRA, NO_CARD, TARGET_SELECT
from engines.chaos.check import due_in_arenas
from engines.chaos.main_phase import fits_bearer
from engines.chaos.state import DONE, FOUGHT, PARTNER, SPACES, Battle, ChaosState, Pile
from engines.chaos.values import has_skill
from engines.forms.turns import find_wrong_turn

Faults = Iterator[tuple[str, str, str]]
"""Faults as (place in the document, what is wrong there, remedy)."""

PROCEDURES = ("action", "damage", "check")
"""The phases that are nested in another step. In them, rule processes may still be due (CHA-16.2)."""
BEFORE_GUARD = ("D2", "D3", "W2", "G1")
"""The steps of a battle before a guard has been declared."""
WITHOUT_BATTLE = ("A1", "W1", "D1", "X2")
"""The steps of the Battle Phase without an attack."""
STRIKES = {"H2": "first", "H4": "together", "H5": "direct"}
"""The kind of strike by the step in which it happens (CHA-12.14, 12.16, 15.3)."""


def plausible(state: ChaosState) -> Faults:
    """Yield a fault for each feature of a written position that no game could reach."""
    yield from find_wrong_turn(state, state.game.parameters["turn_cap"], "CHA-R48", begins="T0")
    for seat, player in enumerate(state.players):
        if player.arena[PARTNER] is None and state.step.phase != state.game.flow.first.phase:
            yield f"{SEATS[seat]}, partner", "there is no Partner.", "Each player has one (CHA-4.2)."
        for space, pile in enumerate(player.arena):
            if pile is not None and state.step.phase not in PROCEDURES and has_fallen(state, seat, space, pile):
                what = f"{state.name(pile.top)!r} has {pile.damage} damage."
                yield SEATS[seat], what, "Damage that reaches the END turns it face-down at once (CHA-12.15)."
            if pile is not None:
                yield from _of_pile(state, f"{SEATS[seat]}, {SPACES[space].split()[0]}", space, pile)
    chosen = all(player.arena[PARTNER] is not None for player in state.players)
    for number in due_in_arenas(state)[1] if chosen else ():
        seat, _, pile = state.location[number]
        what = f"{state.name(pile.top)!r} shares a Name with another character."
        yield SEATS[seat], what, "A Name stands in an arena once (CHA-R10)."
    yield from _of_turn(state)
    if state.battle is not None:
        yield from _of_battle(state, state.battle)


def _of_pile(state: ChaosState, where: str, space: int, pile: Pile) -> Faults:
    """Yield a fault for each level card or Set card in an impossible place."""
    faces = state.faces
    for top, levels in ((pile.top, pile.levels), *pile.under):
        if any(level != top for level in levels):
            yield (
                where,
                f"{state.name(top)!r} has a level card of another name.",
                "It must be a copy (CHA-10.3, 11.11).",
            )
        if levels and space != PARTNER and faces[top].category != EXTRA:
            yield where, f"{state.name(top)!r} has a level card.", "A Partner and Extra characters have some (CHA-8.4)."
    tops = [pile.top, *(top for top, _ in pile.under)]
    if pile.gear != NO_CARD and not any(fits_bearer(state, pile.gear, pile._replace(top=top)) for top in tops):
        what = f"{state.name(pile.gear)!r} is not set on {state.name(pile.top)!r}."
        yield where, what, "It asks for a character of another attribute (CHA-R22)."


def _of_turn(state: ChaosState) -> Faults:
    """Yield a fault for each deed that is marked for this turn but cannot have happened."""
    phase, name = state.step.phase, state.step.name
    if phase == "beginning" and name != "T0" and state.done:
        done = [word for at, word in enumerate(DONE) if state.done & 1 << at]
        yield "done", f"is {done} in step {name}.", "Nothing has been done yet this turn: leave it out (CHA-7.1)."
    if phase == "main" and state.done & FOUGHT:
        yield "done", f"has 'fought' in step {name}.", "The Battle Phase comes later: leave it out (CHA-12.1)."
    if state.battle is not None and (phase in ("beginning", "main", "end") or name in WITHOUT_BATTLE):
        yield "attack", f"nobody attacks in step {name}.", "Leave it out, or stand in a battle (CHA-12.4)."
    if state.battle is not None and state.turn == 1:
        yield "attack", "there are no attacks in turn 1.", "Write a later turn (CHA-7.8, 12.8)."


def _of_battle(state: ChaosState, battle: Battle) -> Faults:
    """Yield a fault for each character that cannot be in the battle, and each contradiction with its step."""
    there = {}
    for role in ("attacker", "target", "guard"):
        number = getattr(battle, role)
        found = there[role] = state.location.get(number) if number and number not in battle.out else None
        if found is not None and not found[2].up:
            what = f"the {role} {state.name(found[2].top)!r} is face-down."
            remedy = "Only face-up characters attack, are attacked and guard (CHA-12.3, 12.11, 15.5)."
            yield f"attack, {role}", what, remedy
        if found is not None and (found[0] == state.turn_player) != (role == "attacker"):
            yield (
                f"attack, {role}",
                f"{state.name(found[2].top)!r} is on the wrong side.",
                "Name one of the other arena.",
            )
    name = state.step.name
    if name in BEFORE_GUARD and battle.guard:
        yield "attack, guard", f"nobody guards yet in step {name}.", "Leave it out (CHA-12.11)."
    if name == "D2" and there["attacker"] and after_attack(state) != "target":
        yield "attack, attacker", "it cannot choose a target.", "Only one with Target Select can (CHA-15.5)."
    chosen = battle.target and name in BEFORE_GUARD and name != "D2"
    if chosen and there["attacker"] and not has_skill(state, there["attacker"][2], TARGET_SELECT):
        yield "attack, target", "it is a character.", "Only one with Target Select attacks a character (CHA-15.5)."
    if name == "D3" and there["attacker"] and state.partner(state.turn_player).id != battle.attacker:
        yield "attack, attacker", "it is not the Partner.", "Only an attack of the Partner draws (CHA-12.6)."
    if name == "H3" and not battle.struck:
        yield "attack", "nobody has struck yet in step H3.", "Begin in step H2 and play from there (CHA-15.3)."
    if name in STRIKES and kind_of_strike(state) != STRIKES[name]:
        yield (
            "",
            f"step {name} does not follow from this attack.",
            "Write step H1: it leads to the right one (CHA-12.14).",
        )
