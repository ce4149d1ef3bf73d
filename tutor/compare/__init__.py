"""Compares the games: by simulated play, by phase graph, and by how their rules answer design questions.

Everything is computed from the engines. Whatever needs human judgement (the job of a step, a short answer to a design
question) is stored as data with clause ids, which tests check against the engines.
"""

from tutor import former_names  # noqa: F401  so that former modules are found
