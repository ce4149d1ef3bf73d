"""Build the compiled engines: `python3 run.py compile`.

mypyc (a part of mypy) translates the modules listed in `compiling.modules` to C, and the C compiler of this machine
turns that into extension modules. They are put into `engines/.compiled` with a record of their sources.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from compiling import LIBRARY_NAME, WISH, modules, sources
from engines import compiled

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "compiled"
CONFIG = """[mypy]
python_version = 3.11
ignore_missing_imports = True
check_untyped_defs = True
disable_error_code = misc
"""


class BuildError(Exception):
    """The build failed; the text of the error is the line that is shown."""


def check_tools() -> None:
    """Raise BuildError if something that the build needs is missing."""
    try:
        import mypyc  # noqa: F401
        import setuptools  # noqa: F401
    except ImportError:
        raise BuildError("mypyc and setuptools are needed: python3 run.py setup") from None
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if os.name == "posix" and shutil.which(compiler) is None:
        raise BuildError(f"there is no C compiler ({compiler}). On Debian: apt-get install gcc")
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        raise BuildError("Python.h is missing. On Debian: apt-get install python3-dev")


def build_engines(games: Sequence[str], level: int = 3) -> int:
    """Build `games` (all by default) and return the number of compiled modules. Raises BuildError if it fails."""
    check_tools()
    noted = {
        path.relative_to(compiled.SOURCES).as_posix(): compiled.note_of_source(path)
        for path in sorted(compiled.SOURCES.rglob("*.py"))
    }
    paths = sources.copy_sources(compiled.SOURCES, WORK)
    ours = [path.as_posix() for path in paths if modules.is_compiled(path)]
    if games:
        ours = [path for path in ours if modules.library_of(path) in ("core", *games)]
    (WORK / "mypy.ini").write_text(CONFIG, encoding="utf-8")
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "compiling.extensions", str(level), *ours]
    done = subprocess.run(command, cwd=WORK, env=env, capture_output=True, text=True)
    (WORK / "build.log").write_text(done.stdout + done.stderr, encoding="utf-8")
    if done.returncode:
        raise BuildError(
            f"mypyc or the C compiler failed; see {WORK / 'build.log'}\n{_last(done.stdout + done.stderr)}"
        )
    shutil.rmtree(compiled.FOLDER, ignore_errors=True)
    compiled.FOLDER.mkdir()
    for path in (WORK / "lib").glob(f"*{EXTENSION_SUFFIXES[0]}"):
        shutil.copy(path, compiled.FOLDER)
    libraries = {
        path.removesuffix(".py").replace("/", "."): LIBRARY_NAME.format(modules.library_of(path)) for path in ours
    }
    record = {
        "suffix": EXTENSION_SUFFIXES[0],
        "modules": libraries,
        "sources": noted,
        "made_by": build_fingerprint(games, level),
    }
    compiled.RECORD.write_text(json.dumps(record, indent=0), encoding="utf-8")
    try_out()
    return len(ours)


def build_fingerprint(games: Sequence[str], level: int) -> str:
    """Return a fingerprint of the other inputs to a build: what was requested, and how it is made."""
    digest = hashlib.sha256(f"{sorted(games)} {level}".encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def is_current_build(games: Sequence[str], level: int) -> bool:
    """Return True if the existing build is the one that would be made."""
    if not compiled.read_build()[0]:
        return False
    made_by = json.loads(compiled.RECORD.read_bytes()).get("made_by")
    return bool(made_by == build_fingerprint(games, level))


TRIAL = """
import engines
for name in engines.names():
    state = engines.load(name).new(seed=1)
    for at in range(300):
        if state.result is None:
            state.apply(state.actions[at % len(state.actions)])
"""


def try_out() -> None:
    """Play a little of every game with the new build; if that fails, remove it and raise BuildError."""
    env = os.environ | {"TEBIKI_COMPILED": "1"}
    done = subprocess.run([sys.executable, "-c", TRIAL], cwd=ROOT, env=env, capture_output=True, text=True)
    if done.returncode:
        shutil.rmtree(compiled.FOLDER)
        raise BuildError(f"what was built does not play (exit code {done.returncode}).\n{done.stderr}")


def _last(log: str) -> str:
    """Return the lines of a log that show the error."""
    lines = [line for line in log.splitlines() if "error" in line.lower()]
    return "\n".join(lines[:10]) or log[-1000:]


def main() -> int:
    """Build, unless the existing build is current. The command line has games (all by default) and options.

    Options: --force always builds; --quick takes half the time but gives slower code, which is enough for tests;
    --check only reports what is in use.
    """
    os.environ["TEBIKI_COMPILED"] = WISH or ""
    if "--check" in sys.argv[1:]:
        print(compiled.describe_build(*compiled.read_build()))
        return 0
    games = [word for word in sys.argv[1:] if not word.startswith("-")]
    level = 0 if "--quick" in sys.argv[1:] else 3
    if "--force" not in sys.argv[1:] and is_current_build(games, level):
        print("The compiled build is there and fits.")
        return 0
    print("Compiling the engines (some minutes)", flush=True)
    start = time.monotonic()
    try:
        count = build_engines(games, level)
    except BuildError as error:
        print(f"Tebiki: {error}", file=sys.stderr)
        return 1
    print(f"{count} modules compiled in {time.monotonic() - start:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
