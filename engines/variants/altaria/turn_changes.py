"""Counter-rules about the turn, charging, paying and the Main Phase (chapters 7 to 10), written as code."""

from __future__ import annotations

from engines.altaria import costs
from engines.altaria.cards import BITS
from engines.altaria.state import (
    ID,
    MODIFIERS,
    AltariaState,
    ready_energy,
)
from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.variants.altaria.changing import Draft
from engines.variants.changing import Run

ATTACKS = ("attack_cores", "attack_unit")
AMBUSH_STEPS = "DEF_AMBUSH.ambush ATK_AMBUSH.ambush"
EVERY_COLOUR = sum(BITS.values())


# Chapters 7 and 8: the turn and charging.


def same_player_again(draft: Draft) -> None:
    """The same player also has the next turn (contradicts ALT-7.2)."""

    def ended(state: AltariaState, run: Run) -> None:
        seat = state.turn_player
        run()
        state.turn_player = seat

    draft.around("END", ended)


def effects_stay(draft: Draft) -> None:
    """Effects that last for a turn continue in the next turn (contradicts ALT-7.7, 15.4)."""

    def ended(state: AltariaState, run: Run) -> None:
        before = {unit[ID]: unit[MODIFIERS] for player in state.players for unit in player.field}
        run()
        for player in state.players:
            player.field = [(*unit[:MODIFIERS], before[unit[ID]]) for unit in player.field]

    draft.around("END", ended)


def no_first_attack(draft: Draft) -> None:
    """The first player may not attack in the first turn (contradicts ALT-7.9)."""
    draft.refuse(ATTACKS, "second_turn", "ALT-7.9", lambda state, seat, action: state.turn > 1)


def units_only_on_the_altar(draft: Draft) -> None:
    """Only units can be put on the altar (contradicts ALT-8.2)."""
    draft.refuse(
        ("charge_altar",),
        "unit_to_altar",
        "ALT-8.2",
        lambda state, seat, action: state.game.cards[action[1]].category == "unit",
    )


def energy_enters_fatigued(draft: Draft) -> None:
    """Energy can pay only from the next turn on (contradicts ALT-8.4)."""

    def charged(state: AltariaState, run: Run) -> None:
        run()
        player = state.players[state.turn_player]
        card, up, _, put = player.energy[-1]
        player.energy[-1] = (card, up, True, put)

    draft.around("CHARGE.charge_energy", charged)


def altar_enters_fatigued(draft: Draft) -> None:
    """Altar cards can pay only from the next turn on (contradicts ALT-8.7)."""

    def charged(state: AltariaState, run: Run) -> None:
        run()
        player = state.players[state.turn_player]
        player.altar[-1] = (*player.altar[-1][:2], True)

    draft.around("CHARGE.charge_altar", charged)


# Chapters 9 and 10: paying, the Main Phase.


def pays_in_order(draft: Draft) -> None:
    """The altar card that has been there longest pays; the player has no choice (contradicts ALT-9.4)."""
    draft.listed("PAY", lambda state, actions: [])


def force_hides(draft: Draft) -> None:
    """An altar card under a Force pays for nothing (contradicts ALT-9.7)."""

    def enough(state: AltariaState, seat: int, action: Action) -> bool:
        open_cards = [altar for altar in state.players[seat].altar if altar[1] == NO_CARD and not altar[2]]
        supply = tuple(state.faces[card].attributes for card, _, _ in open_cards)
        return costs.can_serve(state.faces[action[1]].symbols, supply)

    draft.refuse(("summon", "activate", "place", "ambush"), "uncovered", "ALT-9.7", enough)


def rivals_energy_pays(draft: Draft) -> None:
    """The rival's energy pays what yours cannot (contradicts ALT-9.8)."""

    def enough(state: AltariaState, seat: int, action: Action) -> bool:
        return state.faces[action[1]].cost <= ready_energy(state, 0) + ready_energy(state, 1)

    def played(state: AltariaState, run: Run) -> None:
        seat = state.seat_to_act
        missing = -ready_energy(state, seat)
        run()
        missing += state.faces[state.call_arguments[1]].cost
        rivals = state.players[1 - seat].energy
        for at, (card, up, fatigued, put) in enumerate(rivals):
            if missing > 0 and not fatigued:
                rivals[at] = (card, up, True, put)
                missing -= 1

    kinds = ("summon", "activate", "place", "ambush")
    draft.refuse(kinds, "some_energy", "ALT-9.8", enough)
    for kind in kinds:
        draft.without(kind, "energy")
    draft.around(f"MAIN.summon MAIN.activate MAIN.place {AMBUSH_STEPS}", played)


def force_enters_active(draft: Draft) -> None:
    """A Force is active at once: its altar card turns upright, even if it has just paid (contradicts ALT-9.6, 10.7)."""

    def placed(state: AltariaState, run: Run) -> None:
        card, player = state.procedure_locals.card, state.players[state.turn_player]
        before = list(player.altar)
        run()
        for at, (old, new) in enumerate(zip(before, player.altar, strict=True)):
            if old != new and new[1] == card:
                player.altar[at] = (new[0], card, False)

    draft.around("ONTO.onto ONTO.otherwise", placed)


def placement_needs_active(draft: Draft) -> None:
    """The placement effect of a Force happens only if the Force is active (contradicts ALT-10.8)."""

    def placed(state: AltariaState, run: Run) -> None:
        card, before = state.procedure_locals.card, state.waiting
        run()
        if not any(altar[1] == card and not altar[2] for altar in state.players[state.turn_player].altar):
            state.waiting = before

    draft.around("ONTO.onto ONTO.otherwise", placed)


def altar_card_goes_too(draft: Draft) -> None:
    """An altar card goes to the graveyard together with its Force (contradicts ALT-10.11)."""

    def resolved(state: AltariaState, run: Run) -> None:
        before = [list(player.altar) for player in state.players]
        run()
        for player, altar in zip(state.players, before, strict=True):
            gone = [at for at, old in enumerate(altar) if old[1] != NO_CARD and player.altar[at][1] == NO_CARD]
            for at in reversed(gone):
                player.graveyard.append(player.altar.pop(at)[0])

    draft.around("RESOLVE", resolved)


def must_play(draft: Draft) -> None:
    """A player who can play a card must play one (contradicts ALT-10.12)."""
    draft.listed("MAIN", lambda state, actions: actions[:-1] or actions)
