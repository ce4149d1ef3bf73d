"""Build the browser's scripts and styles: `python3 run.py scripts`.

Each widget's script becomes one file, made of the modules in `tutor/widgets/scripts`. Each style sheet in
`tutor/widgets/styles` is minified separately, because most of them belong to many widgets; `sheets.json` lists the
sheets that a widget's script imports, in order. The results are checked in (`tutor/widgets/built`), so that only people
who change a script need Node. A record of the sources is stored beside them, so that a forgotten build is noticed
without Node.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
WIDGETS = ROOT / "tutor" / "widgets"
SCRIPTS, STYLES, BUILT = WIDGETS / "scripts", WIDGETS / "styles", WIDGETS / "built"
BUILD_RECORD = BUILT / "build.json"
MODULES = ROOT / "node_modules"
SUFFIXES = (".js", ".css", ".json")
DATA_PROGRAM = "import still from {module}; process.stdout.write(JSON.stringify(still))"
"""Writes the signs and drawings on cards as data, for cards that Python draws."""
SITE = ("tutor/site/browser/*.js", "tutor/site/browser/*.mjs")
OURS = ("tutor/widgets/scripts", *SITE, "tests/scripts", "eslint.config.js")
OPTIONS = ("--minify", "--charset=utf8", "--target=chrome110,firefox115,safari16.4", "--log-level=warning")
MODULE_OPTIONS = ("--bundle", "--format=esm", "--loader:.css=empty")


class BuildError(Exception):
    """An error that the user has to fix; its text is the line that is shown."""


def fingerprint_files(files: Iterable[Path], folder: Path) -> str:
    """Return the fingerprint of some files, made from their paths inside `folder` and their contents."""
    found = hashlib.sha256()
    for path in sorted(files):
        found.update(path.relative_to(folder).as_posix().encode() + b"\0")
        found.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()


def fingerprint_build() -> dict[str, str]:
    """Return the fingerprints of the sources and of the files built from them."""
    sources = [path for folder in (SCRIPTS, STYLES) for path in folder.rglob("*") if path.suffix in SUFFIXES]
    lock = ROOT / "package-lock.json"
    return {
        "sources": fingerprint_files([*sources, lock], ROOT),
        "built": fingerprint_files(
            (path for path in BUILT.iterdir() if path.suffix in SUFFIXES and path != BUILD_RECORD), BUILT
        ),
    }


def describe_stale_build() -> str:
    """Return why the checked-in build does not match its sources; "" if it does."""
    if not BUILD_RECORD.exists():
        return "There is no build of the scripts."
    kept, now = json.loads(BUILD_RECORD.read_text(encoding="utf-8")), fingerprint_build()
    if kept["sources"] != now["sources"]:
        return "A script or style has changed since the last build: python3 run.py scripts"
    return "" if kept["built"] == now["built"] else "A built file was changed by hand: python3 run.py scripts"


def run_tool(name: str, *words: str) -> None:
    """Run one of the installed tools. Raises BuildError if it fails."""
    program = MODULES / ".bin" / (f"{name}.cmd" if os.name == "nt" else name)
    if subprocess.run([str(program), *words], cwd=ROOT).returncode:
        raise BuildError(f"{name} has found something.")


def bundle_scripts(into: Path) -> None:
    """Write all scripts, sheets and data into the folder `into`. Raises BuildError if esbuild or Node fails."""
    entries = list_sources(SCRIPTS, "*.js")
    parts = into / "parts.json"
    run_tool("esbuild", *entries, *OPTIONS, *MODULE_OPTIONS, f"--outdir={into}", f"--metafile={parts}")
    run_tool("esbuild", *list_sources(STYLES, "*.css"), *OPTIONS, f"--outdir={into}")
    modules = json.loads(parts.read_text(encoding="utf-8"))["inputs"]
    parts.unlink()
    write_json(into / "sheets.json", {Path(entry).stem: sheets_of(entry, modules) for entry in entries})
    program = DATA_PROGRAM.format(module=json.dumps((into / "still.js").as_uri()))
    made = subprocess.run(["node", "--input-type=module", "-e", program], capture_output=True, text=True)
    if made.returncode:
        raise BuildError("The drawings on cards cannot be written: " + made.stderr.strip().splitlines()[-1])
    (into / "still.js").unlink()
    for name, data in json.loads(made.stdout).items():
        write_json(into / f"{name}.json", data)


def list_sources(folder: Path, pattern: str) -> list[str]:
    """Return the files directly in a folder, by their paths in the project."""
    return sorted(path.relative_to(ROOT).as_posix() for path in folder.glob(pattern))


def sheets_of(entry: str, modules: dict[str, Any]) -> list[str]:
    """Return the names of the style sheets that a script imports, in the order of its imports.

    modules : the modules that esbuild read, by path. Raises BuildError if a module other than the script itself imports
    a sheet: the order of the sheets decides which rule wins, so it must be in one place.
    """
    imported = [one["path"] for one in modules[entry]["imports"]]
    for path, module in modules.items():
        if Path(path).parent != Path(entry).parent and any(one["path"].endswith(".css") for one in module["imports"]):
            raise BuildError(f"{path} imports a style sheet; only a widget's own script may.")
    return [Path(path).stem for path in imported if path.endswith(".css")]


def write_json(path: Path, data: Any) -> None:
    """Write data as indented JSON that is the same on every system."""
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")


def install_tools() -> None:
    """Install the tools for scripts into `node_modules`, unless they already match the lock file."""
    if not shutil.which("npm"):
        raise BuildError("Changing a script needs Node 20 or newer, with npm.")
    kept, lock = MODULES / ".tebiki.lock", (ROOT / "package-lock.json").read_bytes()
    if kept.exists() and kept.read_bytes() == lock:
        return
    if subprocess.run(["npm", "ci", "--ignore-scripts", "--loglevel=error"], cwd=ROOT).returncode:
        raise BuildError("Could not install the tools for scripts. Is there a network connection?")
    kept.write_bytes(lock)


def build_widgets() -> None:
    """Build all widgets and record their sources; also write the types of messages from their declarations."""
    from tutor.messages.typescript import PATH, write_types  # this imports all pages

    install_tools()
    PATH.write_text(write_types(), encoding="utf-8", newline="\n")
    with tempfile.TemporaryDirectory() as folder:
        bundle_scripts(Path(folder))
        shutil.rmtree(BUILT, ignore_errors=True)
        BUILT.mkdir()
        for made in Path(folder).iterdir():
            shutil.copy(made, BUILT)
    BUILD_RECORD.write_text(json.dumps(fingerprint_build(), indent=2) + "\n", encoding="utf-8", newline="\n")
    for path in sorted(BUILT.glob("*.*s*")):
        print(f"{path.stat().st_size:>7} {path.name}")


def lint_scripts() -> None:
    """Check the types (tsc), style (eslint) and layout (prettier) of the scripts. Raises BuildError for any finding."""
    install_tools()
    run_tool("tsc", "--project", ".")
    run_tool("eslint", *OURS)
    run_tool("prettier", "--check", "--log-level=warn", *OURS)
