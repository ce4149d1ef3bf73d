"""What each kind of action needs: the test, the fact here, and what would make it legal.

The tests are the functions that list the legal actions, so a rule is not written twice. The words stand in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>.
"""

from __future__ import annotations

from typing import Any

from engines.altaria import costs, effects, repairs, text
from engines.altaria.cards import AMBUSH, ATTRIBUTES, BITS, BULWARK, INFILTRATE, LURK, UNSEEN, WARD
from engines.altaria.keywords import break_rank, has, has_summoning_fatigue, power
from engines.altaria.main_phase import meets_placement, places_for, resting_abilities
from engines.altaria.state import CARD, FATIGUED, AltariaState, Unit, ready_energy
from engines.core.moments import lane
from engines.core.reasons import Requirement, worded
from engines.core.records import NO_CARD
from engines.core.state import Action
from engines.core.words import Phrase

COLOURS = {BITS[letter]: name for letter, name in ATTRIBUTES.items()}
"""The name of each attribute by its bit."""


def facts(state: AltariaState, seat: int, action: Action) -> dict[str, Any]:
    """Return the facts that sentences about an action may use: names, figures, turns."""
    kind = state.game.kinds[action[0]]
    known: dict[str, Any] = {
        "turn": state.turn,
        "step": state.step.title,
        "attacker": state.game.words.say("fact.attacker"),
    }
    for name, value in zip(kind.arguments, action[1:], strict=True):
        if name in ("card", "held", "broken", "waiting"):
            number = value[0] if name == "waiting" else value
            card = state.game.cards[number]
            known |= {
                "card": card.name,
                "category": card.category.capitalize(),
                "cost": card.extra.cost,
                "ready": ready_energy(state, seat),
                "symbols": altar_cards(state, number),
            }
        elif name in ("unit", "target", "object"):
            name = "unit" if name == "object" else name
            side = state.owner(value)
            unit = state.unit(side, value) if side is not None else None
            if unit is not None and side is not None:
                known |= {
                    name: state.name(unit[CARD]),
                    f"{name}_power": power(state, side, unit),
                    "entered": unit[3],
                    "rank": break_rank(state, side, unit),
                }
        elif name == "energy" and value < len(state.players[seat].energy):
            card, _, _, put = state.players[seat].energy[value]
            known |= {"card": state.name(card), "put": put}
        elif name == "altar":
            entry = state.players[seat].altar[value]
            known |= {"altar": state.name(entry[0])}
        elif name == "rival_altar":
            known["altar"] = state.name(state.players[1 - seat].altar[value][0])
        elif name == "core":
            known["core"] = value + 1
        elif name == "force":
            known["force"] = state.name(state.players[value[0]].altar[value[1]][1])
    if state.attack is not None:
        unit = state.unit(state.attack.seat, state.attack.attacker)
        known |= {
            "attacker": state.name(unit[CARD]) if unit else "",
            "chosen": len(state.attack.cores),
            "needed": state.attack.rank,
            "cores": state.cores_left(1 - state.attack.seat),
        }
    return known


def altar_cards(state: AltariaState, card: int) -> str:
    """Return the altar cards a card needs, in words: "1 red altar card and 2 green altar cards"."""
    words, symbols = state.game.words, state.faces[card].symbols
    parts = [words.say("part.altar_cards", count=symbols.count(bit), colour=COLOURS[bit]) for bit in sorted({*symbols})]
    return words.listed(parts)


def too_little(state: AltariaState, seat: int, action: Action) -> dict[str, Phrase]:
    """Return the upright energy cards of a player, which are too few, in words."""
    count = ready_energy(state, seat)
    return {"few": Phrase("part.few_upright", {"count": count}) if count else Phrase("part.none_upright")}


def served(state: AltariaState, seat: int, action: Action) -> dict[str, Phrase]:
    """Return how far a player's altar cards pay for the symbols of a card, in words."""
    symbols = state.faces[action[1]].symbols
    count = costs.served(symbols, costs.supplies(state, seat))
    paid = Phrase("part.some_symbols", {"count": count, "all": len(symbols)}) if count else Phrase("part.no_symbol")
    return {"served": paid}


def wanted(state: AltariaState, card: int, place: int) -> dict[str, Any]:
    """Return what an ability makes its player choose first, in words: "choose a rival's unit"."""
    arguments = state.faces[card].first_choices[place]
    if arguments is None:
        return {}
    return {"choice": text.instruction(state.game.words.table("text"), "choose", arguments)}


def force_place(state: AltariaState, card: int) -> dict[str, Phrase]:
    """Return the altar cards that a Force may go on, in words."""
    bit = state.faces[card].placement
    return {"place": Phrase("part.coloured_place", {"colour": COLOURS[bit]}) if bit else Phrase("part.place")}


needs = worded(facts)


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


def resting_ability(state: AltariaState, seat: int, action: Action) -> tuple[int, int]:
    """Return the card of the acting unit, and which of its abilities is used."""
    unit = own_unit(state, seat, action)
    return unit[CARD], resting_abilities(state, unit)[action[2]]


# Cards in hand.


def in_hand(clause: str) -> Requirement[AltariaState]:
    """The card is in the player's hand."""
    return needs(
        "in_hand",
        clause,
        lambda s, seat, a: a[1] in s.players[seat].hand and a[1] != UNSEEN,
        repairs.into_hand,
        essential=True,
    )


def category(clause: str, wanted: str) -> Requirement[AltariaState]:
    """The card is of the category this action is for; nothing can change a card's category."""
    return needs(f"is_{wanted}", clause, lambda s, seat, a: s.game.cards[a[1]].category == wanted, essential=True)


ENERGY = needs(
    "energy",
    "ALT-9.1",
    lambda s, seat, a: s.faces[a[1]].cost <= ready_energy(s, seat),
    repairs.more_energy,
    more=too_little,
)
SYMBOLS = needs(
    "symbols",
    "ALT-9.2",
    lambda s, seat, a: costs.can_serve(s.faces[a[1]].symbols, costs.supplies(s, seat)),
    repairs.more_altar,
    more=served,
)
OBJECT = needs(
    "object",
    "ALT-10.10",
    lambda s, seat, a: effects.can_use(s, seat, a[1], "use"),
    lambda s, seat, a: repairs.an_object(s, seat, a[1], s.faces[a[1]].moments["use"][0]),
    more=lambda s, seat, a: wanted(s, a[1], s.faces[a[1]].moments["use"][0]),
)
PLACE = needs(
    "place",
    "ALT-10.6",
    lambda s, seat, a: bool(places_for(s, seat, a[1])),
    repairs.a_place,
    more=lambda s, seat, a: force_place(s, a[1]),
)


def limit(phase: str) -> Requirement[AltariaState]:
    """The phase of such actions has not had its last one; in another phase that is not in question."""
    return needs(
        "limit",
        "ALT-16.10",
        lambda s, seat, a: lane(s) != phase or s.phase_actions < s.game.parameters["actions_a_phase"],
        repairs.fewer_actions,
        more=lambda s, seat, a: {"most": s.game.parameters["actions_a_phase"]},
    )


AMBUSHES = needs("ambush", "ALT-14.9", lambda s, seat, a: bool(s.faces[a[1]].keywords & AMBUSH))

# Units.


def mine(clause: str) -> Requirement[AltariaState]:
    """The unit is on the player's own battlefield."""
    return needs("mine", clause, lambda s, seat, a: s.unit(seat, a[1]) is not None, essential=True)


UPRIGHT = needs("upright", "ALT-4.3", lambda s, seat, a: not own_unit(s, seat, a)[FATIGUED], repairs.upright)
NOT_NEW = needs(
    "not_new",
    "ALT-4.5",
    lambda s, seat, a: not has_summoning_fatigue(s, own_unit(s, seat, a)),
    repairs.entered_earlier,
    more=lambda s, seat, a: {"why": _why_ready(s, own_unit(s, seat, a))},
)
RANK = needs(
    "rank", "ALT-11.6", lambda s, seat, a: break_rank(s, seat, own_unit(s, seat, a)) > 0, repairs.modified("rank", 99)
)
RIVALS = needs("rivals", "ALT-11.8", lambda s, seat, a: s.unit(1 - seat, a[2]) is not None, essential=True)
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
    lambda s, seat, a: not _attacker_has(s, INFILTRATE),
    repairs.attacker_without_infiltrate,
)
RESTING_ABILITY = needs(
    "resting_ability",
    "ALT-10.9",
    lambda s, seat, a: a[2] < len(resting_abilities(s, own_unit(s, seat, a))),
    essential=True,
)
USER_UPRIGHT = needs("user_upright", "ALT-10.9", lambda s, seat, a: not own_unit(s, seat, a)[FATIGUED], repairs.upright)
USE_OBJECT = needs(
    "object",
    "ALT-10.10",
    lambda s, seat, a: effects.usable(s, seat, *resting_ability(s, seat, a)),
    lambda s, seat, a: repairs.an_object(s, seat, *resting_ability(s, seat, a)),
    more=lambda s, seat, a: {
        "card": s.name(own_unit(s, seat, a)[CARD]),
        **wanted(s, *resting_ability(s, seat, a)),
    },
)


def _why_ready(state: AltariaState, unit: Unit) -> str:
    return state.game.words.say("fact.not_new.haste" if unit[3] == state.turn else "fact.not_new.earlier", turn=unit[3])


def _attacker_has(state: AltariaState, keyword: int) -> bool:
    attack = state.attack
    unit = None if attack is None else state.unit(attack.seat, attack.attacker)
    return unit is not None and has(state, unit, keyword)


# Energy, cores, payment, Core Triggers, choices.

OWN_ENERGY = needs("own_energy", "ALT-10.2", lambda s, seat, a: a[1] < len(s.players[seat].energy), essential=True)
FACE_DOWN = needs("face_down", "ALT-10.2", lambda s, seat, a: not s.players[seat].energy[a[1]][1], repairs.face_down)
PUT_EARLIER = needs(
    "put_earlier", "ALT-8.5", lambda s, seat, a: s.players[seat].energy[a[1]][3] < s.turn, repairs.put_earlier
)
CORE_THERE = needs(
    "core_there", "ALT-11.4", lambda s, seat, a: s.players[1 - seat].cores[a[1]] != NO_CARD, repairs.core_there
)
CORE_FREE = needs("core_free", "ALT-11.4", lambda s, seat, a: a[1] not in s.attack.cores, repairs.core_not_chosen)
ALL_CHOSEN = needs(
    "all_chosen",
    "ALT-11.5",
    lambda s, seat, a: len(s.attack.cores) >= s.attack.rank,
    repairs.all_cores_chosen,
    more=lambda s, seat, a: {"missing": s.attack.rank - len(s.attack.cores)},
)
PAYER_UPRIGHT = needs(
    "altar_upright", "ALT-4.3", lambda s, seat, a: not s.players[seat].altar[a[1]][2], repairs.altar_upright
)
PAYS_SYMBOL = needs(
    "pays_symbol",
    "ALT-9.2",
    lambda s, seat, a: bool(s.faces[s.players[seat].altar[a[1]][0]].attributes & s.local.symbols[0]),
    repairs.altar_of_symbol,
    essential=True,
    more=lambda s, seat, a: {"colour": COLOURS[s.local.symbols[0]]},
)
LEAVES_REST = needs(
    "leaves_rest",
    "ALT-9.3",
    lambda s, seat, a: a[1] in costs._candidates(s) or s.players[seat].altar[a[1]][2],
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
    more=lambda s, seat, a: {
        "source": s.name(s.local.card),
        "colour": COLOURS.get(s.faces[s.local.card].placement, ""),
    },
)
AMONG_BROKEN = needs(
    "among_broken", "ALT-13.5", lambda s, seat, a: a[1] in s.broken, repairs.among_broken, essential=True
)
HAS_TRIGGER = needs("has_trigger", "ALT-13.5", lambda s, seat, a: "trigger" in s.faces[a[1]].moments, essential=True)
TRIGGER_OBJECT = needs(
    "object",
    "ALT-13.12",
    lambda s, seat, a: effects.can_use(s, seat, a[1], "trigger"),
    lambda s, seat, a: repairs.an_object(s, seat, a[1], s.faces[a[1]].moments["trigger"][0]),
    more=lambda s, seat, a: wanted(s, a[1], s.faces[a[1]].moments["trigger"][0]),
)


IS_A_CORE = needs("is_a_core", "ALT-11.4", lambda s, seat, a: False)


def _arguments(state: AltariaState) -> Any:
    card, place, at = state.local[:3]
    return state.game.cards[card].abilities[place].program[at]


def _asks_for(state: AltariaState, what: str) -> bool:
    verb, arguments = _arguments(state)
    return bool(verb == "choose" and arguments["what"] == what)


def _side_wanted(state: AltariaState, seat: int) -> int:
    return seat if _arguments(state)[1]["whose"] == "own" else 1 - seat


def _chosen_unit(state: AltariaState, action: Action) -> tuple[int, Unit]:
    side = state.owner(action[1])
    assert side is not None
    unit = state.unit(side, action[1])
    assert unit is not None
    return side, unit


def _effect_facts(state: AltariaState, seat: int, action: Action) -> dict[str, Any]:
    """Return whose effect it is, what it asks for, and of whom."""
    verb, arguments = _arguments(state)
    asked = "yes_or_no" if verb == "may" else f"{arguments['what']}.{arguments['whose']}"
    return {
        "source": state.name(state.local.card),
        "asked": Phrase(f"part.asked.{asked}"),
        "most": arguments.get("max_power"),
    }


ASKS_UNIT = needs(
    "asks_unit",
    "ALT-15.6",
    lambda s, seat, a: _asks_for(s, "unit"),
    essential=True,
    more=_effect_facts,
)
ASKS_FORCE = needs(
    "asks_force",
    "ALT-15.6",
    lambda s, seat, a: _asks_for(s, "force"),
    essential=True,
    more=_effect_facts,
)
RIGHT_SIDE = needs(
    "right_side",
    "ALT-15.6",
    lambda s, seat, a: _chosen_unit(s, a)[0] == _side_wanted(s, seat),
    essential=True,
    more=_effect_facts,
)
NO_WARD = needs(
    "no_ward",
    "ALT-14.3",
    lambda s, seat, a: (
        not (
            _chosen_unit(s, a)[0] != seat and effects.from_unit(s, s.local.card) and has(s, _chosen_unit(s, a)[1], WARD)
        )
    ),
    repairs.plain(1),
    more=_effect_facts,
)
LOW_POWER = needs(
    "low_power",
    "ALT-15.6",
    lambda s, seat, a: (
        _arguments(s)[1]["max_power"] is None or power(s, *_chosen_unit(s, a)) <= _arguments(s)[1]["max_power"]
    ),
    repairs.modified("power", -99),
    more=_effect_facts,
)
CHOSEN_FATIGUED = needs(
    "chosen_fatigued",
    "ALT-15.6",
    lambda s, seat, a: not _arguments(s)[1]["fatigued"] or _chosen_unit(s, a)[1][FATIGUED],
    repairs.chosen_fatigued,
    more=_effect_facts,
)
FORCE_THERE = needs(
    "force_there",
    "ALT-15.6",
    lambda s, seat, a: a[1][0] == _side_wanted(s, seat) and s.players[a[1][0]].altar[a[1][1]][1] != NO_CARD,
    more=_effect_facts,
)
ASKS_MAY = needs(
    "asks_may",
    "ALT-15.5",
    lambda s, seat, a: _arguments(s)[0] == "may",
    essential=True,
    more=_effect_facts,
)
IS_WAITING = needs(
    "is_waiting",
    "ALT-15.5",
    lambda s, seat, a: any(ability[1:3] == a[1] for ability in effects.next_in_line(s)),
    essential=True,
)
