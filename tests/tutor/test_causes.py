"""Causes: the removed mechanics, halfway positions continued under each rule, the figures, and their page."""

import json
import random
import re

import pytest

import engines
from engines.search.players import random_player
from tests.tutor.test_compare_chances import walk
from tutor.compare import ablation, causes, causes_page, differences, halfway_forks, mechanics
from tutor.compare.causes import BEHIND, MEASURE_UNITS, Cause, CauseFigures
from tutor.compare.fork_games import PRINTED_RULES
from tutor.compare.halfway_forks import HalfwayFork, TrailingPlayer
from tutor.compare.observe import WatchedMoment
from tutor.estimates import NO_ESTIMATE, Estimate
from tutor.experiments.effects import RuleEffect, is_visible
from tutor.matches.house_rules import changed_game, find_choice
from tutor.sets.decks import game_with_decks
from tutor.text import load_catalogue

GAMES = engines.names()
EVERY = [pytest.param(one, id=f"{one.game}/{one.id}") for one in causes.list_causes()]


# The mechanics.


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_mechanics_to_take_out(name):
    found = causes.list_causes(name)
    assert len([one for one in found if not one.put_in]) >= 4
    assert len({one.id for one in found}) == len({one.rule for one in found}) == len(found)
    asked = {one.id: one for one in mechanics.load_questions([name])}
    for one in found:
        assert asked[one.question].answers[name].show, one.id
        assert find_choice(game_with_decks(name), one.rule).sort == "rule"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_mechanic_has_a_name_of_its_own(language):
    for name in GAMES:
        titles = [load_catalogue(language)[f"cause.{one.game}.{one.id}"] for one in causes.list_causes(name)]
        assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("one", EVERY)
def test_a_game_without_a_mechanic_is_played_to_its_end(one):
    state = changed_game(game_with_decks(one.game), {one.rule: 1}).new(seed=5)
    player = random_player(5)
    while state.result is None:
        state.apply(player(state))


def test_what_a_mechanic_adds_is_with_it_less_without_it():
    effect = RuleEffect(Estimate(10, 9, 11, 50), Estimate(12, 11, 13, 50), Estimate(2, 1, 3, 50))
    out, put_in = Cause("altaria", "x", "M7", "behind"), Cause("altaria", "y", "M16", "damage", put_in=True)
    assert out.adds(effect) == Estimate(-2, -3, -1, 50)
    assert put_in.adds(effect) == effect.difference
    assert [side.value for side in out.sides(effect)] == [10, 12]
    assert [side.value for side in put_in.sides(effect)] == [12, 10]
    assert out.adds(RuleEffect(NO_ESTIMATE, NO_ESTIMATE, NO_ESTIMATE)) == NO_ESTIMATE


# Halfway positions.


def test_copies_of_one_position_are_played_on_by_each_rule(tmp_path):
    rules = ["M7", "M19"]
    found = halfway_forks.forks_of("altaria", rules, 6, 20, folder=tmp_path)
    assert 10 < len(found) <= 20
    for one in found:
        assert one.moment.turn == 6
        assert set(one.won) == {PRINTED_RULES, *rules}
        assert len(one.decks) == 2
    assert any(one.won["M7"] != one.won[PRINTED_RULES] for one in found)
    # the first draw is long past, so the games are identical without its rule
    assert all(one.won["M19"] == one.won[PRINTED_RULES] for one in found)


def test_positions_are_kept_and_a_line_that_was_cut_off_is_played_again(tmp_path, monkeypatch):
    found = halfway_forks.forks_of("altaria", ["M7"], 6, 20, folder=tmp_path)
    (path,) = tmp_path.iterdir()
    assert halfway_forks.forks_of("altaria", ["M7"], 6, 20, folder=tmp_path) == found
    assert len(path.read_text().splitlines()) == 1
    path.write_text(path.read_text()[:100] + "\n")
    assert halfway_forks.forks_of("altaria", ["M7"], 6, 20, folder=tmp_path) == found
    monkeypatch.setattr(halfway_forks, "play_forks", lambda *_: pytest.fail("It was kept."))
    halfway_forks.forks_of("altaria", ["M7"], 6, 20, folder=tmp_path)


def test_who_comes_back_is_counted_for_the_one_behind_in_the_same_positions():
    moment = WatchedMoment(5, 3, hidden=0.0, features={})

    def fork(seed, seat, printed, other):
        return TrailingPlayer(HalfwayFork(seed, ("a", "b"), moment, {PRINTED_RULES: printed, "X": other}), seat)

    # 40 deals: the trailing player never wins, but does in every fourth deal without the rule; seats alternate
    known = [fork(n, n % 2, 1 - n % 2, n % 2 if n % 4 < 1 else 1 - n % 2) for n in range(40)]
    found = halfway_forks.comeback_effect("X", known)
    assert (found.printed.value, found.changed.value, found.difference.value) == (0, 0.25, 0.25)
    assert found.visible
    drawn = [*known, fork(40, 0, None, 0)]
    assert halfway_forks.comeback_effect("X", drawn).difference.n == 40


@pytest.mark.slow
def test_who_is_behind_is_judged_by_games_of_other_deals():
    games = [walk(seed) for seed in range(300)]
    halfway = [one.sight.moments[10] for one in games]
    made = [
        HalfwayFork(one.seed, one.decks, moment, {PRINTED_RULES: one.sight.winner})
        for one, moment in zip(games, halfway, strict=True)
    ]
    known = halfway_forks.trailing_players(made, games)
    assert len(known) > 200
    assert all((one.seat == 0) == (one.fork.moment.features["lead"] < 0) for one in known)
    found = halfway_forks.comeback_effect(PRINTED_RULES, known)
    assert found.printed.value == pytest.approx(0.2, abs=0.1)  # the leader after ten of twenty tosses usually wins
    assert found.difference.value == 0


# The figures.


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(causes, "list_causes", lambda game="": tuple(one for one in SOME if game in ("", one.game)))
        return causes.measure_causes(20, 20, ["altaria"], folder=tmp_path_factory.mktemp("games"))


SOME = (causes.find_cause("altaria", "cores_to_hand"), causes.find_cause("altaria", "blocking"))


@pytest.mark.slow
def test_figures_are_written_and_read_back(found, tmp_path):
    path = tmp_path / "causes.json"
    causes.write_causes(found, path)
    again = causes.read_causes(path)
    assert again.turn == found.turn
    assert again.rules == found.rules
    for cause in SOME:
        for measure in MEASURE_UNITS:
            one, other = again.of(cause, measure).difference, found.of(cause, measure).difference
            assert (one.n, one.value) == (
                other.n,
                None if other.value is None else pytest.approx(other.value, abs=1e-4),
            )
    assert causes.read_causes(tmp_path / "none.json") is None
    assert max(map(len, path.read_text().splitlines())) < 160


def test_figures_are_stale_when_the_game_plays_otherwise(found, monkeypatch):
    kept = CauseFigures(20, 20, found.turn, dict(found.rules), dict(found.plays), found.effects)
    listed = causes.list_causes("altaria")
    kept.rules["altaria"] = {one.id: "older" for one in listed}
    assert kept.stale() == []  # the files differ, but the game plays as before
    kept.plays["altaria"] = "otherwise"
    assert kept.stale() == ["altaria"]


# How a difference is displayed.


@pytest.mark.parametrize(
    ("value", "unit", "digits", "text"),
    [(0.034, "%", 1, "+3.4"), (-2, "", 0, "−2"), (0.0004, "%", 1, "0.0"), (-0.0004, "%", 1, "0.0")],
)
def test_a_difference_has_its_sign(value, unit, digits, text):
    assert differences.format_signed(value, unit, digits) == text


@pytest.mark.parametrize(("most", "reach"), [(0.07, 0.1), (0.13, 0.2), (3.2, 5), (10, 10), (0.002, 0.002)])
def test_an_axis_has_zero_in_the_middle_and_every_interval_on_it(most, reach):
    one = Estimate(0, -most, most / 2, 100)
    assert differences.axis_reach([one]) == pytest.approx(reach)
    ticks = differences.axis_ticks(reach, "")
    assert [tick["at"] for tick in ticks] == [0, 25, 50, 75, 100]
    assert ticks[2]["text"] == "0"
    place = differences.axis_position(one, reach)
    assert place["at"] == 50
    assert place["low"] >= 0
    assert place["low"] + place["width"] <= 100


def test_nothing_measured_is_no_figure_and_no_place():
    assert differences.difference_figure(NO_ESTIMATE, "%", "{low} to {high}")["value"] == ""
    assert differences.axis_position(NO_ESTIMATE, 1) is None
    assert not is_visible(NO_ESTIMATE)
    assert not is_visible(Estimate(-5.8, -11.6, -0.04, 400))  # shown as "−11.6 to 0.0"
    assert is_visible(Estimate(-5.8, -11.0, -0.6, 400))
    assert not is_visible(Estimate(1, 0.5, 2, 10))  # a few games can all have the same result


# The page.


def effect(value, low, high, n=400):
    sides = Estimate(0.25, 0.2, 0.3, n), Estimate(0.25 + value, 0.2, 0.3, n)
    return RuleEffect(*sides, *[Estimate(value, low, high, n)] * 2)


def some_figures():
    listed = causes.list_causes("altaria")
    nothing = effect(0.01, -0.02, 0.05)
    found = CauseFigures(
        400,
        1000,
        {"altaria": 8},
        effects={"altaria": {one.id: dict.fromkeys(MEASURE_UNITS, nothing) for one in listed}},
    )
    put = found.effects["altaria"]
    put["cores_to_hand"] = put["cores_to_hand"] | {
        BEHIND: effect(-0.1, -0.15, -0.05)
    }  # if it is removed, the trailing player loses
    put["hand_limit"] = put["hand_limit"] | {BEHIND: effect(-0.06, -0.1, -0.02)}  # if added, the trailing player loses
    return found, listed


def test_the_answer_is_said_from_the_figures():
    found, listed = some_figures()
    told = causes_page.answer_sentences(found, list(listed), "en")
    assert told[0].startswith(f"1 of the {len(listed)} mechanics that act from halfway on visibly help")
    assert "“Broken cores go to the hand” in Altaria +10.0 (+5.0 to +15.0)" in told[0]
    assert "A hand limit of seven" in told[1]
    assert "−6.0" in told[1]
    assert str(len(listed) - 2) in told[2]
    assert not any("first move" in one for one in told)
    assert not any("{" in one for one in told)
    nothing = CauseFigures(1, 1, effects={"altaria": {one.id: {BEHIND: effect(0, -1, 1)} for one in listed}})
    assert [one.split()[0] for one in causes_page.answer_sentences(nothing, list(listed), "en")[:2]] == ["None", "None"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_shows_what_a_mechanic_adds_and_greys_what_cannot_be_seen(language):
    found, listed = some_figures()
    data = causes_page.build_causes_page(found, language).data
    (game,) = data["games"]
    rows = {row["id"]: row for row in game["rows"]}
    assert next(iter(rows)) == "cores_to_hand"
    assert [*rows][-1] == "hand_limit"
    first = rows["cores_to_hand"]
    assert (first["figures"][0]["value"], first["figures"][0]["visible"]) == ("+10.0", True)
    assert first["plot"]["at"] > 50 > rows["hand_limit"]["plot"]["at"]
    assert first["clause"] in engines.load("altaria").rulebook.clauses
    assert "question=behind" in first["demonstration"]
    grey = first["figures"][1]
    assert not grey["visible"]
    assert re.search(r"\d", grey["least"]), "from which size on it would have been seen"
    assert [*rows] == ["cores_to_hand", "hand_limit"], "only what moved"
    (group,) = game["still"]
    still = {one["address"] for one in group["mechanics"]}
    assert still == {one.address for one in listed} - {"altaria.cores_to_hand", "altaria.hand_limit"}
    assert group["text"] == load_catalogue(language)["causes.still_few"], "up to 5 points would go unseen"
    assert not re.search(r"\{\w+\}", json.dumps({key: data[key] for key in ("text", "answer", "games")}))


def test_a_mechanic_moves_only_figures_that_are_shown():
    found, _ = some_figures()
    put = found.effects["altaria"]
    put["ambush"] = put["ambush"] | {"handovers": effect(-0.1, -0.12, -0.08)}
    ambush = causes.find_cause("altaria", "ambush")
    assert not causes_page._row(found, ambush, 1.0, "en")["moved"], "Altaria shows off-turn choices"
    put["ambush"] = put["ambush"] | {"off_turn": RuleEffect(*[NO_ESTIMATE] * 4)}
    assert causes_page._row(found, ambush, 1.0, "en")["moved"], "a game without them shows handovers"


def test_what_acts_before_halfway_is_not_counted_among_what_was_tested():
    found, listed = some_figures()
    put = found.effects["altaria"]
    put["deck_out"] = put["deck_out"] | {BEHIND: effect(0.0, 0.0, 0.0)}
    put["damage_stays"] = put["damage_stays"] | {BEHIND: effect(0.0, -0.03, 0.03)}
    found.changed = {"altaria": {"deck_out": 0}}
    told = causes_page.answer_sentences(found, list(listed), "en")
    assert told[0].startswith(f"1 of the {len(listed) - 1} mechanics that act from halfway on")
    assert told[3].startswith("1 more act too early or too seldom")
    assert told[3].endswith("1 never came up.")
    (game,) = causes_page.build_causes_page(found, "en").data["games"]
    groups = {group["text"]: [one["address"] for one in group["mechanics"]] for group in game["still"]}
    assert groups[load_catalogue("en")["causes.still_small"]] == ["altaria.damage_stays"]
    assert groups[load_catalogue("en")["causes.still_never"]] == ["altaria.deck_out"]
    assert len(groups[load_catalogue("en")["causes.still_few"]]) == len(listed) - 4


def test_what_would_be_visible_alone_says_so_where_many_are_tested():
    found, _ = some_figures()
    put = found.effects["altaria"]
    put["ambush"] = put["ambush"] | {BEHIND: effect(-0.04, -0.079, -0.001)}
    row = causes_page._row(found, causes.find_cause("altaria", "ambush"), 1.0, "en")
    assert not row["figures"][0]["visible"]
    assert row["figures"][0]["least"] == load_catalogue("en")["causes.alone"]
    shown = ablation.measured_effects([causes.find_cause("altaria", "ambush").question], "en", found)["shown"]
    one = next(one for one in shown if one["key"] == "altaria.ambush")
    assert not next(row for row in one["rows"] if row["id"] == BEHIND)["visible"], "one verdict on both pages"


def test_both_intervals_are_drawn_and_named():
    found, _ = some_figures()
    put = found.effects["altaria"]
    one = put["cores_to_hand"][BEHIND]
    these = one._replace(difference=one.difference._replace(low=-0.12, high=-0.08))
    put["cores_to_hand"] = put["cores_to_hand"] | {BEHIND: these}
    row = causes_page.build_causes_page(found, "en").data["games"][0]["rows"][0]
    assert row["figures"][0]["these"] == "these: +8.0 to +12.0"
    assert row["figures"][0]["interval"] == "like: +5.0 to +15.0"
    assert row["plot"]["low"] < row["plot"]["these"]["low"] < row["plot"]["at"]
    assert row["plot"]["these"]["width"] < row["plot"]["width"]


def test_the_interval_for_these_decks_lies_within_that_for_decks_like_these():
    found = causes.read_causes()
    listed = [effect for game in found.effects.values() for each in game.values() for effect in each.values()]
    assert {each for game in found.effects.values() for each in game} == {one.id for one in causes.list_causes()}
    narrower = 0
    for one in listed:
        like, these = one.like_these, one.difference
        assert (like.value, like.n) == (these.value, these.n)
        if like.value is not None:
            assert like.low <= these.low <= these.high <= like.high
            narrower += these.high - these.low < like.high - like.low
    assert narrower > len(listed) / 3


def test_common_turns_are_shown_by_handovers():
    (one, *_) = causes.list_causes("star_wars")
    listed = {
        one.id: dict.fromkeys(MEASURE_UNITS, effect(0.1, 0.05, 0.15))
        | {"off_turn": RuleEffect(NO_ESTIMATE, NO_ESTIMATE, NO_ESTIMATE)}
    }
    found = CauseFigures(400, 1000, {"star_wars": 2}, effects={"star_wars": listed})
    figures = {
        each["id"]: each for each in causes_page.build_causes_page(found, "en").data["games"][0]["rows"][0]["figures"]
    }
    assert figures["off_turn"]["note"]
    assert figures["off_turn"]["value"] == "−10.0"
    assert not figures["turns"]["note"]


def test_a_number_of_pairs_that_is_none_is_refused_in_words():
    with pytest.raises(SystemExit, match="Tebiki: pairs: 0 pairs"):
        causes.main(["0", "--game", "altaria"])


def test_differences_that_are_tested_together_stand_out_less_easily():
    def one(value):
        return Estimate(value, value - 1.96, value + 1.96, 400)  # a standard error of 1

    nothing = [one(0.3)] * 48
    assert differences.find_discoveries([*nothing, one(2.2)]) == set(), "one of 49 at 2.2 is chance"
    assert differences.find_discoveries([*nothing, one(-4.5)]) == {48}
    assert differences.find_discoveries([one(2.2), NO_ESTIMATE]) == {0}
    strong = [one(3.0)] * 40
    assert 40 in differences.find_discoveries([*strong, one(2.1)]), "among many that stand out 2.1 may"
    source = random.Random(1)
    found = sum(bool(differences.find_discoveries([one(source.gauss(0, 1)) for _ in range(49)])) for _ in range(200))
    assert found <= 20, "where nothing differs, one family in twenty has a finding"


def test_a_difference_needs_both_to_stand_out_for_these_decks_and_an_interval_for_others_without_zero():
    found, listed = some_figures()
    sure = next(one for one in listed if causes_page.stands_out(found, one))
    put = found.effects[sure.game][sure.id]
    wide = put[BEHIND].difference._replace(low=-0.2, high=0.3)
    put[BEHIND] = put[BEHIND]._replace(like_these=wide)
    assert not causes_page.stands_out(found, sure), "for decks like these nothing is known of its sign"
    put[BEHIND] = put[BEHIND]._replace(like_these=put[BEHIND].difference, difference=wide)
    assert not causes_page.stands_out(found, sure), "for these decks it does not stand out"


def test_a_chance_follows_from_an_interval():
    assert differences.chance_of(Estimate(2.0, 2.0 - 1.96, 2.0 + 1.96, 400)) == pytest.approx(0.0455, abs=1e-3)
    assert differences.chance_of(Estimate(-2.0, -3.0, -2.0 + 1.96, 400)) == pytest.approx(0.0455, abs=1e-3)
    assert differences.chance_of(NO_ESTIMATE) == 1.0
