"""`python -m tutor.graphs.layout`: lay out the phase graphs of all games again and store the pictures."""

from tutor.graphs.layout.picture_cache import write_pictures

write_pictures()
