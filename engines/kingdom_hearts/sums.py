"""KH-4.7 line by line: the parts of values, totals and limits, and the current totals of a fight."""

from __future__ import annotations

from typing import Any

from engines.book.words import Phrase
from engines.forms.sums import Part, Parts, Side, Sums, Tally, add_changes, add_line, at_least, printed_line, sum_parts
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts.battle import count_damage, damage_left, techniques_used
from engines.kingdom_hearts.cards import PLAYER
from engines.kingdom_hearts.state import CARD, GEAR, ID, JOINED, Ally, Dividing, KingdomHeartsState
from engines.kingdom_hearts.values import (
    current_attack,
    current_magic,
    current_power,
    current_support,
    fight_total,
    fight_world,
    hero_face,
)

CLEANUP = ("B8", "C5")


def sums(state: KingdomHeartsState, side: int, zone: str, record: Any) -> Sums:
    """Return the parts of the figures of a hero, an ally or an obstacle, and of a player's world total."""
    if zone == "hero":
        return {value: _of_hero(state, side, value) for value in ("level", "atk", "mag")}
    if zone == "allies":
        found = {"sup": support_parts(state, side, record)}
        if current_magic(state, side, record[ID]) >= 0:
            found["mag"] = _with_gear(state, printed_line(state.faces[record[CARD]].mag), record[GEAR], "mag")
        if state.faces[record[CARD]].is_dark_nobody:
            found["pow"] = power_parts(state, side, record[CARD])
        return found
    if zone == "obstacles":
        return {"pow": power_parts(state, side, record[CARD], obstacle=True)}
    if zone == "total":
        return {"total": world_parts(state, side)}
    if zone == "ally_level":
        levels = [(state.faces[ally[CARD]].level, ally[CARD]) for ally in state.players[side].allies]
        parts: Parts = []
        if levels:
            level, card = max(levels, key=lambda pair: pair[0])
            add_line(parts, level, "from", card=state.name(card))
        return {"ally_level": parts}
    return {}


def limits(state: KingdomHeartsState, seat: int) -> dict[str, int]:
    """Return the places for obstacles on the top world (KH-12.3), and the hand limit (KH-6.3)."""
    worlds = state.players[seat].worlds
    found = {"hand": state.game.parameters["hand"]}
    return found | {"obstacles": state.faces[worlds[-1]].app} if worlds else found


def _with_gear(state: KingdomHeartsState, parts: Parts, gear: tuple[int, ...], *values: str) -> Parts:
    for card in gear:
        for value in values:
            add_line(parts, getattr(state.faces[card], value), "from", card=state.name(card))
    return parts


def _of_hero(state: KingdomHeartsState, side: int, value: str) -> Parts:
    player = state.players[side]
    on = "" if player.form == NO_CARD else state.name(player.form)
    gear = player.gear if value != "level" else ()
    return _with_gear(state, printed_line(getattr(hero_face(state, side), value), on), gear, value)


def power_parts(state: KingdomHeartsState, side: int, card: int, obstacle: bool = False) -> Parts:
    """Return the parts that `values.current_power` adds up (KH-R24, KH-R53)."""
    parts, fight = printed_line(state.faces[card].pow), state.fight
    if fight is not None and (not obstacle if fight.challenge else side == fight.seat):
        world = fight_world(state)
        if world != NO_CARD:
            add_line(parts, state.faces[world].pow_bonus, "from", card=state.name(world))
        if obstacle and fight.weakened:
            used = techniques_used(state, fight.seat)
            by = {"card": state.name(used[0])} if len(used) == 1 else {}
            add_line(parts, -fight.weakened, "from" if by else "weakened", **by)
    return at_least(parts)


def support_parts(state: KingdomHeartsState, side: int, ally: Ally) -> Parts:
    """Return the parts that `values.current_support` adds up (KH-11.8, 11.16, KH-R38)."""
    face = state.faces[ally[CARD]]
    if face.is_dark_nobody:
        whole = current_power(state, side, ally[CARD])
        parts = [Part(whole, Phrase("sum.power"))]
        add_line(parts, whole // 2 - whole, "half")
    elif face.category == PLAYER:
        parts = [Part(face.atk, Phrase("sum.attack"))]
    else:
        parts = printed_line(face.sup)
    values = ("sup", "atk") if face.category == PLAYER else ("sup",)
    parts = _with_gear(state, parts, ally[GEAR], *values)
    if state.changes is not None:
        add_changes(parts, state.changes, state, "sup", side, "allies", ally)
        at_least(parts)
    return parts


def world_parts(state: KingdomHeartsState, seat: int) -> Parts:
    """Return the levels of a player's worlds (KH-16.2, 16.3)."""
    parts: Parts = []
    for world in state.players[seat].worlds:
        add_line(parts, state.faces[world].level, "from", card=state.name(world))
    return parts


def fight_parts(state: KingdomHeartsState, seat: int) -> Parts:
    """Return the parts that `values.fight_total` adds up: hero, participants, used cards, world (KH-9.9, 10.11)."""
    player, faces, fight = state.players[seat], state.faces, state.fight
    parts = [Part(current_attack(state, seat), Phrase("sum.hero", {"card": state.name(player.hero)}))]
    for ally in player.allies:
        if ally[JOINED]:
            add_line(parts, current_support(state, seat, ally), "joined", card=state.name(ally[CARD]))
    if fight is not None:
        world = fight_world(state)
        for card in fight.used[seat]:
            add_line(parts, faces[card].bonus, "from", card=state.name(card))
            if faces[card].is_attack and world != NO_CARD:
                add_line(parts, faces[world].attack_bonus, "from", card=state.name(world))
    return parts


def tallies(state: KingdomHeartsState, seat: int) -> list[Tally]:
    """Return the totals of a fight, compared with each other or with the obstacles' POW, and the damage to divide.

    There are none during the cleanup, where the discarded cards have already been counted.
    """
    fight = state.fight
    if state.step.name in CLEANUP:
        return []
    if fight is None:
        turn = state.turn_player
        asked = state.step.name == "C0" and all(player.hero != NO_CARD for player in state.players)
        return [Tally("before", (_side(state, turn), _side(state, 1 - turn)))] if asked else []
    one = _side(state, fight.seat)
    if fight.challenge:
        return [Tally("challenge", (one, _side(state, 1 - fight.seat)))]
    if type(state.procedure_locals) is Dividing:
        return [Tally("divide", (Side(fight.seat, damage_left(state), of=count_damage(state)),))]
    obstacles = state.players[fight.seat].obstacles
    needed = sum_parts([part for _, card in obstacles for part in power_parts(state, fight.seat, card, obstacle=True)])
    return [Tally("attack", (one._replace(of=needed),))]


def _side(state: KingdomHeartsState, seat: int) -> Side:
    name = state.name(state.players[seat].hero)
    return Side(seat, fight_total(state, seat), name, fight_parts(state, seat))
