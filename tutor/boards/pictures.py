"""The pictures of cards, each described by a line of words that the browser draws (`scripts/drawing/picture.js`).

`tutor/games/pictures/<game>.toml` has a line for each card, which names things from the farthest to the nearest:

    "Gulch Archer" = "canyon ; kneel hood/n cape/d bow skin2"

A place, a creature or a thing is a single word. A person starts with a pose, followed by clothes and tools up to ";";
the first tool is in the right hand, the second in the left. A word may have a position, a size, an angle, a mirror sign
and its own colour: `book@30,35*1.2^-15!/e`, in a picture 60 wide and 44 high. "~red" at the end is the card's second
hue. The table `people` maps words to the usual clothes of people.

A card without a line gets one derived from its name and category (`derive_picture`).
"""

from __future__ import annotations

import tomllib
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import engines
from engines.book.cards import Card

FOLDER = Path(__file__).parents[1] / "games" / "pictures"

# What may be drawn for a card without a line. A word of its name that is listed here takes precedence.
CREATURES = (
    *("fox", "cat", "mouse", "badger", "bear", "weasel", "heron", "bird", "fish", "moth", "wolf"),
    *("rabbit", "dragon", "sprout", "treefolk", "colossus"),
)
POSES = ("bust", "raise", "aside", "stand", "run", "lunge", "walk", "leap", "kneel")
HAIR = ("short", "bob", "long", "wavy", "bun", "buns", "tail", "braid", "spiky", "curly", "afro", "bald", "beard")
HATS = ("", "hood/d", "brim/n", "beret/e", "straw/u", "band/e", "cap/d", "bowler/d", "helm/e", "kerchief/b")
CLOTHES = ("coat", "robe", "armour", "cloak", "apron", "strap", "jacket", "uniform")
HELD = (
    *("sword", "spear", "axe", "hammer", "staff", "torch", "candle", "lantern", "bow", "scroll", "quill", "key"),
    *("potion", "bell", "shield", "trident", "flag", "dagger", "trumpet", "mirror"),
)
THINGS = (
    *("arrow", "book", "letter", "map", "flute", "horn", "drum", "anchor", "kite", "scales", "heart", "eye", "cards"),
    *("crown", "ring", "gear", "star", "bolt", "drop", "fire", "burst", "swirl", "cloud", "chain", "leaf", "flower"),
    *("rose", "gate", "door", "window", "wings", "jar", "sack", "crate", "die", "shell", "net", "spyglass", "bulb"),
    *HELD,
)
PLACES = (
    *("", "stars", "moon", "sun", "sunrise", "planet", "clouds", "rain", "hills", "mountains", "canyon", "dunes"),
    *("waves", "trees", "thicket", "vines", "embers", "harbour", "roofs", "town", "hall", "arches", "wall", "lamps"),
)
SYNONYMS = {
    **dict.fromkeys(("lamp", "light"), "lantern"),
    **dict.fromkeys(("oil", "pot"), "jar"),
    **dict.fromkeys(("gust", "wind"), "swirl"),
    **dict.fromkeys(("lullaby", "song", "tune"), "flute"),
    **dict.fromkeys(("clover", "fern", "moss", "reed", "mint", "ivy", "grass", "herb"), "leaf"),
    **dict.fromkeys(("poppy", "iris", "lotus", "peony", "daisy", "lily", "orchid", "tulip", "blossom"), "flower"),
    **dict.fromkeys(("willow", "cedar", "maple", "pine", "oak", "birch"), "treefolk"),
    "flame": "fire",
    "spark": "burst",
    "storm": "bolt",
    "tide": "drop",
    "blade": "sword",
    "coin": "ring",
    "wheel": "gear",
    "dice": "die",
    "hare": "rabbit",
    "hound": "wolf",
    "giant": "colossus",
    **dict.fromkeys(("raven", "crow", "owl", "gull", "tern", "gannet", "petrel", "puffin", "sparrow", "wren"), "bird"),
    **dict.fromkeys(("robin", "finch", "hawk", "eagle", "falcon", "swan", "goose", "duck", "magpie"), "bird"),
    **dict.fromkeys(("stork", "crane", "egret", "ibis"), "heron"),
    **dict.fromkeys(("trout", "salmon", "carp", "pike", "cod", "herring", "perch", "eel", "shark", "whale"), "fish"),
    **dict.fromkeys(("rat", "vole", "shrew", "hamster", "squirrel"), "mouse"),
    **dict.fromkeys(("stoat", "otter", "marten", "ferret", "mink"), "weasel"),
    **dict.fromkeys(("lion", "tiger", "lynx", "panther"), "cat"),
    **dict.fromkeys(("butterfly", "bee", "dragonfly", "beetle"), "moth"),
    **dict.fromkeys(("snake", "serpent", "lizard", "wyrm", "drake"), "dragon"),
    **dict.fromkeys(("thistle", "heather", "thrift", "violet", "clematis", "bluebell"), "flower"),
    **dict.fromkeys(("kelp", "seaweed", "sedge", "nettle", "bracken"), "leaf"),
    "dog": "wolf",
    "tree": "treefolk",
    "night": "moon",
    "day": "sun",
    "sea": "waves",
    "hill": "hills",
}
"""Words in card names, mapped to the drawable word above that stands for them."""


PLANTS = ("leaf", "flower", "rose")
"""Drawn for a plant if its name does not say which plant it is."""
SHOWN_BY_CATEGORY = {
    "plant": "thing",
    **dict.fromkeys(("unit", "character", "hero", "ally", "player", "leader", "follower", "person"), "person"),
    **dict.fromkeys(("beast", "creature", "monster", "animal", "spirit"), "creature"),
    **dict.fromkeys(("event", "magic", "spell", "skill", "force", "item", "equipment", "tool", "set"), "thing"),
}
"""Kind of subject (person, creature or thing) drawn for cards of a category, by the category's name."""


@cache
def card_pictures(game: str) -> dict[str, str]:
    """Map the name of every card of a game to the line of its picture; no two lines are equal."""
    lines = read_picture_lines(FOLDER / f"{game}.toml")
    for card in engines.load(game).cards:
        if not card.unseen and card.name not in lines:
            ways = [derive_picture(card.name, card.category, turn) for turn in range(40)]
            shown = {figure_of(line) for line in lines.values()}
            taken = set(lines.values())
            alone = (line for line in ways if figure_of(line) not in shown)
            lines[card.name] = next(alone, next((line for line in ways[1:] if line not in taken), ways[0]))
    return lines


def figure_of(line: str) -> str:
    """Return the subject of a derived line: its creature or thing; for a person, the whole description."""
    group = line.partition(";")[2].strip()
    first = group.partition("@")[0]
    return first if first in CREATURES + THINGS else group


def read_picture_lines(path: Path) -> dict[str, str]:
    """Return the lines of a file of pictures by card name; words for people are replaced by their usual clothes."""
    if not path.exists():
        return {}
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    people: Mapping[str, str] = data.get("people", {})
    return {name: " ".join(people.get(word, word) for word in line.split()) for name, line in data["pictures"].items()}


def picture_of(game: str, card: Card) -> str:
    """Return the line that describes a card's picture."""
    lines = card_pictures(game)
    return lines[card.name] if card.name in lines else derive_picture(card.name, card.category)


def derive_picture(name: str, category: str, turn: int = 0) -> str:
    """Return the line of a picture, derived from a card's name and category.

    A word of the name that can be drawn is drawn. Otherwise the category determines whether its cards show people,
    creatures or things, and the name determines which.

    turn : the number of the variant; later variants of a creature have a thing beside it.
    """

    def pick(options: tuple[str, ...], what: str) -> str:
        return options[zlib.crc32(f"{what} {name} {turn}".encode()) % len(options)]

    words = [SYNONYMS.get(word, word) for word in name.lower().replace("-", " ").split()]
    places = [word for word in words if word in PLACES]
    place = " ".join(places) or pick(PLACES, "place")
    creature = next((word for word in reversed(words) if word in CREATURES), "")
    thing = next((word for word in reversed(words) if word in THINGS), "")
    if not creature and not thing and (sort := SYNONYMS.get(category, category)) in CREATURES:
        creature = sort  # as in a game in which all birds form a category
    kind = "creature" if creature else SHOWN_BY_CATEGORY.get(category, "thing" if thing or places else "")
    kind = kind or ("person", "thing", "creature")[zlib.crc32(category.encode()) % 3]
    if kind == "person":
        held = thing if thing in HELD else pick(HELD, "held")
        worn = f"{pick(HAIR, 'hair')}/{pick(tuple('hnruqw'), 'shade')} {pick(HATS, 'hat')} {pick(CLOTHES, 'cloth')}"
        return f"{place} ; {pick(POSES, 'pose')} skin{pick(tuple('1234'), 'skin')} {worn} {held}"
    if kind == "creature":
        beside = thing or (pick(THINGS, "beside") if turn else "")
        creature = creature or pick(CREATURES, "creature")
        return f"{place} ; {creature}@28,22{pick(('', '!'), 'way')}" + (f" {beside}@50,33*.55/e" if beside else "")
    thing = thing or pick(PLANTS if category == "plant" else THINGS, "thing")
    return f"{place} ; {thing}@30,23*1.2/{pick(tuple('abev'), 'colour')}"
