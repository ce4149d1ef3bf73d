"""Which clauses a course shows, which it tests, and which it tests before showing them."""

from tutor import former_names  # noqa: F401  so that former modules are found
