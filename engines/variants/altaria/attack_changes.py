"""Counter-rules about attacks, effects and winning (chapters 11 to 16) that `beliefs.toml` cannot express as data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.altaria import attack, choosing, core_break, costs, effects
from engines.altaria.keywords import break_rank, current_power
from engines.altaria.state import CARD, FATIGUED, ID, AltariaState, Attack, ready_energy
from engines.altaria.winning import check_cores
from engines.kernel.flow import Call, If
from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD, replace_entries
from engines.variants.altaria.changing import Draft
from engines.variants.changing import Run


def under_way(state: AltariaState) -> Attack:
    """Return the attack under way, which must exist."""
    assert state.attack is not None
    return state.attack


# Chapter 11: declaring an attack.


def must_attack(draft: Draft) -> None:
    """A player who can attack must attack (contradicts ALT-11.12)."""
    draft.listed("ATTACK", lambda state, actions: actions[:-1] or actions)


def cores_enough(draft: Draft) -> None:
    """An attack needs at least as many cores as its unit's break rank (contradicts ALT-11.5)."""
    draft.refuse(
        ("attack_cores",),
        "cores_enough",
        "ALT-11.5",
        lambda state, seat, action: state.cores_left(1 - seat) >= break_rank(state, *state.there(action[1])),
    )


def rank_at_the_break(draft: Draft) -> None:
    """The break rank counts as it is when the cores break, not at the declaration (contradicts ALT-11.7)."""

    def broken(state: AltariaState, run: Run) -> None:
        now = under_way(state)
        unit = state.unit(now.seat, now.attacker)
        rank = break_rank(state, now.seat, unit) if unit is not None else 0
        state.attack = replace_entries(now, cores=now.cores[:rank])
        run()

    draft.around("BREAK", broken)


def target_asked_again(draft: Draft) -> None:
    """An attack on a unit ends if its target has turned upright before the battle (contradicts ALT-11.11)."""

    def fatigued(state: AltariaState) -> bool:
        now = under_way(state)
        target = state.unit(1 - now.seat, now.target)
        return target is not None and target[FATIGUED]

    still = If(fatigued, "the target is fatigued", "BATTLE", "it is upright", "ATTACK_END")
    way = If(attack.on_cores, "core attack", "BREAK", "unit attack", still)
    draft.lead("BLOCK", "no_block", way)
    draft.lead("BLOCK", "otherwise", way)


# Chapter 12: Ambush, block, battle.


def block_before_ambush(draft: Draft) -> None:
    """The defender blocks first and can use Ambush only after that (contradicts ALT-12.1)."""
    on = If(attack.on_cores, "core attack", "BREAK", "unit attack", "BATTLE")
    blocked = If(lambda state: bool(under_way(state).blocker), "blocked", "ATK_AMBUSH", "not blocked", on)
    draft.change_way(
        "DECLARED", "to", 1, lambda one: If(one.guard, one.yes_words, "BLOCK", one.no_words, one.no, one.only)
    )
    draft.lead("BLOCK", "block", "DEF_AMBUSH")
    draft.lead("BLOCK", "no_block", "DEF_AMBUSH")
    draft.lead("BLOCK", "otherwise", "DEF_AMBUSH")
    draft.lead("DEF_AMBUSH", "pass", blocked)
    draft.lead("DEF_AMBUSH", "otherwise", If(attack.still_on, "", blocked, "a unit has left", "ATTACK_END"))


def no_defenders_ambush(draft: Draft) -> None:
    """The defender cannot use Ambush (contradicts ALT-12.2)."""
    draft.change_way(
        "DECLARED", "to", 1, lambda one: If(one.guard, one.yes_words, "BLOCK", one.no_words, one.no, one.only)
    )


def no_attackers_ambush(draft: Draft) -> None:
    """The attacker cannot use Ambush after a block (contradicts ALT-12.7)."""
    draft.lead("BLOCK", "block", If(attack.still_on, "", "BATTLE", "a unit has left", "ATTACK_END"))


def one_ambush(draft: Draft) -> None:
    """Only one unit can be summoned by Ambush in an attack (contradicts ALT-14.10)."""
    for step, on in (("DEF_AMBUSH", "BLOCK"), ("ATK_AMBUSH", "BATTLE")):
        goes_on = If(attack.still_on, "attack valid", on, "a unit has left", "ATTACK_END")
        draft.lead(step, "ambush", Call("PAY", then=goes_on))


def blocks_cores_only(draft: Draft) -> None:
    """Only attacks on cores can be blocked (contradicts ALT-12.3)."""
    draft.refuse(
        ("block",), "on_cores", "ALT-12.3", lambda state, seat, action: not (state.attack and state.attack.target)
    )


def not_the_target(draft: Draft) -> None:
    """The target of an attack cannot block it (contradicts ALT-12.16)."""
    draft.refuse(
        ("block",),
        "not_the_target",
        "ALT-12.16",
        lambda state, seat, action: not state.attack or state.attack.target != action[1],
    )


def several_blockers(draft: Draft) -> None:
    """Several units can block an attack, one after the other; the last of them battles (contradicts ALT-12.4)."""
    on = If(attack.on_cores, "core attack", "BREAK", "unit attack", "BATTLE")
    blocked = If(lambda state: bool(under_way(state).blocker), "blocked", "ATK_AMBUSH", "not blocked", on)
    draft.lead("BLOCK", "block", "BLOCK")
    draft.lead("BLOCK", "no_block", blocked)
    draft.lead("BLOCK", "otherwise", blocked)


def fought_by(value: Callable[[AltariaState, int, Any], int], clause: str) -> Callable[[Draft], None]:
    """Return a change by which a battle compares value(state, side, unit) instead of power, citing `clause`.

    The unit with the lower value is destroyed; if the values are equal, both are.
    """

    def fought(state: AltariaState, run: Run) -> None:
        now = under_way(state)
        mine = state.unit(now.seat, now.attacker)
        other = state.unit(1 - now.seat, now.blocker or now.target)
        assert mine is not None
        assert other is not None
        state.attack = replace_entries(now, battled=(mine, other))
        one, two = value(state, now.seat, mine), value(state, 1 - now.seat, other)
        if one <= two:
            effects.destroy_unit(state, now.seat, mine, clause)
        if one >= two:
            effects.destroy_unit(state, 1 - now.seat, other, clause)

    return lambda draft: draft.around("BATTLE", fought)


def _always(state: AltariaState, seat: int, unit: Any) -> int:
    return int(seat == state.turn_player)


printed_power_decides = fought_by(lambda state, seat, unit: state.faces[unit[CARD]].power, "ALT-12.8")
attacker_wins = fought_by(_always, "ALT-12.9")


def attack_goes_on(draft: Draft) -> None:
    """A core attack breaks cores even if its attacker has left the battlefield (contradicts ALT-12.12)."""
    without = If(attack.on_cores, "core attack", "BREAK", "", "ATTACK_END")
    for step, part, number in (("DECLARED", "to", 1), ("DEF_AMBUSH", "otherwise", 0)):
        draft.change_way(
            step, part, number, lambda one: If(one.guard, one.yes_words, one.yes, one.no_words, without, one.only)
        )


def attack_finds_a_core(draft: Draft) -> None:
    """An attack whose target has left is redirected to a core (contradicts ALT-12.12)."""

    def turned(state: AltariaState) -> bool:
        now = under_way(state)
        left = state.unit(now.seat, now.attacker) is None or state.unit(1 - now.seat, now.target) is not None
        if left or not now.target or not state.cores_left(1 - now.seat):
            return False
        cores = state.players[1 - now.seat].cores
        first = next(at for at, card in enumerate(cores) if card != NO_CARD)
        state.attack = replace_entries(now, cores=(first,), target=0)
        return True

    without = If(turned, "the target has left", "BREAK", "", "ATTACK_END")
    for step, part, number in (("DECLARED", "to", 1), ("DEF_AMBUSH", "otherwise", 0)):
        draft.change_way(
            step, part, number, lambda one: If(one.guard, one.yes_words, one.yes, one.no_words, without, one.only)
        )


def attacker_readied(draft: Draft) -> None:
    """An attacker turns upright again once its attack is over (contradicts ALT-12.15)."""

    def ended(state: AltariaState, run: Run) -> None:
        now = under_way(state)
        run()
        unit = state.unit(now.seat, now.attacker)
        if unit is not None:
            state.replace(now.seat, unit, fatigued=False)

    draft.around("ATTACK_END", ended)


# Chapter 13: broken cores.


def break_draws(draft: Draft) -> None:
    """For each broken core its owner draws a card from the deck; the core goes to the graveyard.

    Contradicts ALT-13.2, 13.3.
    """

    def taken(state: AltariaState, run: Run) -> None:
        player = state.players[core_break.core_owner(state)]
        before = len(player.hand)
        run()
        gone, player.hand[before:] = player.hand[before:], []
        player.graveyard += gone
        for _ in gone:
            if player.deck:
                player.hand.append(player.deck.pop())

    draft.around("BREAK CORE_TRIGGER.take CORE_TRIGGER.otherwise", taken)


def trigger_costs(draft: Draft) -> None:
    """A Core Trigger costs what its card costs (contradicts ALT-13.7)."""

    def used(state: AltariaState, run: Run) -> None:
        seat = core_break.core_owner(state)
        run()
        used_for = state.call_arguments
        costs.begin_payment(state, seat, "trigger", used_for[0])
        state.call_arguments = used_for

    draft.refuse(
        ("trigger",),
        "energy_for_it",
        "ALT-13.7",
        lambda state, seat, action: state.faces[action[1]].cost <= ready_energy(state, seat),
    )
    draft.around("CORE_TRIGGER.trigger", used)


def trigger_must(draft: Draft) -> None:
    """A Core Trigger that can be used must be used (contradicts ALT-13.8)."""
    draft.listed("CORE_TRIGGER", lambda state, actions: actions[:-1] or actions)


def one_trigger(draft: Draft) -> None:
    """Of all cards broken by an attack, only one Core Trigger can be used (contradicts ALT-13.9)."""

    def used(state: AltariaState, run: Run) -> None:
        run()
        core_break.take_broken_cards(state)

    draft.around("CORE_TRIGGER.trigger", used)


def drawn_trigger(draft: Draft) -> None:
    """A Core Trigger also works when its card is drawn (contradicts ALT-13.10)."""

    def drawn(state: AltariaState, run: Run) -> None:
        hand = state.players[state.turn_player].hand
        before = len(hand)
        run()
        for card in hand[before:]:
            effects.set_off(state, state.turn_player, card, "trigger")

    draft.around("DRAW", drawn)


def break_undone(draft: Draft) -> None:
    """If a Core Trigger destroys the attacker, the other cores are restored (contradicts ALT-13.11)."""

    def taken(state: AltariaState, run: Run) -> None:
        now = under_way(state)
        if state.unit(now.seat, now.attacker) is None:
            cores = state.players[1 - now.seat].cores
            free = [at for at in now.cores if cores[at] == NO_CARD]
            for at, card in zip(free, state.broken, strict=False):
                cores[at] = card
            state.broken = ()
        run()

    draft.around("CORE_TRIGGER.take CORE_TRIGGER.otherwise", taken)


# Chapters 14 to 16: effects and winning.


def draws_from_below(draft: Draft) -> None:
    """Cards are drawn from the bottom of the deck (contradicts ALT-15.1)."""

    def drawn(state: AltariaState, run: Run) -> None:
        deck = state.players[state.turn_player].deck
        if deck and state.turn != 1:
            deck.append(deck.pop(0))
        run()

    draft.around("DRAW", drawn)


def return_is_destroying(draft: Draft) -> None:
    """A unit that returns to the hand counts as destroyed (contradicts ALT-15.2)."""

    def resolved(state: AltariaState, run: Run) -> None:
        before = [(side, unit) for side, player in enumerate(state.players) for unit in player.field]
        hands = [len(player.hand) for player in state.players]
        run()
        for side, unit in before:
            if state.unit(side, unit[ID]) is None and unit[CARD] in state.players[side].hand[hands[side] :]:
                effects.set_off(state, side, unit[CARD], "destroyed", unit[ID])

    draft.around("RESOLVE", resolved)


def no_power_no_unit(draft: Draft) -> None:
    """A unit whose power is 0 is destroyed (contradicts ALT-15.3)."""

    def resolved(state: AltariaState, run: Run) -> None:
        run()
        if state.step.name == "RESOLVE" and choosing.must_choose(state):
            return  # the objects that can be chosen remain until the choice is made
        for side, player in enumerate(state.players):
            for unit in list(player.field):
                if state.result is None and not current_power(state, side, unit):
                    effects.destroy_unit(state, side, unit, "ALT-15.3")

    draft.around("RESOLVE ONTO.onto ONTO.otherwise", resolved)


def summon_needs_a_choice(draft: Draft) -> None:
    """A unit whose ability has nothing to choose cannot be summoned (contradicts ALT-15.7)."""

    def something(state: AltariaState, seat: int, action: Action) -> bool:
        card = action[1]
        places = state.faces[card].moments.get("summon", ())
        return all(choosing.is_usable(state, seat, card, place) for place in places)

    draft.refuse(("summon", "ambush"), "finds_something", "ALT-15.7", something)


def wins_at_the_end(draft: Draft) -> None:
    """Win conditions are checked only at the end of the turn (contradicts ALT-15.9, 16.6)."""

    def broken(state: AltariaState, run: Run) -> None:
        seat = 1 - under_way(state).seat
        run()
        if state.result is not None and not state.cores_left(seat):
            state.result = None
            core_break.take_unless_usable(state)

    def ended(state: AltariaState, run: Run) -> None:
        for seat in (1 - state.turn_player, state.turn_player):
            check_cores(state, seat)
        if state.result is None:
            run()

    draft.around("BREAK", broken)
    draft.around("END", ended)
