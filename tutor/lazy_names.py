"""Names of a package that are imported on first use.

They are declared once, as imports in the package's stub file, which type checkers and editors also read.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from importlib import import_module
from pathlib import Path


def offer_names(package: str, file: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` for a package whose stub file is beside `file`.

    >>> __getattr__, __dir__, __all__ = offer_names(__name__, __file__)
    """
    places = read_stub(Path(file).with_suffix(".pyi"))
    names = sorted(places)

    def get_name(name: str) -> object:
        if name not in places:
            near = "" if is_module(Path(file).parent, name) else nearest_name(name, names)
            meant = f". Did you mean {near!r}?" if near else ""
            raise AttributeError(f"module {package!r} has no attribute {name!r}{meant}", name=name)
        module, original = places[name]
        return getattr(import_module(module), original)

    return get_name, lambda: names, names


def is_module(folder: Path, name: str) -> bool:
    """Return True for a module of the package, for which Python asks here before importing it."""
    return name.startswith("_") or (folder / name).is_dir() or (folder / f"{name}.py").exists()


def nearest_name(name: str, names: list[str]) -> str:
    """Return the offered name that is closest to a misspelt one; "" if none is close."""
    from engines.errors import find_nearest  # only a misspelt name needs the engines

    return find_nearest(name, names)


def read_stub(path: Path) -> dict[str, tuple[str, str]]:
    """Map each name in a stub to the module from which it is imported, and its name there."""
    imports = [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.ImportFrom)]
    return {one.asname or one.name: (str(node.module), one.name) for node in imports for one in node.names}
