"""The documents as a site: every page is in the contents, and Sphinx reports no warnings."""

import re
import subprocess
import sys

import pytest

from tests.tiers import ROOT

DOCS = ROOT / "docs"


def entries_of(page):
    """Return the pages to which the contents of a page lead."""
    text = page.read_text(encoding="utf-8")
    lines = (line for block in re.findall(r"```\{toctree\}\n(.*?)```", text, re.DOTALL) for line in block.splitlines())
    names = (re.sub(r".*<(.+)>", r"\1", line) for line in lines if line and not line.startswith(":"))
    return [(page.parent / f"{name}.md").resolve() for name in names]


def test_every_document_has_one_place_in_the_contents():
    pages = sorted(DOCS.rglob("*.md"))
    entries = [entry for page in pages for entry in entries_of(page)]
    assert sorted([*entries, DOCS / "index.md"]) == pages


@pytest.mark.slow
def test_sphinx_has_no_warnings(tmp_path):
    pytest.importorskip("sphinx", reason="requirements-docs.lock is installed by run.py docs, and by run.py test --all")
    words = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", str(DOCS), str(tmp_path)]
    made = subprocess.run(words, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    page = (tmp_path / "design.html").read_text(encoding="utf-8")
    assert 'href="cards.html"><span class="doc">Your own cards and decks</span>' in page
