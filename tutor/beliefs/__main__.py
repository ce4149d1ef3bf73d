"""Write docs/counter-rules.md: `python -m tutor.beliefs`."""

from __future__ import annotations

from tutor.beliefs.listing import PATH, write_document

PATH.write_text(write_document(), encoding="utf-8")
