"""`tebiki site`: the learners' pages as files, for any web server."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("site", short_help="the learners' pages as files for any web server")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path), help="where to write them")
@click.option(
    "--pyodide", type=click.Path(path_type=Path), help="a folder with Pyodide (default: the cache, filled from npm)"
)
def command(folder: Path, pyodide: Path | None) -> int:
    """Write the learners' pages as files: Python runs in the browser, and any web server can serve them.

    The folder has to be new, empty, or an earlier site, which is replaced. Try it with
    `python3 -m http.server -d DIR`.
    """
    from tutor.site.builder import build_site

    site = build_site(folder, pyodide)
    print(f"{folder}: {len(site.pages)} pages; a first visit loads at most {site.size / 1e6:.1f} MB.")
    if not site.compiled:
        print("There is no Node here, so the modules are not compiled: the first page takes twice as long.")
    return 0
