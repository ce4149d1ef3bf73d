"""The pages without a board: what is chosen before a game, the rulebook, home.

Each draws `data` and hands clicks back as `{"type": "command", "name", ...}`. They hold no rules and no words:
`words` comes from the catalogue (`tutor.text`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import anywidget
import ipywidgets
import traitlets

from engines.kit import user_code_errors
from tutor.text import say, words
from tutor.widgets import script, style

log = logging.getLogger(__name__)

Message = dict[str, Any]
Handler = Callable[[Message], None]


class Page(anywidget.AnyWidget):
    """A page drawn from `data`.

    Parameters
    ----------
    data
        What the page shows; each page says which entries it has.
    bar
        The line at the top: `{"home", "crumbs": [{"text", "href"}], "links": [{"text", "href"}]}`.
    child
        A widget inside the page, such as a stage.
    table
        The table of the catalogue that its words are in.
    language
        The language of its words.
    """

    data = traitlets.Dict().tag(sync=True)
    bar = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    child: Any = traitlets.Instance(ipywidgets.Widget, allow_none=True, default_value=None).tag(
        sync=True, **ipywidgets.widget_serialization
    )
    table = ""

    def __init__(self, language: str = "en", **traits: Any) -> None:
        own = words("page", language) | words(self.table, language)
        super().__init__(**{"words": own, **traits})
        self.language = language
        self._handlers: list[Handler] = []
        self.on_msg(lambda _widget, content, _buffers: self.receive(content))

    def put(self, **changes: Any) -> None:
        """Change some entries of what is shown."""
        self.data = {**self.data, **changes}

    def on_message(self, handler: Handler) -> Handler:
        """Call `handler(message)` for every well-formed message; usable as a decorator."""
        self._handlers.append(handler)
        return handler

    def receive(self, message: object) -> bool:
        """Check one message and hand it to the handlers; True when all of them went well.

        Exceptions in widget callbacks are invisible in Voilà, so they are logged and told in `data["notice"]`; what one
        out of a game of one's own says is told with it.
        """
        known = isinstance(message, dict) and message.get("type") == "command" and isinstance(message.get("name"), str)
        if not known:
            log.warning("message from the page ignored: %.80r", message)
            return False
        try:
            for handler in self._handlers:
                handler(dict(message))  # type: ignore[call-overload]
        except Exception as error:
            log.exception("a callback of the page failed")
            own = user_code_errors.told(error)
            self.data = {**self.data, "notice": say("page.unhandled", self.language) if own is None else str(own)}
            return False
        return True

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.data.get('title', '')!r})"


class SetupForm(Page):
    """What is chosen before a whole game; sends `start` with `you`, `rival`, `bot`, `first` and `seed`.

    `data`: `title`, `decks` (`id`, `title`, `ja`, `text`, `cards`: some faces), `opponents` (the decks that may
    meet a deck), `strengths` and `firsts` (`id`, `title`, `text`; none where nobody begins), `chosen` (`you`,
    `rival`, `bot`, `first`, `seed`), `under_way` : a game is not over; it also sends `go_on` then.
    """

    _esm = script("setup")
    _css = style("setup")
    table = "setup"


class Book(Page):
    """A rulebook; sends `open` with the `id` of an entry, and `demo` with the number of a demonstration.

    `data`: `title`, `ja`, `text`, `sections` (`number`, `label`), `entries` (`id`, `title`, `ja`, `section`,
    `demos`, `text`), `open`, `asked`, and `entry`, the open one (see `tutor.app.rulebook`). The child is
    the stage of its demonstration.
    """

    _esm = script("book")
    _css = style("book")
    table = "book"


class Home(Page):
    """The home page; sends `reset`, `export`, `hand_in`, and `import` with the `text` of a file.

    It saves what Python sends as `{"type": "file", "name", "text"}`, and shows what it sends as
    `{"type": "hand_in", "text"}`, to be copied.

    `data`: `title`, `text`, `count`, `go_on` (`badge`, `game`, `sort`, `title`, `button`, `href`, `note`),
    `games`, `doors`, `progress` and `notice` (see `tutor.app.home`).
    """

    _esm = script("home")
    _css = style("home")
    table = "home"
