"""Counter-rules of this game: what newcomers wrongly believe, and other changes of a single rule.

Those that can be written as data are in `beliefs.toml`; the others are in the modules.
"""
