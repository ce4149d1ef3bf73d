"""A pytest plug-in that has to be loaded before all others in a full run, so run.py names it first.

nbval imports modules that the server skips, even before a conftest.py is read.
"""

from tutor.app import lean

lean.skip_imports()
