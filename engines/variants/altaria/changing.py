"""Shared by the counter-rules of this game: the type of a draft of its rules."""

from __future__ import annotations

from engines.altaria.cards import Face
from engines.altaria.state import AltariaState
from engines.variants import rule_patch

Draft = rule_patch.Draft[AltariaState, Face]
