"""Newcomers' mistaken beliefs about this game, and other changes of a single rule.

Those that can be written as data are in `beliefs.toml`; the others are in the modules.
"""
