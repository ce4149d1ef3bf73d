"""The base of all widgets: `widget?` in a notebook shows the docstring of its class."""

from __future__ import annotations

import anywidget


class DocumentedWidget(anywidget.AnyWidget):
    """A widget that keeps its docstring, although traitlets replaces its class by a subclass without one."""

    def add_traits(self, **traits: object) -> None:
        """Add traits to this widget; its new class gets the docstring of the old one."""
        docstring = type(self).__doc__
        super().add_traits(**traits)
        type(self).__doc__ = docstring
