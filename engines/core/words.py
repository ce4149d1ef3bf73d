"""The catalogue of words an engine says: one TOML file a language, English complete, others falling back to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engines.core.errors import DataError
from engines.core.rulebook import read_toml


class _Number(int):
    """A whole number that is written with its noun: `{points:build point}` is "1 build point" or "3 build points"."""

    def __format__(self, noun: str) -> str:
        return f"{int(self)} {noun}{'' if self == 1 else 's'}" if noun else str(int(self))


class Words:
    """Sentences by key ("fact.upright"), in one or more languages.

    Parameters
    ----------
    folder : where `words.en.toml` (complete) and others like `words.ja.toml` (as far as they go) lie.
    """

    def __init__(self, folder: Path) -> None:
        self.languages = {
            path.name.split(".")[1]: _flat(read_toml(path)) for path in sorted(folder.glob("words.*.toml"))
        }
        if "en" not in self.languages:
            raise DataError(str(folder), "there is no words.en.toml.", "Every game needs its English words.")

    def say(self, key: str, language: str = "en", **facts: Any) -> str:
        """Return the sentence `key` with `facts` filled in.

        `{points:build point}` is a number with its noun, in the plural unless it is 1; `{s}` is the plural of `count`.
        Raises DataError for an unknown key or fact.
        """
        template = self.languages.get(language, {}).get(key) or self.languages["en"].get(key)
        if template is None:
            raise DataError("words.en.toml", f"there is no sentence {key!r}.", "Add it.")
        try:
            numbers = {name: _Number(fact) for name, fact in facts.items() if type(fact) is int}
            return template.format_map({"s": "" if facts.get("count") == 1 else "s"} | facts | numbers)
        except KeyError as error:
            raise DataError("words.en.toml", f"sentence {key!r} asks for {error}, which is not given.") from error

    def has(self, key: str) -> bool:
        """True if the English catalogue has `key`."""
        return key in self.languages["en"]


def _flat(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = str(value)
    return flat
