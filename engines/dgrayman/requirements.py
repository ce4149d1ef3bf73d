"""What the rules ask before an action is legal: the test, its clause, and what would make it true.

What is more than a plain look at the state is tested by the functions that list the legal actions. The words stand in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>. A requirement about an action under way is
not in question while there is none, and then counts as met; so is one about the limits of a turn for the other player.
"""

from __future__ import annotations

from functools import partial

from engines.book.words import Phrase
from engines.dgrayman import placing, repairs, skills
from engines.dgrayman.actions import ICON_OF, recoverable
from engines.dgrayman.cards import BITS
from engines.dgrayman.repairs import acting, actor_of
from engines.dgrayman.responses import ANSWER_ICON, able, large_enough
from engines.dgrayman.state import ACTION, ACTIVE, CARD, ID, STANDBY, DGraymanState, Names, answer_to
from engines.dgrayman.units import Unit, doubles, names_of, unit_called, unit_with
from engines.kernel.programs import here
from engines.kernel.state import Action
from engines.legal.cards_in_play import into
from engines.legal.common_requirements import held
from engines.legal.reasons import Fact, Requirement, worded

ICON_NAMES = {bit: name.capitalize() for name, bit in BITS.items()}


def unit_of(state: DGraymanState, seat: int, action: Action) -> Unit:
    """Return the unit of the acting card, which is known to be on the player's own field."""
    return unit_with(state, seat, acting(state, action))


def names_here(state: DGraymanState, seat: int, action: Action) -> Names:
    """Return the names of that unit."""
    return names_of(state, seat, acting(state, action)[CARD])


def called(state: DGraymanState, card_id: int) -> str | Phrase:
    """Return the name of a card that an action names, which may have left the field."""
    found = state.find(card_id)
    return Phrase("part.that_card") if found is None else state.name(found[2][CARD])


def declared(state: DGraymanState, seat: int, action: Action) -> str:
    """Return what the action under way is, as a term."""
    return "" if state.declared is None else state.declared.kind.replace("search_deck", "deck search").title()


def unit_named(state: DGraymanState, seat: int, action: Action) -> str:
    """Return the name of the unit that an action names, or of that of the acting card."""
    return " & ".join(action[1] if action[0] == "choose_unit" else names_here(state, seat, action))


def missing(state: DGraymanState, seat: int, action: Action) -> list[str]:
    """Return the characters of a Doubles card that have no unit."""
    face, names = state.faces[action[1]], state.players[seat].named
    return [name for name in face.names if name not in names] if face.doubles else []


def third(state: DGraymanState, seat: int, action: Action) -> tuple[str, str]:
    """Return the unit of a Doubles card that is merged with a third one, and that one; ("", "") if none is."""
    face, joined = state.faces[action[1]], state.players[seat].named
    pairs = [(one, other) for one in face.names if face.doubles for other in joined.get(one, ())]
    return next((pair for pair in pairs if pair[1] not in face.names), ("", ""))


def sideways(state: DGraymanState, seat: int, action: Action) -> str:
    """Return a card of the unit that is sideways in the Standby Zone, "" if none is."""
    standby = unit_of(state, seat, action).standby
    return next((state.name(card[CARD]) for card in standby if not card[ACTIVE]), "")


def first_out(state: DGraymanState, seat: int, action: Action) -> str:
    """Return the Doubles card that must step out before the acting card, "" if none must (DGM-14.10)."""
    unit, card = unit_of(state, seat, action), acting(state, action)
    first = doubles(state, unit) if card in unit.standby else []  # what has stepped out is not before anything
    return "" if not first or card in first else state.name(first[0][CARD])


def icon_needed(state: DGraymanState, action: Action) -> int:
    """Return the icon an action needs; that of the first answer for the second unit."""
    return (ICON_OF | ANSWER_ICON)[state.declared.answered if state.declared and action[0] == "with" else action[0]]


FACTS: dict[str, Fact[DGraymanState]] = {
    "limit": lambda s, seat, a: s.limit,
    "founded": lambda s, seat, a: s.founded,
    "answer": lambda s, seat, a: a[0].capitalize(),
    "answered": lambda s, seat, a: s.game.words.say(f"part.answers.{a[0]}"),
    "declared": declared,
    "skill": lambda s, seat, a: s.name(s.local.card),
    "card": lambda s, seat, a: s.name(a[1]),
    "names": lambda s, seat, a: " & ".join(s.faces[a[1]].names),
    "actor": lambda s, seat, a: called(s, actor_of(a)),
    "unit": unit_named,
    "target": lambda s, seat, a: called(s, a[-1]),
    "aimed": lambda s, seat, a: s.game.words.say(f"part.aimed.{a[0]}"),
    "zone": lambda s, seat, a: f"{s.there(a[-1])[1].capitalize()} Zone",
    "missing": lambda s, seat, a: s.game.words.listed(missing(s, seat, a), "or"),
    "one": lambda s, seat, a: third(s, seat, a)[0],
    "other": lambda s, seat, a: third(s, seat, a)[1],
    "sideways": sideways,
    "doubles": first_out,
    "icon": lambda s, seat, a: ICON_NAMES[icon_needed(s, a)],
}
"""What the sentences of requirements may name."""

needs = worded(FACTS)
essential = partial(needs, essential=True)
"""A requirement without which the later ones would make no sense."""

# The hand and the discard pile.


in_hand = held(needs)


def is_character(clause: str) -> Requirement[DGraymanState]:
    """The card is a Character card."""
    return essential("is_character", clause, lambda s, seat, a: s.faces[a[1]].is_character)


SOMETHING_THERE = needs(
    "something_there",
    "DGM-10.9",
    lambda s, seat, a: bool(recoverable(s, seat)),
    lambda s, seat, a: s.players[seat].discard.append(repairs.some_card(s)),
)
IN_PILE = essential("in_pile", "DGM-10.9", lambda s, seat, a: a[1] in s.players[seat].discard, into("discard"))
IS_SKILL = essential("is_skill", "DGM-2.14", lambda s, seat, a: s.faces[a[1]].is_skill)

# Placing.


def foundable(state: DGraymanState, seat: int, action: Action) -> bool:
    """Return True unless the card would found a unit too many in the player's own turn."""
    face = state.faces[action[1]]
    if face.doubles or face.name in state.players[seat].named:
        return True
    return seat != state.turn_player or state.step.phase == "setup" or placing.may_found(state)


BOTH_THERE = needs("both_there", "DGM-14.1", lambda s, seat, a: not missing(s, seat, a), repairs.both_there)
UNLINKED = needs(
    "unlinked",
    "DGM-14.12",
    lambda s, seat, a: not s.faces[a[1]].doubles or placing.unlinked(s, seat, s.faces[a[1]].names),
    repairs.unlinked,
)
MAY_FOUND = needs("may_found", "DGM-8.6", foundable, repairs.may_found)

# Using a unit.


def owner(state: DGraymanState, card_id: int) -> int:
    """Return on whose field a card is, -1 for nobody's."""
    found = state.find(card_id)
    return -1 if found is None else found[0]


def mine(clause: str) -> Requirement[DGraymanState]:
    """The acting card is on the player's own field."""
    return essential("mine", clause, lambda s, seat, a: owner(s, actor_of(a)) == seat)


IN_STANDBY = needs("in_standby", "DGM-9.5", lambda s, seat, a: s.there(actor_of(a))[1] == STANDBY, repairs.in_standby)
UNIT_ACTIVE = needs("unit_active", "DGM-9.1", lambda s, seat, a: not sideways(s, seat, a), repairs.unit_active)
DOUBLES_FIRST = needs("doubles_first", "DGM-14.10", lambda s, seat, a: not first_out(s, seat, a), repairs.doubles_first)
ICON = needs(
    "icon",
    "DGM-9.2",
    lambda s, seat, a: bool(unit_of(s, seat, a).icons & icon_needed(s, a)),
    lambda s, seat, a: repairs.has_icon(s, a, icon_needed(s, a)),
)
USABLE = (mine("DGM-9.1"), IN_STANDBY, UNIT_ACTIVE, ICON, DOUBLES_FIRST)

# Actions.

RIVALS = essential("rivals", "DGM-10.1", lambda s, seat, a: owner(s, a[2]) == 1 - seat)


def exposed(clause: str) -> Requirement[DGraymanState]:
    """The card aimed at stands in an Action Zone."""
    return needs("exposed", clause, lambda s, seat, a: s.there(a[-1])[1] == ACTION, repairs.exposed)


NOT_SEARCHED = needs(
    "not_searched", "DGM-10.7", lambda s, seat, a: seat != s.turn_player or not s.deck_searched, repairs.not_searched
)

# Answers.


def enough(state: DGraymanState, seat: int, action: Action) -> bool:
    """Return True if the unit, alone or with another one, has the scale of the unit that acts (DGM-14.8)."""
    unit = unit_of(state, seat, action)
    ordinary = state.declared is None or state.declared.scale < 2
    return ordinary or large_enough(unit, able(state, seat, action[0]))


FITS = needs(
    "fits", "DGM-11.1", lambda s, seat, a: s.declared is None or answer_to(s.declared.kind) == a[0], repairs.fits
)
SCALE = needs("scale", "DGM-14.8", enough, repairs.ordinary_action)
ORDINARY = needs("ordinary", "DGM-14.8", lambda s, seat, a: len(names_here(s, seat, a)) == 1, repairs.ordinary)
OTHER_UNIT = needs(
    "other_unit",
    "DGM-14.9",
    lambda s, seat, a: names_here(s, seat, a) != names_here(s, seat, ("with", *s.declared.answers)),
    repairs.other_unit,
)

# Skill cards.

MAIN_TIMING = needs("main_timing", "DGM-12.7", lambda s, seat, a: s.faces[a[1]].main)
RESPONSE_TIMING = needs("response_timing", "DGM-12.7", lambda s, seat, a: s.faces[a[1]].response)
BEARS_NAME = needs(
    "bears_name", "DGM-12.1", lambda s, seat, a: s.faces[a[1]].name in names_here(s, seat, a), repairs.bears_name
)
ENGAGED = needs(
    "engaged",
    "DGM-12.4",
    lambda s, seat, a: s.declared is None or any(card[ID] == a[2] for card in skills.engaged(s, seat)),
    repairs.engaged,
)
IN_ATTACK = needs(
    "in_attack",
    "DGM-12.7",
    lambda s, seat, a: s.declared is None or skills.in_its_kind(s, a[1]),
    lambda s, seat, a: repairs.turned_into(s, "attack"),
)


def finds(what: str) -> Requirement[DGraymanState]:
    """The Skill card finds what its effect needs; `what` as `skills.lacking` names it."""
    return needs(
        f"finds_{what}",
        "DGM-12.7",
        lambda s, seat, a: skills.lacking(s, seat, a[1], names_here(s, seat, a)) != what,
        repairs.possible,
    )


POSSIBLE = tuple(map(finds, ("unit", "own", "rival", "any", "hand", "intercept")))

# Choices of Skill cards.


def asks(what: str) -> Requirement[DGraymanState]:
    """The Skill card asks for a card or a unit."""
    return essential(f"asks_{what}", "DGM-9.8", lambda s, seat, a: here(s)[1].get("what") == what)


def on_side(whose: str) -> Requirement[DGraymanState]:
    """The Skill card does not ask for a card of the other side: `whose` is "own" or "rival"."""

    def holds(state: DGraymanState, seat: int, action: Action) -> bool:
        return here(state)[1]["whose"] != whose or (owner(state, action[1]) == seat) == (whose == "own")

    return needs(f"side_{whose}", "DGM-9.8", holds)


def stands(state: DGraymanState, seat: int, action: Action) -> bool:
    """Return True if a unit has a card in the Standby Zone (DGM-R47)."""
    unit = unit_called(state, seat, action[1][0])
    return unit is not None and bool(unit.standby)


def rests(state: DGraymanState, seat: int, action: Action) -> bool:
    """Return True unless a unit is active."""
    unit = unit_called(state, seat, action[1][0])
    return unit is None or not unit.active


ANOTHER = needs("another", "DGM-9.8", lambda s, seat, a: names_of(s, seat, s.there(s.local.user)[2][CARD]) != a[1])
STANDS = needs("stands", "DGM-R47", stands, repairs.stands)
NOT_ACTIVE = needs("not_active", "DGM-R47", rests, repairs.not_active)
