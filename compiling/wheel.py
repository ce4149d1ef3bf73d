"""Put the compiled engines into a wheel, if they have been built: `python3 run.py compile`, then `uv build --wheel`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledEngines(BuildHookInterface):
    """Adds the libraries to the wheel, which is then one for this Python and this kind of machine."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the libraries of a wheel that is not an editable one."""
        built = Path(self.root, "engines", ".compiled")
        if version == "standard" and (built / "build.json").exists():
            build_data.update(pure_python=False, infer_tag=True)
            build_data["force_include"] |= {str(file): f"engines/.compiled/{file.name}" for file in built.iterdir()}
