"""Widget messages in JupyterLite, whose kernel loses None in both directions between Python and the page.

That kernel converts dicts into JavaScript objects entry by entry; here they are passed as JSON text, in which None is
null.
"""

from __future__ import annotations

import json
from typing import Any

from tutor.navigation.links import is_in_browser_lab


def mend_messages() -> None:
    """Make the kernel of JupyterLite send widget messages intact; do nothing in any other kernel."""
    if not is_in_browser_lab():
        return
    import js
    from IPython import get_ipython

    shell: Any = get_ipython()
    send = shell.send_comm

    def send_whole(kind: str, content: dict[str, Any], metadata: dict[str, Any], *rest: object) -> None:
        send(kind, *(js.JSON.parse(json.dumps(part)) for part in (content, metadata)), *rest)

    shell.send_comm = send_whole
