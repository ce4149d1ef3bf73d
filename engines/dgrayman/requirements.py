"""What the rules ask before an action is legal: the test, its clause, and what would make it true.

The tests are the functions that list the legal actions, so a rule is not written twice. The words stand in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>. A requirement about an action under way is
not in question while there is none, and then counts as met.
"""

from __future__ import annotations

from typing import Any

from engines.core.reasons import Requirement, worded
from engines.core.state import Action
from engines.dgrayman import placing, repairs, skills
from engines.dgrayman.actions import ICON_OF, something_there
from engines.dgrayman.cards import BITS
from engines.dgrayman.responses import ANSWER_ICON, able, answer_to
from engines.dgrayman.state import ACTION, ACTIVE, CARD, ID, STANDBY, DGraymanState, FieldCard
from engines.dgrayman.units import Unit, doubles, names_of, there, unit_called, unit_with

NUMBERS = ("card", "pile")
"""Arguments that name a card by its number; all others of a card are ids."""

NOTED = {"search_deck": "Deck Search"}


def facts(state: DGraymanState, seat: int, action: Action) -> dict[str, Any]:
    """Return the facts that sentences about an action may use: names, zones, limits."""
    kind, deed = state.game.kinds[action[0]], state.deed
    known: dict[str, Any] = {"limit": state.limit, "founded": state.founded}
    known["deed"] = "" if deed is None else NOTED.get(deed.kind, deed.kind.capitalize())
    for name, value in zip(kind.arguments, action[1:], strict=True):
        if name in NUMBERS:
            card = state.game.cards[value]
            known |= {"card": card.name, "names": " & ".join(card.extra.names)}
        elif name == "unit":
            known["unit"] = " & ".join(value)
        elif name != "waiting":
            known |= _card_facts(state, name, value)
    return known


def _card_facts(state: DGraymanState, name: str, card_id: int) -> dict[str, Any]:
    """Return the facts of one card that an action names; only those of the target tell the zone it was found in."""
    found = state.find(card_id)
    card = "That card" if found is None else state.name(found[2][CARD])
    if name in ("target", "object"):
        there = "" if found is None else "Action Zone" if found[1] == ACTION else "Standby Zone"
        return {"target": card, "zone": there}
    unit = "its unit" if found is None else " & ".join(names_of(state, found[0], found[2][CARD]))
    return {"actor": card, "unit": unit}


needs = worded(facts)


def own(state: DGraymanState, seat: int, card_id: int) -> FieldCard:
    """Return a card that is known to be on the player's own field."""
    found = state.there(card_id)
    assert found[0] == seat
    return found[2]


def unit_of(state: DGraymanState, seat: int, card_id: int) -> Unit:
    """Return the unit of a card on the player's own field."""
    return unit_with(state, seat, own(state, seat, card_id))


# The hand and the discard pile.


def in_hand(clause: str) -> Requirement:
    """The card is in the player's hand."""
    return needs("in_hand", clause, lambda s, seat, a: a[1] in s.players[seat].hand, repairs.into_hand, essential=True)


def is_character(clause: str) -> Requirement:
    """The card is a Character card."""
    return needs("is_character", clause, lambda s, seat, a: s.faces[a[1]].is_character, essential=True)


SOMETHING_THERE = needs(
    "something_there", "DGM-10.9", lambda s, seat, a: something_there(s, seat), repairs.something_there
)
IN_PILE = needs(
    "in_pile", "DGM-10.9", lambda s, seat, a: a[1] in s.players[seat].discard, repairs.into_pile, essential=True
)
IS_SKILL = needs(
    "is_skill", "DGM-2.14", lambda s, seat, a: s.faces[a[1]].main or s.faces[a[1]].response, essential=True
)

# Placing.


def _linkable(state: DGraymanState, seat: int, card: int) -> bool:
    return not state.faces[card].doubles or placing.unlinked(state, seat, state.faces[card].names)


def _missing(state: DGraymanState, seat: int, action: Action) -> dict[str, str]:
    """Return the characters of a Doubles card that have no unit."""
    names = there(state, seat)
    return {"missing": " or ".join(name for name in state.faces[action[1]].names if name not in names)}


def _partners(state: DGraymanState, seat: int, action: Action) -> dict[str, str]:
    """Return the first unit of a Doubles card that is merged with a third one, and that one."""
    names, joined = state.faces[action[1]].names, state.players[seat].links
    for one in names:
        for other in joined.get(one, ()):
            if other not in names:
                return {"one": one, "other": other}
    return {"one": "", "other": ""}


def _foundable(state: DGraymanState, seat: int, card: int) -> bool:
    """Return True unless the card would found a unit too many; other players' turns have limits of their own."""
    face = state.faces[card]
    if face.doubles or face.name in there(state, seat):
        return True
    return seat != state.turn_player or state.step.phase == "setup" or placing.may_found(state)


BOTH_THERE = needs(
    "both_there",
    "DGM-14.1",
    lambda s, seat, a: not s.faces[a[1]].doubles or there(s, seat).issuperset(s.faces[a[1]].names),
    repairs.both_there,
    more=_missing,
)
UNLINKED = needs("unlinked", "DGM-14.12", lambda s, seat, a: _linkable(s, seat, a[1]), repairs.unlinked, more=_partners)
MAY_FOUND = needs("may_found", "DGM-8.6", lambda s, seat, a: _foundable(s, seat, a[1]), repairs.may_found)

# Using a unit.


def mine(clause: str, at: int = 1) -> Requirement:
    """The card is on the player's own field."""
    return needs("mine", clause, lambda s, seat, a: _owner(s, a[at]) == seat, essential=True)


def _owner(state: DGraymanState, card_id: int) -> int:
    found = state.find(card_id)
    return -1 if found is None else found[0]


def in_standby(at: int = 1) -> Requirement:
    """The acting card stands in the Standby Zone."""
    return needs("in_standby", "DGM-9.5", lambda s, seat, a: s.there(a[at])[1] == STANDBY, repairs.in_standby(at))


def unit_active(at: int = 1) -> Requirement:
    """The cards of the unit in the Standby Zone are upright; whether there is one, `in_standby` asks of the card."""

    def holds(state: DGraymanState, seat: int, action: Action) -> bool:
        return all(card[ACTIVE] for card in unit_of(state, seat, action[at]).standby)

    def sideways(state: DGraymanState, seat: int, action: Action) -> dict[str, str]:
        cards = [state.name(card[CARD]) for card in unit_of(state, seat, action[at]).standby if not card[ACTIVE]]
        return {"sideways": cards[0] if cards else ""}

    return needs("unit_active", "DGM-9.1", holds, repairs.unit_active(at), more=sideways)


def doubles_first(at: int = 1) -> Requirement:
    """A Doubles card steps out as long as one is in the Standby Zone."""

    def holds(state: DGraymanState, seat: int, action: Action) -> bool:
        first = doubles(state, unit_of(state, seat, action[at]))
        return not first or own(state, seat, action[at]) in first

    def which(state: DGraymanState, seat: int, action: Action) -> dict[str, str]:
        first = doubles(state, unit_of(state, seat, action[at]))
        return {"doubles": state.name(first[0][CARD]) if first else ""}

    return needs("doubles_first", "DGM-14.10", holds, repairs.doubles_first(at), more=which)


ICON_NAMES = {bit: name.capitalize() for name, bit in BITS.items()}


def icon_needed(state: DGraymanState, action: Action) -> int:
    """Return the icon an action needs; that of the first answer for the second unit."""
    if action[0] == "with":
        assert state.deed is not None
        return ANSWER_ICON[state.deed.answered]
    return (ICON_OF | ANSWER_ICON)[action[0]]


ICON = needs(
    "icon",
    "DGM-9.2",
    lambda s, seat, a: bool(unit_of(s, seat, a[1]).icons & icon_needed(s, a)),
    repairs.has_icon(icon_needed),
    more=lambda s, seat, a: {"icon": ICON_NAMES[icon_needed(s, a)]},
)
USABLE = (mine("DGM-9.1"), in_standby(), unit_active(), ICON, doubles_first())

# Actions.

RIVALS = needs("rivals", "DGM-10.1", lambda s, seat, a: _owner(s, a[2]) == 1 - seat, essential=True)


def exposed(clause: str, at: int) -> Requirement:
    """The card stands in an Action Zone."""
    return needs("exposed", clause, lambda s, seat, a: s.there(a[at])[1] == ACTION, repairs.exposed(at))


NOT_SEARCHED = needs(
    "not_searched", "DGM-10.7", lambda s, seat, a: seat != s.turn_player or not s.searched, repairs.not_searched
)

# Answers.

FITS = needs(
    "fits",
    "DGM-11.1",
    lambda s, seat, a: s.deed is None or answer_to(s.deed.kind) == a[0],
    repairs.fits,
    more=lambda s, seat, a: {"answer": a[0].capitalize()},
)


def _scale(state: DGraymanState, seat: int, action: Action) -> bool:
    if state.deed is None or state.deed.scale < 2:
        return True
    unit = unit_of(state, seat, action[1])
    others = [one for one in able(state, seat, action[0]) if not one.merged and one.names != unit.names]
    return unit.merged or bool(others)


SCALE = needs("scale", "DGM-14.8", _scale, repairs.ordinary_action)
ORDINARY = needs("ordinary", "DGM-14.8", lambda s, seat, a: not unit_of(s, seat, a[1]).merged, repairs.ordinary)


def _other_unit(state: DGraymanState, seat: int, action: Action) -> bool:
    assert state.deed is not None
    first = unit_of(state, seat, state.deed.answers[0])
    return unit_of(state, seat, action[1]).names != first.names


OTHER_UNIT = needs("other_unit", "DGM-14.9", _other_unit, repairs.other_unit)

# Skill cards.

MAIN_TIMING = needs("main_timing", "DGM-12.7", lambda s, seat, a: s.faces[a[1]].main)
RESPONSE_TIMING = needs("response_timing", "DGM-12.7", lambda s, seat, a: s.faces[a[1]].response)
BEARS_NAME = needs(
    "bears_name",
    "DGM-12.1",
    lambda s, seat, a: s.faces[a[1]].name in unit_of(s, seat, a[2]).names,
    repairs.bears_name,
)


def finds(what: str) -> Requirement:
    """The Skill card finds what its effect needs; `what` as `skills.lacking` names it."""
    return needs(
        f"finds_{what}",
        "DGM-12.7",
        lambda s, seat, a: skills.lacking(s, seat, a[1], unit_of(s, seat, a[2]).names) != what,
        repairs.possible,
    )


POSSIBLE = tuple(map(finds, ("unit", "own", "rival", "any", "hand", "intercept")))
ENGAGED = needs(
    "engaged",
    "DGM-12.4",
    lambda s, seat, a: s.deed is None or any(card[ID] == a[2] for card in skills.engaged(s, seat)),
    repairs.engaged,
)
IN_ATTACK = needs(
    "in_attack", "DGM-12.7", lambda s, seat, a: s.deed is None or skills.in_its_kind(s, a[1]), repairs.in_attack
)

# Choices of Skill cards.


def asks(what: str) -> Requirement:
    """The Skill card asks for a card or a unit."""
    return needs(
        f"asks_{what}",
        "DGM-9.8",
        lambda s, seat, a: skills.here(s)[1].get("what") == what,
        essential=True,
        more=lambda s, seat, a: {"skill": s.name(s.local.card)},
    )


def on_side(whose: str) -> Requirement:
    """The Skill card does not ask for a card of the other side: `whose` is "own" or "rival"."""

    def holds(state: DGraymanState, seat: int, action: Action) -> bool:
        mine = _owner(state, action[1]) == seat
        return skills.here(state)[1]["whose"] != whose or mine == (whose == "own")

    return needs(f"side_{whose}", "DGM-9.8", holds, more=lambda s, seat, a: {"skill": s.name(s.local.card)})


def _another(state: DGraymanState, seat: int, action: Action) -> bool:
    user = own(state, seat, state.local.user)
    return bool(names_of(state, seat, user[CARD]) != action[1])


def _stands(state: DGraymanState, seat: int, action: Action) -> bool:
    unit = unit_called(state, seat, action[1][0])
    return unit is not None and bool(unit.standby)


def _not_active(state: DGraymanState, seat: int, action: Action) -> bool:
    unit = unit_called(state, seat, action[1][0])
    return unit is None or not unit.active


ANOTHER = needs("another", "DGM-9.8", _another)
STANDS = needs("stands", "DGM-R47", _stands, repairs.stands)
NOT_ACTIVE = needs("not_active", "DGM-R47", _not_active, repairs.not_active)
