"""The texts that learners read, in one catalogue per language: `en.toml` is complete, others may have gaps.

A group of pages may have its own folder with the same file names (`compare/en.toml`).
"""

from __future__ import annotations

import os
import tomllib
from functools import cache
from pathlib import Path

from tutor.navigation.links import page_query

FOLDER = Path(__file__).parent


@cache
def load_catalogue(language: str) -> dict[str, str]:
    """Return the texts of a language by key ("play.undo"); {} if the language has no file."""
    if language not in list_languages():
        return {}
    found: dict[str, str] = {}
    for path in (FOLDER / f"{language}.toml", *sorted(FOLDER.glob(f"*/{language}.toml"))):
        found |= _flat(tomllib.loads(path.read_text(encoding="utf-8")))
    return found


@cache
def list_languages() -> tuple[str, ...]:
    """Return the codes of the available languages."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def page_language() -> str:
    """Return the language of this page: `?lang=` in its address, else TEBIKI_LANGUAGE, else English."""
    wanted = page_query().get("lang") or os.environ.get("TEBIKI_LANGUAGE", "")
    return wanted if wanted in list_languages() else "en"


def format_message(key: str, language: str = "en", **facts: object) -> str:
    """Return the text of `key` with `facts` filled in; in English if the language does not have it.

    Raises KeyError if the key is unknown or a fact is missing.
    """
    template = load_catalogue(language).get(key) or load_catalogue("en")[key]
    return template.format_map(facts) if facts else template


def table_words(table: str, language: str = "en") -> dict[str, str]:
    """Return all texts of a table ("book") by the rest of their key, for a page that inserts them itself."""
    found = {key: text for key, text in load_catalogue("en").items() if key.startswith(f"{table}.")}
    found |= {key: text for key, text in load_catalogue(language).items() if key in found}
    return {key.removeprefix(f"{table}."): text for key, text in found.items()}


def bot_names() -> dict[str, str]:
    """Map the ids of the bots to their names in commands, which are the pages' names in lower case."""
    known = {key: text for key, text in table_words("strength").items() if not key.endswith("_text")}
    return {key: text.casefold() for key, text in known.items()}


def _flat(table: dict[str, object], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        flat |= _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: str(value)}
    return flat


def end_sentence(text: str) -> str:
    """Return a heading with a full stop, unless it already ends with punctuation."""
    return text if text.rstrip("”」").endswith((".", "?", "!", "。")) else f"{text}."


def capitalise_first(text: str) -> str:
    """Return a text with its first letter capitalised."""
    return text[:1].upper() + text[1:]
