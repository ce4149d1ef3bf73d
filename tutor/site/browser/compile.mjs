// Compiles Python in a folder, by the Python that will run it: node compile.mjs PYODIDE FOLDER.
// In FOLDER/project a compiled module lies beside its source, elsewhere in FOLDER in its place, without docstrings.
import { pathToFileURL } from "node:url";

const [, , pyodide, folder] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: pyodide });
python.FS.mkdirTree("/work");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/work");
python.runPython(`
import pathlib, py_compile
for part in pathlib.Path("/work").iterdir():
    optimize = 0 if part.name == "project" else 2
    for source in sorted(part.rglob("*.py")):
        shown = "/" + source.relative_to("/work").as_posix()
        target = None if part.name == "project" else source.with_suffix(".pyc")
        py_compile.compile(
            str(source), str(target) if target else None, shown, doraise=True, optimize=optimize,
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )
        if target:
            source.unlink()
`);
