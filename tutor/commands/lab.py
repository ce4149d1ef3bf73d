"""`tebiki lab`: opens the notebooks in JupyterLab."""

from __future__ import annotations

import os
import subprocess
import sys

import click

from tutor.commands.arguments import UsageError, WholeNumber

EXAMPLES = """\b
tebiki lab
tebiki lab -- --ServerApp.ip=0.0.0.0
"""


@click.command("lab", short_help="open the notebooks in JupyterLab, with their code", epilog=EXAMPLES)
@click.option("--port", type=WholeNumber(), default=8888, help="port to serve on (default 8888)")
@click.option("--no-browser", is_flag=True, help="do not open a browser window")
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[-- OPTIONS]")
def command(port: int, no_browser: bool, options: tuple[str, ...]) -> int:
    """Open the notebooks in JupyterLab, with their code.

    Options after -- are passed to Jupyter and override Tebiki's.
    """
    from tutor.app import lean
    from tutor.navigation.links import HOME_PAGE, PAGES_FOLDER

    lean.skip_imports()
    from tutor.app.folders import lend_folders
    from tutor.app.server import AppError, use_our_template, writable_folder

    try:
        folder = writable_folder()
    except AppError as error:
        raise UsageError(str(error)) from None
    lend_folders()
    use_our_template()
    ours = {
        f"--ServerApp.root_dir={folder}": ("--notebook-dir", "--LabApp.root_dir", "--ServerApp.notebook_dir"),
        f"--port={port}": ("--ServerApp.port", "--LabApp.port"),
        f"--LabApp.default_url=/lab/tree/{PAGES_FOLDER}/{HOME_PAGE}": ("--ServerApp.default_url",),
    }
    given = {option.partition("=")[0] for option in options}
    words = [sys.executable, "-m", "jupyterlab"]
    words += [word for word, alike in ours.items() if given.isdisjoint((word.partition("=")[0], *alike))]
    words += ["--no-browser"] if no_browser else []
    if os.name == "posix" and os.geteuid() == 0:
        words.append("--allow-root")  # Jupyter asks for confirmation if run as root, which is intended here
    words += options
    if os.name == "posix":
        os.execv(sys.executable, words)
    return subprocess.run(words).returncode
