"""What no game can reach in a position that a person has written."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.documents import SEATS
from engines.kingdom_hearts.state import CARD, KingdomHeartsState


def plausible(state: KingdomHeartsState) -> Iterator[tuple[str, str, str]]:
    """Yield the place, what is wrong there, and the remedy."""
    for seat, player in enumerate(state.players):
        faces = [state.faces[ally[CARD]] for ally in player.allies]
        names = [face.printed for face in faces if face.named_once]
        for name in sorted({name for name in names if names.count(name) > 1}):
            what = f"{name!r} is there {names.count(name)} times."
            yield f"{SEATS[seat]}, allies", what, "A name stands on a side once; the later card stays (KH-17.1)."
