"""See `IPython`."""


class InteractiveShell:
    """A class of which no instance exists; ipywidgets asks whether a shell has been created."""

    @staticmethod
    def initialized() -> bool:
        """Return False."""
        return False
