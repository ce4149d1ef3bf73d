"""What each kind of action needs: the test, the fact here, and what would make it legal.

What is more than a plain look at the state is tested by the functions that list the legal actions. The words stand in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>.
"""

from __future__ import annotations

from functools import partial

from engines.altaria import costs, effects, repairs, text
from engines.altaria.cards import AMBUSH, ATTRIBUTES, BITS, BULWARK, INFILTRATE, LURK, UNSEEN, WARD
from engines.altaria.keywords import break_rank, has, has_summoning_fatigue, power
from engines.altaria.main_phase import meets_placement, places_for, resting_abilities
from engines.altaria.state import CARD, ENTERED, FATIGUED, AltariaState, Unit, attack_of, ready_energy
from engines.book.words import Phrase
from engines.kernel.programs import here, turn_players_first
from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.legal.moments import lane
from engines.legal.reasons import Fact, Requirement, worded

COLOURS = {BITS[letter]: name for letter, name in ATTRIBUTES.items()}
"""The name of each attribute by its bit."""


# What an action names.


def own_unit(state: AltariaState, seat: int, action: Action) -> Unit:
    """Return the acting unit of `seat`."""
    unit = state.unit(seat, action[1])
    assert unit is not None
    return unit


def rival_unit(state: AltariaState, seat: int, action: Action) -> Unit:
    """Return the unit a unit attack is aimed at."""
    unit = state.unit(1 - seat, action[2])
    assert unit is not None
    return unit


def tried(state: AltariaState, unit_id: int) -> str | Phrase:
    """Return the name of a unit that an action names, which may have left the battlefields."""
    found = state.find(unit_id)
    return Phrase("part.that_unit") if found is None else state.name(found[1][CARD])


def card_of(state: AltariaState, seat: int, action: Action) -> int:
    """Return the card that an action names: one of the hand, of the Energy Zone, or its unit."""
    if action[0] == "turn_up":
        return state.players[seat].energy[action[1]][0]
    return own_unit(state, seat, action)[CARD] if action[0] == "use" else int(action[1])


def altar_card(state: AltariaState, seat: int, action: Action) -> int:
    """Return the altar card that an action names."""
    return state.players[1 - seat if action[0] == "aim_at_altar" else seat].altar[action[1]][0]


def ability_of(state: AltariaState, seat: int, action: Action) -> tuple[int, int]:
    """Return the card that an action uses, and which of its abilities."""
    if action[0] == "use":
        unit = own_unit(state, seat, action)
        return unit[CARD], resting_abilities(state, unit)[action[2]]
    return action[1], state.faces[action[1]].moments["trigger" if action[0] == "trigger" else "use"][0]


def attacker(state: AltariaState) -> Unit | None:
    """Return the attacking unit, None if there is none."""
    return None if state.attack is None else state.unit(state.attack.seat, state.attack.attacker)


# What sentences say of it.


def altar_cards(state: AltariaState, seat: int, action: Action) -> str:
    """Return the altar cards a card needs, in words: "1 red altar card and 2 green altar cards"."""
    words, symbols = state.game.words, state.faces[action[1]].symbols
    parts = [words.say("part.altar_cards", count=symbols.count(bit), colour=COLOURS[bit]) for bit in sorted({*symbols})]
    return words.listed(parts)


def too_little(state: AltariaState, seat: int, action: Action) -> Phrase:
    """Return the upright energy cards of a player, which are too few, in words."""
    count = ready_energy(state, seat)
    return Phrase("part.few_upright", {"count": count}) if count else Phrase("part.none_upright")


def served(state: AltariaState, seat: int, action: Action) -> Phrase:
    """Return how far a player's altar cards pay for the symbols of a card, in words."""
    symbols = state.faces[action[1]].symbols
    count = costs.served(symbols, costs.supplies(state, seat))
    return Phrase("part.some_symbols", {"count": count, "all": len(symbols)}) if count else Phrase("part.no_symbol")


def choice(state: AltariaState, seat: int, action: Action) -> str:
    """Return what an ability makes its player choose first, in words: "choose a rival's unit"."""
    card, place = ability_of(state, seat, action)
    arguments = state.faces[card].first_choices[place]
    return text.instruction(state.game.words.table("text"), "choose", arguments) if arguments else ""


def force_place(state: AltariaState, seat: int, action: Action) -> Phrase:
    """Return the altar cards that a Force may go on, in words."""
    bit = state.faces[action[1]].placement
    return Phrase("part.coloured_place", {"colour": COLOURS[bit]}) if bit else Phrase("part.place")


def why_ready(state: AltariaState, seat: int, action: Action) -> Phrase:
    """Return why a unit is not kept back by summoning fatigue, in words."""
    entered = own_unit(state, seat, action)[ENTERED]
    return Phrase("fact.not_new.haste" if entered == state.turn else "fact.not_new.earlier", {"turn": entered})


def asked_for(state: AltariaState, seat: int, action: Action) -> Phrase:
    """Return what an effect asks for, and of whom, in words."""
    verb, arguments = here(state)
    return Phrase(f"part.asked.{'yes_or_no' if verb == 'may' else arguments['what'] + '.' + arguments['whose']}")


FACTS: dict[str, Fact[AltariaState]] = {
    "turn": lambda s, seat, a: s.turn,
    "limit": lambda s, seat, a: s.actions_allowed,
    "card": lambda s, seat, a: s.name(card_of(s, seat, a)),
    "category": lambda s, seat, a: s.game.cards[a[1]].category.capitalize(),
    "cost": lambda s, seat, a: s.faces[a[1]].cost,
    "ready": lambda s, seat, a: ready_energy(s, seat),
    "few": too_little,
    "symbols": altar_cards,
    "served": served,
    "choice": choice,
    "place": force_place,
    "unit": lambda s, seat, a: tried(s, a[1]),
    "unit_power": lambda s, seat, a: power(s, *s.there(a[1])),
    "rank": lambda s, seat, a: break_rank(s, *s.there(a[1])),
    "why": why_ready,
    "target": lambda s, seat, a: tried(s, a[2]),
    "attacker": lambda s, seat, a: s.name(unit[CARD]) if (unit := attacker(s)) else Phrase("fact.attacker"),
    "altar": lambda s, seat, a: s.name(altar_card(s, seat, a)),
    "core": lambda s, seat, a: a[1] + 1,
    "chosen": lambda s, seat, a: len(attack_of(s).cores),
    "needed": lambda s, seat, a: attack_of(s).rank,
    "missing": lambda s, seat, a: attack_of(s).rank - len(attack_of(s).cores),
    "cores": lambda s, seat, a: s.cores_left(1 - attack_of(s).seat),
    "colour": lambda s, seat, a: COLOURS[s.local.symbols[0]],
    "wanted": lambda s, seat, a: COLOURS.get(s.faces[s.local.card].placement, ""),
    "source": lambda s, seat, a: s.name(s.local.card),
    "asked": asked_for,
    "most": lambda s, seat, a: here(s)[1].get("max_power"),
    "force": lambda s, seat, a: s.name(s.players[a[1][0]].altar[a[1][1]][1]),
}
"""What the sentences of requirements may name."""

needs = worded(FACTS)
essential = partial(needs, essential=True)
"""A requirement without which the later ones would make no sense."""

# Cards in hand.


def in_hand(clause: str) -> Requirement[AltariaState]:
    """The card is in the player's hand."""
    return essential(
        "in_hand", clause, lambda s, seat, a: a[1] in s.players[seat].hand and a[1] != UNSEEN, repairs.into_hand
    )


def category(clause: str, wanted: str) -> Requirement[AltariaState]:
    """The card is of the category this action is for; nothing can change a card's category."""
    return essential(f"is_{wanted}", clause, lambda s, seat, a: s.game.cards[a[1]].category == wanted)


ENERGY = needs("energy", "ALT-9.1", lambda s, seat, a: s.faces[a[1]].cost <= ready_energy(s, seat), repairs.more_energy)
SYMBOLS = needs(
    "symbols",
    "ALT-9.2",
    lambda s, seat, a: costs.can_serve(s.faces[a[1]].symbols, costs.supplies(s, seat)),
    repairs.more_altar,
)


def an_object(clause: str) -> Requirement[AltariaState]:
    """There is something to choose for an ability that must choose."""
    return needs(
        "object",
        clause,
        lambda s, seat, a: effects.usable(s, seat, *ability_of(s, seat, a)),
        lambda s, seat, a: repairs.an_object(s, seat, *ability_of(s, seat, a)),
    )


OBJECT = an_object("ALT-10.10")
PLACE = needs("place", "ALT-10.6", lambda s, seat, a: bool(places_for(s, seat, a[1])), repairs.a_place)


def limit(phase: str) -> Requirement[AltariaState]:
    """The phase of such actions has not had its last one; in another phase that is not in question."""
    return needs(
        "limit",
        "ALT-16.10",
        lambda s, seat, a: lane(s) != phase or s.phase_actions < s.actions_allowed,
        repairs.fewer_actions,
    )


AMBUSHES = needs("ambush", "ALT-14.9", lambda s, seat, a: bool(s.faces[a[1]].keywords & AMBUSH))

# Units.


def mine(clause: str) -> Requirement[AltariaState]:
    """The unit is on the player's own battlefield."""
    return essential("mine", clause, lambda s, seat, a: s.unit(seat, a[1]) is not None)


UPRIGHT = needs("upright", "ALT-4.3", lambda s, seat, a: not own_unit(s, seat, a)[FATIGUED], repairs.upright)
NOT_NEW = needs(
    "not_new", "ALT-4.5", lambda s, seat, a: not has_summoning_fatigue(s, own_unit(s, seat, a)), repairs.entered_earlier
)
RANK = needs(
    "rank", "ALT-11.6", lambda s, seat, a: break_rank(s, seat, own_unit(s, seat, a)) > 0, repairs.modified("rank", 99)
)
RIVALS = essential("rivals", "ALT-11.8", lambda s, seat, a: s.unit(1 - seat, a[2]) is not None)
TARGET_FATIGUED = needs(
    "target_fatigued", "ALT-11.8", lambda s, seat, a: rival_unit(s, seat, a)[FATIGUED], repairs.target_fatigued
)
NO_LURK = needs("no_lurk", "ALT-14.6", lambda s, seat, a: not has(s, rival_unit(s, seat, a), LURK), repairs.plain(2))
BLOCKER_UPRIGHT = needs(
    "blocker_upright", "ALT-12.3", lambda s, seat, a: not own_unit(s, seat, a)[FATIGUED], repairs.upright
)
BULWARKED = needs(
    "bulwark",
    "ALT-12.6",
    lambda s, seat, a: has(s, own_unit(s, seat, a), BULWARK),
    repairs.modified("keyword", "Bulwark"),
)
NO_INFILTRATE = needs(
    "no_infiltrate",
    "ALT-14.2",
    lambda s, seat, a: not ((unit := attacker(s)) and has(s, unit, INFILTRATE)),
    repairs.attacker_without_infiltrate,
)
RESTING_ABILITY = essential(
    "resting_ability", "ALT-10.9", lambda s, seat, a: a[2] < len(resting_abilities(s, own_unit(s, seat, a)))
)
USER_UPRIGHT = needs("user_upright", "ALT-10.9", lambda s, seat, a: not own_unit(s, seat, a)[FATIGUED], repairs.upright)

# Energy, cores, payment, Core Triggers, choices.

OWN_ENERGY = essential("own_energy", "ALT-10.2", lambda s, seat, a: a[1] < len(s.players[seat].energy))
FACE_DOWN = needs("face_down", "ALT-10.2", lambda s, seat, a: not s.players[seat].energy[a[1]][1], repairs.face_down)
PUT_EARLIER = needs(
    "put_earlier", "ALT-8.5", lambda s, seat, a: s.players[seat].energy[a[1]][3] < s.turn, repairs.put_earlier
)
CORE_THERE = needs(
    "core_there", "ALT-11.4", lambda s, seat, a: s.players[1 - seat].cores[a[1]] != NO_CARD, repairs.core_there
)
CORE_FREE = needs("core_free", "ALT-11.4", lambda s, seat, a: a[1] not in s.attack.cores, repairs.core_not_chosen)
ALL_CHOSEN = needs(
    "all_chosen", "ALT-11.5", lambda s, seat, a: len(s.attack.cores) >= s.attack.rank, repairs.all_cores_chosen
)
PAYER_UPRIGHT = needs(
    "altar_upright", "ALT-4.3", lambda s, seat, a: not s.players[seat].altar[a[1]][2], repairs.altar_upright
)
PAYS_SYMBOL = essential(
    "pays_symbol",
    "ALT-9.2",
    lambda s, seat, a: bool(s.faces[s.players[seat].altar[a[1]][0]].attributes & s.local.symbols[0]),
    repairs.altar_of_symbol,
)
LEAVES_REST = needs(
    "leaves_rest",
    "ALT-9.3",
    lambda s, seat, a: a[1] in costs.candidates(s) or s.players[seat].altar[a[1]][2],
    repairs.altar_for_the_rest,
)
NO_FORCE_YET = needs(
    "no_force_yet", "ALT-10.6", lambda s, seat, a: s.players[seat].altar[a[1]][1] == NO_CARD, repairs.force_removed
)
PLACEMENT = needs(
    "placement",
    "ALT-10.5",
    lambda s, seat, a: meets_placement(s, s.local.card, s.players[seat].altar[a[1]][0]),
    repairs.altar_of_placement,
)
AMONG_BROKEN = essential("among_broken", "ALT-13.5", lambda s, seat, a: a[1] in s.broken, repairs.among_broken)
HAS_TRIGGER = essential("has_trigger", "ALT-13.5", lambda s, seat, a: "trigger" in s.faces[a[1]].moments)
TRIGGER_OBJECT = an_object("ALT-13.12")
IS_A_CORE = needs("is_a_core", "ALT-11.4", lambda s, seat, a: False)


def asks_for(what: str) -> Requirement[AltariaState]:
    """The effect under way asks for a unit, or for a Force."""

    def holds(state: AltariaState, seat: int, action: Action) -> bool:
        verb, arguments = here(state)
        return bool(verb == "choose" and arguments["what"] == what)

    return essential(f"asks_{what}", "ALT-15.6", holds)


def side_asked(state: AltariaState, seat: int) -> int:
    """Return of whom an effect asks for something."""
    return seat if here(state)[1]["whose"] == "own" else 1 - seat


def warded(state: AltariaState, seat: int, action: Action) -> bool:
    """Return True if Ward keeps the unit from the effect under way."""
    side, unit = state.there(action[1])
    return effects.ward_counts(state, seat, side, state.local.card) and has(state, unit, WARD)


ASKS_UNIT, ASKS_FORCE = asks_for("unit"), asks_for("force")
RIGHT_SIDE = essential("right_side", "ALT-15.6", lambda s, seat, a: s.there(a[1])[0] == side_asked(s, seat))
NO_WARD = needs("no_ward", "ALT-14.3", lambda s, seat, a: not warded(s, seat, a), repairs.plain(1))
LOW_POWER = needs(
    "low_power",
    "ALT-15.6",
    lambda s, seat, a: effects.weak_enough(s, here(s)[1], *s.there(a[1])),
    repairs.modified("power", -99),
)
CHOSEN_FATIGUED = needs(
    "chosen_fatigued",
    "ALT-15.6",
    lambda s, seat, a: not here(s)[1]["fatigued"] or s.there(a[1])[1][FATIGUED],
    repairs.chosen_fatigued,
)
FORCE_THERE = needs(
    "force_there",
    "ALT-15.6",
    lambda s, seat, a: a[1][0] == side_asked(s, seat) and s.players[a[1][0]].altar[a[1][1]][1] != NO_CARD,
)
ASKS_MAY = essential("asks_may", "ALT-15.5", lambda s, seat, a: here(s)[0] == "may")
IS_WAITING = essential(
    "is_waiting", "ALT-15.5", lambda s, seat, a: any(ability[1:3] == a[1] for ability in turn_players_first(s))
)
