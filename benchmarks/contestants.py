"""The benchmarks: one function per contestant. Each runs in a fresh process and returns plain numbers.

Most contestants play full random games and return the number of decisions per second. All of these use the same kind of
random source in the same way, and request the list of legal moves at every decision. If a library can be used in
several ways, the leanest is measured. Seconds are processor time, so that other load on the machine hardly matters.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

Numbers = dict[str, float]


def play_tebiki(seconds: float, name: str) -> Numbers:
    """Play random games of one of Tebiki's games."""
    import engines

    game, draw = engines.load(name), random.Random(1).random
    decisions = games = 0
    start = process_time()
    while process_time() - start < seconds:
        state = game.new(seed=games)
        while state.result is None:
            actions = state.legal_actions()
            state.apply(actions[int(draw() * len(actions))])
            decisions += 1
        games += 1
    return _rate(decisions, games, start)


def play_compiled(seconds: float, name: str) -> Numbers:
    """Play random games of one of Tebiki's games with the compiled build, which was selected for this process."""
    return play_tebiki(seconds, name)


def play_rlcard(seconds: float) -> Numbers:
    """Play RLCard's UNO through its environment, which is the usual way to use it."""
    import rlcard as library

    env, draw = library.make("uno", config={"seed": 1}), random.Random(1).random
    decisions = games = 0
    start = process_time()
    while process_time() - start < seconds:
        view, _ = env.reset()
        while not env.is_over():
            actions = list(view["legal_actions"])
            view, _ = env.step(actions[int(draw() * len(actions))])
            decisions += 1
        games += 1
    return _rate(decisions, games, start)


def play_rlcard_bare(seconds: float) -> Numbers:
    """Play RLCard's UNO without its environment, which saves views and encoded actions."""
    import numpy
    from rlcard.games.uno import Game

    draw = random.Random(1).random
    decisions = games = 0
    start = process_time()
    while process_time() - start < seconds:
        game = Game()
        game.np_random = numpy.random.RandomState(games)
        game.init_game()
        while not game.is_over():
            actions = game.get_legal_actions()
            game.step(actions[int(draw() * len(actions))])
            decisions += 1
        games += 1
    return _rate(decisions, games, start)


def play_chess(seconds: float) -> Numbers:
    """Play chess with python-chess until there is no legal move or too little material."""
    import chess as library

    draw = random.Random(1).random
    decisions = games = 0
    start = process_time()
    while process_time() - start < seconds:
        board = library.Board()
        for _ in range(300):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(draw() * len(moves))])
            decisions += 1
        games += 1
    return _rate(decisions, games, start)


def play_dgisim(seconds: float) -> Numbers:
    """Play Genius Invokation TCG with dgisim, on bare states without history."""
    from dgisim import GameState
    from dgisim.agents import RandomAgent

    random.seed(1)
    agent = RandomAgent()
    decisions = games = 0
    start = process_time()
    while process_time() - start < seconds:
        state = GameState.from_default()
        while not state.game_end():
            seat = state.waiting_for()
            if seat is None:
                state = state.step()
            else:
                state = state.action_step(seat, agent.choose_action([state], seat))
                decisions += 1
        games += 1
    return _rate(decisions, games, start)


def play_essence_wars(seconds: float) -> Numbers:
    """Play Essence Wars, an engine in Rust, with two of its own decks."""
    from essence_wars import PyGame

    draw = random.Random(1).random
    decisions = games = 0
    start = process_time()
    while process_time() - start < seconds:
        game, over = PyGame("artificer_tokens", "broodmother_pack"), False
        game.reset(games)
        while not over:
            (actions,) = game.action_mask().nonzero()
            _, over = game.step(int(actions[int(draw() * len(actions))]))
            decisions += 1
        games += 1
    return _rate(decisions, games, start)


def copy_states(seconds: float, name: str) -> Numbers:
    """Copy a state from the middle of a game of Tebiki."""
    import engines

    state = engines.load(name).new(seed=3)
    draw = random.Random(5).random
    for _ in range(60):
        state.apply(state.actions[int(draw() * len(state.actions))])
    assert state.result is None
    return {"microseconds": _each(state.copy, seconds)}


def explain_refusals(seconds: float, name: str) -> Numbers:
    """Explain every refused try of a player, in positions throughout one game of Tebiki."""
    import engines

    game, draw = engines.load(name), random.Random(5).random
    state, tries = game.new(seed=3), []
    while state.result is None:
        here = state.copy()
        tries += [
            (here, action, seat) for seat in (0, 1) for action in game.tries(here, seat) if here.why_not(action, seat)
        ]
        for _ in range(10):
            if state.result is None:
                state.apply(state.actions[int(draw() * len(state.actions))])

    def ask_all() -> None:
        for here, action, seat in tries:
            here.why_not(action, seat)

    return {"microseconds": _each(ask_all, seconds, 1) / len(tries)}


def copy_boards(seconds: float) -> Numbers:
    """Copy a chess board in the middle of a game, without its history."""
    import chess as library

    board, draw = library.Board(), random.Random(5).random
    for _ in range(40):
        moves = list(board.legal_moves)
        board.push(moves[int(draw() * len(moves))])
    return {"microseconds": _each(lambda: board.copy(stack=False), seconds)}


def prove_puzzle(seconds: float) -> Numbers:
    """Prove the last puzzle of a lesson, with unseen cards and the best defence, by a solver without any memory."""
    from engines.search.solver import Solver, win_this_turn
    from tutor.lessons.loader import find_lesson, read_lesson, state_of

    lesson = read_lesson(find_lesson("altaria/04_attacking"))
    position = state_of(lesson, lesson.step("the-last-two"))
    best = 0.0
    start = process_time()
    while process_time() - start < seconds:
        begin = process_time()
        proof = Solver(0, win_this_turn(position, 0)).prove(position)
        spent = process_time() - begin
        assert len(proof.solutions) == 1
        if not best or spent < best:
            best, positions = spent, proof.positions
    return {"rate": positions / best, "positions": positions, "milliseconds": best * 1000}


def load_game(seconds: float, name: str) -> Numbers:
    """Import the engines and load a game, in this fresh process."""
    start = process_time()
    import engines

    engines.load(name)
    return {"milliseconds": (process_time() - start) * 1000}


def _rate(decisions: int, games: int, start: float) -> Numbers:
    return {"rate": decisions / (process_time() - start), "length": decisions / games}


def _each(what: Callable[[], Any], seconds: float, times: int = 2000) -> float:
    best = float("inf")
    start = process_time()
    while process_time() - start < seconds:
        begin = process_time()
        for _ in range(times):
            what()
        best = min(best, (process_time() - begin) / times)
    return best * 1e6


CONTESTANTS: dict[str, Callable[..., Numbers]] = {
    "tebiki": play_tebiki,
    "compiled": play_compiled,
    "rlcard": play_rlcard,
    "rlcard_bare": play_rlcard_bare,
    "chess": play_chess,
    "dgisim": play_dgisim,
    "essence_wars": play_essence_wars,
    "copies": copy_states,
    "refusals": explain_refusals,
    "chess_copies": copy_boards,
    "solver": prove_puzzle,
    "load": load_game,
}
"""The contestants, by their command-line names."""


if __name__ == "__main__":
    name, *of_game = sys.argv[1].split()  # "tebiki altaria", "chess"
    contestant = CONTESTANTS[name]
    if len(sys.argv) > 3:  # warm-up
        contestant(float(sys.argv[3]), *of_game)
    print(json.dumps(contestant(float(sys.argv[2]), *of_game)))
