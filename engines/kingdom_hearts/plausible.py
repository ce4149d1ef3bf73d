"""Checks whether a game could reach a written position, and reports what makes it impossible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.book.toml_schema import SEATS
from engines.forms.turns import find_wrong_turn
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts.allies import ALLIES_OF
from engines.kingdom_hearts.cards import HERO, MAGIC_ALLY, PLAYER, TECHNIQUE
from engines.kingdom_hearts.state import CARD, GEAR, JOINED, KingdomHeartsState
from engines.kingdom_hearts.values import hero_names, world_total
from engines.kingdom_hearts.winning import check_win

Faults = Iterator[tuple[str, str, str]]
"""Faults as (place in the document, what is wrong there, remedy)."""

WITHOUT_SUMMONS = ("T1", "D1", "D2", "D3")
"""The steps between discarding the Magic/Ally cards and the next Action Time (KH-6.6)."""
JOINING = {"B0": 0, "B1": 0, "B2": 0, "B3": 1, "B4": 1, "B5": 1, "B6": 1, "B7": 1, "B8": 1}
"""The maximum number of allies that can have joined by each step of a Battle (KH-9.6)."""
ATTACKING = ("B4", "B5", "B6", "B7", "B8")
"""The steps of a Battle in which Attack cards may already have been used (KH-9.7)."""


def plausible(state: KingdomHeartsState) -> Faults:
    """Yield a fault for each feature of a written position that no game could reach."""
    yield from find_wrong_turn(state, state.game.parameters["turn_cap"], "KH-R55", begins="T0")
    for seat, player in enumerate(state.players):
        where, faces = SEATS[seat], [state.faces[ally[CARD]] for ally in player.allies]
        if player.kept > len(player.hand):
            yield f"{where}, kept", f"is {player.kept}.", f"The hand has {len(player.hand)} cards."
        names = [face.printed for face in faces if face.named_once]
        for name in sorted({name for name in names if names.count(name) > 1}):
            what = f"{name!r} is there {names.count(name)} times."
            yield f"{where}, allies", what, "An ally's name stands on a side once; the later card stays (KH-17.1)."
        if player.hero != NO_CARD and hero_names(state, seat)[0] in names:
            what = f"{hero_names(state, seat)[0]!r} has the name of the hero."
            yield f"{where}, allies", what, "It cannot be called (KH-R29)."
        if player.obstacles and len(player.obstacles) > state.faces[player.worlds[-1]].app:
            yield f"{where}, obstacles", "there are more than the top world has room for.", "Leave some out (KH-12.4)."
        yield from _of_hero(state, seat)
        yield from _of_field(state, seat)
        total = world_total(state, seat)  # only Flee lowers the world total, and it removes the obstacles
        for name in [state.name(card) for _, card in player.obstacles if state.faces[card].level > total]:
            yield f"{where}, obstacles", f"{name!r} is above the world total of {total}.", "Add a world (KH-12.5)."
    yield from _of_turn(state)
    over: Any = state.copy()
    if NO_CARD not in [player.hero for player in state.players]:
        check_win(over)
    if over.result is not None:
        yield "", f"the game is over: {over.result.text}", "Begin before that, or tell `result`."


def _of_field(state: KingdomHeartsState, seat: int) -> Faults:
    """Yield a fault for each world or Equipment in an impossible place, and for each ally that would have left."""
    player, faces, where, total = state.players[seat], state.faces, SEATS[seat], 0
    for card in player.worlds:
        if faces[card].total_at_least > total:
            what = f"{state.name(card)!r} lies on worlds of total {total}."
            yield f"{where}, worlds", what, f"It asks for {faces[card].total_at_least}: add worlds beneath it (KH-8.7)."
        total += faces[card].level
    for ally in player.allies:
        category = faces[ally[CARD]].category
        for gear in ally[GEAR]:
            if category not in faces[gear].bearers:
                what = f"{state.name(gear)!r} does not go on {state.name(ally[CARD])!r}."
                yield f"{where}, allies", what, "Equipment says who can bear it (KH-15.3, 15.4)."
        others_turn = seat != state.turn_player and state.step.phase in ("action", "battle", "challenge")
        if category == MAGIC_ALLY and (others_turn or state.step.name in WITHOUT_SUMMONS):
            what = f"{state.name(ally[CARD])!r} is still there."
            yield f"{where}, allies", what, "Magic/Ally cards leave in Discard Time (KH-6.6)."
        if ally[JOINED] and (state.fight is None or (seat != state.fight.seat and not state.fight.challenge)):
            what = f"{state.name(ally[CARD])!r} has joined, and its side fights no fight."
            yield f"{where}, allies", what, "Leave `joined` out, or stand in a fight (KH-3.6)."


def _of_turn(state: KingdomHeartsState) -> Faults:
    """Yield a fault for each contradiction between the position and the step of the turn."""
    phase, name, fight, seat = state.step.phase, state.step.name, state.fight, state.turn_player
    if phase in ("setup", "refill") and name != "T0" and state.done:
        yield "done", f"is not empty in step {name}.", "Nothing has been done yet this turn: leave it out (KH-6.1)."
    if fight is None:
        return
    if phase in ("setup", "refill", "action", "discard") or name in ("C0", "C1"):
        yield "fight", f"there is no fight in step {name}.", "Leave it out, or stand in one (KH-3.6)."
        return
    if name not in JOINING:
        return
    used, joined = fight.used[seat], [ally for ally in state.players[seat].allies if ally[JOINED]]
    if fight.used[1 - seat]:
        yield "fight, used", "the other player has used cards.", "Only the turn player acts in a Battle (KH-9.2)."
    if name in ("B0", "B1") and (used or fight.weakened):
        yield "fight, used", f"nothing has been used yet in step {name}.", "Leave it out (KH-9.5)."
    if len(joined) > JOINING[name]:
        what = f"{len(joined)} allies have joined in step {name}."
        yield f"{SEATS[seat]}, allies", what, "One may join, in step B2 (KH-9.6)."
    if name not in ATTACKING and any(state.faces[card].is_attack for card in used):
        yield "fight, used", f"no Attack card has been used yet in step {name}.", "That is step B3 (KH-9.7)."
    if sum(state.faces[card].category == TECHNIQUE for card in used) > 1:
        yield "fight, used", "there are two Techniques.", "A Battle has one (KH-9.5)."
    if name in ("B0", "B1") and not state.players[seat].obstacles:
        yield f"{SEATS[seat]}, obstacles", "there is none.", "A Battle is against obstacles (KH-9.2)."


def _of_hero(state: KingdomHeartsState, seat: int) -> Faults:
    """Yield a fault for each card that cannot be on the hero, and for each ally that the hero could never have."""
    player, faces, where = state.players[seat], state.faces, SEATS[seat]
    if player.hero == NO_CARD:
        return
    hero = faces[player.hero]
    forms = [face for face in faces if face.form and face.form_of == hero.printed]
    if player.form != NO_CARD and faces[player.form] not in forms:
        yield f"{where}, form", f"{state.name(player.form)!r} is not laid on {state.name(player.hero)!r}.", "(KH-8.11)"
    names = {"", hero.printed, *(face.printed for face in forms)}
    for card in player.gear:
        if not faces[card].bearers & {HERO, PLAYER} or faces[card].bearer_name not in names:
            yield f"{where}, gear", f"{state.name(card)!r} does not go on {state.name(player.hero)!r}.", "(KH-15.3)"
    suiting = [kind for face in (hero, *forms) for kind in ALLIES_OF[face.attribute]]
    for ally in player.allies:
        face = faces[ally[CARD]]
        if (face.category, face.attribute) not in suiting:
            what = f"{state.name(ally[CARD])!r} is no ally of {state.name(player.hero)!r}."
            yield f"{where}, allies", what, "Call what suits the hero's attribute (KH-11.2)."
