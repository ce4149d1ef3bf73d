"""Counter-rules that change effects: in setup, in a turn, in fights, and at the end."""

from __future__ import annotations

from collections.abc import Callable

from engines.kernel import programs
from engines.kernel.flow import Call
from engines.kingdom_hearts.piles import discard_ally
from engines.kingdom_hearts.requirements import text_then
from engines.kingdom_hearts.state import CARD, GEAR, ID, Drawing, KingdomHeartsState, Player, fight_of
from engines.kingdom_hearts.winning import check_win
from engines.variants.changing import Run, count_events, forget_events
from engines.variants.counter_rules import Change
from engines.variants.kingdom_hearts.changing import Draft
from engines.variants.rule_patch import exits_of, led_back

State = KingdomHeartsState


def replace_in_steps(steps: str, act: Callable[[State, Run], None]) -> Change:
    """Return a change by which act(state, run) replaces the effects of some steps; run() carries out the original.

    steps : as for `Draft.around`.
    """
    return lambda draft: draft.around(steps, act)


def after_steps(steps: str, act: Callable[[State, Player, Player], None]) -> Change:
    """Return a change that adds an effect to some steps: act(state, turn player, rival)."""

    def acted(state: State, run: Run) -> None:
        run()
        seat = state.turn_player
        act(state, state.players[seat], state.players[1 - seat])

    return replace_in_steps(steps, acted)


# Setup and the turn (chapters 5 and 6).


def first_hero(draft: Draft) -> None:
    """The hero is not chosen; it is the first Player card in the deck (contradicts KH-5.1)."""
    draft.listed("S1", lambda state, actions: actions[:1])


def chance_begins(draft: Draft) -> None:
    """A coin decides who goes first, even between heroes of different levels (contradicts KH-5.3)."""
    draft.listed("S2", lambda state, actions: [("first", 0), ("first", 1)])


def _one_back(state: State, mine: Player, theirs: Player) -> None:
    for player in (mine, theirs):
        player.deck.append(player.hand.pop())


def _draw_in_turn_one(state: State, mine: Player, theirs: Player) -> None:
    if state.turn == 1:
        state.call_arguments = Drawing(state.turn_player, 1, "KH-5.8")


def _all_leave(state: State, mine: Player, theirs: Player) -> None:
    for seat, player in enumerate(state.players):
        for ally in player.allies[:]:
            discard_ally(state, seat, ally)


opening_hand_of_five = after_steps("S3", _one_back)
"""The opening hand has five cards (contradicts KH-5.5)."""
first_turn_draws = after_steps("T1", _draw_in_turn_one)
"""In the first turn only one card is drawn (contradicts KH-5.8)."""
allies_leave = after_steps("D0", _all_leave)
"""All allies leave at the end of a turn (contradicts KH-2.1, 2.6)."""


def challenge_first(draft: Draft) -> None:
    """Challenge Time comes before Action Time (contradicts KH-6.2, 7.11)."""
    draft.lead("T1", "to", led_back(draft.row("T1").to, "A0", "C0"))
    for step, part, to in (
        ("C0", "skip", "A0"),
        ("C5", "to", "A0"),
        ("A0", "end_action", "D0"),
        ("A0", "otherwise", "D0"),
    ):
        draft.lead(step, part, to)


def must_drop(draft: Draft) -> None:
    """A Form Change must be dropped (contradicts KH-6.7, 14.3)."""
    draft.listed("D1", lambda state, actions: actions[:1])


def _to_six(state: State, run: Run) -> None:
    seat, left, clause = state.procedure_locals
    room = max(0, state.game.parameters["hand"] - len(state.players[seat].hand))
    state.procedure_locals = Drawing(seat, min(left, room), clause)
    run()


hand_of_six = replace_in_steps("DRAW", _to_six)
"""A hand never has more than six cards (contradicts KH-6.10)."""


def _back(state: State, run: Run) -> None:
    local, discard = state.procedure_locals, state.players[state.procedure_locals.seat].discard
    before = len(discard)
    run()
    if local.spent and len(discard) > before and discard[-1] == local.card:
        state.players[local.seat].hand.append(discard.pop())


events_come_back = replace_in_steps("EFFECT", _back)
"""A card used outside a fight returns to the hand (contradicts KH-3.7, 7.7)."""


def _capped(state: State, run: Run) -> None:
    before, since = [player.hp for player in state.players], count_events(state)
    run()
    for player, hp in zip(state.players, before, strict=True):
        most = max(hp, state.faces[player.hero].hp)
        if player.hp > most:
            player.hp = most
            forget_events(state, since, "gained_hp")


hp_has_a_maximum = replace_in_steps("EFFECT", _capped)
"""A player cannot have more HP than are printed on the hero (contradicts KH-4.3)."""

# Worlds, fleeing and obstacles (chapters 3, 7, 12, 16, 17).


def _alone(state: State, mine: Player, theirs: Player) -> None:
    mine.discard += mine.worlds[:-1]
    mine.worlds = mine.worlds[-1:]


move_replaces = after_steps("A0.move", _alone)
"""A new World replaces the previous one (contradicts KH-3.4, 16.1)."""


def _owned_by_the_field(state: State, run: Run) -> None:
    before = [player.obstacles[:] for player in state.players]
    run()
    for seat, lay in enumerate(before):
        player, owner = state.players[seat], state.players[1 - seat]
        for obstacle in lay:
            if obstacle not in player.obstacles:
                owner.discard.remove(obstacle[CARD])
                player.discard.append(obstacle[CARD])


obstacles_change_hands = replace_in_steps("B6.deal B6.otherwise B7 A0.flee EFFECT", _owned_by_the_field)
"""An obstacle goes to the discard pile of the player whose way it blocked (contradicts KH-3.5, 3.8)."""


def change_flee(act: Callable[[State, Player, Player, Player], None]) -> Change:
    """Return a change that adds an effect to Flee: act(state, the player as before, player, rival)."""

    def fled(state: State, run: Run) -> None:
        before = state.copy().players[state.turn_player]
        run()
        if state.result is None:
            act(state, before, state.players[state.turn_player], state.players[1 - state.turn_player])

    return replace_in_steps("A0.flee", fled)


def _world_stays(state: State, before: Player, mine: Player, theirs: Player) -> None:
    mine.worlds.append(mine.discard.pop())


def _obstacles_stay(state: State, before: Player, mine: Player, theirs: Player) -> None:
    if mine.worlds:
        for obstacle in before.obstacles:
            theirs.discard.remove(obstacle[CARD])
            mine.obstacles.append(obstacle)


world_stays = change_flee(_world_stays)
"""Fleeing does not remove a World (contradicts KH-16.7)."""
obstacles_stay = change_flee(_obstacles_stay)
"""Obstacles stay in the way after fleeing (contradicts KH-12.3)."""


def _free(state: State, run: Run) -> None:
    since = count_events(state)
    state.players[state.turn_player].hp += 1
    run()
    forget_events(state, since, "lost_hp")


flee_is_free = replace_in_steps("A0.flee", _free)
"""Fleeing costs no HP (contradicts KH-8.1)."""


def _gear_back(state: State, run: Run) -> None:
    before = [player.allies[:] for player in state.players]
    run()
    for player, allies in zip(state.players, before, strict=True):
        there = {ally[ID] for ally in player.allies}
        worn = {card for ally in player.allies for card in ally[GEAR]}
        gone = (card for ally in allies if ally[ID] not in there for card in ally[GEAR])
        for card in (card for card in gone if card not in worn):  # the namesake may have taken it over
            player.discard.remove(card)
            player.hand.append(card)


gear_comes_back = replace_in_steps("A0.call A0.summon B8 C5 D0 EFFECT", _gear_back)
"""The Equipment of a card that leaves returns to the hand (contradicts KH-17.5)."""

# Fights (chapters 2, 9 and 10).


def _used_back(state: State, run: Run) -> None:
    fight = fight_of(state)
    for player, used in zip(state.players, fight.used, strict=True):
        player.hand += used
    state.fight = fight._replace(used=((), ()))
    run()


used_come_back = replace_in_steps("B8 C5", _used_back)
"""A card used in a fight returns to the hand (contradicts KH-2.2)."""


def _everybody(state: State, run: Run) -> None:
    for seat, player in enumerate(state.players):
        if state.step.name == "C1" or seat == state.turn_player:
            player.allies = [(*ally[:3], True) for ally in player.allies]
    run()


everybody_joins = replace_in_steps("B0 C1", _everybody)
"""All allies take part in every fight (contradicts KH-9.1, 10.6, 19.9)."""


def magic_first(draft: Draft) -> None:
    """In a Battle, Magic is used before the ally joins (contradicts KH-9.4)."""
    for step, home, to in (("B1", "B2", "B4"), ("B3", "B4", "B5")):
        for part, way in list(exits_of(draft.row(step))):
            draft.lead(step, part, led_back(way, home, to))
    draft.lead("B4", "skip", "B2")


def two_techniques(draft: Draft) -> None:
    """Any number of Techniques can be used in a Battle (contradicts KH-9.5)."""
    draft.lead("B1", "technique", text_then("B1"))
    draft.without("technique", "first_technique")


def blocker_begins(draft: Draft) -> None:
    """In a Challenge the blocker begins (contradicts KH-10.3)."""
    draft.lead("C1", "to", Call("C2", then="C4", given=lambda state: (1 - state.turn_player, 0)))


def must_act(draft: Draft) -> None:
    """A player who can act in a Challenge must act (contradicts KH-10.9)."""
    draft.listed("C2", lambda state, actions: actions[:-1] or actions)


# Winning (chapter 18).


def _one_more(state: State, run: Run) -> None:
    for player in state.players:
        player.hp += 1
    run()
    for player in state.players:
        player.hp -= 1


one_more_heart = replace_in_steps("X0", _one_more)
"""A player with 0 HP is still in the game (contradicts KH-18.2)."""


def _not_yet(state: State, run: Run) -> None:
    since = count_events(state)
    run()
    while state.result is not None and state.step.name == "EFFECT":  # the end of the game has interrupted the effect
        state.result = None
        programs.advance_program(state)
        run()
    state.result = None
    for kind in ("won", "drawn_game"):
        forget_events(state, since, kind)


def _then(state: State, run: Run) -> None:
    check_win(state)
    if state.result is None:
        run()


def win_at_the_end(draft: Draft) -> None:
    """Win conditions are checked only at the end of a turn (contradicts KH-17.7, 18.3)."""
    draft.around("X0 A0.move A0.flee EFFECT", _not_yet)
    draft.around("D3", _then)


def _for_the_turn_player(state: State, run: Run) -> None:
    since = count_events(state)
    run()
    if state.result is not None and state.result.winner is None:
        state.result = None
        forget_events(state, since, "drawn_game")
        state.end(state.turn_player, "KH-18.4", "both")


turn_player_wins = replace_in_steps("X0 EFFECT", _for_the_turn_player)
"""If both players meet a win condition, the turn player wins (contradicts KH-18.4)."""
