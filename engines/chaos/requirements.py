"""What the rules ask before an action is legal: the test, its clause, and what would make it true.

The tests are the functions that list the legal actions, so a rule is not written twice. The words stand in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>. A requirement about a moment is not in
question at other moments, and then counts as met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engines.chaos import battle, costs, effects, extra, main_phase, repairs, turn
from engines.chaos.authoring import CHARACTER, EVENT, EXTRA, SET
from engines.chaos.cards import Condition
from engines.chaos.moments import icon_here, icons_of
from engines.chaos.state import ENTERED, EXTRA_ENTERED, FRIENDS, LEVELLED, ORIENTATIONS, STAND, ChaosState, Doing, Pile
from engines.chaos.text import wanted
from engines.chaos.values import has_trait
from engines.core.reasons import Requirement, worded
from engines.core.state import Action


def facts(state: ChaosState, seat: int, action: Action) -> dict[str, Any]:
    """Return the facts that sentences about an action may use: names, states, turns."""
    kind = state.game.kinds[action[0]]
    known: dict[str, Any] = {"turn": state.turn, "step": state.step.title}
    for name, value in zip(kind.arguments, action[1:], strict=True):
        if name in ("card", "paid", "picked", "partner", "extra"):
            card = state.game.cards[value]
            known |= {"card": card.name, "card_category": card.category.capitalize()}
        elif name in ("unit", "own"):
            found = state.find(value)
            known["unit"] = "That character" if found is None else state.name(found[2].top)
            if found is not None:
                known["orientation"] = ORIENTATIONS[found[2].turn].capitalize()
        elif name == "row":
            known["row"] = value
    return known


needs = worded(facts)


def pile_of(state: ChaosState, pile_id: int) -> Pile:
    """Return a character in the arena."""
    return state.there(pile_id)[2]


def owner(state: ChaosState, pile_id: int) -> int:
    """Return whose character it is, -1 if it is not there."""
    found = state.find(pile_id)
    return -1 if found is None else found[0]


def doing(state: ChaosState, seat: int, action: Action) -> Doing:
    """Return what the action would do."""
    return main_phase.doing_of(state, seat, action)


# Cards.


def in_hand(clause: str, at: int = 1) -> Requirement:
    """The card is in the player's hand."""
    return needs(
        "in_hand",
        clause,
        lambda s, seat, a: a[at] in s.players[seat].hand,
        lambda s, seat, a: repairs.into_hand(s, seat, a[at]),
        essential=True,
        more=lambda s, seat, a: {"card": s.name(a[at])},
    )


def _is(name: str, clause: str, category: str) -> Requirement:
    return needs(name, clause, lambda s, seat, a: s.faces[a[1]].category == category, essential=True)


IS_LEVEL_CARD = needs(
    "is_level_card",
    "CHA-10.1",
    lambda s, seat, a: s.faces[a[1]].category == CHARACTER,
    essential=True,
    more=lambda s, seat, a: {"partner": s.name(s.partner(seat).top)},
)
IS_CHARACTER = _is("is_character", "CHA-8.1", CHARACTER)
IS_PARTNER_CARD = _is("is_partner_card", "CHA-6.1", CHARACTER)
IS_EVENT = _is("is_event", "CHA-8.5", EVENT)
IS_SET = _is("is_set", "CHA-8.6", SET)
IS_PORTRAIT = _is("is_portrait", "CHA-11.4", EXTRA)
IN_DECK = needs(
    "in_deck",
    "CHA-6.1",
    lambda s, seat, a: a[1] in s.players[seat].deck,
    lambda s, seat, a: s.players[seat].deck.append(a[1]),
    essential=True,
)

# Whose and in which state.


def mine(clause: str, at: int = 1) -> Requirement:
    """The character is the player's."""
    return needs(
        "mine",
        clause,
        lambda s, seat, a: owner(s, a[at]) == seat,
        essential=True,
        more=lambda s, seat, a: {"unit": s.name(pile_of(s, a[at]).top)},
    )


def face_up(clause: str) -> Requirement:
    """The character is face-up."""
    return needs("face_up", clause, lambda s, seat, a: pile_of(s, a[1]).up, repairs.face_up)


def standing(clause: str) -> Requirement:
    """The character is in Stand."""
    return needs("standing", clause, lambda s, seat, a: pile_of(s, a[1]).turn == STAND, repairs.standing)


FACE_DOWN = needs("face_down", "CHA-7.10", lambda s, seat, a: not pile_of(s, a[1]).up, repairs.face_down)
RIVALS = needs("rivals", "CHA-15.5", lambda s, seat, a: owner(s, a[1]) == 1 - seat, essential=True)

# Once per turn (CHA-R54).

NOT_ENTERED = needs(
    "not_entered", "CHA-8.1", lambda s, seat, a: s.turn_player != seat or not s.done & ENTERED, repairs.not_entered
)
NO_EXTRA_YET = needs(
    "no_extra_yet",
    "CHA-11.1",
    lambda s, seat, a: s.turn_player != seat or not s.done & EXTRA_ENTERED,
    repairs.not_entered,
)
NOT_LEVELLED = needs(
    "not_levelled", "CHA-8.4", lambda s, seat, a: s.turn_player != seat or not s.done & LEVELLED, repairs.not_entered
)

# Entering.

ROOM = needs("room", "CHA-R9", lambda s, seat, a: main_phase.room(s, doing(s, seat, a)), repairs.room)


def joined(state: ChaosState, parts: Iterable[str], word: str = "and") -> str:
    """Return the parts with a word between them."""
    return f" {state.game.words.say(f'part.{word}')} ".join(parts)


def _sharing(state: ChaosState, seat: int, action: Action) -> dict[str, str]:
    """Return the own characters that share a Name with the card, the Names, and what would help."""
    found = main_phase.sharers(state, doing(state, seat, action))
    names = sorted(state.faces[action[1]].names.intersection(*([state.faces[pile.top].names for pile in found[:1]])))
    others = joined(state, (state.name(pile.top) for pile in found))
    partner = any(pile.id == state.partner(seat).id for pile in found)
    away = state.game.words.say(f"part.away.{'partner' if partner else 'friend'}", other=others, count=len(found))
    return {"other": others, "name": "".join(names[:1]), "away": away}


NAME_FREE = needs(
    "name_free",
    "CHA-2.6",
    lambda s, seat, a: main_phase.name_free(s, doing(s, seat, a)),
    repairs.name_free,
    more=_sharing,
)


def _condition_facts(state: ChaosState, seat: int, action: Action) -> dict[str, Any]:
    condition = costs.condition_of(state, doing(state, seat, action)) or Condition()
    say, there = state.game.words.say, len(state.players[seat].waiting)
    wants, lacks = [], []
    if condition.waiting:
        wants.append(say("part.condition.waiting", count=condition.waiting))
        if there < condition.waiting:
            lacks.append(say("part.lack.waiting", count=there))
    if condition.trait:
        wants.append(say("part.condition.trait", trait=condition.trait))
        if not has_trait(state, seat, condition.trait):
            lacks.append(say("part.lack.trait"))
    card = state.name(doing(state, seat, action).card)
    return {"wants": joined(state, wants), "lacks": joined(state, lacks), "card": card}


CONDITION = needs(
    "condition",
    "CHA-9.3",
    lambda s, seat, a: costs.condition_holds(s, doing(s, seat, a)),
    repairs.condition,
    more=_condition_facts,
)


def _cost_facts(state: ChaosState, seat: int, action: Action) -> dict[str, Any]:
    what = doing(state, seat, action)
    cost, lacking = costs.cost_of(state, what), list(costs.short_of(state, what, costs.other_friends))
    hand = costs.free_hand(state, what)
    if action[0] == "enter_extra":
        hand, lacking = extra.short_of(state, seat, what.card, what.unit)

    def parts(key: str, names: Iterable[str], **facts: Any) -> str:
        return joined(
            state,
            (
                state.game.words.say(f"part.{key}.{name}{cost.turn if name == 'turn' else ''}", **facts)
                for name in names
            ),
        )

    known = {
        "hand": cost.hand,
        "deck": cost.deck,
        "has": hand,
        "left": len(state.players[seat].deck),
        "orientation": ORIENTATIONS[pile_of(state, what.unit).turn].capitalize() if cost.turn else "",
    }
    asked = [name for name, count in zip(cost._fields, cost, strict=True) if count]
    return {
        "card": state.name(what.card),
        "cost": parts("cost", asked or ["nothing"], **known),
        "lacks": parts("lack", lacking, **known),
        "with": parts("with", lacking, **known),
    }


PAYABLE = needs(
    "payable",
    "CHA-9.1",
    lambda s, seat, a: not any(costs.short_of(s, doing(s, seat, a), costs.other_friends)),
    repairs.payable,
    more=_cost_facts,
)

# Extra characters.

IN_EXTRA = needs(
    "in_extra",
    "CHA-8.3",
    lambda s, seat, a: a[1] in s.players[seat].extra,
    repairs.into_extra,
    more=lambda s, seat, a: {
        "where": s.game.words.say(f"part.extra.{'spent' if a[1] in s.players[seat].spent else 'absent'}")
    },
)


def _label_facts(state: ChaosState, seat: int, action: Action) -> dict[str, Any]:
    card = action[1] if action[0] == "enter_extra" else pile_of(state, action[1]).top
    base = pile_of(state, action[2]).top if action[0] == "enter_extra" else card
    label = state.faces[card].label
    missing = [name for name in label if name not in state.faces[base].names]
    if action[0] == "enter_extra" and not extra.plans(state, seat, card, action[2]):
        missing = extra.uncovered(state, seat, action[2], missing) or missing
    return {
        "card": state.name(card),
        "label": joined(state, (f'"{name}"' for name in label), "or"),
        "missing": joined(state, (f'"{name}"' for name in missing)) or state.game.words.say("part.no_name"),
    }


LISTED_NAME = needs(
    "listed_name",
    "CHA-11.2",
    lambda s, seat, a: extra.has_listed_name(s, a[1], pile_of(s, a[2])),
    repairs.listed_name,
    essential=True,
    more=_label_facts,
)
OTHER_CARD = needs(
    "other_card", "CHA-11.6", lambda s, seat, a: pile_of(s, a[2]).top != a[1], repairs.other_card, essential=True
)
MATERIALS = needs(
    "materials",
    "CHA-11.7",
    lambda s, seat, a: bool(extra.plans(s, seat, a[1], a[2])),
    repairs.materials,
    essential=True,
    more=_label_facts,
)


def _some_unique(state: ChaosState, seat: int, action: Action) -> bool:
    _, card, base = action
    return any(extra.unique(state, seat, card, base, plan) for plan in extra.plans(state, seat, card, base))


EXTRA_UNIQUE = needs("extra_unique", "CHA-2.6", _some_unique, repairs.extra_unique, essential=True, more=_sharing)
EXTRA_PAYABLE = needs(
    "payable",
    "CHA-11.8",
    lambda s, seat, a: extra.can_stack(s, seat, a[1], a[2]),
    repairs.extra_payable,
    more=_cost_facts,
)
IS_EXTRA = needs("is_extra", "CHA-11.11", lambda s, seat, a: extra.is_extra(s, pile_of(s, a[1])), essential=True)
COPY_LEFT = needs(
    "copy_left",
    "CHA-11.11",
    lambda s, seat, a: pile_of(s, a[1]).top in s.players[seat].extra,
    repairs.copy_left,
)
PAYS_NAME = needs(
    "pays_name",
    "CHA-11.12",
    lambda s, seat, a: extra.pays_level(s, pile_of(s, a[1]), a[2]),
    more=lambda s, seat, a: _label_facts(s, seat, a) | {"paid": s.name(a[2])},
)

# Levelling up the Partner.

SAME_CARD = needs(
    "same_card",
    "CHA-10.1",
    lambda s, seat, a: s.partner(seat).top == a[1],
    repairs.same_card,
    essential=True,
    more=lambda s, seat, a: {"partner": s.name(s.partner(seat).top)},
)

# Using Events and abilities.


def _icon_clause(state: ChaosState, seat: int, action: Action) -> str:
    return "CHA-13.1" if state.step.window else "CHA-8.5"


ICON = needs(
    "icon",
    _icon_clause,
    lambda s, seat, a: icon_here(s) in ("", *icons_of(s, a)),
    repairs.right_moment,
    essential=True,
    more=lambda s, seat, a: {
        "icons": " ".join(f"[{icon.title()}]" for icon in sorted(icons_of(s, a))),
        "times": joined(s, (s.game.words.say(f"part.times.{icon}") for icon in sorted(icons_of(s, a))), "or"),
        "card": s.name(a[1] if a[0] == "play" else pile_of(s, a[1]).top),
    },
)


def _something_there(state: ChaosState, what: Doing) -> bool:
    return effects.something_to_choose(state, what.seat, what.card, what.ability)


def _things_facts(state: ChaosState, seat: int, action: Action) -> dict[str, str]:
    what = doing(state, seat, action)
    asks = state.faces[what.card].asks[what.ability]
    if asks is None:
        return {"card": state.name(what.card), "wanted": "", "there": ""}
    verb, arguments = asks
    count = len(effects.cards_to_choose(state, seat, arguments)) if verb == "choose_cards" else 0
    there = state.game.words.say("part.there.some" if count else "part.there.none", count=count)
    return {"card": state.name(what.card), "wanted": wanted(verb, arguments), "there": there}


HAS_ABILITY = needs(
    "has_ability",
    "CHA-R58",
    lambda s, seat, a: bool(icons_of(s, a)),
    essential=True,
)
THINGS = needs(
    "things",
    "CHA-R57",
    lambda s, seat, a: _something_there(s, doing(s, seat, a)),
    repairs.things,
    more=_things_facts,
)
NOT_USED = needs(
    "not_used", "CHA-R24", lambda s, seat, a: not main_phase.used_up(s, doing(s, seat, a)), repairs.not_used
)

# Setting.

FITS_BEARER = needs(
    "fits_bearer",
    "CHA-9.3",
    lambda s, seat, a: main_phase.fits_bearer(s, a[1], pile_of(s, a[2])),
    repairs.bearer,
    more=lambda s, seat, a: {
        "only": s.faces[a[1]].only.title(),
        "attribute": s.faces[pile_of(s, a[2]).top].attribute.title(),
    },
)

# Battles.

ATTACKS_BEGIN = needs("attacks_begin", "CHA-12.8", lambda s, seat, a: battle.may_attack_now(s), repairs.later_turn)

# Choices inside an action, looked at only when they are asked for.


def _due_facts(state: ChaosState, seat: int, action: Action) -> dict[str, str]:
    asked = costs.payments(state)[0][0]
    if asked == action[0] and costs.is_material(state):
        asked = "material"
    missing = joined(state, (f'"{name}"' for name in extra.still_missing(state, state.local)), "or")
    thing = state.name(action[1] if action[0] == "pay" else pile_of(state, action[1]).top)
    due = state.game.words.say(f"part.due.{asked}", missing=missing, count=state.local.hand)
    return {"due": due, "thing": thing}


PAYS = needs("pays", "CHA-9.1", lambda s, seat, a: a in costs.payments(s), more=_due_facts)


def _choice_facts(state: ChaosState, seat: int, action: Action) -> dict[str, Any]:
    verb, arguments = effects.arguments_here(state)
    whose = "yours" if owner(state, action[1]) == seat else "rivals"
    return {
        "source": state.name(state.local.card),
        "wanted": wanted(verb, arguments) if verb != "discard" else "",
        "whose": state.game.words.say(f"part.{whose}"),
        "facing": state.game.words.say(f"part.{'up' if whose and pile_of(state, action[1]).up else 'down'}"),
    }


def _choice(name: str, clause: str, test: Callable[[ChaosState, int, Pile, int], bool], **more: Any) -> Requirement:
    """Return a requirement on the character chosen: test(state, seat, pile, space)."""

    def holds(state: ChaosState, seat: int, action: Action) -> bool:
        _, space, pile = state.there(action[1])
        return test(state, seat, pile, space)

    return needs(name, clause, holds, more=_choice_facts, **more)


def _wanted(state: ChaosState) -> Any:
    return effects.arguments_here(state)[1]


RIGHT_SIDE = _choice(
    "right_side",
    "CHA-R57",
    lambda s, seat, pile, space: owner(s, pile.id) == (seat if _wanted(s)["whose"] == "own" else 1 - seat),
    essential=True,
)
RIGHT_KIND = _choice(
    "right_kind", "CHA-4.4", lambda s, seat, pile, space: _wanted(s)["what"] != "friend" or space in FRIENDS
)
RIGHT_FACE = _choice(
    "right_face",
    "CHA-R11",
    lambda s, seat, pile, space: _wanted(s)["face"] in ("any", "up" if pile.up else "down"),
    make_true=repairs.other_face,
)
RIGHT_TURN = _choice(
    "right_turn",
    "CHA-5.1",
    lambda s, seat, pile, space: not _wanted(s)["stand"] or pile.turn == STAND,
    make_true=repairs.standing,
)


def _things(state: ChaosState) -> list[int]:
    """Return the cards among which is picked at this step."""
    if state.step.name == "E5":
        return state.players[state.turn_player].hand
    return effects.among(state)


AMONG = needs(
    "among",
    "CHA-R57",
    lambda s, seat, a: a[1] in _things(s),
    essential=True,
    more=lambda s, seat, a: {
        "source": s.name(s.local.card),
        "wanted": wanted(*effects.arguments_here(s)),
        "picked": s.name(a[1]),
    },
)
LEFT_TO_PICK = needs(
    "left_to_pick",
    "CHA-R57",
    lambda s, seat, a: _things(s).count(a[1]) > s.local[-1].count(a[1]),
    repairs.nothing_picked,
    more=lambda s, seat, a: {"card": s.name(a[1])},
)


def _pick_facts(state: ChaosState, seat: int, action: Action) -> dict[str, int]:
    least = turn.surplus(state) if state.step.name == "E5" else effects.least(state)
    return {"picked": len(state.local[-1]), "least": least}


ENOUGH = needs("enough", "CHA-R57", lambda s, seat, a: ("done",) in s.actions, more=_pick_facts)
