"""Shared by the counter-rules of this game: the type of a draft of its rules."""

from __future__ import annotations

from engines.chaos.cards import Face
from engines.chaos.state import ChaosState
from engines.variants import rule_patch

Draft = rule_patch.Draft[ChaosState, Face]
