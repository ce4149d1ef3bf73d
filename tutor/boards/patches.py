"""Differences between two JSON values, for sending the changes from one picture to the next.

A patch is one of three things, and None if nothing has changed:

`{"set": value}`                     the new value
`{"in": {key: patch}, "out": [key]}` an object: entries changed or new, and entries that are gone
`{"list": [part]}`                   a list, part by part: `[at, count]` for unchanged elements,
                                     `{"at": at, "to": patch}` for a changed one, `{"new": value}` for a new one

Elements of a list are matched by their `ref`, `id` or `n`. Elements without these are matched by index if the list has
kept its length, otherwise by equality; the rest are matched in order. Its counterpart is `apply_patch` in
`tutor/widgets/scripts/drawing/patches.js`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tutor.messages.shapes import Patch, PatchPart

KEYS = ("ref", "id", "n")
ElementName = tuple[str, str | int]
"""A key and its value."""


def make_patch(old: object, new: object) -> Patch | None:
    """Return the patch that turns `old` into `new`; None if they are equal."""
    if old is new:
        return None
    if isinstance(old, dict) and isinstance(new, dict):
        return _objects(old, new)
    if isinstance(old, list | tuple) and isinstance(new, list | tuple):
        return _lists(old, new)
    return None if type(old) is type(new) and old == new else {"set": new}


def _objects(old: dict[str, object], new: dict[str, object]) -> Patch | None:
    changed: dict[str, Patch] = {}
    for key, value in new.items():
        if key not in old:
            changed[key] = {"set": value}
        elif (patch := make_patch(old[key], value)) is not None:
            changed[key] = patch
    gone = [key for key in old if key not in new]
    if not changed and not gone:
        return None
    return {"in": changed, "out": gone} if gone else {"in": changed}


def _key(element: object) -> ElementName | None:
    """Return the key and value that identify an element of a list; None if it has none."""
    if isinstance(element, dict):
        for key in KEYS:
            if isinstance(element.get(key), str | int):
                return key, element[key]
    return None


def _names(elements: Sequence[object]) -> list[tuple[str, str | int, int]]:
    """Return the name of each element of a list, with a number that distinguishes equal names."""
    seen: dict[ElementName, int] = {}
    names = []
    for one in elements:
        name = _key(one) or ("", json.dumps(one, sort_keys=True))
        seen[name] = seen.get(name, 0) + 1
        names.append((*name, seen[name]))
    return names


def _places(old: Sequence[object], new: Sequence[object]) -> list[int | None]:
    """Return, for each element of the new list, its index in the old one; None for a new element."""
    if len(old) == len(new) and [_key(one) for one in old] == [_key(one) for one in new]:
        return list(range(len(new)))
    names, places = _names(new), {name: at for at, name in enumerate(_names(old))}
    wanted = set(names)
    spare = [at for name, at in reversed(places.items()) if name not in wanted and not name[0]]
    return [places[name] if name in places else spare.pop() if spare and not name[0] else None for name in names]


def _lists(old: Sequence[object], new: Sequence[object]) -> Patch | None:
    parts: list[list[int] | PatchPart] = []
    for at, value in zip(_places(old, new), new, strict=True):
        if at is None:
            parts.append({"new": value})
        elif (patch := make_patch(old[at], value)) is not None:
            parts.append({"at": at, "to": patch})
        elif parts and isinstance(last := parts[-1], list) and sum(last) == at:
            last[1] += 1
        else:
            parts.append([at, 1])
    return None if parts == ([[0, len(old)]] if old else []) else {"list": parts}


def apply_patch(patch: Patch | None, old: Any) -> Any:
    """Apply a patch and return the result; `old` is not changed."""
    if patch is None:
        return old
    if "set" in patch:
        return patch["set"]
    if "in" in patch:
        kept = {key: value for key, value in old.items() if key not in patch.get("out", ())}
        return kept | {key: apply_patch(change, old.get(key)) for key, change in patch["in"].items()}
    made: list[object] = []
    for part in patch["list"]:
        if isinstance(part, list):
            made += old[part[0] : sum(part)]
        elif "at" in part:
            made.append(apply_patch(part["to"], old[part["at"]]))
        else:
            made.append(part["new"])
    return made
