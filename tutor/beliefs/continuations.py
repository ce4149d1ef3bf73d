"""Continues a state both by a counter-rule and by the real rule, with the events and refusals of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engines.errors import Reason, TebikiError
from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import Action, State
from engines.variants.counter_rules import CounterRule, move_to_game
from tutor.lessons.scripts import Script, play_script
from tutor.matches.playthrough import LogEntry, take_events

MOST_WINDOWS = 20
"""Maximum number of response windows in which players pass after an action."""

PLAY_ERRORS = (
    TebikiError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    StopIteration,
    TypeError,
    ValueError,
)
"""Errors that a counter-rule can cause if other rules rely on the real one."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """A continuation: its final state, what happened, and the reasons if it was refused."""

    state: State
    happened: list[LogEntry]
    refused: list[Reason]


def continue_play(
    state: State,
    moves: Action | Script,
    game: Game | None = None,
    when: str | None = None,
    seat: int | None = None,
) -> Continuation | None:
    """Continue a state by the rules of `game` (by default its own); return None if that fails.

    moves : one action, after which players pass in response windows until the fight is over; or a script as in lessons.
    when : the moment at which a script is cut off (see `scripts.events_until`). seat : who acts; by default the
    deciding player.
    """
    try:
        here = move_to_game(state, game) if game is not None else state.copy()
        if isinstance(moves, tuple):
            return _acted(here, moves, seat)
        return Continuation(*play_script(here.listen(film=True), moves, when), [])
    except PLAY_ERRORS:
        return None


def _acted(here: State, action: Action, seat: int | None) -> Continuation:
    if action not in here.actions or (seat is not None and here.seat_to_act != seat):
        return Continuation(here, [], here.why_not(action, seat))
    here = here.listen(film=True)
    here.apply(action)
    fighting = here.game.rules.fighting
    for _ in range(MOST_WINDOWS):
        if here.result is not None or not (here.step.pick or here.step.window or fighting(here)):
            break
        passing = [one for one in here.actions if one[0] == here.step.passing]
        if not passing and not here.step.pick:
            break
        here.apply(passing[0] if passing else here.actions[0])
    return Continuation(here, take_events(here, 1), [])


@dataclass(frozen=True, slots=True)
class ContinuationPair:
    """A state continued by a counter-rule, as the learner expects, and by the real rule."""

    rule: CounterRule
    start: State
    thought: Continuation
    truth: Continuation


def continue_both_ways(
    state: State,
    moves: Action | Script,
    rule: CounterRule,
    when: str | None = None,
    seat: int | None = None,
    viewer: int = 0,
) -> ContinuationPair | None:
    """Continue a state by a counter-rule and by the real rule; return None if either fails.

    A card that only the counter-rule would reveal to the viewer stays hidden; another card is dealt instead.
    """
    other = rule.patched(state.game)
    thought, truth = continue_play(state, moves, other, when, seat), continue_play(state, moves, None, when, seat)
    if thought is None or truth is None:
        return None
    if count_seen_cards(thought.state, viewer) - (
        count_seen_cards(state, viewer) | count_seen_cards(truth.state, viewer)
    ):
        dealt = state.copy()
        state.game.rules.determinise(dealt, viewer, RandomSource(1))
        thought = continue_play(dealt, moves, other, when, seat)
    return None if thought is None else ContinuationPair(rule, state, thought, truth)


def count_seen_cards(state: State, viewer: int) -> Counter[str]:
    """Count the cards on the table that a player can see, by name."""
    entries = state.game.rules.table(state, viewer).references()
    return Counter(entry.card for _, entry in entries if entry.card is not None)
