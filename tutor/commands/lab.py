"""`tebiki lab`: the notebooks in JupyterLab."""

from __future__ import annotations

import os
import subprocess
import sys

import click

from tutor.commands.arguments import UsageError, Whole


@click.command("lab", short_help="the same notebooks in JupyterLab, with their code")
@click.option("--port", type=Whole(), default=8888, help="port to serve on (default 8888)")
@click.option("--no-browser", is_flag=True, help="do not open a browser window")
def command(port: int, no_browser: bool) -> int:
    """Open the notebooks in JupyterLab, with their code."""
    from tutor.app.links import HOME, PAGES
    from tutor.app.server import AppError, project_folder, use_our_template

    try:
        folder = project_folder()
    except AppError as error:
        raise UsageError(str(error)) from None
    use_our_template()
    words = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}", f"--port={port}"]
    words += [f"--LabApp.default_url=/lab/tree/{PAGES}/{HOME}", *(["--no-browser"] if no_browser else [])]
    if os.name == "posix":
        os.execv(sys.executable, words)
    return subprocess.run(words).returncode
