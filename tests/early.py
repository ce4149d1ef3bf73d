"""What comes before the plug-ins of a whole run: a plug-in itself, named first in run.py.

nbval imports what the server does without, before any conftest.py is read.
"""

from tutor.app import lean

lean.skip_imports()
