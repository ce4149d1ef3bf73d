"""All tests run the engines' sources, unless TEBIKI_COMPILED says otherwise; the compiled build has its own tests."""

import os

os.environ.setdefault("TEBIKI_COMPILED", "0")
