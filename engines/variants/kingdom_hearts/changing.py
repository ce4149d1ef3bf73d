"""Shared by the counter-rules of this game: the type of a draft of its rules."""

from __future__ import annotations

from engines.kingdom_hearts.cards import Face
from engines.kingdom_hearts.state import KingdomHeartsState
from engines.variants import rule_patch

Draft = rule_patch.Draft[KingdomHeartsState, Face]
