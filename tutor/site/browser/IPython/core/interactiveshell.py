"""See `IPython`."""


class InteractiveShell:
    """A class without instances; ipywidgets asks it whether a shell has been created."""

    @staticmethod
    def initialized() -> bool:
        """Return False."""
        return False
