"""The two choices that the test of a habit compares (see `tutor.matches.habits`)."""

from __future__ import annotations

from engines.kernel.state import Action

Choices = tuple[tuple[Action, ...], tuple[Action, ...]]
"""The actions of the choice that won more often when it was measured, and those of the other one."""

NEITHER: Choices = ((), ())
"""The choices where a habit does not apply."""
