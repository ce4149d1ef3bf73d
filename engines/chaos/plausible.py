"""What no game can reach in a position that a person has written."""

from __future__ import annotations

from collections.abc import Iterator

from engines.book.toml_schema import SEATS
from engines.chaos.arena import falls
from engines.chaos.check import due_in_arenas
from engines.chaos.state import PARTNER, ChaosState


def plausible(state: ChaosState) -> Iterator[tuple[str, str, str]]:
    """Yield the place, what is wrong there, and the remedy."""
    for seat, player in enumerate(state.players):
        if player.arena[PARTNER] is None and state.step.phase != state.game.flow.first.phase:
            yield f"{SEATS[seat]}, partner", "there is no Partner.", "Each player has one (CHA-4.2)."
        for space, pile in enumerate(player.arena):
            if pile is not None and falls(state, seat, space, pile):
                what = f"{state.name(pile.top)!r} has {pile.damage} damage."
                yield SEATS[seat], what, "Damage that reaches the END turns it face-down at once (CHA-12.15)."
    chosen = all(player.arena[PARTNER] is not None for player in state.players)
    for number in due_in_arenas(state)[1] if chosen else ():
        seat, _, pile = state.location[number]
        what = f"{state.name(pile.top)!r} shares a Name with another character."
        yield SEATS[seat], what, "A Name stands in an arena once (CHA-R10)."
    battle = state.battle
    if battle is not None:
        for role, number in zip(("attacker", "guard"), (battle.attacker, battle.guard), strict=True):
            found = state.location.get(number) if number and number not in battle.out else None
            if found is not None and not found[2].up:
                what = f"the {role} {state.name(found[2].top)!r} is face-down."
                yield f"attack, {role}", what, "Only face-up characters attack and guard (CHA-12.3, 12.11)."
