"""`tebiki site`: writes the learners' pages as a static site."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("site", short_help="export the learner pages as static files for any web server")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path), help="folder to write")
@click.option(
    "--pyodide",
    type=click.Path(path_type=Path),
    help="a folder with Pyodide (default: downloaded from npm and cached)",
)
def command(folder: Path, pyodide: Path | None) -> int:
    """Export the learner pages as static files: Python runs in the browser, so any web server can host them.

    DIR must be new, empty, or an earlier export, which is updated. Try it with
    `python3 -m http.server -d DIR`.
    """
    from tutor.site.builder import build_site

    site = build_site(folder, pyodide)
    print(f"{folder}: {len(site.pages)} pages; a first visit loads at most {site.size / 1e6:.1f} MB.")
    if not site.compiled:
        print("Node was not found, so the modules are not compiled: the first page takes twice as long.")
    return 0
