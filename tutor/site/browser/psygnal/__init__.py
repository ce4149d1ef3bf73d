"""Stands for psygnal in the browser: anywidget tells by it that a file of a script has changed, and here none does."""


class Signal:
    """What would tell of a change."""

    def __init__(self, *types: type) -> None:
        """Take the types of what would be told."""

    def connect(self, heard: object) -> None:
        """Take what would be called."""
