"""Functions that walk over the cards of zones, generated as straight-line source from a game's `ChangeRules`.

Filters of card texts are applied at nearly every step of a game with such texts, so a walk asks nothing that the
declaration of the zones answers. A walk returns its cards as plain tuples of the class that it is given:
(seat, zone, number, record), with None for the record of a plain card.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from engines.book.figure_changes import Place
from engines.kernel.source import compile_source
from engines.kernel.tuples import NO_CARD

Walk = Callable[[Sequence[Any], Iterable[int], Container[int] | None], list[Any]]
"""A function (players, seats, wanted) that returns the cards with the wanted numbers; None for all of them."""
Glance = Callable[[Sequence[Any], Iterable[int], Container[int] | None], bool]
"""A function (players, seats, wanted) that returns True if one of the cards with the wanted numbers is there."""
Search = Callable[[Sequence[Any], int], Any]
"""A function (players, id) that returns the card in play with this id, None if there is none."""
NAMES = {"new": tuple.__new__, "NO_CARD": NO_CARD}


def make_walk(kind: type, places: Mapping[str, Place], zones: Sequence[str]) -> Walk:
    """Return a walk over these zones of each player; its cards are of the class `kind`, a NamedTuple."""
    lines = ["def walk(players, seats, wanted):", "    found = []"]
    for condition, test in (("wanted is None", "True"), ("wanted", "number in wanted")):
        lines += [f"    if {condition}:", "        for seat in seats:", "            player = players[seat]"]
        for group in _group_areas(places, zones):
            lines += [" " * 12 + line for line in _write_loop(places, group, test)]
        lines += ["        return found"]
    lines += ["    return found"]
    walk: Any = compile_source("\n".join(lines), f"walk over {', '.join(zones)}", {**NAMES, "kind": kind})["walk"]
    return walk  # type: ignore[no-any-return]


def make_glance(places: Mapping[str, Place], zones: Sequence[str], face: str) -> Glance:
    """Return a glance at these zones. face : the mark of face-up cards, which alone count; "" if all cards count."""
    lines = ["def glance(players, seats, wanted):", "    for seat in seats:", "        player = players[seat]"]
    for group in _group_areas(places, zones):
        mark = places[group[0]].marks.get(face)
        test = "(wanted is None or number in wanted)" + (f" and record[{mark.at}]" if mark is not None else "")
        *loop, last = _write_loop(places, group, test)
        lines += [" " * 8 + line for line in [*loop, last[: len(last) - len(last.lstrip())] + "return True"]]
    lines += ["    return False"]
    glance: Any = compile_source("\n".join(lines), f"glance at {', '.join(zones)}", NAMES)["glance"]
    return glance  # type: ignore[no-any-return]


def make_search(kind: type, places: Mapping[str, Place]) -> Search:
    """Return a search through all zones whose cards have ids, the first player's zones first."""
    zones = [zone for zone, place in places.items() if place.id_at >= 0]
    lines = [
        "def search(players, wanted):",
        "    for seat in (0, 1):",
        "        player = players[seat]",
        "        pass",
    ]
    for group in _group_areas(places, zones):
        place = places[group[0]]
        lines += [" " * 8 + line for line in _write_records(places, group, f"record[{place.id_at}] == wanted")]
        lines += [
            f"{' ' * 16}number = record[{place.card_at}]",
            f"{' ' * 16}number = number[0] if type(number) is tuple else number",
            f"{' ' * 16}return new(kind, (seat, zone, number, record))",
        ]
    lines += ["    return None"]
    search: Any = compile_source("\n".join(lines), "search for a card in play", {**NAMES, "kind": kind})["search"]
    return search  # type: ignore[no-any-return]


def _group_areas(places: Mapping[str, Place], zones: Sequence[str]) -> list[list[str]]:
    """Return the zones in groups: the areas that follow one another in one list together, any other zone alone."""
    starts, last = list[int](), None
    for at, zone in enumerate(zones):
        area = places[zone].area
        if area is None or last is None or (area.of, area.first) != (last.of, last.last + 1):
            starts.append(at)
        last = area
    groups = groupby(range(len(zones)), key=lambda at: sum(start <= at for start in starts))
    return [[zones[at] for at in group] for _, group in groups]


def _write_records(places: Mapping[str, Place], group: Sequence[str], test: str) -> list[str]:
    """Return a loop over the records of a group of zones up to the test, with `zone` and `record` set."""
    place = places[group[0]]
    if place.area is None:
        head = [f"zone = {group[0]!r}", f"for record in player.{place.attribute}:"]
    else:
        areas = [places[zone].area for zone in group]
        names = [
            zone for zone, area in zip(group, areas, strict=True) if area for _ in range(area.first, area.last + 1)
        ]
        first, end = place.area.first, place.area.first + len(names)
        head = [f"for zone, record in zip({tuple(names)}, player.{place.area.of}[{first}:{end}]):"]
    return [*head, f"    if record is not None{'' if test == 'True' else f' and {test}'}:"]


def _write_loop(places: Mapping[str, Place], group: Sequence[str], test: str) -> list[str]:
    """Return the loop over the cards of a group of zones that adds those that pass the test."""
    place, (zone, *_) = places[group[0]], group
    if place.card_at >= 0:
        return [
            *_write_records(places, group, "True"),
            f"        number = record[{place.card_at}]",
            "        if type(number) is tuple:",
            "            number = number[0]",
            f"        if {test}:",
            "            found.append(new(kind, (seat, zone, number, record)))",
        ]
    if place.is_list:
        return [
            f"for number in player.{place.attribute}:",
            f"    if {test}:",
            f"        found.append(new(kind, (seat, {zone!r}, number, None)))",
        ]
    return [
        f"value = player.{place.attribute}",
        "for number in (value,) if isinstance(value, int) else value:",
        f"    if number != NO_CARD and {test}:",
        f"        found.append(new(kind, (seat, {zone!r}, number, None)))",
    ]
