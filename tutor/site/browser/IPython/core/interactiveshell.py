"""See `IPython`."""


class InteractiveShell:
    """No shell runs here; ipywidgets asks whether one has been made."""

    @staticmethod
    def initialized() -> bool:
        """Return False."""
        return False
