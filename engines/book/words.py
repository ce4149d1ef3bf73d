"""The catalogues of an engine's texts: one TOML file per language.

English is complete; other languages fall back to it.

The texts shared by all games are beside this module; a game's own files add to them, and may override them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import NamedTuple

from engines.book.rulebook import read_toml
from engines.errors import DataError, find_nearest

LANGUAGE: ContextVar[str] = ContextVar("language", default="en")
"""The language of all sentences. It is set only by the functions of `Game` and `State` that take a language."""


class InLanguage:
    """A context manager: within its block all sentences, and the sentences among their facts, are in one language."""

    __slots__ = ("before", "language")

    def __init__(self, language: str) -> None:
        self.language = language

    def __enter__(self) -> None:
        self.before = LANGUAGE.set(self.language)

    def __exit__(self, *_: object) -> None:
        LANGUAGE.reset(self.before)


CATALOGUE = "words.en.toml"
"""The file name of the English words."""

SHARED = Path(__file__).parent
"""The folder of the words that all games share."""


class _Number(int):
    """A whole number written with its noun: `{points:build point}` becomes "1 build point" or "3 build points"."""

    def __format__(self, noun: str) -> str:
        return f"{int(self)} {noun}{'' if self == 1 else 's'}" if noun else str(int(self))


def number_with_noun(number: int) -> int:
    """Return a number which a sentence can write together with its noun."""
    return _Number(number)


Say = Callable[..., str]
"""A function that returns the sentence of a key, filled in with facts."""


class Phrase(NamedTuple):
    """A key with its facts, to be formatted in a language chosen later. A phrase may itself be a fact of a sentence."""

    key: str
    facts: Mapping[str, object] = MappingProxyType({})


class Words:
    """Sentences and terms by key ("fact.upright.no", "step.MAIN.title"), in one or more languages.

    Parameters
    ----------
    folders : folders with `words.en.toml` (complete) and files such as `words.ja.toml` (perhaps incomplete). Later
        folders override earlier ones.
    """

    def __init__(self, *folders: Path) -> None:
        self.where = CATALOGUE  # the file to give in messages
        self.languages: dict[str, dict[str, str]] = {"en": {}}
        for folder in folders:
            for path in sorted(folder.glob("words.*.toml")):
                self.languages.setdefault(path.name.split(".")[1], {}).update(flatten_catalogue(read_toml(path)))

    def say(self, key: str, **facts: object) -> str:
        """Return the sentence `key` with `facts` filled in; card names and terms are in the language of the sentence.

        The language is `LANGUAGE`; if that language lacks the sentence, it is English, and so are its facts.
        `{points:build point}` is a number with its noun, in the plural unless it is 1; `{s}` is the plural ending for
        `count`. Raises DataError for an unknown key or fact.
        """
        return self.fill(key, facts)

    def fill(self, key: str, facts: Mapping[str, object]) -> str:
        """Return the sentence `key`, filled in with those of the facts that it uses; see `say`."""
        language = LANGUAGE.get()
        said = self.languages.get(language, {}).get(key)
        if not said and language != "en":
            with InLanguage("en"):
                return self.fill(key, facts)
        if said is None:
            raise self.missing(key)
        if "{" not in said:
            return said
        filled: list[str] = []
        try:
            for literal, name, spec in _pieces(said):
                filled.append(literal)
                if name == "s":
                    filled.append("" if facts["count"] == 1 else "s")
                elif name:
                    fact = facts[name]
                    if language != "en" or type(fact) is not str:
                        fact = self._fact(fact, language)
                    filled.append(format(fact, spec and self._spec(spec, language, facts)))
            return "".join(filled)
        except KeyError as error:
            what = f"sentence {key!r} asks for {error}, which is not given."
            raise DataError(self.where, what, f"Given: {', '.join(facts) or 'nothing'}.") from error

    def missing(self, key: str) -> DataError:
        """Return the error for a missing sentence; it shows the line to add, and the table to add it to."""
        table, _, name = key.partition(".")
        place = f"[{table}]" if self.where == CATALOGUE else f"[words.en.{table}]"
        near = find_nearest(key, self.languages["en"], 0.85)
        remedy = f'Add {name if name.isidentifier() else repr(name)} = "..." under {place}.'
        return DataError(
            self.where, f"there is no sentence {key!r}.", (f"Did you mean {near!r}? " if near else "") + remedy
        )

    def _spec(self, spec: str, language: str, facts: Mapping[str, object]) -> str:
        """Return the noun for a number; its template may contain facts."""
        return spec.format_map({name: self._fact(facts[name], language) for name in facts_of(spec)})

    def table(self, name: str) -> Say:
        """Return a function that formats the sentences of one table: `say("draw", count=2)`."""
        return lambda key, **facts: self.say(f"{name}.{key}", **facts)

    def listed(self, parts: Iterable[str], word: str = "and") -> str:
        """Join names, terms or parts of a sentence with commas and a final "and" or "or"."""
        return self.say(f"part.{word}.joint").join(str(self._fact(part, LANGUAGE.get())) for part in parts)

    def tell(self, phrase: Phrase) -> str:
        """Return the sentence for a phrase."""
        return self.fill(phrase.key, phrase.facts)

    def _fact(self, fact: object, language: str) -> object:
        if type(fact) is int:
            return _Number(fact)
        if type(fact) is Phrase:
            return self.tell(fact)
        if language == "en" or type(fact) is not str:
            return fact
        return self._card(fact, language) or self.term(f"term.{fact}", language) or fact

    def _card(self, name: str, language: str) -> str:
        """Return the name of a card in a language, with the English one if cards share it there; "" if it has none."""
        known = self.languages.get(language, {})
        found = known.get(f"card.{name}", "")
        shared = found and sum(text == found for key, text in known.items() if key.startswith("card.")) > 1
        return f"{found} ({name})" if shared else found

    def find(self, key: str, language: str | None = None) -> str:
        """Return the unfilled text of `key` in `language`, otherwise in English; "" for an unknown key.

        language : None for `LANGUAGE`.
        """
        return self.term(key, language or LANGUAGE.get()) or self.term(key)

    def one(self, text: str, language: str) -> str:
        """Translate an English term of the code into a language; without a translation it is returned unchanged."""
        return self.term(f"term.{text}", language) or text

    def term(self, key: str, language: str = "en") -> str:
        """Return the text of `key` in exactly this language; "" if there is none."""
        return self.languages.get(language, {}).get(key, "")

    def translations(self, key: str) -> dict[str, str]:
        """Return the texts of `key` in the languages other than English, by language; {} for an unknown key."""
        return {language: words[key] for language, words in self.languages.items() if language != "en" and key in words}

    def has(self, key: str) -> bool:
        """Return True if the English catalogue has `key`."""
        return key in self.languages["en"]

    def recognised(self, table: str, sentence: str) -> Phrase | None:
        """Return the phrase of `table` whose English sentence this is, with its facts; None if there is none."""
        for key, template in self.languages["en"].items():
            found = _pattern(template).fullmatch(sentence) if key.startswith(f"{table}.") else None
            if found:
                facts = found.groupdict()
                return Phrase(key, {name: int(fact) if fact.isdecimal() else fact for name, fact in facts.items()})
        return None

    def with_more(self, language: str, more: Mapping[str, str]) -> Words:
        """Return these words with additions to one language."""
        words = Words()
        words.where = self.where
        words.languages = {**self.languages, language: {**self.languages.get(language, {}), **more}}
        return words

    def with_names(self, prefix: str, named: Iterable[tuple[str, Mapping[str, str]]]) -> Words:
        """Return these words with the names of things in other languages, given as (name, name by language)."""
        words = self
        for name, names in named:
            for language, text in names.items():
                words = words.with_more(language, {prefix + name: text})
        return words

    def with_tables(self, tables: Mapping[str, Mapping[str, object]]) -> Words:
        """Return these words extended by a document that has one table per language."""
        words = self
        for language, table in tables.items():
            words = words.with_more(language, flatten_catalogue(table))
        return words

    def with_folder(self, folder: Path) -> Words:
        """Return these words extended by those in another folder, which override them."""
        words, other = self, Words(folder)
        for language, more in other.languages.items():
            words = words.with_more(language, more)
        return words


def flatten_catalogue(table: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    """Return a catalogue as a flat dict; its keys are those of the nested tables, joined by dots."""
    found: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            found |= flatten_catalogue(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = str(value)
    return found


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """Return a pattern that matches a sentence with any facts filled in."""
    source, named = "", set()
    for literal, name, spec, _ in Formatter().parse(template):
        source += re.escape(literal)
        if name == "s":
            source += "s?"
        elif name:
            source += f"(?P={name})" if name in named else f"(?P<{name}>{r'-?[0-9]+' if spec else '.+?'})"
            source += rf" {re.escape(spec)}s?" if spec else ""
            named.add(name)
    return re.compile(source)


@cache
def _pieces(template: str) -> tuple[tuple[str, str, str], ...]:
    """Split a sentence into pieces: a text, the name of the fact after it, and the fact's noun.

    Name and noun are "" in the last piece.
    """
    return tuple((literal, name or "", spec or "") for literal, name, spec, _ in Formatter().parse(template))


@cache
def facts_of(template: str) -> frozenset[str]:
    """Return the names of the facts that a sentence uses."""
    parsed = [(name, spec) for _, name, spec, _ in Formatter().parse(template) if name]
    return frozenset(name for name, _ in parsed).union(*(facts_of(spec) for _, spec in parsed if spec))
