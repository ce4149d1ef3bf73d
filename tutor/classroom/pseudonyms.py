"""The names of learners in a report: the name chosen in their class, otherwise a generated one.

A generated name follows from the id in the log, so a learner has the same name every week. No name identifies a person:
the id is a keyed hash whose key stays on the learner's machine, and file names are not used.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from tutor.class_server.members import list_pseudonyms
from tutor.text import list_languages


def assign_pseudonyms(ids: Iterable[str], language: str, chosen: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return a pseudonym for each learner, no two alike.

    chosen : the names that members of the class chose, by id; only names from the lists on offer are shown.
    """
    offered = {name for one in list_languages() for name in list_pseudonyms(one)}
    found: dict[str, str] = {}
    taken: set[str] = set()
    made = list(list_pseudonyms(language))
    order = sorted(dict.fromkeys(ids))
    for id in order:
        name = (chosen or {}).get(id, "")
        if name in offered and name not in taken:
            found[id] = name
            taken.add(name)
    for id in order:
        if id not in found:
            at = int.from_bytes(hashlib.blake2b(id.encode("utf-8", "replace"), digest_size=8).digest())
            found[id] = next(one for step in range(len(made)) if (one := made[(at + step) % len(made)]) not in taken)
            taken.add(found[id])
    return found
