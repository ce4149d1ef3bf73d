"""How computer players evaluate a design: as they evaluate the printed game, with additions for its pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engines import lanterns as base
from engines.designs.pieces import Piece
from engines.kit import kit

Judge = Callable[[Any, int, kit.Action], float]


def add_judges(judges: list[Judge]) -> Judge:
    """Return a judge that adds up the points that several judges give."""
    if len(judges) == 1:
        return judges[0]
    return lambda state, seat, action: sum(judge(state, seat, action) for judge in judges)


def bot_rules(pieces: Iterable[Piece]) -> dict[str, Any]:
    """Return the rules functions `heuristic` and `evaluation` of a design with these pieces."""
    pieces = list(pieces)
    advice: dict[str, list[Judge]] = {kind: [judge] for kind, judge in base.JUDGES.items()}
    for piece in pieces:
        for kind, judge in piece.advice.items():
            advice.setdefault(kind, []).append(judge)
    more = [piece.strength for piece in pieces if piece.strength is not None]

    def strength(state: Any, seat: int) -> float:
        return base.strength(state, seat) + sum(one(state, seat) for one in more)

    return {
        "heuristic": kit.heuristic_from_table({kind: add_judges(judges) for kind, judges in advice.items()}),
        "evaluation": kit.evaluation_by_difference(strength, base.FAR_AHEAD),
    }
