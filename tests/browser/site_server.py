"""A file server that works like any web host, and that tests can stop."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Quiet(SimpleHTTPRequestHandler):
    """Python's web server without logging."""

    def log_message(self, *words):
        """Log nothing."""


class SiteServer:
    """Serves a folder. name : the folder inside it that contains the site."""

    def __init__(self, top: Path, name: str) -> None:
        self.folder = top / name
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(top)))
        self.address = f"http://127.0.0.1:{self.server.server_port}/{name}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self) -> "SiteServer":
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop answering."""
        self.server.shutdown()
        self.server.server_close()
