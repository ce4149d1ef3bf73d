"""Compares what the learner expects with what happens, for the board: the zones that differ in the end, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from engines.kernel.state import State
from tutor.beliefs.continuations import Continuation, ContinuationPair
from tutor.boards.presentation import faces_of, load_look
from tutor.matches import feedback
from tutor.matches.playthrough import LogEntry, Playthrough
from tutor.messages import shapes
from tutor.text import format_message


class OwnedZone(shapes.Zone):
    """A zone with its owner."""

    who: str


class DrawnZones(TypedDict):
    """Zones of a scene, and the faces of their cards."""

    zones: list[shapes.VersusZone]
    faces: dict[str, shapes.Face]


MOST_ZONES, MOST_LINES = 3, 3
"""Maximum number of differing zones, and of events, shown on each side."""

SIGNS = {"thought": "no", "truth": "ok"}

VISIBLE_FIELDS = ("face", "turned", "figures", "down", "on", "under", "counters")
"""Fields of a card that make a visible difference."""


def build_versus(table: Playthrough, found: ContinuationPair) -> shapes.Versus | None:
    """Return the two sides for the stage; None if the viewer sees no difference.

    table : the learner's table, whose view and language are used.
    """
    picture = table.picture(found.start, 0)
    start = _zones_of(picture)
    thought, truth = (_zones(table, one) for one in (found.thought, found.truth))
    apart = [ref for ref in start if _looks(thought.get(ref)) != _looks(truth.get(ref))]
    spread = [ref for ref in apart if not start[ref]["slot"].startswith("pile")]  # it came from another zone
    apart = (spread or apart)[:MOST_ZONES]
    clauses = found.rule.clauses
    told = [
        _lines(table, one, other, clauses)
        for one, other in ((found.thought, found.truth), (found.truth, found.thought))
    ]
    figures = [_figures(table, one) for one in (found.start, found.thought.state, found.truth.state)]
    uneven = [key for key in figures[0] if figures[1].get(key) != figures[2].get(key)][: MOST_ZONES - len(apart)]
    if not (apart or uneven) and told[0] == told[1]:
        return None
    sides: list[shapes.VersusSide] = []
    ends = (("thought", thought, figures[1], told[0]), ("truth", truth, figures[2], told[1]))
    for name, zones, counted, lines in ends:
        shown = [_zone(zones[ref], start[ref], table.language) for ref in apart if ref in zones]
        shown += [_figure(key, figures[0][key], counted[key], table.language) for key in uneven if key in counted]
        tried = name == "thought" and found.truth.refused
        title = format_message("beside.tried" if tried else f"beside.{name}", table.language)
        sides.append({"name": name, "sign": SIGNS[name], "title": title, "zones": shown, "lines": lines})
    before = _before(table, found, picture, [start[ref] for ref in apart])
    cards = {name for side in (before, *sides) for name in _faces_in(side["zones"])}
    game = table.state.game
    clause = feedback.clause_entry(game, found.rule.clauses[0])
    text, seen = _belief(found, table.language), faces_of(game, cards)
    both_sides: shapes.Versus = {"text": text, "clause": clause, "sides": sides, "faces": seen}
    if before["zones"]:
        both_sides["before"] = before
    return both_sides


def _before(
    table: Playthrough, found: ContinuationPair, picture: shapes.Scene, zones: list[OwnedZone]
) -> shapes.VersusBefore:
    """Return the common starting point: its title, its moment and the given zones; no zones for a refusal."""
    shown: list[shapes.VersusZone] = []
    if not found.truth.refused:
        shown = [{**_zone(zone, zone, table.language), "note": ""} for zone in zones]
    return {"title": format_message("beside.before", table.language), "text": picture["turn"]["label"], "zones": shown}


def _belief(found: ContinuationPair, language: str) -> str:
    """Return the counter-rule as the heading of the learner's side."""
    key = "beside.if_tried" if found.truth.refused else "beside.if"
    return format_message(key, language, says=found.rule.told(language))


def _zones(table: Playthrough, one: Continuation) -> dict[str, OwnedZone]:
    """Return the zones of a side as the viewer sees them, by id, each with its owner."""
    return _zones_of(table.picture(one.state, 0))


def _zones_of(scene: shapes.Scene) -> dict[str, OwnedZone]:
    return {zone["id"]: {**zone, "who": player["name"]} for player in scene["players"] for zone in player["zones"]}


def _figures(table: Playthrough, state: State) -> dict[tuple[str, str], int]:
    """Return the scores of both players, by owner and title."""
    names, scores = table.names, state.game.rules.table(state, table.viewer).scores
    rows = load_look(state.game.name).get("score", ())
    return {
        (names[seat], (row.get("tick") or row["word"]).format_map(state.game.parameters)): scores[seat][row["field"]]
        for row in rows
        if "setup" not in row
        for seat in (table.viewer, 1 - table.viewer)
    }


def _figure(key: tuple[str, str], before: int, value: int, language: str) -> shapes.VersusZone:
    """Return a score of a side as a zone without cards, with its change."""
    who, what = key
    change = value - before
    note = "less" if change < 0 else "greater" if change > 0 else "same"
    return {
        "title": format_message("beside.zone", language, who=who, zone=what, count=value),
        "note": format_message(f"beside.{note}", language, count=abs(change)),
        "gone": [],
        "cards": [],
    }


def _looks(zone: shapes.Zone | None) -> tuple[int, list[str]] | None:
    """Return the visible part of a zone; the order of its cards makes no difference."""
    if zone is None:
        return None
    return zone["count"], sorted(str([card.get(look) for look in VISIBLE_FIELDS]) for card in zone["cards"])


def _zone(zone: OwnedZone, before: OwnedZone, language: str) -> shapes.VersusZone:
    """Return a zone of a side, with the change in its number of cards."""
    change = zone["count"] - before["count"]
    key = "fewer" if change < 0 else "more" if change > 0 else "same" if _looks(zone) == _looks(before) else "changed"
    pile = zone["slot"].startswith("pile")
    return {
        "title": format_message("beside.zone", language, who=zone["who"], zone=zone["title"], count=zone["count"]),
        "note": format_message(f"beside.{key}", language, count=abs(change)),
        "gone": ["gone"] * (max(0, -change) if zone["slot"] == "side" else 0),
        "cards": [card for card in zone["cards"][-1:] if zone["count"]] if pile else counted_cards(zone),
    }


def draw_zones(
    scene: shapes.Scene, wanted: Callable[[shapes.Zone, bool], bool], most: int, language: str
) -> DrawnZones:
    """Return zones of a scene to be drawn side by side, the other player's first, and their cards' faces.

    wanted : (zone, whether it is the viewer's) -> whether to include it. most : maximum number of zones.
    """
    found: list[OwnedZone] = [
        {**zone, "who": player["name"]}
        for place, player in reversed([*enumerate(scene["players"])])
        for zone in player["zones"]
        if wanted(zone, place == 0) and counted_cards(zone)
    ]
    zones: list[shapes.VersusZone] = [{**_zone(zone, zone, language), "note": ""} for zone in found[:most]]
    return {"zones": zones, "faces": {name: scene["faces"][name] for name in _faces_in(zones)}}


def counted_cards(zone: shapes.Zone) -> list[shapes.Card]:
    """Return the cards that belong to a zone, without those drawn beside it temporarily."""
    return [card for card in zone["cards"] if not card.get("beside")]


def _lines(
    table: Playthrough, one: Continuation, other: Continuation, clauses: tuple[str, ...]
) -> list[shapes.VersusLine]:
    """Return the lines that explain a side, at most MOST_LINES.

    These are the events that only this side has; otherwise its events about these clauses; otherwise its last event.
    For a refusal, they are the reasons.
    """
    if one.refused:
        return [{"text": reason.fact, "clause": reason.clause} for reason in one.refused[:MOST_LINES]]
    there = {table.narrate(entry.event) for entry in other.happened}
    own = [_line(table, entry) for entry in one.happened]
    only = [line for line in own if line["text"] not in there]
    return (only or [line for line in own if line["clause"] in clauses] or own[-1:])[:MOST_LINES]


def _line(table: Playthrough, entry: LogEntry) -> shapes.VersusLine:
    return {"text": table.narrate(entry.event), "clause": entry.event.clause}


def _faces_in(zones: list[shapes.VersusZone]) -> set[str]:
    """Return the names of the open cards in zones, including those on and beneath them."""
    return {name for zone in zones for card in _every(zone["cards"]) if (name := card["face"])}


def _every(cards: list[shapes.Card]) -> list[shapes.Card]:
    return [one for card in cards for one in (card, *_every([*card.get("on", ()), *card.get("under", ())]))]
