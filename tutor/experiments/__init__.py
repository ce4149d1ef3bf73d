"""Experiments: a game with some of its rules changed, played on the same deals as the printed game."""
