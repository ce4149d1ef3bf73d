"""Storage keys for a learner's notes in the browser: separate for each learner, and without any id."""

from __future__ import annotations

import hashlib

from tutor import progress


def storage_key(name: str) -> str:
    """Return the key under which this learner's browser stores the value called `name`."""
    return f"tebiki-{name}-{_whose()}"


def _whose() -> str:
    """Return a string that tells apart the learners who share a browser, without revealing any id."""
    try:
        who = progress.learner_id()
    except progress.ProgressError:
        return ""
    return hashlib.sha256(f"notes of {who}".encode()).hexdigest()[:12]
