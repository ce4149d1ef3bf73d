"""Chapters 9 and 10: using a unit in the Main Phase; the actions Attack, Search, Draw, Recover and the others."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from engines.dgrayman import heuristics
from engines.dgrayman import requirements as needed
from engines.dgrayman.cards import ATTACK, BLANK, DRAW, RECOVER, SEARCH, SEARCH_POINTS
from engines.dgrayman.effects import set_off
from engines.dgrayman.hidden import may_be
from engines.dgrayman.points import draw
from engines.dgrayman.repairs import some_card
from engines.dgrayman.requirements import ActionKind, need, needs
from engines.dgrayman.responses import tell_too_small
from engines.dgrayman.skills import is_possible
from engines.dgrayman.state import (
    CARD,
    FOR_ACTION,
    ID,
    SAVED,
    DeclaredAction,
    DGraymanState,
    FieldCard,
    Gaining,
    action_of,
    recoverable_cards,
    with_id,
)
from engines.dgrayman.turn import MAIN
from engines.dgrayman.units import active_units, cards_to_step_out, names_of, search_cards, step_out
from engines.kernel.state import Action
from engines.kernel.tuples import replace_entries
from engines.kit import kit


def main_actions(state: DGraymanState) -> list[Action]:
    """Return every action and Skill card that can be declared now, and the end of the phase (DGM-7.6, 9.1 to 9.3).

    Nothing costs anything (DGM-1.8); the only limit is that a unit acts once until it is active again (DGM-9.7). The
    list is empty if units have been used too often in this phase (DGM-R50).
    """
    if state.uses >= state.game.parameters["uses"]:
        return []
    seat, faces = state.turn_player, state.faces
    player, targets = state.players[seat], [target[ID] for target in state.players[1 - seat].action]
    skills, usable = state.skills, [card for card in player.hand if faces[card].main]
    found: list[Action] = []
    for unit in active_units(state, seat):
        icons, names = unit.icons, unit.names
        recovers = icons & RECOVER and any(faces[card].is_character for card in player.discard)
        users = unit.standby if len(names) == 1 else cards_to_step_out(state, unit)
        for acting in users:
            one = acting[ID]
            if icons & ATTACK:
                for target in targets:
                    found.append(("attack", one, target))
            if icons & SEARCH:
                found.append(("search", one))
                if not state.deck_searched:
                    found.append(("search_deck", one))
            if icons & DRAW:
                found.append(("draw", one))
            if recovers:
                found.append(("recover", one))
        if not usable:
            continue
        for name in names:
            if name not in skills:
                continue
            for card in skills[name]:
                if card not in usable:
                    continue
                if faces[card].has_text:
                    able = [acting for acting in users if is_possible(state, seat, card, names, acting[ID])]
                    found += [("use", card, acting[ID]) for acting in able]
                elif faces[card].always or is_possible(state, seat, card, names):
                    found += [("use", card, acting[ID]) for acting in users]
    found.append(("end_main_phase",))
    return found


def declare_action(state: DGraymanState, action: Action) -> None:
    """Announce an action with all its choices (DGM-9.8, DGM-R16).

    Choosing a Deck Search uses up the only Deck Search of the turn (DGM-10.7, DGM-R35).
    """
    kind, actor = action[:2]
    target = action[2] if len(action) > 2 else 0
    seat = state.turn_player
    player = state.players[seat]
    acting = with_id(player.standby, actor)
    assert acting is not None
    card = acting[CARD]
    state.declared = DeclaredAction(kind, actor, card, player.named[state.faces[card].name], target)
    state.uses += 1
    if kind == "search_deck":
        state.deck_searched = True
    if state.listener is not None:
        other = state.there(target)[2] if target else ""
        state.note(f"declared.{kind}", "DGM-10.1" if target else "DGM-9.8", seat, card=card, target=other)


def list_takes(state: DGraymanState) -> list[Action]:
    """Return, as actions, the cards that the declared Recover may take (DGM-9.8, DGM-R16)."""
    return [("take", card) for card in recoverable_cards(state, state.turn_player)]


def choose_recovered(state: DGraymanState, action: Action) -> None:
    """Choose the card to recover (DGM-9.8)."""
    state.declared = replace_entries(action_of(state), recovers=action[1])
    state.note("to_recover", "DGM-9.8", state.turn_player, card=action[1])


def step_out_to_act(state: DGraymanState) -> None:
    """Turn the unit sideways and move the acting card to the Action Zone (DGM-9.4, 9.5).

    Only then can the action be answered (DGM-9.6).
    """
    assert state.declared is not None
    step_out(state, state.turn_player, state.declared.actor, "DGM-9.5")
    tell_too_small(state)


def targets_left(state: DGraymanState) -> list[FieldCard]:
    """Return those targets of the attack that have not left: its guards, if any (DGM-11.2, 13.7, DGM-R24)."""
    declared, seat = action_of(state), 1 - state.turn_player
    against = declared.answers if declared.answered == "guard" else (declared.target,)
    return [card for one in against if (card := with_id(state.players[seat].action, one)) is not None]


def outcome_of_action(state: DGraymanState) -> str:
    """Return the outcome of the action (DGM-9.6): its kind, or "void" (DGM-11.3, 13.7, DGM-R19, DGM-R49).

    In a proof, a Deck Search that meets an unseen card has the outcome "unseen".
    """
    declared, seat = state.declared, state.turn_player
    assert declared is not None
    if declared.kind == "attack":
        stands = with_id(state.players[seat].action, declared.actor) is not None and bool(targets_left(state))
        return "attack" if stands else "void"
    if declared.answers and not declared.negated:
        return "void"
    if declared.kind == "recover" and declared.recovers not in state.players[seat].discard:
        return "void"
    if declared.kind == "search_deck" and state.game.cards[state.players[1 - seat].deck[-1]].unseen:
        return "unseen"
    return declared.kind


def finish_action(state: DGraymanState) -> None:
    """End the action, and the changes that last only as long as it."""
    state.declared = None
    for player in state.players if state.changed else ():
        for zone in (player.standby, player.action):
            for card in zone:
                if card[FOR_ACTION] or card[SAVED]:
                    state.change(card, for_action=0, saved=False)


def no_effect(state: DGraymanState) -> None:
    """Record that the action has no effect: it was intercepted, or its object has left (DGM-11.3, 13.7).

    The cards stay in place.
    """
    declared = action_of(state)
    clause = "DGM-13.7" if declared.kind == "attack" else "DGM-11.3" if declared.answered else "DGM-9.8"
    state.note(f"failed.{'attack' if declared.kind == 'attack' else 'other'}", clause, state.turn_player)
    finish_action(state)


def normal_search(state: DGraymanState) -> None:
    """Compute the points of a normal Search (DGM-10.4, 10.5, 2.8, 2.12, DGM-R30).

    They depend on the card that acted, even if it has left. The Search cards in its unit are counted now (DGM-R48). A
    Doubles card belongs to both names even if its unit has split (DGM-R49).
    """
    declared, seat = action_of(state), state.turn_player
    special = state.faces[declared.card].special
    times = search_cards(state, seat, names_of(state, seat, declared.card)) if special else 1
    clause = "DGM-10.5" if special else "DGM-10.4"
    state.note("searched", clause, seat, card=declared.card, count=SEARCH_POINTS * times)
    if "searches" in state.game.watching:
        set_off(state, seat, declared.card, "searches", declared.actor)
    finish_action(state)
    state.call_arguments = Gaining(seat, SEARCH_POINTS * times, 0)


def may_be_on_top(state: DGraymanState) -> list[Action]:
    """Return, as actions, what the unseen top card of the opponent's deck may be in a proof: one card for each rank."""
    faces = state.faces
    by_rank: dict[int, int] = {}
    for card in may_be(state, 1 - state.turn_player):
        by_rank.setdefault(faces[card].rank, card)
    return [("reveal", card) for card in by_rank.values()]


def reveal_card(state: DGraymanState, action: Action) -> None:
    """Settle which card the unseen top card is."""
    state.players[1 - state.turn_player].deck[-1] = action[1]


def deck_search(state: DGraymanState) -> None:
    """Turn up the opponent's top card, put it on the bottom, and compute the points for its rank (DGM-10.6, DGM-R34).

    The card does not leave the deck, so no deck runs out. From now on both players know it (DGM-R40).
    """
    seat, rival = state.turn_player, state.players[1 - state.turn_player]
    card = rival.deck.pop()
    rival.deck.insert(0, card)
    rival.bottom = min(rival.bottom + 1, len(rival.deck))
    rank = state.faces[card].rank if card > BLANK else 0
    state.note("deck_searched", "DGM-10.6", seat, card=card, count=rank)
    if "searches" in state.game.watching:
        declared = action_of(state)
        set_off(state, seat, declared.card, "searches", declared.actor)
    finish_action(state)
    state.call_arguments = Gaining(seat, rank, 0)


def finds_points(state: DGraymanState) -> bool:
    """Return True if the Search gives points: by the rank turned up, or by Search cards (DGM-2.3, 10.6)."""
    if state.call_arguments[1]:
        return True
    state.call_arguments = ()
    return False


def draw_action(state: DGraymanState) -> None:
    """Draw a card for the turn player (DGM-10.8)."""
    finish_action(state)
    draw(state, state.turn_player, "DGM-10.8")


def recover(state: DGraymanState) -> None:
    """Put the chosen Character card into the turn player's hand (DGM-10.9)."""
    declared, seat = action_of(state), state.turn_player
    player = state.players[seat]
    player.discard.remove(declared.recovers)
    player.hand.append(declared.recovers)
    state.note("recovered", "DGM-10.9", seat, card=declared.recovers)
    finish_action(state)


# Needs, and their repairs.


def _search_again(state: DGraymanState, seat: int, action: Action) -> None:
    """Make the Deck Search of this turn available again."""
    state.deck_searched = False


def _actor_with(icon: int) -> tuple[Any, ...]:
    """Return the acting card as an argument, with the needs of an action with this icon (DGM-9.1 to 9.5, 14.10)."""
    able = (needed.IN_STANDBY, needed.UNIT_ACTIVE, needed.has_icon(icon), needed.DOUBLES_FIRST)
    return needed.OWN_CARD, needed.is_own("DGM-9.1"), *able


IS_RIVALS = need("rivals", "", lambda s, seat, it: it is not None and it[0] != seat, essential=True)
TARGET = (needed.card_aimed_at("rival"), IS_RIVALS, needed.EXPOSED)
NOT_SEARCHED = needs(
    "not_searched", "DGM-10.7", lambda s, seat, a: seat != s.turn_player or not s.deck_searched, _search_again
)
SOMETHING_THERE = needs(
    "something_there",
    "DGM-10.9",
    lambda s, seat, a: bool(recoverable_cards(s, seat)),
    lambda s, seat, a: s.players[seat].discard.append(some_card(s)),
)
IN_PILE = need("in_pile", "", lambda s, seat, card: card in s.players[seat].discard, kit.put_into("discard"), True)
PILE_CARD = replace(kit.card_of("discard"), there=IN_PILE)

main_action = kit.actions_with(when=MAIN, do=declare_action, to="DECLARE_ACTION")
search_action = partial(main_action, clause="DGM-10.2", actor=_actor_with(SEARCH))
recover_action = kit.actions_with(when=MAIN, do=declare_action, to="RECOVER_WHAT", needs=(SOMETHING_THERE,))

DECLARE_ATTACK = main_action(
    "attack", "DGM-10.1", targets=True, looks=heuristics.worth_of_attack, actor=_actor_with(ATTACK), target=TARGET
)
DECLARE_SEARCH = search_action("search", looks=heuristics.worth_of_search)
DECLARE_DECK_SEARCH = search_action(
    "search_deck", words="Deck Search", needs=(NOT_SEARCHED,), looks=heuristics.worth_of_deck_search
)
DECLARE_DRAW = main_action("draw", "DGM-10.8", looks=heuristics.worth_of_draw, actor=_actor_with(DRAW))
DECLARE_RECOVER = recover_action("recover", "DGM-10.9", looks=heuristics.worth_of_recovery, actor=_actor_with(RECOVER))
DECLARATIONS: tuple[ActionKind, ...] = (
    DECLARE_ATTACK,
    DECLARE_SEARCH,
    DECLARE_DECK_SEARCH,
    DECLARE_DRAW,
    DECLARE_RECOVER,
)
"""The actions of the turn player (DGM-2.5). Both kinds of Search need the same icon (DGM-10.3)."""

take_action = kit.actions_with(words="card chosen", looks=heuristics.worth_of_card)
TAKE: ActionKind = take_action(
    "take", "DGM-10.9", choose_recovered, "DECLARE_ACTION", pile=(PILE_CARD, needed.IS_CHARACTER)
)
REVEAL: ActionKind = kit.action("reveal", "DGM-10.6", reveal_card, "DECK_SEARCH", card=needed.HAND_CARD)
