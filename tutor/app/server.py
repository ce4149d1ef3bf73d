"""The app: the notebooks as web pages without code cells, served to this machine only.

`start_app()` runs until it is interrupted. The home page is `/`, and every other page is
`/voila/render/notebooks/<path>.ipynb`, the same address as inside a Jupyter server (see `tutor.navigation.links`).
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import socket
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from jupyter_events import EventLogger
from jupyter_server.utils import url_path_join
from tornado.routing import Rule
from tornado.web import HTTPError, RedirectHandler
from traitlets import Instance
from traitlets.config import Config
from voila.app import Voila
from voila.handler import BaseVoilaHandler
from voila.paths import collect_static_paths

from tutor.app import exporter, provisioner
from tutor.app.folders import lend_folders
from tutor.app.frames import CheckedConnection
from tutor.app.guard import (
    ForeignHost,
    KernelChannels,
    KernelState,
    OwnedKernels,
    PageOfBrowser,
    PageRoute,
    RefusedHost,
    ShutdownKernel,
)
from tutor.app.statics import StaticFiles, page_config_hook, shelf_mark
from tutor.navigation.links import HOME_PAGE, PAGES_FOLDER, TUTOR_FOLDER, bundled_project
from tutor.progress import ProgressError, learner_id

DEFAULT_PORT = 8866
LAST_PORT = 65535
LOCAL_HOST = "127.0.0.1"
CONFIG_FOLDER = Path(__file__).with_name("voila")


class AppError(Exception):
    """Raised if the app cannot start; the text says why, in one line."""


class MissingPage(BaseVoilaHandler):
    """Answers requests for unknown addresses."""

    def get(self) -> None:
        """Refuse, with the page `error.html`."""
        raise HTTPError(404)


class TebikiApp(Voila):
    """Voilà with a home page, restricted to our pages."""

    event_logger = Instance(EventLogger, ())  # kernels share it, or each would check the schema of its events anew

    names: list[str] = []
    """Additional host names of the app, such as that of a proxy in front of it."""

    def init_handlers(self) -> list[PageRoute]:
        """Return the routes of Voilà that a page needs, our home page and guards, and a page for unknown addresses."""
        known = {"voila_configuration": self.voila_configuration}
        page = {"template_paths": self.template_paths, "config": self.config, **known}
        template = self.voila_configuration.template
        ours = {"folders": collect_static_paths(["voila", "nbconvert"], template), **known}
        to_base = PageRoute("/", RedirectHandler, {"url": self.server_url, "permanent": False})
        return [
            *([] if self.server_url == "/" else [to_base]),
            PageRoute(self.url("/"), PageOfBrowser, {"notebook_path": f"{PAGES_FOLDER}/{HOME_PAGE}", **page}),
            PageRoute(self.url(rf"/voila/render/({PAGES_FOLDER}/.*\.ipynb)"), PageOfBrowser, page),
            PageRoute(self.url(r"/voila/api/shutdown/(.*)"), ShutdownKernel),
            PageRoute(self.url(r"/api/kernels/([\w-]+)"), KernelState),
            PageRoute(self.url(r"/api/kernels/(?P<kernel_id>[\w-]+)/channels"), KernelChannels),
            PageRoute(self.url(rf"/voila/templates/{template}/static/(.+)"), StaticFiles, ours),
            PageRoute(
                self.url(r"/voila/labextensions/(.+)"), StaticFiles, {"folders": self.labextensions_path, **known}
            ),
            PageRoute(
                self.url(rf"/voila/static/{shelf_mark()}/(.+)"),
                StaticFiles,
                {"folders": self.static_paths, "lasting": bool, **known},
            ),
            PageRoute(self.url(r"/voila/static/(.+)"), StaticFiles, {"folders": self.static_paths, **known}),
            PageRoute(r".*", MissingPage, known),
        ]

    def gates(self) -> list[Rule]:
        """Return the rules applied before all routes: only our own host names are answered."""
        return [Rule(ForeignHost(self.names), RefusedHost)]

    def listen(self) -> None:
        """Listen for requests, under these rules."""
        self.app.default_router.rules[:0] = self.gates()
        super().listen()

    def url(self, path: str) -> str:
        """Return a path below the base address."""
        return url_path_join(self.server_url, path)

    def launch_browser(self) -> None:
        """Open the home page after half a second, when the server should be ready to answer."""
        threading.Timer(0.5, webbrowser.open, [self.display_url]).start()


def project_folder(wanted: Path | None = None) -> Path:
    """Return the folder that contains the notebooks: `wanted` or, by default, the current folder or this package's.

    Raises AppError if there are no notebooks in it.
    """
    places = [wanted] if wanted else [Path.cwd(), bundled_project()]
    for folder in places:
        if folder and (folder / PAGES_FOLDER / HOME_PAGE).exists():
            return folder.resolve()
    raise AppError(f"There is no {PAGES_FOLDER}/{HOME_PAGE} in {places[0]}. Start Tebiki in the folder of the project.")


def writable_folder() -> Path:
    """Return a folder whose notebooks the user may change: a project's, or the current one with a copy in it.

    Raises AppError if no copy can be made.
    """
    folder = project_folder()
    if folder != TUTOR_FOLDER:
        return folder
    here = Path.cwd()
    try:
        shutil.copytree(folder / PAGES_FOLDER, here / PAGES_FOLDER)
    except OSError as error:
        why = error.strerror or "not all of them could be copied"
        raise AppError(
            f"The notebooks cannot be copied to {here / PAGES_FOLDER}: {why}. Choose another folder."
        ) from None
    print(f"The notebooks are in {here / PAGES_FOLDER}, yours to change.", flush=True)
    return here


def free_port(port: int, tries: int = 20) -> int:
    """Return the first free port, starting with `port`. Raises AppError if there is none, or the number is invalid."""
    if not 0 < port <= LAST_PORT:
        raise AppError(f"There is no port {port}. Choose one from 1 to {LAST_PORT}.")
    last = min(port + tries - 1, LAST_PORT)
    for candidate in range(port, last + 1):
        with socket.socket() as probe:
            if os.name != "nt":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((LOCAL_HOST, candidate))
            except OSError:
                continue
            return candidate
    raise AppError(f"The ports {port} to {last} are all busy. Choose another one with --port.")


def base_address(path: str) -> str:
    """Return the path under which the app is served, with a slash at both ends.

    Raises AppError if the path cannot be part of an address.
    """
    parts = [part for part in path.split("/") if part]
    if not all(re.fullmatch(r"[\w.~-]+", part, re.ASCII) and part.strip(".") for part in parts):
        raise AppError(f"{path!r} cannot be the path of an address. Write it like /tools/tebiki/.")
    return "/".join(["", *parts, ""])


def use_our_template(environment: os._Environ[str] | dict[str, str] = os.environ) -> None:
    """Make Voilà find our template and settings without an installation (also inside `jupyter lab`)."""
    for name, folder in (("JUPYTER_PATH", CONFIG_FOLDER / "share"), ("JUPYTER_CONFIG_PATH", CONFIG_FOLDER)):
        known = environment.get(name, "").split(os.pathsep)
        environment[name] = os.pathsep.join([str(folder), *(path for path in known if path)])


def prepare_server(folder: Path, port: int, open_browser: bool) -> Config:
    """Prepare this process to serve a folder, and return the settings of the app."""
    lend_folders()
    use_our_template()
    settings = Config()
    settings.Voila.kernel_websocket_connection_class = CheckedConnection
    provisioner.use_provisioner(settings)
    provisioner.Provisioner.warm_up()
    exporter.use_exporter()
    settings.Exporter.optimistic_validation = True
    settings.VoilaConfiguration.update(multi_kernel_manager_class=OwnedKernels, page_config_hook=page_config_hook)
    settings.Voila.update(
        root_dir=str(folder),
        port=port,
        port_retries=0,
        open_browser=open_browser,
        config_file_paths=[str(CONFIG_FOLDER)],
    )
    if os.name == "posix":
        settings.KernelManager.transport = "ipc"  # kernels are reached through files that only this user can read
    # jupyter_server takes these numbers as milliseconds and wants the timeout to exceed the interval; tornado reads the
    # same numbers as seconds, and rejects that.
    logging.getLogger("tornado.general").addFilter(lambda line: "websocket_ping_timeout" not in line.getMessage())
    return settings


def start_app(
    port: int = DEFAULT_PORT,
    open_browser: bool = True,
    folder: Path | None = None,
    names: Sequence[str] = (),
    base_url: str = "/",
) -> None:
    """Serve the notebooks until interrupted.

    Parameters
    ----------
    port
        The port; if it is busy, the next free one is used and reported.
    open_browser
        Open the home page in the learner's browser.
    folder
        The folder that contains the notebooks folder; found automatically if None.
    names
        Additional host names under which browsers reach the app.
    base_url
        The path under which the app is served, such as "/tools/tebiki/" behind a proxy.

    Raises
    ------
    AppError
        If there are no notebooks, no port is free, or base_url is not a path.
    """
    base = base_address(base_url)
    folder = project_folder(folder)
    chosen = free_port(port)
    if chosen != port:
        print(f"Port {port} is busy, so this is port {chosen}.", flush=True)
    settings = prepare_server(folder, chosen, open_browser)
    settings.Voila.base_url = base
    app = TebikiApp.instance(config=settings)
    app.names = list(names)
    app.initialize([])
    try:
        learner_id()
    except ProgressError as error:
        print(f"Progress is not kept. {error}", flush=True)
    print(f"Tebiki is at http://{LOCAL_HOST}:{chosen}{base}  (stop it with Ctrl+C)", flush=True)
    try:
        app.start()
    finally:
        provisioner.Provisioner.close()
