"""Messages of widgets in JupyterLite, whose kernel loses None on both ways between Python and the page.

It turns Python's dicts into JavaScript's objects entry by entry; here they cross as JSON text, in which None is null.
"""

from __future__ import annotations

import json
from typing import Any

from tutor.navigation.links import is_in_browser_lab


def mend_messages() -> None:
    """Let the kernel of JupyterLite send messages of widgets whole; in any other kernel do nothing."""
    if not is_in_browser_lab():
        return
    import js
    from IPython import get_ipython

    shell: Any = get_ipython()
    send = shell.send_comm

    def send_whole(kind: str, content: dict[str, Any], metadata: dict[str, Any], *rest: object) -> None:
        send(kind, *(js.JSON.parse(json.dumps(part)) for part in (content, metadata)), *rest)

    shell.send_comm = send_whole
