"""Access to the app: the host names that it answers, and kernels that belong to one browser.

The app listens only on this machine, but a browser on this machine also runs pages of other sites. Such a page must not
reach the app under a host name of its own, because the browser would then treat the app as part of that site; and a
kernel serves only the browser that opened its page.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import secrets
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from typing import Any, NamedTuple

from jupyter_client.manager import KernelManager
from jupyter_core.utils import ensure_async
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.httputil import HTTPServerRequest
from tornado.routing import Matcher
from tornado.web import HTTPError, RequestHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from zmq.eventloop.zmqstream import ZMQStream

from tutor.app.frames import record_published


class PageRoute(NamedTuple):
    """A route: a pattern of paths, the handler that answers them, and its options."""

    path: str
    handler: type[RequestHandler]
    known: Mapping[str, object] = {}


CURRENT_BROWSER: ContextVar[str] = ContextVar("browser", default="")
"""The browser for which the current page is being made."""
BROWSER_MARK = re.compile(r"[\w-]{22}")
HEARTBEAT, SIGN_OF_LIFE = "<script>window.voila_heartbeat()</script>\n", "<!-- still at work -->\n"


def is_ours(host: str, names: Iterable[str] = ()) -> bool:
    """Return True if a host, without its port, is a name of this machine, or one of the given names."""
    host = host.strip("[]").rstrip(".").lower()
    if host in {name.lower() for name in names}:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class ForeignHost(Matcher):
    """Matches requests for a host that is not ours."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)

    def match(self, request: HTTPServerRequest) -> dict[str, object] | None:
        """Return an empty match; None if the host is ours."""
        return None if is_ours(request.host_name, self.names) else {}


class RefusedHost(RequestHandler):
    """Answers requests for a foreign host."""

    def prepare(self) -> None:
        """Refuse every request."""
        self.set_status(403)
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("Tebiki does not answer under this name. Open it as http://127.0.0.1, with its port.\n")


class OwnedKernels(AsyncMappingKernelManager):
    """Kernels, each with the browser that it belongs to, and with a record of what it publishes."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.owners: dict[str, str] = {}
        self.records: dict[str, ZMQStream] = {}

    async def start_kernel(self, **options: Any) -> str:  # type: ignore[override]
        """Start a kernel for the browser whose page is being made."""
        kernel = await super().start_kernel(**options)
        self.owners[kernel] = CURRENT_BROWSER.get()
        return kernel

    def remove_kernel(self, kernel_id: str) -> KernelManager:
        """Forget a kernel."""
        self.owners.pop(kernel_id, None)
        return super().remove_kernel(kernel_id)

    def start_watching_activity(self, kernel_id: str) -> None:
        """Watch a kernel's activity, and record what it publishes."""
        super().start_watching_activity(kernel_id)
        self._end_record(kernel_id)
        self.records[kernel_id] = record_published(self.get_kernel(kernel_id))

    def stop_watching_activity(self, kernel_id: str) -> None:
        """Stop watching a kernel's activity, and end its record."""
        super().stop_watching_activity(kernel_id)
        self._end_record(kernel_id)

    def _end_record(self, kernel_id: str) -> None:
        record = self.records.pop(kernel_id, None)
        if record is not None and not record.closed():
            record.close()

    def belongs(self, kernel: str, browser: str) -> bool:
        """Return True if a kernel was started for a browser."""
        owner = self.owners.get(kernel, "")
        return bool(owner and browser) and hmac.compare_digest(owner, browser)


def port_of(request: HTTPServerRequest) -> str:
    """Return the port of a request, for the cookie's name; behind a proxy without a port, the proxy's host name."""
    return re.sub(r"[^\w.-]", "", request.host.rpartition(":")[2])


def cookie_name(handler: RequestHandler) -> str:
    """Return the cookie's name. It contains the port: ports share cookies, and two apps may be running."""
    return f"tebiki-browser-{port_of(handler.request)}"


def browser_mark(handler: RequestHandler) -> str:
    """Return the cookie value that identifies the requesting browser; "" if there is none.

    In a class, browsers are identified by the id of their member.
    """
    if owner := handler.settings.get("owner"):
        known: str = owner(handler)
        return known
    mark = handler.get_cookie(cookie_name(handler)) or ""
    return mark if BROWSER_MARK.fullmatch(mark) else ""


class PageOfBrowser(TornadoVoilaHandler):
    """A page whose kernel will belong to the requesting browser."""

    async def get(self, path: str | None = None) -> None:
        """Send the page, and an identifying cookie if the browser has none."""
        mark = browser_mark(self)
        if not mark:
            mark = secrets.token_urlsafe(16)
            self.set_cookie(cookie_name(self), mark, path=self.base_url, httponly=True, samesite="Lax")
        CURRENT_BROWSER.set(mark)
        await super().get(path)

    def write(self, chunk: str | bytes | dict[str, object]) -> None:
        """Send a part of the page; the script that Voilà sends while a cell takes long is replaced by a comment."""
        super().write(SIGN_OF_LIFE if chunk == HEARTBEAT else chunk)


class OwnKernel:
    """Mixin for handlers of a kernel: only the browser that owns the kernel can reach it."""

    async def prepare(self: Any, **options: Any) -> None:
        """Check first who owns the kernel."""
        await ensure_async(super().prepare(**options))  # type: ignore[misc]
        kernel = (*self.path_args, *self.path_kwargs.values())[0]
        if not self.kernel_manager.belongs(kernel, browser_mark(self)):
            raise HTTPError(404)


class KernelState(OwnKernel, KernelHandler):
    """Reports the state of a kernel, or ends it."""


class KernelChannels(OwnKernel, VoilaKernelWebsocketHandler):
    """Carries the messages between a page and its kernel."""

    def write_error(self, status_code: int, **_: object) -> None:
        """Send only the error number, since no person reads it."""


class ShutdownKernel(OwnKernel, VoilaShutdownKernelHandler):
    """Ends the kernel of a page that is closed.

    The browser sends this while the page closes, without the token that protects other requests; the check that it is
    the kernel's own browser is sufficient protection.
    """

    def check_xsrf_cookie(self) -> None:
        """Do not require a token."""
