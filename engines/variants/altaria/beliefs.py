"""Newcomers' beliefs that `beliefs.toml` cannot express as data. Each function changes a draft of the game's rules."""

from __future__ import annotations

from engines.altaria import attack, choosing, core_break, costs, effects, turn
from engines.altaria.cards import GRUDGE, HASTE, MAGIC, WARD
from engines.altaria.costs import altar_attributes
from engines.altaria.keywords import current_power, has_keyword
from engines.altaria.main_phase import resting_ability
from engines.altaria.state import CARD, ENTERED, FATIGUED, ID, AltariaState, Paying, Resolving, Unit, attack_of
from engines.altaria.winning import win
from engines.kernel import programs
from engines.kernel.flow import Call, If
from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD, replace_entries
from engines.variants.altaria.changing import Draft
from engines.variants.changing import Run, forget_events

PLAYED = ("summon", "activate", "place", "ambush")
"""The kinds of action that have a price."""


def colours_are_a_condition(draft: Draft) -> None:
    """Altar cards are not rested to pay; it is enough that they are upright (contradicts ALT-9.2)."""

    def paid(state: AltariaState, run: Run) -> None:
        state.procedure_locals = Paying(state.procedure_locals.kind, state.procedure_locals.card, ())

    draft.listed("PAY", lambda state, actions: [])
    draft.around("PAY.otherwise", paid)


def enters_altar_ready(draft: Draft) -> None:
    """An altar card with two attributes enters upright (contradicts ALT-8.8)."""

    def charged(state: AltariaState, run: Run) -> None:
        run()
        card, force, _ = state.players[state.turn_player].altar[-1]
        state.players[state.turn_player].altar[-1] = (card, force, False)

    draft.around("CHARGE.charge_altar", charged)


def serves_every_colour(draft: Draft) -> None:
    """One altar card pays for all of its attributes when it is rested once (contradicts ALT-8.9, 9.3)."""

    def enough(state: AltariaState, seat: int, action: Action) -> bool:
        there = 0
        for attributes in altar_attributes(state, seat):
            there |= attributes
        return all(bit & there for bit in state.faces[action[1]].symbols)

    def paid(state: AltariaState, run: Run) -> None:
        kind, card, symbols = state.procedure_locals
        altar = state.players[costs.seat_paying(state)].altar
        for bit in symbols:
            at = next((at for at, one in enumerate(altar) if not one[2] and state.faces[one[0]].attributes & bit), None)
            if at is not None:
                serves = state.faces[altar[at][0]].attributes
                state.procedure_locals = Paying(kind, card, symbols)
                costs.pay_symbol(state, ("pay", at))
                symbols = tuple(other for other in symbols if not other & serves)
        state.procedure_locals = Paying(kind, card, ())

    for kind in PLAYED:
        draft.refuse([kind], "symbols_there", "ALT-9.2", enough)
        draft.without(kind, "symbols")
    draft.listed("PAY", lambda state, actions: [])
    draft.around("PAY.otherwise", paid)


def one_more_hit(draft: Draft) -> None:
    """A player without cores is still in the game; the next successful attack wins (contradicts ALT-13.4, 16.1)."""

    def broken(state: AltariaState, run: Run) -> None:
        under_way = attack_of(state)
        seat = 1 - under_way.seat
        if not state.cores_left(seat):
            win(state, under_way.seat, "ALT-16.1", "cores")
            return
        run()
        if state.result is not None and not state.cores_left(seat):
            state.result = None
            core_break.take_unless_usable(state)

    def listed(state: AltariaState, actions: list[Action]) -> list[Action]:
        seat = state.turn_player
        if state.cores_left(1 - seat):
            return actions
        able = [
            unit[ID]
            for unit in state.players[seat].field
            if not unit[FATIGUED]
            and state.faces[unit[CARD]].rank
            and (unit[ENTERED] != state.turn or has_keyword(state, unit, HASTE))
        ]
        return [*(("attack_cores", unit) for unit in able), *actions]

    draft.around("BREAK", broken)
    draft.listed("ATTACK", listed)


def broken_to_graveyard(draft: Draft) -> None:
    """Broken cores go to the graveyard (contradicts ALT-13.2)."""

    def taken(state: AltariaState, run: Run) -> None:
        player = state.players[core_break.core_owner(state)]
        before, told = len(player.hand), len(state.events or ())
        run()
        forget_events(state, told, "took_cores")
        gone, player.hand[before:] = player.hand[before:], []
        player.graveyard += gone
        for card in gone:
            state.note("to_graveyard", "ALT-13.6", core_break.core_owner(state), card=state.name(card))

    draft.around("BREAK CORE_TRIGGER.take CORE_TRIGGER.otherwise", taken)


def tramples(draft: Draft) -> None:
    """An attacker that beats its blocker still breaks the chosen cores (contradicts ALT-12.5)."""

    def through(state: AltariaState) -> bool:
        under_way = attack_of(state)
        lives = state.unit(under_way.seat, under_way.attacker) is not None
        beaten = bool(under_way.blocker) and state.unit(1 - under_way.seat, under_way.blocker) is None
        return lives and beaten and bool(under_way.cores)

    on = If(through, "the blocker is beaten", "BREAK", "", "ATTACK_END")
    ways = programs.run_waiting_first(on)
    draft.lead("AFTER_BATTLE", "to", ways)


def face_down_does_not_pay(draft: Draft) -> None:
    """Face-down energy cannot pay (contradicts ALT-5.12)."""

    def enough(state: AltariaState, seat: int, action: Action) -> bool:
        up = sum(1 for _, up, fatigued, _ in state.players[seat].energy if up and not fatigued)
        return up >= state.faces[action[1]].cost

    def paid(state: AltariaState, run: Run) -> None:
        seat = state.seat_to_act
        energy = state.players[seat].energy
        before = list(energy)
        run()
        count = sum(1 for old, new in zip(before, energy, strict=True) if old != new)
        energy[:] = before
        for at, (card, up, fatigued, put) in enumerate(before):
            if count and up and not fatigued:
                energy[at] = (card, up, True, put)
                count -= 1

    draft.refuse(PLAYED, "face_up", "ALT-5.12", enough)
    draft.around("MAIN.summon MAIN.activate MAIN.place DEF_AMBUSH.ambush ATK_AMBUSH.ambush", paid)


def magic_in_answer(draft: Draft) -> None:
    """Magic can be used as an answer whenever the rival attacks (contradicts ALT-10.4, 15.8)."""

    def act(state: AltariaState, action: Action) -> None:
        state.phase_actions += 1
        costs.begin_payment(state, costs.seat_ambushing(state), "ambush", action[1])

    def played(state: AltariaState, run: Run) -> None:
        kind, card, _ = state.procedure_locals
        if kind != "ambush" or state.game.cards[card].category != MAGIC:
            run()
            return
        seat = costs.seat_paying(state)
        state.players[seat].hand.remove(card)
        state.aside = (*state.aside, (seat, card))
        state.procedure_locals = Resolving(card, state.faces[card].moments["use"][0], 0, seat, 0, 0, "magic")
        if state.events is not None:
            state.note("activated", "ALT-10.4", seat, card=state.name(card))

    goes_on = If(attack.still_on, "attack valid", "DEF_AMBUSH", "a unit has left", "ATTACK_END")
    draft.offer("activate", "DEF_AMBUSH")
    row = draft.rows["DEF_AMBUSH"]
    row.on = {**row.on, "activate": (act, Call("PAY", then=goes_on))}
    draft.around("PLAYED", played)


# Further beliefs, not among the twelve misconceptions of the rulebook.


def damage_stays(draft: Draft) -> None:
    """Surviving a battle costs a unit as much power as the other had, until end of turn (contradicts ALT-12.11)."""

    def fought(state: AltariaState, run: Run) -> None:
        run()
        one, two = _both(state)
        for (side, unit), against in ((one, two), (two, one)):
            lost = current_power(state, *against)
            alive = state.unit(side, unit[ID])
            if alive is not None and lost:
                state.replace(side, alive, modifier=("power", -lost))
                if state.events is not None:
                    state.note("modified.power", "ALT-12.11", side, unit=state.name(unit[CARD]), amount=f"-{lost}")

    draft.around("BATTLE", fought)


def _both(state: AltariaState) -> tuple[tuple[int, Unit], tuple[int, Unit]]:
    """Return both units of a battle as they were when they met, each with its side."""
    under_way = attack_of(state)
    mine, other = under_way.battled
    return (under_way.seat, mine), (1 - under_way.seat, other)


def attacker_stays_upright(draft: Draft) -> None:
    """Attacking does not turn a unit sideways (contradicts ALT-11.2, 4.4)."""

    def declared(state: AltariaState, run: Run) -> None:
        run()
        under_way = attack_of(state)
        unit = state.unit(under_way.seat, under_way.attacker)
        assert unit is not None
        state.replace(under_way.seat, unit, fatigued=False)

    draft.around("ATTACK.attack_cores ATTACK.attack_unit", declared)


def heals_both(draft: Draft) -> None:
    """The Heal Phase turns the cards of both players upright (contradicts ALT-7.4)."""

    def healed(state: AltariaState, run: Run) -> None:
        seat = state.turn_player
        state.turn_player = 1 - seat
        turn.heal_cards(state)
        state.turn_player = seat
        run()

    draft.around("HEAL", healed)


def win_breaks_a_core(draft: Draft) -> None:
    """A unit attack that wins also breaks a core (contradicts ALT-12.14)."""

    def breaks(state: AltariaState) -> bool:
        under_way = attack_of(state)
        lives = state.unit(under_way.seat, under_way.attacker) is not None
        gone = bool(under_way.target) and state.unit(1 - under_way.seat, under_way.target) is None
        if not (lives and gone and state.cores_left(1 - under_way.seat)):
            return False
        cores = state.players[1 - under_way.seat].cores
        first = next(at for at, card in enumerate(cores) if card != NO_CARD)
        state.attack = replace_entries(under_way, cores=(first,), target=0, blocker=0)
        return True

    on = If(breaks, "a unit attack has won", "BREAK", "", "ATTACK_END")
    ways = programs.run_waiting_first(on)
    draft.lead("AFTER_BATTLE", "to", ways)


def draws_at_once(draft: Draft) -> None:
    """The first player also draws in the first turn (contradicts ALT-7.6)."""
    draft.around("DRAW", lambda state, run: turn.draw(state, state.turn_player, "ALT-7.5"))


def ward_against_all(draft: Draft) -> None:
    """Ward protects a unit from every effect of the rival, including Magic (contradicts ALT-14.4)."""

    def open_to(state: AltariaState, seat: int, number: int) -> bool:
        found = state.find(number)
        return found is None or found[0] == seat or not has_keyword(state, found[1], WARD)

    def chosen(state: AltariaState, seat: int, action: Action) -> bool:
        side, unit = state.there(action[1])
        return side == seat or not has_keyword(state, unit, WARD)

    def something(state: AltariaState, seat: int, action: Action) -> bool:
        named = action if action[0] == "use" else action[1]
        card, place = abilities[action[0]](state, seat, named)
        arguments = state.faces[card].first_choices[place]
        if arguments is None or arguments["what"] != "unit":
            return True
        return any(open_to(state, seat, number) for number in choosing.find_objects(state, seat, arguments, card))

    def nobody(state: AltariaState) -> None:
        programs.advance_program(state, chosen=0)

    def listed(state: AltariaState, actions: list[Action]) -> list[Action]:
        if programs.current_instruction(state)[0] != "choose" or actions[0][0] != "choose":
            return actions
        return [action for action in actions if chosen(state, state.procedure_locals.seat, action)]

    abilities = {
        "activate": choosing.ability_at("use"),
        "use": resting_ability,
        "trigger": choosing.ability_at("trigger"),
    }
    draft.refuse(abilities, "open_to_it", "ALT-14.4", something)
    draft.listed("CHOOSE", listed)
    row = draft.rows["CHOOSE"]
    row.otherwise, row.auto_picks = (nobody, "RESOLVE"), lambda state: []


def ties_for_the_attacker(draft: Draft) -> None:
    """If powers are equal, only the attacked unit is destroyed (contradicts ALT-12.10)."""

    def fought(state: AltariaState, run: Run) -> None:
        under_way = attack_of(state)
        attacker = state.unit(under_way.seat, under_way.attacker)
        other = state.unit(1 - under_way.seat, under_way.blocker or under_way.target)
        assert attacker is not None
        assert other is not None
        if current_power(state, under_way.seat, attacker) != current_power(state, 1 - under_way.seat, other):
            run()
            return
        state.attack = replace_entries(under_way, battled=(attacker, other))
        effects.destroy_unit(state, 1 - under_way.seat, other, "ALT-12.9")

    draft.around("BATTLE", fought)


def grudge_only_alive(draft: Draft) -> None:
    """Grudge works only if its unit survives the battle (contradicts ALT-14.7)."""

    def after(state: AltariaState, run: Run) -> None:
        (side, mine), (across, other) = _both(state)
        for where, unit in ((side, mine), (across, other)):
            if has_keyword(state, unit, GRUDGE) and state.unit(where, unit[ID]) is None:
                return
        run()

    draft.around("AFTER_BATTLE", after)


def plays_after_attacking(draft: Draft) -> None:
    """Cards can also be played in the Attack Phase (contradicts ALT-7.8)."""
    for kind in ("summon", "activate", "place"):
        draft.offer(kind, "ATTACK")


def one_core_an_attack(draft: Draft) -> None:
    """A core attack breaks one core, whatever the break rank is (contradicts ALT-11.4)."""

    def declared(state: AltariaState, run: Run) -> None:
        run()
        assert state.attack is not None
        state.attack = replace_entries(state.attack, rank=min(1, state.attack.rank))

    draft.around("ATTACK.attack_cores", declared)


def fresh_units_rest(draft: Draft) -> None:
    """A unit enters the battlefield fatigued (contradicts ALT-10.3)."""

    def entered(state: AltariaState, run: Run) -> None:
        seat = costs.seat_paying(state)
        before = state.serial
        run()
        unit = state.unit(seat, state.serial) if state.serial > before else None
        if unit is not None:
            state.replace(seat, unit, fatigued=True)

    draft.around("PLAYED", entered)
