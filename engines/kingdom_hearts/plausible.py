"""What no game can reach in a position that a person has written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.book.toml_schema import SEATS
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts.allies import ALLIES_OF
from engines.kingdom_hearts.cards import HERO, PLAYER
from engines.kingdom_hearts.state import CARD, KingdomHeartsState
from engines.kingdom_hearts.values import hero_names, world_total
from engines.kingdom_hearts.winning import check


def plausible(state: KingdomHeartsState) -> Iterator[tuple[str, str, str]]:
    """Yield the place, what is wrong there, and the remedy."""
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
        total = world_total(state, seat)  # it falls by Flee alone, which takes the obstacles away
        for name in [state.name(card) for _, card in player.obstacles if state.faces[card].level > total]:
            yield f"{where}, obstacles", f"{name!r} is above the world total of {total}.", "Add a world (KH-12.5)."
    over: Any = state.copy()
    if NO_CARD not in [player.hero for player in state.players]:
        check(over)
    if over.result is not None:
        yield "", f"the game is over: {over.result.text}", "Begin before that, or tell `result`."


def _of_hero(state: KingdomHeartsState, seat: int) -> Iterator[tuple[str, str, str]]:
    """Yield what could not be laid on the hero, and allies of no attribute that it can have or have had."""
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
