"""`python -m tutor.graphs.layout` lays the phase graphs of all games out anew and keeps the pictures."""

from tutor.graphs.layout.picture_cache import write_pictures

write_pictures()
