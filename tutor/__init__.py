"""Teaching, on top of `engines`: lessons, puzzles, widgets, comparison, the app and the command line."""
