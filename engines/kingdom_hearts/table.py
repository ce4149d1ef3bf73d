"""The table of the game as a player sees it (chapters 3 and 4), for boards: made from the player's view alone."""

from __future__ import annotations

from typing import Any

from engines.core.table import Arrow, Entry, Table, cards, pile
from engines.kingdom_hearts.state import HERO_ID, KingdomHeartsState, Picking

SCORES = ("hp", "total", "ally_level")


def table(state: KingdomHeartsState, seat: int) -> Table:
    """Return the table as the player in `seat` sees it."""
    view = state.view(seat)
    sides, fight = view["players"], view["fight"]
    return Table(
        turn=view["turn"],
        turn_player=view["turn_player"],
        zones=(_zones(sides[0], fight, 0), _zones(sides[1], fight, 1)),
        sizes=({"deck": sides[0]["deck"]}, {"deck": sides[1]["deck"]}),
        scores=(_scores(sides[0]), _scores(sides[1])),
        arrow=_arrow(fight, sides) if fight else None,
        held=_held(state, seat),
        facts=_facts(view, sides, fight, seat),
    )


def card_at(state: KingdomHeartsState, reference: str) -> str | None:
    """Return the name of the card lying in hand or in a deck, whoever may see it."""
    seat, zone, key = reference.split(".")
    player = state.players[int(seat)]
    numbers = player.hand if zone == "hand" else player.deck
    return state.name(numbers[int(key)]) if key.isdecimal() and int(key) < len(numbers) else None


def _zones(side: dict[str, Any], fight: dict[str, Any] | None, seat: int) -> dict[str, list[Entry]]:
    return {
        "hero": [_hero(part) for part in side["hero"]],
        "allies": [_ally(part) for part in side["allies"]],
        "worlds": _worlds(side["worlds"]),
        "obstacles": [
            Entry(str(part["id"]), part["card"], figures={"pow": part["power"]}, words=("in the way",))
            for part in side["obstacles"]
        ],
        "used": cards(fight["used"][seat] if fight else []),
        "deck": pile(side["deck"]),
        "hand": cards(side["hand"]),
        "discard": cards(side["discard"]),
    }


def _worlds(stack: list[dict[str, Any]]) -> list[Entry]:
    """Return the worlds from the bottom, all levels visible; the last is where the player is (KH-3.4, 16.2)."""
    top = len(stack) - 1
    return [Entry(str(at), part["card"], words=("here",) if at == top else ()) for at, part in enumerate(stack)]


def _gear(part: dict[str, Any]) -> tuple[Entry, ...]:
    return tuple(Entry(f"g{at}", name, words=("Equipment",)) for at, name in enumerate(part["equipment"]))


def _hero(part: dict[str, Any]) -> Entry:
    form = part["form"]
    return Entry(
        str(HERO_ID),
        part["card"],
        figures={"atk": part["attack"], "mag": part["magic"]},
        tags=(part["attribute"].capitalize() if part["attribute"] != "xiii" else "XIII",),
        on=(Entry("form", form, words=("Form Change",)),) if form else (),
        gear=_gear(part),
    )


def _ally(part: dict[str, Any]) -> Entry:
    figures = {"sup": part["support"], "mag": part["magic"], "pow": part["power"]}
    joined = part["joined"]
    return Entry(
        str(part["id"]),
        part["card"],
        figures={name: value for name, value in figures.items() if value is not None},
        tags=("joined",) if joined else (),
        words=("ally",),
        gear=_gear(part),
    )


def _scores(side: dict[str, Any]) -> dict[str, int]:
    return {name: side[name] for name in SCORES}


def _arrow(fight: dict[str, Any], sides: list[dict[str, Any]]) -> Arrow | None:
    """Return what the fighting hero is aimed at: the other hero, or the obstacles on its own road."""
    seat = fight["seat"]
    if fight["kind"] == "challenge":
        return Arrow(f"{seat}.hero.{HERO_ID}", [f"{1 - seat}.hero.{HERO_ID}"])
    aims = [f"{seat}.obstacles.{part['id']}" for part in sides[seat]["obstacles"]]
    return Arrow(f"{seat}.hero.{HERO_ID}", aims) if aims else None


def _held(state: KingdomHeartsState, seat: int) -> tuple[str, ...]:
    """Return the cards of the hand that the player has picked so far."""
    local = state.local
    if type(local) is not Picking or local.seat != seat:
        return ()
    found: list[str] = []
    hand = state.players[seat].hand
    for card in set(local.picks):
        places = [at for at, other in enumerate(hand) if other == card]
        found += [f"{seat}.hand.{at}" for at in places[: local.picks.count(card)]]
    return tuple(found)


def _facts(
    view: dict[str, Any], sides: list[dict[str, Any]], fight: dict[str, Any] | None, seat: int
) -> dict[str, Any]:
    facts: dict[str, Any] = {"card": view["carried_out"] or ""}
    facts |= {name: sides[seat][name] for name in SCORES} | {f"rival_{name}": sides[1 - seat][name] for name in SCORES}
    if fight:
        facts |= {"mine": fight["totals"][seat], "theirs": fight["totals"][1 - seat], "world": fight["world"] or "none"}
        facts["damage"] = fight["totals"][fight["seat"]] - sum(view["shares"] or ())
    return facts
