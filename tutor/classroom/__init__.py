"""The classroom: tools for a teacher with a class, and for experiments with rules."""

from tutor import former_names  # noqa: F401  so that former modules are found
