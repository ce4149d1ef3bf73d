#!/usr/bin/env python3
"""Set up, start and test Tebiki from a fresh clone, with nothing but Python 3.11 or newer.

python3 run.py app [options]    start the app (sets itself up the first time)
python3 run.py class [NAME]     start the app for a class (the same; options as for `tebiki class`)
python3 run.py test             run the tests: unit tests, notebooks, the app in a browser; a fixed sample of each large
                                family of cases
python3 run.py test --changed [BASE]    also run every case affected by the changes since BASE (default: since the
                                branch left main)
python3 run.py test --all [--shard K/4]   run every case, in four shards one after another, or only one of them
python3 run.py test --quick     for everyday use: the engines, with each law on one position in thirty
python3 run.py test [options]   run some tests with every case; options go to pytest
python3 run.py setup            create .venv with everything for running and testing
python3 run.py compile          compile the engines, which makes play-outs, bots and proofs faster
python3 run.py lint             run ruff and mypy, and for the scripts tsc, eslint and prettier
python3 run.py scripts          build the browser's scripts and styles, after a change in tutor/widgets (needs Node)
python3 run.py docs [DIR]       build the documents as a site (default: dist/docs)
python3 run.py lite [DIR]       build the notebooks with JupyterLab for the browser (default: dist/lab)
python3 run.py release          build a release, check its metadata, and try it on every Python of this machine
python3 run.py lock [options]   regenerate the lock files; options, such as --upgrade, go to uv

Everything is installed into `.venv` beside this file, from the two lock files, and every file is checked against its
hash. A stamp records what was installed, so that later starts take no time.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
UV = "uv==0.13.8"
RUN_LOCK, TEST_LOCK = ROOT / "requirements.lock", ROOT / "requirements-dev.lock"
LITE_LOCK, BROWSER_LOCK = ROOT / "requirements-lite.lock", ROOT / "requirements-browser.lock"
"""The lock files of what builds JupyterLab for the browser, and of what runs there."""
FRONT_ENDS = ("jupyterlab-widgets", "widgetsnbextension")
"""Packages whose Python parts are not needed in the browser, since the page has their scripts."""
DOCS_LOCK = ROOT / "requirements-docs.lock"
"""The lock file of what is installed, in addition to TEST_LOCK, to build a site from the documents."""
BINDER_LOCK = ROOT / "binder" / "requirements.txt"
RUN_EXTRAS = ("class", "measure")
"""The extras that a clone installs in addition to the dependencies, so that every page works."""
CORES = max(2, min(os.cpu_count() or 2, 8))
WORKERS = CORES + 1
"""The number of test processes.

It exceeds the number of cores, since a browser test waits about as much as it works.
"""
GROUPS = ("-n", str(WORKERS), "--dist", "loadscope")
STALLED = ("--reruns", "1", "--only-rerun", "Timeout 30000ms exceeded", "--only-rerun", "Kernel died before replying")
"""A test whose browser did nothing for half a minute, or whose kernel could not be started, is run once more, and the
summary lists it; any other failure is final.
"""
EVERYTHING = (*GROUPS, *STALLED, "-p", "tests.early", "-p", "nbval", "--nbval-lax", "--nbval-current-env")
EVERYDAY = (*GROUPS, "-m", "not slow", "tests/engines")
QUICK = "TEBIKI_QUICK"
SHARDS = 4


class SetupError(Exception):
    """A problem that the user has to correct. Its text is the one line that is shown."""


def environment() -> dict[str, str]:
    """Return the environment for child processes: this `.venv`, with compiled bytecode allowed."""
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONDONTWRITEBYTECODE", "PYTHONHOME")}
    env["VIRTUAL_ENV"] = str(VENV)
    env["PATH"] = str(BIN) + os.pathsep + env.get("PATH", "")
    return env


def run(*command: str | Path, failure: str) -> None:
    """Run one command in the project folder. Raises SetupError with the text `failure` if the command fails."""
    if subprocess.run([str(part) for part in command], cwd=ROOT, env=environment()).returncode:
        raise SetupError(failure)


def wanted(lock: Path) -> str:
    """Return a fingerprint of everything that determines what an installation of `lock` contains."""
    digest = hashlib.sha256(f"{sys.version_info[:2]} {ROOT} {UV}".encode())
    copied = (path for path in sorted((ROOT / "tutor" / "app" / "voila").rglob("*")) if path.is_file())
    for path in (RUN_LOCK, lock, ROOT / "pyproject.toml", *copied):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def stamp(lock: Path) -> Path:
    """Return the path of the file that stores the fingerprint of the installed `lock`."""
    return VENV / f"{lock.stem}.stamp"


def installed(lock: Path) -> bool:
    """Return True if `.venv` already contains exactly the packages that `lock` requires."""
    return stamp(lock).exists() and PYTHON.exists() and stamp(lock).read_text() == wanted(lock)


def make_venv() -> None:
    """Create `.venv` and install uv there, unless they exist."""
    if not PYTHON.exists():
        try:
            import ensurepip  # noqa: F401
            import venv  # noqa: F401
        except ImportError:
            raise SetupError("This Python has no venv module. On Debian: apt-get install python3-venv") from None
        print("Tebiki: making .venv", flush=True)
        run(sys.executable, "-m", "venv", VENV, failure="Could not make .venv. Remove the folder and try again.")
    # By our package.json, Node takes every script below for an ES module, but that of JupyterLab's builder is not one.
    (VENV / "package.json").write_text('{"type": "commonjs"}\n', encoding="ascii")
    pip = (PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", UV)
    run(*pip, failure=f"Could not install {UV}. Is there a network connection? If so, remove .venv and try again.")


def setup(lock: Path) -> None:
    """Update `.venv` to what `lock` requires, with the project itself installed as editable."""
    if installed(lock):
        return
    make_venv()
    print(f"Tebiki: installing {lock.name} (once, about half a minute)", flush=True)
    install = (BIN / "uv", "pip", "install", "--quiet", "--python", PYTHON)
    checked = ("--require-hashes", "--compile-bytecode", "--requirements", lock)
    run(*install, *checked, failure="Could not install the requirements. Is there a network connection?")
    itself = ("--no-deps", "--no-build-isolation", "--editable", ROOT)
    run(*install, *itself, failure="Could not install the project itself. See the message above.")
    stamp(lock).write_text(wanted(lock))
    if lock == TEST_LOCK:
        stamp(RUN_LOCK).write_text(wanted(RUN_LOCK))


def lock_requirements(options: list[str]) -> None:
    """Write the lock files from pyproject.toml (for any platform, Python 3.11 and newer)."""
    make_venv()
    compile_lock = (
        BIN / "uv",
        "pip",
        "compile",
        "--quiet",
        "--universal",
        "--python-version",
        "3.11",
        "--fork-strategy",
        "fewest",
        "--no-emit-index-url",
        "--no-header",
    )
    extras = (word for extra in RUN_EXTRAS for word in ("--extra", extra))
    resolve = (*compile_lock, "--group", "pyproject.toml:build", *extras, "pyproject.toml")
    docs = (*compile_lock, "--group", "pyproject.toml:docs", "--constraint", TEST_LOCK)
    same = ("--constraint", RUN_LOCK)
    failure = "Could not resolve the requirements. See the message above."
    run(*resolve, *options, "--generate-hashes", "--output-file", RUN_LOCK, failure=failure)
    run(
        *resolve,
        *options,
        "--generate-hashes",
        "--extra",
        "test",
        *same,
        "--output-file",
        TEST_LOCK,
        failure=failure,
    )
    run(*resolve, *same, "--no-annotate", "--output-file", BINDER_LOCK, failure=failure)
    run(*docs, *options, "--generate-hashes", "--output-file", DOCS_LOCK, failure=failure)
    lite = (*compile_lock, "--group", "pyproject.toml:lite", *same)
    run(*lite, *options, "--generate-hashes", "--output-file", LITE_LOCK, failure=failure)
    browser = ["3.14" if word == "3.11" else word for word in compile_lock if word != "--universal"]
    browser += ["--python-platform", "wasm32-pyodide2024", "--group", "pyproject.toml:browser", *map(str, same)]
    browser += [word for name in FRONT_ENDS for word in ("--no-emit-package", name)]
    run(*browser, *options, "--generate-hashes", "--output-file", BROWSER_LOCK, failure=failure)


def build_docs(folder: Path) -> None:
    """Build the documents as a site from scratch; a warning is an error."""
    strict = ("--quiet", "--fresh-env", "--fail-on-warning", "--keep-going")
    trees = ("--doctree-dir", ROOT / "build" / "doctrees")
    run(PYTHON, "-m", "sphinx", *strict, *trees, ROOT / "docs", folder, failure="The documents have warnings.")
    print(f"The documents are in {folder}. Open index.html.")


def exec_command(*command: str | Path) -> int:
    """Replace this program by a command, so that signals reach the command.

    Where that is impossible, return its exit code.
    """
    words = [str(part) for part in command]
    os.chdir(ROOT)
    if os.name == "posix":
        os.execve(words[0], words, environment())
    return subprocess.run(words, env=environment()).returncode


def test(options: list[str]) -> int:
    """Run the tests selected by the options and return the exit code. tests/tiers.py defines the tiers."""
    pytest = (PYTHON, "-m", "pytest")
    way, more = (options[0], options[1:]) if options else ("", [])
    if way == "--quick":
        os.environ[QUICK] = "1"
        return exec_command(*pytest, *EVERYDAY, *more)
    if way == "--changed":
        base = more.pop(0) if more and not more[0].startswith("-") else ""
        return exec_command(*pytest, *EVERYTHING, f"--changed={base}", *more)
    if way == "--all":
        setup(DOCS_LOCK)
    if way == "--all" and more[:1] == ["--shard"]:
        return exec_command(*pytest, *EVERYTHING, *more)
    if way == "--all":
        codes = [run_shard(number, more) for number in range(1, SHARDS + 1)]
        return next((code for code in codes if code), 0)
    return exec_command(*pytest, *(options or (*EVERYTHING, "--sample")))


def run_shard(number: int, options: list[str]) -> int:
    """Run one shard of all tests, and return the exit code."""
    print(f"Tebiki: shard {number} of {SHARDS}", flush=True)
    words = (PYTHON, "-m", "pytest", *EVERYTHING, f"--shard={number}/{SHARDS}", *options)
    return subprocess.run([str(word) for word in words], cwd=ROOT, env=environment()).returncode


def main(arguments: list[str]) -> int:
    """Carry out a command line, and return the exit code."""
    if sys.version_info < (3, 11):
        raise SetupError(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")
    command, options = (arguments[0], arguments[1:]) if arguments else ("help", [])
    if command == "app":
        setup(RUN_LOCK)
        return exec_command(PYTHON, "-m", "tutor.app", *options)
    if command == "class":
        setup(RUN_LOCK)
        return exec_command(PYTHON, "-m", "tutor.commands.cli", "class", *options)
    if command == "test":
        setup(TEST_LOCK)
        return test(options)
    if command == "setup":
        setup(TEST_LOCK)
        print("Tebiki is set up. Start it with: python3 run.py app")
        return 0
    if command == "lint":
        setup(TEST_LOCK)
        run(PYTHON, "-m", "ruff", "check", ".", failure="ruff has found something.")
        run(PYTHON, "-m", "mypy", failure="mypy has found something.")
        if not shutil.which("npm"):
            print("There is no Node on this machine, so the scripts are not checked.")
            return 0
        return exec_command(PYTHON, "-m", "bundling", "--lint")
    if command == "scripts":
        setup(TEST_LOCK)
        return exec_command(PYTHON, "-m", "bundling", *options)
    if command == "compile":
        setup(TEST_LOCK)
        return exec_command(PYTHON, "-m", "compiling", *options)
    if command == "docs":
        setup(TEST_LOCK)
        setup(DOCS_LOCK)
        build_docs(Path(options[0]).absolute() if options else ROOT / "dist" / "docs")
        return 0
    if command == "lite":
        setup(TEST_LOCK)
        return exec_command(PYTHON, "-m", "browserlab", *options)
    if command == "release":
        setup(TEST_LOCK)
        return exec_command(PYTHON, "-m", "releasing", *options)
    if command == "lock":
        lock_requirements(options)
        return 0
    print(__doc__)
    return 0 if command in ("help", "--help", "-h") else 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except SetupError as error:
        sys.exit(f"Tebiki: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
