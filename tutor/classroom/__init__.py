"""The classroom: tools for a teacher with a class, and for experiments with rules."""
