"""What a library shows beside its widgets; a page of the site shows widgets alone."""


def show_nothing(*things: object, **options: object) -> None:
    """Stand for `display` and `clear_output`."""


display = clear_output = show_nothing
