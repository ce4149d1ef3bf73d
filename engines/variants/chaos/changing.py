"""What the counter-rules of this game share: a draft of its rules, typed with its states and card faces."""

from __future__ import annotations

from engines.chaos.cards import Face
from engines.chaos.state import ChaosState
from engines.variants import rule_patch

Draft = rule_patch.Draft[ChaosState, Face]
