"""Run mypyc and the C compiler in the folder with the prepared sources; `compiling.__main__` starts this.

The arguments are the modules to compile. Each folder of `engines` becomes one library, so that they can be compiled
at the same time and a game loads only its own.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mypyc.build import mypycify
from setuptools import setup


def main(modules: list[str]) -> None:
    """Build `modules` into the folder `lib`."""
    everything = sorted(path.as_posix() for path in Path("engines").rglob("*.py"))
    folders = sorted({module.split("/")[1] for module in modules})
    groups = [([one for one in modules if one.split("/")[1] == folder], f"tebiki_{folder}") for folder in folders]
    extensions = mypycify(
        ["--config-file=mypy.ini", *everything],
        only_compile_paths=modules,
        separate=groups,
        opt_level=os.environ.get("TEBIKI_OPT_LEVEL", "1"),
        debug_level="0",
    )
    setup(
        name="tebiki-compiled",
        packages=[],
        ext_modules=extensions,
        script_args=["build_ext", "--build-lib", "lib", "--build-temp", "temp", "--parallel", str(os.cpu_count() or 1)],
    )


if __name__ == "__main__":
    main(sys.argv[1:])
