"""`tebiki app`: starts the app in the browser."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tutor.commands.arguments import WholeNumber, host_names_option


@click.command("app", short_help="start the app in your browser")
@click.option("--port", type=WholeNumber(), help="port to serve on (default 8866)")
@click.option("--no-browser", is_flag=True, help="do not open a browser window")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="the folder that contains `notebooks/` (default: found automatically)",
)
@host_names_option
@click.option("--base-url", default="/", help="path under which a proxy serves Tebiki, such as /tools/tebiki/")
def command(port: int | None, no_browser: bool, folder: Path | None, names: tuple[str, ...], base_url: str) -> int:
    """Start the app and open it in your browser."""
    from tutor.app import lean

    lean.skip_imports()
    from tutor.app import server

    try:
        server.start_app(server.DEFAULT_PORT if port is None else port, not no_browser, folder, names, base_url)
    except server.AppError as error:
        print(f"Tebiki: {error}", file=sys.stderr)
        return 1
    return 0
