"""Designs: the small game, changed by data and ready-made pieces; see `docs/a-game-in-an-evening.md`.

>>> from engines.designs import Design
>>> game = Design(title="Moss", pieces=("compost",), numbers={"lanterns": 7}).game()
>>> "compost" in game.new(seed=1).view(0)["P1"]
True
"""

from engines.designs.design import Design, read_design
from engines.designs.pieces import PIECES, Piece

__all__ = ["PIECES", "Design", "Piece", "read_design"]
