"""What `tutor` offers for notebooks of one's own: parts of pages, and the engine behind a rule."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engines.game import Game
    from engines.kernel.state import State
    from tutor.boards.stage import Stage
    from tutor.embed.picture import Picture
    from tutor.embed.rule import Rule
    from tutor.graphs.widget import PhaseGraph


def board(
    position: State | Game | str | Path,
    bot: str | None = None,
    seat: str | None = None,
    game: str | Path | Game | None = None,
    seed: int = 1,
) -> Stage:
    """Return a board with a position, to be played on.

    What the rules refuse is explained, every move can be taken back, every line of the log says which clause made it
    happen. `board(...).match.table.state` is where it stands.

    >>> tutor.board("altaria")                          # a new game, both sides
    >>> tutor.board(state)                              # from a state of the engine
    >>> tutor.board("my_position.toml", bot="quick")    # from a position, against a bot

    Parameters
    ----------
    position
        A state (it is copied), the text of a position (TOML), the path of one, or a game for its beginning.
    bot
        Who plays the other side: "beginner", "quick" or "careful". None: you play both sides, and see what the one
        who decides sees.
    seat
        Whom you play against a bot, "P1" or "P2"; by default whoever decides first.
    game
        The game of a position that does not say it.
    seed
        Of the bot; the same number answers the same moves alike.

    Raises
    ------
    DataError
        The position, the bot or the seat is none; it names the place and the remedy.
    """
    from tutor.embed.board import open_board

    return open_board(position, bot, seat, game, seed)


def phase_graph(game: str | Path | Game | State, state: State | None = None, height: int = 0) -> PhaseGraph:
    """Return the phase graph of a game: every step, and every way on with its condition.

    >>> tutor.phase_graph("altaria")
    >>> tutor.phase_graph(state)         # its step is lit, and the steps that can come next

    Parameters
    ----------
    game
        A name, a game, the file of a game of your own (.py, or .toml for a design), or a state.
    state
        Where the game stands.
    height
        The greatest height in pixels; 0 is no limit.
    """
    from tutor.embed.graph import open_graph

    return open_graph(game, state, height)


def step(toml: str | Path, id: str | None = None) -> Stage:
    """Return a lesson step of your own, to be taken as in a lesson; it does not count for the progress.

    >>> tutor.step("my_step.toml")

    Parameters
    ----------
    toml
        The text or the path of a file, as `docs/lessons.md` describes it: a lesson, or the entries of one step with
        `game = "..."` before them.
    id
        Which step of a lesson; by default the first.

    Raises
    ------
    DataError
        Something in it is wrong; it names the file, the step, the entry and the remedy.
    """
    from tutor.embed.step import open_step

    return open_step(toml, id)


def picture(thing: Any, seat: str | None = None) -> Picture:
    """Return a still picture of a state, a card, a deck or a result.

    >>> tutor.picture(state)                # as whoever decides sees it
    >>> tutor.picture(state, seat="P2")     # as P2 does; "both" opens both hands

    `picture(...).html` is the picture as a text, for pages of your own. Raises DataError for a thing without one.
    """
    from tutor.embed.picture import picture as drawn

    return drawn(thing, seat)


# The engine behind a rule.


def rule(id: str, all: bool = False) -> Rule:
    """Return a clause or ruling with the engine behind it: its words, the lines that are this rule, a card that has it.

    The lines are found in the source by the id and shown, not copied: requirements, rows of the flow table, functions.
    Below stand the counter-rules that do without it, for `tutor.without`.

    >>> tutor.rule("ALT-12.6")

    Parameters
    ----------
    id
        Of the clause or ruling.
    all
        Show every place that names it, not only the first.

    Raises
    ------
    DataError
        There is no such clause.
    """
    from tutor.embed.rule import open_rule

    return open_rule(id, all)


def without(rule: str, game: str | Game | None = None) -> Game:
    """Return the same game without one rule, or with another in its place. It is a game like any other.

    >>> game = tutor.without("ALT-12.6")                        # every unit may block
    >>> game = tutor.without("without:block.bulwark", "altaria")
    >>> tutor.board(game.position(...))                         # to be played on

    Parameters
    ----------
    rule
        A clause, or with a game the id of a counter-rule; `tutor.rule` lists them.
    game
        Its name, or a game with a house rule or cards of your own.

    Raises
    ------
    DataError
        There is no such rule, or it cannot be taken out.
    """
    from tutor.embed.rule import game_without

    return game_without(rule, game)
