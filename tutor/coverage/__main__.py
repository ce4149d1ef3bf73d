"""`python -m tutor.coverage` finds out what the steps of all lessons depend on and tell, and writes docs/coverage.md.

Steps that have not changed are left as they are; `--anew` takes them all, which is due after a change of rules. With
names of games only those are looked at.
"""

import sys

from tutor.coverage import kept, taught
from tutor.coverage.report import PAGE, page
from tutor.coverage.route import games, steps_of

for game in [name for name in games() if name in sys.argv] or games():
    print(f"{game}: {kept.write(game, steps_of(game), '--anew' in sys.argv)} steps looked at", flush=True)
    taught.write(game)
PAGE.write_text(page(), encoding="utf-8")
