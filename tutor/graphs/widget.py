"""The phase graph as a widget: the current step, the path to it, and the exits that are now open.

The picture comes from `tutor.graphs.layout`. Moving the highlight only changes a string; nothing is laid out again.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Callable
from pathlib import Path

import traitlets

from engines.errors import DataError
from engines.game import Game
from tutor.graphs.layout import graph_picture
from tutor.messages.checking import shorten_value
from tutor.messages.commands import WHERE, command, read_command
from tutor.widgets import read_script, read_style
from tutor.widgets.documented import DocumentedWidget

log = logging.getLogger(__name__)

StepHandler = Callable[[str], None]


def graph_words() -> dict[str, str]:
    """Return the English words that the phase graph writes itself."""
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


class PhaseGraph(DocumentedWidget):
    """The phase graph of one game.

    Parameters
    ----------
    picture
        A result of `tutor.graphs.layout.graph_picture`; see `PhaseGraph.of`.
    current
        The name of the current step.
    visited
        The steps passed this turn, in order; they and the lines between them are drawn as done.
    exits
        The steps that can come next.
    lane
        The open lane: its id, "" for the lane of the current step, "*" for all lanes, "-" for none.
    notes
        A few words to the right of a lane's title, by lane: {"draw": "1 card", "attack": "you decide"}.
    title
        The heading, for example "Tide's turn 20".
    as_text
        Show the steps and their conditions as a list.
    height
        The maximum height of the lanes in pixels; taller ones scroll to the current step. 0 means no limit.
    words
        Learner-facing words, for another language.
    """

    _esm = read_script("graph")
    _css = read_style("graph")

    picture = traitlets.Dict().tag(sync=True)
    current = traitlets.Unicode("").tag(sync=True)
    visited = traitlets.List(traitlets.Unicode()).tag(sync=True)
    exits = traitlets.List(traitlets.Unicode()).tag(sync=True)
    lane = traitlets.Unicode("").tag(sync=True)
    notes = traitlets.Dict().tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    as_text = traitlets.Bool(False).tag(sync=True)
    height = traitlets.Int(0).tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: object) -> None:
        super().__init__(**{"words": graph_words(), **traits})
        self._opened: list[StepHandler] = []
        self.on_msg(self._arrived)

    @classmethod
    def of(cls, game: Game, **traits: object) -> PhaseGraph:
        """Return the phase graph of a game, as returned by `engines.load`."""
        return cls(picture=graph_picture(game), **traits)

    def move(self, current: str, visited: list[str], exits: list[str], **more: object) -> None:
        """Show another step of the game. more : `title`, `notes`.

        This is one message to the browser, without a new layout.
        """
        with self.hold_sync():
            self.visited, self.exits, self.current = visited, exits, current
            for name, value in more.items():
                setattr(self, name, value)

    def steps(self) -> list[str]:
        """Return the names of all steps."""
        return [box["name"] for lane in self.picture.get("lanes", ()) for box in lane["boxes"]]

    def on_open(self, handler: StepHandler) -> StepHandler:
        """Call `handler(step)` when a learner opens a step; usable as a decorator."""
        self._opened.append(handler)
        return handler

    def receive(self, message: object) -> bool:
        """Check a message and carry out its command.

        Return False, and log the reason, for any message except `open_step`, or if a handler fails.
        """
        try:
            read_command(self, message)()
        except DataError as error:
            log.warning("message from the phase graph ignored: %s", error)
            return False
        except Exception:
            log.exception("a callback of the phase graph failed")
            return False
        return True

    @command("open_step")
    def open_step(self, step: str) -> None:
        """Open a step of the graph. Raises DataError if it is unknown."""
        if step not in self.steps():
            raise DataError(f"{WHERE} 'open_step', step", f"there is no step {shorten_value(step)}.", "")
        for handler in self._opened:
            handler(step)

    def _arrived(self, _widget: object, content: object, _buffers: object) -> None:
        self.receive(content)

    def __repr__(self) -> str:
        parts = [
            self.picture.get("name") or "empty",
            f"step={self.current or None}",
            f"{len(self.visited)} done",
            f"{len(self.exits)} possible",
        ]
        return f"PhaseGraph({', '.join(parts)})"
