"""Compares the games: by simulated play, by phase graph, and by how their rules answer design questions.

Everything is computed from the engines. What a person must judge (which job a step does, a short answer to a design
question) is data with clause ids, and tests check it against the engines.
"""

from tutor import former_names  # noqa: F401  so that former modules are found
