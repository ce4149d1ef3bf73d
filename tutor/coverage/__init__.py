"""Which clauses a course shows, which it asks for, and whether it asks too early."""

from tutor import former_names  # noqa: F401  so that former modules are found
