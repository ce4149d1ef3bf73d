"""Replaces IPython in the browser, where ipywidgets imports these names but the pages do not need IPython itself."""

version_info = (9, 0, 0)


def get_ipython() -> None:
    """Return None, since there is no shell."""
