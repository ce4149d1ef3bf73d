"""The imports of a page's kernel: nothing of the server, whose libraries take seconds to load."""

import subprocess
import sys
from pathlib import Path

import pytest

import tutor
from tutor.lazy_names import read_stub

HEAVY = ("jupyter_server", "jupyterlab_server", "voila", "nbconvert", "jsonschema", "tutor.app.guard")
"""Libraries of the server; `jsonschema` alone takes two seconds."""


OFFERED = read_stub(Path(tutor.__file__).with_suffix(".pyi"))


def test_every_name_that_tutor_offers_is_there_and_explained():
    assert set(OFFERED) == set(tutor.__all__) == set(dir(tutor))
    for name in tutor.__all__:
        assert getattr(tutor, name).__doc__.startswith("Return"), name
    with pytest.raises(AttributeError, match="'tutor' has no attribute 'nothing'"):
        _ = tutor.nothing


def test_no_page_loads_the_server():
    modules = sorted({module for module, _ in OFFERED.values()})
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
