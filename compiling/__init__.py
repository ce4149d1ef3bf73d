"""The compiled build of the engines; see `engines.compiled` for how it is used.

Importing this package makes sure that the engines it looks at are the sources.
"""

import os

WISH = os.environ.get("TEBIKI_COMPILED")
"""What the caller wants of `import engines`, for processes started from here."""

os.environ["TEBIKI_COMPILED"] = "0"

LIBRARY_NAME = "tebiki_{}__mypyc"
"""What mypyc calls the library of a folder."""
