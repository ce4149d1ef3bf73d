"""The classroom: what a teacher does with a class, and what a class does with rules."""
