"""`python -m tutor.beliefs`: write docs/counter-rules.md."""

from __future__ import annotations

from tutor.beliefs.listing import PATH, write_document

PATH.write_text(write_document(), encoding="utf-8")
