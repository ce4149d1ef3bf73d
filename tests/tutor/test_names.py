"""Shared code names no game: what is specific to a game is in its data file; docstrings may use one as an example."""

import ast
from pathlib import Path

import engines
import tutor

FOLDER = Path(tutor.__file__).parent
SOURCES = sorted(path for kind in ("*.py", "*.js", "*.css") for path in FOLDER.rglob(kind))


def code(path):
    """Return the text of a file; for a Python file, without docstrings and comments."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return text
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = None
    return ast.unparse(tree)


def test_the_tutor_names_no_game():
    titles = [word.casefold() for name in engines.names() for word in (name, engines.load(name).title)]
    texts = {path: code(path).casefold() for path in SOURCES}
    assert [(path, word) for path, text in texts.items() for word in titles if word in text] == []


def test_a_name_would_be_found(tmp_path):
    path = tmp_path / "some.py"
    path.write_text('"""Like altaria."""\nNAME = "altaria"\n', encoding="utf-8")
    assert code(path).count("altaria") == 1
