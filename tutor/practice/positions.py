"""Positions of questions: writes them, reduces them to the cards that matter, and checks their plausibility."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engines.errors import TebikiError
from engines.game import Game
from engines.kernel.state import State
from tutor.boards.presentation import load_look
from tutor.practice.legality import ABSENCE_ERRORS
from tutor.practice.playouts import is_dealt

Document = dict[str, Any]
SIDES = {"P1": "you", "P2": "rival"}
READABLE_SLOTS = ("field", "hand", "corner")
"""Slots whose cards are looked at individually; in other zones only the number of cards matters."""
USED_SLOT = "pile-2"
PILE_SLOT, PILE = "pile", 6
"""Prefix of the slots of piles; and the number of cards left in a pile, if further cards do not matter."""
EMPTY_PLACE = "empty"
FIGURE_ENTRIES = ("turn", "chance", "serial", "parameters")
"""Entries of a position whose numbers are not card numbers."""


def write_document(state: State) -> Document:
    """Return a state as a complete position of a lesson, with "you" and "rival" for the players."""
    document = tomllib.loads(state.game.write_position(state))
    return {SIDES.get(key, key): part for key, part in document.items()}


def read_state(game: Game, document: Document, run: bool = True) -> State | None:
    """Return the state of a position; None if it cannot be read or no game can reach it."""
    try:
        state = game.position(document, run=run)
    except (TebikiError, *ABSENCE_ERRORS):
        return None
    return state if is_plausible(state) else None


def is_plausible(state: State) -> bool:
    """Return True if the state passes the checks for positions in hand-written files."""
    test = state.game.rules.plausible
    return test is None or state.result is not None or not list(test(state))


def document_changes(before: Document, after: Document) -> Document:
    """Return the changes that `tutor.lessons.loader.merge_tables` has to merge into `before` to get `after`."""
    found: Document = {}
    for key, part in after.items():
        if key not in before:
            found[key] = part
        elif isinstance(part, Mapping) and isinstance(before[key], Mapping):
            if inner := document_changes(before[key], dict(part)):
                found[key] = inner
        elif part != before[key]:
            found[key] = part
    return found


def cut_down(state: State, keeps: Callable[[State], bool]) -> State:
    """Remove from a state the cards that do not matter, as long as `keeps` holds and it stays plausible.

    Only face-up cards that are looked at individually are removed; a rival's hidden hand is shown only as a number and
    keeps its size. Removed cards go to the pile of used cards, and piles are reduced to `PILE` cards. Positions in
    setup are not reduced, since nothing has been used yet and hands are as they were dealt.
    """
    game, document = state.game, write_document(state)
    best = state
    if state.step.phase == game.flow.first.phase:
        return best

    def state_without(shorter: Document | None) -> State | None:
        there = None if shorter is None else read_state(game, shorter)
        if there is None or (is_dealt(state) and not is_dealt(there)):  # in setup both players have a hand
            return None
        return there if is_same_moment(there, state) and keeps(there) else None

    for who, zone in open_zones(state):
        for at in reversed(range(len(document[who][zone]))):
            shorter = remove_card(document, who, zone, at, game)
            there = state_without(shorter)
            if shorter is not None and there is not None:
                document, best = shorter, there
    for shorter in shorter_piles(document, game):
        there = state_without(merge_sides(document, shorter))
        if there is not None:
            document, best = merge_sides(document, shorter), there
    return best


def shorter_piles(document: Document, game: Game) -> Iterator[Document]:
    """Yield changes that reduce large piles to their first or last `PILE` cards: first all piles, then each alone.

    A change contains the new zones of each side.
    """
    piles = [row["id"] for row in load_look(game.name)["zone"] if str(row.get("slot", "")).startswith(PILE_SLOT)]
    large = [
        (who, zone)
        for who in SIDES.values()
        for zone in piles
        if isinstance(document[who].get(zone), list) and len(document[who][zone]) > PILE
    ]
    for some in (large, *([one] for one in large)) if large else ():
        for part in (slice(PILE), slice(-PILE, None)):
            yield {who: {zone: document[who][zone][part] for of, zone in some if of == who} for who, _ in some}


def merge_sides(document: Document, change: Document) -> Document:
    """Return a position in which some zones of its sides are replaced."""
    return {**document, **{who: {**document[who], **zones} for who, zones in change.items()}}


def remove_card(document: Document, who: str, zone: str, at: int, game: Game) -> Document | None:
    """Return a position with a card, and what is on it, moved to the used cards; None if the card cannot be removed."""
    side, entries = document[who], document[who][zone]
    names = re.split(r" \+ | over | with ", str(entries[at]).split(",")[0])
    pile = next((row["id"] for row in load_look(game.name)["zone"] if row.get("slot") == USED_SLOT), "")
    if is_card_involved(entries[at], document) or pile not in side or any(name not in game.by_name for name in names):
        return None
    fewer = {zone: [*entries[:at], *entries[at + 1 :]], pile: [*names, *side[pile]]}
    return {**document, who: {**side, **fewer}}


def is_card_involved(entry: object, document: Document) -> bool:
    """Return True if a card in play takes part in something in progress, such as an attack or an effect."""
    number = re.search(r"# ?(\d+)", str(entry))
    under_way = [part for key, part in document.items() if key not in SIDES.values() and not isinstance(part, int)]
    return number is not None and int(number[1]) in set(numbers_in(under_way))


def numbers_in(part: object) -> Iterator[int]:
    """Yield the numbers in a part of a document, including those of cards in play."""
    if isinstance(part, Mapping):
        for key, inner in part.items():
            yield from numbers_in(inner) if key not in FIGURE_ENTRIES else ()
    elif isinstance(part, list):
        for inner in part:
            yield from numbers_in(inner)
    elif isinstance(part, int):
        yield part
    elif isinstance(part, str):
        yield from (int(found) for found in re.findall(r"# ?(\d+)", part))


def open_zones(state: State) -> list[tuple[str, str]]:
    """Return the zones, as (side, name), whose cards the learner sees and looks at individually."""
    document, players = write_document(state), state.view(0)["players"]
    rows = [row["id"] for row in load_look(state.game.name)["zone"] if row.get("slot") in READABLE_SLOTS]
    found = []
    for seat, who in ((1, "rival"), (0, "you")):
        for zone in rows:
            entries, seen = document[who].get(zone), players[seat].get(zone)
            readable = (
                isinstance(entries, list) and EMPTY_PLACE not in entries and isinstance(seen, list) and None not in seen
            )
            if readable and len(seen) == len(entries):
                found.append((who, zone))
    return found


def is_same_moment(one: State, other: State) -> bool:
    """Return True if in both states the same player decides in the same step."""
    return one.result is None and one.step.name == other.step.name and one.seat_to_act == other.seat_to_act
