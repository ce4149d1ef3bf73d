"""The widget of every page without a board.

A page is declared in one module, which creates a `Page` with the name of its script and style, fills `data`, and
answers the page's messages, each command with a method (`tutor.messages.commands`). The page contains no rules and no
texts: its `words` come from the catalogue (`tutor.text`).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import ipywidgets
import traitlets

from engines.errors import DataError
from engines.kit import user_code_errors
from tutor.extras import MissingExtraError
from tutor.messages import shapes
from tutor.messages.commands import Around, read_command
from tutor.text import format_message, table_words
from tutor.widgets import read_script, read_style
from tutor.widgets.documented import DocumentedWidget
from tutor.widgets.shape_trait import ShapeTrait

log = logging.getLogger(__name__)


class Page(DocumentedWidget):
    """A page drawn from `data` by its script.

    Parameters
    ----------
    name
        The name of its script and style in `tutor.widgets`.
    language
        The language of its texts.
    tables
        The tables of the catalogue with its texts, besides "page"; if a key is in several, the last one counts. By
        default the table with the page's name.
    traits
        `data`: what the page shows; each page documents its entries. `bar`: the line at the top, `{"home", "crumbs":
        [{"text", "href"}], "links": [{"text", "href"}]}`. `child`: a widget inside the page, such as a stage.
    """

    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    data = traitlets.Dict().tag(sync=True)
    bar = ShapeTrait[shapes.Bar]().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    child = traitlets.Instance(ipywidgets.Widget, allow_none=True, default_value=None).tag(
        sync=True, **ipywidgets.widget_serialization
    )

    def __init__(self, name: str, language: str = "en", tables: Sequence[str] = (), **traits: object) -> None:
        own: dict[str, str] = {}
        for table in ("page", *(tables or (name,))):
            own |= table_words(table, language)
        identity = f"tutor.{name}"  # the front end caches one style for each page
        super().__init__(words=own, _esm=read_script(name), _css=read_style(name), _anywidget_id=identity, **traits)
        self.name, self.language = name, language
        self._owner: object = self
        self._around: Around | None = None
        self.on_msg(lambda _widget, content, _buffers: self.receive(content))

    def put(self, **changes: object) -> None:
        """Change some entries of `data`."""
        self.data = {**self.data, **changes}

    def answer_with(self, owner: object, around: Around | None = None) -> None:
        """Let the commands of `owner` answer the messages of this page.

        around : called with each command, which it has to run.
        """
        self._owner, self._around = owner, around

    def receive(self, message: object) -> bool:
        """Check a message and carry out its command; return True on success.

        An invalid message changes nothing; the error and its place are shown in `data["notice"]` and logged. Exceptions
        in widget callbacks are invisible in Voilà, so they are logged and shown there too; errors of a custom game are
        described as such.
        """
        try:
            run = read_command(self._owner, message)
        except DataError as error:
            log.warning("message from the page ignored: %s", error)
            self.data = {**self.data, "notice": f"{format_message('page.malformed', self.language)} {error}"}
            return False
        try:
            run() if self._around is None else self._around(run)
        except Exception as error:
            log.exception("a callback of the page failed")
            own = error if isinstance(error, MissingExtraError) else user_code_errors.describe_error(error)
            self.data = {
                **self.data,
                "notice": format_message("page.unhandled", self.language) if own is None else str(own),
            }
            return False
        return True

    def __repr__(self) -> str:
        return f"Page({self.name!r}, {self.data.get('title', '')!r})"
