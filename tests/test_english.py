"""Counts phrases that read as if translated, in code and documents; the limits only go down."""

import re
from functools import cache

import pytest

from tests.tiers import ROOT

MADE = {"modules.md", "coverage.md", "counter-rules.md"}
FOLDERS = ("benchmarks", "browserlab", "bundling", "compiling", "engines", "releasing", "tests", "tutor")
LIMITS = {
    r"\bso many\b": 0,
    r"\b(?:is|are) told\b": 5,
    r"\bwhat [a-z_`' ]{1,30} comes? to\b": 0,
    r"\bof one's own\b": 0,
    r"\bone's own\b": 0,
    r"\bgo(?:es)? on\b": 21,
    r"\bstands? in\b": 10,
    r"\bas far as\b": 0,
    r"\bwhoever\b": 14,
    r"\bwhat of\b": 0,
    r"\bby itself\b": 5,
    r"\bnobody\b": 134,
    r"\(not [A-Z]{2,3}-R?\d": 0,
    r"\bwords of this (?:page|panel|maker)\b": 0,
    r"\bRaises [A-Z]\w+\.(?=[\"\s])": 1,
    r"\b(?:lies?) (?:face|open|in|on|under|beside|nowhere|there|above|below)\b": 36,
    r"\btells? nothing\b": 1,
    r"\bpieces? of line\b": 1,
    r"\bmade again\b": 0,
    r"\bagain and again\b": 2,
    r"\b[Tt]he exit code is\b": 0,
}
"""Maximum number of occurrences. Rules texts, lessons and words of games are not counted: there `nobody` is a word."""


@cache
def prose():
    """Return the sources and the hand-written documents, each as one line of text."""
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py") if path.name != "test_english.py"]
    paths += [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "run.py"]
    paths += [path for path in (ROOT / "docs").rglob("*.md") if path.name not in MADE]
    return [re.sub(r"\s+#?\s*", " ", path.read_text(encoding="utf-8")) for path in paths]


@pytest.mark.parametrize("pattern", LIMITS)
def test_a_phrase_grows_rarer(pattern):
    found = sum(len(re.findall(pattern, text, re.IGNORECASE)) for text in prose())
    assert found <= LIMITS[pattern]
