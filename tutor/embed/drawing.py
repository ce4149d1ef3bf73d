"""The picture of a card as still SVG, from the same drawings that `scripts/drawing/picture.js` uses in the browser.

A test compares the two, character by character.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from tutor.widgets import picture_drawings

WORD_PATTERN = re.compile(r"([a-z_]+\d?)(?:@(-?[\d.]+),(-?[\d.]+))?(?:\*([\d.]+))?(?:\^(-?[\d.]+))?(!?)(?:/([a-z]))?")
LAYER_PATTERN = re.compile(r"([a-z])([\d.]*)(&?)(.*)")
CIRCLE_PATTERN = re.compile(r"O(-?[\d.]+) ?(-?[\d.]+) ([\d.]+)")
MIDDLE = (30.0, 22.0)
WORN = (("hair", "n"), ("hats", "d"), ("clothes", "a"))
HAND_COLOURS = {"fin": "i", "lamp": "y", "flame": "y", "shade": "z", "mousehead": "u", "bearhead": "n"}
"""Colours of the hands for a head without a face."""


class PictureWord(NamedTuple):
    """A word in a picture's line."""

    name: str
    at: tuple[float, float] | None
    size: float
    turn: float
    flip: bool
    colour: str


def format_number(value: float) -> str:
    """Format a number as the browser does."""
    return str(int(value)) if value == int(value) else repr(value)


def read_word(text: str) -> PictureWord:
    """Parse `name@x,y*size^turn!/colour`."""
    found = WORD_PATTERN.fullmatch(text)
    if not found:
        return PictureWord(text, None, 1, 0, False, "")
    name, x, y, size, turn, flip, colour = found.groups()
    at = None if x is None else (float(x), float(y))
    return PictureWord(name, at, float(size or 1), float(turn or 0), bool(flip), colour or "")


def _circle(found: re.Match[str]) -> str:
    x, y, r = map(float, found.groups())
    radii = f"a{format_number(r)} {format_number(r)} 0 1 0"
    start = f"M{format_number(x - r)} {format_number(y)}"
    return f"{start}{radii} {format_number(2 * r)} 0{radii} {format_number(-2 * r)} 0z"


def draw_layers(text: str, axis: int = 0) -> str:
    """Return the SVG of one drawing; of a doubled layer, the left half is mirrored at `axis`."""
    out = ""
    for layer in text.split("|") if text else ():
        found = LAYER_PATTERN.fullmatch(layer)
        assert found
        colour, width, twice, path = found.groups()
        paint = f'fill="none" stroke="var(--p{colour})" stroke-width="{width}"' if width else f'fill="var(--p{colour})"'
        one = f'<path {paint} d="{CIRCLE_PATTERN.sub(_circle, path)}"/>'
        out += f'{one}<g transform="translate({2 * axis}) scale(-1 1)">{one}</g>' if twice else one
    return out


def colour_group(colours: str, inner: str) -> str:
    """Wrap SVG in a group with its own colours, as CSS variables."""
    return f'<g style="{colours}">{inner}</g>'


def move_drawing(word: PictureWord, at: tuple[float, float], turn: float, inner: str) -> str:
    """Wrap SVG in a group that moves it from the origin to its place, turned by `turn` degrees."""
    x, y = word.at or at
    size = ""
    if word.size != 1 or word.flip:
        size = f" scale({format_number(-word.size if word.flip else word.size)} {format_number(word.size)})"
    lean = f" rotate({format_number(turn + word.turn)})" if turn + word.turn else ""
    return f'<g transform="translate({format_number(x)} {format_number(y)}){lean}{size}">{inner}</g>'


def place_drawing(word: PictureWord, inner: str) -> str:
    """Return a drawing in the picture's coordinates, moved if the word asks for it."""
    if not word.at and not word.flip and word.size == 1 and not word.turn:
        return inner
    return move_drawing(word, MIDDLE, 0, f'<g transform="translate(-30 -22)">{inner}</g>')


def draw_thing(word: PictureWord, at: tuple[float, float] = MIDDLE, turn: float = 0) -> str:
    """Return the SVG of a thing that is held or drawn on its own."""
    inner = move_drawing(word, at, turn, draw_layers(picture_drawings()["things"].get(word.name, "")))
    return colour_group(f"--pc:var(--p{word.colour or 'a'})", inner)


def draw_scenery(word: PictureWord) -> str:
    """Return the SVG of a creature or a place."""
    data = picture_drawings()
    inner = draw_layers(data["beings"].get(word.name) or data["places"][word.name], 30)
    return colour_group(f"--pc:var(--p{word.colour or 'a'})", place_drawing(word, inner))


def draw_person(pose: PictureWord, words: Iterable[PictureWord]) -> str:
    """Return the SVG of a person in a pose, with clothes and tools."""
    data = picture_drawings()
    stance = data["poses"][pose.name]
    (x, y, size, lean), body = stance["head"], stance["body"]
    drawn = dict.fromkeys(("cape", "dress", "behind", "before"), "")
    face, skin, cloth, hair = "face", "1", "a", "n"
    held: list[PictureWord] = []
    loose: list[PictureWord] = []
    words = list(words)
    for word in words:
        if word.name in data["hair"]:
            hair = word.colour or hair
    for word in words:
        kind = next(((kind, colour) for kind, colour in WORN if word.name in data[kind]), None)
        if kind:
            colour = word.colour or (hair if kind[0] == "hair" else kind[1])
            back, front = (
                colour_group(f"--pc:var(--p{colour})", draw_layers(part))
                for part in data[kind[0]][word.name].split("#")
            )
            if kind[0] == "clothes":
                cloth = colour
            below, above = ("cape", "dress") if kind[0] == "clothes" else ("behind", "before")
            drawn[below] += back
            drawn[above] += front
        elif word.name in data["heads"]:
            face = word.name
        elif word.name.startswith("skin"):
            skin = word.name[4:]
        else:
            (loose if word.at else held).append(word)
    stand = f"translate({format_number(x)} {format_number(y)})" + (f" rotate({format_number(lean)})" if lean else "")
    stand += f" scale({format_number(size)})" if body else ""
    arms = [
        _arm(x, y, turn, arm, held[n] if n < len(held) else None, not body)
        for n, (x, y, turn, arm) in enumerate(stance["hands"])
    ]
    torso = (
        draw_layers(body)
        or f'<g transform="translate({format_number(x - 30)} {format_number(y - 16)})">{draw_layers(data["bust"])}</g>'
    )
    head = draw_layers("sM-3 5H3V9Q0 13-3 9z") + ("" if body else drawn["dress"]) + draw_layers(data["heads"][face])
    behind = drawn["cape"] + drawn["behind"]
    parts = [
        f'<g transform="{stand}">{behind}</g>' if behind else "",
        arms[1] if body else "",
        torso,
        f'<g transform="{stand}">{head}{drawn["before"]}</g>',
        arms[0],
        "" if body else arms[1],
        *map(draw_thing, loose),
    ]
    bare = HAND_COLOURS.get(face, f"skin{skin}")
    return colour_group(f"--pc:var(--p{cloth});--ps:var(--p{bare})", place_drawing(pose, "".join(parts)))


def _arm(x: float, y: float, turn: float, arm: str, tool: PictureWord | None, bust: bool) -> str:
    """Return the SVG of an arm and what its hand holds; in a bust, an arm with an empty hand is not drawn."""
    if bust and not tool:
        return ""
    width, fist = ("5.6", "3.1") if bust else ("3", "2")
    limb = draw_layers(f"c{width}{arm}|sO{format_number(x)} {format_number(y)} {fist}")
    return (draw_thing(tool, (x, y), turn) if tool else "") + limb


def draw_line(line: str) -> str:
    """Return the SVG of everything that a picture line names, drawn from the farthest to the nearest."""
    data, out = picture_drawings(), ""
    for group in line.split(";"):
        words = [read_word(word) for word in group.split()]
        start = next((n for n, word in enumerate(words) if word.name in data["poses"]), len(words))
        for word in words[:start]:
            out += (
                draw_scenery(word) if word.name in data["beings"] or word.name in data["places"] else draw_thing(word)
            )
        if start < len(words):
            out += draw_person(words[start], words[start + 1 :])
    return out


@cache
def picture_svg(line: str, hue: str) -> str:
    """Return the picture that a line describes as SVG, in the card's hue."""
    data = picture_drawings()
    words, _, second = line.partition("~")
    second = second or data["second"].get(hue, "yellow")
    ground = data["grounds"].get(hue, data["grounds"]["grey"])
    return (
        '<svg class="tb-art" viewBox="0 0 60 44" preserveAspectRatio="xMidYMid slice" aria-hidden="true" '
        f'style="--b:var(--tb-{second})"><path fill="var(--pk)" d="M-20-20h100v90h-100z"/>'
        '<circle cx="30" cy="20.5" r="17" fill="var(--po)"/>'
        f'<path fill="var(--pg)" d="{ground}"/>{draw_line(words)}</svg>'
    )
