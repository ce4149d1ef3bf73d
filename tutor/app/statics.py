"""Scripts and styles, cached in memory as they are sent, and by the browser for a year if that is safe.

A page needs nearly a hundred files. Caching is safe if the address changes with the content: the names of Voilà's
extensions contain a hash, our own files have one after `?v=`, and Voilà's scripts get one in their path (`shelf_mark`).
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import voila
from tornado.web import HTTPError
from voila.handler import BaseVoilaHandler

FOR_EVER = "public, max-age=31536000, immutable"
LOOK_AGAIN = "no-cache"
NAME_WITH_HASH = re.compile(r"\.[0-9a-f]{8,}\.")
SMALL_BYTES = 1000
"""Size in bytes below which compression gains nothing."""


class StaticFile(NamedTuple):
    """A file as sent: its modification time, content (also compressed, if that is smaller), type and tag."""

    changed: int
    plain: bytes
    packed: bytes
    type: str
    tag: str


LOADED_FILES: dict[str, StaticFile] = {}


def cached_file(path: str) -> StaticFile:
    """Return a file, read again only if it has changed. Raises OSError if it cannot be read."""
    changed = os.stat(path).st_mtime_ns
    kept = LOADED_FILES.get(path)
    if kept is None or kept.changed != changed:
        plain = Path(path).read_bytes()
        type = mimetypes.guess_type(path)[0] or "application/octet-stream"
        packed = (
            gzip.compress(plain, 6, mtime=0) if len(plain) > SMALL_BYTES and not type.startswith("font/") else plain
        )
        tag = f'"{hashlib.blake2b(plain, digest_size=12).hexdigest()}"'
        kept = LOADED_FILES[path] = StaticFile(changed, plain, packed if len(packed) < len(plain) else b"", type, tag)
    return kept


def shelf_mark() -> str:
    """Return the part of the path of Voilà's scripts that changes with their version."""
    return f"~{hashlib.blake2b(voila.__version__.encode(), digest_size=6).hexdigest()}"


def page_config_hook(page_config: dict[str, object], base_url: str, **_: object) -> dict[str, object]:
    """Make a page fetch Voilà's scripts from a cacheable path, and let it resend messages."""
    scripts = f"{base_url.rstrip('/')}/voila/static/{shelf_mark()}"
    return {**page_config, "fullStaticUrl": scripts, "answersAgain": True}


class StaticFiles(BaseVoilaHandler):
    """Serves files, each from the first of several folders that contains it; other addresses are not found.

    Parameters
    ----------
    folders
        The folders to search.
    lasting
        Returns whether the content of a path can never change.
    """

    def initialize(
        self, folders: list[str], lasting: Callable[[str], object] = NAME_WITH_HASH.search, **options: object
    ) -> None:
        """Set the route's options."""
        super().initialize(**options)
        self.folders, self.lasting = folders, lasting

    async def prepare(self, **_: object) -> None:
        """Skip authentication, since these files are not secret."""
        self.current_user = self._jupyter_current_user = None

    def compute_etag(self) -> None:
        """Return None, since `get` has already computed the tag."""

    def get(self, path: str) -> None:
        """Send a file."""
        found = self._find(path)
        lasting = self.lasting(path) or self.get_query_argument("v", "")
        self.set_header("Cache-Control", FOR_EVER if lasting else LOOK_AGAIN)
        self.set_header("Content-Type", found.type)
        self.set_header("Etag", found.tag)
        self.set_header("Vary", "Accept-Encoding")
        if self.check_etag_header():
            self.set_status(304)
            return
        packed = found.packed and "gzip" in self.request.headers.get("Accept-Encoding", "")
        if packed:
            self.set_header("Content-Encoding", "gzip")
        self.finish(found.packed if packed else found.plain)

    def head(self, path: str) -> None:
        """Send the headers of a file."""
        self.get(path)

    def _find(self, path: str) -> StaticFile:
        parts = PurePosixPath(path).parts
        if not parts or "\\" in path or "\0" in path or any(part.startswith((".", "/")) for part in parts):
            raise HTTPError(404)
        for folder in self.folders:
            try:
                return cached_file(os.path.join(folder, *parts))
            except OSError:
                continue
        raise HTTPError(404)
