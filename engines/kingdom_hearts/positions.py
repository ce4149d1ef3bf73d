"""The defaults of written positions, and checks on their contents.

A player's table: hp, hero, form, gear (Equipment on the hero), allies ("Pim LV 2 with Tide Rod, joined"), worlds
(bottom first), obstacles (the other player's cards on the top world), hand, deck, discard, kept. Unnamed cards become
Techniques, which do nothing outside a Battle, or unseen ones if the document says `unseen = true`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.errors import DataError
from engines.forms.positions import Habits, Reader
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts.cards import TECHNIQUE, UNSEEN
from engines.kingdom_hearts.hidden import may_start
from engines.kingdom_hearts.state import BATTLED, CARD, GEAR, Fight, KingdomHeartsState
from engines.kingdom_hearts.turn import in_form
from engines.kingdom_hearts.values import equipment_of

BEFORE_HEROES = ("S0", "S1")


def complete_hero(reader: Reader[KingdomHeartsState]) -> None:
    """Add a hero and its HP, if heroes have been chosen; refuse a Form Change as the hero, or without a hero."""
    state, player, table = reader.state, reader.state.players[reader.seat], reader.tables[reader.seat]
    if player.hero == NO_CARD and reader.document.get("step") not in BEFORE_HEROES:
        player.hero = [card.number for card in reader.game.cards if may_start(state, card.number)][reader.seat]
    if player.hero != NO_CARD and not may_start(state, player.hero):
        what = f"{state.name(player.hero)!r} is a Form Change."
        raise DataError(f"{reader.where}, hero", what, "It lies on a hero: form = ... (KH-14.4).")
    if player.form != NO_CARD and not state.faces[player.form].form:
        raise DataError(f"{reader.where}, form", f"{state.name(player.form)!r} is no Form Change.")
    if "hp" not in table and player.hero != NO_CARD:
        player.hp = state.faces[player.hero].hp


def check_field(reader: Reader[KingdomHeartsState]) -> None:
    """Refuse a Form Change among allies, second Equipment on a bearer or of a name, and obstacles without a world."""
    state, player = reader.state, reader.state.players[reader.seat]
    for ally in player.allies:
        if state.faces[ally[CARD]].form:
            raise DataError(f"{reader.where}, allies", f"{state.name(ally[CARD])!r} is a Form Change.", "(KH-R34)")
    if any(len(worn) > 1 for worn in (player.gear, *(ally[GEAR] for ally in player.allies))):
        raise DataError(reader.where, "two Equipment are on one card.", "A card bears only one (KH-R35).")
    names = [state.name(card) for card in equipment_of(state, reader.seat)]
    if len(names) > len(set(names)):
        raise DataError(reader.where, "two Equipment have one name.", "A side has one of each name (KH-R35).")
    if player.obstacles and not player.worlds:
        raise DataError(f"{reader.where}, obstacles", "there is no world.", "Obstacles lie on a World card (KH-12.3).")


def complete_fight(reader: Reader[KingdomHeartsState]) -> None:
    """Add the fight that the step belongs to, a Battle or a Challenge."""
    state: KingdomHeartsState = reader.state
    challenge = state.step.name in ("C2", "C4", "C5")
    if state.fight is None and (challenge or state.step.phase == "battle"):
        state.fight = Fight(challenge, state.turn_player)
    elif state.fight is not None and "challenge" not in reader.document["fight"]:
        state.fight = state.fight._replace(challenge=challenge)


def note_deeds(reader: Reader[KingdomHeartsState]) -> None:
    """Apply the consequences of the step: a Battle has been announced, and each deed this turn was an action."""
    state: KingdomHeartsState = reader.state
    if not reader.by_hand or state.step.phase not in ("action", "battle") or state.step.name == "C0":
        return
    if state.step.phase == "battle":
        state.done |= BATTLED
    if state.actions_taken < (least := state.done.bit_count()) and "actions" not in reader.document:
        state.actions_taken = least


def can_ask(reader: Reader[KingdomHeartsState]) -> None:
    """Refuse a position in which the player asked has nothing to decide."""
    state: KingdomHeartsState = reader.state
    if state.step.name == "D1" and not in_form(state):
        raise DataError(reader.where, "no Form Change can be dropped in step D1.", "Put one on the hero: form.")
    for player in state.players:
        if player.hero == NO_CARD and not any(may_start(state, card) for card in player.deck):
            raise DataError(reader.where, "a deck has no hero to choose.", "Put a Player card into each deck (KH-1.3).")


def place_of_step(reader: Reader[KingdomHeartsState], step: str) -> tuple[str, Mapping[str, Any]]:
    """Return a step, with the locals and frames it needs if it is nested.

    Raises DataError for a step in which a position cannot begin.
    """
    seat = reader.state.turn_player
    if step in ("X0", "ATTACKS"):
        raise DataError(reader.where, f"step {step} is inside another one.", "Begin before it and play from there.")
    inside: dict[str, tuple[list[Any], str]] = {
        "C2": ([seat, 0], "C4"),
        "D2": (["Picking", seat, []], "D3"),
        "B6": (["Dividing", []], "B8"),
    }
    local, then = inside.get(step, ([], ""))
    return step, {"local": local, "frames": [[then, []]]} if then else {}


HABITS = Habits(
    KingdomHeartsState,
    step="A0",
    turn=13,
    plain=lambda game: [card.number for card in game.cards if card.category == TECHNIQUE],
    unseen=(UNSEEN, UNSEEN),
    filled=("discard", "hand", "deck"),
    of_player=(complete_hero, check_field),
    after=(complete_fight, note_deeds, can_ask),
    place=place_of_step,
)
