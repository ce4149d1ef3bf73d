"""`tebiki class`: the app for a class, on the network of the room."""

from __future__ import annotations

import ipaddress
import sys
from datetime import date
from pathlib import Path

import click

from tutor.commands.arguments import UsageError, WholeNumber
from tutor.extras import require_extra

EXAMPLES = """\b
tebiki class
tebiki class 7b
tebiki class 7b --name tebiki.school.example
"""


@click.command("class", short_help="the app for a class: learners join by a code", epilog=EXAMPLES)
@click.argument("name", required=False, help="what the class is called (default: today's date)")
@click.option("--port", type=WholeNumber(), help="port to serve on (default 8866)")
@click.option("--address", help="address of this machine on the network (default: found automatically)")
@click.option("--name", "names", multiple=True, help="another name by which browsers reach this machine")
@click.option("--kernels", type=WholeNumber(1, 1000), help="the most pages open at once (default 80)")
@click.option("--no-browser", is_flag=True, help="do not open a browser window")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="folder that holds the notebooks folder (default: found automatically)",
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
    """Let a class join this machine over the network of the room.

    Learners open the address that is shown and type the code. Each gets a pseudonym, a log and pages of their own. A
    class that was held before continues under its name.
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
            raise UsageError(f"tebiki class: --address must be one such as 192.168.1.7, not {address!r}.") from None
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
