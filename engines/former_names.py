"""Keeps former names working that users' code may import; using one causes a DeprecationWarning.

A table maps a former module or name to the present one, both as dotted names. The file `former_names.toml` of a package
is such a table.
"""

from __future__ import annotations

import importlib
import sys
import tomllib
import warnings
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType


class FormerNames(MetaPathFinder, Loader):
    """The former names of a package. While it is in `sys.meta_path`, importing a former module works.

    names : the present names, keyed by the former ones. modules : the entries of `names` that are modules.
    """

    def __init__(self, path: Path) -> None:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        self.modules: dict[str, str] = table["modules"]
        self.names: dict[str, str] = table["names"]

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec that loads a former module; None for any other name."""
        return ModuleSpec(fullname, self) if fullname in self.modules else None

    def exec_module(self, module: ModuleType) -> None:
        """Make a former module look up everything in the present one."""
        warn_of(module.__name__, self.modules[module.__name__])
        self.offer(module.__name__)

    def offer(self, module: str) -> None:
        """Make an imported module provide its contents under their former names too."""
        present = importlib.import_module(self.modules.get(module, module))

        def find(name: str) -> object:
            former = f"{module}.{name}"
            if former in self.names:
                warn_of(former, self.names[former])
                place, now = self.names[former].rsplit(".", 1)
                return getattr(importlib.import_module(place), now)
            if module in self.modules and not name.startswith("__"):
                return getattr(present, name)
            raise AttributeError(f"module {module!r} has no attribute {name!r}", name=name, obj=present)

        sys.modules[module].__getattr__ = find  # type: ignore[method-assign]  # as a module defines it (PEP 562)


def warn_of(former: str, now: str) -> None:
    """Warn the importing code that it uses a former name."""
    warnings.warn(f"{former} is now {now}.", DeprecationWarning, stacklevel=3)
