"""The page "Who helps the trailing player?": the effect of each mechanic, by removing it from its game."""

from __future__ import annotations

from typing import TypedDict

from tutor.compare import differences
from tutor.compare.causes import BEHIND, FIRST, MEASURE_UNITS, Cause, CauseFigures, list_causes, read_causes
from tutor.compare.comparison_page import comparison_link, comparison_page, game_badge
from tutor.compare.differences import format_signed
from tutor.compare.game_names import order_games, short_title
from tutor.estimates import NO_ESTIMATE, Estimate
from tutor.experiments.effects import MATTERS_PART, MATTERS_SHARE, UNKNOWN_EFFECT, RuleEffect, is_visible, smallest_seen
from tutor.navigation.links import page_link
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page

TABLE_MEASURES = (BEHIND, "turns", "off_turn", FIRST)
"""The measures in the table; the first one is drawn as a plot."""
SUBSTITUTE_MEASURES = {"off_turn": "handovers"}
"""The measure shown in place of one that a game lacks: off-turn choices need turns that belong to one player."""
MOST_NAMED = 3
LEAST_SHARE = 0.02
"""The smallest difference of a share that counts as moved, however small the printed share is."""
STOPPED_SHARE = 0.01
"""The smallest share of games without a winner that is named beside the number of turns."""


class CauseRow(TypedDict):
    """A mechanic as shown. figures : one for each of `TABLE_MEASURES`, visible or not.

    sides : a sentence on who wins with it and without it. moved : True if a shown measure visibly changed by enough to
    matter, or the mechanic visibly helps either player.
    """

    id: str
    address: str
    title: str
    change: str
    clause: str
    href: str
    demonstration: str
    plot: dict[str, object] | None
    sides: str
    figures: list[dict[str, object]]
    moved: bool


def causes_page() -> Page:
    """Return the page of causes: each game with and without each mechanic, and which player gains."""
    return build_causes_page(read_causes() or CauseFigures(0, 0), wanted_language())


def build_causes_page(found: CauseFigures, language: str) -> Page:
    """Return the page for `found`."""
    known = [one for one in list_causes() if found.of(one, BEHIND)]
    names = order_games({one.game for one in known})
    reach = differences.axis_reach(added_by_cause(found, one, BEHIND) for one in known)
    data: dict[str, object] = {
        "title": _say("title", language),
        "text": _say("text", language, count=len(known), games=len(names)),
        "answer": answer_sentences(found, known, language),
        "stale": _say("stale", language, games=", ".join(map(short_title, found.stale()))) if found.stale() else "",
        "columns": [
            {"id": id, **{part: _say(f"{id}.{part}", language) for part in ("title", "text")}} for id in TABLE_MEASURES
        ],
        "axis": differences.axis_ticks(reach, MEASURE_UNITS[BEHIND]),
        "games": [_game(found, name, [one for one in known if one.game == name], reach, language) for name in names],
    }
    return comparison_page("causes", "causes", language, data)


def added_by_cause(found: CauseFigures, cause: Cause, measure: str, these_decks: bool = False) -> Estimate:
    """Return what a mechanic adds to a measure (with it minus without it); an empty estimate if not measured.

    these_decks : True for the interval for the decks that met; False for the interval for decks like these.

    If a mechanic acts only before the halfway position, both sides are the same from there on; that counts as not
    measured.
    """
    one = cause.adds(found.of(cause, measure) or UNKNOWN_EFFECT, like_these=not these_decks)
    return NO_ESTIMATE if measure == BEHIND and one.value == one.low == one.high else one


def helpful_causes(found: CauseFigures, known: list[Cause], way: int, measure: str = BEHIND) -> list[Cause]:
    """Return the causes that visibly raise (1) or lower (-1) a measure, by default help the trailing player or not.

    The strongest is first.
    """
    sure = [
        (way * (added_by_cause(found, cause, measure).value or 0), cause)
        for cause in known
        if stands_out(found, cause, measure)
    ]
    return [cause for value, cause in sorted(sure, key=lambda pair: -pair[0]) if value > 0]


def acts_early(found: CauseFigures, cause: Cause) -> bool:
    """Return True if a mechanic changed nothing from halfway on, so that only forks at the start can show it."""
    return added_by_cause(found, cause, BEHIND) == NO_ESTIMATE


def never_acts(found: CauseFigures, cause: Cause) -> bool:
    """Return True if no game that was forked at the start ended otherwise, in another turn or with another winner."""
    return not found.changed.get(cause.game, {}).get(cause.id, 1)


def added_bounds(found: CauseFigures, cause: Cause, measure: str) -> Estimate:
    """Return what a mechanic adds with the bounds of `undecided_bounds`; an empty estimate if there are none."""
    one = found.bounds.get(cause.game, {}).get(cause.id, {}).get(measure, NO_ESTIMATE)
    return cause.adds(RuleEffect(NO_ESTIMATE, NO_ESTIMATE, one))


def stands_out(found: CauseFigures, cause: Cause, measure: str = BEHIND) -> bool:
    """Return True if a mechanic visibly moves a measure when all measured mechanics are tested together.

    It does so if it stands out for these decks, and its interval for decks like these leaves out zero. It must stand
    out, too, whichever way the games without a winner had gone.
    """
    tested = [one for one in list_causes() if found.of(one, measure)]
    kept = differences.find_discoveries([added_by_cause(found, one, measure, these_decks=True) for one in tested])
    bounds = added_bounds(found, cause, measure)
    sure = bounds.low is None or bounds.high is None or not bounds.low <= 0 <= bounds.high
    return (
        sure and cause in tested and tested.index(cause) in kept and is_visible(added_by_cause(found, cause, measure))
    )


def answer_sentences(found: CauseFigures, known: list[Cause], language: str) -> list[str]:
    """Return the sentences that answer the question of the page, derived from the figures."""
    tested = [one for one in known if added_by_cause(found, one, BEHIND) != NO_ESTIMATE]
    told, seen = [], 0
    for way, key in ((1, "behind"), (-1, "leader")):
        listed = helpful_causes(found, known, way)
        seen += len(listed)
        effects = _say("comma", language).join(_effect_text(found, one, language) for one in listed)
        told.append(
            _say(
                f"answer_{key}" if listed else f"answer_no_{key}",
                language,
                count=len(listed),
                all=len(tested),
                effects=effects,
            )
        )
    told.append(_say("answer_all_unseen" if not seen else "answer_unseen", language, count=len(tested) - seen))
    alone = differences.find_discoveries([added_by_cause(found, one, BEHIND, these_decks=True) for one in tested])
    if len(alone) > seen:
        told[-1] = _say("between_sentences", language).join(
            [told[-1], _say("answer_these", language, count=len(alone) - seen)]
        )
    early = [one for one in known if one not in tested]
    return [*told, *([_early_sentence(found, early, language)] if early else []), _say("answer_together", language)]


def _early_sentence(found: CauseFigures, early: list[Cause], language: str) -> str:
    """Say what the mechanics that act before halfway do for the player who goes first, and for the other."""
    games = "–".join(f"{n}" for n in sorted({min(sizes), max(sizes)})) if (sizes := _start_games(found, early)) else "0"
    told, rest = [_say("early", language, count=len(early), games=games)], len(early)
    for way, key in ((1, "first"), (-1, "second")):
        listed = helpful_causes(found, early, way, FIRST)
        rest -= len(listed)
        effects = _say("comma", language).join(_effect_text(found, one, language, FIRST, way) for one in listed)
        told += [_say(f"early_{key}", language, effects=effects)] if listed else []
    never = sum(never_acts(found, one) for one in early)
    told += [_say("early_unseen", language, count=rest - never)] if rest > never else []
    told += [_say("early_never", language, count=never)] if never else []
    return _say("between_sentences", language).join(told)


def _start_games(found: CauseFigures, early: list[Cause]) -> list[int]:
    """Return how many games each of these mechanics was forked in at the start."""
    return [added_by_cause(found, one, FIRST).n for one in early]


def _effect_text(found: CauseFigures, cause: Cause, language: str, measure: str = BEHIND, way: int = 1) -> str:
    """Return a mechanic with what it adds to a share; way : -1 for what it adds to the share of the other player."""
    one = added_by_cause(found, cause, measure)
    if way < 0 and one.value is not None and one.low is not None and one.high is not None:
        one = Estimate(-one.value, -one.high, -one.low, one.n)
    shown = differences.difference_figure(one, "%", _say("between", language))
    return _say("effect", language, title=cause.title(language), game=short_title(cause.game), **shown)


def _game(found: CauseFigures, name: str, known: list[Cause], reach: float, language: str) -> dict[str, object]:
    known = sorted(known, key=lambda one: -(added_by_cause(found, one, BEHIND).value or 0))
    most = max((added_by_cause(found, one, BEHIND).n for one in known), default=0)
    facts = {"positions": most, "turn": found.turn.get(name, 0), "pairs": found.pairs, "forks": found.forks}
    rows = [_row(found, one, reach, language) for one in known]
    still = [(one, row) for one, row in zip(known, rows, strict=True) if not row["moved"]]
    return {
        **game_badge(name),
        "basis": _say("basis", language, **facts),
        "summary": _summary(found, known, language),
        "rows": [row for row in rows if row["moved"]],
        "still": _still_groups(found, still, language),
        "still_text": _say("still", language) if still else "",
    }


def _still_groups(found: CauseFigures, still: list[tuple[Cause, CauseRow]], language: str) -> list[dict[str, object]]:
    """Return the mechanics that moved nothing, by what is known of them: hardly anything, too little, or no effect.

    What acts before halfway is judged by the player who goes first, as forks at the start show.
    """
    groups: dict[str, list[CauseRow]] = {"small": [], "few": [], "never": []}
    for cause, row in still:
        one = added_by_cause(found, cause, FIRST if acts_early(found, cause) else BEHIND)
        if never_acts(found, cause):
            groups["never"].append(row)
        elif one.low is None or one.high is None:
            groups["few"].append(row)
        else:
            groups["small" if max(-one.low, one.high) < MATTERS_SHARE else "few"].append(row)
    return [
        {
            "text": _say(f"still_{key}", language),
            "mechanics": [{part: row[part] for part in ("address", "title", "demonstration")} for row in listed],
        }
        for key, listed in groups.items()
        if listed
    ]


def _summary(found: CauseFigures, known: list[Cause], language: str) -> str:
    """Return a sentence for each side (trailing player, leader): which mechanics of a game help it."""
    if not helpful_causes(found, known, 1) and not helpful_causes(found, known, -1):
        return _say("helps_neither", language)
    parts = []
    for way, key in ((1, "behind"), (-1, "leader")):
        listed = helpful_causes(found, known, way)
        names = _say("comma", language).join(one.title(language) for one in listed[:MOST_NAMED])
        parts.append(_say(f"helps_{key}" if listed else f"helps_no_{key}", language, names=names))
    return " ".join(parts)


def _row(found: CauseFigures, cause: Cause, reach: float, language: str) -> CauseRow:
    change = cause.change(language)
    one = added_by_cause(found, cause, BEHIND)
    return {
        "id": cause.id,
        "address": cause.address,
        "title": cause.title(language),
        "change": _say("put_in" if cause.put_in else "taken_out", language, says=change.title),
        "clause": change.clause,
        "href": page_link(f"{cause.game}/rulebook.ipynb", clause=change.clause),
        "demonstration": comparison_link("mechanics", question=cause.question, game=cause.game),
        "plot": _plot(one, added_by_cause(found, cause, BEHIND, these_decks=True), reach),
        "sides": _sides(found, cause, language),
        "figures": [_figure(found, cause, id, language) for id in TABLE_MEASURES],
        "moved": any(_moves(found, cause, shown_measure(found, cause, id)) for id in TABLE_MEASURES),
    }


def _plot(like: Estimate, these: Estimate, reach: float) -> dict[str, object] | None:
    """Return the position of a difference on the axis, with the interval for these decks as `these`.

    None if unknown.
    """
    place = differences.axis_position(like, reach)
    return None if place is None else {**place, "these": differences.axis_position(these, reach)}


def shown_measure(found: CauseFigures, cause: Cause, measure: str) -> str:
    """Return the measure shown in a column: the column's own, or its substitute if the game lacks it."""
    lacks = added_by_cause(found, cause, measure) == NO_ESTIMATE
    return SUBSTITUTE_MEASURES.get(measure, measure) if lacks else measure


def _moves(found: CauseFigures, cause: Cause, measure: str) -> bool:
    """Return True if a mechanic visibly changes a measure by enough to matter; who wins always matters."""
    effect = found.of(cause, measure)
    if effect is None or not stands_out(found, cause, measure):
        return False
    least = 0.0 if measure == BEHIND else MATTERS_PART * abs(effect.printed.value or 0.0)
    if measure != BEHIND and MEASURE_UNITS[measure] == "%":
        least = max(least, LEAST_SHARE)
    return abs(effect.difference.value or 0.0) >= least


def _sides(found: CauseFigures, cause: Cause, language: str) -> str:
    """Say how often the trailing player wins with and without the mechanic, or the first player if it acts early."""
    if never_acts(found, cause):
        return _say("never", language, games=added_by_cause(found, cause, FIRST).n)
    early = acts_early(found, cause)
    sides = cause.sides(found.of(cause, FIRST if early else BEHIND) or UNKNOWN_EFFECT)
    shares = [f"{100 * (side.value or 0):.0f}" for side in sides]
    return _say("sides_first" if early else "sides", language, with_it=shares[0], without=shares[1])


def _figure(found: CauseFigures, cause: Cause, measure: str, language: str) -> dict[str, object]:
    shown = shown_measure(found, cause, measure)
    one, note = added_by_cause(found, cause, shown), _say(shown, language) if shown != measure else ""
    these = added_by_cause(found, cause, shown, these_decks=True)
    unit, least = MEASURE_UNITS[shown], smallest_seen(one)
    figure = differences.difference_figure(one, unit, _say("between_like", language))
    digits = differences.digits_of(one, unit)
    figure["these"] = differences.difference_figure(these, unit, _say("between_these", language), digits)["interval"]
    figure["visible"] = stands_out(found, cause, shown)
    from_size = format_signed(least, unit, 1 if unit == "%" or least >= 1 else 2).lstrip("+") if least else ""
    unseen = _say("unseen_from", language, least=from_size) if from_size and not figure["visible"] else ""
    if is_visible(one) and not figure["visible"]:
        unseen = _say("alone", language)
    if one.n in (found.pairs, added_by_cause(found, cause, BEHIND).n):
        figure["n"] = 0  # already stated with the figures of the game
    note = " ".join(part for part in (note, undecided_note(found, cause, shown, one, language)) if part)
    return {"id": measure, "note": note, "least": unseen, **figure}


def undecided_note(found: CauseFigures, cause: Cause, measure: str, one: Estimate, language: str) -> str:
    """Say how far games without a winner could move a figure; "" if not beyond its interval."""
    if measure == "turns":
        stopped = found.stopped.get(cause.game, {}).get(cause.id, (0, 0))
        most = max(stopped)
        return _say("stopped", language, count=most, pairs=found.pairs) if most >= STOPPED_SHARE * found.pairs else ""
    bounds = added_bounds(found, cause, measure)
    if bounds.low is None or bounds.high is None or one.low is None or one.high is None:
        return ""
    if one.low <= bounds.low and bounds.high <= one.high:
        return ""
    low, high = (format_signed(bound, "%", 1) for bound in (bounds.low, bounds.high))
    return _say("undecided", language, count=bounds.n, low=low, high=high)


def _say(key: str, language: str, **facts: object) -> str:
    return format_message(f"causes.{key}", language, **facts)
