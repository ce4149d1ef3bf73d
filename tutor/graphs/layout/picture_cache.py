"""Stored pictures, because the layout of a large game takes a second and a page should open immediately.

`python -m tutor.graphs.layout` writes one file per game, with the fingerprint of its flow table. The graphs of changed
or custom games are laid out when they are shown.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import TypedDict

import engines
from engines.game import Game
from tutor.files import write_whole
from tutor.graphs.graph import graph_from_tables, phases_of

FOLDER = Path(__file__).with_name("pictures")
Picture = dict[str, object]
LAID_OUT: dict[tuple[str, str], Picture] = {}
"""The last pictures that were laid out, by the game's name and the fingerprint of its flow table."""
MOST_LAID_OUT = 8


class _Kept(TypedDict):
    of: str
    picture: Picture


def graph_picture(game: Game) -> Picture:
    """Return the picture of a game's phase graph: the stored one if its flow table matches, otherwise a new one."""
    flow = game.graph()
    mark = tables_fingerprint(flow.nodes, flow.edges, phases_of(game))
    found = _kept(game.name)
    if found and found["of"] == mark:
        return found["picture"]
    if (game.name, mark) not in LAID_OUT:
        while len(LAID_OUT) >= MOST_LAID_OUT:
            del LAID_OUT[next(iter(LAID_OUT))]
        LAID_OUT[game.name, mark] = _laid_out(game)
    return LAID_OUT[game.name, mark]


def _laid_out(game: Game) -> Picture:
    from tutor.graphs.layout.lanes import lay_out_graph

    flow = game.graph()
    return lay_out_graph(graph_from_tables(flow.nodes, flow.edges, phases_of(game), game.name))


def tables_fingerprint(*tables: object) -> str:
    """Return a digest of tables; tables with the same contents have the same digest."""
    return hashlib.sha256(json.dumps(tables, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


@cache
def _kept(name: str) -> _Kept | None:
    try:
        found: _Kept = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return found


def picture_file_text(name: str) -> str:
    """Return what a game's file should contain."""
    game = engines.load(name)
    flow = game.graph()
    mark = tables_fingerprint(flow.nodes, flow.edges, phases_of(game))
    return json.dumps({"of": mark, "picture": _laid_out(game)}, ensure_ascii=False, separators=(",", ":")) + "\n"


def write_pictures() -> None:
    """Write the files of all games that come with Tebiki."""
    for name in engines.names() + engines.names(small=True):
        write_whole(FOLDER / f"{name}.json", picture_file_text(name))
