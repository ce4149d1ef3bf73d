"""What the counter-rules of this game need in common: a draft of its rules, with its states and cards' faces."""

from __future__ import annotations

from engines.core import drafts
from engines.kingdom_hearts.cards import Face
from engines.kingdom_hearts.state import KingdomHeartsState

Draft = drafts.Draft[KingdomHeartsState, Face]
