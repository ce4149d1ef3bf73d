"""The house-rule lab: what its page shows and answers, and the resulting rule card."""

import json
import random
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import pytest

import engines
import tutor
from engines.errors import DataError
from tests.refusals import refuse
from tests.tutor.finishing import stop_at
from tutor.classroom import effect_rows, experiment, house_rules_page, rule_card
from tutor.classroom.house_rules_page import HouseRulesLab, house_rules
from tutor.classroom.rule_card import TEXT_WIDTHS, RuleCard, card_json, read_rule_card
from tutor.classroom.rule_card_html import card_html
from tutor.compare.game_names import game_hue
from tutor.compare.metrics import METRICS, find_metric
from tutor.courses.loader import course_lessons
from tutor.coverage.answers import step_difference
from tutor.estimates import Estimate
from tutor.experiments import differences_in_words, replays, still_holding
from tutor.experiments.discoveries import find_sure
from tutor.experiments.effects import EFFECT_MEASURES, RuleEffect
from tutor.experiments.paired import play_pairs
from tutor.experiments.replays import choose_games, last_words, replay_game
from tutor.lessons import loader
from tutor.matches.house_rules import changed_game, list_rule_choices
from tutor.puzzles.proving import find_evidence
from tutor.puzzles.store import load_puzzles, read_store
from tutor.puzzles.targets import target_of
from tutor.sets.decks import game_with_decks
from tutor.text import format_message, load_catalogue

FEW = 24


@pytest.fixture(autouse=True)
def short(monkeypatch, tmp_path):
    """Store games in a folder of the test; check no steps, and only two puzzles."""
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.setattr(still_holding, "PUZZLE_COUNT", 2)
    monkeypatch.setattr(still_holding, "course_lessons", lambda game: [])


@pytest.fixture
def one_lesson(monkeypatch):
    """Check the steps of one lesson."""
    wanted = "altaria/04_attacking"
    found = [part for part in course_lessons("altaria") if part.name == wanted]
    monkeypatch.setattr(still_holding, "course_lessons", lambda game: found)


def lab(game="altaria", pairs=FEW):
    return HouseRulesLab(game, "en", pairs)


def send(lab, name, **facts):
    assert lab.page.receive({"type": "command", "name": name, **facts})
    return lab.page.data


def played(**changes):
    """Return a lab in which some rules were changed and the games played."""
    one = lab()
    for id, value in (changes or {"cores": 3}).items():
        send(one, "add", id=id)
        send(one, "set", id=id, value=value)
    for row, said in enumerate((-1, 0, 1)):
        send(one, "predict", row=row, said=said)
    send(one, "play")
    return one


def test_first_nothing_is_changed_and_one_cannot_play():
    data = lab().page.data
    assert data["phase"] == "choose"
    assert data["rules"] == []
    assert data["missing"] == "Change a rule first."
    assert {one["sort"] for one in data["offered"]} == {"number", "switch", "rule"}
    assert sum(len(one["rows"]) for one in data["offered"]) >= 10


def test_rules_are_added_set_and_taken_back():
    one = lab()
    data = send(one, "add", id="cores")
    assert [(rule["id"], rule["from"], rule["to"], rule["range"]) for rule in data["rules"]] == [
        ("cores", "7", "8", "1 to 12")
    ]
    assert send(one, "set", id="cores", value=5)["rules"][0]["to"] == "5"
    data = send(one, "add", id="M13")
    assert (data["rules"][1]["from"], data["rules"][1]["to"], data["count"]) == ("off", "on", "2 of 3")
    assert "cores" not in [rule["id"] for group in data["offered"] for rule in group["rows"]]
    assert [rule["id"] for rule in send(one, "remove", id="cores")["rules"]] == ["M13"]


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        ([("add", {"id": "gravity"})], "there is no rule 'gravity'"),
        ([("add", {"id": "cores"}), ("set", {"id": "cores", "value": 99})], "from 1 to 12"),
        ([("add", {"id": one}) for one in ("cores", "draws", "M13", "M19")], "At most 3 rules"),
        ([("add", {"id": one}) for one in ("M15", "heals_at_the_end")], "cannot go together"),
        ([("write", {"field": "title", "text": "x" * 400})], "too long"),
        ([("open", {"size": 10**9})], "too large"),
        ([("open", {"text": "no card"})], "This is not a rule card. Open a file"),
        ([("card", {})], "Play first"),
    ],
)
def test_everything_bad_gets_one_message_and_changes_nothing(messages, said):
    one = lab()
    for name, facts in messages[:-1]:
        send(one, name, **facts)
    before = dict(one.changes)
    data = send(one, messages[-1][0], **messages[-1][1])
    assert any(part in data["notice"] for part in said.split("|")), data["notice"]
    assert one.changes == before
    assert data["phase"] == "choose"


@pytest.mark.parametrize(
    "message",
    [("measure", {"row": 0, "id": "nothing"}), ("measure", {"row": 0, "id": "first_seat"}), ("step", {"number": 1}),
     ("write", {"field": "cores", "text": "x"}), ("files", {"sort": "csv"}), ("stop", {}), ("play", {})],
)  # fmt: skip
def test_messages_that_mean_nothing_do_nothing(message):
    one = lab()
    before = one.page.data
    assert send(one, message[0], **message[1]) == before


@pytest.mark.parametrize(
    ("name", "facts", "remedy"),
    [
        ("set", {"id": "cores", "value": "many"}, "It must be a whole number."),
        ("set", {"id": "cores", "value": 1.5}, "It must be a whole number."),
        ("set", {"id": "cores", "value": None}, "It must be a whole number."),
        ("set", {"id": "cores", "value": float("nan")}, "It must be a whole number."),
        ("predict", {"row": 7, "said": 1}, "It must be at most 2."),
        ("predict", {"row": -1, "said": 1}, "It must be at least 0."),
        ("predict", {"row": 0, "said": 5}, "It must be one of -1, 0, 1."),
        ("predict", {"row": 0, "said": True}, "It must be one of -1, 0, 1."),
        ("measure", {"row": 0, "id": ["turns"]}, "It must be a text."),
        ("step", {"number": [1]}, "It must be a whole number."),
        ("step", {"number": "x"}, "It must be a whole number."),
        ("write", {"field": "title"}, "It must be a text."),
        ("write", {"field": "title", "txt": "x"}, "Did you mean 'text'?"),
        ("files", {"sort": "exe"}, "It must be one of 'html', 'json', 'csv'."),
        ("_carry_out", {}, "Known: add, set"),
        ("stpo", {}, "Did you mean 'stop'?"),
    ],
)
def test_a_malformed_message_is_refused_with_its_place_and_what_belongs_there(name, facts, remedy):
    one = lab()
    send(one, "add", id="cores")
    assert remedy in refuse(one.page, name, **facts)
    assert one.changes == {"cores": 8}


def test_another_measure_can_be_asked_about():
    one = lab()
    send(one, "predict", row=0, said=1)
    data = send(one, "measure", row=0, id="decisions")
    assert [row["id"] for row in data["asked"]] == ["decisions", "first_seat", "branching"]
    assert data["asked"][0]["said"] is None


def test_one_plays_when_all_is_predicted_and_then_it_is_closed():
    one = lab()
    send(one, "add", id="cores")
    send(one, "predict", row=0, said=-1)
    assert send(one, "play")["phase"] == "choose"
    assert one.page.data["missing"] == "Say what will happen to each measure first. Left: 2."
    for row in (1, 2):
        send(one, "predict", row=row, said=0)
    data = send(one, "play")
    assert data["phase"] == "done"
    send(one, "predict", row=0, said=1)
    send(one, "remove", id="cores")
    assert [row["said"] for row in one.page.data["asked"]] == [-1, 0, 0]
    assert one.changes == {"cores": 8}
    data = send(one, "anew")
    assert data["phase"] == "choose"
    assert [row["said"] for row in data["asked"]] == [None] * 3
    assert one.changes == {"cores": 8}


def test_what_was_found_is_shown_with_n_and_interval():
    data = played(cores=1).page.data
    turns, first, _ = data["rows"]
    assert data["n"] == FEW
    assert turns["visible"]
    assert turns["right"]
    assert (turns["found_text"], turns["said_text"]) == ("Lower", "as you said")
    assert turns["difference"].startswith("−")
    assert "to" in turns["interval"]
    assert turns["axis"]["marks"][2] == {"at": 50, "text": "0"}
    assert 0 <= turns["axis"]["low"] <= turns["axis"]["dot"] <= turns["axis"]["high"] < 50
    shown = {row["id"] for row in data["other"]["different"]}
    assert "decisions" in shown
    assert data["other"]["same"]
    assert first["found_text"].startswith("Too few games to say: only") or first["visible"]
    assert data["summary"].startswith("The largest change, compared with what matters: ")
    assert data["summary"].count("Visible besides (") == 1
    assert "figures were looked at; only what stands out among all of them" in data["summary"]
    assert all(one["text"] for one in data["asked"])
    assert {one["id"] for one in data["measures"]} == {one.id for one in EFFECT_MEASURES}


def test_three_games_are_chosen_and_stepped_through():
    one = played()
    three = one.page.data["three"]
    assert [game["title"] for game in three] == ["Shortest", "A usual one", "Longest"]
    assert len({game["number"] for game in three}) == 3
    assert three[0]["turns"] < three[2]["turns"]
    data = send(one, "step", number=three[2]["number"])
    assert data["stepping"] == three[2]["number"]
    stage = one.page.child
    assert stage.panel["end"] == len(stage.events) > 20
    assert three[2]["names"][0] in " ".join(event["text"] for event in stage.events)
    assert stage.events[-1]["text"] in three[2]["text"][0]
    assert send(one, "close")["stepping"] is None
    assert one.page.child is None


def test_a_run_that_is_stopped_shows_what_there_is(monkeypatch):
    one = lab(pairs=400)
    monkeypatch.setattr(experiment, "LOOK_SECONDS", 0.0)
    stop_at(one.experiment, 8, lambda: send(one, "stop"))
    send(one, "add", id="cores")
    for row in range(3):
        send(one, "predict", row=row, said=0)
    data = send(one, "play")
    assert data["phase"] == "done"
    assert 8 <= data["n"] <= 12
    assert data["run"]["text"] == f"Stopped after {data['n']} of 400 pairs"
    assert data["rows"][0]["known"]
    assert not data["rows"][0]["visible"]


def test_a_run_that_fails_says_so(monkeypatch):
    def broken(*_, **__):
        raise DataError("here", "it broke.", "Mend it.")

    monkeypatch.setattr(experiment, "play_pairs", broken)
    data = played().page.data
    assert data["phase"] == "done"
    assert "it broke" in data["notice"]


@pytest.mark.parametrize("name", engines.names())
def test_every_game_has_the_page(name):
    data = house_rules(name).data
    assert data["game"]["id"] == name
    assert [game["id"] for game in data["games"] if game["on"]] == [name]
    assert all(rule["clause"] and rule["title"] for group in data["offered"] for rule in group["rows"])


def test_an_unknown_game_is_taken_for_the_first():
    data = house_rules("no such game").data
    assert data["game"]["id"] in engines.names()
    assert data["notice"] == "There is no game called no such game here. This is another one."


# What no longer holds.


@pytest.mark.usefixtures("one_lesson")
def test_a_step_that_asks_about_the_changed_rule_falls():
    found = still_holding.check_steps("altaria", {"M4": 1})
    fallen = {row.id: row for row in found.fallen}
    assert "try-the-upright" in fallen
    assert fallen["try-the-upright"].clause == "ALT-11.8"
    assert found.holds > len(found.fallen)


@pytest.mark.usefixtures("one_lesson")
def test_the_change_that_does_it_is_named():
    found = still_holding.check_steps("altaria", {"turn_cap": 99, "M4": 1})
    assert {row.clause for row in found.fallen} == {"ALT-11.8"}


def told(game, lesson, id, **changes):
    """Return the text about a step under changed rules; "holds" if it still holds."""
    found = loader.read_lesson(loader.find_lesson(f"{game}/{lesson}"))
    step = next(step for step in found.steps if step.id == id)
    other = changed_game(found.game, changes)
    sort = step_difference(found, step, other)
    return differences_in_words.tell_difference(found, step, other, sort) if sort else "holds"


@pytest.mark.parametrize(
    ("game", "lesson", "id", "changes", "said"),
    [
        ("altaria", "02_a_turn", "evening", {"hand_of_seven": 1},
         "How many cards do you hold then, of 8? By the printed rules: 8; by yours: 7."),
        ("altaria", "04_attacking", "try-the-upright", {"M4": 1},
         'The try that it asks for is allowed: attack "Sunlit Herald" -> "Dawn Acolyte".'),
        ("altaria", "02_a_turn", "ready-or-not", {"M13": 1}, "Right by yours as well: Ledger Clerk."),
        ("altaria", "04_attacking", "two-cores", {"M7": 1},
         "By the printed rules: The rival takes the broken cards into the hand (now 4). By yours: Tide"),
        ("altaria", "07_winning", "one-left", {"M7": 1}, "holds"),  # the rule removes the event, not the end
        ("chaos", "00_eleven_lives", "who-can-guard", {"no_guards": 1}, "Not right any more: First Light Minato"),
        ("chaos", "04_damage_and_levels", "both-are-hit", {"no_guards": 1},
         "“guard \"Glass Painter Yuzuki\"”: Glass Painter Yuzuki is not yours."),
    ],
)  # fmt: skip
def test_of_a_step_that_no_longer_holds_it_is_told_what_differs(game, lesson, id, changes, said):
    assert told(game, lesson, id, **changes).startswith(said)


@pytest.mark.parametrize(
    ("game", "number", "changes", "said"),
    [
        ("altaria", 1, {"M4": 1}, "By yours every first move solves it."),
        ("chaos", 1, {"no_guards": 1}, "There is nothing to choose in its position."),
        ("chaos", 2, {"M1": 1}, "Its goal is out of reach."),
        ("chaos", 3, {"M1": 1}, 'By yours several first moves solve it: guard "Harpoon Arm Rokuro", no guard.'),
        ("star_wars", 1, {"M14": 1}, "With the right move its goal is certain: chance decides nothing any more."),
        ("star_wars", 2, {"M16": 1}, "Even the best first move has a chance of only 1/36."),
        ("star_wars", 3, {"M14": 1},
         "“play \"Relentless Push\"” solves it by yours, and that is what looks best at once."),
    ],
)  # fmt: skip
def test_of_a_puzzle_that_is_none_any_more_it_is_told_why(game, number, changes, said):
    puzzles = read_store(Path(__file__).parent / "puzzles" / f"lost_{game}.jsonl")[1]
    puzzle, rules = puzzles[number - 1], changed_game(game_with_decks(game), changes)
    assert find_evidence(rules, target_of(puzzle), limit=still_holding.MOST_POSITIONS) is None
    assert differences_in_words.tell_lost_puzzle(puzzle, rules, still_holding.MOST_POSITIONS) == said


@pytest.mark.usefixtures("one_lesson")
def test_what_no_longer_holds_is_shown_with_why_and_leads_there():
    held = played(M4=1).page.data["held"]
    [row] = [one for one in held["steps"]["rows"] if "try-the-upright" in one["href"]]
    assert row["place"] == "Attacking and breaking cores, step 4"
    what = "Its right answer is another one. The try that it asks for is allowed: "
    assert (row["fact"], row["clause"]) == (f'{what}attack "Sunlit Herald" -> "Dawn Acolyte".', "ALT-11.8")
    assert row["href"].endswith("altaria/04_attacking.ipynb?step=try-the-upright")
    assert held["steps"]["count"].endswith("no longer hold")
    assert held["steps"]["holds"].startswith("The others hold: ")
    assert held["puzzles"]["rows"] == [] or held["puzzles"]["rows"][0]["title"].startswith("Puzzle ")


@pytest.mark.usefixtures("one_lesson")
def test_a_step_says_whether_its_position_its_answer_or_its_film_is_another_one(monkeypatch):
    assert {row.why for row in still_holding.check_steps("altaria", {"cores": 5}).fallen} == {"impossible"}
    assert {row.why for row in still_holding.check_steps("altaria", {"M4": 1}).fallen} == {"answer"}
    turns = [part for part in course_lessons("altaria") if part.name == "altaria/02_a_turn"]
    monkeypatch.setattr(still_holding, "course_lessons", lambda game: turns)
    assert {row.id: row.why for row in still_holding.check_steps("altaria", {"cores": 5}).fallen}["evening"] == "film"


def test_a_proof_without_an_end_says_nothing_and_stops_nothing(monkeypatch):
    """If challenges can follow each other endlessly, a line of play exceeds the depth of any proof."""
    monkeypatch.setattr(still_holding, "load_puzzles", lambda game, every=load_puzzles: every(game)[:1])
    assert still_holding.check_puzzles("kingdom_hearts", {"several_challenges": 1}) == ((), 0, 1)
    found = loader.read_lesson(loader.find_lesson("kingdom_hearts/02_battle"))

    def endless(*_):
        raise RecursionError

    monkeypatch.setattr(still_holding, "step_difference", endless)
    assert still_holding._step(found, found.steps[0], {"several_challenges": 1}) is None


def test_a_position_that_cannot_be_is_told_in_the_words_of_the_engine():
    found = still_holding.check_puzzles("altaria", {"cores": 5})
    assert [row.why for row in found.fallen] == ["impossible"] * 2
    assert found.fallen[0].fact == "7 cards. There are 5 places."


@pytest.mark.usefixtures("one_lesson")
def test_once_it_is_stopped_nothing_is_said():
    found = still_holding.check_steps("altaria", {"M13": 1}, stopped=lambda: True)
    assert not found.fallen
    assert not found.holds
    assert found.unknown > 10


# Games to look at.


def test_judged_games_are_chosen_by_their_course():
    pairs = play_pairs("altaria", {"cores": 3}, 8, jobs=1)
    looks = [(0.5, 0.9), (0.1, 0.1), (0.9, 0.3, 0.9, 0.3)] + [(0.5, 0.6)] * 5

    def judged(pair, look):
        sight = pair.changed.sight._replace(looks=look, winner=0)
        return pair._replace(changed=pair.changed._replace(sight=sight))

    found = choose_games([judged(pair, look) for pair, look in zip(pairs, looks, strict=True)])
    assert [one.sort for one in found] == ["dramatic", "shortest", "longest"]
    assert found[0].number == 2
    left = [pair.changed.sight.turns for number, pair in enumerate(pairs, 1) if number not in (2, found[1].number)]
    assert found[2].trace.sight.turns == max(left)
    assert replays.drama_of(found[0].trace.sight) == pytest.approx(0.8**0.5)
    assert replays.low_point(found[0].trace.sight) == (found[0].trace.sight.moments[0].turn, 0.1)


def test_a_game_is_played_again_as_it_was():
    [pair] = play_pairs("altaria", {"cores": 3}, 1, jobs=1)
    film = replay_game("altaria", {"cores": 3}, pair.changed)
    end = film.frames[-1].state.result
    assert (end.winner, end.clause) == (pair.changed.sight.winner, pair.changed.sight.clause)
    assert last_words("altaria", (("cores", 3),), pair.changed[:3], "en") == film.frames[-1].text
    assert film.game.parameters["cores"] == 3


def test_of_no_decided_game_none_is_chosen():
    assert choose_games([]) == []


# The rule card.


def card_of(one):
    one.texts |= {"title": "Three cores", "by": "Heron & <b>Fern</b>", "think": "Shorter."}
    return one._card()


def test_a_card_is_opened_again_and_repeated_exactly():
    one = played()
    text = card_json(card_of(one))
    other = lab("star_wars")
    data = send(other, "open", text=text)
    assert data["game"]["id"] == "altaria"
    assert other.changes == {"cores": 3}
    assert data["button"] == f"Repeat {FEW} pairs"
    assert [row["said"] for row in data["asked"]] == [-1, 0, 1]
    assert data["texts"]["title"] == "Three cores"
    assert data["handed_in"] == {"title": "Three cores", "by": "Heron & <b>Fern</b>", "think": "Shorter."}
    assert (data["rows"], data["n"]) == (one.page.data["rows"], FEW), "what stands on it is seen at once"
    data = send(other, "play")
    assert data["handed_in"] is None
    assert data["notice"] == "The same figures as on the card."
    assert data["rows"] == one.page.data["rows"]


def test_a_card_whose_figures_do_not_come_out_is_told():
    row = json.loads(card_json(card_of(played())))
    row["figures"]["turns"][2][0] = -99.0
    other = lab()
    send(other, "open", text=json.dumps(row))
    assert send(other, "play")["notice"].startswith("Other figures than on the card")


def test_what_stands_on_a_card_goes_when_its_rules_are_changed():
    other = lab()
    send(other, "open", text=card_json(card_of(played())))
    data = send(other, "set", id="cores", value=4)
    assert (data["handed_in"], data["rows"], data["n"]) == (None, [], 0)


@pytest.mark.parametrize(
    "figures",
    [[[1, 0, 2, 9]] * 2, [[1, 0, 2]] * 3, [[1, 2, 0, 9]] * 3, [[float("nan"), 0, 2, 9]] * 3, [[True, 0, 2, 9]] * 3,
     [[1, float("-inf"), 2, 9]] * 3, [[10**400, 0, 2, 9]] * 3, [[1, 0, 2, -9]] * 3, [[1, 0, 2, 1e9]] * 3,
     [[1, None, 2, 9]] * 3, [["<b>", 0, 2, 9]] * 3, "1", {"turns": 1}],
)  # fmt: skip
def test_figures_that_are_none_are_not_shown(figures):
    row = json.loads(card_json(GOOD)) | {"figures": {"turns": figures, "luck": [[1, 0, 2, 9]] * 3}}
    assert read_rule_card(json.dumps(row)).figures == {}
    one = lab()
    [shown] = send(one, "open", text=json.dumps(row))["rows"]
    assert not shown["known"]


def test_where_no_puzzle_falls_the_steps_have_both_columns_of_a_card():
    rows = [{"title": f"Step {at}", "short": "goes otherwise", "clause": "ALT-4.5"} for at in range(9)]
    none = {"some": "0 of 20", "rows": []}
    for puzzles, seen in ((none, 4), ({"some": "9 of 20", "rows": rows}, 4), (None, 4)):
        card = replace(GOOD, fallen={"steps": {"some": "9 of 99", "rows": rows}, "puzzles": puzzles})
        assert card_html(card).count('class="sig no"') == seen
    assert "fallen" not in card_html(replace(GOOD, fallen={})).partition("</style>")[2]


def test_a_card_says_quick_as_the_pages_do():
    assert "quick against quick" in card_html(GOOD)
    assert "すばやい対すばやい" in card_html(GOOD, "ja")
    assert "players,quick" in rule_card.card_csv(GOOD, {})


GOOD = RuleCard("altaria", {"cores": 3}, 40, "quick", "abc", {"turns": -1}, title="Three")


@pytest.mark.parametrize(
    "change",
    [{"kind": "other"}, {"game": "chess"}, {"game": ["altaria"]}, {"changes": {}}, {"changes": {"cores": 99}},
     {"changes": {"gravity": 1}}, {"changes": [1]}, {"changes": {"cores": [3]}}, {"predicted": {"turns": 7}},
     {"predicted": {"luck": 1}}, {"predicted": None}, {"pairs": 0}, {"pairs": 10**9}, {"pairs": "40"},
     {"bots": "genius"}, {"bots": ["quick"]}, {"title": 7}, {"title": "x" * 500}, {"think": None},
     {"changes": {"x" * 9000: 1}}, {"changes": {"cores": "9" * 9000}}, {"title": "turned \u202e around"},
     {"title": "\x00"}, {"title": "\ud800"}, {"think": "五" * 91}],
)  # fmt: skip
def test_a_card_that_is_none_is_refused_in_one_sentence(change):
    row = json.loads(card_json(GOOD)) | change
    with pytest.raises(DataError):
        read_rule_card(json.dumps(row))
    one = lab()
    notice = send(one, "open", text=json.dumps(row))["notice"]
    assert notice.startswith(("This rule card ", "The predictions of ", "One of the texts ", "This is not "))
    assert "\n" not in notice
    assert len(notice) < 200
    other = HouseRulesLab("altaria", "ja")
    assert not send(other, "open", text=json.dumps(row))["notice"].isascii()


def test_wide_signs_count_twice_since_they_need_the_room():
    one = lab()
    send(one, "write", field="think", text="五" * 90)
    assert one.texts["think"] == "五" * 90
    assert "Wide ones count twice" in send(one, "write", field="think", text="五" * 91)["notice"]
    send(one, "write", field="title", text="Five\x00cores \u202e now")
    assert one.texts["title"] == "Five cores now"
    assert read_rule_card(card_json(RuleCard("altaria", {"cores": 3}, 40, "quick", "", {}, title="Five cores now")))


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "[" * 90_000, "\x00", '{"kind": 1}', "x" * 200_000])
def test_a_file_that_is_no_card_is_refused(text):
    with pytest.raises(DataError):
        read_rule_card(text)


def test_figures_that_are_none_are_left_out():
    row = json.loads(card_json(GOOD)) | {
        "figures": {"turns": [1, 2, 3], "luck": [], "first_seat": [[0, 0, 0, "n"]] * 3}
    }
    assert read_rule_card(json.dumps(row)).figures == {}


def test_a_card_travels_as_it_is():
    assert read_rule_card(card_json(GOOD)) == GOOD


def test_what_people_write_is_escaped_on_the_card_and_harmless_in_the_table():
    card = card_of(played())
    card.title = "=cmd()<script>"
    page = card_html(card)
    assert "<script" not in page
    assert "Heron &amp; &lt;b&gt;Fern" in page
    assert "http" not in page
    table = rule_card.card_csv(card, {})
    assert "'=cmd()" in table
    assert "cores" not in table.splitlines()[0]
    assert rule_card.card_file_name(card, "csv") == "cmd-script.csv"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_card_says_what_was_changed_and_found(language):
    card = card_of(played(cores=1))
    page = card_html(card, language)
    for part in ("ALT-5.2", "7 →", "cores=1", card.rules):
        assert part in page
    assert page.count('class="f"') == 3


def test_the_card_has_the_colour_of_its_game():
    """It matches the page in the light theme: its tokens and the sheet's own colours are the same."""
    tokens = (Path(tutor.__file__).parent / "widgets/styles/tokens.css").read_text(encoding="utf-8")
    for name in engines.names():
        page = card_html(RuleCard(name, {}, 4, "quick", "", {}, {}))
        [colour] = re.findall(r'class="seal" lang="ja" style="background:(#\w+)"', page)
        assert f"--tb-{game_hue(name)}: var(--tb-light, {colour}) var(--tb-dark, " in tokens


def test_an_older_card_opens_without_what_is_no_longer_predicted():
    card = RuleCard("altaria", {"cores": 3}, 400, "quick", "", {"turns": 1, "lead_changes": 0}, {})
    assert read_rule_card(rule_card.card_json(card)).predicted == {"turns": 1}


def test_a_measure_of_fewer_games_says_so_on_the_card():
    """Drawn games have no winner who could have gone first."""
    whole, fewer = [[1, 0, 2, 400]] * 3, [[1, 0, 2, 343]] * 3
    page = card_html(
        RuleCard("altaria", {}, 400, "quick", "", {"turns": 1, "first_seat": 0}, {"turns": whole, "first_seat": fewer})
    )
    assert "95 % interval, n = 400" in page
    assert re.findall(r", n = (\d+)</small>", page) == ["343"]


def test_files_are_sent(monkeypatch):
    one, sent = played(), []
    monkeypatch.setattr(house_rules_page.Page, "send", lambda self, message: sent.append(message))
    for sort in ("html", "csv", "json"):
        send(one, "files", sort=sort)
    assert [file["name"].rpartition(".")[2] for file in sent] == ["html", "csv", "json"]
    assert read_rule_card(sent[2]["text"]).changes == {"cores": 3}


# Numbers.


@pytest.mark.parametrize(
    ("metric", "estimate", "told", "interval", "marks"),
    [
        ("turns", (-3.94, -4.5, -3.4), "−3.9", "−4.5 to −3.4", ["−6", "−3", "0", "+3", "+6"]),
        ("first_seat", (0.02, -0.04, 0.08), "+2 points", "−4 to +8", ["−10", "−5", "0", "+5", "+10"]),
        ("first_seat", (0.01, 0.005, 0.012), "+1 point", "+0.5 to +1.2", ["−2", "−1", "0", "+1", "+2"]),
        ("hidden", (-0.004, -0.006, -0.001), "−0.4 points", "−0.6 to −0.1", ["−2", "−1", "0", "+1", "+2"]),
        ("branching", (-0.7, -0.9, -0.5), "−0.70", "−0.90 to −0.50", ["−1", "−0.5", "0", "+0.5", "+1"]),
        ("decisions", (-120.0, -130.2, -110.0), "−120", "−130 to −110", ["−200", "−100", "0", "+100", "+200"]),
    ],
)
def test_numbers_are_told_plainly(metric, estimate, told, interval, marks):
    one = Estimate(*estimate, 400)
    row = effect_rows.effect_row(metric, RuleEffect(one, one, one), 1, "en")
    assert (row["difference"], row["interval"]) == (told, interval)
    assert [mark["text"] for mark in row["axis"]["marks"]] == marks


@pytest.mark.parametrize(("printed", "house"), [(0.054, 0.096), (0.0549, 0.0951), (0.5, 0.54), (0.304, 0.346)])
def test_printed_house_and_difference_add_up_as_shown(printed, house):
    less = house - printed
    effect = RuleEffect(
        Estimate(printed, 0, 1, 400), Estimate(house, 0, 1, 400), Estimate(less, less - 0.01, less + 0.01, 400)
    )
    row = effect_rows.effect_row("off_turn", effect, None, "en")
    one, other, shown = (float(re.search(r"[\d.]+", row[key])[0]) for key in ("printed", "house", "difference"))
    assert other - one == pytest.approx(shown)


def test_no_difference_is_right_only_if_one_that_matters_would_have_shown():
    def row(reach, value=0.0):
        one = Estimate(0.5, 0.4, 0.6, 400)
        return effect_rows.effect_row(
            "first_seat", RuleEffect(one, one, Estimate(value, value - reach, value + reach, 400)), 0, "en"
        )

    enough, few = row(0.03), row(0.05)
    assert (enough["right"], enough["said_text"]) == (True, "as you said")
    assert enough["found_text"] == "No visible difference; 4 points would have shown"
    assert (few["right"], few["said_text"]) == (False, "you said no difference")
    assert few["found_text"] == "Too few games to say: only 7 points would have shown"
    assert row(0.03, 0.02)["right"]
    assert not row(0.03, 0.06)["right"]
    same = Estimate(0.0, 0.0, 0.0, 400)
    never = effect_rows.effect_row("off_turn", RuleEffect(same, same, same), 0, "en")
    assert (never["found_text"], never["right"]) == ("No visible difference; 0.8 points would have shown", True)
    four = effect_rows.effect_row("off_turn", RuleEffect(same, same, Estimate(1.0, 1.0, 1.0, 4)), 0, "en")
    assert (four["found_text"], four["right"]) == ("Too few games to say", False)


def test_a_difference_that_many_looks_explain_is_not_called_visible():
    """One of 12 measures at 2.3 standard errors: visible alone, by chance among 12, and more so after other changes."""

    def effect(value):
        return RuleEffect(
            Estimate(10, 9, 11, 400), Estimate(10, 9, 11, 400), Estimate(value, value - 2, value + 2, 400)
        )

    measures = [one.id for one in effect_rows.METRICS][:12]
    effects = {id: effect(0.1) for id in measures} | {"turns": effect(2.4)}
    assert effects["turns"].visible
    assert find_sure(effects, 0) == set()
    assert find_sure({"turns": effect(2.4)}, 0) == {"turns"}
    assert find_sure({"turns": effect(2.4)}, 12) == set(), "eleven figures of another change count, too"
    assert find_sure(effects | {"turns": effect(6.0)}, 100) == {"turns"}
    row = effect_rows.effect_row("turns", effects["turns"], 1, "en", sure=False)
    assert (row["visible"], row["found"], row["right"]) == (False, "same", False)
    assert row["found_text"] == "Different if looked at alone; not among all figures looked at"
    assert row["said_text"] == "you said higher", "neither right nor wrong"
    assert effect_rows.effect_row("turns", effects["turns"], 0, "en", sure=False)["right"] is False
    source = random.Random(3)
    found = 0
    for _ in range(200):  # ten changes that do nothing, twelve measures each
        looked, seen = 0, False
        for _ in range(10):
            drawn = {id: effect(source.gauss(0, 2 / 1.96)) for id in measures}
            looked += len(drawn)
            seen = seen or bool(find_sure(drawn, looked))
        found += seen
    assert found <= 60, "each run alone would show something in almost every session"


def test_changes_tried_on_a_page_are_counted_together_and_the_card_keeps_the_verdict():
    lab = HouseRulesLab("altaria", "en", pairs=20)
    for id, value in (("cores", 5), ("opening_hand", 4)):
        if lab.experiment.phase != "choose":
            lab._begin_anew()
        lab.changes = {id: value}
        lab.asked = [(measure, 1) for measure, _ in lab.asked]
        lab._play()
    data = lab.page.data
    looked = sum(lab.looked.values())
    assert len(lab.looked) == 2
    assert looked > len(lab.found.effects)
    assert f"{looked} figures of 2 changes were looked at" in data["summary"]
    card = lab._card()
    shown = {row["id"]: row["visible"] for row in data["rows"]}
    again = rule_card.read_rule_card(rule_card.card_json(card))
    assert {id: id in again.visible for id in shown} == shown
    older = json.loads(rule_card.card_json(card)) | {"visible": None}
    assert rule_card.read_rule_card(json.dumps(older)).is_sure("turns"), "an older card judged each measure alone"


def test_a_forecast_that_did_not_come_true_is_told_kindly():
    one = Estimate(-3.0, -4.0, -2.0, 400)
    row = effect_rows.effect_row("turns", RuleEffect(one, one, one), 1, "en")
    assert (row["found_text"], row["said_text"], row["right"]) == ("Lower", "you said higher", False)


def test_every_measure_has_its_title_and_the_words_are_in_both_languages():
    english, japanese = load_catalogue("en"), load_catalogue("ja")
    for table in ("house_rules.", "rule_card."):
        assert {key for key in english if key.startswith(table)} == {key for key in japanese if key.startswith(table)}
    assert all(effect_rows.effect_title(one.id, "en") for one in METRICS)
    assert find_metric("turns")
    assert {*TEXT_WIDTHS} == {"title", "by", "what_for", "think"}
    assert game_with_decks("altaria")


def test_an_address_changes_rules(monkeypatch):
    monkeypatch.setenv("QUERY_STRING", "game=altaria&rules=no_bulwark,cores.5")
    data = house_rules().data
    assert {one["id"]: one["value"] for one in data["rules"]} == {"no_bulwark": 1, "cores": 5}
    for wrong in ("wings.1", "cores.900", "cores.x", "M7.1,M3.1,M4.1,M5.1", ",,", "." * 5000):
        monkeypatch.setenv("QUERY_STRING", f"game=altaria&rules={wrong}")
        data = house_rules().data
        assert data["rules"] == [], wrong
        assert data["notice"], wrong


def test_what_is_chosen_stands_in_an_address_that_opens_it_again(monkeypatch):
    monkeypatch.delenv("QUERY_STRING", raising=False)
    page = house_rules("chaos")
    first = list_rule_choices(game_with_decks("chaos"))[0]
    assert page.data["address"] == {"game": "chaos", "rules": ""}
    page.receive({"type": "command", "name": "add", "id": first.id})
    page.receive({"type": "command", "name": "add", "id": "no_bulwark"})  # a rule of another game
    address = page.data["address"]
    assert address["rules"].startswith(f"{first.id}.")
    monkeypatch.setenv("QUERY_STRING", urlencode(address))
    again = house_rules().data
    assert again["rules"] == page.data["rules"]
    assert again["address"] == address
    page.receive({"type": "command", "name": "set", "id": first.id, "value": first.standard})
    assert page.data["address"]["rules"] == ""  # as printed


def test_an_address_with_a_value_out_of_range_is_refused_in_the_reader_s_language():
    for language, words in (("en", "whole number from 1 to 12"), ("ja", "1から12までの整数")):
        one = HouseRulesLab("altaria", language)
        one.begin("cores.99")
        assert not one.changes
        assert words in one.page.data["notice"], one.page.data["notice"]


def test_a_run_that_was_stopped_is_not_judged():
    """The effect is plain, but the moment at which the run ended was chosen while looking at it."""
    plain = Estimate(6.0, 5.0, 7.0, 112)
    one = RuleEffect(Estimate(15.0, 14.0, 16.0, 112), Estimate(21.0, 20.0, 22.0, 112), plain)
    whole = effect_rows.effect_row("turns", one, effect_rows.MORE, "en")
    assert (whole["visible"], whole["right"]) == (True, True)
    row = effect_rows.effect_row("turns", one, effect_rows.MORE, "en", over=False)
    assert (row["visible"], row["right"], row["found"]) == (False, False, "same")
    assert row["found_text"] == format_message("house_rules.found_unfinished", "en")
    assert row["interval"] == whole["interval"], "what was measured is shown"
    said = effect_rows.summary_of({"turns": row}, {"turns": one}, "en", over=False)
    assert said == format_message("house_rules.summary_unfinished", "en")
