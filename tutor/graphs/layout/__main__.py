"""`python -m tutor.graphs.layout` lays out the phase graphs of all games again and stores the pictures."""

from tutor.graphs.layout.picture_cache import write_pictures

write_pictures()
