"""The Python side of a page in the browser: runs the cells of a notebook, and carries the messages of its widgets.

The real ipywidgets and anywidget run on top of this module. It replaces their transport, so it must be imported before
them.
"""

from __future__ import annotations

import ast
import gc
import gzip
import json
import os
import struct
import sys
import traceback
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import comm
from comm.base_comm import BaseComm, CommManager

from tutor.matches.pickled_games import read_pickle, write_pickle
from tutor.navigation import links
from tutor.practice import background

TITLE, HIDDEN = "title", "lab-only"
LATE = "late.json"
"""The file beside this module that lists the libraries with their own packs."""
AROUND = ("QUERY_STRING", links.ADDRESS_VARIABLE)
"""Environment variables that tell a page its address: the query string, and the address of all pages."""
manager = CommManager()


class Outlet:
    """Functions of the worker that Python calls.

    post : sends a text to the page. load : returns a file of the site. begin : gives a job to the second worker, with
    its number and text. stop : stops the job with a number. start : starts the second worker. is_running : whether that
    worker has started.
    """

    post: Callable[[str], object]
    load: Callable[[str], Any]
    begin: Callable[[int, str], object]
    stop: Callable[[int], object]
    start: Callable[[], object]
    is_running: Callable[[], bool]


class LateLibraries(MetaPathFinder):
    """Finds libraries that have their own packs, and loads the pack on the first import."""

    def __init__(self, names: Iterable[str], folder: Path) -> None:
        self.names, self.folder = set(names), folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Load and unpack the library if necessary, then find it in the usual way."""
        if fullname not in self.names:
            return None
        self.names.remove(fullname)
        unpack_files(Outlet.load(f"{fullname}.pack").to_bytes(), self.folder)
        sys.path.append(str(self.folder / fullname))
        return PathFinder.find_spec(fullname)


def unpack_files(packed: bytes, folder: Path) -> None:
    """Write the files of a pack into a folder."""
    whole = gzip.decompress(packed)
    (size,) = struct.unpack_from("<I", whole)
    at = 4 + size
    for name, length in json.loads(whole[4:at]):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(whole[at : at + length])
        at += length


class PageComm(BaseComm):
    """The connection between a widget and its view in the page."""

    def publish_msg(
        self,
        msg_type: str,
        data: dict[str, object] | None = None,
        metadata: dict[str, object] | None = None,
        buffers: list[bytes] | None = None,
        **keys: object,
    ) -> None:
        """Send a message to the page. Buffers are not supported, since no widget of Tebiki sends any."""
        send_message(type=msg_type, id=self.comm_id, data=data or {})


class SecondWorker:
    """The second worker, which computes what is needed next while this worker answers clicks."""

    def __init__(self) -> None:
        self.last = 0
        self.asked: dict[int, Callable[[bytes | None], None]] = {}

    def begin_work(self, work: bytes, tell: Callable[[bytes | None], None]) -> Callable[[], None]:
        """Start a pickled job; see `tutor.practice.background.Helper`."""
        self.last += 1
        self.asked[self.last] = tell
        around = {name: os.environ.get(name, "") for name in AROUND}
        Outlet.begin(self.last, json.dumps({"work": b64encode(work).decode(), "environment": around}))
        return partial(self.stop_work, self.last)

    @property
    def is_running(self) -> bool:
        """True if the second worker has started."""
        return Outlet.is_running()

    def start_early(self) -> None:
        """Start the second worker as soon as the page has been shown."""
        Outlet.start()

    def stop_work(self, number: int) -> None:
        """Stop a running or waiting job."""
        if self.asked.pop(number, None) is not None:
            Outlet.stop(number)

    def stop_everything(self) -> None:
        """Stop all jobs of a page that is being left."""
        for number in [*self.asked]:
            self.stop_work(number)

    def receive_value(self, number: int, text: str) -> None:
        """Pass the result of a job to the page that waits for it. text : "" if the job failed."""
        tell = self.asked.pop(number, None)
        if tell is not None:
            tell(b64decode(text) if text else None)


second = SecondWorker()


def do_work(text: str) -> str:
    """Do a job for the first worker and return the result as text; "" if it failed."""
    message = json.loads(text)
    os.environ.update(message["environment"])
    try:
        work = cast(Callable[[], object], read_pickle(b64decode(message["work"])))
        return b64encode(write_pickle(work())).decode()
    except Exception:
        traceback.print_exc()
        return ""


def send_message(**message: object) -> None:
    """Send a message to the page."""
    Outlet.post(json.dumps(message))


def create_comm(*words: object, **options: object) -> PageComm:
    """Return a new connection to the page."""
    return PageComm(*words, **options)  # type: ignore[arg-type]


def start_session(folder: str) -> None:
    """Route widget messages through this module, and load late libraries into `folder` when they are imported."""
    late = json.loads(Path(__file__).with_name(LATE).read_text(encoding="utf-8"))
    comm.create_comm = create_comm
    comm.get_comm_manager = lambda: manager
    sys.meta_path.insert(0, LateLibraries(late, Path(folder)))
    background.helpers[:] = [second]


def open_page(path: str, query: str, pages: str, may_forget: bool = False) -> bool:
    """Run the cells of a notebook and tell the page which widgets to show; return False if a cell failed.

    query : the part of the address after `?`. pages : the address of the folder with all pages. may_forget : whether
    the browser may delete what it stores.
    """
    import ipywidgets

    second.stop_everything()
    ipywidgets.Widget.close_all()
    gc.collect()
    page = Path(path)
    os.environ.update(zip(AROUND, (query, pages), strict=True))
    os.environ[links.MAY_FORGET_VARIABLE] = "1" if may_forget else ""
    os.chdir(page.parent)
    notebook = json.loads(page.read_text(encoding="utf-8"))
    names: dict[str, object] = {"__name__": "__main__"}
    shown = []
    try:
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code" and HIDDEN not in cell["metadata"].get("tags", ()):
                value = run_cell("".join(cell["source"]), names)
                if isinstance(value, ipywidgets.Widget):
                    shown.append(value.model_id)
    except Exception:
        traceback.print_exc()
        return False
    send_message(type="shown", models=shown, title=notebook["metadata"].get(TITLE, page.stem))
    return True


def run_cell(source: str, names: dict[str, object]) -> object:
    """Run the source code of a cell and return the value of its last line; None if that is not an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)


def receive_message(text: str) -> None:
    """Pass a message from the page to its widget; ignore it if the widget is closed."""
    message = json.loads(text)
    line = manager.comms.get(message["id"])
    if line is not None:
        line.handle_msg({"content": {"comm_id": message["id"], "data": message["data"]}, "buffers": []})
