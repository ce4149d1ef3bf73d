"""Demonstrations of several games side by side, each on its own board; one button steps them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import ipywidgets

from tutor.controllers.projector import Projector
from tutor.matches.demonstration import Demonstration


class BoardRow:
    """Boards in a row, one for each game; if a game has no demonstration, its place stays empty.

    Parameters
    ----------
    shown
        The demonstration of each game; None if it has none.
    language
        The language of the boards.
    open_clause
        Called with a game and a clause id when the clause is clicked.
    """

    def __init__(
        self, shown: Mapping[str, Demonstration | None], language: str, open_clause: Callable[[str, str], None]
    ) -> None:
        self.projectors: dict[str, Projector] = {}
        boards: list[ipywidgets.Widget] = []
        for game, demonstration in shown.items():
            if demonstration is None:
                boards.append(ipywidgets.Box())
                continue
            projector = Projector(language, lambda clause, game=game: open_clause(game, clause))  # type: ignore[misc]
            projector.show(demonstration)
            self.projectors[game] = projector
            boards.append(projector.stage)
        self.box = ipywidgets.Box(boards)

    @property
    def at(self) -> dict[str, int]:
        """The picture that each board shows; 0 is the starting position."""
        return {game: projector.at for game, projector in self.projectors.items()}

    @property
    def end(self) -> int:
        """The number of pictures in the longest demonstration."""
        return max((projector.end for projector in self.projectors.values()), default=0)

    def step(self, to: int) -> None:
        """Show picture `to` on every board; a shorter demonstration stays at its last picture."""
        for projector in self.projectors.values():
            if projector.at != min(to, projector.end):
                projector.seek(to)

    def seek(self, game: str, to: int) -> None:
        """Show picture `to` on the board of one game."""
        if game in self.projectors:
            self.projectors[game].seek(to)

    def lines(self, game: str) -> list[dict[str, object]]:
        """Return the lines of a game's demonstration: `text`, `clause`, and whether the action is `refused`."""
        projector = self.projectors.get(game)
        if projector is None or projector.shown is None:
            return []
        return [
            {"text": frame.text, "clause": frame.clause, "refused": frame.refusal is not None}
            for frame in projector.shown.frames
        ]
