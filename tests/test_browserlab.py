"""The parts of JupyterLab for the browser, which `python3 run.py lite` builds."""

import re
import sys
import types
import zipfile

from browserlab import parts
from tests.tiers import ROOT
from tutor.embed.lite_messages import mend_messages
from tutor.navigation.links import page_link


def write_wheel(folder, name, needs=()):
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr(f"{name}/__init__.py", "")
        rows = "".join(f"Requires-Dist: {need}\n" for need in needs)
        packed.writestr(f"{name}-1.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\n{rows}")
    return path


def test_the_entry_of_a_wheel_names_what_is_there(tmp_path):
    needs = ("Some_Thing>=1", "psutil; sys_platform != 'emscripten'", "more; extra == 'all'", "absent")
    entry = parts.describe_wheel("own", write_wheel(tmp_path, "own", needs), {"some-thing", "psutil", "more", "own"})
    assert (entry["imports"], entry["depends"]) == (["own"], ["some-thing"])


def test_what_the_kernel_and_tebiki_import_is_pinned_for_the_browser():
    pinned = re.findall(r"^([\w-]+)==", (ROOT / "requirements-browser.lock").read_text(), re.MULTILINE)
    brought = {"ipykernel", "piplite", "pyodide-kernel"}  # by JupyterLite's extension
    assert {*parts.KERNEL_LIBRARIES, *parts.OWN_LIBRARIES} - brought <= {*pinned}


def test_in_jupyterlite_none_crosses_as_null_and_links_stay_in_lab(monkeypatch):
    sent = []
    shell = types.SimpleNamespace(send_comm=lambda *parts: sent.append(parts))
    read = types.SimpleNamespace(parse=lambda text: text)
    monkeypatch.setitem(sys.modules, "pyodide_kernel", types.ModuleType("pyodide_kernel"))
    monkeypatch.setitem(sys.modules, "js", types.SimpleNamespace(JSON=read))
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    mend_messages()
    shell.send_comm("comm_msg", {"data": {"winner": None}}, {}, b"topic", [])
    assert sent == [("comm_msg", '{"data": {"winner": null}}', "{}", b"topic", [])]
    assert page_link("altaria/play.ipynb") == "?path=notebooks/altaria/play.ipynb"
