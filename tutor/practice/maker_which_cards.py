"""'Which of these?' questions: cards of one zone, some of which may be used in an action."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import Action, State
from tutor.boards.presentation import load_look
from tutor.matches.playthrough import Playthrough
from tutor.practice import maker_legality, wording
from tutor.practice.aims import state_in_game
from tutor.practice.legality import failing_needs, is_allowed, tries_of_kinds
from tutor.practice.maker import PERMITTING, Maker, Request, keep_shown
from tutor.practice.playouts import LEARNER
from tutor.practice.positions import cut_down, is_plausible
from tutor.practice.question import Question

FEWEST, MOST = 3, 6
FEWEST_MIXED = 2
"""Minimum number of things in a question if the action is legal with only some of them (`is_question`)."""
QUESTIONS_TRIED = 12
"""Maximum number of questions examined in search of a good one."""
SHARES = 8
"""The number of shares (`marks_wanted`)."""
QUOTED_NAME = re.compile(r'"([^"]*)"(?: \d+)?')


class MarkItem(NamedTuple):
    """A thing to mark or leave: its reference, its name, the action tried with it, and the requirements that fail.

    believed : whether the counter-rule allows the action.
    """

    ref: str
    name: str
    action: Action
    needs: tuple[str, ...]
    believed: bool

    @property
    def legal(self) -> bool:
        """Whether the thing is part of the answer."""
        return not self.needs


class TryFamily(NamedTuple):
    """Tries that differ only in one thing: their text with a star in its place, and the zones in which it may be."""

    pattern: str
    seat: int
    zones: tuple[str, ...]

    @property
    def items(self) -> str:
        """The zones, as written in a lesson."""
        return " ".join(f"{'you' if self.seat == LEARNER else 'rival'}.{zone}" for zone in self.zones)


def find_marks(request: Request) -> Iterator[Question | None]:
    """Yield questions in which the counter-rule would mark other things; if there are none, about a single thing.

    As many things as were drawn are part of the answer, or the seed gives no question: the number reveals nothing, even
    if few positions have things that may be used.
    """
    share = draw_share(request.source)
    spare, tried = list[Question](), 0
    for state in request.states():
        if is_disputed(state, request.other, request.kinds) and is_plausible(state):
            question = ask_which_cards(state, request, share)
            if question is None:
                continue
            count = question.options.bit_length() - 1
            tried += 1
            if len(question.right) == marks_wanted(share, count):
                if count >= FEWEST:
                    yield question
                spare.append(question)
            if tried == QUESTIONS_TRIED:
                break
    yield from spare
    if not tried:
        yield from maker_legality.find_permissions(request)


def draw_share(source: RandomSource) -> int:
    """Return a random number that stands for how many things are part of the answer, see `marks_wanted`."""
    return source.below(SHARES)


def marks_wanted(share: int, count: int) -> int:
    """Return how many of `count` things should be part of the answer: on average about half.

    Most positions have no answer with all things, so that one less is wanted more often.
    """
    rare = (0, count, count - 1, count - 1)
    return rare[share] if share < len(rare) else 1 + (share - len(rare)) * (count - 1) // (SHARES - len(rare))


def ask_which_cards(state: State, request: Request, share: int) -> Question | None:
    """Return a question about a position; None if its answer is the same under the counter-rule.

    share : says how many things should be part of the answer (`marks_wanted`), if possible.
    """
    source, other, known = request.source, request.other, find_families(state, request.other)
    found = [
        family for family, items in known.items() if is_question(items) and not wording.is_numbered(family.pattern)
    ]
    if not found:
        return None
    family = found[source.below(len(found))]
    before, least = known[family], FEWEST + source.below(MOST - FEWEST)
    plain = frozenset(load_look(state.game.name).get("plain_needs", ()))
    best = cut_down(
        state,
        lambda there: keeps_question(
            find_families(there, other).get(family, []), before, (least, marks_wanted(share, least)), plain
        ),
    )
    items = find_families(best, other).get(family, [])
    if len(items) > MOST or not is_fair(best, family, items):
        return None
    return keep_shown(write_marks(best, family, items, request), best, request, partial(allowed_refs, items=items))


def is_disputed(state: State, other: Game, kinds: list[str]) -> bool:
    """Return True if a try of these kinds is allowed by only one of the two games."""
    moved = state_in_game(state, other)
    return moved is not None and any(
        is_allowed(state.game, state, LEARNER, action) != is_allowed(other, moved, LEARNER, action)
        for action in tries_of_kinds(state, LEARNER, kinds)
    )


def find_families(state: State, other: Game) -> dict[TryFamily, list[MarkItem]]:
    """Return every family of tries in a position, with the things that can be marked."""
    table, moved, found = Playthrough(state, LEARNER), state_in_game(state, other), dict[TryFamily, list[MarkItem]]()
    one_field = tuple(load_look(state.game.name).get("one_field", ()))
    for action in state.game.tries(state, LEARNER):
        text = state.game.notation.write(state, action, LEARNER)
        sources, targets = table.places(action)
        refs = [ref for ref in (*sources, *targets) if ref.count(".") > 1]
        needs = failing_needs(state.game, state, LEARNER, action)
        believed = moved is not None and is_allowed(other, moved, LEARNER, action)
        for pattern, name in star_names(text):
            for family, ref in find_homes(pattern, refs, one_field):
                found.setdefault(family, []).append(MarkItem(ref, name, action, needs, believed))
    return {family: items for family, items in found.items() if len({item.ref for item in items}) == len(items)}


def star_names(text: str) -> Iterator[tuple[str, str]]:
    """Yield the text with a star in place of each of its names in turn, together with that name."""
    for match in QUOTED_NAME.finditer(text):
        yield text[: match.start()] + wording.ANY_NAME + text[match.end() :], match.group(1)


def find_homes(pattern: str, refs: list[str], one_field: tuple[str, ...]) -> Iterator[tuple[TryFamily, str]]:
    """Yield a family for each zone in which the thing may be, and its reference there, in the session's order.

    one_field : zones that form one field together, whose things are asked about together.
    """
    seen = set()
    for ref in refs:
        seat, zone, _ = ref.split(".", 2)
        zones = one_field if zone in one_field else (zone,)
        if (seat, zones) not in seen:
            seen.add((seat, zones))
            yield TryFamily(pattern, int(seat), zones), ref


def is_question(items: list[MarkItem]) -> bool:
    """Return True if the question has another answer under the counter-rule, and enough things.

    FEWEST_MIXED things are enough if the action is legal with only some of them; FEWEST are needed if it is legal with
    all or none.
    """
    varied = len({item.legal for item in items}) > 1
    enough = len(items) >= (FEWEST_MIXED if varied else FEWEST)
    return enough and any(item.legal != item.believed for item in items)


def keeps_question(
    items: list[MarkItem], before: list[MarkItem], wanted: tuple[int, int], plain: frozenset[str]
) -> bool:
    """Return True if `items` still make a question as varied as `before`, with enough things.

    before : the things before the position was reduced. wanted : the number of things, and how many of them are part of
    the answer; fewer are accepted if `before` had fewer. plain : obvious requirements (about the type of card, for
    example); things that fail one of these are removed first.
    """
    least, marked = wanted
    right, was_right = (sum(item.legal for item in some) for some in (items, before))
    if right < min(marked, was_right) or len(items) - right < min(least - marked, len(before) - was_right):
        return False
    kinds, were = ({item.needs for item in some} for some in (items, before))
    doubtful, doubted = (sum(plain.isdisjoint(item.needs) for item in some) for some in (items, before))
    enough = len(items) >= min(least, len(before)) and doubtful >= min(least, doubted)
    return is_question(items) and enough and len(kinds) >= min(len(were), 2)


def is_fair(state: State, family: TryFamily, items: list[MarkItem]) -> bool:
    """Return True if no other card in these zones has the same name as one of the things."""
    refs, names = {item.ref for item in items}, {item.name for item in items}
    beside = [
        entry
        for ref, entry in state.game.rules.table(state, LEARNER).references()
        if ref.startswith(tuple(f"{family.seat}.{zone}." for zone in family.zones)) and ref not in refs
    ]
    return not any(getattr(entry, "card", None) in names for entry in beside)


def write_marks(state: State, family: TryFamily, items: list[MarkItem], request: Request) -> Question:
    """Return the question in which the learner marks `items`, with the answer under each counter-rule."""
    right = tuple(item.ref for item in items if item.legal)
    tried = wording.action_title(family.pattern, state.game)
    return request.build_question(
        state,
        title=tried,
        text=request.say_of_moment("text", state, tried=tried),
        asked={"items": family.items, "legal": family.pattern},
        right=right,
        beliefs={request.aim: tuple(item.ref for item in items if item.believed)}
        | request.answers_of_others(right, lambda other: allowed_refs(other, state, items)),
        options=2 ** len(items),
        key=f"{family.pattern} {sorted((item.name, item.legal) for item in items)}",
        cards=(item.name for item in items),
    )


def allowed_refs(other: Game, state: State, items: list[MarkItem]) -> tuple[str, ...] | None:
    """Return the things that may be used by the rules of `other`; None if it does not reach this decision."""
    moved = state_in_game(state, other)
    if moved is None:
        return None
    return tuple(item.ref for item in items if is_allowed(other, moved, LEARNER, item.action))


WHICH_CARDS = Maker("which", find_marks, PERMITTING, easy=True)
