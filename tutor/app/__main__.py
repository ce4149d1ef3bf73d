"""`python -m tutor.app` starts the app."""

import sys

from tutor.app.server import main

sys.exit(main())
