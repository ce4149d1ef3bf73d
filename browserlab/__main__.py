"""Build JupyterLab for the browser: `python3 run.py lite [DIR]`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from browserlab import parts
from releasing.archives import ROOT, UV, ReleaseError, run_tool

BUILDER_LOCK, BROWSER_LOCK = ROOT / "requirements-lite.lock", ROOT / "requirements-browser.lock"
"""The requirements of the build, which has its own environment, and of the browser, which takes only pure wheels."""
KERNEL_EXTENSION = "@jupyterlite/pyodide-kernel-extension"
PYODIDE_PLACE = "static/pyodide"
MARK = "made-by-tebiki"
"""The file that marks a folder as such a site, which may then be overwritten."""
LEFT_OUT = ("--no-sourcemaps", "--no-unused-shared-packages")


def main(arguments: list[str]) -> int:
    """Build into the given folder, by default dist/lab."""
    folder = Path(arguments[0]).absolute() if arguments else ROOT / "dist" / "lab"
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
        sys.exit(f"Tebiki: {folder} has other files in it. Give a new folder, or an empty one.")
    try:
        with tempfile.TemporaryDirectory() as work:
            count = build_lab(folder, Path(work))
    except ReleaseError as error:
        sys.exit(f"Tebiki: {error}")
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{folder}: {count} notebooks, {size / 1e6:.0f} MB. Try it with: python3 -m http.server -d {folder}")
    return 0


def build_lab(folder: Path, work: Path) -> int:
    """Build the site in a folder, and return the number of notebooks. Raises ReleaseError if a step fails."""
    environment, source = work / "environment", work / "source"
    run_tool(UV, "venv", "--quiet", "--python", sys.executable, environment)
    python = environment / "bin" / "python"
    run_tool(UV, "pip", "install", "--quiet", "--python", python, "--require-hashes", "--requirements", BUILDER_LOCK)
    place = source / PYODIDE_PLACE
    parts.copy_pyodide(place)
    pure = (
        "--only-binary",
        ":all:",
        "--python-version",
        parts.PYTHON,
        "--implementation",
        "py",
        "--abi",
        "none",
        "--platform",
        "any",
    )
    locked = ("--no-deps", "--require-hashes", "--requirement", BROWSER_LOCK)
    run_tool(sys.executable, "-m", "pip", "download", "--quiet", "--dest", place, *pure, *locked)
    for wheel in (environment / "share/jupyter/labextensions" / KERNEL_EXTENSION / "static/pypi").glob("*.whl"):
        shutil.copyfile(wheel, place / wheel.name)
    parts.write_own_wheel(place, work / "project")
    parts.write_package_list(place)
    count = parts.write_notebooks(source / "files" / parts.PAGES_FOLDER)
    (source / "jupyter-lite.json").write_text(json.dumps(lab_settings()), encoding="utf-8")
    made = work / "made"
    words = (python, "-m", "jupyterlite_core", "build", "--lite-dir", source, "--contents", source / "files")
    run_lite(environment, *words, "--output-dir", made, "--apps", "lab", *LEFT_OUT)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(made, folder)
    (folder / MARK).touch()
    return count


def run_lite(environment: Path, *words: str | Path) -> None:
    """Run JupyterLite in its own environment and an empty folder, since it keeps notes of earlier builds there."""
    path = f"{environment / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "JUPYTER_PATH")}
    kept["PATH"] = path
    with tempfile.TemporaryDirectory() as empty:
        made = subprocess.run([str(word) for word in words], cwd=empty, env=kept, capture_output=True, text=True)
    if made.returncode:
        raise ReleaseError(f"JupyterLite did not build:\n{(made.stdout + made.stderr)[-2000:]}")


def lab_settings() -> dict[str, object]:
    """Return the settings of the site: Pyodide and all packages come from the site itself."""
    options = {"lockFileURL": f"./{PYODIDE_PLACE}/{parts.LOCK}", "packages": [*parts.KERNEL_LIBRARIES, "tebiki"]}
    kernel = {
        "pyodideUrl": f"./{PYODIDE_PLACE}/{parts.RUN_FILES[0]}",
        "disablePyPIFallback": True,
        "loadPyodideOptions": options,
    }
    settings = {f"{KERNEL_EXTENSION}:kernel": kernel}
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {"appName": "Tebiki", "litePluginSettings": settings},
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
