"""Habits: their tests of positions, their figures, positions for learners, and the hint and review that name them."""

import copy
import random
from dataclasses import replace

import pytest

import engines
from engines.kernel.chance import RandomSource
from engines.search.players import greedy_player
from tutor import progress
from tutor.boards.presentation import load_look
from tutor.courses.page import open_course
from tutor.learners.audit import audit_log
from tutor.matches import habits, kingdom_hearts_habits
from tutor.matches.advice import Advice
from tutor.matches.feedback import explain_advice
from tutor.matches.habits import DEALS, TESTS, Habit, HabitPosition, SurveyRow, choices_at, find_habit, habits_of
from tutor.matches.lookahead import imagine_deal
from tutor.matches.match import Match, Setup
from tutor.puzzles import habit_survey
from tutor.puzzles.habit_steps import HabitBoard, HabitStep, HabitTask, open_task, tasks_of
from tutor.puzzles.habit_survey import FIRST_SEED, LEAST_MARGIN, find_decisions, is_kept, play_choices
from tutor.puzzles.habits_met import MetHabit, count_habits, describe_met_habit
from tutor.puzzles.page import PuzzlePage

GAME = engines.load("altaria")
SURVEYED = [habit for game in sorted(TESTS) for habit in habits_of(game)]
FULL = ["?"] * 7
TWO = {"cores": ["?", "?", "empty", "empty", "empty", "empty", "empty"]}


def table(step, you, rival, player="you", **more):
    sides = {"cores": FULL} | you, {"cores": FULL} | rival
    return {"turn": 9, "step": step, "player": player, "you": sides[0], "rival": sides[1], **more}


CASES = {
    "colours": (
        table(
            "CHARGE",
            {"altar": ["Ember Sprinter"], "hand": ["Mossback Guard", "Mossback Guard", "Kiln Drummer"]},
            {},
        ),
        ({'charge altar "Mossback Guard"'}, {'charge altar "Kiln Drummer"'}),
        {"you": {"altar": ["Thorn Seedling"]}},
    ),
    "energy": (
        table("CHARGE", {"altar": ["Ember Sprinter"] * 2, "hand": ["Ember Sprinter"]}, {}),
        (
            {'charge energy "Ember Sprinter" up', 'charge energy "Ember Sprinter" down'},
            {'charge altar "Ember Sprinter"'},
        ),
        {"you": {"energy": ["Kiln Drummer, up"]}},
    ),
    "racing": (
        table("ATTACK", {"field": ["Ember Sprinter"], **TWO}, {"field": ["Sunlit Herald"]}),
        ({'attack "Ember Sprinter" -> cores'}, {"end attack"}),
        {"rival": {"field": ["Dawn Acolyte"]}},
    ),
    "counting": (
        table("ATTACK", {"field": ["Sunlit Herald"]}, {"field": ["Dawn Acolyte, fatigued"], **TWO}),
        ({'attack "Sunlit Herald" -> cores'}, {'attack "Sunlit Herald" -> "Dawn Acolyte"'}),
        {"rival": {"field": ["Dawn Acolyte, fatigued", "Reef Gatekeeper"]}},
    ),
    "early_targets": (
        table("ATTACK", {"field": ["Mossback Guard"]}, {"field": ["Dawn Acolyte, fatigued"]}),
        ({'attack "Mossback Guard" -> "Dawn Acolyte"'}, {'attack "Mossback Guard" -> cores'}),
        {"rival": {"field": ["Dawn Acolyte, fatigued"], "cores": ["?"] * 6 + ["empty"]}},
    ),
    "lost_blocks": (
        table(
            "BLOCK",
            {"field": ["Mossback Guard"]},
            {"field": ["Lamplit Knight, fatigued"]},
            player="rival",
            attack={"attacker": "Lamplit Knight", "cores": [1]},
        ),
        ({"no block"}, {'block "Mossback Guard"'}),
        {"you": {"field": ["Mossback Guard"], **TWO}},
    ),
}
BAZAAR = "Cogwheel Bazaar"
NINE = [BAZAAR] * 3 + ["Glass Dunes"]


def place_action_time(you, rival):
    return {
        "turn": 9,
        "step": "A0",
        "player": "you",
        "you": {"worlds": [BAZAAR], **you},
        "rival": {"worlds": [BAZAAR], **rival},
    }


KINGDOM_HEARTS_CASES = {
    "moving": (
        place_action_time({"worlds": NINE, "hand": [BAZAAR]}, {"obstacles": ["Gloomling"]}),
        ({'move "Cogwheel Bazaar"'}, {"end actions"}),
        {"you": {"worlds": NINE[1:]}},
    ),
    "free_road": (
        place_action_time({"hand": ["Gloomling"]}, {"worlds": NINE}),
        ({'obstruct "Gloomling"'}, {"end actions"}),
        {"rival": {"obstacles": ["Gloomling"]}},
    ),
    "form": (
        place_action_time({"hero": "Lio", "hp": 3, "hand": ["Lio Dusk Form"]}, {}),
        ({'change form "Lio Dusk Form"'}, {"end actions"}),
        {"you": {"hand": ["Lio Dusk Form", BAZAAR]}},
    ),
}
ALL_CASES = {"altaria": CASES, "kingdom_hearts": KINGDOM_HEARTS_CASES}
"""By game and habit: a position in which it applies, the texts of its choices, and a change after which it does not."""


def texts_at(game, document, id):
    state = engines.load(game).position(document)
    assert state.seat_to_act == 0
    return tuple({state.text(action) for action in choice} for choice in choices_at(state).get(id, ((), ())))


def test_every_habit_of_the_engine_has_a_case():
    assert {game: {*cases} for game, cases in ALL_CASES.items()} == {game: {*tests} for game, tests in TESTS.items()}


@pytest.mark.parametrize(("game", "id"), sorted((game, id) for game, cases in ALL_CASES.items() for id in cases))
def test_a_habit_compares_two_choices_where_it_applies_and_nowhere_else(game, id):
    document, expected, change = ALL_CASES[game][id]
    assert texts_at(game, document, id) == expected
    other = copy.deepcopy(document)
    for side, zones in change.items():
        other[side] |= zones
    assert texts_at(game, other, id) == (set(), set())


@pytest.mark.parametrize("game", sorted(TESTS))
def test_habits_do_not_depend_on_what_the_player_cannot_see(game):
    source, met = RandomSource(3), set()
    for seed in range(1, 13):
        state, player = engines.load(game).new(seed=seed), greedy_player(seed, 40)
        while state.result is None:
            if state.turn and (found := choices_at(state)):
                met |= {*found}
                assert choices_at(imagine_deal(state, state.seat_to_act, source)) == found
            state.apply(player(state))
    assert len(met) >= len(TESTS[game]) - 1


@pytest.mark.parametrize("habit", SURVEYED, ids=lambda habit: habit.id)
def test_a_stored_habit_wins_clearly_more_often_over_games_of_its_own_survey(habit):
    assert is_kept(habit)
    assert len(habit.rows) >= 60
    assert len({row.seed for row in habit.rows}) == len(habit.rows), "one position a game"
    assert min(row.seed for row in habit.rows) > FIRST_SEED


@pytest.mark.parametrize("habit", SURVEYED, ids=lambda habit: habit.id)
def test_the_survey_comes_out_today_as_it_is_stored(habit):
    for row in random.Random(habit.id).sample(habit.rows, 2):
        found = find_decisions(engines.load(habit.game), row.seed)[habit.id]
        wins = play_choices(found.state, found.choices, row.seed)
        assert SurveyRow(row.seed, found.number, *wins, found.against) == row


def test_a_choice_that_wins_as_often_is_not_kept():
    even = tuple(SurveyRow(seed, 1, 20 + seed % 2, 20, False) for seed in range(100))
    unsure = tuple(SurveyRow(seed, 1, 40 * (seed % 2), 40 * (seed % 3 == 0), False) for seed in range(9))
    clear = tuple(SurveyRow(seed, 1, 30, 20 + seed % 2, False) for seed in range(100))
    kept = [is_kept(Habit("altaria", "energy", rows, ())) for rows in (even, unsure, clear)]
    assert kept == [False, False, True]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", sorted(TESTS))
def test_every_habit_has_its_sentences(game, language):
    assert [row["id"] for row in load_look(game)["habit"]] == [habit.id for habit in habits_of(game)]
    for habit in habits_of(game):
        parts = [habit.say(key, language) for key in ("text", "other", "ask")]
        assert all(parts)
        figures = habit.describe_figures(language)
        assert str(round(100 * habit.chance)) in figures
        assert str(len(habit.rows)) in figures
        assert all(str(round(100 * bound)) in figures for bound in (habit.gain.low, habit.gain.high))
        assert parts[1] in figures


def test_a_total_in_a_sentence_is_that_of_its_test():
    texts = {habit.id: habit.say("text") for habit in habits_of("kingdom_hearts")}
    assert all(f"total {kingdom_hearts_habits.CLOSE} or more" in texts[id] for id in ("moving", "free_road"))


# Positions for learners.


TASKS = [task for game in sorted(TESTS) for task in tasks_of(game)]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_a_position_is_clear_and_can_be_watched_or_played(task):
    game, found = engines.load(task.habit.game), task.found
    assert found.wins - found.other_wins >= LEAST_MARGIN * DEALS
    state = game.position(found.position, "habits")
    choices = [{state.text(action) for action in choice} for choice in choices_at(state)[task.habit.id]]
    assert found.action in choices[0]
    assert found.other in choices[1]
    heard = []
    session = open_task(game, task, lambda verdict, facts: heard.append(verdict))
    if task.watched:
        session.seek(len(session.reel))
        assert session.reel
        assert heard == ["right"]
        return
    for text, verdict in ((found.other, "wrong"), (found.action, "right")):
        session.reset()
        session.act(number_of(session, text))
        assert heard[-1] == verdict
        told = " ".join(fact["fact"] for fact in session.feedback["facts"])
        assert task.habit.describe_figures() in told
        assert f"{found.wins:g} of {DEALS}" in told


def number_of(session, text):
    state = session.table.state
    return next(at for at, move in enumerate(session.table.moves()) if state.text(move.actions[0]) == text)


def test_every_habit_is_shown_in_three_positions_and_asked_in_others():
    for habit in SURVEYED:
        assert sum(task.watched for task in TASKS if task.habit == habit) == 3
        assert sum(not task.watched for task in TASKS if task.habit == habit) >= 1


def test_a_move_that_is_neither_choice_is_not_judged():
    document, *_ = CASES["energy"]
    found = HabitPosition(document, "", "", 30, 10)
    habit = Habit("altaria", "energy", (SurveyRow(1, 1, 30, 20, False),) * 2, (found,) * 4)
    heard = []
    session = open_task(GAME, HabitTask(habit, 4), lambda verdict, facts: heard.append(verdict))
    assert isinstance(session, HabitStep)
    session.act(number_of(session, "skip charge"))
    assert not heard
    assert not session.done
    assert session.feedback["tone"] == "info"


def test_a_page_without_habits_has_none_to_open():
    board = HabitBoard(engines.load("chaos"), "", "en", lambda: None)
    assert not board.open("", 1)
    assert board.panel()["rows"] == []


def test_an_answer_is_kept_in_the_log_and_stands_when_it_is_played_again(monkeypatch, tmp_path):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    task = next(task for task in TASKS if not task.watched)
    page = PuzzlePage("altaria", "en")
    assert page.page.data["habits"]["asked"] == "0 of 18 right"
    page.page.receive({"type": "command", "name": "habit", "id": task.id})
    page.habits.session.act(number_of(page.habits.session, task.found.action))
    assert page.page.data["habits"]["asked"] == "1 of 18 right"
    assert PuzzlePage("altaria", "en").page.data["habits"]["asked"] == "1 of 18 right"
    lines = progress.log_file(progress.learner_id()).read_text(encoding="utf-8").splitlines()
    assert f'"{task.id}"' in lines[-1]
    assert audit_log(lines).differences == []
    assert '"habit"' in lines[-1], "an opinion on a move is no answer about a rule"
    assert not progress.read_summary(progress.learner_id()).lessons
    page.page.receive({"type": "command", "name": "tab", "tab": "today"})
    assert page.habits.session is None
    page.page.receive({"type": "command", "name": "habit", "id": ""})
    assert not next(one for one in TASKS if one.id == page.habits.session.step.id).watched


def test_an_answer_that_cannot_be_kept_says_so_and_does_not_count(monkeypatch, tmp_path):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    page, task = PuzzlePage("altaria", "en"), next(task for task in TASKS if not task.watched)

    def fail(*args, **facts):
        raise progress.ProgressError("log.jsonl", "the disk is full.", "Make room.")

    monkeypatch.setattr(progress, "append_event", fail)
    page.page.receive({"type": "command", "name": "habit", "id": task.id})
    page.habits.session.act(number_of(page.habits.session, task.found.action))
    assert "the disk is full" in page.page.data["notice"]
    assert page.page.data["habits"]["asked"] == "0 of 18 right"


# In whole games.


def test_a_review_counts_the_decisions_at_which_a_habit_applied():
    document, expected, _ = CASES["racing"]
    state = GAME.position(document)
    attack, stop = (state.read(next(iter(texts)))[0] for texts in expected)
    (found,) = [one for one in count_habits("altaria", [(state, attack), (state, stop)]) if one.habit.id == "racing"]
    assert (found.kept, found.against, found.met) == (1, (9,), 2)
    told = describe_met_habit(found)
    assert told["count"] == "1 of 2"
    assert told["text"] == f"Turn 9: you stopped attacking. {found.habit.describe_figures()}"
    assert "each time" in describe_met_habit(MetHabit(found.habit, 2, ()))["text"]


def test_a_hint_names_the_habit_that_its_move_follows():
    match = Match(Setup("altaria", "hearth", "tide", "quick", seed=1))
    match.table = replace(match.table, state=GAME.position(CASES["racing"][0]))
    attack, stop = match.table.state.actions
    even = Advice(attack, 60, stop, 59)
    for advice, named in ((Advice(attack, 60, None, 0), True), (Advice(stop, 60, None, 0), False), (even, False)):
        said, _ = explain_advice(match, advice)
        told = " ".join(fact["fact"] for fact in said["facts"])
        assert ("Attack now." in told) is named


def test_habits_are_not_named_in_games_with_other_rules():
    document, *_ = CASES["racing"]
    attack = GAME.position(document).actions[0]
    assert find_habit(GAME.position(document), attack).id == "racing"
    small = GAME.variant(deck_size=30)
    assert find_habit(small.position(document), attack) is None
    assert not habits.is_surveyed(engines.load("chaos"))


def test_the_survey_draws_one_position_of_a_game(monkeypatch):
    found = find_decisions(GAME, FIRST_SEED + 1)
    assert found
    for id, one in found.items():
        assert choices_at(one.state)[id] == one.choices
    monkeypatch.setattr(habit_survey, "play_choices", lambda *_: (3.0, 2.0))
    rows = habit_survey.survey_habits(GAME, 4, 2)
    assert all(len(some) <= 2 for some in rows.values())
    assert any(rows.values())


def test_the_course_of_a_game_with_habits_says_where_they_are():
    lines = {name: " ".join(row["line"] for row in open_course(name).data["path"]) for name in ("altaria", "chaos")}
    assert f"And {len(habits_of('altaria'))} habits: what usually wins." in lines["altaria"]
    assert "habits" not in lines["chaos"]
