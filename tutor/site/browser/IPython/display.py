"""What a library shows beside its widgets; a page of the site shows widgets alone."""


def display(*things: object, **options: object) -> None:
    """Show nothing."""


def clear_output(wait: bool = False) -> None:
    """Clear nothing."""
