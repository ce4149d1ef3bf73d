"""Write Tebiki as a folder of files: `tebiki site DIR`.

Every page lies where the app has it (`voila/render/notebooks/<page>.ipynb/`), so links and scripts are the same. What
they load lies in `site/<version>/`, whose name changes with its content: a host may let browsers keep it for ever.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from dataclasses import dataclass
from html import escape
from pathlib import Path

from tutor.navigation.links import HOME_PAGE, PAGES_FOLDER, TUTOR_FOLDER
from tutor.navigation.page_titles import page_title
from tutor.site import packs
from tutor.site.pyodide_files import RUN_FILES, STANDARD_LIBRARY, SiteError, find_pyodide

PLACE = f"voila/render/{PAGES_FOLDER}"
"""Where the pages lie in the folder of the site, as in the app."""
STATIC = TUTOR_FOLDER / "app" / "voila" / "share" / "voila" / "templates" / "tebiki" / "static"
SCRIPTS = ("front.js", "models.js", "worker.js", "keeper.js", "site.css")
STYLES = ("tebiki.css", "theme.js", "lantern.svg")
MARK = "site/made-by-tebiki"
"""The file by which a folder is known to be a site, which may be written anew."""
SHELL = (packs.BROWSER / "page.html").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Site:
    """A site that was written: its pages, the bytes of a first visit, and whether its modules are compiled."""

    pages: list[str]
    size: int
    compiled: bool


def build_site(folder: Path, given: Path | None = None) -> Site:
    """Write the site into a folder: a new or empty one, or that of an earlier site, which is replaced.

    given : a folder with Pyodide, else it comes from the cache, or through npm. Raises SiteError.
    """
    check_target(folder)
    pyodide = find_pyodide(given)
    with tempfile.TemporaryDirectory() as work:
        source, made = Path(work) / "source", Path(work) / "made"
        compiled = gather_sources(pyodide, source)
        made.mkdir()
        write_assets(pyodide, source, made)
        version = fingerprint_folder(made)
        clear_target(folder)
        shutil.copytree(made, folder / "site" / version)
        (folder / MARK).write_text(version + "\n", encoding="ascii")
        pages = packs.list_pages()
        write_pages(folder, version, pages)
        late = {f"{name}.pack" for name in packs.LATE_LIBRARIES}
        size = sum(path.stat().st_size for path in packs.list_files(made, ("",)) if path.name not in late)
    return Site(pages, size, compiled)


def check_target(folder: Path) -> None:
    """Raise SiteError unless the folder is new, empty, or an earlier site."""
    if folder.exists() and not folder.is_dir():
        raise SiteError(f"{folder} is a file. Give a folder.")
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
        raise SiteError(f"{folder} has other files in it. Give a new folder, or an empty one.")


def clear_target(folder: Path) -> None:
    """Take an earlier site out of its folder; what else was put there stays."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("site", "voila"):
        shutil.rmtree(folder / name, ignore_errors=True)


def gather_sources(pyodide: Path, source: Path) -> bool:
    """Put all Python that the browser runs into a folder, compiled if Node is here; False if it is not."""
    packs.copy_project(source / "project")
    packs.copy_libraries(source)
    packs.copy_standard_library(pyodide, source / "stdlib")
    return packs.compile_all(pyodide, source)


def write_assets(pyodide: Path, source: Path, made: Path) -> None:
    """Write everything that pages load."""
    (made / "pyodide").mkdir()
    for name in RUN_FILES:
        shutil.copyfile(pyodide / name, made / "pyodide" / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    (made / "pyodide" / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    packs.write_zip(source / "stdlib", made / "pyodide" / STANDARD_LIBRARY)
    packs.write_pack(source, ("libraries", "project"), made / "tebiki.pack")
    for name in packs.LATE_LIBRARIES:
        packs.write_pack(source, (name,), made / f"{name}.pack")
    for name in SCRIPTS:
        shutil.copyfile(packs.BROWSER / name, made / name)
    for name in STYLES:
        shutil.copyfile(STATIC / name, made / name)


def write_pages(folder: Path, version: str, pages: list[str]) -> None:
    """Write one small file a page, and home once more at the top."""
    for page in pages:
        target = folder / PLACE / page / "index.html"
        target.parent.mkdir(parents=True)
        up = "../" * len(target.parent.relative_to(folder).parts)
        target.write_text(page_html(page, f"{up}site/{version}"), encoding="utf-8", newline="\n")
    (folder / "index.html").write_text(page_html(HOME_PAGE, f"site/{version}"), encoding="utf-8", newline="\n")


def page_html(page: str, assets: str) -> str:
    """Return the file of a page; assets : the way from it to what it loads."""
    facts = {"title": escape(page_title(page)), "assets": escape(assets), "pages": PLACE}
    return re.sub(r"{{(\w+)}}", lambda found: facts[found[1]], SHELL)


def fingerprint_folder(folder: Path) -> str:
    """Return a short name for all that is in a folder."""
    found = hashlib.sha256()
    for path in packs.list_files(folder, ("",)):
        found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]
