"""Rewrite the goldens: python -m tests.engines.regenerate [games | perft | refusals [game ...]]; then read the diff.

games : the golden play-throughs; perft : the perft table; refusals : the lists of refusals, of some games or of all.
"""

import sys

from tests.engines import golden, perft, refusals
from tests.engines.play import GAMES

WRITERS = {
    "games": lambda names: golden.regenerate(),
    "perft": lambda names: [perft.regenerate()],
    "refusals": lambda names: refusals.regenerate(names or GAMES),
}

if __name__ == "__main__":
    what, *names = sys.argv[1:] or [""]
    if what not in ("", *WRITERS) or not set(names) <= set(GAMES):
        sys.exit(__doc__)
    for writer in [WRITERS[what]] if what else WRITERS.values():
        for path in writer(names):
            print(path.relative_to(golden.FOLDER.parent))
