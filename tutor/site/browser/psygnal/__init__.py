"""Replaces psygnal in the browser. anywidget uses it to report changed script files; here none change."""


class Signal:
    """A signal that is never sent."""

    def __init__(self, *types: type) -> None:
        """Accept the types of a signal's arguments."""

    def connect(self, heard: object) -> None:
        """Accept a callback, which is never called."""
