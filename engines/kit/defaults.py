"""Default rules functions, derived from a game's declarations.

A game lists only the functions that it writes itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from engines.declare.declaration import D, DeclaredState
from engines.declare.transient_fields import UnderWay
from engines.errors import Reason
from engines.forms import hidden_cards, positions, table, visibility
from engines.forms.positions import Habits
from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.flow import S
from engines.kernel.state import NATURE, Action, Result, State
from engines.legal.arguments import Argument, references
from engines.legal.reasons import Judge as Judge
from engines.rules import Rules

DECK = "deck"
"""The zone that holds a player's deck at the start."""


def default_rules(habits: Habits[D], arguments: Mapping[str, Argument[D]]) -> Rules[D]:
    """Return the rules that follow from the declaration of a game's states.

    The game replaces some by functions of its own.

    habits : how its positions are read, including the class of its states. arguments : the arguments of its kinds of
    action.
    """
    return Rules(
        set_up=partial(set_up, habits.kind),
        check_deck=check_deck,
        endless=draw_on_loop(""),
        read_position=partial(positions.read_position, habits=habits),
        write_position=positions.write_position,
        determinise=hidden_cards.determinise,
        forget_unseen=hidden_cards.forget_unseen,
        heuristic=heuristic,
        evaluation=evaluation,
        zone=visibility.zone,
        value=visibility.value,
        marks=visibility.marks(habits.kind),
        references=references(arguments),
        belongings=visibility.belongings,
        view=visibility.view,
        table=table.table,
        card_at=visibility.card_at,
        fighting=fighting,
        standing=standing,
        habits=habits,
    )


def set_up(kind: type[D], game: Game, decks: tuple[list[int], list[int]], seed: int) -> D:
    """Return a state of the class `kind` at the first step, with both decks in place."""
    state = kind(game, seed)
    for player, deck in zip(state.both, decks, strict=True):
        setattr(player, DECK, deck[:])
    return state


def check_deck(game: Game, names: Sequence[str]) -> list[Reason]:
    """Return a reason for each deck rule that a deck breaks.

    Checked are the number of cards and the copies per name, if the game has such parameters. The sentences are
    `deck.size` and `deck.copies`, followed by `.less` or `.more`; the clauses are those of the parameters.
    """
    say, limits, found = game.words.say, game.parameters, []
    size, most = limits.get("deck_size", len(names)), limits.get("copies", len(names))
    if len(names) != size:
        more = "more" if len(names) < size else "less"
        fact = say("deck.size", count=len(names), size=size)
        repair = say(f"deck.size.{more}", count=abs(size - len(names)))
        found.append(Reason(game.parameter_rules["deck_size"].clause, fact, repair, "size"))
    for name, count in Counter(names).items():
        if count > most:
            fact = say("deck.copies", card=name, count=count, most=most)
            repair = say("deck.copies.less", card=name, count=count - most)
            found.append(Reason(game.parameter_rules["copies"].clause, fact, repair, "copies"))
    return found


def draw_on_loop(clause: str) -> Callable[[State], Result]:
    """Return a function that ends an endless loop as a draw, citing `clause`."""
    return lambda state: state.ended(None, clause, "endless")


def heuristic(state: State, action: Action) -> float:
    """Return 0 for every action, for a game that cannot rate its actions."""
    return 0.0


def heuristic_from_table(judges: Mapping[str, Judge[S]], usual: float = 0) -> Callable[[S, Action], float]:
    """Return the heuristic that uses one judge per kind of action. usual : the value of a kind without a judge."""

    def judged(state: S, action: Action) -> float:
        judge = judges.get(action[0], usual)
        return judge(state, state.seat_to_act, action) if callable(judge) else judge

    return judged


POINTS_FROM_LOST_TO_WON = 20
"""The difference in heuristic points between a position evaluated as lost and one evaluated as won."""


def heuristic_by_lookahead(evaluation: Callable[[S, int], float]) -> Callable[[S, Action], float]:
    """Return a heuristic for a game that can only evaluate positions: how good the position looks after an action.

    It tries the action on one random deal of the hidden cards, so it never peeks; while solving, it tries it on the
    state itself.
    """

    def judge(state: S, action: Action) -> float:
        seat = state.seat_to_act
        if seat == NATURE:
            return 0.0
        tried = state.copy()
        if not state.open_chance:
            state.game.rules.determinise(tried, seat, RandomSource(state.turn))
        tried.apply(action)
        return POINTS_FROM_LOST_TO_WON * evaluation(tried, seat)

    return judge


def evaluation(state: State, seat: int) -> float:
    """Return 1 for a win, 0 for a loss, and one half for a draw or while the game is in progress."""
    if state.result is None or state.result.winner is None:
        return 0.5
    return float(state.result.winner == seat)


def evaluation_by_difference(strength: Callable[[S, int], float], scale: float) -> Callable[[S, int], float]:
    """Return an evaluation that compares the strengths of both sides; once the game is over, it is the result.

    scale : the difference in strength at which a position looks practically won.
    """

    def judge(state: S, seat: int) -> float:
        if state.result is not None:
            return evaluation(state, seat)
        return 0.5 + max(-0.49, min(0.49, (strength(state, seat) - strength(state, 1 - seat)) / scale))

    return judge


def fighting(state: DeclaredState) -> bool:
    """Return True while an attack, battle or other declared action is under way."""
    return any(
        isinstance(one, UnderWay) and getattr(state, name) is not None for name, one in state.declaration.items()
    )


def standing(state: State, seat: int) -> tuple[str, str]:
    """Return two empty texts, since only the game itself can say how far a player is from winning."""
    return "", ""
