"""Skips imports that the server does not need, so that it starts faster. Call before importing `tutor.app.server`."""

import sys

UNNEEDED_MODULE = "rfc3987_syntax"
"""jsonschema imports it, if installed, to check non-ASCII addresses; it builds forty grammars, which takes 1.3 s."""


def skip_imports() -> None:
    """Make later imports skip the module."""
    sys.modules.setdefault(UNNEEDED_MODULE, None)  # type: ignore[arg-type]
