"""Newcomers' wrong beliefs about this game, and other one-rule changes.

`beliefs.toml` has those that can be written as data; the modules have the others.
"""
