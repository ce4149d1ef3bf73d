"""The command line of the release check. It prints a table to sign off."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from releasing.archives import ROOT, ReleaseError, build_archives, check_metadata
from releasing.pythons import MINOR_VERSIONS, find_pythons
from releasing.trial import TrialResult, try_wheel


def main(arguments: list[str]) -> int:
    """Check a release and print the table. Return 1 if any check fails."""
    parser = argparse.ArgumentParser(prog="run.py release", description="Build a release and try it.")
    parser.add_argument("--python", action="append", default=[], metavar="PATH", help="try it with this Python")
    options = parser.parse_args(arguments)
    results: list[tuple[str, TrialResult]] = []

    def note(where: str, result: TrialResult) -> None:
        results.append((where, result))
        print(f"{where}: {result.what}: {'good' if result.good else 'FAILED'}; {result.remark}", flush=True)

    try:
        begun = time.monotonic()
        archives = source, wheel = build_archives(ROOT / "dist")
        sizes = ", ".join(f"{path.name} {path.stat().st_size / 1e6:.1f} MB" for path in archives)
        note("build", TrialResult("source archive and wheel", True, f"{time.monotonic() - begun:.1f} s, {sizes}"))
        check_metadata((source, wheel))
        note("build", TrialResult("metadata", True, ""))
    except ReleaseError as error:
        note("build", TrialResult("archives", False, str(error)))
        return show_table(results, ())
    pythons = find_pythons(options.python)
    for version, python in pythons.items():
        with tempfile.TemporaryDirectory(prefix="tebiki-release-") as folder:
            for result in try_wheel(python, wheel, Path(folder)):
                note(version, result)
    return show_table(results, [version for version in MINOR_VERSIONS if version not in pythons])


def show_table(results: Iterable[tuple[str, TrialResult]], missing: Iterable[str]) -> int:
    """Print the results as a Markdown table. Return the exit code, which is 1 if something failed."""
    rows = list(results)
    print("\n| where | what | result | |\n| --- | --- | --- | --- |")
    for where, (what, good, remark) in rows:
        first = (remark.splitlines() or [""])[0]
        print(f"| {where} | {what} | {'good' if good else 'FAILED'} | {first} |")
    for version in missing:
        print(f"| {version} | | not tried | this Python is not on this machine |")
    failed = [where for where, result in rows if not result.good]
    print(f"\n{'Not ready: see ' + ', '.join(dict.fromkeys(failed)) if failed else 'Ready.'}")
    return 1 if failed or len({where for where, _ in rows}) < 2 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
