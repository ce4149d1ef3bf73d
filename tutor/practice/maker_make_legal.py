"""'Make it legal' questions: an action is refused, and the learner changes the table until it is allowed.

The changes on offer are repairs that the engine knows, for this action and for others in the same position; most of
them only help other actions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any, NamedTuple

from engines.errors import TebikiError
from engines.kernel.state import Action, State
from tutor.lessons.repairing import apply_edits
from tutor.matches.phrases import words_for_notation
from tutor.matches.playthrough import Playthrough
from tutor.messages import shapes
from tutor.practice.legality import ABSENCE_ERRORS, failing_needs, is_allowed
from tutor.practice.maker import PERMITTING, Maker, Request
from tutor.practice.maker_why_not import is_mended, is_refused_alone, refused_tries
from tutor.practice.playouts import LEARNER
from tutor.practice.positions import cut_down, read_state, write_document
from tutor.practice.question import Question
from tutor.practice.sources import shuffle_copy
from tutor.practice.wording import quoted_names
from tutor.text import format_message

MOST_OFFERED, FEWEST_WRONG, MOST_RIGHT = 9, 4, 2
"""Maximum number of changes on offer, minimum number of changes that do not help, and maximum number that do."""
MOST_EDITS, MOST_PIECES = 3, 2
"""Maximum number of entries of a position that a change replaces, and maximum number of differences that it mentions.
"""
LONGEST = 60
"""Maximum length of the description of a change, in characters."""
TRIES_LOOKED_AT = 60
"""Maximum number of tries whose repairs are examined."""

Edit = Mapping[str, Any]


class TableChange(NamedTuple):
    """A change of the table: its description, its edits of the position, the card it is about, and whether it helps."""

    text: str
    edits: tuple[Edit, ...]
    at: str | None
    helps: bool


def find_repairs(request: Request) -> Iterator[Question | None]:
    """Yield questions about tries that only the rule in question forbids."""
    for state, tried in refused_tries(request):
        yield ask_to_make_legal(state, tried, request)


def ask_to_make_legal(state: State, tried: Action, request: Request) -> Question | None:
    """Return a question about a refused try; None if there is too little to change."""
    need = failing_needs(state.game, state, LEARNER, tried)[0]
    if not is_mended(state, tried, need):
        return None
    best = cut_down(state, lambda cut: is_refused_alone(cut, tried, request.other) and is_mended(cut, tried, need))
    text = best.game.notation.write(best, tried, LEARNER)
    found = changes_around(best, tried, text, request.language)
    right = shuffle_copy([one for one in found if one.helps], request.source)[:MOST_RIGHT]
    wrong = shuffle_copy([one for one in found if not one.helps], request.source)[: MOST_OFFERED - len(right)]
    if not right or len(wrong) < FEWEST_WRONG:
        return None
    offered = shuffle_copy([*right, *wrong], request.source)
    return request.build_question(
        best,
        title=request.say("title"),
        text=request.say("text", text=words_for_notation(text, best.game)),
        asked={
            "kind": "repair",
            "nudge": "",
            "refused": text,
            "changes": [
                {"text": one.text, "edits": one.edits, **({"at": one.at} if one.at else {})} for one in offered
            ],
        },
        right=(right[0].text,),
        beliefs={},  # somebody who believes the counter-rule may see another reason why the change helps
        options=len(offered),
        key=f"{tried[0]} {need}",
        cards=quoted_names(text),
    )


def changes_around(state: State, tried: Action, text: str, language: str) -> list[TableChange]:
    """Return the changes that would repair the action, or another one that is refused here, without duplicates."""
    game, before = state.game, write_document(state)
    table = Playthrough(state, LEARNER, language=language)
    source = next(iter(table.places(tried)[0]), None)
    tries = [tried, *(one for one in game.tries(state, LEARNER) if one != tried)]
    tries.sort(key=lambda one: (one != tried, one[0] != tried[0], source not in table.places(one)[0]))
    found: dict[str, TableChange] = {}
    for action in tries[:TRIES_LOOKED_AT]:
        for after in repaired_tables(state, action):
            edits = document_edits(before, write_document(after))
            if not 0 < len(edits) <= MOST_EDITS:
                continue
            again = read_state(game, apply_edits(before, edits), run=False)
            said = None if again is None else words_of_change(table, Playthrough(again, LEARNER, language=language))
            if again is None or is_setup(again) != is_setup(state):
                continue
            if said is not None and said[0] not in found:
                found[said[0]] = TableChange(said[0], edits, said[1], is_legal_on(again, text))
    return [*found.values()]


def repaired_tables(state: State, action: Action) -> Iterator[State]:
    """Yield the table after each possible repair of a refused action."""
    try:
        for need in failing_needs(state.game, state, LEARNER, action):
            after = state.game.repaired(state, action, need, LEARNER)
            if after is not None:
                yield after
    except (*ABSENCE_ERRORS, TebikiError):
        return  # something that the action names does not exist


def is_setup(state: State) -> bool:
    """Return True before the first turn."""
    return bool(state.step.phase == state.game.flow.first.phase)


def is_legal_on(state: State, text: str) -> bool:
    """Return True if the action with this text is legal on a table."""
    try:
        return is_allowed(state.game, state, LEARNER, state.game.notation.read(state, text, LEARNER)[0])
    except (*ABSENCE_ERRORS, TebikiError):
        return False


def document_edits(
    before: Mapping[str, Any], after: Mapping[str, Any], way: tuple[str | int, ...] = ()
) -> tuple[Edit, ...]:
    """Return the entries in which two positions differ, each with its path and its value afterwards."""
    found: list[Edit] = []
    for key in (*after, *(key for key in before if key not in after)):
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            found += document_edits(old, new, (*way, key))
        elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            rows = zip_longest(old, new)
            found += [{"at": (*way, key, at), "to": row[1]} for at, row in enumerate(rows) if row[0] != row[1]]
        elif key in after:
            found.append({"at": (*way, key), "to": new})
        else:
            return ({}, {}, {}, {})  # edits cannot express a removed entry
    return tuple(found)


def words_of_change(before: Playthrough, after: Playthrough) -> tuple[str, str | None] | None:
    """Describe the difference between two tables, and return the card it is about.

    None if there is none or too much.
    """
    one, other, language = before.scene(0), after.scene(0), before.language
    pieces: list[tuple[str, str | None]] = []
    for whose, old, new in zip(("yours", "rivals"), one["players"], other["players"], strict=True):
        there = {zone["id"]: zone for zone in new["zones"]}
        for zone in old["zones"]:
            if zone["id"] in there:
                pieces += zone_pieces(whose, zone, there[zone["id"]], language)
    label = other["turn"]["label"]
    if label != one["turn"]["label"]:
        pieces.append((words_of_maker("moment", language, moment=label), None))
    told = "; ".join(text for text, _ in pieces)
    if not 0 < len(pieces) <= MOST_PIECES or len(told) > LONGEST:
        return None
    return told, next((ref for _, ref in pieces if ref), None)


def words_of_maker(key: str, language: str, **facts: object) -> str:
    """Return one of this maker's texts, by key."""
    return format_message(f"practice.make_legal.{key}", language, **facts)


def zone_pieces(whose: str, old: shapes.Zone, new: shapes.Zone, language: str) -> Iterator[tuple[str, str | None]]:
    """Yield the differences in a zone in words, each with the card it is about."""
    zone = words_of_maker(whose, language, zone=new["title"])
    had, has = (Counter(card["face"] or "" for card in one["cards"]) for one in (old, new))
    more, fewer = has - had, had - has
    if old["count"] != new["count"] and not (more | fewer).keys() - {""}:
        yield words_of_maker("count", language, zone=zone, count=new["count"], now=old["count"]), None
    elif more or fewer:
        cards = {"more": ", ".join(filter(None, more)), "fewer": ", ".join(filter(None, fewer))}
        key = "swap" if all(cards.values()) else "more" if cards["more"] else "fewer"
        yield words_of_maker(key, language, zone=zone, **cards), None
    elif len(old["cards"]) == len(new["cards"]):
        for card, changed in zip(old["cards"], new["cards"], strict=True):
            was, now = card["state"].split(", "), changed["state"].split(", ")
            if was != now:
                told = [part for part in now if part not in was]
                told = told or [words_of_maker("no_more", language, state=part) for part in was if part not in now]
                yield words_of_maker("card", language, card=card["name"], state=", ".join(told)), card["ref"]


MAKE_LEGAL = Maker("make_legal", find_repairs, PERMITTING, on_board=True)
