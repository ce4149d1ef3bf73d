"""The parts of Python in the browser: Pyodide, pure wheels, Tebiki's modules, and the list that Pyodide reads."""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from collections.abc import Set
from email.parser import Parser
from importlib.metadata import version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

from tutor.navigation.links import PAGES_FOLDER
from tutor.site import packs
from tutor.site.pyodide_files import LOCK, RUN_FILES, STANDARD_LIBRARY, find_pyodide

OWN_LIBRARIES = ("anywidget", "fsrs", "networkx")
KERNEL_LIBRARIES = ("comm", "ipykernel", "ipython", "micropip", "piplite", "pyodide-kernel")
"""The packages that the kernel itself imports; they are fetched while Pyodide starts."""
EXTRA_NOTEBOOKS = ("embedding.ipynb",)
"""Notebooks that are not pages, but belong in Lab."""
KERNEL_NAME = "python"
"""JupyterLite's name for its Python kernel."""
PYTHON = "3.14"
"""The Python version of the pinned Pyodide."""
BROWSER_PLATFORM = {
    "sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix", "extra": "",
    "python_version": PYTHON, "python_full_version": f"{PYTHON}.2",
}  # fmt: skip


def copy_pyodide(target: Path) -> None:
    """Copy Pyodide, without its list of packages, into a folder."""
    pyodide = find_pyodide()
    target.mkdir(parents=True)
    for name in (*RUN_FILES, STANDARD_LIBRARY):
        shutil.copyfile(pyodide / name, target / name)


def write_package_list(target: Path) -> None:
    """Write the list with which Pyodide finds the wheels in its folder, by the names of their modules."""
    whole = json.loads((find_pyodide() / LOCK).read_text(encoding="utf-8"))
    wheels = {canonicalize_name(path.name.split("-")[0]): path for path in sorted(target.glob("*.whl"))}
    whole["packages"] = {name: describe_wheel(name, path, wheels.keys()) for name, path in wheels.items()}
    (target / LOCK).write_text(json.dumps(whole), encoding="utf-8")


def describe_wheel(name: str, path: Path, known: Set[NormalizedName]) -> dict[str, object]:
    """Return the entry for a wheel. It lists only those requirements that are in `known`, and so are available."""
    with zipfile.ZipFile(path) as packed:
        files = packed.namelist()
        [metadata] = [file for file in files if file.endswith(".dist-info/METADATA")]
        rows = Parser().parsestr(packed.read(metadata).decode("utf-8")).get_all("Requires-Dist") or []
    needs = [one for one in map(Requirement, rows) if one.marker is None or one.marker.evaluate(BROWSER_PLATFORM)]
    sources = (file for file in files if file.endswith(".py") and ".data/" not in file)
    return {
        "name": name,
        "version": path.name.split("-")[1],
        "file_name": path.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted({file.split("/")[0].removesuffix(".py") for file in sources}),
        "depends": sorted({canonicalize_name(one.name) for one in needs} & known),
        "unvendored_tests": False,
    }


def write_own_wheel(target: Path, work: Path) -> None:
    """Write a wheel with the modules and data that learners' pages need. It requires only what the browser has."""
    packs.copy_project(work)
    shutil.rmtree(work / PAGES_FOLDER)
    release = version("tebiki")
    needs = "".join(f"Requires-Dist: {name}\n" for name in OWN_LIBRARIES)
    head = f"Metadata-Version: 2.1\nName: tebiki\nVersion: {release}\n{needs}"
    tags = "Wheel-Version: 1.0\nGenerator: browserlab\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    with zipfile.ZipFile(target / f"tebiki-{release}-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as packed:
        for path in packs.list_files(work, ("",)):
            packed.writestr(path.relative_to(work).as_posix(), path.read_bytes())
        packed.writestr(f"tebiki-{release}.dist-info/METADATA", head)
        packed.writestr(f"tebiki-{release}.dist-info/WHEEL", tags)


def write_notebooks(target: Path) -> int:
    """Write the notebooks, adapted to JupyterLite's kernel, into a folder, and return how many there are."""
    names = [*packs.list_pages(), *EXTRA_NOTEBOOKS]
    for name in names:
        notebook = json.loads((packs.notebooks_folder() / name).read_text(encoding="utf-8"))
        notebook["metadata"]["kernelspec"] = {"name": KERNEL_NAME, "display_name": "Python", "language": "python"}
        file = target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(notebook, ensure_ascii=False), encoding="utf-8")
    return len(names)
