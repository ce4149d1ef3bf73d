"""Which effects of a change stand out among all the figures that were looked at."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.compare.differences import find_discoveries
from tutor.experiments.effects import RuleEffect


def find_sure(effects: Mapping[str, RuleEffect], looked: int = 0) -> set[str]:
    """Return the measures whose difference stands out among all figures that were looked at.

    looked : the number of figures looked at in this and in earlier runs, if more than these. Anyone who tries many
    rules finds a difference sooner or later; the false discovery rate is held over all of them (`find_discoveries`).
    """
    names = [*effects]
    found = find_discoveries([effects[id].difference for id in names], looked)
    return {names[at] for at in found}
