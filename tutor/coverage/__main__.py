"""`python -m tutor.coverage`: find out what the steps of all lessons depend on and teach, and write docs/coverage.md.

Steps that have not changed are skipped, unless `--anew` is given, which is needed after a change of the rules. With
names of games, only those games are examined.
"""

import sys

from tutor.coverage import kept_dependence, taught_clauses
from tutor.coverage.report import PAGE, coverage_page
from tutor.coverage.route import games_with_lessons, steps_of_course

for game in [name for name in games_with_lessons() if name in sys.argv] or games_with_lessons():
    print(
        f"{game}: {kept_dependence.update_kept(game, steps_of_course(game), '--anew' in sys.argv)} steps looked at",
        flush=True,
    )
    taught_clauses.save_taught(game)
PAGE.write_text(coverage_page(), encoding="utf-8")
