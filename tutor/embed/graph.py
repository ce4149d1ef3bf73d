"""The phase graph of a game in any notebook, with the step of a state highlighted."""

from __future__ import annotations

from pathlib import Path

from engines.errors import DataError
from engines.game import Game
from engines.kernel.state import State
from tutor.embed.reading import resolve_game
from tutor.graphs.exits import next_step_names
from tutor.graphs.widget import PhaseGraph


def open_graph(game: str | Path | Game | State, state: State | None = None, height: int = 0) -> PhaseGraph:
    """Return the phase graph of a game: every step, and every exit with its condition.

    >>> tutor.phase_graph("altaria")
    >>> tutor.phase_graph(state)         # highlights its step, and the steps that can come next

    Parameters
    ----------
    game
        A game's name, a game, the file of your own game (.py, or .toml for a design), or a state.
    state
        The current state.
    height
        The maximum height in pixels; 0 means no limit.
    """
    shown = game if isinstance(game, State) else state
    known = game.game if isinstance(game, State) else resolve_game(game)
    if shown is not None and shown.game.name != known.name:
        raise DataError("tutor.phase_graph", f"the state is of {shown.game.title}, not of {known.title}.", "Name one.")
    graph = PhaseGraph.of(known, height=height, lane="" if shown else "*")
    if shown is not None:
        graph.move(shown.step.name, [], next_step_names(shown))
    return graph
