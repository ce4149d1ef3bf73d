"""What no game can reach in a position that a person has written."""

from __future__ import annotations

from collections.abc import Iterator

from engines.book.toml_schema import SEATS
from engines.star_wars.state import CARDS, DAMAGE, StarWarsState, belongings
from engines.star_wars.values import health


def plausible(state: StarWarsState) -> Iterator[tuple[str, str, str]]:
    """Yield what no game can reach: cards of the other side, a character twice, units that would be destroyed."""
    for seat, player in enumerate(state.players):
        where, other = SEATS[seat], "light" if seat == state.dark else "dark"
        for card in belongings(state, seat):
            if state.faces[card].side == other:
                yield where, f"{state.name(card)!r} is a {other} card.", "A deck has cards of its own side (SW-1.7)."
        characters: dict[str, str] = {}
        for place, zone in enumerate(player.units):
            for unit in zone:
                name, identity = state.name(unit[CARDS][0]), state.faces[unit[CARDS][0]].identity
                if identity in characters:
                    yield (
                        where,
                        f"{characters[identity]} and {name} are there.",
                        "One unique character is one unit (SW-11.4).",
                    )
                if identity:
                    characters[identity] = name
                most = health(state, seat, place, unit) - 1
                if unit[DAMAGE] > most:
                    yield where, f"{name!r} has {unit[DAMAGE]} damage.", f"It can have {most} (SW-14.1)."
