"""`python -m tutor.coverage` writes docs/coverage.md."""

from tutor.coverage.report import PAGE, page

PAGE.write_text(page(), encoding="utf-8")
