"""A class: joining, access, and stored data. Without a kernel and without a browser."""

import json
import os
import re
import time
from pathlib import Path
from urllib.parse import urlencode

import pytest
from tornado.httpclient import AsyncHTTPClient
from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine
from tornado.netutil import bind_sockets
from tornado.routing import Rule
from tornado.web import Application, RequestHandler

from tests.tutor.finishing import finished
from tutor import progress
from tutor.app.guard import ForeignHost, RefusedHost
from tutor.class_server import pages as class_pages
from tutor.class_server import server as class_server
from tutor.class_server.asking_routes import question_routes
from tutor.class_server.classroom import (
    AWAY_SECONDS,
    CODE_LENGTH,
    COOKIE_DAYS,
    MOST_MEMBERS,
    TEACHER_ID,
    ClassError,
    Classroom,
    WrongCodes,
    format_code,
    list_pseudonyms,
    members_in,
    network_of,
)
from tutor.class_server.kernels import ALL, IN_SECONDS, OPENINGS
from tutor.class_server.leading_routes import leading_routes
from tutor.class_server.members import is_door_open
from tutor.class_server.pages import MemberHandler, TeacherHandler, TurnedAway, class_routes
from tutor.class_server.server import OutsiderMatcher
from tutor.classroom.asking import AskingState
from tutor.classroom.class_work import ClassWork
from tutor.classroom.plain_questions import pose_typed
from tutor.classroom.report import FEWEST_ANSWERS, FEWEST_STEPS, SAMPLED_ANSWERS
from tutor.commands import cli
from tutor.text import format_message, list_languages

LAN = "192.168.1.7"
START = RequestStartLine("GET", "/", "HTTP/1.1")


@pytest.fixture
def room(tmp_path):
    found = Classroom.opened("7b", tmp_path)
    found.addresses = [f"http://{LAN}:8866"]
    return found


class Whole(RequestHandler):
    """A substitute for a page of the app."""

    def get(self, *_):
        self.finish("a page")


class OwnOfMember(MemberHandler):
    def get(self):
        self.finish(self.member.name)

    def post(self):
        self.finish("done")


class OwnOfTeacher(TeacherHandler):
    def get(self):
        self.finish("for the teacher")


class Answer:
    def __init__(self, found):
        self.status, self.headers, self.text = found.code, found.headers, found.body.decode()
        self.cookies = [one.partition(";")[0] for one in found.headers.get_list("Set-Cookie")]


class Site:
    """A class served in this process, with a way to send it requests."""

    def __init__(self, room, host=""):
        self.host = host
        known = {"classroom": room}
        ours = [(r"/class/own", OwnOfMember, known), (r"/class/teacher/own", OwnOfTeacher, known)]
        self.app = Application([*class_routes(room), *ours, (r"/voila/render/(.*)", Whole), (r"/api/(.*)", Whole)],
                               headers={"Content-Security-Policy": "default-src 'self'"})  # fmt: skip
        self.app.default_router.rules[:0] = [
            Rule(ForeignHost([LAN]), RefusedHost),
            Rule(OutsiderMatcher(room), TurnedAway, known),
        ]

    def __call__(self, *asked):
        """Send requests in sequence: (path), (path, options), or a list of these to be sent at the same time."""

        async def all_of_them():
            [socket] = bind_sockets(0, "127.0.0.1")
            server = HTTPServer(self.app, max_body_size=class_pages.LONGEST_BODY)
            server.add_sockets([socket])
            port = socket.getsockname()[1]

            async def one(path, data=None, cookie="", host="", **headers):
                host = host or self.host or f"127.0.0.1:{port}"
                if data is not None:
                    headers.setdefault("Origin", f"http://{host}")
                body = urlencode(data) if isinstance(data, dict) else data
                return Answer(
                    await AsyncHTTPClient().fetch(
                        f"http://127.0.0.1:{port}{path}",
                        method="POST" if data is not None else "GET",
                        body=body,
                        headers={"Host": host, "Cookie": cookie, **headers},
                        follow_redirects=False,
                        raise_error=False,
                    )
                )

            try:
                pairs = [(path, {}) if isinstance(path, str) else path for path in asked]
                return [await one(path, **options) for path, options in pairs]
            finally:
                server.stop()

        found = finished(all_of_them())
        return found[0] if len(found) == 1 else found


@pytest.fixture
def site(room):
    return Site(room)


# Joining.


def test_a_code_is_short_and_read_however_it_is_typed(room):
    assert re.fullmatch(r"[B-DF-HJ-NP-TV-Z]{3}-[B-DF-HJ-NP-TV-Z]{3}", format_code(room.code))
    for typed in (room.code, format_code(room.code), f" {room.code.upper()} ", " ".join(room.code)):
        assert room.right_code(typed, LAN)
    assert not room.right_code("", LAN)
    assert not room.right_code(room.code[:-1], LAN)


def test_wrong_codes_are_counted_by_address_and_altogether():
    now = [0.0]
    tries = WrongCodes(each=3, all=5, clock=lambda: now[0])
    for _ in range(3):
        tries.note("10.0.0.1")
    assert not tries.may("10.0.0.1")
    assert tries.may("10.0.0.2")
    tries.note("10.0.0.2")
    tries.note("fe80::1")
    assert not tries.may("10.0.0.3")
    now[0] = 61
    assert tries.may("10.0.0.1")


def test_a_machine_with_many_long_addresses_counts_as_one():
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1")
    assert network_of("10.0.0.1") != network_of("10.0.0.2")


def test_after_too_many_wrong_codes_the_right_one_does_not_help(room, site):
    wrong = [("/join?code=zzzzzz", {}) for _ in range(10)]
    answers = site(*wrong, (f"/join?code={room.code}", {}), ("/join", {"data": {"code": room.code, "name": "x"}}))
    assert [one.status for one in answers] == [403] * 10 + [429] * 2
    assert 'name="name"' not in answers[-2].text
    assert not room.members


def test_a_learner_joins_with_a_code_and_a_name(room, site):
    first = site(f"/join?code={format_code(room.code)}&lang=en")
    offered = re.findall(r'name="name" value="([^"]+)"', first.text)
    assert len(set(offered)) == 6
    assert set(offered) <= set(list_pseudonyms("en"))
    answer = site(("/join", {"data": {"code": room.code, "name": offered[0]}}))
    assert (answer.status, answer.headers["Location"]) == (303, "/class")
    [member] = room.members.values()
    assert member.name == offered[0]
    [said] = answer.headers.get_list("Set-Cookie")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(said.split("; "))
    assert member.id not in said  # it is in there, but packed and signed
    assert len(member.log) == 16


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "Anna Schmidt", "", "quiet fox", "x" * 5000])
def test_only_names_of_the_list_can_be_had(room, site, name):
    answer = site(("/join", {"data": {"code": room.code, "name": name}}))
    assert answer.status == 403
    assert "<script>alert" not in answer.text
    assert not room.members


def test_a_name_is_had_once(room):
    room.join(room.code, "Quiet Fox")
    with pytest.raises(ClassError, match="name"):
        room.join(room.code, "Quiet Fox")
    assert "Quiet Fox" not in room.free_names("en", 10**6)


def test_a_class_has_an_end_of_members_and_a_door(room):
    for name in list(list_pseudonyms("en"))[:MOST_MEMBERS]:
        room.join(room.code, name)
    with pytest.raises(ClassError, match="full"):
        room.join(room.code, list(list_pseudonyms("en"))[-1])
    room.open = False
    with pytest.raises(ClassError, match="closed"):
        room.join(room.code, list(list_pseudonyms("en"))[-1])


def test_a_disk_that_is_full_is_told_in_words(room, site, monkeypatch):
    with monkeypatch.context() as disk:
        disk.setattr(os, "write", lambda handle, text: len(text) - 1)
        with pytest.raises(ClassError, match="unkept"):
            room.join(room.code, "Quiet Fox")
    monkeypatch.setattr(Classroom, "_keep", lambda self, row: os.stat("/no/such/place"))
    answer = site(("/join", {"data": {"code": room.code, "name": "Quiet Fox"}}))
    assert answer.status == 503
    assert "disk may be full" in answer.text
    assert 'name="name"' in answer.text, "one can try again"
    assert not room.members


@pytest.mark.parametrize("more", [{"log": 3}, {"name": ["a"]}, {"id": {}}, {"joined": 10**400}, {"language": None}])
def test_a_line_that_no_server_has_written_is_no_member(tmp_path, more):
    row = {"id": "1", "name": "Quiet Fox", "language": "en", "joined": 1.0, "log": "l"}
    rows = [row | {"id": "2"} | more, row]
    (tmp_path / "members.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in rows))
    assert [*members_in(tmp_path)] == ["1"]


def test_there_are_names_for_everybody_in_every_language():
    for language in list_languages():
        assert len(list_pseudonyms(language)) > 2 * MOST_MEMBERS, language


# Access.


@pytest.fixture
def lan(room):
    """Send requests like a learner's browser.

    The cookie's name has no port, so that the cookie works for the next request.
    """
    return Site(room, LAN)


@pytest.fixture
def here(room):
    """Send requests like the teacher's browser."""
    return Site(room, "localhost")


def joined(room, lan, name="Quiet Fox"):
    return lan(("/join", {"data": {"code": room.code, "name": name}})).cookies[0]


def test_a_member_is_known_by_the_cookie(room, lan):
    mine = joined(room, lan)
    assert lan(("/class/own", {"cookie": mine})).text == "Quiet Fox"
    assert lan(("/voila/render/notebooks/index.ipynb", {"cookie": mine})).text == "a page"
    assert "Quiet Fox" in lan(("/class", {"cookie": mine})).text
    assert lan(("/", {"cookie": mine})).headers["Location"] == "/class"


def test_an_outsider_sees_only_how_to_join(lan):
    for path in ("/class", "/voila/render/notebooks/index.ipynb"):
        answer = lan(path)
        assert (answer.status, answer.headers["Location"]) == (302, "/join")
    assert lan(("/any/page", {"Accept": "text/html,*/*"})).headers["Location"] == "/join"
    assert lan(("/class/teacher", {"Accept": "text/html,*/*"})).status == 404
    assert lan("/").headers["Location"] == "/join"
    for path in ("/api/kernels/x", "/class/teacher", "/class/teacher/state", "/class/own", "/nothing"):
        assert lan(path).status in (403, 404), path


def test_a_cookie_that_was_changed_or_made_up_is_none(room, lan):
    mine, other = joined(room, lan), joined(room, lan, "Wise Owl")
    name, _, value = mine.partition("=")
    id = next(iter(room.members))
    made_up = [
        f"{name}={id}",
        f"{name}={value[:-1]}",
        f"{name}={value[:-2]}00",
        f"{name}={other.partition('=')[2][:-64]}{value[-64:]}",
        f"{name.replace('member', 'teacher')}={value}",
        f"{name}=2|1:0|10:1|4:none|4:eA==|{'0' * 64}",
        f"{name}={'9' * 5000}",
    ]
    for one in made_up:
        assert lan(("/class/own", {"cookie": one, "Accept": "application/json"})).status == 403, one


def test_a_cookie_of_another_class_or_of_long_ago_is_none(room, lan, tmp_path, monkeypatch):
    other = Classroom.opened("8a", tmp_path)
    assert other.secret != room.secret
    theirs = joined(other, Site(other, LAN))
    assert lan(("/class/own", {"cookie": theirs, "Accept": "*/*"})).status == 403
    mine = joined(room, lan)
    later = time.time() + (COOKIE_DAYS + 1) * 86400
    monkeypatch.setattr(time, "time", lambda: later)
    assert lan(("/class/own", {"cookie": mine, "Accept": "*/*"})).status == 403


def test_who_was_sent_out_is_a_member_no_more_and_the_log_stays(room, lan):
    ended = []
    room.when_sent_out.append(ended.append)
    mine = joined(room, lan)
    [member] = room.members.values()
    log = room.folder / f"{member.log}.jsonl"
    log.write_text("{}\n")
    room.send_out(member.id)
    assert ended == [member]
    assert lan(("/class/own", {"cookie": mine, "Accept": "*/*"})).status == 403
    assert log.exists()
    assert not Classroom.opened("7b", room.folder.parent.parent).members


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", f"http://{LAN}.evil.example", f"http://{LAN}:1"])
def test_what_changes_something_comes_from_a_page_of_ours(room, lan, origin):
    mine = joined(room, lan)
    assert lan(("/class/own", {"cookie": mine, "data": {}})).status == 200
    assert lan(("/class/own", {"cookie": mine, "data": {}, "Origin": origin})).status == 403
    assert lan(("/class/leave", {"cookie": mine, "data": {}, "Origin": origin})).status == 403
    before = len(room.members)
    joining = {"data": {"code": room.code, "name": "Wise Owl"}, "Origin": origin}
    assert lan(("/join", joining)).status == 403
    assert len(room.members) == before


@pytest.mark.parametrize("host", ["evil.example", "192.168.1.8", "169.254.169.254"])
def test_a_foreign_host_is_refused_before_anything_else(room, lan, host):
    mine = joined(room, lan)
    answer = lan(("/class/own", {"cookie": mine, "host": host}))
    assert answer.status == 403
    assert "Quiet Fox" not in answer.text


def test_the_teachers_page_wants_this_machine_and_the_token(room, site, lan):
    token = {"data": None}
    opened = site((f"/class/teacher?token={room.token}", token))
    assert (opened.status, opened.headers["Location"]) == (303, "/class/teacher")
    assert "SameSite=Strict" in opened.headers["Set-Cookie"]
    assert "HttpOnly" in opened.headers["Set-Cookie"]
    assert site("/class/teacher?token=wrong").status == 404
    assert site("/class/teacher?token=").status == 404
    # The right token under the learners' host name: still no such page.
    assert lan(f"/class/teacher?token={room.token}").status == 404


def test_a_member_is_no_teacher(room, lan):
    mine = joined(room, lan)
    for path in ("/class/teacher", "/class/teacher/state", "/class/teacher/own", "/class/teacher/do"):
        assert lan((path, {"cookie": mine})).status == 404, path
    for what in ("door", "out", "close"):
        data = {"what": what, "open": "no", "id": next(iter(room.members))}
        assert lan(("/class/teacher/do", {"cookie": mine, "data": data})).status == 404
    assert room.open
    assert len(room.members) == 1


def teacher(room, here):
    return here(f"/class/teacher?token={room.token}").cookies[0]


def test_the_teacher_sees_who_is_there_and_has_the_say(room, lan, here):
    joined(room, lan)
    [member] = room.members.values()
    mine = teacher(room, here)
    page = here(("/class/teacher", {"cookie": mine})).text
    assert format_code(room.code) in page
    assert f"{LAN}:8866" in page
    assert "<path" in page
    state = json.loads(here(("/class/teacher/state", {"cookie": mine})).text)
    [row] = state["members"]
    assert (row["name"], row["here"], row["page"]) == ("Quiet Fox", True, "")
    assert "log" not in row
    assert here(("/class/teacher/own", {"cookie": mine})).text == "for the teacher"
    assert here(("/", {"cookie": mine})).headers["Location"].endswith("index.ipynb")
    here(("/class/teacher/do", {"cookie": mine, "data": {"what": "door", "open": "no"}}))
    assert not room.open
    closed = []
    room.close = lambda: closed.append(True)
    here(
        ("/class/teacher/do", {"cookie": mine, "data": {"what": "out", "id": member.id}}),
        ("/class/teacher/do", {"cookie": mine, "data": {"what": "close"}}),
    )
    assert not room.members
    assert closed == [True]
    assert here(("/class/teacher/do", {"cookie": mine, "data": {"what": "x"}})).status == 400
    assert here(("/class/teacher/do", {"cookie": mine})).status == 405


def test_no_two_pages_to_be_opened_for_everybody_have_the_same_name(room, here):
    page = here(("/class/teacher?lang=en", {"cookie": teacher(room, here)})).text
    offered = re.findall(r"<option value=\"([^\"]+)\">([^<]+)</option>", page)
    titles = [title for _, title in offered]
    assert len(titles) > 50
    assert sorted({title for title in titles if titles.count(title) > 1}) == []
    assert dict(offered)["classroom/card.ipynb"] == "Design a card"
    assert dict(offered)["star_wars/00_the_race.ipynb"] == "The race · Star Wars TCG"


def test_the_teachers_cookie_is_worth_nothing_from_elsewhere(room, lan, here):
    mine = teacher(room, here)
    assert lan(("/class/teacher", {"cookie": mine})).status == 404
    assert not room.is_teacher(type("Asking", (), {"request": _request("192.168.1.20", "localhost", mine)}))
    assert room.is_teacher(type("Asking", (), {"request": _request("127.0.0.1", "localhost", mine)}))


def _request(address, host, cookie):
    context = type("Context", (), {"remote_ip": address, "protocol": "http"})()
    connection = type("Connection", (), {"context": context})()
    headers = HTTPHeaders({"Host": host, "Cookie": cookie})
    return HTTPServerRequest(headers=headers, connection=connection, start_line=START)


def test_a_request_that_is_sent_again_does_nothing_more(room, lan, here):
    joining = ("/join", {"data": {"code": room.code, "name": "Quiet Fox"}})
    mine = lan(joining).cookies[0]
    again = lan(joining)
    assert (again.status, again.cookies, len(room.members)) == (403, [], 1)
    [member] = room.members.values()
    ended = []
    room.when_sent_out.append(ended.append)
    out = ("/class/teacher/do", {"cookie": teacher(room, here), "data": {"what": "out", "id": member.id}})
    assert [here(out).status for _ in range(3)] == [200] * 3
    assert ended == [member]
    leaving = ("/class/leave", {"cookie": mine, "data": {}, "Accept": "*/*"})
    assert lan(leaving).status == 403
    assert lan(("/class/own", {"cookie": mine, "data": {}, "Accept": "*/*"})).status == 403
    # The teacher's request, repeated by an eavesdropper on the network: there is no such page.
    assert lan(("/class/teacher/do", {**out[1], "Origin": f"http://{LAN}"})).status == 404


def test_a_token_that_was_seen_on_the_projector_opens_nothing_later(room, site, tmp_path):
    seen = room.token
    again = Classroom.opened("7b", tmp_path)
    assert again.token != seen
    assert Site(again)(f"/class/teacher?token={seen}").status == 404


def test_a_long_request_is_refused(room, lan):
    mine = joined(room, lan)
    answer = lan(("/class/own", {"cookie": mine, "data": "x" * (class_pages.LONGEST_BODY + 1)}))
    assert answer.status in (400, 413, 599)


def test_all_pages_have_the_headers(room, lan, here):
    mine = joined(room, lan)
    for path, options in (("/join", {}), ("/class", {"cookie": mine}), ("/class/leave", {"cookie": mine})):
        headers = lan((path, options)).headers
        assert headers["Content-Security-Policy"] == "default-src 'self'"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"
        assert "Server" not in headers


def test_no_page_has_a_script_inside_it(room, lan, here):
    pages = [lan("/join").text, lan(("/class", {"cookie": joined(room, lan)})).text]
    pages.append(here(("/class/teacher", {"cookie": teacher(room, here)})).text)
    for page in pages:
        for attributes, text in re.findall(r"<script\b([^>]*)>(.*?)</script>", page, re.DOTALL):
            assert not text.strip() or "application/json" in attributes
        assert not re.search(r"\son\w+=", page)


@pytest.mark.parametrize("asked", ['"><script>alert(1)</script>', "ja'", "%00", "x" * 3000])
def test_what_is_asked_for_in_an_address_is_text(lan, asked):
    for name in ("code", "lang", "theme"):
        assert "<script>alert" not in lan(f"/join?{urlencode({name: asked})}").text


def test_the_page_speaks_the_language_of_the_browser(lan):
    assert "Join the class" in lan("/join").text
    assert "クラスに入る" in lan(("/join", {"Accept-Language": "ja-JP,ja;q=0.9,en;q=0.8"})).text
    assert "Join the class" in lan(("/join?lang=en", {"Accept-Language": "ja"})).text


# Stored data.


def test_a_class_goes_on_when_it_is_opened_again(room, lan, tmp_path):
    mine = joined(room, lan)
    with (room.folder / "members.jsonl").open("a") as file:
        file.write('{"id": "cut o')
    again = Classroom.opened("7b", tmp_path)
    assert (again.code, again.members.keys()) == (room.code, room.members.keys())
    assert Site(again, LAN)(("/class/own", {"cookie": mine})).text == "Quiet Fox"
    again.join(again.code, "Wise Owl")
    assert len(Classroom.opened("7b", tmp_path).members) == 2


def test_a_class_that_was_closed_starts_with_nothing_open_and_a_new_code(room, tmp_path, monkeypatch):
    monkeypatch.setattr("tutor.class_server.leading_routes.PAGE_SCRIPTS", [])
    work, asking = ClassWork(room.folder), AskingState(room.folder / "asking.journal")
    question_routes(room)
    leading_routes(room)
    work.open_page("classroom/own_game.ipynb")
    asking.ask(pose_typed("Which?", ["This", "That"], "A").question)
    assert (room.page_for_all(), room.question()) == ("classroom/own_game.ipynb", 1)
    killed = Classroom.opened("7b", tmp_path)  # a server that was killed
    question_routes(killed)
    leading_routes(killed)
    assert (killed.code, killed.page_for_all(), killed.question()) == (room.code, room.page_for_all(), 1)
    assert killed.leads() == "/ask"
    killed.end_session()
    again = Classroom.opened("7b", tmp_path)
    question_routes(again)
    leading_routes(again)
    assert (again.page_for_all(), again.question(), again.leads()) == ("", 0, "/class")
    assert again.code != room.code
    assert again.secret == room.secret
    assert Classroom.opened("7b", tmp_path).code == again.code


def test_who_is_sent_out_is_not_counted_in_the_question(room, lan):
    joined(room, lan)
    [member] = room.members.values()
    question_routes(room)
    asking = AskingState(room.folder / "asking.journal")
    asking.ask(pose_typed("Which?", ["This", "That"], "A").question)
    for who, letter in ((member.id, "A"), ("another", "B")):
        asking.answer(who, 1, 1, letter)
    room.send_out(member.id)
    asking.close()
    assert (asking.there, dict(asking.round.counts())) == (1, {"A": 0, "B": 1})


def test_the_next_day_the_code_is_another_one(room, tmp_path, monkeypatch):
    later = time.time() + 86400
    monkeypatch.setattr(time, "time", lambda: later)
    again = Classroom.opened("7b", tmp_path)
    assert again.code != room.code
    assert again.secret == room.secret


@pytest.mark.parametrize("name", ["..", "a/b", "", ".", "x" * 50, "a\0b", "../7b", " 7b"])
def test_a_class_has_a_plain_name(name, tmp_path):
    with pytest.raises(ClassError, match="cannot be called"):
        Classroom.opened(name, tmp_path)


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"secret": ""}', '{"secret": "a", "code": "b", "opened": "x"}', "\xff"]
)
def test_a_file_that_holds_no_class_is_said_and_stays(tmp_path, text):
    folder = tmp_path / "classes" / "7b"
    folder.mkdir(parents=True)
    (folder / "class.json").write_text(text, encoding="latin-1")
    with pytest.raises(ClassError, match="7b"):
        Classroom.opened("7b", tmp_path)
    assert (folder / "class.json").read_text(encoding="latin-1") == text


def test_a_kernel_writes_the_log_of_its_member(room, monkeypatch):
    member = room.join(room.code, next(iter(list_pseudonyms("ja"))), "ja")
    told = room.environment(member.id)
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    assert progress.learner_id() == member.log
    assert progress.log_file(progress.learner_id()).parent == room.folder
    assert told["TEBIKI_LANGUAGE"] == "ja"
    assert room.secret not in json.dumps(told)
    assert room.environment(TEACHER_ID) == {
        "TEBIKI_CLASS": str(room.folder),
        "TEBIKI_CLASS_ADDRESS": room.addresses[0],
        "TEBIKI_CLASS_CODE": format_code(room.code),
    }
    with pytest.raises(KeyError):
        room.environment("somebody else")


def test_only_its_owner_reads_what_is_kept(room):
    for path in (room.folder, room.folder / "class.json"):
        assert path.stat().st_mode & 0o077 == 0
    room.join(room.code, "Quiet Fox")
    assert (room.folder / "members.jsonl").stat().st_mode & 0o077 == 0


def test_who_gave_no_sign_for_a_while_is_away(room):
    member = room.join(room.code, "Quiet Fox")
    assert room.present() == {member.id: True}
    assert room.present(time.time() + AWAY_SECONDS + 1) == {member.id: False}


def test_who_has_left_is_no_member_any_more_and_the_name_stays_taken(room):
    member = room.join(room.code, "Quiet Fox")
    room.leave(member)
    assert room.present() == {}
    assert members_in(room.folder)[member.id].left
    with pytest.raises(ClassError, match="name"):
        room.join(room.code, "Quiet Fox")
    room.open = False
    room.write_presence()
    assert not is_door_open(room.folder)


def test_the_address_of_this_machine_is_none_that_only_it_can_reach():
    assert not class_server.own_address().startswith("127.")


@pytest.mark.parametrize("address", ["203.0.113.5", "2001:db8::5"])
def test_an_address_of_another_machine_is_refused_in_words(tmp_path, monkeypatch, capsys, address):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    assert cli.main(["class", "7b", "--no-browser", "--address", address]) == 1
    assert f"{address} is no address of this machine" in capsys.readouterr().err
    assert not (tmp_path / "classes").exists()
    assert class_server.is_of_this_machine("127.0.0.1")


def test_the_numbers_of_the_guide_and_of_the_words_are_those_of_the_class():
    guide = (Path(class_server.__file__).parents[2] / "docs" / "running-a-class.md").read_text(encoding="utf-8")
    for words in (
        f"members ({MOST_MEMBERS})",
        f"pages opened in a minute ({OPENINGS})",
        f"known again for {COOKIE_DAYS} days",
        f"`--kernels {ALL}`",
        {10: "After ten wrong codes in a minute"}[WrongCodes().each],
        {8: "eight that are recorded as right are drawn"}[SAMPLED_ANSWERS],
        {3: "at least three answers in two steps"}[FEWEST_ANSWERS],
    ):
        assert words in guide, words
    assert (IN_SECONDS, WrongCodes().seconds, FEWEST_STEPS) == (60, 60, 2)
    assert format_message("class.wrong_code").endswith({6: "it has six letters."}[CODE_LENGTH])
