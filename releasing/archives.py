"""Builds the source archive and the wheel, compares them, and checks their metadata."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
UV = Path(sys.executable).with_name("uv")
TWINE = "twine==7.0.0"


class ReleaseError(Exception):
    """A reason why a release must not go out; the message says what it is."""


def run_tool(*words: str | Path, cwd: Path = ROOT) -> str:
    """Run a command and return what it printed. Raises ReleaseError, with its last lines, if it fails."""
    made = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True)
    if made.returncode:
        last = "\n".join((made.stdout + made.stderr).strip().splitlines()[-15:])
        raise ReleaseError(f"{' '.join(map(str, words))} failed:\n{last}")
    return made.stdout


def build_archives(folder: Path) -> tuple[Path, Path]:
    """Build a source archive, and from it the wheel, and return both.

    Raises ReleaseError if a wheel built from the checkout differs: something in the source archive is missing or stale.
    """
    for old in [*folder.glob("*.whl"), *folder.glob("*.tar.gz")]:
        old.unlink()
    run_tool(UV, "build", "--quiet", "--out-dir", folder)
    run_tool(UV, "build", "--quiet", "--wheel", "--out-dir", folder / "checkout")
    [source], [wheel] = folder.glob("*.tar.gz"), folder.glob("*.whl")
    [direct] = (folder / "checkout").glob("*.whl")
    differing = differing_files(wheel, direct)
    direct.unlink()
    if differing:
        raise ReleaseError(f"The wheel of the source archive is another than that of the checkout: {differing[:5]}")
    return source, wheel


def differing_files(one: Path, other: Path) -> list[str]:
    """Return the files that differ between two wheels, or that only one of them has."""
    contents = []
    for wheel in (one, other):
        with zipfile.ZipFile(wheel) as packed:
            contents.append({(entry.filename, entry.CRC) for entry in packed.infolist()})
    return sorted({name for name, _ in contents[0] ^ contents[1]})


def check_metadata(archives: tuple[Path, ...]) -> None:
    """Raise ReleaseError unless both archives can be published and the version is the same everywhere."""
    run_tool(UV, "tool", "run", TWINE, "check", "--strict", *archives)
    versions = stated_versions()
    if len({*versions.values()}) > 1:
        raise ReleaseError(f"The version differs: {versions}")


def stated_versions() -> dict[str, str]:
    """Return the version that each file states; for the changes, the newest one."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = {"pyproject.toml": str(project["version"])}
    for name, pattern in (("CHANGELOG.md", r"^## (\S+)"), ("CITATION.cff", r"^version: (\S+)")):
        stated = re.search(pattern, (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
        found[name] = stated[1] if stated else ""
    return found
