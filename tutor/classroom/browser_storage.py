"""Where a browser keeps what a learner writes: apart for each learner who uses it, and without any id."""

from __future__ import annotations

import hashlib

from tutor import progress


def storage_key(name: str) -> str:
    """Return the name under which the browser of this learner keeps something."""
    return f"tebiki-{name}-{_whose()}"


def _whose() -> str:
    """Return what tells the notes of one learner from those of the next one at the same browser; no id of anything."""
    try:
        who = progress.learner_id()
    except progress.ProgressError:
        return ""
    return hashlib.sha256(f"notes of {who}".encode()).hexdigest()[:12]
