"""The review of a whole game, from the learner's log alone: missed wins, the decline, and the reasons."""

from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

import engines
from engines.designs.writing import write_toml
from engines.search.players import greedy_player, random_player
from tests.tutor.test_own_sets import reef_document
from tutor import progress
from tutor.compare import people
from tutor.learners.audit import audit_log
from tutor.lessons import checks
from tutor.matches import kept_games
from tutor.matches.effort import Effort
from tutor.matches.match import Match, Setup, allowed_opponents
from tutor.pages.play import play as play_page
from tutor.practice import starters
from tutor.practice.background import WorkBeside
from tutor.puzzles import review
from tutor.puzzles.review_page import BetterOfTwo, ReviewPage
from tutor.puzzles.solving import SolvePuzzle
from tutor.puzzles.usual_play import UsualCount, UsualPlay
from tutor.sets import kept_sets
from tutor.sets.decks import game_with_decks

GAME = engines.load("altaria")
LESSON = kept_games.whole_game("altaria")
MISSED = 19
"""The seed of a game in which a certain win is missed."""
FALLS = 11
"""The seed of a game that is lost after good chances."""


@pytest.fixture
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    return progress.learner_id()


def play(who, seed, slip=35):
    """Play a game to its end, with a careless learner in seat 0 and one try that a single rule forbids."""
    decks = list(GAME.decks)
    match = Match(Setup("altaria", decks[0], decks[1], "quick", seed=seed))
    match.keeper = kept_games.GameKeeper(who, LESSON)
    player, tried = greedy_player(seed, slip), False
    while not match.over:
        state = match.table.state
        for action in () if tried or state.turn < 6 else GAME.tries(state, 0):
            attempt = match.table.read_try(GAME.notation.write(state, action, 0))
            if attempt and attempt.reasons and review.question_at(state, attempt.text, len(match.table.history)):
                match.keeper.refused(match, attempt)
                tried = True
                break
        match.play((player(state),))
    return match


def found(who):
    return review.finished_game(progress.read_log(who).events, LESSON)


def test_there_is_nothing_to_look_back_at_before_a_game_is_over(home):
    assert found(home) is None
    data = ReviewPage("altaria", "en").page.data
    assert data["title"] == "No game to look back at"


def play_at_random(who, setup, game):
    """Play a game to its end with random moves in seat 0, stored in the log of `who`."""
    match = Match(setup, game)
    match.keeper = kept_games.GameKeeper(who, kept_games.whole_game(game.name))
    player = random_player(3)
    while not match.over:
        match.play((player(match.table.state),))
    return match


def unjudged_review(name, monkeypatch):
    """Return the review of the last game without its chances and moments, which take seconds."""
    monkeypatch.setattr(review, "judge_game", lambda *_: review.JudgedGame([], [], UsualPlay(0, [])))
    monkeypatch.setattr(WorkBeside, "begin_work", lambda *_: False)
    return ReviewPage(name, "en")


@pytest.mark.parametrize("name", engines.names())
def test_a_game_with_any_deck_is_looked_back_at_and_played_again_with_the_same_choices(home, monkeypatch, name):
    game = game_with_decks(name)
    lengths = []
    for deck in game.decks:
        setup = Setup(name, deck, allowed_opponents(game, deck)[0], "beginner", "you", 3)
        match = play_at_random(home, setup, game)
        reviewer = unjudged_review(name, monkeypatch)
        assert reviewer.match.table.state.canonical_key() == match.table.state.canonical_key()
        assert game.decks[deck].name in reviewer.page.data["kick"]
        query = dict(parse_qsl(urlsplit(reviewer.page.data["again"]["href"]).query))
        monkeypatch.setenv("QUERY_STRING", urlencode(query))
        chosen = play_page(name).children[0].data["chosen"]
        assert {key: chosen[key] for key in setup.as_choices()} == setup.as_choices()
        monkeypatch.delenv("QUERY_STRING")
        lengths.append(match.table.state.turn)
    assert [one["turns"] for one in people.lengths_of_games(name)] == lengths
    audited = audit_log(progress.log_file(home).read_text(encoding="utf-8").splitlines())
    assert (audited.again, audited.differences) == (audited.events, [])


def test_a_game_with_an_own_deck_is_looked_back_at(home, monkeypatch):
    kept_sets.keep_set("reef", write_toml(reef_document()))
    plain = game_with_decks("altaria")
    game = kept_sets.only_needed(plain, kept_sets.with_kept_sets(plain), ("reef/quick",))
    match = play_at_random(home, Setup("altaria", "reef/quick", "kiln", "beginner"), game)
    reviewer = unjudged_review("altaria", monkeypatch)
    assert reviewer.match.table.state.canonical_key() == match.table.state.canonical_key()
    assert game.decks["reef/quick"].name in reviewer.page.data["kick"]
    assert "you=reef%2Fquick" in reviewer.page.data["again"]["href"]


def test_what_stood_out_is_said_beside_what_half_of_the_winners_do(home, monkeypatch):
    match = play(home, FALLS)
    assert match.table.state.result.winner == 1
    attacks = UsualCount(1, (5.0, 6.0, 7.0), (0.0, 0.0, 0.0), 0.001)  # many more attacks a turn than anybody makes
    usual = UsualPlay(118, [attacks])
    monkeypatch.setattr(review, "judge_game", lambda *_: review.JudgedGame([], [], usual))
    monkeypatch.setattr(WorkBeside, "begin_work", lambda *_: False)
    data = ReviewPage("altaria", "en").page.data
    turns = match.table.state.turn
    made = sum(entry.event[:3:2] == ("attack_on_cores", 0) for entry in match.table.log)
    span = f"half of the winners: {5 * turns} to {7 * turns}"
    assert data["stood_out"] == [{"title": "Attacks on cores", "count": str(made), "text": span}]
    assert data["usual"].startswith(f"In {turns} turns, beside 118 games between Quick bots")
    usual.counts[0] = attacks._replace(winners=(0.0, 0.0, 9.0), losers=(0.0, 0.0, 0.0))
    assert ReviewPage("altaria", "en").page.data["stood_out"] == []
    assert "you stand out from those who won in 118 games" in ReviewPage("altaria", "en").page.data["usual"]
    usual.counts.clear()
    assert ReviewPage("altaria", "ja").page.data["usual"] == "", "winners and losers do not differ: nothing to compare"


@pytest.mark.slow
def test_a_certain_win_that_was_missed_is_a_moment_and_a_puzzle(home):
    match = play(home, MISSED)
    kept, _ = found(home)
    again = kept_games.replay_game(kept, GAME)
    assert again.table.state.canonical_key() == match.table.state.canonical_key()
    reviewer = ReviewPage("altaria", "en")
    number, one = next((n, one) for n, one in enumerate(reviewer.moments) if one.target is not None)
    assert one.target.id == "win"
    shown = reviewer.page.data["moments"][number]
    assert shown["proved"]
    assert shown["button"] == "Solve it"
    assert not shown["done"]
    reviewer.page.receive({"type": "command", "name": "moment", "n": number})
    assert isinstance(reviewer.session, SolvePuzzle)
    checks.follow_hints(reviewer.session)
    assert reviewer.session.done
    assert reviewer.page.data["moments"][number]["done"]
    event = progress.read_log(home).events[-1]
    assert (event.lesson, event.kind, event.verdict) == ("altaria/review", "solve", "right")
    assert ReviewPage("altaria", "en").page.data["moments"][number]["done"]


@pytest.mark.slow
def test_where_the_chances_fell_two_actions_are_compared(home):
    play(home, FALLS)
    reviewer = ReviewPage("altaria", "en")
    points = reviewer.page.data["points"]
    assert points[-1]["share"] == 0
    assert all(0 <= one["low"] <= one["share"] <= one["high"] <= 100 for one in points)
    number, one = next((n, one) for n, one in enumerate(reviewer.moments) if one.target is None)
    assert one.values[1] > one.values[0]
    reviewer.page.receive({"type": "command", "name": "moment", "n": number})
    assert isinstance(reviewer.session, BetterOfTwo)
    wrong = 1 - reviewer.session.step.get("right")
    reviewer.stage.receive({"type": "answer", "picks": [str(wrong)], "stamp": reviewer.session.stamp})
    said = reviewer.stage.coach["feedback"]
    assert said["title"] == "The other one is better"
    assert str(round(100 * one.values[1])) in said["facts"][0]["fact"]


@pytest.mark.slow
def test_a_refused_try_comes_back_as_a_question(home):
    play(home, MISSED)
    reviewer = ReviewPage("altaria", "en")
    number = next(n for n, (_, question) in enumerate(reviewer.tries) if question is not None)
    reviewer.page.receive({"type": "command", "name": "try", "n": number})
    session = reviewer.session
    assert session.step.kind == "why"
    session.answered([str(session.solution())])
    session.check()
    assert session.done
    assert reviewer.page.data["tries"][number]["done"]
    assert progress.read_log(home).events[-1].clauses


def test_a_try_with_several_reasons_is_only_explained(home):
    match = play(home, MISSED)
    told = progress.append_event(
        home, game="altaria", lesson=LESSON, step="", kind="game", verdict="refused", actions=["block"], place=0
    )
    assert review.question_of_try(match, told) is None


@pytest.mark.slow
def test_moments_come_in_order_and_are_three_at_most(home):
    match = play(home, FALLS)
    kept, _ = found(home)
    points = [review.ChancePoint(turn, 0, wins, 10) for turn, wins in ((2, 9), (4, 1), (6, 0))]
    moments = review.review_moments(match, kept, points)
    assert [one.place for one in moments] == sorted(one.place for one in moments)
    assert len(moments) <= 3


@pytest.mark.slow
def test_a_moment_has_a_small_picture_of_what_the_learner_saw(home):
    match = play(home, MISSED)
    reviewer = ReviewPage("altaria", "en")
    for one, moment in zip(reviewer.page.data["moments"], reviewer.moments, strict=True):
        seen = reviewer.match.table.history[moment.place][0]
        zones = one["mini"]["zones"]
        assert 0 < len(zones) <= 3
        for zone in zones:
            assert len(zone["cards"]) == int(zone["title"].split()[-1])
            assert not zone["title"].startswith(match.table.names[1] + ": Hand"), "the rival's hand is not seen"
        own = {card["face"] for zone in zones if "Hand" in zone["title"] for card in zone["cards"]}
        assert own <= {seen.name(card) for card in seen.players[0].hand}
        assert set(one["mini"]["faces"]) == {card["face"] for zone in zones for card in zone["cards"]}


def star_war(who, seed):
    """Play a careless Star Wars game to its end, with a refused try before the first turn."""
    game = engines.load("star_wars")
    deck = next(iter(game.decks))
    match = Match(Setup("star_wars", deck, allowed_opponents(game, deck)[0], "quick", seed=seed))
    match.keeper = kept_games.GameKeeper(who, kept_games.whole_game("star_wars"))
    player = greedy_player(seed, slip=70)
    match.keeper.refused(match, match.table.read_try("end step"))
    while not match.over:
        match.play((player(match.table.state),))
    return match


@pytest.mark.slow
def test_the_setup_is_looked_back_at_as_well(home):
    match = star_war(home, 2)
    kept, _ = review.finished_game(progress.read_log(home).events, kept_games.whole_game("star_wars"))
    assert any(state.turn == 0 for _, state in review.iter_choices(match, kept))
    points = review.chances_by_turn(match, Effort(5000))
    assert points[0].turn == 0
    points = [review.ChancePoint(0, 0, 5, 10), review.ChancePoint(1, 3, 0, 10)]
    assert review.unexplained_turn(points, []) == (points[0], points[1])
    found = review.costly_decisions(match, kept, points)
    assert all(one.turn == 0 for one in found)
    if found:
        assert review.unexplained_turn(points, found) is None


def test_a_fall_that_no_single_choice_explains_is_told(home, monkeypatch):
    star_war(home, 2)
    monkeypatch.setattr(
        review, "chances_by_turn", lambda match: [review.ChancePoint(0, 0, 5, 10), review.ChancePoint(1, 3, 0, 10)]
    )
    monkeypatch.setattr(review, "review_moments", lambda *_: [])
    data = ReviewPage("star_wars", "en").page.data
    assert data["fell"].startswith("Your chances fell most before the first turn, from 50 to 0 of 100.")


@pytest.mark.slow
def test_refused_tries_are_called_questions_only_where_one_is_asked(home):
    star_war(home, 2)
    data = ReviewPage("star_wars", "en").page.data
    (one,) = data["tries"]
    assert data["tries_title"] == "Refused tries"
    assert one["text"].startswith("Before the first turn")
    assert one["fact"]


@pytest.mark.slow
def test_a_try_that_makes_no_question_has_one_about_its_rule(home):
    play(home, MISSED)
    clauses = next(iter(starters.load_starters("altaria").values())).clauses
    found = review.kept_question_about("altaria", "summon", clauses)
    assert {*found.clauses} & {*clauses}
    assert review.kept_question_about("altaria", "summon", ["ALT-0.0"]) is None
    reviewer = ReviewPage("altaria", "en")
    reviewer.tries, reviewer.rules = [(reviewer.tries[0][0], None)], [found]
    assert reviewer._try(0, *reviewer.tries[0])["button"] == "A question about this rule"
    reviewer.page.receive({"type": "command", "name": "try", "n": 0})
    assert reviewer.session.step.kind == found.row["kind"]
