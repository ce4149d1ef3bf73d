"""What the rules ask before an action is legal: the test, its clause, and what would make it true.

What is more than a plain look at the state is tested by the functions that list the legal actions. The words stand in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>, and ask for FACTS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from engines.chaos import battle, costs, effects, extra, main_phase, paying, repairs, turn
from engines.chaos.cards import CHARACTER, EVENT, EXTRA, SET, Condition
from engines.chaos.main_phase import doing_of, icon_here, icons_of
from engines.chaos.state import ENTERED, EXTRA_ENTERED, FRIENDS, LEVELLED, ORIENTATIONS, STAND, ChaosState, Found, Pile
from engines.chaos.text import wanted
from engines.chaos.values import has_trait, shares_name
from engines.kernel import programs
from engines.kernel.state import Action
from engines.legal.cards_in_play import into
from engines.legal.common_requirements import held
from engines.legal.reasons import Fact, Requirement, Test, others, worded

CHARACTERS = ("unit", "own")
"""The arguments that are characters; the others but `row` are cards."""


def card_of(state: ChaosState, action: Action) -> int:
    """Return the card an action names, else the one that its character is."""
    names = state.game.kinds[action[0]].arguments
    found = [value for name, value in zip(names, action[1:], strict=True) if name not in (*CHARACTERS, "row")]
    return int(found[0]) if found else unit_of(state, action)[2].top


def unit_of(state: ChaosState, action: Action) -> Found:
    """Return the character an action names."""
    names = state.game.kinds[action[0]].arguments
    return state.location[next(value for name, value in zip(names, action[1:], strict=True) if name in CHARACTERS)]


def of_unit(test: Callable[[Pile], bool]) -> Test[ChaosState]:
    """Return the test of the character an action names."""
    return lambda s, seat, a: test(unit_of(s, a)[2])


# The facts that sentences ask for.


def part(state: ChaosState, key: str, **facts: Any) -> str:
    """Return a part of a sentence."""
    return state.game.words.say(f"part.{key}", **facts)


def joined(state: ChaosState, parts: Iterable[str], word: str = "and") -> str:
    """Return parts of a sentence with a word between them."""
    return state.game.words.listed(parts, word)


def quoted(state: ChaosState, names: Iterable[str], word: str = "and") -> str:
    """Return Names in quotes with a word between them."""
    return joined(state, (f'"{name}"' for name in names), word)


def sharers(state: ChaosState, seat: int, action: Action) -> list[Pile]:
    """Return the own characters that share a Name with the card."""
    return main_phase.sharers(state, doing_of(state, seat, action))


def shared(state: ChaosState, seat: int, action: Action, key: str) -> str:
    """Return which Names the card shares with own characters, and with which (key "taken" or "twice")."""
    found, own = sharers(state, seat, action), state.faces[action[1]].names
    names = sorted({name for pile in found for name in state.faces[pile.top].names & own})
    other = joined(state, (state.name(pile.top) for pile in found))
    return part(state, f"{key}.{'several' if len(names) > 1 else 'one'}", names=quoted(state, names), other=other)


def away(state: ChaosState, seat: int, action: Action) -> str:
    """Return what would have to be otherwise for the Names to be free."""
    found, partner = sharers(state, seat, action), state.partner(seat)
    friends = [state.name(pile.top) for pile in found if pile != partner]
    parts = [part(state, "away.partner", other=state.name(partner.top))] if partner in found else []
    return joined(state, parts + ([part(state, "away.friend", other=joined(state, friends))] if friends else []))


def condition_parts(state: ChaosState, seat: int, action: Action, lacking: bool) -> str:
    """Return what an action asks for without it being paid, or what of it is not there."""
    wants = costs.condition_of(state, doing_of(state, seat, action)) or Condition()
    there, has = len(state.players[seat].waiting), has_trait(state, seat, wants.trait)
    names = [name for name, met in (("waiting", there >= wants.waiting), ("trait", has)) if not (lacking and met)]
    facts = {"count": there if lacking else wants.waiting, "trait": wants.trait}
    asked = [name for name in names if getattr(wants, name)]
    if not asked and not lacking:
        return part(state, "condition.none")
    return joined(state, (part(state, f"{'lack' if lacking else 'condition'}.{name}", **facts) for name in asked))


def cost_parts(state: ChaosState, seat: int, action: Action, key: str) -> str:
    """Return what an action costs (key "cost"), what of it cannot be paid ("lack"), or what would help ("with")."""
    what = doing_of(state, seat, action)
    cost, hand = costs.cost_of(state, what), costs.free_hand(state, what)
    names: Iterable[str] = [name for name, count in zip(cost._fields, cost, strict=True) if count] or ["none"]
    if key != "cost" and what.what == "extra":
        hand, names = extra.short_of(state, seat, what.card, what.unit)
    elif key != "cost":
        names = costs.short_of(state, what, costs.other_friends)
    turned = ORIENTATIONS[unit_of(state, action)[2].turn].capitalize() if cost.turn else ""
    facts = {"hand": cost.hand, "deck": cost.deck, "has": hand, "left": len(state.players[seat].deck)}
    which = {"turn": f"turn{cost.turn}"}
    if key == "lack" and what.what in costs.FROM_HAND:  # the card itself is in the hand too
        which["hand"] = "other_hand"
    keys = (f"{key}.{which.get(name, name)}" for name in names)
    return joined(state, (part(state, one, orientation=turned, **facts) for one in keys))


def price(state: ChaosState, seat: int, action: Action) -> str:
    """Return that an action costs nothing, or what it costs and that this can be paid."""
    if not any(costs.cost_of(state, doing_of(state, seat, action))):
        return part(state, "cost.nothing")
    return part(state, "cost.paid", cost=cost_parts(state, seat, action, "cost"))


def level_with(state: ChaosState, seat: int, action: Action) -> str:
    """Return what levels the Partner up: a copy of its card, of the Extra deck if it is an Extra character."""
    top = state.partner(seat).top
    is_extra = state.faces[top].category == EXTRA
    return part(state, "copy.extra" if is_extra else "copy.hand", partner=state.name(top))


def label_of(state: ChaosState, action: Action) -> tuple[str, ...]:
    """Return the Extra label of the card that enters or of the character that is levelled up."""
    return state.faces[action[1] if action[0] == "enter_extra" else unit_of(state, action)[2].top].label


def missing_names(state: ChaosState, seat: int, action: Action) -> str:
    """Return the listed Names that the base does not have; if they cannot be covered, those that nothing has."""
    base = unit_of(state, action)[2]
    missing = [name for name in label_of(state, action) if name not in state.faces[base.top].names]
    if not extra.plans(state, seat, action[1], base.id):
        missing = extra.uncovered(state, seat, base.id, missing) or missing
    return quoted(state, missing) or part(state, "no_name")


def asked_for(state: ChaosState, seat: int, action: Action) -> str:
    """Return what an effect chooses: the one that would be used, or the one that asks now."""
    if action[0] not in ("play", "use"):
        return wanted(state.game.words.table("text"), *programs.here(state))
    what = doing_of(state, seat, action)
    asks = state.faces[what.card].asks[what.ability]
    return wanted(state.game.words.table("text"), *asks) if asks else ""


def there_are(state: ChaosState, seat: int, action: Action) -> str:
    """Return how many there are of what an effect chooses."""
    what = doing_of(state, seat, action)
    verb, arguments = state.faces[what.card].asks[what.ability] or ("", {})
    count = len(effects.cards_to_choose(state, seat, arguments)) if verb == "choose_cards" else 0
    return part(state, f"there.{'some' if count else 'none'}", count=count)


def what_is_due(state: ChaosState, seat: int, action: Action) -> str:
    """Return what must be paid next."""
    asked = "material" if paying.is_material(state) else paying.payments(state)[0][0]
    return part(state, f"due.{asked}", missing=quoted(state, extra.still_missing(state, state.local), "or"))


def does_not_pay(state: ChaosState, seat: int, action: Action) -> str:
    """Return why a hand card or a character does not pay what is due."""
    local, kinds = state.local, {kind for kind, _ in paying.payments(state)}
    if paying.is_material(state):
        return part(state, "not_due.material")
    if action[0] == "pay":
        return part(state, "not_due.hand")
    _, space, pile = unit_of(state, action)
    if action[0] not in kinds:
        return part(state, "not_due.arena" if kinds == {"pay"} else f"not_due.{action[0]}")
    if pile.id == local.unit:
        return part(state, "not_due.itself")
    if action[0] == "rest":
        turned = ORIENTATIONS[pile.turn].capitalize()
        return part(state, "not_due.turned", orientation=turned) if pile.up else part(state, "not_due.down")
    if space not in FRIENDS:
        return part(state, "not_due.partner")
    shares = shares_name(state, seat, local.card, (pile.id, local.unit))
    return part(state, f"not_due.{'name' if shares else 'space'}", source=state.name(local.card))


def instead(state: ChaosState, seat: int, action: Action) -> str:
    """Return what would pay by the same kind of action, or else what is due."""
    (argument,) = state.game.kinds[action[0]].arguments
    return others(state, seat, action, argument) or what_is_due(state, seat, action)


def least(state: ChaosState, seat: int, action: Action) -> int:
    """Return how many cards must be chosen."""
    return turn.surplus(state) if state.step.name == "E5" else effects.least(state)


FACTS: dict[str, Fact[ChaosState]] = {
    "card": lambda s, seat, a: s.name(card_of(s, a)),
    "card_category": lambda s, seat, a: s.faces[card_of(s, a)].category.capitalize(),
    "unit": lambda s, seat, a: s.name(unit_of(s, a)[2].top),
    "orientation": lambda s, seat, a: ORIENTATIONS[unit_of(s, a)[2].turn].capitalize(),
    "facing": lambda s, seat, a: part(s, "up" if unit_of(s, a)[2].up else "down"),
    "opposite": lambda s, seat, a: part(s, "down" if unit_of(s, a)[2].up else "up"),
    "face_down_is": lambda s, seat, a: part(s, "no_target" if a[0] == "target" else "does_nothing"),
    "whose": lambda s, seat, a: part(s, "yours" if unit_of(s, a)[0] == seat else "rivals"),
    "attribute": lambda s, seat, a: s.faces[unit_of(s, a)[2].top].attribute.title(),
    "only": lambda s, seat, a: s.faces[a[1]].only.title(),
    "level_with": level_with,
    "partner": lambda s, seat, a: s.name(s.partner(seat).top),
    "row": lambda s, seat, a: a[2],
    "taken": lambda s, seat, a: shared(s, seat, a, "taken"),
    "twice": lambda s, seat, a: shared(s, seat, a, "twice"),
    "away": away,
    "wants": lambda s, seat, a: condition_parts(s, seat, a, lacking=False),
    "missed": lambda s, seat, a: condition_parts(s, seat, a, lacking=True),
    "cost": lambda s, seat, a: cost_parts(s, seat, a, "cost"),
    "price": price,
    "lacks": lambda s, seat, a: cost_parts(s, seat, a, "lack"),
    "with": lambda s, seat, a: cost_parts(s, seat, a, "with"),
    "where": lambda s, seat, a: part(s, f"extra.{'spent' if a[1] in s.players[seat].spent else 'absent'}"),
    "label": lambda s, seat, a: quoted(s, label_of(s, a), "or"),
    "missing": missing_names,
    "icons": lambda s, seat, a: " ".join(f"[{icon.title()}]" for icon in sorted(icons_of(s, a))),
    "times": lambda s, seat, a: joined(s, (part(s, f"times.{icon}") for icon in sorted(icons_of(s, a))), "or"),
    "now": lambda s, seat, a: part(s, f"now.{icon_here(s)}"),
    "wanted": asked_for,
    "there": there_are,
    "due": what_is_due,
    "not_due": does_not_pay,
    "instead": instead,
    "source": lambda s, seat, a: s.name(s.local.card),
    "picked": lambda s, seat, a: len(s.local[-1]),
    "least": least,
    "missing_picks": lambda s, seat, a: least(s, seat, a) - len(s.local[-1]),
}
needs = worded(FACTS)
essential = partial(needs, essential=True)
"""A requirement without which the later ones would make no sense."""

# Cards.


in_hand = held(needs)


def is_a(name: str, clause: str, category: str) -> Requirement[ChaosState]:
    """The card is of this type."""
    return essential(name, clause, lambda s, seat, a: s.faces[a[1]].category == category)


IS_CHARACTER = is_a("is_character", "CHA-8.1", CHARACTER)
IS_LEVEL_CARD = is_a("is_level_card", "CHA-10.1", CHARACTER)
IS_PARTNER_CARD = is_a("is_partner_card", "CHA-6.1", CHARACTER)
IS_EVENT = is_a("is_event", "CHA-8.5", EVENT)
IS_SET = is_a("is_set", "CHA-8.6", SET)
IS_PORTRAIT = is_a("is_portrait", "CHA-11.4", EXTRA)
IN_DECK = essential("in_deck", "CHA-6.1", lambda s, seat, a: a[1] in s.players[seat].deck, into("deck"))

# Whose and in which state.


def mine(clause: str) -> Requirement[ChaosState]:
    """The character is the player's."""
    return essential("mine", clause, lambda s, seat, a: unit_of(s, a)[0] == seat)


def face_up(clause: str) -> Requirement[ChaosState]:
    """The character is face-up."""
    return needs("face_up", clause, of_unit(lambda pile: pile.up), repairs.turned(up=True))


def standing(clause: str) -> Requirement[ChaosState]:
    """The character is in Stand."""
    return needs("standing", clause, of_unit(lambda pile: pile.turn == STAND), repairs.turned(turn=STAND))


FACE_DOWN = needs("face_down", "CHA-7.10", of_unit(lambda pile: not pile.up), repairs.turned(up=False, damage=0))
RIVALS = essential("rivals", "CHA-15.5", lambda s, seat, a: unit_of(s, a)[0] != seat)

# Once per turn (CHA-R54).


def once(name: str, clause: str, flag: int) -> Requirement[ChaosState]:
    """It has not been done in this turn of the player."""
    return needs(name, clause, lambda s, seat, a: s.turn_player != seat or not s.done & flag, repairs.not_done)


NOT_ENTERED = once("not_entered", "CHA-8.1", ENTERED)
NO_EXTRA_YET = once("no_extra_yet", "CHA-11.1", EXTRA_ENTERED)
NOT_LEVELLED = once("not_levelled", "CHA-8.4", LEVELLED)

# Entering, costs and conditions.

ROOM = needs("room", "CHA-R9", lambda s, seat, a: main_phase.room(s, doing_of(s, seat, a)), repairs.room)
NAME_FREE = needs(
    "name_free", "CHA-2.6", lambda s, seat, a: main_phase.name_free(s, doing_of(s, seat, a)), repairs.name_free
)
CONDITION = needs(
    "condition", "CHA-9.3", lambda s, seat, a: costs.condition_holds(s, doing_of(s, seat, a)), repairs.condition
)
PAYABLE = needs(
    "payable",
    "CHA-9.1",
    lambda s, seat, a: not costs.short_of(s, doing_of(s, seat, a), costs.other_friends),
    repairs.payable,
)

# Extra characters.

IN_EXTRA = needs("in_extra", "CHA-8.3", lambda s, seat, a: a[1] in s.players[seat].extra, into("extra"))
LISTED_NAME = essential(
    "listed_name", "CHA-11.2", lambda s, seat, a: extra.lists(s, a[1], unit_of(s, a)[2].top), repairs.listed_name
)
OTHER_CARD = essential("other_card", "CHA-11.6", lambda s, seat, a: unit_of(s, a)[2].top != a[1], repairs.listed_name)
MATERIALS = essential("materials", "CHA-11.7", lambda s, seat, a: bool(extra.plans(s, seat, *a[1:])), repairs.materials)
EXTRA_UNIQUE = essential(
    "extra_unique",
    "CHA-2.6",
    lambda s, seat, a: any(extra.unique(s, seat, a[1], a[2], plan) for plan in extra.plans(s, seat, *a[1:])),
    repairs.extra_unique,
)
EXTRA_PAYABLE = needs("payable", "CHA-11.8", lambda s, seat, a: extra.can_stack(s, seat, *a[1:]), repairs.payable)
IS_EXTRA = essential("is_extra", "CHA-11.11", lambda s, seat, a: s.faces[unit_of(s, a)[2].top].category == EXTRA)
COPY_LEFT = needs(
    "copy_left",
    "CHA-11.11",
    lambda s, seat, a: unit_of(s, a)[2].top in s.players[seat].extra,
    lambda s, seat, a: s.players[seat].extra.append(unit_of(s, a)[2].top),
)
PAYS_NAME = needs("pays_name", "CHA-11.12", lambda s, seat, a: extra.lists(s, unit_of(s, a)[2].top, a[2]))
SAME_CARD = essential(
    "same_card",
    "CHA-10.1",
    lambda s, seat, a: s.partner(seat).top == a[1],
    lambda s, seat, a: repairs.replace_top(s, s.partner(seat).id, a[1]),
)

# Using Events and abilities, setting, battles.

ICON = essential(
    "icon",
    lambda s, seat, a: "CHA-13.1" if s.step.window else "CHA-8.5",
    lambda s, seat, a: icon_here(s) in ("", *icons_of(s, a)),
    repairs.right_moment,
)
HAS_ABILITY = essential("has_ability", "CHA-R58", lambda s, seat, a: bool(icons_of(s, a)))
THINGS = needs("things", "CHA-R57", lambda s, seat, a: main_phase.has_things(s, doing_of(s, seat, a)), repairs.things)
NOT_USED = needs(
    "not_used", "CHA-R24", lambda s, seat, a: not main_phase.used_up(s, doing_of(s, seat, a)), repairs.not_used
)
FITS_BEARER = needs(
    "fits_bearer", "CHA-9.3", lambda s, seat, a: main_phase.fits_bearer(s, a[1], unit_of(s, a)[2]), repairs.bearer
)
ATTACKS_BEGIN = needs("attacks_begin", "CHA-12.8", lambda s, seat, a: battle.may_attack_now(s), repairs.later_turn)

# Choices inside an action, looked at only when they are asked for.

PAYS = needs("pays", "CHA-9.1", lambda s, seat, a: a in paying.payments(s))


def chosen(name: str, clause: str, test: Callable[[Any, Pile, int], bool], **more: Any) -> Requirement[ChaosState]:
    """What the effect that asks says of the character: test(arguments, pile, space)."""

    def holds(state: ChaosState, seat: int, action: Action) -> bool:
        _, space, pile = unit_of(state, action)
        return test(programs.here(state)[1], pile, space)

    return needs(name, clause, holds, **more)


RIGHT_SIDE = essential(
    "right_side",
    "CHA-R57",
    lambda s, seat, a: (unit_of(s, a)[0] == seat) == (programs.here(s)[1]["whose"] == "own"),
)
RIGHT_KIND = chosen("right_kind", "CHA-4.4", lambda a, pile, space: a["what"] != "friend" or space in FRIENDS)
RIGHT_FACE = chosen(
    "right_face",
    "CHA-R11",
    lambda a, pile, space: a["face"] in ("any", "up" if pile.up else "down"),
    make_true=repairs.other_face,
)
RIGHT_TURN = chosen(
    "right_turn",
    "CHA-5.1",
    lambda a, pile, space: not a["stand"] or pile.turn == STAND,
    make_true=repairs.turned(turn=STAND),
)


def things(state: ChaosState) -> list[int]:
    """Return the cards among which is picked at this step."""
    return turn.hand_of_main(state) if state.step.name == "E5" else effects.among(state)


AMONG = essential("among", "CHA-R57", lambda s, seat, a: a[1] in things(s))
LEFT_TO_PICK = needs(
    "left_to_pick",
    "CHA-R57",
    lambda s, seat, a: things(s).count(a[1]) > s.local[-1].count(a[1]),
    repairs.nothing_picked,
)
ENOUGH = needs(
    "enough",
    lambda s, seat, a: "CHA-7.13" if s.step.name == "E5" else "CHA-R57",
    lambda s, seat, a: ("done",) in s.actions,
)
