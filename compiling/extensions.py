"""Runs mypyc and the C compiler in the folder with the prepared sources; `compiling.__main__` starts it.

The arguments are the optimisation level of the C compiler (0 to 3) and the modules to compile. The modules shared by
all games become one library, and so does each game. The libraries are compiled in parallel, and a game loads only its
own.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mypyc.build import mypycify
from setuptools import Extension, setup

from compiling import LIBRARY_NAME
from compiling.modules import library_of


def main(level: str, modules: list[str]) -> None:
    """Build `modules` into the folder `lib`."""
    everything = sorted(path.as_posix() for path in Path("engines").rglob("*.py"))
    libraries: dict[str, list[str]] = {}
    for module in modules:
        libraries.setdefault(library_of(module), []).append(module)
    groups: list[tuple[list[str], str | None]] = [(some, f"tebiki_{name}") for name, some in libraries.items()]
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
        ext_modules=sorted(
            (_joined(name, some, extensions) for name, some in libraries.items()), key=_size, reverse=True
        ),
        script_args=["build_ext", "--build-lib", "lib", "--build-temp", "temp", "--parallel", str(os.cpu_count() or 1)],
    )


def _size(library: Extension) -> int:
    """Return the amount of code to compile. The largest library is started first, so that no processor idles."""
    return sum(Path(source).stat().st_size for source in library.sources)


def _joined(name: str, modules: list[str], extensions: list[Extension]) -> Extension:
    """Return a library that contains the modules which mypyc would otherwise write to separate files."""
    library = next(one for one in extensions if one.name == LIBRARY_NAME.format(name))
    lines, own = [], {module.removesuffix(".py").replace("/", ".") for module in modules}
    for one in extensions:
        if one.name in own:
            (source,) = one.sources
            unique = "PyInit___init___" + one.name.replace(".", "_")
            lines += [f"#define PyInit___init__ {unique}", f'#include "{Path(source).absolute().as_posix()}"']
            lines.append("#undef PyInit___init__")
    entries = Path("build") / f"entries_{name}.c"
    entries.write_text("\n".join(lines) + "\n", encoding="utf-8")
    library.sources.append(entries.as_posix())
    return library


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
