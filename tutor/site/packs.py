"""Collects the Python code that the browser runs: Tebiki's modules and data, its libraries, the standard library."""

from __future__ import annotations

import gzip
import io
import json
import re
import shutil
import struct
import subprocess
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from anywidget._version import _ANYWIDGET_SEMVER_VERSION, __version__

from tutor.navigation.links import MY_CARDS_PAGE, PAGES_FOLDER, TUTOR_FOLDER, bundled_project, is_for_learners
from tutor.site.pyodide_files import STANDARD_LIBRARY, SiteError

BROWSER = Path(__file__).with_name("browser")
ENGINES = TUTOR_FOLDER.parent / "engines"
LIBRARIES = ("anywidget", "comm", "fsrs", "ipywidgets", "traitlets")
"""The distributions that pages import, copied from this installation without compiled extensions.

Small modules in `browser` replace what these libraries themselves import.
"""
LATE_LIBRARIES = ("networkx",)
"""Libraries that few pages import. Each has its own pack, which is loaded on the first import."""
LIBRARY_FILE = re.compile(
    r"(?!.*(^|/)(tests?|testing|drawing/tests)/|traitlets/config/|anywidget/_version\.py"
    r"|ipywidgets/widgets/(interaction|widget_(?!box|core|layout|style)\w+)\.py).*\.py"
)
"""Matches the library files to copy: no tests and, from ipywidgets, only the widgets that pages use."""
NOT_PACKED = re.compile(
    r".*(/__pycache__/|\.pyc$|\.so$|\.pyd$)"
    r"|tutor/(app|notebooks|site|widgets/scripts|widgets/styles)/.*|tutor/(qr|matches/(terminal|lookup)|classroom/ask_page)\.py"
    r"|tutor/class_server/(?!members\.py).*"
    r"|tutor/commands/(?!new_game\.py|skeleton/).*"
)
"""Matches parts of engines and tutor that no page in the browser needs: servers, commands, sources of scripts."""
UNUSED_LIBRARY = re.compile(
    r"(_pyrepl|multiprocessing|sqlite3|unittest|wsgiref|xmlrpc|ensurepip|curses|dbm|venv|__phello__|idlelib)/.*"
    r"|(pydoc|doctest|p?db|bdb|cmd|code|c?[pP]rofile|pstats|trace|timeit|tarfile|turtle|mailbox|imaplib|smtplib|poplib"
    r"|ftplib|nntplib|telnetlib|optparse|pickletools|plistlib|modulefinder|pyclbr|tabnanny|wave|compileall|fileinput"
    r"|filecmp|shelve|socketserver|netrc|symtable|sched|rlcompleter|zipapp|antigravity|this)\.py"
    r"|encodings/(cp(?!437|1252)\w+|mac_\w+|iso\w+|koi\w+|big5\w*|euc_\w+|gb\w+|hz|johab|ptcp154|kz1048|shift_jis\w*"
    r"|tis_620|hp_roman8|palmos)\.py"
)
"""Matches parts of the standard library that are left out, because neither Pyodide nor any page imports them."""
NOT_IN_BROWSER = re.compile(r"compare/metrics|classroom/house_rules|\w+/build")
"""Matches learners' pages that need numpy, a thread, or IPython."""


def list_pages() -> list[str]:
    """Return the notebooks that are pages of the site, as paths in the notebooks folder.

    They are the learners' pages, and the page of the user's own cards, which learners in a class cannot open.
    """
    folder = notebooks_folder()
    found = [path.relative_to(folder).as_posix() for path in folder.rglob("*.ipynb")]
    wanted = [page for page in found if is_for_learners(page) or page == MY_CARDS_PAGE]
    return sorted(page for page in wanted if not NOT_IN_BROWSER.match(page))


def notebooks_folder() -> Path:
    """Return the notebooks folder. Raises SiteError if there is none."""
    folder = bundled_project()
    if folder is None:
        raise SiteError(f"There are no {PAGES_FOLDER} beside this package.")
    return folder / PAGES_FOLDER


def copy_project(into: Path) -> None:
    """Copy engines, tutor and the pages' notebooks into a folder."""
    for package in (ENGINES, TUTOR_FOLDER):
        for path in package.rglob("*"):
            name = path.relative_to(package.parent).as_posix()
            if path.is_file() and not NOT_PACKED.fullmatch(name):
                copy_file(path, into / name)
    for page in list_pages():
        copy_file(notebooks_folder() / page, into / PAGES_FOLDER / page)


def copy_libraries(into: Path) -> None:
    """Copy the Python files of installed libraries, and the replacements for others, into a folder.

    Raises SiteError if a library is not installed.
    """
    for name in (*LIBRARIES, *LATE_LIBRARIES):
        try:
            files = distribution(name).files or []
        except PackageNotFoundError:
            raise SiteError(f"{name} is not installed here. Run: python3 run.py setup") from None
        for file in files:
            if LIBRARY_FILE.fullmatch(file.as_posix()):
                part = name if name in LATE_LIBRARIES else "libraries"
                copy_file(Path(str(file.locate())), into / part / file.as_posix())
    version = f"__version__ = {__version__!r}\n_ANYWIDGET_SEMVER_VERSION = {_ANYWIDGET_SEMVER_VERSION!r}\n"
    (into / "libraries" / "anywidget" / "_version.py").write_text(version, encoding="utf-8")
    (into / "libraries" / "late.json").write_text(json.dumps(LATE_LIBRARIES), encoding="utf-8")
    for path in BROWSER.rglob("*.py"):
        copy_file(path, into / "libraries" / path.relative_to(BROWSER))


def copy_standard_library(pyodide: Path, into: Path) -> None:
    """Unpack the part of Pyodide's standard library that pages need into a folder."""
    with zipfile.ZipFile(pyodide / STANDARD_LIBRARY) as packed:
        for name in packed.namelist():
            if not UNUSED_LIBRARY.fullmatch(name):
                packed.extract(name, into)


def compile_all(pyodide: Path, folder: Path) -> bool:
    """Compile all Python code in a folder with Pyodide; return False if there is no Node.

    Raises SiteError if the compilation fails.
    """
    node = shutil.which("node")
    if node is None:
        return False
    words = [node, str(BROWSER / "compile.mjs"), str(pyodide.resolve()), str(folder)]
    made = subprocess.run(words, capture_output=True, text=True)
    if made.returncode:
        raise SiteError(f"The modules cannot be compiled: {(made.stderr.strip().splitlines() or ['no reason'])[-1]}")
    return True


def write_pack(folder: Path, parts: tuple[str, ...], target: Path) -> None:
    """Write the files in some subfolders as one compressed pack: an index, followed by the files.

    The browser unpacks it at the root: `libraries/x.py` becomes `/libraries/x.py`.
    """
    files = [(path.relative_to(folder).as_posix(), path.read_bytes()) for path in list_files(folder, parts)]
    index = json.dumps([(name, len(data)) for name, data in files], separators=(",", ":")).encode()
    whole = b"".join([struct.pack("<I", len(index)), index, *(data for _, data in files)])
    target.write_bytes(compress_data(whole))


def compress_data(data: bytes) -> bytes:
    """Return data compressed for the browser, reproducibly."""
    return gzip.compress(data, 9, mtime=0)


def zip_folder(folder: Path) -> bytes:
    """Return an uncompressed zip of a folder, reproducibly."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as packed:
        for path in list_files(folder, ("",)):
            packed.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes())
    return whole.getvalue()


def list_files(folder: Path, parts: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files in some subfolders, sorted within each."""
    return (path for part in parts for path in sorted((folder / part).rglob("*")) if path.is_file())


def copy_file(source: Path, target: Path) -> None:
    """Copy a file, creating the target's folder if necessary."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
