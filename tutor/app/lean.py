"""What the server does without, so that it is there sooner. To be called before `tutor.app.server` is imported."""

import sys

UNNEEDED_MODULE = "rfc3987_syntax"
"""jsonschema imports it, if it is there, to check addresses beyond ASCII; it makes forty grammars, for 1.3 s."""


def skip_imports() -> None:
    """Let what is imported from now on go without."""
    sys.modules.setdefault(UNNEEDED_MODULE, None)  # type: ignore[arg-type]
