"""Growing games: the file is compiled by playing, the table goes from stop to stop, and the first one can be won."""
