"""A plug-in that has to be loaded before those of a whole run, so run.py names it first.

nbval imports modules that the server skips, before any conftest.py is read.
"""

from tutor.app import lean

lean.skip_imports()
