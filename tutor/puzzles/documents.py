"""Positions of play-outs as lesson documents: writes, simplifies and reduces them.

A position is written as the deciding player sees it: hidden cards become unnamed cards, which are unseen in the puzzle.
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NotRequired, TypedDict, TypeVar

from engines.declare.records import UNNAMED
from engines.errors import TebikiError
from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import State
from engines.kernel.tuples import Row
from engines.search.solver import open_chance
from tutor.boards.presentation import load_look

Document = dict[str, Any]
T = TypeVar("T")


class ZoneCount(TypedDict):
    """A row of `laid` (see `thin_out`): cards that are put into a zone when a table is thinned out."""

    steps: list[str]
    zone: str
    counts: list[int]
    cards: NotRequired[list[str]]
    side: NotRequired[str]
    known: NotRequired[str]


class ThinningRules(TypedDict):
    """The rules by which `thin_out` thins out full tables, which explains the entries.

    widest : maximum number of actions at a decision (see `mining`).
    """

    tries: int
    tries_at: dict[str, int]
    zones: list[str]
    stay: list[int]
    clear: list[str]
    unseen: int
    lanes: list[str]
    contested: list[int]
    crowd: list[int]
    crowd_at: NotRequired[dict[str, list[int]]]
    seen: NotRequired[tuple[str, str, str]]
    begin: NotRequired[dict[str, list[Document]]]
    laid: NotRequired[list[ZoneCount]]
    forget: NotRequired[list[str]]
    widest: NotRequired[int]


SIDES = ("you", "rival")
LEFT_OUT = ("game", "chance", "script", "flow", "result")
HIDDEN_ENTRIES = (UNNAMED, "?", "??")
"""Entries for cards that the player has not seen: the one used in positions, and the names of placeholders."""

PLACING_ERRORS = (TebikiError, AssertionError, LookupError, TypeError, AttributeError)
"""Errors raised when an impossible position is read: missing cards, steps that occur only inside others."""

LOOSE_SLOTS = ("hand", "field", "pile")
"""Slots whose cards may be removed without consequences; resources and counted cards are never removed."""


def write_decision(state: State, seat: int = 0) -> Document | None:
    """Return a decision of `seat` as the position of a lesson step, with hidden cards unnamed; None if impossible.

    It is impossible if something is in progress that a hand-written position cannot express.
    """
    here = state.copy()
    here.game.rules.forget_unseen(here, seat)
    raw = tomllib.loads(here.game.write_position(here))
    document: Document = {key: _called(part) for key, part in raw.items() if key not in LEFT_OUT}
    for side, name in zip(SIDES, ("P1", "P2"), strict=True):
        document[side] = document.pop(name)
    told = _told(document, open_chance(here), raw.get("flow", {}))
    return None if told is None else simplify_document(here.game, *told)


def _told(document: Document, here: State, flow: Document) -> tuple[Document, Row] | None:
    """Return a document that leads to the same decision as `here`, with its key; None if there is none.

    If the step is inside another one, so that no position can begin in it, an earlier step without a decision is used.
    If that leads to another decision, or a position that begins in the step does, the place in the flow is added.
    """
    placed = {**document, "flow": {key: flow[key] for key in ("local", "frames") if flow.get(key)}}
    if key_of(here.game, document) is None:
        steps = here.game.flow.steps.items()
        ways = [{**document, "step": name} for name, step in steps if step.ask is None and not step.terminal]
    else:
        ways = [document]
    ways.append(placed)
    for way in ways:
        key = key_of(here.game, way)
        if key is not None and _the_same(place_document(here.game, way), here):
            return way, key
    return None


def _the_same(one: State, here: State) -> bool:
    """Return True if two states have the same key, or have the same decision and look the same to both players."""
    if one.canonical_key() == here.canonical_key():
        return True
    asked = [(state.step.name, state.seat_to_act, sorted(map(state.text, state.actions))) for state in (one, here)]
    return asked[0] == asked[1] and all(one.view(seat) == here.view(seat) for seat in (0, 1))


def _called(value: object) -> object:
    """Return a value in which players are called "you" and "rival", as they are in lessons."""
    if isinstance(value, dict):
        return {key: _called(part) for key, part in value.items()}
    return {"P1": "you", "P2": "rival"}.get(value, value) if isinstance(value, str) else value


def place_document(game: Game, document: Document) -> State:
    """Return the state of a position, as it is used in proofs. Raises TebikiError if the position is impossible."""
    key = game, repr(document)
    if not _last_placed or _last_placed[0][0] != key:
        _last_placed[:] = [(key, open_chance(game.position({**document, "unseen": True}, "puzzle")))]
    return _last_placed[0][1].copy()


_last_placed: list[tuple[tuple[Game, str], State]] = []
"""The last position that was read, cached because it is needed repeatedly."""


def key_of(game: Game, document: Document) -> Row | None:
    """Return the canonical key of a position; None if the position is impossible."""
    try:
        return place_document(game, document).canonical_key()
    except PLACING_ERRORS:
        return None


def simplify_document(game: Game, document: Document, key: Row) -> Document:
    """Return a shorter document with the same key."""
    turn = document["turn"]
    changes: list[Callable[[Document], Document]] = [
        lambda one: {name: part for name, part in one.items() if name != "first_player"},
        lambda one: _entries(one, lambda text: re.sub(r", # ?\d+", "", text)),
        lambda one: _entries(one, lambda text: re.sub(rf", entered {turn}\b", ", new", text)),
        lambda one: _entries(one, lambda text: _without_old(text, turn)),
        _counted,
        _without_empty,
        lambda one: {**one, **{side: _without(one[side], "deck") for side in SIDES}},
    ]
    for change in changes:
        other = change(document)
        if key_of(game, other) == key:
            document = other
    return document


def _entries(document: Document, change: Callable[[str], str]) -> Document:
    """Return a document in which `change` has been applied to every entry of the players' zones."""
    made = copy.deepcopy(document)
    for side in SIDES:
        for zone, entries in made[side].items():
            if isinstance(entries, list):
                made[side][zone] = [change(one) if isinstance(one, str) else one for one in entries]
    return made


def _without_old(text: str, turn: int) -> str:
    """Return an entry without the turn in which its card came into play, if that was before this turn."""
    return re.sub(r", (?:entered|put) (\d+)", lambda match: "" if int(match[1]) < turn else match[0], text)


def _counted(document: Document) -> Document:
    """Return a document in which zones with only unnamed cards are replaced by numbers."""
    made = copy.deepcopy(document)
    for side in SIDES:
        for zone, entries in made[side].items():
            if isinstance(entries, list) and entries and set(entries) <= {*HIDDEN_ENTRIES, "empty"}:
                made[side][zone] = sum(one in HIDDEN_ENTRIES for one in entries)
    return made


def _without_empty(document: Document) -> Document:
    return {**document, **{side: {k: v for k, v in document[side].items() if v not in ([], 0)} for side in SIDES}}


def _without(table: Document, name: str) -> Document:
    return {key: part for key, part in table.items() if key != name}


def has_unseen(document: Document) -> bool:
    """Return True if the rival has unseen cards outside the deck."""
    for zone, entries in document["rival"].items():
        if zone == "hand" and entries:
            return True
        if isinstance(entries, list) and any(name_of(one) in HIDDEN_ENTRIES for one in entries if isinstance(one, str)):
            return True
    return False


def thin_out(game: Game, document: Document, thin: ThinningRules, source: RandomSource) -> Iterator[Document]:
    """Yield documents with fewer cards, chosen at random, for a table that is too full for a puzzle.

    thin : the rules, with these entries:

        tries       number of documents; `tries_at` gives another number for some steps
        zones       zones in each of which some cards are left, as many as a number drawn from `stay`
        clear       zones that are emptied
        unseen      unseen cards remain in one out of this number of documents
        lanes       lanes in some of which both players keep cards: as many lanes as a number drawn from `contested`,
                    the lane of the current fight first; as many cards as a number drawn from `crowd` (in some steps
                    `crowd_at`)
        seen        two of the rival's zones and a parameter: in every other document all copies of a card (their
                    number is the parameter) are face up in the first zone instead of unseen in the second
        begin       for each step, further entries of the document, such as another step to begin in; one is drawn
        laid        rows, each for some `steps`: `cards` replace a `zone` of a `side` ("you" by default), as many as a
                    number drawn from `counts` (0 changes nothing); without `cards` the number is the value of a
                    figure; `known` is the entry for the number of these cards that are known
        forget      entries to leave out because they follow from the rest
    """
    for number in range(tries_in_step(thin, document["step"])):
        made = {name: copy.deepcopy(part) for name, part in document.items() if name not in thin.get("forget", ())}
        lanes = [thin["lanes"][at] for at in draw_numbers(len(thin["lanes"]), len(thin["lanes"]), source)]
        lanes.sort(key=lambda lane: lane != document.get("arena"))
        contested = thin["contested"][source.below(len(thin["contested"]))]
        empty = [(SIDES[source.below(2)], lane) for lane in lanes[contested:]]
        for side in SIDES:
            made[side] = {zone: entries for zone, entries in made[side].items() if zone not in thin["clear"]}
            for zone in thin["zones"]:
                entries = made[side].get(zone, [])
                crowd = thin.get("crowd_at", {}).get(document["step"], thin["crowd"])
                few = crowd if zone in lanes[:contested] else thin["stay"]
                stay = 0 if (side, zone) in empty else few[source.below(len(few))]
                if isinstance(entries, list):
                    if side == "rival" and number % thin["unseen"]:
                        entries = [one for one in entries if name_of(one) not in HIDDEN_ENTRIES]
                    staying = draw_numbers(len(entries), stay, source)
                    staying += [at for at, one in enumerate(entries) if is_engaged(made, one)]
                    made[side][zone] = [entries[at] for at in sorted({*staying})]
                else:
                    made[side][zone] = 0 if number % thin["unseen"] else min(entries, stay)
        if "seen" in thin and source.below(2):
            _shown_copies(game, made["rival"], *thin["seen"])
        made |= _drawn_of(thin.get("begin", {}).get(made["step"], [{}]), source)
        for row in thin.get("laid", ()):
            count = _drawn_of(row["counts"], source)
            if count and made["step"] in row["steps"]:
                cards = row.get("cards")
                laid = [cards[at] for at in draw_numbers(len(cards), count, source)] if cards else count
                made[row.get("side", "you")] |= {row["zone"]: laid, **({row["known"]: count} if "known" in row else {})}
        made = _without_empty(made)
        if key_of(game, made) is not None:
            yield made


def _drawn_of(among: Sequence[T], source: RandomSource) -> T:
    return among[source.below(len(among))]


def tries_in_step(thin: ThinningRules, step: str) -> int:
    """Return the number of ways in which a table is thinned out in a step."""
    return thin["tries_at"].get(step, thin["tries"])


def _shown_copies(game: Game, side: Document, of: str, to: str, parameter: str) -> None:
    """Move the unseen copies of a card from one of a player's zones to another."""
    name = name_of(side[of][0])
    missing = game.parameters[parameter] - repr(side).count(name)
    if missing > 0 and any(name in deck.cards for deck in game.decks.values()):
        side[to] = [*side.get(to, []), *[name] * missing]


def draw_numbers(count: int, wanted: int, source: RandomSource) -> list[int]:
    """Return `wanted` different numbers below `count`, chosen at random and in random order."""
    places = list(range(count))
    source.shuffle(places)
    return places[:wanted]


def name_of(entry: str) -> str:
    """Return the name of the card at the beginning of a zone's entry."""
    return re.split(r",| \+ | over | with ", entry)[0].strip()


def top_names_in(document: Document, place: str) -> list[str]:
    """Return the names of the named cards on top in a zone written as "rival.field"."""
    side, zone = place.split(".")
    entries = document[side].get(zone, [])
    named = [name_of(one) for one in entries if isinstance(one, str)] if isinstance(entries, list) else []
    return [name for name in named if name not in HIDDEN_ENTRIES]


def amount_in(document: Document, place: str) -> int:
    """Return the number of cards in a zone written as "rival.cores"; for a figure, its value."""
    side, zone = place.split(".")
    entries = document[side].get(zone, 0)
    if isinstance(entries, list):
        return sum(1 for one in entries if one != "empty")
    return int(entries) if isinstance(entries, int) else 0


def one_less(game: Game, document: Document, place: str) -> Document | None:
    """Return a document with one unnamed card fewer in a zone, or a figure reduced by one; None if impossible."""
    side, zone = place.split(".")
    entries = document[side].get(zone, 0)
    ways: list[list[object]] = []
    if isinstance(entries, int) and entries > 1:
        return {**document, side: {**document[side], zone: entries - 1}}
    if isinstance(entries, list):
        unnamed = [at for at in reversed(range(len(entries))) if entries[at] in HIDDEN_ENTRIES]
        ways = [[*entries[:at], "empty", *entries[at + 1 :]] for at in unnamed]
    for way in ways:
        other = {**document, side: {**document[side], zone: way}}
        if key_of(game, other) is not None:
            return other
    return None


def is_engaged(document: Document, entry: str) -> bool:
    """Return True if a card takes part in something in progress, and so has to stay on the table.

    The document refers to it by number or name. If it refers to the second card of a name, all cards of that name stay,
    because they are counted.
    """
    number = re.search(r"# ?\d+", entry)
    texts = [*_texts({name: part for name, part in document.items() if name not in SIDES})]
    spoken = {re.sub(r'^"(.*)" \d+$', r"\1", text).replace("# ", "#") for text in texts}
    return name_of(entry) in spoken or (number is not None and number[0].replace("# ", "#") in spoken)


def _texts(value: object) -> Iterator[str]:
    """Yield every text in a part of a document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, Sequence):
        for part in value:
            yield from _texts(part)


def iter_cuts(game: Game, document: Document, loose: Sequence[str] = ()) -> Iterator[Document]:
    """Yield documents that leave something out: whole piles first, then one card at a time.

    loose : zones whose cards may be removed, besides those that are the same for every game.
    """
    rows = load_look(game.name).get("zone", ())
    zones = {zone["id"]: str(zone.get("slot", "")) for zone in rows}
    decks, known = ([zone["id"] for zone in rows if zone.get("role") == role] for role in ("deck", "bottom"))
    for side in SIDES:
        for zone, entries in document[side].items():
            if zones.get(zone, "").startswith("pile") and entries:
                fewer = _without(document[side], zone)
                unknown = {name: part for name, part in fewer.items() if name not in known}
                yield {**document, side: unknown if zone in decks else fewer}
    for side in SIDES:
        for zone, entries in document[side].items():
            slot = zones.get(zone, "").partition("-")[0]
            if (slot in LOOSE_SLOTS or zone in loose) and isinstance(entries, list):
                for at in range(len(entries)):
                    if isinstance(entries[at], str) and is_engaged(document, entries[at]):
                        continue
                    fewer = {**document[side], zone: [*entries[:at], *entries[at + 1 :]]}
                    yield {**document, side: fewer if fewer[zone] else _without(fewer, zone)}


def cut_down(game: Game, document: Document, stays: Callable[[Document], bool], loose: Sequence[str] = ()) -> Document:
    """Reduce a document as long as `stays` accepts the result, and return it.

    loose : zones whose cards may be removed, besides those that are the same for every game.
    """
    tried: set[str] = set()
    while True:
        for smaller in iter_cuts(game, document, loose):
            told = repr(smaller)
            if told not in tried:
                tried.add(told)
                if stays(smaller):
                    document = smaller
                    break
        else:
            return document
