"""A board, a card or a deck as static HTML for a notebook's output, without a kernel and without scripts.

It is drawn from the same data as the board in the browser (`scenery.build_scene`, `presentation.face_of`), so it shows
nothing hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from engines.book.cards import Card, Deck
from engines.game import Game
from engines.kernel.state import Result
from tutor.boards.presentation import describe_deck_size, face_of
from tutor.embed.drawing import picture_svg
from tutor.messages import shapes
from tutor.messages.shapes import Attribute, Face, Figure, Scene
from tutor.widgets import card_signs, read_style


def wrap_styles(label: str, content: str) -> str:
    """Return content as one group with its own styles, light and dark."""
    group = f'<div class="tb-root tb-still" role="group" aria-label="{escape(label)}">'
    return f"{group}<style>{read_style('still')}</style>{content}</div>"


# A table.


def table_html(scene: Scene) -> str:
    """Return a scene as a table without controls, with the rival above and the viewer below."""
    rolls = "".join(f"<span>{escape(roll['label'])}</span>" for roll in scene["dice"])
    head = f"<header><b>{escape(scene['turn']['label'])}</b>{rolls}<span>{escape(scene['now'])}</span></header>"
    return wrap_styles(f"{scene['turn']['label']}. {scene['now']}", head + players_html(scene))


def players_html(scene: Scene, empty: bool = False) -> str:
    """Return both players' halves of the table, without the styles that `wrap_styles` adds.

    empty : whether to include zones without cards.
    """
    return "".join(_player(scene, player, empty) for player in reversed(scene["players"]))


def cards_html(faces: Mapping[str, Face], cards: Iterable[shapes.Card]) -> str:
    """Return cards of a table with their states in words, without the styles that `wrap_styles` adds."""
    drawn = (
        f"<figure>{_lying(card, faces, 1)}<figcaption>{escape(card['state'])}</figcaption></figure>" for card in cards
    )
    return "".join(drawn)


def _player(scene: Scene, player: shapes.Player, empty: bool) -> str:
    scores = "".join(
        f"<span><b>{escape(str(row['value']))}</b> {escape(row['word'])}</span>" for row in player["scores"]
    )
    zones = "".join(_zone(scene, zone) for zone in player["zones"] if zone["count"] or empty)
    name, note = escape(player["name"]), f"<span>{escape(player['note'])}</span>" if player["note"] else ""
    return (
        f'<div class="tb-still-side" role="group" aria-label="{name}">'
        f'<div class="tb-still-name">{name}{note}{scores}</div><div class="tb-zones">{zones}</div></div>'
    )


def _zone(scene: Scene, zone: shapes.Zone) -> str:
    cards, faces = zone["cards"], scene["faces"]
    cards = cards[-1:] if zone["slot"].startswith("pile") else cards  # the others are beneath
    alike = _alike(cards)
    lying = [(card["ref"], _lying(card, faces, count if len(alike) > 1 else 1)) for card, count in alike]
    drawn = "".join(_grouped(zone.get("groups", ()), lying))
    japanese = f'<i lang="ja">{escape(zone["ja"])}</i>' if zone["ja"] else ""
    title = f'<div class="tb-still-title">{escape(zone["title"])}{japanese}<b>{zone["count"]}</b></div>'
    return f'<div class="tb-still-zone">{title}<div class="tb-cards">{drawn}</div></div>'


def _grouped(groups: Iterable[shapes.Group], lying: Iterable[tuple[str, str]]) -> list[str]:
    """Return the HTML of drawn cards, given as (reference, HTML); the cards of a group are in a frame with its name."""
    drawn = dict(lying)
    for group in groups:
        first, *others = [card["ref"] for card in group["cards"]]
        one, other = group["hues"][0], group["hues"][-1]
        frame = f'role="group" aria-label="{escape(group["label"])}" style="--a:var(--tb-{one});--b:var(--tb-{other})"'
        inside = drawn[first] + "".join(drawn.pop(ref) for ref in others)
        drawn[first] = f'<div class="tb-still-group" {frame}>{inside}<span>{escape(group["name"])}</span></div>'
    return list(drawn.values())


def _alike(cards: Iterable[shapes.Card]) -> list[tuple[shapes.Card, int]]:
    """Return cards with the number that each stands for: adjacent hidden cards look the same, and are drawn once."""
    found: list[tuple[shapes.Card, int]] = []
    for card in cards:
        if found and _plain_back(card) and _plain_back(found[-1][0]):
            found[-1] = (card, found[-1][1] + 1)
        else:
            found.append((card, 1))
    return found


def _plain_back(card: shapes.Card) -> bool:
    return card["face"] is None and not (card["turned"] or card["counters"] or card["on"] or card["under"])


def _lying(card: shapes.Card, faces: Mapping[str, Face], count: int) -> str:
    """Return a card on the table as HTML, with what is on and beneath it.

    It stands for `count` cards that look the same.
    """
    known = faces.get(card["face"]) if card["face"] else None
    label, turned = escape(card["label"]), " tb-lies" if card["turned"] == 90 else ""
    if known is None or card["down"]:
        drawn = f'<div class="tb-card tb-s tb-down-card" role="img" aria-label="{label}" title="{label}"></div>'
    else:
        drawn = card_face(known, "S", card["figures"], label)
    counters = f'<span class="tb-still-tag">× {count}</span>' if count > 1 else ""
    counters += "".join(
        f'<span class="tb-still-mark" title="{escape(one["title"])}">{escape(str(one["value"]))}</span>'
        for one in card["counters"]
    )
    tags = "".join(f'<span class="tb-still-tag">{escape(tag)}</span>' for tag in card["tags"])
    others = "".join(f"<span>{escape(part['face'] or '?')}</span>" for part in (*card["on"], *card["under"]))
    more = f'<div class="tb-still-more">{counters}{tags}{others}</div>' if counters or tags or others else ""
    return f'<div class="tb-still-card{turned}">{drawn}{more}</div>'


# Cards.


def card_face(shown: Face, size: str, figures: Iterable[Figure] = (), label: str = "") -> str:
    """Return the face of a card, small (S) or large with its text (L).

    `figures` are shown in place of the printed ones.
    """
    large = size == "L"
    printed = {row["sign"]: row for row in shown["figures"]}
    now: list[Figure] = [{**printed.get(row["sign"], row), **row} for row in figures] or list(printed.values())
    cost = f'<b class="tb-cost">{escape(shown["cost"])}</b>' if shown["cost"] else ""
    pips = "".join(map(_pip, shown["attributes"]))
    keyword = f'<span class="tb-keyword">{escape(shown["tab"])}</span>' if shown["tab"] else ""
    japanese = f'<i lang="ja">{escape(shown["ja"])}</i>' if shown["ja"] else ""
    text = "".join(f'<span class="tb-rule">{_bold(line)}</span>' for line in shown["rules"]) if large else ""
    named = (f'<span class="tb-attribute">{_pip(one)}{escape(one["title"])}</span>' for one in shown["attributes"])
    kind = f'<span class="tb-type">{" · ".join([escape(shown["type"]), *named])}</span>' if large else ""
    foot = "".join(_figure(row, large) for row in now) or ("" if large else f"<em>{escape(shown['category'])}</em>")
    return (
        f'<div class="tb-card tb-{size.lower()}" style="{_hue(shown)}" '
        f'role="group" aria-label="{label or escape(shown["name"])}" title="{label or escape(shown["name"])}">'
        f"{picture_svg(shown['picture'], shown['hue'])}"
        f'{cost}<span class="tb-pips">{pips}</span>{keyword}'
        f'<span class="tb-name">{escape(shown["name"])}{japanese}{kind}{text}</span>'
        f'<span class="tb-figures">{foot}</span></div>'
    )


def _pip(one: Attribute) -> str:
    """Return an attribute: its symbol in its colour, or its letter."""
    about = f'style="{_hue(one)}" title="{escape(one["title"])}"'
    if one["sign"] in card_signs():
        return f'<svg class="tb-pip" viewBox="0 0 16 16" {about}>{card_signs()[one["sign"]]}</svg>'
    return f'<span class="tb-pip tb-letter" {about}>{escape(one["letter"])}</span>'


def _hue(coloured: Face | Attribute) -> str:
    return f"--a:var(--tb-{escape(coloured['hue'] or 'grey')})"


def _figure(row: Figure, large: bool) -> str:
    change = {1: " tb-up", -1: " tb-down"}.get(row.get("change", 0), "")
    word, drawn = str(row.get("word") or row["sign"]), card_signs().get(row["sign"], "")
    sign = f'<svg viewBox="0 0 16 16" aria-hidden="true">{drawn}</svg>' if drawn else ""
    told = f"<em>{escape(word)}</em>" if large or not sign else ""
    value = escape(str(row["value"]))
    return f'<span class="tb-figure{change}" title="{escape(word)}">{sign}<b>{value}</b>{told}</span>'


def _bold(line: str) -> str:
    """Return a line of rules text in which parts between double stars are bold."""
    parts = escape(line).split("**")
    return "".join(f"<b>{part}</b>" if at % 2 else part for at, part in enumerate(parts))


def card_html(card: Card) -> str:
    """Return one large card, with its text."""
    return wrap_styles(card.name, card_face(face_of(card.game, card), "L"))


def deck_html(game: Game, deck: Deck) -> str:
    """Return a deck: each card once, with its number of copies."""
    rows = [(game.cards[game.by_name[name]], copies) for name, copies in deck.cards.items() if name in game.by_name]
    cards = "".join(
        f'<div class="tb-still-card">{card_face(face_of(game.name, card), "S")}'
        f'<div class="tb-still-more"><span class="tb-still-tag">× {copies}</span></div></div>'
        for card, copies in rows
    )
    japanese = "".join(f'<i lang="{language}">{escape(name)}</i>' for language, name in deck.names.items())
    head = f"<header><b>{escape(deck.name)}</b>{japanese}<span>{describe_deck_size(game, deck.cards)}</span></header>"
    return wrap_styles(deck.name, f'{head}<div class="tb-cards">{cards}</div>')


def result_html(result: Result) -> str:
    """Return how a game ended."""
    who, _, why = str(result).partition(": ")
    return wrap_styles(who, f"<header><b>{escape(who)}</b><span>{escape(why)}</span></header>")
