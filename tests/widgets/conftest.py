"""The sample stages of `samples.py`, for every test in this folder."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def samples() -> dict[str, Any]:
    """Return sample name -> everything one Stage needs."""
    spec = importlib.util.spec_from_file_location("stage_samples", Path(__file__).with_name("samples.py"))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {name: make() for name, make in module.SAMPLES.items()}
