"""Writes Tebiki as a static site: `tebiki site DIR`.

Every page has the same path as in the app (`voila/render/notebooks/<page>.ipynb/`), so links and scripts are the same.
The assets are in `site/<version>/`, whose name changes with its contents, so that hosts may let browsers cache it for
good. While a site is being replaced, open pages still find their files: `service.js`, which announces the new version
to browsers, is written last.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from dataclasses import dataclass
from html import escape
from pathlib import Path

from tutor.navigation.links import HOME_PAGE, PAGES_FOLDER, TUTOR_FOLDER
from tutor.navigation.page_titles import page_title
from tutor.site import packs
from tutor.site.pyodide_files import LOADER, LOCK, RUN_FILES, STANDARD_LIBRARY, SiteError, find_pyodide

PLACE = f"voila/render/{PAGES_FOLDER}"
"""The path of the pages in the site, the same as in the app."""
STATIC = TUTOR_FOLDER / "app" / "voila" / "share" / "voila" / "templates" / "tebiki" / "static"
SCRIPTS = (
    "opened.js",
    "front.js",
    "models.js",
    "worker.js",
    "python.js",
    "second.js",
    "second_worker.js",
    "keeper.js",
    "site.css",
)
STYLES = ("tebiki.css", "minimum.js", "older.js", "theme.js", "lantern.svg")
MARK = "site/made-by-tebiki"
"""The file that marks a folder as a site, which may be replaced. It contains the version."""
PACKED = ".packed"
"""Suffix of compressed files; worker.js uses it too."""
SERVICE = "service.js"
"""The service worker, which stores the site in the browser. It is in the top folder, because its scope is its own
folder.
"""
FRAME = "page.html"
"""The HTML of a page, with gaps for its title and the path of its assets; the service worker fills them in, too."""
SHELL = (packs.BROWSER / FRAME).read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Site:
    """A finished site: its pages, the size of a first visit in bytes, and whether its modules are compiled."""

    pages: list[str]
    size: int
    compiled: bool


def build_site(folder: Path, given: Path | None = None) -> Site:
    """Write the site into a folder that is new, empty, or an earlier site, which is then replaced.

    given : a folder with Pyodide; None to use the cache, or npm. Raises SiteError if the site cannot be written.
    """
    check_target(folder)
    pyodide = find_pyodide(given)
    with tempfile.TemporaryDirectory() as work:
        source, made = Path(work) / "source", Path(work) / "made"
        compiled = gather_sources(pyodide, source)
        made.mkdir()
        write_assets(pyodide, source, made)
        pages = packs.list_pages()
        publish_build(made, folder, pages)
        size = sum(path.stat().st_size for path in packs.list_files(made, ("",)))
    return Site(pages, size, compiled)


def check_target(folder: Path) -> None:
    """Raise SiteError unless the folder is new, empty, or an earlier site."""
    if folder.exists() and not folder.is_dir():
        raise SiteError(f"{folder} is a file. Give a folder.")
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
        raise SiteError(f"{folder} has other files in it. Give a new folder, or an empty one.")


def publish_build(made: Path, folder: Path, pages: list[str]) -> str:
    """Copy the assets and write the pages into the folder of the site; return the version.

    The previous build is kept, since its pages may still be open; files that are not Tebiki's are kept, too.
    """
    version, mark = fingerprint_folder(made), folder / MARK
    before = mark.read_text(encoding="ascii").strip() if mark.exists() else ""
    shutil.copytree(made, folder / "site" / version, dirs_exist_ok=True)
    mark.write_text(version + "\n", encoding="ascii")
    files = [path.relative_to(made).as_posix() for path in packs.list_files(made, ("",))]
    write_pages(folder, version, pages)
    write_service(folder / SERVICE, version, files, pages)
    for path in (folder / "site").iterdir():
        if path.is_dir() and path.name not in (version, before):
            shutil.rmtree(path)
    return version


def gather_sources(pyodide: Path, source: Path) -> bool:
    """Copy all Python code that the browser runs into a folder and compile it; return False without Node."""
    packs.copy_project(source / "project")
    packs.copy_libraries(source)
    packs.copy_standard_library(pyodide, source / "stdlib")
    return packs.compile_all(pyodide, source)


def write_assets(pyodide: Path, source: Path, made: Path) -> None:
    """Write the assets of the pages into `made`."""
    write_pyodide(pyodide, source / "stdlib", made / "pyodide")
    packs.write_pack(source, ("libraries", "project"), made / "tebiki.pack")
    for name in packs.LATE_LIBRARIES:
        packs.write_pack(source, (name,), made / f"{name}.pack")
    for name in SCRIPTS:
        shutil.copyfile(packs.BROWSER / name, made / name)
    for name in STYLES:
        shutil.copyfile(STATIC / name, made / name)
    (made / FRAME).write_text(fill_gaps(SHELL, pages=PLACE), encoding="utf-8", newline="\n")


def write_pyodide(pyodide: Path, library: Path, target: Path) -> None:
    """Write Pyodide and the standard library, each file compressed, since many hosts do not compress what they send.

    The file names end with PACKED, so that no host declares the files as compressed.
    """
    target.mkdir()
    shutil.copyfile(pyodide / LOADER, target / LOADER)
    lock = json.loads((pyodide / LOCK).read_text(encoding="utf-8"))
    files = {name: (pyodide / name).read_bytes() for name in RUN_FILES if name != LOADER}
    files |= {LOCK: json.dumps({**lock, "packages": {}}).encode(), STANDARD_LIBRARY: packs.zip_folder(library)}
    for name, data in files.items():
        (target / f"{name}{PACKED}").write_bytes(packs.compress_data(data))


def write_pages(folder: Path, version: str, pages: list[str]) -> None:
    """Write a small file for each page, and the home page also at the top; remove pages that no longer exist."""
    wanted = {folder / PLACE / page / "index.html": page for page in pages} | {folder / "index.html": HOME_PAGE}
    for target, page in wanted.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        up = "../" * len(target.parent.relative_to(folder).parts)
        replace_file(target, page_html(page, f"{up}site/{version}"))
    for path in (folder / PLACE).rglob("index.html"):
        if path not in wanted:
            path.unlink()


def write_service(target: Path, version: str, files: list[str], pages: list[str]) -> None:
    """Write the service worker, with the version, the files and the titles of the pages."""
    titles = {f"{PLACE}/{page}": escape(page_title(page)) for page in pages} | {"": escape(page_title(HOME_PAGE))}
    facts = json.dumps({"version": version, "files": files, "pages": titles}, separators=(",", ":"))
    script = (packs.BROWSER / SERVICE).read_text(encoding="utf-8")
    replace_file(target, f"self.TEBIKI_SITE = {facts};\n{script}")


def replace_file(target: Path, text: str) -> None:
    """Write a file atomically, so that no reader sees an incomplete one."""
    made = target.with_name(f".{target.name}")
    made.write_text(text, encoding="utf-8", newline="\n")
    made.replace(target)


def page_html(page: str, assets: str) -> str:
    """Return the HTML of a page. assets : the relative path from the page to its assets."""
    return fill_gaps(SHELL, title=escape(page_title(page)), assets=escape(assets), pages=PLACE)


def fill_gaps(text: str, **facts: str) -> str:
    """Return a text in which `{{name}}` is replaced for each fact."""
    for name, fact in facts.items():
        text = text.replace(f"{{{{{name}}}}}", fact)
    return text


def fingerprint_folder(folder: Path) -> str:
    """Return a hash of a folder's files and their names, as 12 hexadecimal digits."""
    found = hashlib.sha256()
    for path in packs.list_files(folder, ("",)):
        found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]
