"""The picture of a card as still SVG: what `scripts/drawing/picture.js` draws in the browser, from the same drawings.

A test holds the two against each other, letter by letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from tutor.widgets import picture_drawings

WORD = re.compile(r"([a-z_]+\d?)(?:@(-?[\d.]+),(-?[\d.]+))?(?:\*([\d.]+))?(?:\^(-?[\d.]+))?(!?)(?:/([a-z]))?")
LAYER = re.compile(r"([a-z])([\d.]*)(&?)(.*)")
CIRCLE = re.compile(r"O(-?[\d.]+) ?(-?[\d.]+) ([\d.]+)")
MIDDLE = (30.0, 22.0)
WORN = (("hair", "n"), ("hats", "d"), ("clothes", "a"))
BARE = {"fin": "i", "lamp": "y", "flame": "y", "shade": "z", "mousehead": "u", "bearhead": "n"}
"""What the hands are made of under a head that is no face."""


class Word(NamedTuple):
    """A word of a picture's line."""

    name: str
    at: tuple[float, float] | None
    size: float
    turn: float
    flip: bool
    colour: str


def number(value: float) -> str:
    """Write a number as the browser does."""
    return str(int(value)) if value == int(value) else repr(value)


def read_word(text: str) -> Word:
    """Read `name@x,y*size^turn!/colour`."""
    found = WORD.fullmatch(text)
    if not found:
        return Word(text, None, 1, 0, False, "")
    name, x, y, size, turn, flip, colour = found.groups()
    at = None if x is None else (float(x), float(y))
    return Word(name, at, float(size or 1), float(turn or 0), bool(flip), colour or "")


def _circle(found: re.Match[str]) -> str:
    x, y, r = map(float, found.groups())
    first = f"M{number(x - r)} {number(y)}a{number(r)} {number(r)} 0 1 0 {number(2 * r)} 0"
    return first + f"a{number(r)} {number(r)} 0 1 0 {number(-2 * r)} 0z"


def layers(text: str, axis: int = 0) -> str:
    """Return one drawing; the left half of a doubled layer is mirrored at `axis`."""
    out = ""
    for layer in text.split("|") if text else ():
        found = LAYER.fullmatch(layer)
        assert found
        colour, width, twice, path = found.groups()
        paint = f'fill="none" stroke="var(--p{colour})" stroke-width="{width}"' if width else f'fill="var(--p{colour})"'
        one = f'<path {paint} d="{CIRCLE.sub(_circle, path)}"/>'
        out += f'{one}<g transform="translate({2 * axis}) scale(-1 1)">{one}</g>' if twice else one
    return out


def coloured(colours: str, inner: str) -> str:
    """Return a group with colours of its own."""
    return f'<g style="{colours}">{inner}</g>'


def moved(word: Word, at: tuple[float, float], turn: float, inner: str) -> str:
    """Return what is drawn around nothing, brought to its place."""
    x, y = word.at or at
    size = ""
    if word.size != 1 or word.flip:
        size = f" scale({number(-word.size if word.flip else word.size)} {number(word.size)})"
    lean = f" rotate({number(turn + word.turn)})" if turn + word.turn else ""
    return f'<g transform="translate({number(x)} {number(y)}){lean}{size}">{inner}</g>'


def placed(word: Word, inner: str) -> str:
    """Return what is drawn in the picture itself, elsewhere if the word says so."""
    if not word.at and not word.flip and word.size == 1 and not word.turn:
        return inner
    return moved(word, MIDDLE, 0, f'<g transform="translate(-30 -22)">{inner}</g>')


def thing(word: Word, at: tuple[float, float] = MIDDLE, turn: float = 0) -> str:
    """Return a thing, held or by itself."""
    inner = moved(word, at, turn, layers(picture_drawings()["things"].get(word.name, "")))
    return coloured(f"--pc:var(--p{word.colour or 'a'})", inner)


def scenery(word: Word) -> str:
    """Return a creature or a place."""
    data = picture_drawings()
    inner = layers(data["beings"].get(word.name) or data["places"][word.name], 30)
    return coloured(f"--pc:var(--p{word.colour or 'a'})", placed(word, inner))


def person(pose: Word, words: Iterable[Word]) -> str:
    """Return a person in a pose, with what is worn and held."""
    data = picture_drawings()
    stance = data["poses"][pose.name]
    (x, y, size, lean), body = stance["head"], stance["body"]
    drawn = dict.fromkeys(("cape", "dress", "behind", "before"), "")
    face, skin, cloth, hair = "face", "1", "a", "n"
    held: list[Word] = []
    loose: list[Word] = []
    words = list(words)
    for word in words:
        if word.name in data["hair"]:
            hair = word.colour or hair
    for word in words:
        kind = next(((kind, colour) for kind, colour in WORN if word.name in data[kind]), None)
        if kind:
            colour = word.colour or (hair if kind[0] == "hair" else kind[1])
            back, front = (
                coloured(f"--pc:var(--p{colour})", layers(part)) for part in data[kind[0]][word.name].split("#")
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
    stand = f"translate({number(x)} {number(y)})" + (f" rotate({number(lean)})" if lean else "")
    stand += f" scale({number(size)})" if body else ""
    arms = [
        _arm(x, y, turn, arm, held[n] if n < len(held) else None, not body)
        for n, (x, y, turn, arm) in enumerate(stance["hands"])
    ]
    torso = layers(body) or f'<g transform="translate({number(x - 30)} {number(y - 16)})">{layers(data["bust"])}</g>'
    head = layers("sM-3 5H3V9Q0 13-3 9z") + ("" if body else drawn["dress"]) + layers(data["heads"][face])
    behind = drawn["cape"] + drawn["behind"]
    parts = [
        f'<g transform="{stand}">{behind}</g>' if behind else "",
        arms[1] if body else "",
        torso,
        f'<g transform="{stand}">{head}{drawn["before"]}</g>',
        arms[0],
        "" if body else arms[1],
        *map(thing, loose),
    ]
    bare = BARE.get(face, f"skin{skin}")
    return coloured(f"--pc:var(--p{cloth});--ps:var(--p{bare})", placed(pose, "".join(parts)))


def _arm(x: float, y: float, turn: float, arm: str, tool: Word | None, bust: bool) -> str:
    """Return an arm with what its hand holds; from the waist up, an arm that holds nothing is not seen."""
    if bust and not tool:
        return ""
    width, fist = ("5.6", "3.1") if bust else ("3", "2")
    limb = layers(f"c{width}{arm}|sO{number(x)} {number(y)} {fist}")
    return (thing(tool, (x, y), turn) if tool else "") + limb


def everything(line: str) -> str:
    """Return all that a line names, from the farthest to the nearest."""
    data, out = picture_drawings(), ""
    for group in line.split(";"):
        words = [read_word(word) for word in group.split()]
        start = next((n for n, word in enumerate(words) if word.name in data["poses"]), len(words))
        for word in words[:start]:
            out += scenery(word) if word.name in data["beings"] or word.name in data["places"] else thing(word)
        if start < len(words):
            out += person(words[start], words[start + 1 :])
    return out


@cache
def picture_svg(line: str, hue: str) -> str:
    """Return the picture of a card of that hue."""
    data = picture_drawings()
    words, _, second = line.partition("~")
    second = second or data["second"].get(hue, "yellow")
    ground = data["grounds"].get(hue, data["grounds"]["grey"])
    return (
        '<svg class="tb-art" viewBox="0 0 60 44" preserveAspectRatio="xMidYMid slice" aria-hidden="true" '
        f'style="--b:var(--tb-{second})"><path fill="var(--pk)" d="M-20-20h100v90h-100z"/>'
        '<circle cx="30" cy="20.5" r="17" fill="var(--po)"/>'
        f'<path fill="var(--pg)" d="{ground}"/>{everything(words)}</svg>'
    )
