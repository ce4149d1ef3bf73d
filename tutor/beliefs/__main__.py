"""Write docs/counter-rules.md: `python -m tutor.beliefs`."""

from __future__ import annotations

from tutor.beliefs.listing import PATH, page

PATH.write_text(page(), encoding="utf-8")
