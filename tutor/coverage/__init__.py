"""Which clauses a course shows, which it asks for, and whether it asks too early."""
