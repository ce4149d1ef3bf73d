""" "Take one out, put one in": the experiments, the measurements, the statements in the readings, and the page."""

import json
import re

import pytest

import engines
from engines.errors import DataError
from tests.refusals import refuse
from tests.tutor.finishing import stop_at
from tutor.classroom import claims, experiment, readings
from tutor.classroom.predictions import table_question
from tutor.classroom.readings import SentencePart, filled_reading, parse_sentence, reading_sentences, statement_holds
from tutor.classroom.take_one_out_page import TakeOneOutPage, take_one_out
from tutor.compare import causes
from tutor.estimates import Estimate
from tutor.experiments import paired, prepared
from tutor.experiments.effects import LEAST_PAIRS, UNKNOWN_EFFECT, RuleEffect, measure_effects
from tutor.experiments.paired import play_pairs
from tutor.experiments.prepared import (
    ASKED_MEASURES,
    ExperimentRun,
    PreparedExperiment,
    find_experiment,
    impossible_exchanges,
    list_experiments,
    possible_exchanges,
    prepared_mechanics,
)
from tutor.matches.house_rules import find_choice
from tutor.sets.decks import game_with_decks
from tutor.text import load_catalogue

EVERY = [pytest.param(one, id=one.id) for one in list_experiments()]
RUNS = prepared.read_runs()
FEW = 24


@pytest.fixture(autouse=True)
def kept_here(monkeypatch, tmp_path):
    """Store games in a folder of the test."""
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))


# The experiments.


def test_there_are_enough_of_them_and_every_cell_has_an_experiment_or_a_reason():
    assert len(RUNS) == len(list_experiments()) >= 8
    assert len({one.game for one in list_experiments()}) >= 3
    assert {one.mechanic for one in list_experiments()} == {*prepared_mechanics()}
    cells = [(one.mechanic, one.game) for one in (*list_experiments(), *possible_exchanges(), *impossible_exchanges())]
    assert sorted(cells) == sorted((mechanic, game) for mechanic in prepared_mechanics() for game in engines.names())


@pytest.mark.parametrize("one", [*list_experiments(), *possible_exchanges()], ids=lambda one: f"{one.game}/{one.rule}")
def test_an_experiment_gives_a_game_the_answer_of_another(one):
    rule = one.change()
    assert (rule.sort, rule.standard) == ("rule", 0)
    assert rule.clause in engines.load(one.game).rulebook.clauses
    answers = table_question(one.mechanic).answers
    assert answers[one.game].tag != answers[one.like].tag
    row = {each.rule: each.question for each in causes.list_causes(one.game)}
    assert row.get(one.rule, one.mechanic) == one.mechanic  # the two pages agree about a rule


@pytest.mark.parametrize("one", impossible_exchanges(), ids=lambda one: one.id)
def test_why_an_exchange_is_not_possible_rests_on_clauses(one):
    assert one.clauses
    assert all(claims.claim_holds(claim) for claim in one.holds)
    assert {id for claim in one.holds for id in claims.clauses_in(claim)} == {*one.clauses}
    offered = {each.game for each in list_experiments() if each.mechanic == one.mechanic}
    assert one.game not in offered


@pytest.mark.parametrize("language", ["en", "ja"])
def test_all_is_said_in_both_languages(language):
    known, english = load_catalogue(language), load_catalogue("en")
    tables = ("take_one_out.", "prepared.")
    assert {key for key in english if key.startswith(tables)} == {key for key in known if key.startswith(tables)}
    asked = [known[f"prepared.{one.id}.question"] for one in list_experiments()]
    assert len({*asked}) == len(asked)
    assert all(text.endswith(("?", "？")) for text in asked)
    if language == "ja":
        words = " ".join(known[key] for key in known if key.startswith(tables))
        plain = re.sub(r"\[\[[^|]*\||\{[^}]*\}|Star Wars|Kingdom Hearts|D\.Gray-man|ChaosTCG|Altaria|HP", "", words)
        assert re.findall(r"[A-Za-z]{2,}", plain) == []


# The measurements.


@pytest.mark.parametrize("one", EVERY)
def test_a_run_is_of_the_pairs_that_were_fixed_between_decks_that_there_are(one):
    run = RUNS[one.id]
    assert (run.pairs, run.bots) == (one.pairs, prepared.BOTS)
    assert {*run.decks} <= {*game_with_decks(one.game).decks}
    assert {*ASKED_MEASURES} <= {*run.effects}
    assert all(
        run.effects[id].difference.n >= LEAST_PAIRS or run.effects[id].difference.value is None for id in ASKED_MEASURES
    )
    assert run.game is not None
    assert {*run.game.trace.decks} <= {*run.decks}


@pytest.mark.parametrize("one", EVERY)
def test_the_figures_are_those_of_the_rules_of_today(one):
    assert not RUNS[one.id].is_stale(one), f"python -m tutor.experiments.prepared {one.id} --write"


def test_figures_are_stale_when_the_game_plays_otherwise():
    one = find_experiment("altaria_fresh")
    run = ExperimentRun(**{name: getattr(RUNS[one.id], name) for name in ExperimentRun.__slots__})
    run.rules = "older"
    assert not run.is_stale(one)  # other files, but it plays as before
    run.plays = "otherwise"
    assert run.is_stale(one)


def test_a_run_is_written_and_read_back(tmp_path):
    path, there = tmp_path / "prepared.json", tmp_path / "there.json"
    there.write_bytes(prepared.RUNS_FILE.read_bytes())  # it may be being measured again at this moment
    runs = prepared.read_runs(there)
    prepared.write_runs(runs, path)
    assert path.read_bytes() == there.read_bytes()
    assert prepared.read_runs(path) == runs
    assert prepared.read_runs(tmp_path / "none.json") == {}


def test_the_first_pairs_of_a_run_are_played_again_as_they_were():
    one, run = find_experiment("altaria_fresh"), RUNS["altaria_fresh"]
    game = run.game.trace
    number = run.game.number - 1
    [pair] = paired.play_step(one.game, one.changes, run.bots, number, tuple(run.decks), [False, True])[1][:1]
    assert pair[:3] == game[:3]
    assert (pair.sight.winner, pair.sight.clause, pair.sight.turns) == game.sight[1:4]


def test_measuring_plays_with_all_decks_and_keeps_the_most_dramatic_game(tmp_path, capsys):
    run = prepared.run_experiment(find_experiment("altaria_fresh"), FEW, folder=tmp_path)
    assert (run.pairs, len(run.decks)) == (FEW, 6)
    assert run.effects["turns"].difference.n == FEW
    assert run.game.number <= FEW
    with pytest.raises(SystemExit):
        prepared.main(["no_such"])
    with pytest.raises(SystemExit, match="Tebiki: pairs: 0 pairs"):
        prepared.main(["altaria_fresh", "--pairs", "0"])
    assert "there is no experiment 'no_such'" in capsys.readouterr().err


@pytest.mark.slow
def test_pairs_are_played_with_the_decks_that_are_named(tmp_path):
    decks = ["hearth", "tide", "kiln"]
    found = play_pairs("altaria", {"M13": 1}, 12, jobs=1, folder=tmp_path, decks=decks)
    assert {deck for pair in found for deck in pair.printed.decks} == {*decks}
    assert [found[at].printed.decks for at in (0, 2, 4)] == [("hearth", "tide"), ("hearth", "kiln"), ("tide", "kiln")]
    assert play_pairs("altaria", {"M13": 1}, 12, jobs=1, folder=tmp_path) != found
    assert play_pairs("altaria", {"M13": 1}, 12, jobs=1, folder=tmp_path, decks=decks) == found
    met = {pair.printed.decks for pair in play_pairs("altaria", {"M13": 1}, 12, jobs=1, folder=tmp_path)}
    assert not met <= {("hearth", "tide"), ("tide", "hearth"), ("hearth", "kiln"), ("tide", "kiln")}
    for wrong in (["hearth", "no such"], ["hearth"]):
        with pytest.raises(DataError):
            play_pairs("altaria", {"M13": 1}, 4, jobs=1, folder=tmp_path, decks=wrong)


# The statements in the readings.

LEFT_UNSAID = {"dgrayman_fresh": {"first_seat"}, "kingdom_hearts_deck": {"first_seat"}}
"""Differences that these pairs show and the other deals of the page of causes do not: no reading rests on them."""


@pytest.mark.parametrize("one", EVERY)
def test_every_statement_of_a_reading_is_held_by_the_figures(one):
    sentences = [parse_sentence(sentence) for sentence in reading_sentences(one.id)]
    assert 3 <= len(sentences) <= 5
    for sentence in sentences:
        stated = [part.claim for part in sentence if part.claim]
        assert stated, sentence
        assert [claim for claim in stated if not statement_holds(claim, one.id, RUNS)] == []
    said = {claim.split()[0] for sentence in sentences for _, claim in sentence if claim}
    assert {*ASKED_MEASURES} - said == LEFT_UNSAID.get(one.id, set()), "each of the four measures"


@pytest.mark.parametrize("one", EVERY)
def test_both_languages_state_the_same(one):
    english, japanese = (
        [
            sorted(part.claim for part in parse_sentence(sentence) if part.claim)
            for sentence in reading_sentences(one.id, language)
        ]
        for language in ("en", "ja")
    )
    assert english == japanese


WAYS = {
    "en": {"down": r"short|fewer|less|lower|rarer|smaller|fall|drop", "up": r"long|more|higher|rise|grow|greater",
           "same": r"no (?:visible )?difference|not visibl|nothing visible|no .*can be seen|cannot be seen"},
    "ja": {"down": r"短|減|少な|下が|小さ", "up": r"長(?!さ)|増|多|上が|大き",
           "same": r"差は?見え|見えません|見えない"},
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("one", EVERY)
def test_the_words_of_a_statement_say_its_direction(one, language):
    for sentence in reading_sentences(one.id, language):
        for text, claim in parse_sentence(sentence):
            way = claim.rpartition(" ")[2]
            if any(word in RUNS[one.id].effects for word in claim.split()) and way in WAYS[language]:
                assert re.search(WAYS[language][way], text, re.IGNORECASE), (claim, text)
                others = [other for other in ("down", "up") if other != way]
                assert not any(re.search(WAYS[language][other], text, re.IGNORECASE) for other in others), (claim, text)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("one", EVERY)
def test_the_figures_of_a_reading_are_filled_in(one, language):
    for sentence in filled_reading(one.id, RUNS, language):
        text = "".join(part.text for part in sentence)
        assert not re.search(r"[{}\[\]|]", text)
        by_hand = re.sub(r"\{[^}]*\}|\[\[[^|]*\|", "", "".join(reading_sentences(one.id, language)))
        assert not re.search(r"\d\.\d", by_hand)


def run_of(**differences):
    def one(low, value, high):
        return RuleEffect(Estimate(10, 9, 11, 50), Estimate(10 + value, 9, 14, 50), Estimate(value, low, high, 50))

    return ExperimentRun(50, "quick", [], "", "", {id: one(*each) for id, each in differences.items()})


def test_claims_about_figures_can_fail():
    runs = {
        "one": run_of(turns=(-3, -2, -1), branching=(-1, 0, 1), decisions=(4, 5, 6)),
        "other": run_of(turns=(-9, -8, -7), branching=(-1, 0, 1)),
    }
    runs["one"].effects["off_turn"] = UNKNOWN_EFFECT
    for claim, so in (
        ("turns down", True), ("turns same", False), ("turns up", False),
        ("branching same", True), ("branching up", False),
        ("decisions up", True), ("off_turn unknown", True), ("off_turn same", False), ("turns unknown", False),
        ("turns printed > 8", True), ("turns printed > 9.5", False), ("turns changed < 15", True),
        ("turns changed holds 10", True), ("turns changed holds 20", False),
        ("turns beyond other", True), ("other turns down", True), ("other turns same", False),
        ("turns identical", False), ("branching beyond other", False),
        ("answer fresh: chaos = yes", True), ("answer fresh: altaria = yes", False),
        ('clause ALT-4.5: "cannot attack"', True),
    ):  # fmt: skip
        assert statement_holds(claim, "one", runs) is so, claim
    for wrong in ("turns sideways", "luck down", "turns beyond nothing"):
        with pytest.raises((DataError, KeyError)):
            statement_holds(wrong, "one", runs)


def test_a_sentence_is_taken_apart():
    assert parse_sentence("So [[turns down|shorter]], [[branching same|no difference]]!") == (
        SentencePart("So ", ""),
        SentencePart("shorter", "turns down"),
        SentencePart(", ", ""),
        SentencePart("no difference", "branching same"),
        SentencePart("!", ""),
    )
    assert parse_sentence("Nothing.") == (SentencePart("Nothing.", ""),)
    assert (
        readings.fill_reading("{turns.difference} ({turns.interval@x})", "x", {"x": run_of(turns=(-3, -2, -1))})
        == "−2.0 (−3.0 to −1.0)"
    )


# The page.


def small(pairs=FEW):
    """Return a page whose run has only a few pairs."""
    one = find_experiment("altaria_fresh")
    kept = RUNS[one.id]
    played = play_pairs(one.game, one.changes, pairs, decks=kept.decks, jobs=1)
    return TakeOneOutPage(
        "en",
        runs={
            one.id: ExperimentRun(
                pairs, "quick", kept.decks, kept.rules, kept.plays, measure_effects(played), kept.game
            )
        },
    )


def send(table, name, **facts):
    assert table.page.receive({"type": "command", "name": name, **facts})
    return table.page.data


def predicted(table, id="altaria_fresh"):
    send(table, "open", id=id)
    for row, said in enumerate((-1, 0, 1, 0)):
        send(table, "predict", row=row, said=said)
    return table


def test_first_all_experiments_are_shown_and_nothing_of_what_came_of_them():
    data = take_one_out().data
    assert data["open"] is None
    cells = [cell for row in data["table"]["rows"] for cell in row["cells"]]
    assert len(cells) == len(prepared_mechanics()) * len(engines.names())
    assert [cell["id"] for cell in cells if "id" in cell]
    assert all(cell["clauses"] for cell in cells if "why" in cell)
    assert all("rules=" in cell["lab"] for cell in cells if "lab" in cell)
    assert not re.search(r"-?0\.\d\d", json.dumps(data))


def test_what_was_measured_is_sent_when_all_is_predicted():
    table = TakeOneOutPage("en")
    data = send(table, "open", id="altaria_fresh")["open"]
    assert data["change"]["clause"] == "ALT-4.5"
    assert [one["id"] for one in data["asked"]] == [*ASKED_MEASURES]
    assert data["missing"].endswith("Left: 4.")
    assert send(table, "show")["open"]["rows"] == []
    assert send(table, "play")["open"]["again"] is None
    assert send(table, "step", number=1).get("stepping") is None
    predicted(table)
    assert not table.page.data["open"]["seen"]
    data = send(table, "show")["open"]
    assert [row["id"] for row in data["rows"]] == [*ASKED_MEASURES]
    assert [row["said"] for row in data["rows"]] == ["fewer", "same", "more", "same"]
    assert data["rows"][0]["axis"]["marks"][2] == {"at": 50, "text": "0"}
    assert "400 pairs" in data["basis"]
    assert "6 decks" in data["basis"]
    assert all(any(part["stated"] for part in sentence) for sentence in data["reading"])
    assert send(table, "predict", row=0, said=1)["open"]["asked"][0]["said"] == -1
    again = send(table, "anew")["open"]
    assert (again["seen"], again["rows"], again["asked"][0]["said"]) == (False, [], None)
    assert send(table, "back")["open"] is None


@pytest.mark.parametrize("one", EVERY)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_experiment_is_shown(one, language):
    table = predicted(TakeOneOutPage(language), one.id)
    data = send(table, "show")["open"]
    assert data["question"]
    assert data["change"]["href"].endswith(f"clause={one.change().clause}")
    assert len(data["rows"]) == 4
    assert len(data["three"]) == 1
    assert not re.search(r"\{\w+", json.dumps(data))


def test_the_game_to_look_at_is_stepped_through():
    table = predicted(TakeOneOutPage("en"))
    [game] = send(table, "show")["open"]["three"]
    assert game["points"]
    assert send(table, "step", number=game["number"] + 1)["stepping"] is None
    data = send(table, "step", number=game["number"])
    assert data["stepping"] == game["number"]
    stage = table.page.child
    assert stage.panel["end"] == len(stage.events) > 20
    assert stage.events[-1]["text"] in game["text"][0]
    assert send(table, "close")["stepping"] is None
    assert table.page.child is None


@pytest.mark.slow
def test_the_same_pairs_played_again_come_to_the_same_figures():
    table = predicted(small())
    send(table, "show")
    again = send(table, "play")["open"]["again"]
    assert again["phase"] == "done"
    assert again["n"] == FEW
    assert again["text"].startswith("The same figures")
    assert again["rows"][0]["difference"] == table.page.data["open"]["rows"][0]["difference"]
    table.runs["altaria_fresh"].effects["turns"] = UNKNOWN_EFFECT
    assert send(table, "play")["open"]["again"]["text"].startswith("Other figures")


def test_a_run_that_is_stopped_keeps_what_there_is(monkeypatch):
    monkeypatch.setattr(experiment, "LOOK_SECONDS", 0.0)
    table = predicted(TakeOneOutPage("en"))
    send(table, "show")
    stop_at(table.experiment, 8, lambda: send(table, "stop"))
    again = send(table, "play")["open"]["again"]
    assert again["phase"] == "done"
    assert 8 <= again["n"] <= 12
    assert again["run"]["text"] == f"Stopped after {again['n']} of 400 pairs"
    assert again["text"] == ""
    assert again["rows"][0]["known"]


def test_a_run_that_fails_says_so(monkeypatch):
    def broken(*_, **__):
        raise DataError("here", "it broke.", "Mend it.")

    monkeypatch.setattr(experiment, "play_pairs", broken)
    table = predicted(TakeOneOutPage("en"))
    send(table, "show")
    assert "it broke" in send(table, "play")["notice"]


@pytest.mark.parametrize(
    "message",
    [("open", {"id": ["altaria_fresh"]}), ("open", {}), ("predict", {"row": 9, "said": 1}),
     ("predict", {"row": True, "said": 1}), ("predict", {"row": 0, "said": 7}), ("predict", {"row": "0", "said": 0}),
     ("predict", {"row": 0, "said": True}), ("step", {"number": [1]}), ("_open", {"id": "altaria_fresh"}),
     ("nothing", {})],
)  # fmt: skip
def test_malformed_messages_are_refused(message):
    table = TakeOneOutPage("en")
    send(table, "open", id="altaria_fresh")
    refuse(table.page, message[0], **message[1])


@pytest.mark.parametrize(
    "message", [("open", {"id": "no"}), ("show", {}), ("play", {}), ("stop", {}), ("step", {"number": 1})]
)
def test_messages_that_mean_nothing_do_nothing(message):
    table = TakeOneOutPage("en")
    send(table, "open", id="altaria_fresh")
    before = table.page.data["open"]
    assert send(table, message[0], **message[1])["open"] == before


def test_an_experiment_is_opened_by_its_address_and_an_unknown_one_is_told():
    assert take_one_out("altaria_fresh").data["open"]["id"] == "altaria_fresh"
    page = take_one_out("no such")
    assert page.data["open"] is None
    assert "no such" in page.data["notice"]


def test_the_page_names_a_rule_that_has_changed_since(monkeypatch):
    monkeypatch.setattr(ExperimentRun, "is_stale", lambda self, one: True)
    data = send(predicted(TakeOneOutPage("en")), "show")["open"]
    assert data["stale"].startswith("The rules have changed")


def test_a_prepared_experiment_is_data():
    one = PreparedExperiment("x", "altaria", "cores", "fresh", "chaos", 5)
    assert one.changes == {"cores": 5}
    assert one.change("ja").id == find_choice(game_with_decks("altaria"), "cores").id


def test_every_measure_that_is_asked_for_moves_in_some_experiment():
    """A measure that never moves would teach that nothing can ever be seen."""
    for measure in ASKED_MEASURES:
        assert any(run.effects[measure].visible for run in RUNS.values()), measure
