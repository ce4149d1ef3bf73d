"""Which clauses a course shows, which it tests, and whether it tests any too early."""

from tutor import former_names  # noqa: F401  so that former modules are found
