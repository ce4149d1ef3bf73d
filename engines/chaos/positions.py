"""The defaults of written positions of ChaosTCG, and checks on their contents.

A player's table: partner (one character), front and back (the Friends of the two rows), deck, hand, waiting_room,
backyard, extra (face-down Extra cards) and spent (face-up ones). A character is written with its pile: "Unfading
Light Minato + Unfading Light Minato over First Light Minato with Signal Lantern, rest, down, damage 2, atk +1": the top
card, its level cards, what is beneath it, and its Set card. Unnamed cards become Set cards that cannot interrupt, or
unseen ones if the document says `unseen = true`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.chaos.arena import put_character
from engines.chaos.cards import BLANK, CHARACTER, EXTRA, NO_CARD, SET, UNSEEN
from engines.chaos.state import FOUGHT, PARTNER, REST, ChaosState
from engines.errors import DataError
from engines.forms.positions import Habits, Reader
from engines.game import Game

BEFORE_PARTNERS = "S1"
"""The step before the Partners are chosen."""


FIRST_OF_BATTLE = "A1"
"""The step that triggers the abilities for the start of the Battle Phase."""


def plain_cards(game: Game) -> list[int]:
    """Return the cards that replace unnamed ones: Set cards or, in an Extra deck, upright Extra cards."""
    return [card.number for card in game.cards if card.category in (SET, EXTRA)]


def complete_partner(reader: Reader[ChaosState]) -> None:
    """Complete a missing Partner with a plain one, face-down during setup.

    Before the choice there is none (CHA-4.2).
    """
    state: ChaosState = reader.state
    player, step = state.players[reader.seat], reader.document.get("step", "")
    if "partner" not in reader.tables[reader.seat] and step != BEFORE_PARTNERS:
        characters = [card.name for card in reader.game.cards if card.category == CHARACTER]
        down = ", down" if state.turn == 0 else ""
        player.partner = player.declaration["partner"].read(reader, f"{characters[reader.seat]}{down}")
    if (player.arena[PARTNER] is None) != (step == BEFORE_PARTNERS):
        raise DataError(reader.where, "has no Partner.", "Each player has one, but none while choosing (CHA-4.2).")


def index_places(reader: Reader[ChaosState]) -> None:
    """Index the places of the characters that have been read: a text under way may ask for their ATK and END."""
    reader.state.location = {found[2].id: found for found in reader.state.everyone()}


def check_losses(reader: Reader[ChaosState]) -> None:
    """Refuse impossible losses, and index the places of the characters."""
    index_places(reader)
    reader.state.changed_piles = tuple(reader.state.location)
    for player in reader.state.players:
        player.top_cards = [NO_CARD if pile is None else pile.top for pile in player.arena]
    found = reader.state.losses
    if len(found) != 2 or not set(found) <= {"", "CHA-17.1", "CHA-17.2"}:
        raise DataError(reader.where, f"losses are {found!r}.", "One clause or nothing for each player.")


def complete_battle(reader: Reader[ChaosState]) -> None:
    """Rest the attacker (CHA-12.4); refuse a battle with missing characters, and a step without the battle it needs."""
    state: ChaosState = reader.state
    fight, where = state.battle, f"{reader.where}, attack"
    if fight is None:
        if (
            state.result is None
            and state.step.phase == "battle"
            and state.step.name not in ("A1", "W1", "D1", "X1", "X2")
        ):
            raise DataError(
                reader.where, f"step {state.step.name} needs an attack.", 'Add attack = { attacker = "..." }.'
            )
        return
    for number in {fight.attacker, fight.target or fight.attacker, fight.guard or fight.attacker} - {*fight.out}:
        if state.location.get(number) is None:
            raise DataError(where, f"there is no character #{number}.", "Name one in the arena.")
    found = state.location.get(fight.attacker)
    if found is not None and reader.by_hand:
        put_character(state, found[0], found[1], found[2]._replace(turn=REST))


def note_battle_phase(reader: Reader[ChaosState]) -> None:
    """Record that the Battle Phase has begun, if the step comes after that (CHA-12.2)."""
    state: ChaosState = reader.state
    if reader.by_hand and state.step.phase in ("battle", "end") and state.step.name != FIRST_OF_BATTLE:
        state.done |= FOUGHT


def place_of_step(reader: Reader[ChaosState], step: str) -> tuple[str, Mapping[str, Any]]:
    """Return the step to start in, with the locals and the frame that an ability step needs.

    The frame holds the exit that follows the ability step; the Main player is asked first.
    """
    if step == "H2" and "flow" not in reader.document:
        return "H1", {}
    places = reader.game.flow.places
    after = {"W1": "D1", "W3": "H1"}
    after["W2"] = next(name for name, way in places.items() if _is_guard_way(way)) if step == "W2" else ""
    if step not in after:
        return step, {}
    return step, {"local": [reader.state.turn_player, 0], "frames": [[after[step], []]]}


def _is_guard_way(place: Any) -> bool:
    """Return True if a continuation leads to the guard declaration."""
    return getattr(getattr(getattr(place, "way", None), "yes", None), "name", "") == "G1"


HABITS = Habits(
    ChaosState,
    step="M2",
    turn=5,
    plain=plain_cards,
    unseen=(BLANK, UNSEEN),
    of_player=(complete_partner, index_places),
    after=(check_losses, complete_battle, note_battle_phase),
    place=place_of_step,
)
