"""Frames from a browser to a kernel: sound ones are passed on, and none can make the server read for ever."""

import json
import random
import struct
from pathlib import Path

import pytest
from jupyter_client.session import DELIM, Session
from jupyter_server.services.kernels.connection.base import (
    deserialize_binary_message,
    deserialize_msg_from_ws_v1,
    serialize_binary_message,
    serialize_msg_to_ws_v1,
)
from tornado.websocket import WebSocketClosedError

from tutor.app.frames import (
    BYTES_AT_ONCE,
    FRAMES_A_SECOND,
    FRAMES_AT_ONCE,
    MOST_BYTES,
    MOST_LEFT,
    TOO_MUCH_CODE,
    CheckedConnection,
    FrameFlow,
    KernelRecord,
    is_sound_old,
    is_sound_v1,
)
from tutor.app.repeats import MOST_BYTES as MOST_REPEATED_BYTES
from tutor.app.repeats import MOST_MESSAGES, Answer, PublishedMessages, Repeats, read_message_id

HEADERS = [b'{"msg_id": "1"}', b"{}", b"{}", b'{"code": "1"}']
V1 = serialize_msg_to_ws_v1(HEADERS, "shell")
WITH_BUFFER = serialize_msg_to_ws_v1([*HEADERS, b"\xff" * 9], "iopub")
MESSAGE = {"header": {}, "parent_header": {}, "metadata": {}, "content": {}, "channel": "shell"}
OLD = serialize_binary_message(MESSAGE | {"buffers": [b"\xff\x00"]})


def test_whole_frames_are_sound_and_read_back():
    for frame in (V1, WITH_BUFFER):
        assert is_sound_v1(frame)
        assert deserialize_msg_from_ws_v1(frame)[0] in ("shell", "iopub")
    assert is_sound_old(json.dumps(MESSAGE))
    assert is_sound_old(OLD)
    assert deserialize_binary_message(OLD)["buffers"] == [b"\xff\x00"]


@pytest.mark.parametrize(
    "frame",
    [
        b"\xff" * 8,
        b"",
        b"\x00" * 8,
        b"\x00" * 4096,
        (10**6).to_bytes(8, "little") + b"\x00" * 80,
        V1[:-40],
        V1[:8] + b"\xff" * 8 + V1[16:],
        b"x" * (MOST_BYTES + 1),
        "text",
    ],
)
def test_a_frame_that_does_not_add_up_is_none(frame):
    assert not is_sound_v1(frame)


@pytest.mark.parametrize(
    "frame",
    [b"\xff" * 8, struct.pack("!i", 10**9) + b"\x00" * 8, struct.pack("!i", -1), "[]", "{", '{"header": 3}', b""],
)
def test_an_old_frame_that_does_not_add_up_is_none(frame):
    assert not is_sound_old(frame)


def test_whatever_is_called_sound_can_be_read():
    chance = random.Random(5)
    for _ in range(4000):
        frame = bytearray(chance.choice((V1, WITH_BUFFER)))
        for _ in range(chance.randrange(1, 6)):
            frame[chance.randrange(len(frame))] = chance.randrange(256)
        if is_sound_v1(bytes(frame)):
            deserialize_msg_from_ws_v1(bytes(frame))


def test_such_a_frame_is_dropped_and_the_next_one_handed_on(monkeypatch):
    handed = []
    monkeypatch.setattr(
        "jupyter_server.services.kernels.connection.channels.ZMQChannelsWebsocketConnection.handle_incoming_message",
        lambda self, message: handed.append(message),
    )
    connection = CheckedConnection.__new__(CheckedConnection)
    connection.flow = FrameFlow()
    monkeypatch.setattr(CheckedConnection, "subprotocol", "v1.kernel.websocket.jupyter.org", raising=False)
    monkeypatch.setattr(CheckedConnection, "record", KernelRecord())
    for frame in (b"\xff" * 8, V1):
        connection.handle_incoming_message(frame)
    assert handed == [V1]


def test_a_message_that_comes_again_is_answered_again_and_handed_on_once(monkeypatch):
    handed, answered = [], []
    base = "jupyter_server.services.kernels.connection.channels.ZMQChannelsWebsocketConnection"
    monkeypatch.setattr(f"{base}.handle_incoming_message", lambda self, message: handed.append(message))
    monkeypatch.setattr(f"{base}.handle_outgoing_message", lambda self, stream, parts: answered.append((stream, parts)))
    monkeypatch.setattr(CheckedConnection, "subprotocol", "v1.kernel.websocket.jupyter.org", raising=False)
    monkeypatch.setattr(CheckedConnection, "record", KernelRecord())
    monkeypatch.setattr(CheckedConnection, "channels", {"shell": "shell stream"})
    monkeypatch.setattr(CheckedConnection, "session", Session())
    before, after = CheckedConnection.__new__(CheckedConnection), CheckedConnection.__new__(CheckedConnection)
    before.flow, after.flow = FrameFlow(), FrameFlow()
    before.shown_from = after.shown_from = 0
    answer = [DELIM, b"signature", b'{"msg_id": "2"}', b'{"msg_id": "1"}', b"{}", b"{}"]
    before.handle_incoming_message(V1)
    before.handle_outgoing_message("shell", answer)
    after.handle_incoming_message(V1)
    assert handed == [V1]
    assert answered == [("shell", answer), ("shell stream", answer)]


def test_only_the_last_messages_and_replies_are_kept():
    kept = Repeats()
    for number in range(MOST_MESSAGES + 5):
        assert kept.take(str(number)) is None
    assert kept.take("4") is None
    assert kept.take(str(MOST_MESSAGES)) == ()
    large = Answer("shell", [b"x" * (MOST_REPEATED_BYTES - 10)])
    for number in range(MOST_MESSAGES, MOST_MESSAGES + 2):
        kept.keep(str(number), large)
    assert kept.bytes <= MOST_REPEATED_BYTES
    assert kept.take(str(MOST_MESSAGES + 1)) == (large,)
    assert kept.take(str(MOST_MESSAGES)) == ()  # known, although its reply is dropped
    kept.keep("unknown", large)
    assert kept.bytes <= MOST_REPEATED_BYTES


def test_what_was_published_is_found_by_its_question_and_the_oldest_is_dropped():
    published = PublishedMessages()
    for number in range(6):
        published.add(str(number // 2), [str(number).encode()])
    assert published.find("1") == 2
    assert published.between(2, published.end) == [[b"2"], [b"3"], [b"4"], [b"5"]]
    assert published.find("no such message") == published.end == 6
    published.add("3", [b"x" * MOST_REPEATED_BYTES])
    assert published.end == 7
    assert published.between(0, 7) == [[b"x" * MOST_REPEATED_BYTES]]
    assert published.find("1") == 7


def test_a_repeated_message_is_answered_up_to_the_newest_state_and_only_once(monkeypatch):
    shown = []
    base = "jupyter_server.services.kernels.connection.channels.ZMQChannelsWebsocketConnection"
    monkeypatch.setattr(f"{base}.handle_outgoing_message", lambda self, stream, parts: shown.append(parts[0]))
    record = KernelRecord()
    monkeypatch.setattr(CheckedConnection, "record", record)
    monkeypatch.setattr(CheckedConnection, "channels", {"iopub": "iopub stream"})
    for question, answer in (("1", b"a"), ("1", b"b"), ("2", b"c")):
        record.published.add(question, [answer])
    after = CheckedConnection.__new__(CheckedConnection)
    after.shown_from = record.published.end
    after.show_from(record.published.find("1"))
    after.show_from(record.published.find("2"))
    assert shown == [b"a", b"b", b"c"]


def connection_of(session):
    connection = CheckedConnection.__new__(CheckedConnection)
    connection.session_key, connection.shown_from = session, 0
    return connection


@pytest.fixture
def record(monkeypatch):
    record = KernelRecord()
    base = "jupyter_server.services.kernels.connection.channels.ZMQChannelsWebsocketConnection"
    monkeypatch.setattr(f"{base}.connect", lambda self: True)
    monkeypatch.setattr(CheckedConnection, "record", record)
    monkeypatch.setattr(CheckedConnection, "channels", {"iopub": "iopub stream"})
    return record


def test_a_connection_that_turns_out_to_be_closed_keeps_nothing_from_the_others(monkeypatch, record):
    shown = []

    def write(self, stream, parts):
        if self.session_key == "closed":
            raise WebSocketClosedError
        shown.append(parts[0])

    base = "jupyter_server.services.kernels.connection.channels.ZMQChannelsWebsocketConnection"
    monkeypatch.setattr(f"{base}.handle_outgoing_message", write)
    closed, open_one = connection_of("closed"), connection_of("open")
    for connection in (closed, open_one):
        connection.connect()
    for connection in (closed, open_one):
        connection.show([b"news"])
    assert shown == [b"news"]
    assert record.connections == {open_one}
    assert list(record.left_at) == ["closed"]


def test_a_page_that_connects_again_has_one_connection(record):
    older, newer, other = connection_of("page"), connection_of("page"), connection_of("another page")
    for connection in (older, other, newer):
        connection.connect()
    assert record.connections == {newer, other}
    older.leave()  # the server notices late that it is closed
    assert record.left_at == {}


def test_only_the_last_closed_connections_are_remembered(record):
    for number in range(MOST_LEFT + 2):
        connection = connection_of(str(number))
        connection.connect()
        connection.leave()
    assert list(record.left_at) == [str(number) for number in range(2, MOST_LEFT + 2)]


@pytest.mark.parametrize("header", [b"", b"[]", b"{}", b'{"msg_id": 1}', b"\xff", b"[" * 100_000])
def test_a_header_without_an_id_has_none(header):
    assert read_message_id(header) == ""


def test_a_page_may_send_much_at_once_but_not_without_end():
    now = [0.0]
    flow = FrameFlow(clock=lambda: now[0])
    assert all(flow.takes(100) for _ in range(FRAMES_AT_ONCE))
    assert not flow.takes(100)
    now[0] = 2.0
    assert all(flow.takes(100) for _ in range(FRAMES_A_SECOND))
    now[0] = 1000.0
    assert flow.takes(MOST_BYTES)
    assert flow.takes(BYTES_AT_ONCE - MOST_BYTES)
    assert not flow.takes(MOST_BYTES)


def test_a_page_that_sends_without_end_is_cut_off(monkeypatch):
    closed = []
    connection = CheckedConnection.__new__(CheckedConnection)
    connection.flow = FrameFlow(clock=lambda: 0.0)
    monkeypatch.setattr(CheckedConnection, "subprotocol", "v1.kernel.websocket.jupyter.org", raising=False)
    handler = type("Handler", (), {"close": lambda self, code: closed.append(code)})()
    monkeypatch.setattr(CheckedConnection, "websocket_handler", handler)
    for _ in range(FRAMES_AT_ONCE + 3):
        connection.handle_incoming_message(b"")
    assert closed == [TOO_MUCH_CODE]


def test_a_page_that_answers_slowly_keeps_its_connection():
    """The timeout of a ping is longer than the interval between pings."""
    settings = json.loads((Path(__file__).parents[2] / "tutor/app/voila/voila.json").read_text(encoding="utf-8"))
    pings = settings["Voila"]["tornado_settings"]
    assert pings["ws_ping_timeout"] > pings["ws_ping_interval"]
    assert pings["websocket_max_message_size"] == MOST_BYTES
