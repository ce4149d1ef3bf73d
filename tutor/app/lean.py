"""What the server does without, so that it is there sooner. To be called before `tutor.app.server` is imported."""

import sys

NOT_NEEDED = "rfc3987_syntax"
"""jsonschema imports it, if it is there, to check addresses beyond ASCII; it makes forty grammars, for 1.3 s."""


def start() -> None:
    """Let what is imported from now on go without."""
    sys.modules.setdefault(NOT_NEEDED, None)  # type: ignore[arg-type]
