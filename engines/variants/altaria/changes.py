"""Counter-rules that are not newcomers' beliefs and that `beliefs.toml` cannot express as data.

For each clause that matters in play there is one: how the game would differ without the clause.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.altaria import effects
from engines.altaria.cards import BITS, Face
from engines.altaria.state import (
    CARD,
    FATIGUED,
    AltariaState,
    Player,
    attack_of,
)
from engines.kernel.tuples import NO_CARD
from engines.variants.altaria.changing import Draft
from engines.variants.changing import Run

ATTACKS = ("attack_cores", "attack_unit")
AMBUSH_STEPS = "DEF_AMBUSH.ambush ATK_AMBUSH.ambush"
EVERY_COLOUR = sum(BITS.values())


# Chapter 3: values on the cards.


def cost_of_one(draft: Draft) -> None:
    """Every card costs one energy (contradicts ALT-3.5)."""
    draft.faces(lambda face: setattr(face, "cost", min(1, face.cost)))


def first_symbol_only(draft: Draft) -> None:
    """Only the first symbol of a card counts (contradicts ALT-3.9)."""

    def first(face: Face) -> None:
        face.symbols, face.further_symbols = face.symbols[:1], ()
        face.attributes = sum(face.symbols)

    draft.faces(first)


def any_colour_pays(draft: Draft) -> None:
    """An altar card pays for a symbol of any attribute (contradicts ALT-3.10)."""

    def any_colour(face: Face) -> None:
        face.attributes = EVERY_COLOUR
        face.symbols = (EVERY_COLOUR,) * len(face.symbols)
        face.further_symbols = face.symbols[1:]

    draft.faces(any_colour)


def one_species(draft: Draft) -> None:
    """All units are of the same species (contradicts ALT-3.13)."""
    draft.faces(lambda face: setattr(face, "species", "unit" if face.species else ""))


def cost_is_power(draft: Draft) -> None:
    """A battle is decided by the costs of the units (contradicts ALT-3.14)."""
    draft.faces(lambda face: setattr(face, "power", face.cost))


def rank_of_one(draft: Draft) -> None:
    """Every unit has break rank 1 (contradicts ALT-3.15)."""
    draft.faces(lambda face: setattr(face, "rank", 1))


def no_abilities(draft: Draft) -> None:
    """The texts of cards do nothing (contradicts ALT-3.7)."""

    def none(face: Face) -> None:
        face.moments = {name: found for name, found in face.moments.items() if name in ("use", "trigger", "rest")}
        face.continuous = ()

    draft.faces(none)


def drop_moment(moment: str) -> Callable[[Draft], None]:
    """Return a change by which the abilities for this moment do nothing."""

    def without(face: Face) -> None:
        face.moments = {name: found for name, found in face.moments.items() if name != moment}

    return lambda draft: draft.faces(without)


no_core_triggers, no_attack_abilities = drop_moment("trigger"), drop_moment("attack")
no_last_words, no_victory_by_card = drop_moment("destroyed"), drop_moment("main_start")


def no_continuous_effects(draft: Draft) -> None:
    """Forces have no continuous effect (contradicts ALT-4.7)."""
    draft.faces(lambda face: setattr(face, "continuous", ()))


def drop_keyword(bit: int) -> Callable[[Draft], None]:
    """Return a change by which this keyword has no effect."""
    return lambda draft: draft.faces(lambda face: setattr(face, "keywords", face.keywords & ~bit))


no_haste, no_infiltrate, no_ward = (drop_keyword(1 << place) for place in (0, 1, 2))
no_resonance, no_bulwark = (drop_keyword(1 << place) for place in (3, 6))


def first_keyword_only(draft: Draft) -> None:
    """Only one of a unit's keywords works (contradicts ALT-14.12)."""
    draft.faces(lambda face: setattr(face, "keywords", face.keywords & -face.keywords))


def units_leave(draft: Draft) -> None:
    """Units go to the graveyard at the end of the turn (contradicts ALT-3.2, 5.8)."""

    def ended(state: AltariaState, run: Run) -> None:
        player = state.players[state.turn_player]
        player.graveyard += [unit[CARD] for unit in player.field]
        player.field = []
        run()

    draft.around("END", ended)


def magic_comes_back(draft: Draft) -> None:
    """A Magic returns to the hand once it has been carried out (contradicts ALT-3.3)."""
    draft.around("RESOLVE", _afterwards("magic", "graveyard", "hand"))


def trigger_to_hand(draft: Draft) -> None:
    """A card whose Core Trigger was used goes to the hand (contradicts ALT-13.6)."""
    draft.around("RESOLVE", _afterwards("trigger", "graveyard", "hand"))


def _afterwards(source: str, there: str, then: str) -> Callable[[AltariaState, Run], None]:
    """Return an effect that moves a card on after it has been carried out.

    source : the kind of card, as in `Resolving.source`. there, then : the zones that it goes to by the rules, and by
    this change.
    """

    def resolved(state: AltariaState, run: Run) -> None:
        seat, kind = state.procedure_locals.seat, state.procedure_locals.source
        zone: list[int] = getattr(state.players[seat], there)
        before, aside = len(zone), state.aside
        run()
        if kind == source and len(zone) > before and len(state.aside) < len(aside):
            getattr(state.players[seat], then).append(zone.pop())

    return resolved


def force_used_up(draft: Draft) -> None:
    """A Force works once, when it is placed, and then goes to the graveyard (contradicts ALT-3.4)."""

    def placed(state: AltariaState, run: Run) -> None:
        card, player = state.procedure_locals.card, state.players[state.turn_player]
        run()
        at = max(at for at, altar in enumerate(player.altar) if altar[1] == card)
        player.altar[at] = (player.altar[at][0], NO_CARD, player.altar[at][2])
        player.graveyard.append(card)

    draft.around("ONTO.onto ONTO.otherwise", placed)


def charged_card_works(draft: Draft) -> None:
    """Charging a unit triggers its on-summon ability (contradicts ALT-3.16, 8.2)."""
    _works_when_charged(draft, "summon")


def charged_trigger(draft: Draft) -> None:
    """A Core Trigger also works when its card is charged (contradicts ALT-13.10)."""
    _works_when_charged(draft, "trigger")


def _works_when_charged(draft: Draft, moment: str) -> None:
    def charged(state: AltariaState, run: Run) -> None:
        seat = state.turn_player
        before = list(state.players[seat].hand)
        run()
        for card in set(before):
            if before.count(card) > state.players[seat].hand.count(card):
                effects.set_off(state, seat, card, moment)

    draft.around("CHARGE.charge_altar CHARGE.charge_energy", charged)


# Chapters 4 to 6: card states, zones, setup.


def energy_stays_upright(draft: Draft) -> None:
    """Energy stays upright when it pays (contradicts ALT-4.2, 4.10)."""

    def played(state: AltariaState, run: Run) -> None:
        player = state.players[state.seat_to_act]
        before = list(player.energy)
        run()
        player.energy = before

    draft.around(f"MAIN.summon MAIN.activate MAIN.place {AMBUSH_STEPS}", played)


def heals_at_the_end(draft: Draft) -> None:
    """Units that have attacked turn upright again at the end of the turn (contradicts ALT-4.3, 12.15)."""

    def ended(state: AltariaState, run: Run) -> None:
        _upright(state, state.players[state.turn_player])
        run()

    draft.around("END", ended)


def _upright(state: AltariaState, player: Player) -> None:
    for unit in list(player.field):
        if unit[FATIGUED]:
            state.replace(state.players.index(player), unit, fatigued=False)


def blocker_stays_upright(draft: Draft) -> None:
    """Blocking does not turn a unit sideways (contradicts ALT-4.4, 14.8)."""

    def blocked(state: AltariaState, run: Run) -> None:
        run()
        under_way = attack_of(state)
        unit = state.unit(1 - under_way.seat, under_way.blocker)
        assert unit is not None
        state.replace(1 - under_way.seat, unit, fatigued=False)

    draft.around("BLOCK.block", blocked)


def energy_face_up(draft: Draft) -> None:
    """Energy is always face up (contradicts ALT-5.3, 5.4, 8.3)."""
    draft.refuse(("charge_energy",), "face_up", "ALT-8.3", lambda state, seat, action: action[2] == "up")


def hand_of_seven(draft: Draft) -> None:
    """At the end of the turn a player keeps at most seven cards in hand (contradicts ALT-5.10)."""

    def ended(state: AltariaState, run: Run) -> None:
        player = state.players[state.turn_player]
        player.graveyard += player.hand[7:]
        del player.hand[7:]
        run()

    draft.around("END", ended)


def three_units(draft: Draft) -> None:
    """No more than three units fit on a battlefield (contradicts ALT-5.11)."""
    draft.refuse(
        ("summon", "ambush"), "room", "ALT-5.11", lambda state, seat, action: len(state.players[seat].field) < 3
    )


def destroyed_to_hand(draft: Draft) -> None:
    """A unit destroyed in battle returns to the hand (contradicts ALT-5.9)."""
    draft.around("BATTLE AFTER_BATTLE", _elsewhere(lambda state, seat, card: state.players[seat].hand.append(card)))


def destroyed_to_rival(draft: Draft) -> None:
    """A unit destroyed in battle goes to the rival's graveyard (contradicts ALT-5.13)."""
    draft.around(
        "BATTLE AFTER_BATTLE", _elsewhere(lambda state, seat, card: state.players[1 - seat].graveyard.append(card))
    )


def _elsewhere(put: Callable[[AltariaState, int, int], None]) -> Callable[[AltariaState, Run], None]:
    """Return an effect that takes cards that have just gone to the graveyard and puts them elsewhere."""

    def fought(state: AltariaState, run: Run) -> None:
        before = [len(player.graveyard) for player in state.players]
        run()
        for seat, count in enumerate(before):
            gone = state.players[seat].graveyard[count:]
            del state.players[seat].graveyard[count:]
            for card in gone:
                put(state, seat, card)

    return fought


def another_hand(draft: Draft) -> None:
    """The opening hand can be exchanged once (contradicts ALT-6.7)."""

    def drawn(state: AltariaState, run: Run) -> None:
        run()
        for player in state.players:
            player.deck[:0] = player.hand
            player.hand = []
        run()

    draft.around("OPENING_HAND", drawn)


def energy_at_the_start(draft: Draft) -> None:
    """Each player begins the game with an energy card (contradicts ALT-6.8)."""

    def drawn(state: AltariaState, run: Run) -> None:
        run()
        for player in state.players:
            player.energy.append((player.deck.pop(), False, False, 0))

    draft.around("OPENING_HAND", drawn)
