"""Chapters 8 and 10: what the Main player may do in the Main Phase, and levelling up the Partner."""

from __future__ import annotations

from engines.chaos.abilities import set_off
from engines.chaos.arena import change, put, restored, set_gear, tell_restored
from engines.chaos.cards import UNSEEN
from engines.chaos.costs import can_turn, condition_holds, cost_of, payable
from engines.chaos.effects import something_to_choose
from engines.chaos.extra import bases, level_actions, stack
from engines.chaos.paying import begin_paying, pay_the_rest
from engines.chaos.state import ENTERED, EXTRA_ENTERED, LEVELLED, MAY_WAIT, PARTNER, ROWS, ChaosState, Pile, Resolution
from engines.kernel.rows import ASKED
from engines.kernel.state import Action
from engines.kernel.tuples import changed

CARDS = {"enter_extra": "extra", "set": "set", "play": "event"}
"""What is done with the card that a kind of action names; for abilities and entries see `doing_of`."""


def doing_of(state: ChaosState, seat: int, action: Action) -> Resolution:
    """Return what an action would do, as the procedure of paying and carrying out takes it."""
    kind, thing = action[0], action[1]
    if kind == "enter":
        return Resolution("enter", thing, 0, 0, seat, row=action[2])
    if kind in CARDS:
        return Resolution(CARDS[kind], thing, 0, 0, seat, *action[2:])
    top = state.location[thing][2].top
    face = state.faces[top]
    place = face.main if state.step.name == "M2" else face.battle
    return Resolution("ability", top, place if place >= 0 else max(face.main, face.battle), 0, seat, thing)


# Entering (CHA-8.1).


def room(state: ChaosState, doing: Resolution) -> bool:
    """Return True if a space of the row will be empty once the cost is paid (CHA-4.4, CHA-R9).

    A Friend that pays leaves its space empty, and must be the one that shares a Name with the character.
    """
    if free_space(state, doing) >= 0:
        return True
    arena = state.players[doing.seat].arena
    freeing = sharers(state, doing) if name_free(state, doing) else []
    return bool(cost_of(state, doing).friend) and all(
        pile in [arena[one] for one in ROWS[doing.row]] for pile in freeing
    )


def free_space(state: ChaosState, doing: Resolution) -> int:
    """Return the first empty space of the row in which a character enters, -1 if there is none."""
    arena = state.players[doing.seat].arena
    one, two = ROWS[doing.row]
    return one if arena[one] is None else two if arena[two] is None else -1


def name_free(state: ChaosState, doing: Resolution) -> bool:
    """Return True if no own character will share a Name once the cost is paid (CHA-2.6, CHA-R10).

    A Friend that pays may be the one that shares it; the Partner never leaves (CHA-R56).
    """
    found = sharers(state, doing)
    return not found or (
        bool(cost_of(state, doing).friend) and len(found) == 1 and found[0].id != state.partner(doing.seat).id
    )


def sharers(state: ChaosState, doing: Resolution) -> list[Pile]:
    """Return the own characters that share a Name with the card, without the base it is stacked on."""
    sharing = state.index.sharing[doing.card]
    return [pile for pile in state.players[doing.seat].piles() if pile.id != doing.unit and pile.top in sharing]


def entries(state: ChaosState, seat: int, there: set[int]) -> list[Action]:
    """Return the entries of characters from the hand; there : the cards that are characters in the arena (CHA-8.1)."""
    found: list[Action] = []
    player, faces, sharing = state.players[seat], state.faces, state.index.sharing
    held = state.index.characters.intersection(player.hand)
    able = [card for card in held if sharing[card].isdisjoint(there) or faces[card].cost.friend]
    if not able:
        return found
    free = [row for row, (one, two) in ROWS.items() if player.arena[one] is None or player.arena[two] is None]
    for card in able:
        face = faces[card]
        if face.plain:
            found += [("enter", card, row) for row in free]
            continue
        doing = Resolution("enter", card, 0, 0, seat)
        if not condition_holds(state, doing):
            continue
        if face.cost.friend:  # which Friend can pay depends on the row
            doings = [changed(doing, row=row) for row in ROWS]
            found += [("enter", card, one.row) for one in doings if payable(state, one)]
        elif payable(state, doing):
            found += [("enter", card, row) for row in free]
    return found


# Levelling up the Partner (CHA-10.1 to 10.5).


def level_up(state: ChaosState, action: Action) -> None:
    """Show the card, restore the Partner, stack the card on it (CHA-10.3 to 10.5); once per turn (CHA-8.4, CHA-R20)."""
    seat, card = state.turn_player, action[1]
    player, pile = state.players[seat], state.partner(seat)
    player.hand.remove(card)
    put(state, seat, PARTNER, restored(pile, levels=(*pile.levels, card)))
    state.done |= LEVELLED
    state.note("level_shown", "CHA-10.3", seat, card=card)
    tell_restored(state, seat, pile, "CHA-10.4")
    state.note("levelled", "CHA-10.5", seat, unit=pile.top)


def affordable(state: ChaosState, doing: Resolution) -> bool:
    """Return True if the conditions hold and the cost can be paid (CHA-9.1 to 9.3)."""
    return condition_holds(state, doing) and payable(state, doing)


# Setting (CHA-8.6).


def fits_bearer(state: ChaosState, card: int, pile: Pile) -> bool:
    """Return True if a Set card may be set on a character, in any state (CHA-9.2, CHA-R22)."""
    only = state.faces[card].only
    return not only or state.faces[pile.top].attribute == only


def sets(state: ChaosState, seat: int) -> list[Action]:
    """Return the Set cards of the hand with the own characters they may be set on (CHA-8.6, 8.7)."""
    found: list[Action] = []
    for card in state.index.sets.intersection(state.players[seat].hand):
        face = state.faces[card]
        if not face.plain and not affordable(state, Resolution("set", card, 0, 0, seat)):
            continue
        for pile in state.players[seat].arena:
            if pile is None or (face.only and not fits_bearer(state, card, pile)):
                continue
            if not face.cost.friend or payable(state, Resolution("set", card, 0, 0, seat, pile.id)):
                found.append(("set", card, pile.id))
    return found


# Using Events and abilities, as their icons say (CHA-2.10, 8.5, 13.1, CHA-R58).


def icon_here(state: ChaosState) -> str:
    """Return the icon that counts at this step, "" where nothing can be used."""
    return "main" if state.step.name == "M2" else "battle" if state.step.window else ""


def icons_of(state: ChaosState, action: Action) -> frozenset[str]:
    """Return the icons of the Event that is played, or of the abilities of the character that is used."""
    if action[0] == "play":
        return state.faces[action[1]].icons
    face = state.faces[state.location[action[1]][2].top]
    return frozenset(icon for icon, place in (("main", face.main), ("battle", face.battle)) if place >= 0)


def usable(state: ChaosState, doing: Resolution) -> bool:
    """Return True if the conditions hold, the cost can be paid and there is what must be chosen (CHA-R57)."""
    return has_things(state, doing) and affordable(state, doing)


def has_things(state: ChaosState, doing: Resolution) -> bool:
    """Return True if there is what the effect must choose (CHA-R57)."""
    return something_to_choose(state, doing.seat, doing.card, doing.ability)


def used_up(state: ChaosState, doing: Resolution) -> bool:
    """Return True if an ability that works once per turn has been used this turn (CHA-R24)."""
    once = state.faces[doing.card].once[doing.ability]
    return bool(once) and once in state.location[doing.unit][2].effects


def uses(state: ChaosState, seat: int, icon: str) -> list[Action]:
    """Return the Events of the hand and abilities of own face-up characters with an icon: "main" or "battle".

    Abilities may be used as often as they can be paid (CHA-R24), Events and abilities in any order (CHA-7.6).
    """
    found: list[Action] = []
    player, (events, able, playable, bears) = state.players[seat], state.index.usable[icon]
    if any(playable[card] for card in player.hand):
        for card in events.intersection(player.hand):
            if not something_to_choose(state, seat, card, 0):
                continue
            if state.faces[card].plain or affordable(state, Resolution("event", card, 0, 0, seat)):
                found.append(("play", card))
    if not any(bears[top] for top in player.top_cards):
        return found
    for pile in player.arena:
        if pile is not None and pile.top in able and pile.up:
            place = able[pile.top]
            if can_turn(state.faces[pile.top].costs[place], pile) and something_to_choose(state, seat, pile.top, place):
                doing = Resolution("ability", pile.top, place, 0, seat, pile.id)
                if not used_up(state, doing) and affordable(state, doing):
                    found.append(("use", pile.id))
    return found


# The Main Phase (CHA-7.6).


def actions(state: ChaosState) -> list[Action]:
    """Return all main actions, in any order and as often as each is possible (CHA-7.6, CHA-R26)."""
    seat = state.turn_player
    player = state.players[seat]
    there = set(player.top_cards)
    found = [] if state.done & ENTERED else entries(state, seat, there)
    if not state.done & EXTRA_ENTERED:
        listed = state.index.listed
        for card in dict.fromkeys(player.extra):
            if listed[card].isdisjoint(there):
                continue
            if state.faces[card].condition is None or condition_holds(state, Resolution("extra", card, 0, 0, seat)):
                found += [("enter_extra", card, base) for base in bases(state, seat, card)]
    if not state.done & LEVELLED:
        partner = player.top_cards[PARTNER]
        if partner in player.hand:
            found.append(("level_partner", partner))
        if not state.index.extras.isdisjoint(there):
            found += level_actions(state, seat)
    found += uses(state, seat, "main")
    found += sets(state, seat)
    found.append(("end_main",))
    return found


def begin(state: ChaosState, action: Action) -> None:
    """Show the card and begin to pay for the action (CHA-R23): it leaves its zone until it is done."""
    seat = state.turn_player if state.step.name == "M2" else state.local[ASKED]
    doing = doing_of(state, seat, action)
    player, card = state.players[seat], doing.card
    state.rounds += 1  # so that no turn goes on for ever (CHA-R48)
    state.due_flags |= MAY_WAIT
    if doing.what == "extra":
        player.extra.remove(card)
        state.done |= EXTRA_ENTERED  # CHA-8.2, 11.1
        state.note("extra_shown", "CHA-11.5", seat, card=card, unit=state.location[doing.unit][2].top)
    elif doing.what == "ability":
        once = state.faces[card].once[doing.ability]
        if once:
            found = state.location[doing.unit]
            change(state, found, effects=(*found[2].effects, once))
        state.note("used", _use_clause(state), seat, unit=card)
    else:
        player.hand.remove(card if card in player.hand else UNSEEN)  # in a proof an unseen card may be this one
        if doing.what == "enter":
            state.done |= ENTERED
        elif doing.what == "event":
            state.note("played", _use_clause(state), seat, card=card)
    begin_paying(state, doing)


def _use_clause(state: ChaosState) -> str:
    if state.step.name == "M2":
        return "CHA-8.5"
    return "CHA-13.3" if state.seat_to_act == state.turn_player else "CHA-13.4"


def carry_out(state: ChaosState) -> None:
    """The cost is paid: the character enters, the Set is set; an Event or ability is resolved next."""
    pay_the_rest(state)
    local: Resolution = state.local
    if local.what == "enter":
        pile = Pile(state.new_id(), local.card)
        put(state, local.seat, free_space(state, local), pile)
        state.note("entered", "CHA-8.1", local.seat, unit=local.card)
        set_off(state, "enters", pile.id)
    elif local.what == "extra":
        stack(state)
    elif local.what == "set":
        set_gear(state, local.unit, local.card)
