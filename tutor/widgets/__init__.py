"""The browser side of Tebiki: small script and style files, joined into what a widget carries.

There is no build step. A script file holds plain top-level functions and no `import`; the last file
of a bundle ends with `export default { render }`, which is all that anywidget asks for.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def _joined(names: tuple[str, ...], suffix: str) -> str:
    """Return the named files one after another; FileNotFoundError names the one that is missing."""
    return "\n".join((FOLDER / f"{name}{suffix}").read_text(encoding="utf-8") for name in names)


def bundle(*names: str) -> str:
    """Join `<name>.js` files into one ES module.

    Lines that are only a comment, and the indentation, are dropped: the module travels with every
    widget instance. So a script must not rely on the spaces at the start of a line.
    """
    lines = (line.strip() for line in _joined(names, ".js").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"


def styles(*names: str) -> str:
    """Join `<name>.css` files into one style sheet, without the indentation."""
    lines = (line.strip() for line in _joined(names, ".css").splitlines())
    return "\n".join(line for line in lines if line) + "\n"
