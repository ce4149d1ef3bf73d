"""What the counter-rules of this game share: a draft of its rules, typed with its states and card faces."""

from __future__ import annotations

from engines.altaria.cards import Face
from engines.altaria.state import AltariaState
from engines.variants import rule_patch

Draft = rule_patch.Draft[AltariaState, Face]
