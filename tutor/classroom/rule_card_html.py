"""The rule card as a separate page that prints on one sheet. All text written by users is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from tutor.boards.presentation import load_look
from tutor.classroom import effect_rows
from tutor.classroom.effect_rows import EffectRow
from tutor.classroom.finding_rows import FallenRow
from tutor.classroom.rule_card import RuleCard, players_title, repeat_line
from tutor.compare.game_names import game_hue, game_seal
from tutor.experiments.effects import UNKNOWN_EFFECT
from tutor.matches.house_rules import find_choice
from tutor.sets.decks import game_with_decks
from tutor.text import format_message

STYLE_FILE = Path(__file__).with_name("rule_card.css")
MOST_FALLEN = {"steps": 2, "puzzles": 2}
"""Maximum number of lesson steps and puzzles named; the rest are counted."""
SIGN_PATHS = {
    "ok": "M3 8.500l3.500 3.500L13 4.500",
    "no": "M4 4l8 8M12 4l-8 8",
    "fewer": "M8 3v10M3.500 8.500L8 13l4.500-4.500",
    "same": "M3 6h10M3 10.500h10",
    "more": "M8 13V3M3.500 7.500L8 3l4.500 4.500",
}
HUES = {
    "red": "#b0412c", "blue": "#2b659b", "yellow": "#8d6700",
    "green": "#3c7142", "purple": "#6d4a93", "teal": "#1f7070",
}  # fmt: skip
"""The colours of the games on paper, as on the pages in the light theme."""
PICTURE_WIDTH, PICTURE_HEIGHT, PICTURE_FOOT = 340, 60, 20
"""The dimensions of a game's picture."""


def card_html(card: RuleCard, language: str = "en") -> str:
    """Return a card as a whole page."""

    def told(key: str, **facts: object) -> str:
        return escape(format_message(f"rule_card.{key}", language, **facts))

    title = card.title or format_message("rule_card.untitled", language)
    colour = HUES[game_hue(card.game)]
    by = f"<p>{told('by')} <b>{escape(card.by)}</b></p>" if card.by else ""
    parts = [
        f'<div class="top"><b>Tebiki</b><span>{told("name")} · {escape(card.date)}</span>'
        f'<span class="game"><span class="seal" lang="ja" '
        f'style="background:{colour}">{escape(game_seal(card.game))}</span>{escape(load_look(card.game)["title"])}</span></div>',
        f'<div class="title"><h1>{escape(title)}</h1>{by}</div>',
        f'<div class="two"><section><h2>{told("changed")}</h2>{_changes(card, language)}</section>'
        f"<section>{_quote(card, told('what_for'))}</section></div>",
        f"<section><h2>{told('found')}<small>{told('pairs', pairs=card.pairs)}</small></h2>"
        f"{_figures(card, language)}</section>",
        _picture(card, told("game")),
        _fallen(card, told("fallen"), language),
        f'<div class="two last"><section><h2>{told("think")}</h2><p class="think">{escape(card.think)}</p></section>'
        f'<section><h2>{told("remarks")}</h2><div class="remarks"></div></section></div>',
        f"<footer><b>{told('repeat')}</b><code>{escape(card.game)} {escape(repeat_line(card.changes))} · "
        f"{told('seeds', last=(card.pairs - 1) // 2)} · "
        f"{told('players', players=players_title(card.bots, language))} · "
        f"{told('rules', rules=card.rules)}</code>{told('how')}</footer>",
    ]
    return (
        f'<!doctype html>\n<html lang="{escape(language)}"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width,initial-scale=1"><title>{escape(title)} · Tebiki</title>'
        f"<style>{STYLE_FILE.read_text(encoding='utf-8')}</style></head>\n"
        f'<body><main class="a4">{"".join(parts)}</main></body></html>\n'
    )


def _changes(card: RuleCard, language: str) -> str:
    rows = []
    for id, value in card.changes.items():
        one = find_choice(game_with_decks(card.game), id, language)
        words = [format_message("house_rules.off", language), format_message("house_rules.on", language)]
        before, after = (one.standard, value) if one.sort == "number" else (words[one.standard], words[value])
        rows.append(
            f'<tr><td><b>{escape(one.title)}</b><span class="clause">{escape(one.clause)}</span></td>'
            f"<td><s>{escape(str(before))} →</s> {escape(str(after))}</td></tr>"
        )
    return f'<table class="changes">{"".join(rows)}</table>'


def _quote(card: RuleCard, head: str) -> str:
    return f'<h2>{head}</h2><p class="quote">{escape(card.what_for)}</p>' if card.what_for else ""


def _figures(card: RuleCard, language: str) -> str:
    n = next((parts[2][3] for id, parts in card.figures.items() if id in card.predicted), card.pairs)
    heads = [
        format_message(f"house_rules.head_{part}", language, n=n)
        for part in ("measure", "difference", "interval", "said")
    ]
    lines = [f'<div class="f h">{"".join(f"<span>{escape(head)}</span>" for head in heads)}</div>']
    for id, said in card.predicted.items():
        row = effect_rows.effect_row(id, card.effect(id) or UNKNOWN_EFFECT, said, language, sure=card.is_sure(id))
        lines.append(_figure(row, n))
    return "".join(lines)


def _figure(row: EffectRow, n: float | None) -> str:
    """Return a measure as a table row; it states its number of games if that differs from the n in the heading."""
    title = f"<b>{escape(row['title'])}</b>"
    if not row["known"]:
        why = f"<small>{escape(row['why'])}</small>"
        return f'<div class="f"><div>{title}</div><div></div><div>{why}</div><div></div></div>'
    sign = "ok" if row["right"] else row["found"]
    good = " ok" if row["right"] else ""
    interval = row["interval"] if row["n"] == n else f"{row['interval']}, n = {row['n']}"
    return (
        f'<div class="f"><div>{title}<small>{escape(row["printed"])} · {escape(row["house"])}</small></div>'
        f"{_axis(row)}<div><div class='value'>{escape(row['difference'])}</div><small>{escape(interval)}</small>"
        f'</div><div class="said"><span class="sig{good}">{_sign(sign)}</span><span><b>{escape(row["found_text"])}</b>'
        f"<small>{escape(row['said_text'])}</small></span></div></div>"
    )


def _sign(name: str) -> str:
    return f'<svg viewBox="0 0 16 16" aria-hidden="true"><path d="{SIGN_PATHS[name]}"/></svg>'


def _axis(row: EffectRow) -> str:
    axis = row["axis"]
    marks = "".join(
        f'<i class="g{" zero" if mark["at"] == 50 else ""}" style="left:{mark["at"]}%"></i>'
        f'<span style="left:{mark["at"]}%">{escape(mark["text"])}</span>'
        for mark in axis["marks"]
    )
    wide = round(axis["high"] - axis["low"], 2)
    return (
        f'<div class="ax{"" if row["visible"] else " none"}" aria-hidden="true">{marks}'
        f'<i class="iv" style="left:{axis["low"]}%;width:{wide}%"></i>'
        f'<i class="dot" style="left:{axis["dot"]}%"></i></div>'
    )


def _picture(card: RuleCard, head: str) -> str:
    shown = card.picture
    if not shown:
        return ""
    lines = "".join(f"<p>{escape(line)}</p>" for line in shown["text"])
    curve = _curve(shown["points"], shown["mark"], shown["names"])
    curve = f"<div>{curve}</div>" if curve else ""
    return (
        f"<section><h2>{head}<small>{escape(shown['title'])} · {escape(shown['pair'])}</small></h2>"
        f'<div class="look">{curve}<div>{lines}</div></div></section>'
    )


def _curve(points: Sequence[Sequence[int]], mark: int | None, names: Sequence[str]) -> str:
    """Return a curve of the chances over the turns as a picture; "" if they are unknown."""
    if not points:
        return ""
    last = max(point[0] for point in points) or 1
    across, down = (PICTURE_WIDTH - 16) / last, (PICTURE_HEIGHT - 8) / 100
    at = [(round(8 + across * turn, 1), round(4 + down * (100 - share), 1)) for turn, share in points]
    line, middle = "L".join(f"{x} {y}" for x, y in at), PICTURE_HEIGHT / 2
    dot = ""
    if mark is not None:
        x, y = at[mark]
        dot = f'<circle cx="{x}" cy="{y}" r="5" fill="var(--lamp)" stroke="var(--lamp-edge)" stroke-width="1.8"/>'
    return (
        f'<svg viewBox="0 0 {PICTURE_WIDTH} {PICTURE_HEIGHT + PICTURE_FOOT}" role="img" '
        f'aria-label="{escape(names[0])}">'
        f'<path d="M{at[0][0]} {middle}L{line}L{at[-1][0]} {middle}z" fill="var(--soft)"/>'
        f'<path d="M8 {middle}H{PICTURE_WIDTH - 8}" stroke="var(--edge)" stroke-dasharray="4 4" fill="none"/>'
        f'<path d="M{line}" fill="none" stroke="var(--accent)" stroke-width="2.6" stroke-linejoin="round"/>{dot}'
        f'<text x="8" y="12">{escape(names[0])}</text><text x="8" y="{PICTURE_HEIGHT}">{escape(names[1])}</text>'
        f'<text x="8" y="{PICTURE_HEIGHT + 15}">1</text>'
        f'<text x="{PICTURE_WIDTH - 8}" y="{PICTURE_HEIGHT + 15}" text-anchor="end">{last}</text></svg>'
    )


def _fallen(card: RuleCard, head: str, language: str) -> str:
    """Return steps and puzzles side by side; if there are only steps or only puzzles, they fill both columns."""
    found = {sort: one for sort in MOST_FALLEN if (one := card.fallen.get(sort))}
    if not found:
        return ""
    columns = []
    for sort, one in found.items():
        most, alone = MOST_FALLEN[sort], all(not other["rows"] for name, other in found.items() if name != sort)
        columns += [one["rows"][at : at + most] for at in ((0, most) if alone else (0,))]
    columns = [rows for rows in columns if rows]
    counts = [f"{format_message(f'house_rules.{sort}', language)}: {one['some']}" for sort, one in found.items()]
    told = f"<h2>{head}<small>{escape(' · '.join(counts))}</small></h2>"
    return f'<section>{told}<div class="two">{"".join(map(_column, columns))}</div></section>'


def _column(rows: Sequence[FallenRow]) -> str:
    lines = "".join(
        f'<li><span class="sig no">{_sign("no")}</span>'
        f"<span><b>{escape(row['title'])}</b> {escape(row['short'])}</span>"
        f'<span class="clause">{escape(row["clause"])}</span></li>'
        for row in rows
    )
    return f'<ul class="fallen">{lines}</ul>'
