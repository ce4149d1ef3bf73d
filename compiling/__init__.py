"""The compiled build of the engines; see `engines.compiled` for how it is used.

Importing this package makes sure that the engines it examines are the sources.
"""

import os

WISH = os.environ.get("TEBIKI_COMPILED")
"""The caller's setting for `import engines`, passed on to child processes."""

os.environ["TEBIKI_COMPILED"] = "0"

LIBRARY_NAME = "tebiki_{}__mypyc"
"""The name that mypyc gives to the library of a folder."""
