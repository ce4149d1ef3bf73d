"""The table of the game as a player sees it (chapters 3 and 4), for boards, built from the player's view alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.forms.table import Arrow, Entry, Table, card_entries
from engines.forms.table import table as table_of
from engines.kingdom_hearts.state import HERO_ID, KingdomHeartsState, Picking

SCORES = ("hp", "total", "ally_level")


def table(state: KingdomHeartsState, seat: int) -> Table:
    """Return the table as the player in `seat` sees it."""
    view = state.view(seat)
    sides, fight = view["players"], view["fight"]
    looks: dict[str, Callable[[str, Any], Entry]] = {
        "hero": lambda key, part: _hero(state, key, part),
        "allies": _ally,
        "obstacles": lambda key, part: Entry(
            key, part["card"], figures={"pow": part["power"]}, needs={"deal": part["power"]}, words=("in the way",)
        ),
        "worlds": lambda key, part: _world(state, key, part),
    }
    one, two = ({name: side[name] for name in SCORES} for side in sides)
    facts = {"card": view["carried_out"] or "", **(one, two)[seat]}
    facts |= {f"rival_{name}": figure for name, figure in (one, two)[1 - seat].items()}
    if fight:
        facts |= {"mine": fight["totals"][seat], "theirs": fight["totals"][1 - seat], "world": fight["world"] or "none"}
        facts["damage"] = fight["totals"][fight["seat"]] - sum(view["shares"] or ())
    more = {"scores": (one, two), "arrow": _arrow(fight, sides) if fight else None, "facts": facts}
    found = table_of(state, seat, looks, held=_held(state, seat), **more)
    for side, zones in enumerate(found.zones):
        zones["used"] = card_entries(fight["used"][side] if fight else [])
        if len(zones["worlds"]) > 1:
            zones["worlds"][-1].tags = ("top",)  # the player is here (KH-3.4, 16.2)
    return found


def _world(state: KingdomHeartsState, key: str, part: dict[str, Any]) -> Entry:
    most = state.faces[state.game.by_name[part["card"]]].app
    return Entry(key, part["card"], figures={"level": part["level"], "app": most})


def _gear(part: dict[str, Any]) -> tuple[Entry, ...]:
    return tuple(Entry(f"g{at}", name, words=("Equipment",)) for at, name in enumerate(part["equipment"]))


def _hero(state: KingdomHeartsState, key: str, part: dict[str, Any]) -> Entry:
    form = part["form"]
    level = state.faces[state.game.by_name[form or part["card"]]].level
    return Entry(
        key,
        part["card"],
        figures={"level": level, "atk": part["attack"], "mag": part["magic"]},
        tags=(part["attribute"].capitalize() if part["attribute"] != "xiii" else "XIII",),
        on=(Entry("form", form, words=("Form Change",)),) if form else (),
        gear=_gear(part),
    )


def _ally(key: str, part: dict[str, Any]) -> Entry:
    figures = {"level": part["level"], "sup": part["support"], "mag": part["magic"], "pow": part["power"]}
    return Entry(
        key,
        part["card"],
        figures={name: value for name, value in figures.items() if value is not None},
        tags=("joined",) if part["joined"] else (),
        words=("ally",),
        gear=_gear(part),
    )


def _arrow(fight: dict[str, Any], sides: list[dict[str, Any]]) -> Arrow | None:
    """Return the arrow from the fighting hero to the other hero or to obstacles; None without a target."""
    seat = fight["seat"]
    if fight["kind"] == "challenge":
        return Arrow(f"{seat}.hero.{HERO_ID}", [f"{1 - seat}.hero.{HERO_ID}"])
    aims = [f"{seat}.obstacles.{part['id']}" for part in sides[seat]["obstacles"]]
    return Arrow(f"{seat}.hero.{HERO_ID}", aims) if aims else None


def _held(state: KingdomHeartsState, seat: int) -> tuple[str, ...]:
    """Return references to the cards in hand that the player has picked so far."""
    local = state.procedure_locals
    if type(local) is not Picking or local.seat != seat:
        return ()
    picks, found = list(local.picks), []
    for at, card in enumerate(state.players[seat].hand):
        if card in picks:
            picks.remove(card)
            found.append(f"{seat}.hand.{at}")
    return tuple(found)
