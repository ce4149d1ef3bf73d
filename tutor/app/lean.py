"""Skips imports that the server does not need, so that it starts faster.

Call `skip_imports` before importing `tutor.app.server`.
"""

import sys

UNNEEDED_MODULE = "rfc3987_syntax"
"""A module that jsonschema imports, if it is installed, to check non-ASCII addresses; it builds forty grammars, which
takes 1.3 s.
"""


def skip_imports() -> None:
    """Make later imports skip the module."""
    sys.modules.setdefault(UNNEEDED_MODULE, None)  # type: ignore[arg-type]
