"""Cards and positions as text: plain lines for a terminal and for every screen reader."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable

from engines.game import Game
from tutor.boards.presentation import face_of
from tutor.messages import shapes
from tutor.text import end_sentence, format_message

LEAST_LETTERS = 3
"""Minimum number of letters with which a card's name can be abbreviated."""


def quote_names(text: str, names: Collection[str], said: Container[str] = ()) -> str:
    """Put quotes around card names in a text where they are missing.

    The beginning of a name is enough if no other name begins in the same way, unless it is also a word of the notation
    (`said`).
    """
    if '"' in text or "“" in text:
        return text
    longest = sorted(map(re.escape, names), key=len, reverse=True)
    text = re.sub(rf"\b({'|'.join(longest)})(?!\w)", r'"\1"', text, flags=re.IGNORECASE)
    verb, space, rest = text.partition(" ")
    parts = re.split(r'("[^"]*")', rest)
    return (
        verb + space + "".join(part if at % 2 else complete_names(part, names, said) for at, part in enumerate(parts))
    )


def complete_names(text: str, names: Iterable[str], said: Container[str]) -> str:
    """Replace words that are the beginning of exactly one name by that name in quotes."""
    words, done = text.split(" "), []
    while words:
        for count in range(len(words), 0, -1):
            begun = " ".join(words[:count]).casefold()
            found = [name for name in names if name.casefold().startswith(begun)]
            if len(found) == 1 and len(begun) >= LEAST_LETTERS and begun not in said:
                done.append(f'"{found[0]}"')
                break
        else:
            count = 1
            done.append(words[0])
        words = words[count:]
    return " ".join(done)


def card_lines(game: Game, name: str) -> list[str]:
    """Return what is printed on a card: name, type, cost and attributes, figures, rules text."""
    card = face_of(game.name, game.cards[game.by_name[name]])
    parts = [card["type"]]
    if card["cost"]:
        parts.append(f"cost {card['cost']}")
    parts += [" ".join(one["title"] for one in card["attributes"])] if card["attributes"] else []
    parts += [f"{row['word']} {row['value']}" for row in card["figures"]]
    rules = [rule.replace("**", "") for rule in card["rules"]]  # bold on pages
    return [f"{card['name']} {card['ja']}".strip(), ", ".join(parts) + ".", *rules]


def position_lines(scene: shapes.Scene, language: str = "en") -> list[str]:
    """Return a scene as lines: the moment, then each player's zones, beginning with the rival's."""
    lines = [f"{scene['turn']['label']}.".replace(" · ", ", ")]
    lines += [end_sentence(row["label"]) for row in (*scene["dice"], *scene["tallies"])]
    for player in reversed(scene["players"]):
        scores = ", ".join(f"{row['value']} {row['word']}" for row in player["scores"])
        name = f"{player['name']} ({player['passed']})" if player["passed"] else player["name"]
        lines.append(f"{name}: {scores}".strip())
        lines += [f"  {zone_line(zone, language)}" for zone in player["zones"] if zone["count"]]
        empty = [zone_title(zone, language) for zone in player["zones"] if not zone["count"]]
        for at, line in enumerate(player.get("groups", ())):  # a title, then a line for each group
            lines.append(f"  {'  ' if at else ''}{line}")
        if empty:
            lines.append(f"  {format_message('terminal.empty', language)}: {', '.join(empty)}.")
    return lines


def zone_title(zone: shapes.Zone, language: str = "en") -> str:
    """Return the title of a zone."""
    return zone["ja"] if language == "ja" and zone.get("ja") else zone["title"]


def zone_line(zone: shapes.Zone, language: str = "en") -> str:
    """Return a zone as one line: its title, its size, and each card that is known or notable."""
    cards = [card for card in zone["cards"] for card in (card, *card["on"])]
    hidden = [card for card in zone["cards"] if card["face"] is None]
    places = [int(card["ref"].split(".")[-1]) + 1 for card in hidden if card["ref"].split(".")[-1].isdecimal()]
    limit = f" {zone['limit']}" if "limit" in zone else ""
    gaps = places and places != list(range(1, len(places) + 1))
    line = f"{zone_title(zone, language)}: {zone['count']}{limit}."
    if len(hidden) == len(zone["cards"]) and not any(card["turned"] or card["counters"] for card in hidden):
        return (
            line[:-1] + f", {format_message('terminal.places', language)} {', '.join(map(str, places))}."
            if gaps
            else line
        )
    alike = Counter(card["label"] for card in cards)
    return " ".join([line, *(label if count == 1 else f"{count} × {label}" for label, count in alike.items())])
