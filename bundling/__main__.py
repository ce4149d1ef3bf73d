"""The command line of `bundling`: build; with `--lint`, check; with `--check`, ask whether the build is fresh."""

from __future__ import annotations

import sys

from bundling import BuildError, __doc__, build, lint, stale


def main(arguments: list[str]) -> int:
    """Build; with `--lint`, check; with `--check`, say whether the build fits its sources."""
    if arguments == ["--check"]:
        print(stale() or "The build fits its sources.")
        return bool(stale())
    if arguments not in ([], ["--lint"]):
        print(__doc__)
        return 2
    try:
        lint() if arguments else build()
    except BuildError as error:
        print(f"Tebiki: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
