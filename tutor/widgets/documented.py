"""The base of all widgets: `widget?` in a notebook shows the docstring of its class."""

from __future__ import annotations

import anywidget


class DocumentedWidget(anywidget.AnyWidget):
    """A widget that keeps its docstring: its class is replaced by a subclass when it is made, which has none."""

    def add_traits(self, **traits: object) -> None:
        """Add traits to this widget, whose new class has the docstring of the one before."""
        docstring = type(self).__doc__
        super().add_traits(**traits)
        type(self).__doc__ = docstring
