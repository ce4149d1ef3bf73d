"""The picture of a phase graph: `layout` works it out, `drawn` takes the one that was kept; docs/phase-graph-layout.md.

`lanes` puts a lane together from what the others find: `place` the boxes on a grid, `route` the lines through it,
`draw` turns the grid into pixels, `label` finds room for the words.
"""

from tutor.graphs.layout.kept import drawn
from tutor.graphs.layout.lanes import WIDTH, lanes_of, layout

__all__ = ["WIDTH", "drawn", "lanes_of", "layout"]
