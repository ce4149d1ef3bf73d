"""Checks the frames that a browser sends to a kernel. An inconsistent frame is dropped and logged.

jupyter_server reads a binary frame by counts and offsets in the frame itself, and trusts them; a frame of eight bytes
can make it loop forever. Therefore frames are checked first.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, cast
from weakref import WeakKeyDictionary

from jupyter_client.manager import KernelManager
from jupyter_client.session import Session
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado.websocket import WebSocketClosedError
from zmq.eventloop.zmqstream import ZMQStream

from tutor.app.repeats import Answer, PublishedMessages, Repeats, read_message_id

V1_PROTOCOL = "v1.kernel.websocket.jupyter.org"
MOST_BYTES = 20 * 1024 * 1024
"""The maximum size of a frame; the largest thing that a page sends is an uploaded progress file."""
FRAMES_AT_ONCE, FRAMES_A_SECOND = 400, 80
BYTES_AT_ONCE, BYTES_A_SECOND = 2 * MOST_BYTES, 1024 * 1024
"""The size of a burst in bytes, and the bytes per second, that a page may send: far more than clicks, typing and moving
a slider need."""
TOO_MUCH_CODE = 1008
"""The WebSocket closing code for a violation of the server's rules."""
MOST_PARTS = 64
"""Maximum number of parts of a message: its channel, four headers, and buffers."""
LEAST_PARTS = 6
MOST_LEFT = 100
"""Maximum number of closed connections per kernel that are remembered."""
OFFSET_BYTES = 8
PUBLISHED = "iopub"
"""The channel on which a kernel publishes outputs and the states of widgets."""


@dataclass(eq=False)
class KernelRecord:
    """What the server keeps of a kernel when a connection is lost."""

    repeats: Repeats = field(default_factory=Repeats)
    """The last messages to the kernel, and the replies."""
    published: PublishedMessages = field(default_factory=PublishedMessages)
    connections: set[CheckedConnection] = field(default_factory=set)
    """The connections that are open now."""
    left_at: dict[str, int] = field(default_factory=dict)
    """By session, the number of the first message that was published after the session's connection was closed."""


OF_KERNELS: WeakKeyDictionary[KernelManager, KernelRecord] = WeakKeyDictionary()


def is_sound_v1(frame: bytes) -> bool:
    """Return True if a frame of the v1 protocol is sound: offsets in order, within the frame, after their own list."""
    if not isinstance(frame, bytes) or not OFFSET_BYTES <= len(frame) <= MOST_BYTES:
        return False
    count = int.from_bytes(frame[:OFFSET_BYTES], "little")
    if not LEAST_PARTS <= count <= MOST_PARTS or len(frame) < OFFSET_BYTES * (count + 1):
        return False
    offsets = [
        int.from_bytes(frame[OFFSET_BYTES * at : OFFSET_BYTES * (at + 1)], "little") for at in range(1, count + 1)
    ]
    inside = offsets[0] >= OFFSET_BYTES * (count + 1) and offsets[-1] <= len(frame)
    return inside and offsets == sorted(offsets) and _is_text(frame[offsets[0] : offsets[1]])


def is_sound_old(frame: object) -> bool:
    """Return True if a frame of the older protocol is sound: JSON text, or JSON and buffers at 32-bit offsets."""
    if isinstance(frame, str):
        return len(frame) <= MOST_BYTES and _is_message(frame)
    if not isinstance(frame, bytes) or not 4 <= len(frame) <= MOST_BYTES:
        return False
    (count,) = struct.unpack("!i", frame[:4])
    if not 1 <= count <= MOST_PARTS or len(frame) < 4 * (count + 1):
        return False
    offsets = struct.unpack(f"!{count}I", frame[4 : 4 * (count + 1)])
    inside = offsets[0] >= 4 * (count + 1) and offsets[-1] <= len(frame)
    first = frame[offsets[0] : offsets[1] if count > 1 else None]
    return inside and list(offsets) == sorted(offsets) and _is_text(first) and _is_message(first.decode())


def _is_text(part: bytes) -> bool:
    try:
        part.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _is_message(text: str) -> bool:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return False
    headers = ("header", "parent_header")
    return isinstance(message, dict) and all(isinstance(message.get(name), dict) for name in headers)


def header_of(frame: bytes) -> bytes:
    """Return the header in a sound frame of the v1 protocol."""
    start, end = (int.from_bytes(frame[OFFSET_BYTES * at : OFFSET_BYTES * (at + 1)], "little") for at in (2, 3))
    return frame[start:end]


class FrameFlow:
    """Limits what a page may send: the size of a burst, and the rate per second."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock, self.last = clock, clock()
        self.frames, self.bytes = float(FRAMES_AT_ONCE), float(BYTES_AT_ONCE)

    def takes(self, size: int) -> bool:
        """Count a frame of this size; return True if it is within the limits."""
        now = self.clock()
        spent, self.last = now - self.last, now
        self.frames = min(self.frames + spent * FRAMES_A_SECOND, FRAMES_AT_ONCE) - 1
        self.bytes = min(self.bytes + spent * BYTES_A_SECOND, BYTES_AT_ONCE) - size
        return self.frames >= 0 and self.bytes >= 0


class CheckedConnection(ZMQChannelsWebsocketConnection):
    """The connection of a page to its kernel, which checks frames first."""

    cut_off = False

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options)
        self.flow = FrameFlow()
        self.shown_from = 0

    def handle_incoming_message(self, incoming_msg: Any) -> None:
        """Pass on a sound frame and drop any other.

        A page that exceeds the limits is disconnected; when it is reopened, it continues.
        """
        if self.cut_off:
            return
        if not self.flow.takes(len(incoming_msg)):
            self.cut_off = True
            self.log.error("A page has sent more than a person can; its connection was closed.")
            self.websocket_handler.close(TOO_MUCH_CODE)
            return
        if not (is_sound_v1 if self.subprotocol == V1_PROTOCOL else is_sound_old)(incoming_msg):
            self.log.error("A page has sent a frame that is none; it was dropped (%d bytes).", len(incoming_msg))
            return
        if self.subprotocol == V1_PROTOCOL and (sent := read_message_id(header_of(incoming_msg))):
            answers = self.record.repeats.take(sent)
            if answers is not None:
                self.show_from(self.record.published.find(sent))
                for channel, parts in answers:
                    super().handle_outgoing_message(self.channels[channel], parts)
                return
        super().handle_incoming_message(incoming_msg)

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[bytes]) -> None:
        """Pass a reply on to the page, and store it in case it does not arrive.

        What the kernel publishes comes from its record instead (`record_published`): while a page reconnects,
        jupyter_server waits for the kernel, and drops what is published meanwhile.
        """
        channel = getattr(stream, "channel", stream)
        if channel == PUBLISHED:
            return
        super().handle_outgoing_message(stream, outgoing_msg)
        self.record.repeats.keep(read_answered_id(self.session, outgoing_msg), Answer(channel, outgoing_msg))

    def connect(self) -> Any:
        """Connect the page, and show it what was published since its last connection was closed."""
        connected = super().connect()
        if connected is not None:
            for older in [one for one in self.record.connections if one.session_key == self.session_key]:
                older.leave()  # the page has given it up, and the server has not yet noticed
            self.shown_from = self.record.published.end
            self.record.connections.add(self)
            self.show_from(self.record.left_at.pop(self.session_key, self.shown_from))
        return connected

    def disconnect(self) -> Any:
        """Disconnect the page."""
        self.leave()
        return super().disconnect()

    def leave(self) -> None:
        """Show this connection nothing more; record from where its page must be shown what is published."""
        left_at = self.record.left_at
        if self in self.record.connections:
            self.record.connections.remove(self)
            left_at.pop(self.session_key, None)
            left_at[self.session_key] = self.record.published.end
            if len(left_at) > MOST_LEFT:
                del left_at[next(iter(left_at))]

    def show(self, parts: list[bytes]) -> None:
        """Pass on what the kernel has published; a connection that turns out to be closed is left."""
        if not self.channels:
            return
        try:
            super().handle_outgoing_message(self.channels[PUBLISHED], parts)
        except WebSocketClosedError:
            self.leave()

    def show_from(self, first: int) -> None:
        """Pass on everything published from a number on, unless this connection has done so.

        It is always shown up to the end: an older state alone would replace a newer one on the page.
        """
        if first < self.shown_from:
            self.shown_from = first
            for parts in self.record.published.between(first, self.record.published.end):
                self.show(parts)

    @property
    def record(self) -> KernelRecord:
        """The record of the kernel."""
        return find_record(self.kernel_manager)


def find_record(manager: KernelManager) -> KernelRecord:
    """Return the record of a kernel; an empty one is made the first time."""
    return OF_KERNELS.setdefault(manager, KernelRecord())


def read_answered_id(session: Session, answer: list[bytes]) -> str:
    """Return the id of the message that an answer belongs to; "" if there is none."""
    _, parts = session.feed_identities(answer)
    parent = parts[2]
    return read_message_id(parent if isinstance(parent, bytes) else parent.bytes)


def record_published(manager: KernelManager) -> ZMQStream:
    """Record whatever a kernel publishes, and show it to its pages; return the stream, which the caller closes."""
    stream: Any = manager.connect_iopub()  # a ZMQStream, as these kernels are managed in an event loop
    record = find_record(manager)

    def keep(parts: list[bytes]) -> None:
        if not record.connections and not record.left_at:
            return  # no page has been connected yet
        record.published.add(read_answered_id(manager.session, parts), parts)
        for connection in tuple(record.connections):
            connection.show(parts)

    stream.on_recv(keep)
    return cast("ZMQStream", stream)
