"""The "Skill" section of the page "Measured by play": the ladders of players, with explanations."""

from __future__ import annotations

from engines.errors import DataError
from tutor.compare import plots
from tutor.compare.comparison_page import game_badge
from tutor.compare.game_names import game_hue, order_games, short_title
from tutor.compare.ladder import LadderFigures, PlayerLadder, RungMeeting, expected_share, read_ladders
from tutor.compare.ladder_games import MATCHES, MOST_DECISIONS, RUNGS
from tutor.compare.report import format_elo
from tutor.estimates import Estimate, format_sample_size
from tutor.text import format_message

SECTION_WORDS = ("who", "elo", "step", "met", "points", "said", "players", "filled", "hollow", "line")
"""Keys of the texts beside the plots and above the table columns."""


def skill_section(language: str) -> dict[str, object]:
    """Return the section with the ladders that ship with Tebiki, or with a note if they are missing or invalid."""
    try:
        found = read_ladders()
    except DataError as error:
        return ladders_section(None, language) | {"notes": [str(error)]}
    return ladders_section(found, language)


def ladders_section(found: LadderFigures | None, language: str) -> dict[str, object]:
    """Return the section for ladders: title, text, notes, a line for each player, and the games."""
    notes = []
    names = order_games(found.ladders) if found else []
    if not found or not names:
        notes.append(_say("missing", language))
    elif stale := found.stale():
        notes.append(_say("stale", language, games=", ".join(map(short_title, order_games(stale)))))
    notes += [_say(f"earlier.{name}", language) for name in found.earlier] if found else []
    ladders = found.ladders if found else {}
    top = max([100.0, *(one.high or 0 for ladder in ladders.values() for one in ladder.elo)])
    return {
        "title": _say("title", language),
        "text": _say("text", language),
        "notes": notes,
        "words": {word: _say(word, language) for word in SECTION_WORDS},
        "definition": [_say("definition", language), _say("published", language)],
        "players": [
            {"name": _name(at, language), "text": _say(f"player.{rung.id}", language, deals=rung.deals)}
            for at, rung in enumerate(RUNGS)
        ],
        "games": [_game(name, ladders[name], top, language) for name in names],
    }


def _game(name: str, ladder: PlayerLadder, top: float, language: str) -> dict[str, object]:
    names = [_name(at, language) for at in range(len(RUNGS))]
    spoken = ", ".join(
        _say("spoken_rung", language, name=names[at], elo=_figure(one, language)) for at, one in enumerate(ladder.elo)
    )
    label = _say("spoken", language, game=short_title(name), rungs=spoken)
    games = [one.games for one in ladder.meetings]
    rungs = [_rung(ladder, at, language) for at in reversed(range(len(RUNGS)))]
    return {
        **game_badge(name),
        "sentences": ladder_sentences(ladder, language),
        "svg": plots.plot_ladder(
            names, ladder.elo, [True, *ladder.seen()], game_hue(name), top, _say("unplayed", language), label
        ),
        "basis": format_sample_size([min(games), max(games)], language),
        "rungs": rungs,
        "meetings": [_meeting(ladder, match[:2], language) for match in reversed(MATCHES)],
    }


def ladder_sentences(ladder: PlayerLadder, language: str) -> list[str]:
    """Return what a ladder shows in sentences.

    They say the minimum depth, the steps not visible or not judged, the rungs missing, and games without a winner.
    """
    depth = ladder.depth()
    best = max((at for at, seen in enumerate(ladder.seen(), 1) if seen), default=ladder.best())  # the last visible step
    value = ladder.elo[best]
    facts: dict[str, object] = {"value": f"{value.value:.0f}", "low": f"{value.low:.0f}", "high": f"{value.high:.0f}"}
    facts |= {"lowest": _name(0, language), "best": _name(best, language), "depth": depth}
    told = [_say({0: "sentence_none", 1: "sentence_one"}.get(depth, "sentence"), language, **facts)]
    comma = _say("comma", language)
    judged = zip(ladder.seen(), ladder.judged(), strict=True)
    unseen = [_name(at, language) for at, (seen, enough) in enumerate(judged, 1) if enough and not seen]
    if unseen and depth:
        told.append(_say("unseen", language, names=comma.join(unseen)))
    few = [
        _say("few_games", language, name=_name(at, language), games=step.n)
        for at, (step, enough) in enumerate(zip(ladder.steps, ladder.judged(), strict=True), 1)
        if not enough
    ]
    if few:
        told.append(_say("few", language, names=comma.join(few)))
    if len(ladder.elo) < len(RUNGS):
        absent = [_name(at, language) for at in range(len(ladder.elo), len(RUNGS))]
        told.append(_say("absent", language, names=comma.join(absent)))
    games = sum(one.games for one in ladder.meetings)
    for key in ("drawn", "unfinished"):
        if count := sum(getattr(one, key) for one in ladder.meetings):
            told.append(_say(key, language, count=count, games=games, limit=MOST_DECISIONS))
    return told


def _rung(ladder: PlayerLadder, at: int, language: str) -> dict[str, object]:
    row = {"name": _name(at, language), "elo": _say("unplayed", language), "step": "", "basis": "", "seen": False}
    if at >= len(ladder.elo):
        return row
    row |= {"elo": _figure(ladder.elo[at], language), "basis": f"n = {ladder.elo[at].n}"}
    if at:
        row |= {"step": format_elo(ladder.steps[at - 1], "+", language), "seen": ladder.seen()[at - 1]}
    else:
        row |= {"elo": "0"}
    return row


def _meeting(ladder: PlayerLadder, match: tuple[int, int], language: str) -> dict[str, str]:
    """Return the result of a match, with the share of points that the ladder predicts."""
    one: RungMeeting | None = next((one for one in ladder.meetings if one[:2] == match), None)
    lower, upper = (_name(at, language) for at in match)
    told = {"pair": _say("against", language, upper=upper, lower=lower), "points": "", "share": "", "said": ""}
    if one is None:
        return told | {"points": _say("unplayed", language)}
    told |= {"points": _say("of", language, points=f"{one.points:g}", games=one.games)}
    return told | {
        "share": f"{100 * one.points / one.games:.0f} %",
        "said": f"{100 * expected_share(ladder, one):.0f} %",
    }


def _figure(one: Estimate, language: str) -> str:
    return "0" if one.value == one.low == one.high == 0 else format_elo(one, language=language)


def _name(at: int, language: str) -> str:
    return _say(f"rung.{RUNGS[at].id}", language)


def _say(key: str, language: str, **facts: object) -> str:
    return format_message(f"ladder.{key}", language, **facts)
