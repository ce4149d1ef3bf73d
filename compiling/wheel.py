"""Adds to a wheel what is not in its packages: the notebooks and, if they have been built, the compiled engines.

Run `python3 run.py compile`, then `uv build --wheel`. An editable installation finds both where they are.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WholeTebiki(BuildHookInterface):
    """Adds the notebooks and the libraries. With libraries, the wheel fits only this Python and kind of machine."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """List the additional files of the wheel, unless it is an editable one."""
        if version != "standard":
            return
        root = Path(self.root)
        pages = (path for path in (root / "notebooks").rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
        build_data["force_include"] |= {str(path): f"tutor/{path.relative_to(root).as_posix()}" for path in pages}
        built = root / "engines" / ".compiled"
        if (built / "build.json").exists():
            build_data.update(pure_python=False, infer_tag=True)
            build_data["force_include"] |= {str(file): f"engines/.compiled/{file.name}" for file in built.iterdir()}
