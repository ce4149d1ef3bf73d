"""The board and everything around it, as one widget.

`Stage` draws what Python puts into its traits, and hands every click back as a checked message. It knows no rules: the
legal moves are in `scene["moves"]`, and any other click of the learner's arrives as a "try".
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Callable
from pathlib import Path

import ipywidgets
import traitlets

from engines.errors import DataError
from engines.kit import user_code_errors
from tutor.boards.patch_sender import FULL_STATE_REQUEST, PatchSender
from tutor.messages import shapes
from tutor.messages.checking import check_message
from tutor.messages.clicks import StageClick
from tutor.widgets import read_script, read_style
from tutor.widgets.shape_trait import ShapeTrait

log = logging.getLogger(__name__)

Handler = Callable[[StageClick], None]


def english_words() -> dict[str, str]:
    """Return the English words that the browser writes."""
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


class Stage(PatchSender):
    """Board, task, coach and log of one lesson step or of one game.

    Parameters
    ----------
    scene
        What is on the table, what may be clicked and what may be tried.
    coach
        Task, goal, feedback, hints, controls and choices.
    events
        What has happened, line by line: `{"n", "text", "clause", "who"}`, or `{"head"}` for a heading.
    panel
        How the events are shown: `{"kind": "watch" | "log", "title", "at", "end", "answer"}`.
    bar
        The line at the top: `{"home", "crumbs": [{"text", "href"}], "steps": [{"title", "state"}]}`; with `fixed` the
        other steps cannot be opened. Without crumbs and steps only the two switches are shown. `back` is the text of a
        button that leaves the board; it sends the command `new`.
    mode
        "lesson" or "play".
    beside
        Another widget (the phase graph) for the right column of the play arrangement.
    words
        Learner-facing words of the browser side, for another language.
    """

    _esm = read_script("stage")
    _css = read_style("stage")
    patched = ("scene", "coach", "events", "bar", "panel", "words", "mode")

    scene = ShapeTrait[shapes.Scene]().tag(sync=True)
    coach = ShapeTrait[shapes.Coach]().tag(sync=True)
    events = ShapeTrait[list[shapes.EventLine]]([]).tag(sync=True)
    bar = ShapeTrait[shapes.Bar]().tag(sync=True)
    panel = ShapeTrait[shapes.Panel]().tag(sync=True)
    mode = traitlets.Enum(("lesson", "play"), default_value="lesson").tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    beside = traitlets.Instance(ipywidgets.Widget, allow_none=True, default_value=None).tag(
        sync=True, **ipywidgets.widget_serialization
    )

    def __init__(self, **traits: object) -> None:
        super().__init__(**{"words": english_words(), **traits})
        self._handlers: list[Handler] = []
        self.on_msg(self._arrived)

    def on_message(self, handler: Handler) -> Handler:
        """Call `handler(message)` for every well-formed message; usable as a decorator.

        Messages are declared in `tutor.messages.clicks`. The handler decides whether a stamp is still current. An
        exception in a handler is logged and shown as a friendly message.
        """
        self._handlers.append(handler)
        return handler

    def notice(self, title: str, text: str = "") -> None:
        """Show a short line as feedback, optionally with `text` below it, without changing the table."""
        self.coach = {**self.coach, "feedback": {"tone": "info", "title": title, "facts": [], "say": text}}

    def guarded(self, work: Callable[..., object], *arguments: object) -> bool:
        """Run `work(*arguments)`; on any exception log it, show a friendly message and return False.

        Exceptions in widget callbacks are invisible in Voilà, so every callback is run here. Exceptions in a custom
        game are shown, since its author is probably the player.
        """
        try:
            work(*arguments)
        except Exception as error:
            log.exception("a callback of the board failed")
            own = user_code_errors.describe_error(error)
            self.notice(self._word("unhandled") if own is None else str(own))
            return False
        return True

    def receive(self, message: object) -> bool:
        """Check one message and hand it to the handlers; return True if all of them succeed.

        A malformed message changes nothing; the error and its place are shown and logged.
        """
        try:
            check_message(message, StageClick, "message")
        except DataError as error:
            log.warning("message from the board ignored: %s", error)
            self.notice(self._word("malformed"), str(error))
            return False
        assert isinstance(message, dict)
        went_well = [self.guarded(handler, dict(message)) for handler in self._handlers]
        return all(went_well)

    def _arrived(self, _widget: object, content: object, _buffers: object) -> None:
        if content != FULL_STATE_REQUEST:
            self.receive(content)

    def _word(self, key: str) -> str:
        return str(self.words.get(key) or english_words().get(key, key))

    def __repr__(self) -> str:
        return f"Stage({describe_scene(self.scene, self.mode)})"


def describe_scene(scene: shapes.Scene, mode: str = "lesson") -> str:
    """Describe a scene in one line: the step, who decides, the number of moves."""
    if not scene:
        return f"{mode}, empty"
    phases = [phase for phase in scene.get("phases", ()) if phase.get("state") == "now"]
    steps = [step for phase in phases for step in phase.get("steps", ()) if step.get("state") == "now"]
    now = [one["id"] for one in steps or phases]
    parts = [f"step={now[0]}"] if now else [mode]
    moves = len(scene.get("moves", ()))
    if moves:
        parts += ["you decide", f"{moves} move{'' if moves == 1 else 's'}"]
    else:
        parts.append("nothing to decide")
    return ", ".join(parts)
