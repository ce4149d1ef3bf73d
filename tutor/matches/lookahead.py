"""Decides whether a move loses: by proof if the loss is forced, otherwise by playing on in imagined deals.

Both use only what the player knows. The proof assumes that every unseen card and every die is the best for the player.
A deal replaces everything that the player cannot see; all possible deals are equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engines.kernel.chance import RandomSource
from engines.kernel.listener import Event, Listener
from engines.kernel.state import NATURE, Action, Result, State
from engines.legal.card_programs import touches_hidden_cards
from engines.search.players import greedy_player
from engines.search.solver import open_chance
from tutor.matches.effort import PLAY_OUT_COST, Effort

MoveActions = tuple[Action, ...]
"""An action, optionally followed by its picks."""

PROOF_POSITIONS = 200
"""Maximum number of positions examined to prove that a loss is forced."""

FIRST_LOOK, DEALS, ACTIONS_COMPARED = 8, 24, 5
"""Deals in which a move must lose before it is compared; deals used to compare; number of other actions compared."""

LEAST_DEALS, COMPARING_EFFORT = 4, 6000
"""Minimum number of deals that are compared, and the effort after which no further deal is compared."""

DECISIONS_PER_DEAL = 300
"""Maximum number of decisions played in a deal."""


@dataclass(frozen=True, slots=True)
class LosingLine:
    """A losing move. result : how the game then ends.

    happened : the events up to that end, each with the state after it; if the loss is not forced, those of the last
    deal that was lost. deals, lost, other : if the loss is not forced, the number of deals, of losses, and of losses
    after the best other action, which is `instead`.
    """

    result: Result
    happened: tuple[tuple[Event, State], ...] = field(default=(), compare=False)
    deals: int = 0
    lost: int = 0
    other: int = 0
    instead: MoveActions = ()

    @property
    def certain(self) -> bool:
        """True if the loss is forced."""
        return not self.deals


def find_losing_line(state: State, seat: int, actions: MoveActions, seed: int) -> LosingLine | None:
    """Return how a move of `seat` loses; None if it does not, or if every other action is as bad."""
    others = [(action,) for action in state.actions if action != actions[0]]
    if not others or not state.turn or state.pending:  # there is no choice, or the game has hardly begun
        return None
    ends = forced_loss(state, seat, actions)
    if ends is not None:
        return ends if any(forced_loss(state, seat, other) is None for other in others) else None
    return likely_loss(state, seat, actions, others, seed)


def is_surely_safe(state: State, seat: int, actions: MoveActions, seed: int, effort: Effort | None = None) -> bool:
    """Return True if `find_losing_line` would find nothing; this is quicker, since most moves are harmless.

    effort : the budget from which the play-outs are paid.
    """
    if not state.turn or state.pending:
        return True
    return forced_loss(state, seat, actions) is None and not always_loses(state, seat, actions, seed, effort)


def forced_loss(state: State, seat: int, actions: MoveActions) -> LosingLine | None:
    """Return the loss that follows a move whatever the unseen cards and dice are, and whatever `seat` picks for it.

    None if no loss is forced. Also None in a game with card texts that look into hands and decks, since a proof would
    need to know the cards there.
    """
    if touches_hidden_cards(state.game):
        return None
    here = open_chance(state, 1 - seat)
    here.game.rules.forget_unseen(here, seat)
    here.listen(film=True)
    for action in actions:
        here.apply(action)
    found = _end(here, seat, [PROOF_POSITIONS])
    if found is None:
        return None
    assert found.result is not None
    return LosingLine(found.result, tuple(zip(found.events or (), found.film or (), strict=True)))


def _end(state: State, seat: int, left: list[int]) -> State | None:
    """Return the first end of the game if all continuations are lost; None if one is not, or if a player has a choice.

    left : the number of positions that may still be examined, as the only element of a list, which is updated.
    """
    if state.result is not None:
        return state if state.result.winner == 1 - seat else None
    own_pick = state.step.pick and state.seat_to_act_is(seat)
    if not (len(state.actions) == 1 or state.seat_to_act == NATURE or own_pick) or left[0] < len(state.actions):
        return None
    left[0] -= len(state.actions)
    first: State | None = None
    for action in state.actions:
        child = state.copy()
        if first is None:
            child.listener = Listener(list(state.events or ()), film=list(state.film or ()))
        child.apply(action)
        end = _end(child, seat, left)
        if end is None:
            return None
        first = first or end
    return first


def likely_loss(
    state: State, seat: int, actions: MoveActions, others: Sequence[MoveActions], seed: int
) -> LosingLine | None:
    """Return a loss before the player's next turn in nearly all imagined deals, if another action loses in few.

    Both sides play what looks best immediately, and chance is the same for every action.
    """
    if not always_loses(state, seat, actions, seed):
        return None
    effort, source = Effort(COMPARING_EFFORT), RandomSource(seed + 1)
    heuristic, last = state.game.rules.heuristic, last_turn_ahead(state, seat)
    tried = [actions, *sorted(others, key=lambda other: -heuristic(state, other[0]))[:ACTIONS_COMPARED]]
    lost, deals, ended = [0] * len(tried), 0, None
    while deals < DEALS and (deals < LEAST_DEALS or not effort.is_spent):
        world, luck = imagine_deal(state, seat, source), source.below(1 << 30)
        deals += 1
        for at, one in enumerate(tried):
            end = result_of_play_out(world, one, last, luck, effort)
            if end is not None and end.winner == 1 - seat:
                lost[at] += 1
                ended = (world, luck) if not at else ended
    best = min(lost[1:])
    if ended is None or lost[0] * 10 < deals * 9 or best * 2 > deals:
        return None
    if tried[lost.index(best, 1)][0] in next_options(state, seat, actions):
        return None  # the other action is still possible after this move
    here = play_to_turn(ended[0].copy().listen(film=True), actions, last, ended[1])
    assert here.result is not None
    happened = tuple(zip(here.events or (), here.film or (), strict=True))
    return LosingLine(here.result, happened, deals, lost[0], best, tried[lost.index(best, 1)])


def next_options(state: State, seat: int, actions: MoveActions) -> Sequence[Action]:
    """Return what `seat` may do next in the same step of the game after a move; () if that step is over."""
    here = state.copy()
    for action in actions:
        here.apply(action)
    return here.actions if here.step is state.step and here.turn == state.turn and here.seat_to_act_is(seat) else ()


def always_loses(state: State, seat: int, actions: MoveActions, seed: int, effort: Effort | None = None) -> bool:
    """Return True if a move loses before the player's next turn in every one of some imagined deals."""
    source, last = RandomSource(seed), last_turn_ahead(state, seat)
    for _ in range(FIRST_LOOK):
        world = imagine_deal(state, seat, source)
        end = result_of_play_out(world, actions, last, source.below(1 << 30), effort)
        if end is None or end.winner != 1 - seat:
            return False
    return True


def can_survive(state: State, seat: int, seed: int, last: int, effort: Effort | None = None) -> bool:
    """Return True if some action keeps the player in the game up to turn `last` in half of the imagined deals."""
    heuristic, source = state.game.rules.heuristic, RandomSource(seed)
    tried = sorted(state.actions, key=lambda action: -heuristic(state, action))[: ACTIONS_COMPARED + 1]
    lost = [0] * len(tried)
    for _ in range(FIRST_LOOK):
        world, luck = imagine_deal(state, seat, source), source.below(1 << 30)
        for at, action in enumerate(tried):
            end = result_of_play_out(world, (action,), last, luck, effort)
            lost[at] += end is not None and end.winner == 1 - seat
    return min(lost) * 2 <= FIRST_LOOK


def imagine_deal(state: State, seat: int, source: RandomSource) -> State:
    """Return a copy of a state in which everything that `seat` cannot see has been dealt anew."""
    world = state.copy()
    world.game.rules.determinise(world, seat, source)
    return world


def last_turn_ahead(state: State, seat: int) -> int:
    """Return the number of the turn at which lookahead stops: the player's next one, or the next shared one."""
    return state.turn + (2 if state.game.rules.table(state, seat).turn_player == seat else 1)


def result_of_play_out(
    world: State, actions: MoveActions, last: int, luck: int, effort: Effort | None = None
) -> Result | None:
    """Continue a game with some actions and play it up to turn `last`; return how it ends, None if it does not.

    luck : the seed of the players. effort : the budget from which the decisions are paid.
    """
    return play_to_turn(world.copy(), actions, last, luck, effort).result


def play_to_turn(here: State, actions: MoveActions, last: int, luck: int, effort: Effort | None = None) -> State:
    """Continue a game with some actions, play it up to turn `last`, and return the state."""
    player, decisions = greedy_player(luck), 0
    for action in actions:
        if action not in here.actions:  # it picks among cards that are elsewhere in this deal
            break
        here.apply(action)
    while decisions < DECISIONS_PER_DEAL and here.result is None and here.turn < last:
        here.apply(player(here))
        decisions += 1
    if effort is not None:
        effort.spend(PLAY_OUT_COST + decisions)
    return here
