"""`python -m tutor.app` starts the app, as `tebiki app` does."""

import sys

from tutor.commands.cli import main

sys.exit(main(["app", *sys.argv[1:]]))
