"""Documents name only existing things: every code word in backticks is in the sources, every path in the tree."""

import ast
import re
import shlex
from functools import cache
from runpy import run_path

import click
import pytest

from tests.tiers import ROOT
from tutor.commands.cli import tebiki

MADE = {"modules.md", "coverage.md", "counter-rules.md"}
"""Documents that are written by the code."""
DOCUMENTS = [
    path
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
    if path.name not in MADE
]
FOLDERS = (
    "benchmarks", "binder", "browserlab", "bundling", "compiling", "docs", "engines", "notebooks", "releasing", "tests",
    "tutor",
)  # fmt: skip
TEXT = {".toml", ".js", ".mjs", ".ts", ".css", ".json", ".ipynb", ".html", ".j2", ".tpl"}
FOREIGN = {"DockerSpawner", "LocalProcessSpawner"}
"""Names of other libraries that only a document mentions."""
BUILT = {"engines/.compiled"}
"""Paths created by commands."""
HOLLOW = re.compile(r"<[^>]*>|\*|…|\.\.\.")
"""Placeholders in a path."""


@cache
def words_of_code():
    """Return every name and every short word in strings of the sources, and every word of data and scripts."""
    found = set()
    for path in (path for folder in FOLDERS for path in (ROOT / folder).rglob("*")):
        if "node_modules" in path.parts or ".ipynb_checkpoints" in path.parts or not path.is_file():
            continue
        found |= {path.name, path.stem}
        if path.suffix == ".py":
            found |= set(words_of_python(path))
        elif path.suffix in TEXT and path.stat().st_size < 400_000:
            found |= set(re.findall(r"[\w$-]+", path.read_text(encoding="utf-8")))
            found |= set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    return found | set(re.findall(r"[\w-]+", (ROOT / "pyproject.toml").read_text(encoding="utf-8")))


def words_of_python(path):
    """Yield the names in a module, and the words of its strings that are not prose."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for entry in ("id", "attr", "name", "arg", "asname"):
            if isinstance(word := getattr(node, entry, None), str):
                yield from word.split(".")
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 400:
            yield from re.findall(r"[\w-]+", node.value)
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from node.module.split(".")


def snippets(path):
    """Yield the texts in backticks within a line of a document."""
    text = re.sub(r"^( *)```.*?^\1```", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    yield from re.findall(r"`([^`\n]+)`", text)


def names_in(snippet):
    """Yield the names of code in a snippet: words with an underscore or dot, called words, and words alone."""
    if re.fullmatch(r"[A-Za-z_]\w*", snippet):
        yield snippet
    for word in re.findall(r"[A-Za-z_][\w.]*(?=\()|\b[A-Za-z]\w*(?:\.\w+)+|\b[a-z]\w*_\w+", snippet):
        if not re.search(r"\.(md|toml|py|js|json|ipynb|svg|css|jsonl|txt|mjs|ts|log|yml|whl)$", word):
            yield from word.strip(".").split(".")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_document_names_what_is_there(path):
    words = words_of_code() | FOREIGN
    stale = {name for snippet in snippets(path) for name in names_in(snippet) if len(name) > 2 and name not in words}
    assert stale == set()


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_path_in_a_document_leads_somewhere(path):
    missing = []
    for snippet in snippets(path):
        if (
            re.fullmatch(r"(engines|tutor|tests|docs|notebooks|benchmarks|compiling|binder)/[\w./<>*-]+", snippet)
            and snippet not in BUILT
        ):
            pattern = HOLLOW.sub("*", snippet).rstrip("/")
            if not any(ROOT.glob(pattern)) and not any(ROOT.glob(pattern + ".py")):
                missing.append(snippet)
    assert missing == []


def commands_in(path):
    """Yield the `tebiki` commands that a document shows, in a line or in a block."""
    text = path.read_text(encoding="utf-8")
    for typed in re.findall(r"`tebiki ([^`\n]+)`|^ *(?:\$ )?tebiki ([a-z][^\n#]*)", text, re.M):
        yield shlex.split(" ".join(typed).split(" #")[0])


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_command_in_a_document_is_there_with_its_options(path):
    missing = []
    for words in commands_in(path):
        command, known = tebiki, set()
        while isinstance(command, click.Group) and words:
            name, *words = words
            command = command.get_command(click.Context(command), name) or missing.append(name)
        if command:
            known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        missing += [word for word in words if word.startswith("--") and word.partition("=")[0] not in {*known, "--"}]
    assert missing == []


def test_the_drawing_shows_the_packages_of_today():
    drawing = run_path(str(ROOT / "docs" / "draw_architecture.py"))
    assert drawing["PICTURE"].read_text(encoding="utf-8") == drawing["draw"](), "Run: python docs/draw_architecture.py"
    drawn = {name for rows in drawing["ROWS"].values() for row in rows for name in row}
    packages = {path.parent.name for top in ("engines", "tutor") for path in (ROOT / top).glob("*/*.py")}
    assert packages - drawn - {"core"} == set()
