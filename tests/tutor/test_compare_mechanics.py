"""The mechanics table: every answer has real clauses, and the engine confirms it."""

import csv
import dataclasses
import io
import re
from urllib.parse import urlencode

import pytest

import engines
from engines.errors import DataError
from tutor import spreadsheet
from tutor.compare import evidence, mechanics
from tutor.compare.answer_cells import MOST_CLAUSES
from tutor.compare.demonstrations import find_demonstration
from tutor.compare.mechanics_page import mechanics as page_of_mechanics
from tutor.matches import demonstration

NAMES = engines.names()
QUESTIONS = mechanics.load_questions()
every_game = pytest.mark.parametrize("name", NAMES)

ARRIVE = {"summon", "build", "complete", "enter", "call", "place"}
FIGHT = {"attack", "battle", "challenge", "join"}
ATTEMPTS = {
    "whose_turn": ARRIVE,
    "brake": ARRIVE,
    "fresh": FIGHT,
    "who_attacks": FIGHT,
    "target": FIGHT,
    "how_often": FIGHT,
    "stop": FIGHT,
    "strength": FIGHT,
    "equal": FIGHT,
    "exposed": FIGHT,
    "off_turn": {"ambush", "build", "play", "attack", "intercept"},
    "answer": {"activate", "play", "cast", "use"},
    "twice_own": ARRIVE,
    "twice_both": ARRIVE | {"bid"},
}
"""Questions about a try, each with the actions in the games that are this try."""

LONGEST = 16
"""Number of lines that are enough for every demonstration; a set-up deals card by card."""


def test_there_are_questions_in_every_group():
    assert len(QUESTIONS) >= 40
    assert {question.group for question in QUESTIONS} == set(mechanics.GROUPS)
    assert (
        len({question.id for question in QUESTIONS}) == len({question.text for question in QUESTIONS}) == len(QUESTIONS)
    )


def test_groups_stand_together_in_their_order():
    places = [mechanics.GROUPS.index(question.group) for question in QUESTIONS]
    assert places == sorted(places)


def test_all_five_games_have_answers():
    assert set(mechanics.answered_games()) == {"altaria", "star_wars", "chaos", "kingdom_hearts", "dgrayman"}


@every_game
def test_every_clause_exists(name):
    book = engines.load(name).rulebook
    for question in QUESTIONS:
        answer = question.answers[name]
        assert answer.clauses, question.id
        for clause in answer.clauses:
            assert clause in book.clauses or clause in book.rulings, (question.id, clause)


@every_game
def test_the_engine_bears_out_every_check(name):
    for question in QUESTIONS:
        answer = question.answers[name]
        for check in answer.checks:
            assert evidence.check_holds(check, name, answer), (question.id, check)


@every_game
def test_numbers_and_yes_or_no_are_held_against_the_engine(name):
    for question in QUESTIONS:
        answer = question.answers[name]
        if question.yes_no or re.search(r"\d", answer.pattern):
            assert answer.checks, question.id


@every_game
def test_answers_are_short_and_filled_in(name):
    for question in QUESTIONS:
        answer = question.answers[name]
        assert 0 < len(answer.text) <= 50, (question.id, answer.text)
        assert "{" not in answer.text + answer.tag
        assert not answer.text.endswith(".")


@every_game
def test_what_can_be_played_is_demonstrated(name):
    for question in QUESTIONS:
        answer = question.answers[name]
        scenario = find_demonstration(name, answer)
        assert scenario or question.group in ("deck", "memory"), question.id
        if answer.show:
            assert demonstration.scenario_title(scenario) == answer.show, question.id


@every_game
def test_what_a_question_asks_about_is_tried(name):
    for question in QUESTIONS:
        if question.id in ATTEMPTS:
            steps = find_demonstration(name, question.answers[name]).steps
            tried = "; ".join(step[key] for step in steps for key in ("do", "refused") if key in step)
            assert {text.split()[0] for text in tried.split("; ")} & ATTEMPTS[question.id], question.id


def board(state):
    """Return the table as the first player sees it, with figures, counters, points and dice."""
    table = state.game.rules.table(state, 0)
    return table.zones, table.sizes, table.scores, table.dice


def faults(film, clauses):
    """Return the faults of an answer's demonstration that shows certain clauses."""
    found = []
    if not 1 <= len(film.frames) <= LONGEST:
        found.append("too short or too long")
    if not film.frames or board(film.begin) == board(film.frames[-1].state):
        found.append("nothing on the board has changed at its end")
    if not {frame.clause for frame in film.frames} & set(clauses):
        found.append("no event or refusal carries a clause that the answer shows")
    return found


@every_game
def test_every_demonstration_moves_and_shows_what_its_answer_says(name):
    for question in QUESTIONS:
        answer = question.answers[name]
        if answer.show:
            film = demonstration.film_scenario(find_demonstration(name, answer), engines.load(name))
            assert faults(film, answer.clauses[:MOST_CLAUSES]) == [], (question.id, answer.show)


def test_what_a_demonstration_is_checked_for_can_be_missing():
    answer = next(one for one in QUESTIONS if one.id == "equal").answers["altaria"]
    film = demonstration.film_scenario(find_demonstration("altaria", answer), engines.load("altaria"))
    assert faults(film, ("ALT-13.2",)) == ["no event or refusal carries a clause that the answer shows"]
    still = dataclasses.replace(film, begin=film.frames[-1].state)
    assert faults(still, answer.clauses) == ["nothing on the board has changed at its end"]
    assert len(faults(dataclasses.replace(film, frames=[]), answer.clauses)) == 3


def test_a_demonstration_opens_before_what_happens_by_itself():
    answer = next(one for one in QUESTIONS if one.id == "draw").answers["altaria"]
    film = demonstration.film_scenario(find_demonstration("altaria", answer), engines.load("altaria"))
    assert [len(state.players[0].hand) for state in (film.begin, film.frames[-1].state)] == [3, 4]
    answer = next(one for one in QUESTIONS if one.id == "on_the_table").answers["altaria"]
    film = demonstration.film_scenario(find_demonstration("altaria", answer), engines.load("altaria"))
    assert [len(state.players[0].cores) for state in (film.begin, film.frames[-1].state)] == [0, 7]


def test_the_last_picture_of_a_try_shows_what_it_came_to():
    answer = next(one for one in QUESTIONS if one.id == "twice_both").answers["kingdom_hearts"]
    film = demonstration.film_scenario(find_demonstration("kingdom_hearts", answer), engines.load("kingdom_hearts"))
    assert len(film.frames[-1].state.players[0].allies) == 1


@every_game
def test_every_demonstration_but_those_of_decks_and_rules_is_chosen(name):
    assert [one.id for one in QUESTIONS if not one.answers[name].show and one.group != "deck"] == ["rules"]


def test_what_chance_does_is_no_choice_of_a_player():
    kinds = next(one for one in QUESTIONS if one.id == "kinds").answers
    counted = {name: int(answer.text) for name, answer in kinds.items()}
    assert counted["star_wars"] == len(set(engines.load("star_wars").kinds) - {"roll"})
    assert counted["dgrayman"] == len(set(engines.load("dgrayman").kinds) - {"first", "reveal"})


def test_numbers_follow_the_engine():
    game = engines.load("altaria")
    assert mechanics.game_numbers(game)["cores"] == 7
    assert mechanics.game_numbers(game.variant(cores=3))["cores"] == 3
    assert next(one for one in QUESTIONS if one.id == "win").answers["altaria"].text == "Break all 7 cores"


def test_nonsense_in_the_data_is_named(monkeypatch):
    row = mechanics._Row("x", "deck", False, {"altaria": {"say": "{wings}", "is": "a", "of": ["ALT-2.1"]}})
    monkeypatch.setattr(mechanics, "_rows", lambda: [row])
    with pytest.raises(DataError, match="wings"):
        mechanics.load_questions(["altaria"])
    with pytest.raises(DataError, match="no answer"):
        mechanics.load_questions(["star_wars"])
    with pytest.raises(DataError, match="is asked nowhere"):
        mechanics.question_text("x", "en")
    with pytest.raises(DataError, match="means nothing"):
        evidence.check_holds("smells of tea", "altaria", QUESTIONS[0].answers["altaria"])


def test_a_check_can_fail():
    answer = QUESTIONS[0].answers["altaria"]
    for check in ("kind fly", "step FLY", "parameter fly", "who nobody", "common turns", "seen turned 180",
                  "seen counter damage", "shown ALT-99.9", "not kind summon", "all endings"):  # fmt: skip
        assert not evidence.check_holds(check, "altaria", answer), check


def test_the_sheet_has_every_answer_with_its_clauses():
    rows = list(csv.reader(io.StringIO(mechanics.mechanics_csv(QUESTIONS))))
    assert len(rows) == len(QUESTIONS) + 1
    assert {len(row) for row in rows} == {2 + 2 * len(NAMES)}
    assert "ALT-2.1" in rows[1]


# The page.


@pytest.fixture
def page(monkeypatch):
    monkeypatch.delenv("QUERY_STRING", raising=False)
    return page_of_mechanics()


def command(page, name, **more):
    return page.receive({"type": "command", "name": name, **more})


@pytest.mark.slow
def test_every_cell_opens_with_its_clauses_and_its_demonstration(page):
    for row in page.data["rows"]:
        for cell in row["cells"]:
            assert command(page, "open", question=row["id"], game=cell["game"])
            opened = page.data["open"]
            assert (opened["question"], opened["game"]) == (row["id"], cell["game"])
            assert cell["clause"] == opened["clauses"][0]["id"]
            assert bool(opened["demo"]) == (page.child is not None) == cell["board"]
            assert bool(opened["demo"]) != bool(opened.get("instead"))
    command(page, "close")
    assert page.data["open"] is None
    assert page.child is None


@pytest.mark.slow
def test_all_games_are_played_side_by_side(page):
    for question in QUESTIONS:
        assert command(page, "all", question=question.id)
        opened = page.data["open"]
        assert [one["game"]["id"] for one in opened["all"]] == list(question.answers)
        assert len(page.child.children) == len(question.answers)
        for column, board in zip(opened["all"], page.child.children, strict=True):
            assert column["demo"] or not column["lines"]
            assert bool(column["demo"]) != bool(column.get("instead"))
            if column["demo"]:
                assert [one["text"] for one in board.events] == [one["text"] for one in column["lines"]]
                assert len(column["lines"]) <= opened["end"]
    command(page, "all", question="chess")
    assert page.data["open"]["question"] == QUESTIONS[-1].id
    command(page, "open", question="equal", game="altaria")
    assert page.child.panel["at"] == 0
    assert not page.data["open"].get("all")


def test_one_button_steps_all_games_and_a_line_one_of_them(page):
    command(page, "all", question="equal")
    boards = dict(zip([one["game"]["id"] for one in page.data["open"]["all"]], page.child.children, strict=True))
    length = {one["game"]["id"]: len(one["lines"]) for one in page.data["open"]["all"]}
    for to, shown in ((1, 1), (10_000, max(length.values())), (-3, 0)):
        assert command(page, "step", to=to)
        assert page.data["open"]["to"] == shown
        for game, board in boards.items():
            assert board.panel["at"] == page.data["open"]["at"][game] == min(shown, length[game])
    command(page, "step", to=2, game="altaria")
    assert {game: board.panel["at"] for game, board in boards.items()} == {**dict.fromkeys(boards, 0), "altaria": 2}
    command(page, "step", to="far")
    command(page, "step", to=1, game="chess")
    assert boards["altaria"].panel["at"] == 2
    board = boards["star_wars"]
    board.receive({"type": "command", "name": "seek", "to": 1, "stamp": board.scene["stamp"]})
    command(page, "tell", game="star_wars", id="SW-9.18")
    assert page.data["open"]["clause"]["id"] == "SW-9.18"
    assert page.data["open"]["clause"]["game"]["id"] == "star_wars"
    command(page, "tell", game="chess", id="SW-9.18")
    command(page, "close")
    assert page.data["open"] is None
    assert page.child is None
    command(page, "step", to=1)
    command(page, "tell", game="altaria", id="ALT-1.1")
    assert page.data["open"] is None


def test_equal_answers_have_equal_letters(page):
    for row, question in zip(page.data["rows"], QUESTIONS, strict=True):
        letters = [cell["same"] for cell in row["cells"]]
        assert len(set(letters)) == row["kinds"] == question.kinds
        for cell, tag in zip(row["cells"], question.tags(), strict=True):
            assert [one["same"] == cell["same"] for one in row["cells"]] == [one == tag for one in question.tags()]


def test_a_demonstration_steps_and_its_clauses_are_told(page):
    command(page, "open", question="target", game="altaria")
    stage = page.child
    stage.receive({"type": "command", "name": "seek", "to": 1, "stamp": stage.scene["stamp"]})
    assert stage.panel["at"] == page.data["open"]["to"] == 1
    stage.receive({"type": "command", "name": "clause", "id": "ALT-12.3", "stamp": stage.scene["stamp"]})
    assert "ALT-12.3" in [one["id"] for one in page.data["open"]["clauses"]]


def test_a_cell_can_be_asked_for_in_the_address(monkeypatch):
    monkeypatch.setenv("QUERY_STRING", "question=equal&game=altaria")
    assert page_of_mechanics().data["open"]["question"] == "equal"
    assert page_of_mechanics("win", "star_wars").data["open"]["game"] == "star_wars"
    for at, seen in (("2", 2), ("999", None), ("-3", 0), ("²", 0), ("x", 0)):
        monkeypatch.setenv("QUERY_STRING", urlencode({"question": "equal", "game": "altaria", "at": at}))
        board = page_of_mechanics().child
        assert board.panel["at"] == (board.panel["end"] if seen is None else seen), at
    monkeypatch.setenv("QUERY_STRING", "question=damage")
    page = page_of_mechanics()
    assert [one["game"]["id"] for one in page.data["open"]["all"]] == mechanics.answered_games()
    assert len(page.child.children) == 5
    monkeypatch.setenv("QUERY_STRING", "question=equal&at=2")
    page = page_of_mechanics()
    assert page.data["open"]["to"] == 2
    assert {board.panel["at"] for board in page.child.children} == set(page.data["open"]["at"].values())
    monkeypatch.setenv("QUERY_STRING", "question=equal&at=-3")
    assert page_of_mechanics().data["open"]["to"] == 0
    monkeypatch.setenv("QUERY_STRING", "question=chess&at=4")
    assert page_of_mechanics().data["open"] is None
    monkeypatch.setenv("QUERY_STRING", "question=chess&game=altaria")
    assert page_of_mechanics().data["open"] is None


def test_an_answer_about_decks_shows_decks_and_one_about_counting_what_was_counted(page):
    for game in mechanics.answered_games():
        command(page, "open", question="deck_size", game=game)
        decks = page.data["open"]["decks"]
        assert decks, game
        assert all(deck["legal"] != bool(deck["reasons"]) for deck in decks)
        assert any(not deck["legal"] for deck in decks), game
    command(page, "open", question="rules", game="altaria")
    assert str(len(list(engines.load("altaria").rulebook))) in page.data["open"]["instead"]


def test_the_table_is_sent_as_a_file(page, monkeypatch):
    sent = []
    monkeypatch.setattr(page, "send", sent.append)
    command(page, "export")
    assert sent[0]["name"] == "tebiki-mechanics.csv"
    assert sent[0]["text"] == spreadsheet.BYTE_ORDER_MARK + mechanics.mechanics_csv(QUESTIONS)
