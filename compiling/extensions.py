"""Run mypyc and the C compiler in the folder with the prepared sources; `compiling.__main__` starts this.

The arguments are how hard the C compiler tries (0 to 3), and the modules to compile. Each folder of `engines` becomes
one library, so that they can be compiled at the same time and a game loads only its own.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mypyc.build import mypycify
from setuptools import Extension, setup

from compiling import LIBRARY


def main(level: str, modules: list[str]) -> None:
    """Build `modules` into the folder `lib`."""
    everything = sorted(path.as_posix() for path in Path("engines").rglob("*.py"))
    folders = sorted({module.split("/")[1] for module in modules})
    groups: list[tuple[list[str], str | None]] = [
        ([one for one in modules if one.split("/")[1] == folder], f"tebiki_{folder}") for folder in folders
    ]
    extensions = mypycify(
        ["--config-file=mypy.ini", *everything],
        only_compile_paths=modules,
        separate=groups,
        opt_level=level,
        debug_level="0",
    )
    setup(
        name="tebiki-compiled",
        packages=[],
        ext_modules=sorted((_joined(folder, extensions) for folder in folders), key=_size, reverse=True),
        script_args=["build_ext", "--build-lib", "lib", "--build-temp", "temp", "--parallel", str(os.cpu_count() or 1)],
    )


def _size(library: Extension) -> int:
    """Return how much there is to compile: what takes longest is begun first, so that no processor waits for it."""
    return sum(Path(source).stat().st_size for source in library.sources)


def _joined(folder: str, extensions: list[Extension]) -> Extension:
    """Return the library of a folder with the entries of its modules in it, which mypyc makes a file each."""
    library = next(one for one in extensions if one.name == LIBRARY.format(folder))
    lines = []
    for one in extensions:
        if one.name.startswith(f"engines.{folder}."):
            (source,) = one.sources
            unique = "PyInit___init___" + one.name.replace(".", "_")
            lines += [f"#define PyInit___init__ {unique}", f'#include "{Path(source).absolute().as_posix()}"']
            lines.append("#undef PyInit___init__")
    entries = Path("build") / f"entries_{folder}.c"
    entries.write_text("\n".join(lines) + "\n", encoding="utf-8")
    library.sources.append(entries.as_posix())
    return library


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
