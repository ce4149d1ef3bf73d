"""The presentation of a game (zones, pictures, questions and titles), read from `tutor/games/<game>.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import engines
from engines.book.cards import Card
from engines.forms.sums import Sums
from engines.game import Game
from tutor.boards.derived_look import derive_look
from tutor.boards.pictures import picture_of
from tutor.boards.totals import format_parts
from tutor.messages import shapes
from tutor.text import format_message

FOLDER = Path(__file__).parents[1] / "games"
Look = dict[str, Any]


@cache
def load_look(name: str) -> Look:
    """Return the presentation of the game called `name`: from its file, or derived from the game."""
    path = FOLDER / f"{name}.toml"
    if not path.exists():
        return derive_look(engines.load(name))
    data: Look = tomllib.loads(path.read_text(encoding="utf-8"))
    return data


def zone_words(name: str) -> dict[str, str]:
    """Return the name of each zone, and of its parts, as used in sentences.

    The name is `word` in the presentation, otherwise the title.
    """
    rows = load_look(name)["zone"]
    return {key: row.get("word", row["title"].lower()) for row in rows for key in (row["id"], *row.get("parts", ()))}


def playable_games() -> list[str]:
    """Return the games with an engine whose table can be drawn (`table = true` in their presentation)."""
    return [
        name for name in engines.names() if (FOLDER / f"{name}.toml").exists() and load_look(name).get("table", False)
    ]


def describe_deck_size(game: Game, cards: Mapping[str, int], language: str = "en") -> str:
    """Describe the size of a deck in words; cards of a second deck (`second_deck`) are counted separately."""
    second = load_look(game.name).get("second_deck", {})
    apart = sum(
        copies
        for name, copies in cards.items()
        if name in game.by_name and game.cards[game.by_name[name]].category in second.get("categories", ())
    )
    count = format_message("setup.cards", language, n=sum(cards.values()) - apart)
    return format_message("setup.cards_and", language, cards=count, n=apart, word=second["title"]) if apart else count


def card_attributes(game: str, card: Card) -> list[str]:
    """Return the names of a card's attributes, one for each printed symbol.

    The presentation says which field contains them (`attribute_field`), either as one name or as a letter for each.
    """
    view = load_look(game)
    value = card.fields.get(view.get("attribute_field", "")) or ""
    if isinstance(value, str) and value in view["attributes"]:
        return [value]
    letters = {row["letter"]: name for name, row in view["attributes"].items()}
    return [one if one in view["attributes"] else letters[one] for one in value]


def signed_figures(
    game: Game, name: str | None, now: Mapping[str, int], sums: Sums = MappingProxyType({})
) -> list[shapes.Figure]:
    """Return the figures at the foot of a card in play: current values, and how they differ from the printed ones.

    now : current values by field; all of them are shown if the card is unknown. sums : the parts that add up to a
    figure, by field; shown if the value is not just the printed one.
    """
    printed = game.cards[game.by_name[name]].fields if name in game.by_name else {}
    found: list[shapes.Figure] = []
    for row in load_look(game.name).get("figure", ()) if now else ():
        if (value := now.get(row["field"])) not in (None, row.get("blank")):
            before = printed.get(row["field"])
            before = value if before is None else before  # a figure that is not printed on the card
            change = (value > before) - (value < before)
            parts = sums.get(row["field"], ())
            told = format_parts(game, parts) if change or len(parts) > 1 else []
            found.append(
                {
                    "sign": row["sign"],
                    "value": value,
                    "change": change,
                    "word": row["word"],
                    "was": before,
                    "parts": told,
                }
            )
    return found


class _Printed:
    """A card compared by identity, since two games may have different cards of the same name."""

    __slots__ = ("card",)

    def __init__(self, card: Card) -> None:
        self.card = card

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Printed) and self.card is other.card

    def __hash__(self) -> int:
        return id(self.card)


def printed_figures(game: Game, name: str | None) -> list[str]:
    """Return the printed numbers of a card in words, its cost and its figures; [] for a hidden card."""
    if name not in game.by_name:
        return []
    card = face_of(game.name, game.cards[game.by_name[name]])
    cost = [format_message("scene.cost", cost=card.get("cost"))] if card.get("cost") else []
    return cost + [f"{row.get('word')} {row['value']}" for row in card.get("figures", ())]


def face_of(game: str, card: Card) -> shapes.Face:
    """Return what the browser needs to draw a card: names, cost, attributes, picture, rules text, figures.

    The result is cached and must not be changed.
    """
    return _face(game, _Printed(card))


@lru_cache(4096)
def _face(game: str, printed: _Printed) -> shapes.Face:
    card = printed.card
    view, fields = load_look(game), card.fields
    names = card_attributes(game, card)
    category = view["categories"][card.category]
    kind = fields.get(view.get("kind_field", "")) or ""
    known_kind = view.get("kinds", {}).get(kind)
    japanese = (
        known_kind["ja"] if known_kind else engines.load(game).words.term(f"{view.get('kind_field')}.{kind}", "ja")
    )
    of_kind = f"{known_kind['title'] if known_kind else kind} {japanese}".strip()
    keywords = fields.get("keywords") or ()
    changes = category.get("changes", False)
    return {
        "name": card.name,
        "ja": card.names.get("ja", ""),
        "cost": str(fields.get("cost", "") if fields.get("cost") is not None else ""),
        "attributes": [_attribute(view["attributes"][name]) for name in names] + _letter(view, card),
        "hue": _hue(view, names, (_person(view, card), kind, card.category)),
        "picture": picture_of(game, card),
        "category": category["title"],
        "type": " · ".join(part for part in (category["title"], of_kind) if part),
        "tab": _of_gear(view, category, card) if changes else keyword_tab(keywords) or _times(view, card),
        "rules": list(card.rules_text),
        "figures": [
            {"sign": row["sign"], "value": _signed(fields[row["field"]], changes), "word": row["word"]}
            for row in view.get("figure", ())
            if fields.get(row["field"]) not in (None, row.get("blank"))
        ],
    }


def _attribute(row: Look) -> shapes.Attribute:
    sign, letter, hue, title = (str(row.get(key, "")) for key in ("sign", "letter", "hue", "title"))
    return {"sign": sign, "letter": letter, "hue": hue, "title": title}


def _letter(view: Look, card: Card) -> list[shapes.Attribute]:
    """Return the letter in the corner of a card as an additional attribute, if the presentation has a field for it."""
    row = view.get("letter", {})
    letter = card.fields.get(row.get("field", ""))
    if not letter:
        return []
    return [{"sign": "", "letter": str(letter), "hue": "grey", "title": row["title"].format(letter=letter)}]


def _signed(value: int, changes: bool) -> int | str:
    """Return a figure, with its sign if the card changes another card's figures (`changes`)."""
    return f"{value:+d}".replace("-", "−") if changes else value


KEYWORD_LINES = 3
"""The number of lines that a small card has for keywords."""


def keyword_tab(keywords: Sequence[str]) -> str:
    """Return the keywords for a small card, one a line; of more than three, the first two and an ellipsis.

    A number of further keywords would read like a bonus to the first one ("Bulwark +1").
    """
    shown = keywords if len(keywords) <= KEYWORD_LINES else (*keywords[: KEYWORD_LINES - 1], "…")
    return "\n".join(shown)


def _times(view: Look, card: Card) -> str:
    """Return when a card can be used, in words; "" if the game's presentation has no words for this (`times`).

    The moment is in a field of the card or, without such a field, that of its first ability.
    """
    row = view.get("times", {})
    if "field" in row:
        return str(row["words"].get(" ".join(card.fields.get(row["field"]) or ()), ""))
    return str(row["words"].get(card.abilities[0].when, "")) if row and card.abilities else ""


def _of_gear(view: Look, category: Look, card: Card) -> str:
    """Return the category of a card that changes other cards and, on a second line, what it costs to put it on one."""
    costs = ((row, card.fields.get(row["field"])) for row in view.get("equip_cost", ()))
    return "\n".join([category["title"], *(row["words"].format(count=count) for row, count in costs if count)])


def _person(view: Look, card: Card) -> str:
    """Return the name of the person on a card; "" if there is no `person_field`, or not exactly one person."""
    value = card.fields.get(view.get("person_field", ""))
    return str(value[0]) if isinstance(value, list | tuple) and len(value) == 1 else ""


def _hue(view: Look, names: list[str], keys: tuple[str, ...]) -> str:
    """Return the colour of a card: by person, kind or category if the presentation says so, otherwise by attribute."""
    hues = view.get("hues", {})
    found = next((hues[key] for key in keys if key in hues), None)
    return str(found or (view["attributes"][names[0]]["hue"] if names else "grey"))


def faces_of(game: Game, names: set[str]) -> dict[str, shapes.Face]:
    """Return the faces of the cards with these names."""
    return {
        name: face_of(game.name, game.cards[game.by_name[name]])
        for name in sorted(names)
        if name in game.by_name and name != "?"
    }
