"""The command line of `bundling`: builds the scripts; `--lint` checks them; `--check` finds a stale build."""

from __future__ import annotations

import sys

from bundling import BuildError, __doc__, build_widgets, describe_stale_build, lint_scripts


def main(arguments: list[str]) -> int:
    """Build the scripts; with `--lint`, check them; with `--check`, report whether the build is up to date."""
    if arguments == ["--check"]:
        print(describe_stale_build() or "The build fits its sources.")
        return bool(describe_stale_build())
    if arguments not in ([], ["--lint"]):
        print(__doc__)
        return 2
    try:
        lint_scripts() if arguments else build_widgets()
    except BuildError as error:
        print(f"Tebiki: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
