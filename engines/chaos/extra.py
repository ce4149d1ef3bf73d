"""Chapter 11: Extra characters, which enter by being stacked on a character and level up from the Extra deck."""

from __future__ import annotations

from collections.abc import Iterator

from engines.chaos import costs, heuristics, repairs
from engines.chaos.abilities import set_off
from engines.chaos.arena import put_character, restore_character, tell_restored
from engines.chaos.cards import EXTRA
from engines.chaos.check import run_check
from engines.chaos.costs import CONDITION
from engines.chaos.names import away_in_words, find_sharers, free_names, shared_in_words
from engines.chaos.requirements import CARD, OWN, essential, in_hand, is_own, need, needs, quote_names, sentence_part
from engines.chaos.state import FRIENDS, LEVELLED, ChaosState, Found, Pile, Resolution
from engines.chaos.turn import NOT_LEVELLED, main_action
from engines.chaos.values import shares_name
from engines.kernel.state import Action
from engines.kernel.tuples import replace_entries
from engines.kit import kit

Piece = tuple[str, int]
"""A material: ("pay", hand card) or ("send", id of a Friend)."""


def lists_name(state: ChaosState, card: int, other: int) -> bool:
    """Return True if the label of an Extra card lists a Name of another card (CHA-11.2, 11.6, CHA-R16).

    The other card may be a base, in any state, or a hand card of any type that pays for a level-up (CHA-11.12,
    CHA-R21).
    """
    return other in state.index.listed[card]


def find_bases(state: ChaosState, seat: int, card: int) -> list[int]:
    """Return the characters on which an Extra card can be stacked now (CHA-8.2, 11.5 to 11.10)."""
    listed = state.index.listed[card]
    return [
        pile.id
        for pile in state.players[seat].arena
        if pile is not None and pile.top in listed and pile.top != card and can_stack(state, seat, card, pile.id)
    ]


def can_stack(state: ChaosState, seat: int, card: int, base: int) -> bool:
    """Return True if there are materials that leave the cost payable and no Name twice (CHA-11.7, 11.8, CHA-R18)."""
    face = state.faces[card]
    if len(face.label) == 1:  # the base has this only Name
        if not any(face.cost):
            return not shares_name(state, seat, card, (base,))
        return is_plan_possible(state, seat, card, base, ())
    player = state.players[seat]
    there = {*player.hand, *player.top_cards}
    if any(named.isdisjoint(there) for named in state.index.labelled[card]):
        return False
    return any(is_plan_possible(state, seat, card, base, plan) for plan in find_plans(state, seat, card, base))


def find_plans(
    state: ChaosState, seat: int, card: int, base: int, covered: frozenset[str] = frozenset()
) -> list[tuple[Piece, ...]]:
    """Return the ways to cover the listed Names that the base lacks, without superfluous cards (CHA-R17).

    covered : the Names already covered by materials picked so far.
    """
    faces, player, listed = state.faces, state.players[seat], state.index.listed[card]
    own = faces[state.location[base][2].top].names
    missing = tuple([name for name in faces[card].label if name not in own and name not in covered])
    if not missing:
        return [()]
    pieces: list[tuple[Piece, frozenset[str]]] = [
        (("pay", hand), faces[hand].names)
        for hand in player.hand
        if hand in listed and not faces[hand].names.isdisjoint(missing)
    ]
    for space in FRIENDS:
        pile = player.arena[space]
        if pile is not None and pile.top in listed and pile.id != base:
            names = faces[pile.top].names
            if not names.isdisjoint(missing):
                pieces.append((("send", pile.id), names))
    return list(_covers(missing, covered, pieces)) if pieces else []


def _covers(
    missing: tuple[str, ...], covered: frozenset[str], pieces: list[tuple[Piece, frozenset[str]]]
) -> Iterator[tuple[Piece, ...]]:
    if not missing:
        yield ()
        return
    seen: set[Piece] = set()
    for at, (piece, names) in enumerate(pieces):
        if missing[0] not in names or not names.isdisjoint(covered) or piece in seen:
            continue
        seen.add(piece)
        left = tuple(name for name in missing if name not in names)
        now = covered | (set(missing) - set(left))
        for more in _covers(left, now, pieces[:at] + pieces[at + 1 :]):
            yield (piece, *more)


def is_plan_possible(state: ChaosState, seat: int, card: int, base: int, plan: tuple[Piece, ...]) -> bool:
    """Return True if, with these materials, the Entry cost can be paid and Names stay unique (CHA-11.8, CHA-R18)."""
    payable = not any(state.faces[card].cost) or not missing_payments(state, seat, card, base, plan)
    return payable and has_unique_names(state, seat, card, base, plan)


def uncovered_names(state: ChaosState, seat: int, base: int, names: list[str]) -> list[str]:
    """Return the Names that neither a hand card nor a Friend (other than the base) has."""
    faces, player = state.faces, state.players[seat]
    tops = [pile.top for pile in player.piles()[1:] if pile.id != base]
    return [name for name in names if not any(name in faces[card].names for card in (*player.hand, *tops))]


def short_of(state: ChaosState, seat: int, card: int, base: int) -> tuple[int, list[str]]:
    """Return how the Entry cost cannot be paid: the number of hand cards left to pay, and the unpayable parts.

    The materials are taken to be those that need the fewest cards from the hand.
    """
    ways = [
        plan for plan in find_plans(state, seat, card, base) if has_unique_names(state, seat, card, base, plan)
    ] or [()]
    plan = min(ways, key=lambda plan: sum(kind == "pay" for kind, _ in plan))
    hand = len(state.players[seat].hand) - sum(kind == "pay" for kind, _ in plan)
    return hand, missing_payments(state, seat, card, base, plan)


def missing_payments(state: ChaosState, seat: int, card: int, base: int, plan: tuple[Piece, ...]) -> list[str]:
    """Return the parts of the Entry cost that cannot be paid once `plan` is used as materials (CHA-11.8, CHA-R17)."""
    gone = frozenset([thing for kind, thing in plan if kind == "send"])
    used = len(plan) - len(gone)
    return costs.short_of(state, Resolution("extra", card, 0, 0, seat, base), costs.other_friends, gone, used)


def has_unique_names(state: ChaosState, seat: int, card: int, base: int, plan: tuple[Piece, ...]) -> bool:
    """Return True if no other character of the player shares a Name at the moment of stacking (CHA-2.6, CHA-R18)."""
    gone = (base, *(thing for kind, thing in plan if kind == "send"))
    if not state.faces[card].cost.friend:
        return not shares_name(state, seat, card, gone)
    arena = state.players[seat].arena
    friends = [pile.id for space in FRIENDS if (pile := arena[space]) is not None]
    return any(not shares_name(state, seat, card, (*gone, one)) for one in (0, *friends))


# Carrying it out.


def material_choices(state: ChaosState, doing: Resolution) -> list[Action]:
    """Return, as actions, the materials for the next missing Name; [] when all are covered (CHA-11.7)."""
    if state.location.get(doing.unit) is None:
        return []
    place = (state, doing.seat, doing.card, doing.unit)
    found = find_plans(*place, covered_names(state, doing))
    return list(dict.fromkeys([plan[0] for plan in found if plan and is_plan_possible(*place, plan)]))


def still_missing(state: ChaosState, doing: Resolution) -> list[str]:
    """Return the listed Names that neither the base nor a material covers so far."""
    found = state.location.get(doing.unit)
    there = covered_names(state, doing) | (state.faces[found[2].top].names if found else frozenset())
    return [name for name in state.faces[doing.card].label if name not in there]


def covered_names(state: ChaosState, doing: Resolution) -> frozenset[str]:
    """Return the listed Names that materials have covered."""
    label = state.faces[doing.card].label
    return frozenset(label[at] for at in doing.picks)


def cover_names(state: ChaosState, action: Action) -> None:
    """Record the listed Names that a material covers."""
    local, (kind, thing) = state.procedure_locals, action
    card = thing if kind == "pay" else state.location[thing][2].top
    label = state.faces[local.card].label
    own = state.faces[state.location[local.unit][2].top].names
    new = {at for at, name in enumerate(label) if name in state.faces[card].names and name not in own}
    state.procedure_locals = replace_entries(local, picks=tuple(sorted({*local.picks, *new})))


def stack_card(state: ChaosState) -> None:
    """Stack the Extra card on the base; the result is face-up, in Stand and undamaged (CHA-11.9, 11.10, CHA-R15).

    The base and its level cards lie beneath it without effect. Its Set card stays, and the effects on it end. If the
    base is the Partner, the Extra character becomes the Partner (CHA-R16).
    """
    local: Resolution = state.procedure_locals
    seat, space, base = state.location[local.unit]
    under = ((base.top, base.levels), *base.under)
    pile = Pile(state.new_id(), local.card, under=under, gear=base.gear)
    put_character(state, seat, space, pile)
    state.note("stacked", "CHA-11.9", seat, card=local.card, unit=base.top)
    state.note("new_character", "CHA-11.10", seat, unit=local.card)
    set_off(state, "enters", pile.id)


# Levelling up (CHA-11.11 to 11.14).


def level_actions(state: ChaosState, seat: int) -> list[Action]:
    """Return the level-ups of Extra characters, each with the hand card that pays for it (CHA-11.11, 11.12)."""
    player, index = state.players[seat], state.index
    return [
        ("level_extra", pile.id, card)
        for pile in player.arena
        if pile is not None and pile.top in index.extras and pile.top in player.extra  # a copy to level up with
        for card in dict.fromkeys(player.hand)
        if card in index.listed[pile.top]
    ]


def level_extra(state: ChaosState, action: Action) -> None:
    """Reveal a card of the same name, pay with a hand card, stack and restore (CHA-11.11 to 11.14, CHA-R21)."""
    seat, space, pile = state.location[action[1]]
    player, paid = state.players[seat], action[2]
    player.extra.remove(pile.top)
    player.hand.remove(paid)
    player.waiting.append(paid)
    put_character(state, seat, space, restore_character(pile, levels=(*pile.levels, pile.top)))
    state.done |= LEVELLED
    state.note("extra_revealed", "CHA-11.11", seat, card=pile.top)
    state.note("paid", "CHA-11.12", seat, card=paid)
    state.note("levelled", "CHA-11.13", seat, unit=pile.top)
    tell_restored(state, seat, pile, "CHA-11.14")


# Needs, and their repairs.


def _missing_names(state: ChaosState, seat: int, action: Action) -> str:
    """Return the listed Names that the base lacks, in words.

    If no materials cover them, only those that no card has.
    """
    _, card, base = action
    own = state.faces[state.location[base][2].top].names
    missing = [name for name in state.faces[card].label if name not in own]
    if not find_plans(state, seat, card, base):
        missing = uncovered_names(state, seat, base, missing) or missing
    return quote_names(state, missing) or sentence_part(state, "no_name")


def _become_base(state: ChaosState, seat: int, action: Action) -> None:
    """Replace the base with a Character card that has a Name in the Extra card's label."""
    label = state.faces[action[1]].label
    fitting = (card for card, face in repairs.cards_of_category(state) if not face.names.isdisjoint(label))
    repairs.replace_top(state, action[2], next(fitting))


def _give_materials(state: ChaosState, seat: int, action: Action) -> None:
    """Put a card with each missing Name into the hand."""
    own = state.faces[state.location[action[2]][2].top].names
    missing = (name for name in state.faces[action[1]].label if name not in own)
    state.players[seat].hand += [
        next(c for c, face in repairs.cards_of_category(state) if name in face.names) for name in missing
    ]


def _leave_alone(state: ChaosState, seat: int, action: Action) -> None:
    """Remove all other characters that share a Name."""
    free_names(state, seat, find_sharers(state, seat, *action[1:]), action[1])
    if not find_plans(state, seat, *action[1:]):
        _give_materials(state, seat, action)


def _has_copy(state: ChaosState, seat: int, found: Found) -> bool:
    """Return True if another card of the character's name is face-down in the Extra deck (CHA-11.11)."""
    return found[2].top in state.players[seat].extra


STACKING = (
    needs(
        "listed_name",
        "CHA-11.2",
        lambda s, seat, a: lists_name(s, a[1], s.location[a[2]][2].top),
        _become_base,
        True,
        label=lambda s, seat, a: quote_names(s, s.faces[a[1]].label, "or"),
    ),
    needs("other_card", "CHA-11.6", lambda s, seat, a: s.location[a[2]][2].top != a[1], _become_base, True),
    needs(
        "materials",
        "CHA-11.7",
        lambda s, seat, a: bool(find_plans(s, seat, *a[1:])),
        _give_materials,
        True,
        missing=_missing_names,
    ),
    needs(
        "extra_unique",
        "CHA-2.6",
        lambda s, seat, a: any(has_unique_names(s, seat, a[1], a[2], plan) for plan in find_plans(s, seat, *a[1:])),
        _leave_alone,
        True,
        twice=lambda s, seat, a: shared_in_words(s, find_sharers(s, seat, *a[1:]), a[1], "twice"),
        away=lambda s, seat, a: away_in_words(s, seat, find_sharers(s, seat, *a[1:])),
    ),
    CONDITION,
    costs.is_payable(
        "CHA-11.8",
        lambda s, seat, a: can_stack(s, seat, *a[1:]),
        lambda s, doing: short_of(s, doing.seat, doing.card, doing.unit),
    ),
)
"""The requirements on an Extra card and the character that it is stacked on (CHA-11.2 to 11.8)."""
IS_EXTRA = essential("is_extra", "CHA-11.11", lambda s, seat, found: s.faces[found[2].top].category == EXTRA)
COPY_LEFT = need(
    "copy_left", "CHA-11.11", _has_copy, lambda s, seat, number: s.players[seat].extra.append(s.location[number][2].top)
)
PAYS_NAME = needs(
    "pays_name",
    "CHA-11.12",
    lambda s, seat, a: lists_name(s, s.location[a[1]][2].top, a[2]),
    label=lambda s, seat, a: quote_names(s, s.faces[s.location[a[1]][2].top].label, "or"),
)
LEVEL_EXTRA: kit.Kind[ChaosState] = main_action(
    "level_extra",
    "CHA-8.4",
    level_extra,
    run_check("M2"),
    "Extra character levels up",
    needs=(PAYS_NAME, NOT_LEVELLED),
    looks=heuristics.worth_of_extra_level_up,
    own=(OWN, is_own("CHA-11.11"), IS_EXTRA, COPY_LEFT),
    card=(CARD, in_hand("CHA-11.12")),
)
