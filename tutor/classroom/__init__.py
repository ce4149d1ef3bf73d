"""The classroom: what a teacher does with a class, and what a class does with rules."""

from tutor import former_names  # noqa: F401  so that former modules are found
