"""The layout of a phase graph: `lay_out_graph` computes it; `graph_picture` returns a stored one if there is one.

`lanes` assembles a lane: `placement` puts the boxes on a grid, `routing` routes the lines through it, `draw` turns the
grid into pixels, and `labels` finds room for the labels. docs/phase-graph-layout.md gives the reasons.
"""

from tutor.graphs.layout.lanes import WIDTH, lanes_of, lay_out_graph
from tutor.graphs.layout.picture_cache import graph_picture

__all__ = ["WIDTH", "graph_picture", "lanes_of", "lay_out_graph"]
