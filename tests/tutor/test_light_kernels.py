"""What a page's kernel imports: nothing of the server, whose libraries take seconds to be read."""

import ast
import subprocess
import sys
from pathlib import Path

import tutor

HEAVY = ("jupyter_server", "jupyterlab_server", "voila", "nbconvert", "jsonschema", "tutor.app.guard")
"""Libraries of the server; `jsonschema` alone takes two seconds."""


def imported(name):
    """Return the modules that the functions of one of our modules import when they are called."""
    tree = ast.parse(Path(tutor.__file__).with_name(name).read_text(encoding="utf-8"))
    found = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    return sorted(one for one in found if one.startswith("tutor."))


def test_no_page_loads_the_server():
    modules = imported("pages.py") + imported("parts.py")
    assert "tutor.classroom.report_page" in modules
    assert len(modules) > 20
    code = f"""
import importlib, sys
for name in {modules!r}:
    importlib.import_module(name)
    heavy = [one for one in {HEAVY!r} if one in sys.modules]
    assert not heavy, f"{{name}} imports {{heavy}}"
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-800:]
