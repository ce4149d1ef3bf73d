"""Replaces IPython.display, since a page of the site shows only widgets."""


def show_nothing(*things: object, **options: object) -> None:
    """Do nothing; used in place of `display` and `clear_output`."""


display = clear_output = show_nothing
