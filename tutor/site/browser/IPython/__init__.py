"""Stands for IPython in the browser: ipywidgets imports these names, and a page needs nothing behind them."""

version_info = (9, 0, 0)


def get_ipython() -> None:
    """Return the shell: there is none."""
