"""The pages without a board: what is chosen before a game, the rulebook, home.

Each draws `data` and hands clicks back as `{"type": "command", "name", ...}`. They hold no rules and no words:
`words` comes from the catalogue (`tutor.text`).
"""

from __future__ import annotations

import logging
from typing import Any

import anywidget
import ipywidgets
import traitlets

from engines.errors import DataError
from engines.kit import user_code_errors
from tutor.messages.commands import Around, read_command
from tutor.text import say, words
from tutor.widgets import script, style

log = logging.getLogger(__name__)


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
        self._owner: object = self
        self._around: Around | None = None
        self.on_msg(lambda _widget, content, _buffers: self.receive(content))

    def put(self, **changes: Any) -> None:
        """Change some entries of what is shown."""
        self.data = {**self.data, **changes}

    def answer_with(self, owner: object, around: Around | None = None) -> None:
        """Let the commands of `owner` answer the messages of this page; `around` : called with each one to run."""
        self._owner, self._around = owner, around

    def receive(self, message: object) -> bool:
        """Check one message and carry its command out; True when that went well.

        A malformed one changes nothing; what is wrong with it, and where, is told in `data["notice"]` and logged.
        Exceptions in widget callbacks are invisible in Voilà, so they are logged and told there too, in the user's own
        words where they come out of a custom game.
        """
        try:
            run = read_command(self._owner, message)
        except DataError as error:
            log.warning("message from the page ignored: %s", error)
            self.data = {**self.data, "notice": f"{say('page.malformed', self.language)} {error}"}
            return False
        try:
            run() if self._around is None else self._around(run)
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
