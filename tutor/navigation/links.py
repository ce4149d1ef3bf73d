"""Addresses of pages: a page has different addresses in the app, behind a Jupyter server, and in Lab."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from urllib.parse import parse_qs, quote, urlencode

PAGES_FOLDER = "notebooks"
HOME_PAGE = "index.ipynb"
CLASSROOM_PAGE = "classroom/index.ipynb"
MY_CARDS_PAGE = "classroom/my_cards.ipynb"
PAGES_ACROSS = {"compare": "compare/mechanics.ipynb", "classroom": CLASSROOM_PAGE}
"""Pages about all games, by the key of their text."""
CARRIED_OPTIONS = ("theme", "lang")
ADDRESS_VARIABLE = "TEBIKI_PAGES_AT"
"""The environment variable with the address of the pages, if neither Voilà nor Jupyter serves them."""
MAY_FORGET_VARIABLE = "TEBIKI_MAY_FORGET"
"""The environment variable that is set if progress is stored in the browser, which may delete it."""
IN_CLASS_VARIABLE = "TEBIKI_IN_CLASS"
"""The environment variable set for learners' kernels in a class: the address of the class's own page; "" if none."""
LEARNER_PAGES = re.compile(
    r"index|(?!classroom/)[a-z_]+/[a-z0-9_]+"
    r"|classroom/(index|house_rules|take_one_out|own_game|card|plans/[a-z0-9_]+_student)"
)
"""Matches pages, without file ending, that learners in a class may open; the others are for the teacher."""
TUTOR_FOLDER = Path(__file__).resolve().parents[1]


def bundled_project() -> Path | None:
    """Return the folder with this package's notebooks: beside it, or inside it if installed from a wheel."""
    return next(
        (folder for folder in (TUTOR_FOLDER.parent, TUTOR_FOLDER) if (folder / PAGES_FOLDER / HOME_PAGE).exists()), None
    )


def is_for_learners(page: str) -> bool:
    """Return True if learners in a class may open a page."""
    return page.endswith(".ipynb") and LEARNER_PAGES.fullmatch(page.removesuffix(".ipynb")) is not None


def has_page(page: str) -> bool:
    """Return True if a notebook exists: beside this package, or in the folder from which this page is served.

    For a learner in a class, only the pages for learners exist.
    """
    if is_in_class() and not is_for_learners(page):
        return False
    ours = bundled_project()
    return bool(ours and (ours / PAGES_FOLDER / page).exists()) or (Path.cwd() / page).exists()


def is_in_app() -> bool:
    """Return True if this kernel serves a page of the app, rather than a notebook opened in Lab."""
    return "VOILA_BASE_URL" in os.environ or ADDRESS_VARIABLE in os.environ


def is_in_class() -> bool:
    """Return True if this kernel serves a learner in a class."""
    return IN_CLASS_VARIABLE in os.environ


def is_on_site() -> bool:
    """Return True if this page runs in the browser, from static files, so that there is no server for a class."""
    return ADDRESS_VARIABLE in os.environ


def is_in_browser_lab() -> bool:
    """Return True if this notebook runs in JupyterLite, where Lab itself is in the browser (see `browserlab`)."""
    return "pyodide_kernel" in sys.modules


def page_query() -> dict[str, str]:
    """Return the query in the address of the page that this kernel serves."""
    return {key: values[-1] for key, values in parse_qs(os.environ.get("QUERY_STRING", "")).items()}


def page_link(page: str = HOME_PAGE, **options: object) -> str:
    """Return the address of a page, to be used as `href`.

    Parameters
    ----------
    page
        Path of a notebook inside the notebooks folder, such as `"altaria/04_attacking.ipynb"`.
    options
        The query, which the page reads with `page_query()`; an option that is None is left out. The theme and language
        in this page's address are passed on.
    """
    if is_in_browser_lab():
        return f"?path={PAGES_FOLDER}/{quote(page)}"
    wanted = {name: value for name, value in page_query().items() if name in CARRIED_OPTIONS} | options
    tail = urlencode({key: value for key, value in wanted.items() if value is not None})
    return f"{pages_address()}/{quote(page)}" + (f"?{tail}" if tail else "")


def pages_address() -> str:
    """Return the address of the folder of the pages, without a trailing slash."""
    if ADDRESS_VARIABLE in os.environ:
        return os.environ[ADDRESS_VARIABLE].rstrip("/")
    base = os.environ.get("VOILA_BASE_URL") or os.environ.get("JUPYTERHUB_SERVICE_PREFIX") or "/"
    return f"{base.rstrip('/')}/{'voila/render' if is_in_app() else 'lab/tree'}/{PAGES_FOLDER}"


def course_link(game: str) -> str:
    """Return the address of a game's course, or of the home page if the game has none."""
    page = f"{game}/course.ipynb"
    return page_link(page if has_page(page) else HOME_PAGE)
