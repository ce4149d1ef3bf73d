"""Experiments: a game with some of its rules changed, played on the same deals as the printed game."""

from tutor import former_names  # noqa: F401  so that former modules are found
