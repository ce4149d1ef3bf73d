"""Results: written and read back, as a table, a sheet, plots, and a page."""

import csv
import io
import re
import xml.etree.ElementTree as ElementTree

import pytest

import engines
from tutor.compare import batch, plots, report, results
from tutor.compare import measured_page as measured
from tutor.compare.__main__ import main
from tutor.compare.batch import WAYS_TO_PLAY
from tutor.compare.game_names import order_games, short_title
from tutor.compare.metrics import CURVE_PARTS, METRICS
from tutor.compare.win_probability import BIN_COUNT
from tutor.estimates import NO_ESTIMATE, Estimate, format_estimate
from tutor.sets.decks import game_with_decks
from tutor.text import format_message


@pytest.fixture(scope="module", autouse=True)
def small_batches():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch, "BATCH_SIZE", 4)
        alone = results.measure_decks
        patch.setattr(results, "measure_decks", lambda name, *how: alone(name, *how) if name == "altaria" else {})
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("games")


@pytest.fixture(scope="module")
def found(folder):
    return results.measure_games(4, jobs=1, folder=folder)


@pytest.mark.slow
def test_every_game_way_and_metric_is_measured(found):
    for name in engines.names():
        for metric in METRICS:
            ways = [way for way in WAYS_TO_PLAY if metric.fits(way)]
            assert ways == ([metric.way] if metric.way else ["quick", "erratic"])
            assert all(found.of(name, way, metric.id) for way in ways)
    assert found.stale() == []
    rules, plays = found.rules["altaria"], found.plays["altaria"]
    found.rules["altaria"] = "older"
    assert found.stale() == []  # other files, but it plays as before
    found.plays["altaria"] = "otherwise"
    assert found.stale() == ["altaria"]
    found.plays["altaria"], decks = plays, found.lists["altaria"]
    found.lists["altaria"] = "other decks"
    assert found.stale() == ["altaria"]
    found.rules["altaria"], found.lists["altaria"] = rules, decks


def test_results_are_read_back_as_they_were_written(found, tmp_path):
    results.write_results(found, tmp_path / "r.json")
    again = results.read_results(tmp_path / "r.json")
    assert again.games == 4
    assert (again.lists, again.curves.keys()) == (found.lists, found.curves.keys())
    assert again.curves["altaria"]["quick"][0].value == pytest.approx(
        found.curves["altaria"]["quick"][0].value, abs=1e-4
    )
    for game, ways in found.estimates.items():
        for way, listed in ways.items():
            for metric, one in listed.items():
                for value, kept in zip(one, again.of(game, way, metric), strict=True):
                    assert kept == (None if value is None else pytest.approx(value, abs=1e-4))
        assert [one.clause for one in again.fired[game]] == [one.clause for one in found.fired[game]]
    assert results.read_results(tmp_path / "none.json") is None


def test_what_comes_along_is_of_games_and_metrics_that_exist():
    shipped = results.read_results()
    assert shipped
    for game, ways in shipped.estimates.items():
        assert game in engines.names()
        assert set(ways) == set(WAYS_TO_PLAY)
        for way in shipped.trust[game]:
            assert shipped.models[game][way].weights
            assert len(shipped.trust[game][way].bins) == BIN_COUNT
        assert {id for found in ways.values() for id in found} == {metric.id for metric in METRICS}
        assert all(one.n <= shipped.games for found in ways.values() for one in found.values())
        assert shipped.lengths[game].keys() == {"quick", "erratic"}


def test_no_figure_that_comes_along_has_an_interval_that_ends_at_the_figure_itself():
    shipped = results.read_results()
    for found in (shipped.estimates, shipped.these_decks):
        for game, ways in found.items():
            for way, listed in ways.items():
                for metric, one in listed.items():
                    assert one.value is None or one.low < one.value < one.high, (game, way, metric)
    for game, ways in shipped.these_decks.items():
        for way, listed in ways.items():
            for metric, one in listed.items():
                like = shipped.of(game, way, metric)
                assert one.value == like.value
                assert one.value is None or one.high - one.low <= like.high - like.low + 1e-3, (game, way, metric)


def test_the_script_prints_and_writes(folder, tmp_path, capsys, monkeypatch):
    from tutor.compare import __main__ as script

    monkeypatch.setattr(script, "PAGE_FILE", tmp_path / "page.md")
    monkeypatch.setattr(script, "write_results", lambda found: results.write_results(found, tmp_path / "r.json"))
    sheet = tmp_path / "numbers.csv"
    words = ["4", "--game", "altaria", "--jobs", "1", "--folder", str(folder), "--csv", str(sheet), "--write"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert printed == (tmp_path / "page.md").read_text()
    assert "| | Altaria |" in printed
    assert "4 games of each kind" in printed
    rows = list(csv.DictReader(sheet.open()))
    assert {row["metric"] for row in rows} == {metric.id for metric in METRICS}
    assert results.read_results(tmp_path / "r.json").estimates.keys() == {"altaria"}


def test_a_sheet_has_a_line_for_every_number(found):
    rows = list(csv.DictReader(io.StringIO(report.results_csv(found))))
    assert len(rows) == sum(len(listed) for ways in found.estimates.values() for listed in ways.values())


def test_numbers_as_text():
    assert format_estimate(Estimate(0.456, 0.4, 0.5, 9), "%") == "45.6 %"
    assert format_estimate(Estimate(12.34, 1, 20, 9), "", interval=True) == "12.3 (1.0 to 20.0)"
    assert format_estimate(NO_ESTIMATE, "%") == "none"
    assert format_estimate(Estimate(0.0, 0.0, 0.016, 240), "%", interval=True) == "none of 240"
    assert format_estimate(Estimate(1.0, 0.984, 1.0, 240), "%", interval=True) == "all 240"


# Plots.

LINES = [
    plots.PlotLine("One", "red", [Estimate(0.5, 0.4, 0.6, 9), Estimate(0.2, 0.1, 0.3, 9)]),
    plots.PlotLine("Other <>", "blue", [NO_ESTIMATE, NO_ESTIMATE]),
]


def test_a_plot_is_plain_svg_in_the_colours_of_the_page():
    text = plots.plot_estimates(LINES, "%", 0.5, 'Said "so"')
    root = ElementTree.fromstring(text)
    assert root.get("role") == "img"
    assert root.get("aria-label") == 'Said "so"'
    assert "var(--tb-red)" in text
    assert not re.search(r"#[0-9a-f]{6}\b", text)
    assert not re.search(r"<script|<style|http://(?!www\.w3\.org)|<metadata", text)
    said = {node.text for node in root.iter() if node.tag.endswith("text")}
    assert {"One", "Other <>", "none", "20 %"} <= said


@pytest.mark.parametrize(("value", "labels"), [(18, {"0", "20"}), (97, {"0", "100"}), (3.2, {"0", "4"})])
def test_the_numbers_of_a_plot_reach_as_far_as_its_dots(value, labels):
    line = plots.PlotLine("One", "red", [Estimate(value, 0.5, value + 0.1, 9)])
    root = ElementTree.fromstring(plots.plot_estimates([line], "", None, ""))
    assert labels <= {node.text for node in root.iter() if node.tag.endswith("text")}


def test_a_plot_holds_what_lies_below_nothing():
    line = plots.PlotLine("One", "red", [Estimate(-1.5, -2.7, 0.4, 9)])
    root = ElementTree.fromstring(plots.plot_estimates([line], "", 0.0, ""))
    assert "−3" in {node.text for node in root.iter() if node.tag.endswith("text")}


def test_a_plot_without_numbers():
    assert "none" in plots.plot_estimates(LINES[1:], "%", None, "")


def test_a_plot_is_the_same_every_time():
    assert plots.plot_estimates(LINES, "%", 0.5, "") == plots.plot_estimates(LINES, "%", 0.5, "")


def test_both_intervals_are_drawn_and_the_axis_may_begin_at_zero():
    like, these = Estimate(0.5, 0.3, 0.7, 9), Estimate(0.5, 0.45, 0.55, 9)
    once, twice = (plots.plot_estimates([plots.PlotLine("One", "red", [like], "", thick)], "%", None, "")
                   for thick in ([], [these]))  # fmt: skip
    assert twice.count("<path") == once.count("<path") + 1
    line = plots.PlotLine("One", "red", [Estimate(12.0, 8.0, 20.0, 9)])
    root = ElementTree.fromstring(plots.plot_estimates([line], "", None, "", from_zero=True))
    assert "0" in {node.text for node in root.iter() if node.tag.endswith("text")}


def test_a_strip_has_a_dot_for_every_deck():
    decks = [Estimate(share, share, share, 9) for share in (0.3, 0.5, 0.62)]
    lines = [plots.PlotLine("One", "red", decks), plots.PlotLine("Other", "blue", decks[:2])]
    root = ElementTree.fromstring(plots.plot_strip(lines, (0.4, 0.6), "Said"))
    assert len([node for node in root.iter() if node.tag.endswith("use") and "red" in node.get("style", "")]) == 3
    assert {"One", "Other", "40 %", "60 %"} <= {node.text for node in root.iter() if node.tag.endswith("text")}


def test_a_plot_in_words():
    assert plots.estimates_in_words(LINES, "%", ["quick", "slow"]) == (
        "One: quick 50.0 %, slow 20.0 %; Other <>: quick none, slow none"
    )


# Curves.


def test_a_curve_has_a_band_and_reaches_over_the_game():
    parts = [Estimate(at, at - 0.5, at + 0.5, 9) for at in range(1, 11)]
    text = plots.plot_curves([parts, [NO_ESTIMATE, *parts[1:]]], "red", "part", "choices", "Said")
    said = {node.text for node in ElementTree.fromstring(text).iter() if node.tag.endswith("text")}
    assert {"part", "choices", "0 %", "100 %"} <= said
    assert "var(--tb-red)" in text
    assert not re.search(r"#[0-9a-f]{6}\b", text)
    assert text != plots.plot_curves([parts], "red", "part", "choices", "Said")


def test_curves_are_measured_of_every_game(found):
    for name in engines.names():
        assert set(found.curves[name]) == {"quick", "erratic"}
        assert all(len(parts) == CURVE_PARTS for parts in found.curves[name].values())


# The page.


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.delenv("QUERY_STRING", raising=False)


@pytest.fixture
def page(own_folder):
    return measured.measured()


@pytest.fixture(scope="module")
def shown_page(tmp_path_factory):
    """The page as opened, for tests that only read it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TEBIKI_HOME", str(tmp_path_factory.mktemp("home")))
        patch.delenv("QUERY_STRING", raising=False)
        return measured.measured()


@pytest.mark.slow
def test_the_page_shows_every_metric_with_its_numbers_and_definition(shown_page):
    questions = shown_page.data["questions"]
    metrics = [one for question in questions for one in question["more"]]
    choices = metrics.pop([one["id"] for one in metrics].index("choices"))
    assert choices["title"] in choices["svg"]
    shown = [[(cell["text"], "|".join(cell["small"])) for cell in row["cells"]] for row in choices["rows"]]
    assert len(shown) == 5
    for over_5, over_15 in shown:
        assert float(over_5[0].split()[0]) >= float(over_15[0].split()[0])
        assert re.fullmatch(r"these decks: .+\|n = 100", over_5[1])
    pictures = [question.metric for question in measured.QUESTIONS if question.metric]
    assert sorted([one["id"] for one in metrics] + pictures) == sorted(metric.id for metric in METRICS)
    assert [one["id"] for one in questions] == ["length", "say", "luck", "ahead", "decks"]
    assert all(one["svg"].startswith("<svg") and one["title"] and one["caption"] for one in questions)
    for one in metrics:
        assert one["svg"].startswith("<svg")
        assert one["title"] in one["svg"]
        assert len(one["caption"]) > 15
        assert one["definition"][0].isupper()
        for row in one["rows"]:
            for cell in row["cells"]:
                assert not cell["small"] or re.fullmatch(
                    r"(these decks: .+\|decks like these: |these decks, and decks like these \(no .+\): ).+\|n = \d+",
                    "|".join(cell["small"]),
                )
    assert not shown_page.data["run"]["busy"]


def test_a_japanese_page_says_no_figure_in_english(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.setenv("QUERY_STRING", "lang=ja")
    data = measured.measured().data
    metrics = [one for question in data["questions"] for one in (question, *question["more"])]
    cells = [cell for one in metrics for row in one["rows"] for cell in row["cells"]]
    rungs = [rung for game in data["skill"]["games"] for rung in game["rungs"]]
    figures = [" ".join([cell["text"], *cell["small"]]) for cell in cells] + [
        rung["elo"] + rung["step"] for rung in rungs
    ]
    figures += [one["basis"] for one in (*metrics, *data["skill"]["games"])]
    figures += [name for one in metrics for name in one["series"]]
    assert len(figures) > 200
    assert [text for text in figures if re.search(r"none|\bto\b|players", text, re.IGNORECASE)] == []
    assert (
        format_estimate(NO_ESTIMATE, "%", language="ja")
        == format_message("figure.none", "ja")
        != format_estimate(NO_ESTIMATE, "%")
        == "none"
    )


def test_where_positions_tell_too_little_the_page_says_so_for_these_players(shown_page):
    shown = results.read_results()
    silent = [name for name in shown.trust if not shown.tells(name, "erratic")]
    texts = {game["id"]: game["text"] for game in shown_page.data["trust"]}
    assert all("Brier score" in text and "Skill score" in text for text in texts.values())
    assert [name for name in shown.trust if "Between erratic players" in texts[name]] == silent
    [ahead] = [one for one in shown_page.data["questions"] if one["id"] == "ahead"]
    said = {row["game"]: row["cells"][1]["text"] for row in ahead["rows"]}
    assert {game for game, text in said.items() if text == "positions tell too little"} == {*map(short_title, silent)}


def test_the_page_has_a_verdict_on_every_deck(shown_page):
    for game in shown_page.data["decks"]:
        known = game_with_decks(game["id"])
        assert {row["deck"] for row in game["rows"]} <= {deck.name for deck in known.decks.values()}
        assert all(row["verdict"] and row["basis"].startswith("n = ") for row in game["rows"])


def test_a_taught_deck_that_is_not_fair_is_said_to_stay(own_folder):
    shown = results.MeasuredResults(9, {"altaria": {"quick": {}}}, decks={"altaria": {
        "hearth": Estimate(0.7, 0.65, 0.75, 400), "kiln": Estimate(0.3, 0.25, 0.35, 400),
    }})  # fmt: skip
    [game] = measured.MeasuredPage(shown, "en").page.data["decks"]
    assert [row["verdict"] for row in game["rows"]] == ["too strong", "too weak"]
    assert [row["taught"] for row in game["rows"]] == [True, False]
    assert game["kept"].startswith("Hearth: ")


def test_a_metric_that_older_results_do_not_have_is_said_to_be_missing():
    one = Estimate(3.0, 2.0, 4.0, 9)
    shown = measured.MeasuredPage(results.MeasuredResults(9, {"altaria": {"quick": {"turns": one}}}), "en").page.data
    assert "Choices that reach the rival" in shown["shown"]
    [metric] = [one for question in shown["questions"] for one in question["more"] if one["id"] == "interaction"]
    assert "not measured yet" in metric["svg"]


@pytest.mark.slow
def test_playing_on_the_page_shows_how_far_it_is_and_then_the_new_numbers(page, monkeypatch):
    monkeypatch.setattr(measured, "order_games", lambda names=None: ["altaria"])
    sent = []
    page.observe(lambda change: sent.append(change["new"]["run"]["busy"]), names="data")
    assert page.receive({"type": "command", "name": "play", "games": 20})
    busy = [one for one in sent if one]
    assert [one["share"] for one in busy] == sorted(one["share"] for one in busy)
    assert any("20 of 20" in one["text"] for one in busy)
    assert sent[-1] is None
    assert "20 games" in page.data["text"]
    assert page.data["questions"][0]["basis"] == "n = 20"
    assert [game["id"] for game in page.data["clauses"]] == ["altaria"]
    assert not page.receive({"type": "command"})


@pytest.mark.slow
def test_a_number_of_games_that_is_not_offered_is_not_played(page):
    before = page.data
    page.receive({"type": "command", "name": "play", "games": 10**9})
    assert page.data == before


def test_clauses_lead_to_the_rulebook(shown_page):
    row = shown_page.data["clauses"][0]["rows"][0]
    assert row["href"].endswith(f"rulebook.ipynb?clause={row['id']}")


def test_games_come_in_the_order_of_home():
    assert order_games(["star_wars", "altaria"]) == ["altaria", "star_wars"]
    assert short_title("star_wars") == "Star Wars"


def test_the_page_of_tables_says_how_every_deck_fared(found):
    page = report.results_markdown(found)
    for game, decks in found.decks.items():
        known = game_with_decks(game).decks
        for id, won in decks.items():
            assert (
                f"| {short_title(game)} | {known[id].name} | {format_estimate(won, '%', interval=True)}, n {won.n} | "
                in page
            )
    assert found.decks["altaria"]


def test_plots_side_by_side_have_one_scale():
    data = measured.measured().data
    for part in ("curves", "decks"):
        shown = [re.findall(r"<text[^>]*>([\d.]+(?: %)?)</text>", game["svg"]) for game in data[part]]
        assert len(shown) == 5
        assert len(shown[0]) >= 4, "an axis has numbers"
        assert all(ticks == shown[0] for ticks in shown), part
