"""Replaces IPython in the browser: ipywidgets imports these names, but pages do not need what they do."""

version_info = (9, 0, 0)


def get_ipython() -> None:
    """Return None, since there is no shell."""
