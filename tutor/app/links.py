"""Addresses of pages: the same page has another address in the app, behind a Jupyter server, and in Lab."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import parse_qs, quote, urlencode

PAGES = "notebooks"
HOME = "index.ipynb"
CARRIED = ("theme", "lang")
TUTOR = Path(__file__).resolve().parents[1]


def project() -> Path | None:
    """Return the folder with the notebooks that came with this package: beside it, or inside it from a wheel."""
    return next((folder for folder in (TUTOR.parent, TUTOR) if (folder / PAGES / HOME).exists()), None)


def has_page(page: str) -> bool:
    """Return True if there is such a notebook: beside this package, or in the folder this page is served from."""
    ours = project()
    return bool(ours and (ours / PAGES / page).exists()) or (Path.cwd() / page).exists()


def in_app() -> bool:
    """Tell whether this kernel serves a page of the app (and not a notebook opened in Lab)."""
    return "VOILA_BASE_URL" in os.environ


def query() -> dict[str, str]:
    """Return what stands behind the `?` in the address of the page this kernel serves."""
    return {key: values[-1] for key, values in parse_qs(os.environ.get("QUERY_STRING", "")).items()}


def link(page: str = HOME, **options: object) -> str:
    """Return the address of a page, to be used as `href`.

    Parameters
    ----------
    page
        Path of a notebook inside the notebooks folder, such as `"altaria/04_attacking.ipynb"`.
    options
        What goes behind the `?`; the page finds it with `query()`. None leaves an option out.
        A theme and a language asked for in the address of this page are passed on.
    """
    base = os.environ.get("VOILA_BASE_URL") or os.environ.get("JUPYTERHUB_SERVICE_PREFIX") or "/"
    place = "voila/render" if in_app() else "lab/tree"
    wanted = {name: value for name, value in query().items() if name in CARRIED} | options
    tail = urlencode({key: value for key, value in wanted.items() if value is not None})
    return f"{base.rstrip('/')}/{place}/{PAGES}/{quote(page)}" + (f"?{tail}" if tail else "")


def course_link(game: str) -> str:
    """Return the address of a game's course; of a game without one that of home."""
    page = f"{game}/course.ipynb"
    return link(page if has_page(page) else HOME)
