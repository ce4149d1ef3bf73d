"""A plug-in that is loaded before those of a whole run: it is named first in run.py.

nbval imports modules that the server skips, before any conftest.py is read.
"""

from tutor.app import lean

lean.skip_imports()
