"""`tebiki class`: starts the app for a class on the local network."""

from __future__ import annotations

import ipaddress
import sys
from datetime import date
from pathlib import Path

import click

from tutor.commands.arguments import UsageError, WholeNumber, host_names_option
from tutor.extras import require_extra

EXAMPLES = """\b
tebiki class
tebiki class 7b
tebiki class 7b --name tebiki.school.example
"""


@click.command("class", short_help="start the app for a class; learners join with a code", epilog=EXAMPLES)
@click.argument("name", required=False, metavar="[CLASS]", help="name of the class (default: today's date)")
@click.option("--port", type=WholeNumber(), help="port to serve on (default 8866)")
@click.option("--address", help="IP address of this machine on the network (default: found automatically)")
@host_names_option
@click.option(
    "--kernels", type=WholeNumber(1, 1000), help="maximum number of open pages (each runs one kernel; default 80)"
)
@click.option("--no-browser", is_flag=True, help="do not open a browser window")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="the folder that contains `notebooks/` (default: found automatically)",
)
def command(
    name: str | None,
    port: int | None,
    address: str | None,
    names: tuple[str, ...],
    kernels: int | None,
    no_browser: bool,
    folder: Path | None,
) -> int:
    """Start the app for a class on the local network.

    Learners open the address shown and enter the code. Each has a pseudonym, and their own log and pages. Give the
    name of an earlier class to continue it.
    """
    from tutor.app import lean

    require_extra("class")
    lean.skip_imports()
    from tutor.app import server
    from tutor.class_server import server as class_server
    from tutor.class_server.classroom import ClassError

    if address is not None:
        try:
            ipaddress.ip_address(address)
        except ValueError:
            raise UsageError(
                f"tebiki class: --address must be an IP address such as 192.168.1.7, not {address!r}."
            ) from None
    try:
        class_server.start_class(
            name or date.today().isoformat(),
            server.DEFAULT_PORT if port is None else port,
            address or "",
            names,
            not no_browser,
            folder,
            kernels or 0,
        )
    except (server.AppError, ClassError) as error:
        print(f"Tebiki: {error}", file=sys.stderr)
        return 1
    return 0
