"""Mined puzzles: what makes one, cutting down, the store, and samples that are proved again."""

import contextlib
import dataclasses
import datetime
import itertools
import json
from collections import Counter
from fractions import Fraction
from types import SimpleNamespace

import pytest

import engines
from engines.checking.expectations import compare_expectation as found_in
from engines.checking.expectations import expectation_holds
from engines.errors import DataError
from engines.kernel.chance import RandomSource
from engines.search.solver import TooDeep, open_chance
from engines.variants.counter_rules import counter_rules
from tests.tiers import number_of
from tutor import progress
from tutor.commands import cli
from tutor.lessons import goals, replay
from tutor.lessons.page import open_session
from tutor.puzzles import checking, documents, mining, page, solving, store
from tutor.puzzles.documents import place_document
from tutor.puzzles.ideas import name_idea
from tutor.puzzles.page import PuzzlePage
from tutor.puzzles.proving import count_decisions, find_evidence, is_reachable, quick_moves, solver_of, state_after
from tutor.puzzles.puzzle import Puzzle, lesson_of_puzzles, puzzle_of
from tutor.puzzles.puzzle_standing import PuzzleStanding, puzzle_of_day
from tutor.puzzles.rule_dependence import add_deciding_rules, find_deciding_rules, right_moves
from tutor.puzzles.targets import Target, goals_of, iter_targets, target_of

GAME = engines.load("altaria")
SEED = 9
"""The seed of a game between bots in which puzzles are found quickly."""


@pytest.fixture(scope="module")
def found():
    return [add_deciding_rules(puzzle_of(row, "mined")) for row in mining.mine_game("altaria", SEED)]


@pytest.mark.slow
def test_a_game_of_bots_has_puzzles_and_the_same_again(found):
    assert found
    again = [add_deciding_rules(puzzle_of(row, "mined")) for row in mining.mine_game("altaria", SEED)]
    assert [puzzle.document() for puzzle in again] == [puzzle.document() for puzzle in found]


def test_a_mined_puzzle_is_what_it_says(found):
    for puzzle in found:
        state = place_document(GAME, puzzle.position)
        target = target_of(puzzle)
        proof = find_evidence(GAME, target)
        assert right_moves(state, target) == {state.text(action) for action in proof.alike}
        assert puzzle.depth == count_decisions(state, proof.line) >= 3
        assert not any(proof.solver.holds(state_after(state, action)) for action in quick_moves(state))
        assert puzzle.rules
        assert puzzle.clauses
        assert set(puzzle.clauses) <= set(GAME.rulebook.clauses) | set(GAME.rulebook.rulings)
        assert 1 <= puzzle.level <= 5


def test_nothing_more_can_be_left_out(found):
    puzzle = found[0]
    target = target_of(puzzle)
    for smaller in documents.iter_cuts(GAME, puzzle.position):
        other = find_evidence(GAME, target, smaller)
        assert (other and other.told) != (puzzle.first, puzzle.tempting)


@pytest.mark.slow
def test_without_what_decides_another_move_is_right(found):
    puzzle = found[0]
    rules = find_deciding_rules(GAME, target_of(puzzle), puzzle.position)
    assert tuple(rule.id for rule in rules) == puzzle.rules


def test_a_position_is_what_the_player_sees():
    state = next(one for one in mining.play_states(GAME, 3) if one.turn > 8)
    document = documents.write_decision(state)
    text = json.dumps(document)
    hidden = {state.name(card) for card in state.players[1].hand} - set(names_on_table(state))
    assert not any(name in text for name in hidden)
    seen = state.copy()
    GAME.rules.forget_unseen(seen, 0)
    assert place_document(GAME, document).canonical_key() == open_chance(seen).canonical_key()


def names_on_table(state):
    """Return the names of all cards that seat 0 sees."""
    text = str(state.view(0))
    return [card.name for card in GAME.cards if card.name in text]


def test_goals_are_graded_from_easy_to_hard():
    state = next(one for one in mining.play_states(GAME, 3) if one.turn > 8 and one.step.name == "MAIN")
    document = documents.write_decision(state)
    grades = {one[0].id: one for one in iter_targets(GAME, document, True) if one}
    wins = [documents.amount_in(target.document, "rival.cores") for target in grades["win"]]
    assert wins == sorted(wins)
    assert wins[-1] == documents.amount_in(document, "rival.cores")
    left = [int(target.success[0].split()[-1]) for target in grades["cores"]]
    assert left == sorted(left, reverse=True)
    assert len(grades["cores"][0].says.split()) <= 12


def test_every_game_has_goals():
    assert all({"win", "survive"} <= {row["id"] for row in goals_of(name).rows} for name in engines.names())


@pytest.mark.parametrize("game", engines.names())
def test_what_a_goal_asks_is_short_with_the_longest_names(game):
    rules = engines.load(game)
    units = [card.name for card in rules.cards if not card.unseen and card.category in ("unit", "character")]
    longest = max(units or [""], key=lambda name: len(name.split()))
    facts = {
        "name": longest,
        "other": longest,
        "word": "space",
        "Word": "Space",
        "count": "two cores",
        "rest": "2",
        "all": "2",
    }
    rows = [row for row in goals_of(game).rows if not row.get("pairs")]
    assert {row["id"]: says for row in rows if len((says := row["says"].format_map(facts)).split()) > 12} == {}


def test_two_alike_are_not_both_kept(found):
    puzzle = found[0]
    assert not mining.is_unlike([puzzle], puzzle)
    assert not mining.is_unlike([puzzle], dataclasses.replace(puzzle, key="another"))
    other = dataclasses.replace(puzzle, key="another", line=(*puzzle.line, (0, "something else")))
    assert mining.is_unlike([puzzle], other)
    assert not mining.is_unlike([puzzle] * mining.SAME_BEGINNING, other)


def test_mining_goes_on_where_it_stopped(tmp_path, monkeypatch, found):
    def one(name, seed, ids):
        return [found[0].document() | {"key": str(seed), "first": str(seed), "line": [[0, str(seed)]]}]

    monkeypatch.setattr(mining, "mine_game", one)
    once, twice = tmp_path / "once.jsonl", tmp_path / "twice.jsonl"
    mining.mine_puzzles("altaria", 100, once, games=4, progress=False)
    for _ in range(2):
        mining.mine_puzzles("altaria", 100, twice, games=2, progress=False)
    head, puzzles = store.read_store(once)
    assert once.read_text() == twice.read_text()
    assert head == {"game": "altaria", "next": 4}
    assert [puzzle.key for puzzle in puzzles] == ["0", "1", "2", "3"]


def test_a_broken_line_is_named(tmp_path):
    path = tmp_path / "mined.jsonl"
    path.write_text('{"game":"altaria","next":1}\n{"target":"win"\n', encoding="utf-8")
    with pytest.raises(DataError, match="line 2"):
        store.read_store(path)
    path.write_text('{"game":"altaria","next":1}\n{"target":"win","odd":1}\n', encoding="utf-8")
    with pytest.raises(DataError, match="odd"):
        store.read_store(path)


LOTS = 8
"""Mined puzzles are proved again in this many lots, to which their ids assign them."""


@pytest.mark.slow
@pytest.mark.sample("*-0")
@pytest.mark.parametrize("lot", range(LOTS))
@pytest.mark.parametrize("game", store.games_with_puzzles())
def test_a_lot_of_the_puzzles_is_proved_again(game, lot):
    some = [puzzle for puzzle in store.load_puzzles(game) if number_of(puzzle.id) % LOTS == lot]
    assert {puzzle.id: told for puzzle in some if (told := checking.problem_of_puzzle(puzzle))} == {}


@pytest.mark.parametrize("game", store.games_with_puzzles())
def test_the_store_has_no_two_alike(game):
    puzzles = store.load_puzzles(game)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.shape for puzzle in puzzles}) == len(puzzles)
    lesson = lesson_of_puzzles(game, puzzles)
    assert [step.id for step in lesson.steps] == [puzzle.id for puzzle in puzzles]
    assert lesson.name == f"{game}/mined"


@pytest.mark.parametrize("game", store.games_with_puzzles())
def test_a_clause_decides_each_puzzle_and_not_one_for_all_of_them(game):
    puzzles = store.load_puzzles(game)
    assert all(puzzle.decides in puzzle.clauses for puzzle in puzzles)
    assert max(Counter(puzzle.decides for puzzle in puzzles).values()) <= max(4, len(puzzles) / 4)


def test_a_spoilt_puzzle_is_found(found):
    puzzle = found[0]
    assert checking.problem_of_puzzle(puzzle) == ""
    assert "solves it" in checking.problem_of_puzzle(dataclasses.replace(puzzle, first="end main", tempting="end main"))
    assert checking.problem_of_puzzle(dataclasses.replace(puzzle, success=("win this turn",))) != ""


def test_a_mined_puzzle_is_taken_as_a_step_of_a_lesson(found):
    lesson = lesson_of_puzzles("altaria", found)
    heard = []
    run = open_session(lesson, lesson.steps[0], lambda verdict, facts: heard.append(verdict))
    wrong = next(at for at, move in enumerate(run.table.moves()) if move.text == found[0].tempting)
    run.act(wrong)
    while not run.lost and run.table.state.step.pick:
        run.act(0)
    assert run.lost
    assert heard == ["wrong"]
    assert run.feedback["facts"]
    run.undo()
    checking.checks.follow_hints(run)
    assert run.done
    assert heard[-1] == "right"


def test_the_id_of_a_puzzle_follows_from_what_it_asks(found):
    puzzle = found[0]
    assert dataclasses.replace(puzzle, level=5).id == puzzle.id
    assert isinstance(puzzle, Puzzle)
    assert dataclasses.replace(puzzle, when="turn over").id != puzzle.id


def test_at_most_and_at_least_can_be_expected_and_read():
    state = GAME.position({"you": {"cores": 2}, "rival": {"cores": 3}})
    assert expectation_holds(state, "rival.cores <= 3")
    assert not expectation_holds(state, "rival.cores <= 2")
    assert found_in(state, "rival.cores <= 2") == (3, 2)
    assert expectation_holds(state, "you.cores >= 2")
    assert not expectation_holds(state, "you.cores >= 3")
    assert goals.condition_text("rival.cores <= 2", "altaria") == "The rival has at most 2 cores"
    with pytest.raises(DataError, match="none"):
        expectation_holds(state, "rival.none >= 3")


def test_the_command_mines_and_checks(tmp_path, capsys):
    path = tmp_path / "mined.jsonl"
    assert cli.main(f"puzzles mine altaria --count 2 --games 1 --jobs 1 --to {path}".split()) == 0
    assert "0 puzzles" in capsys.readouterr().out
    assert store.read_store(path)[0]["next"] == 1


# The page.


A_DAY = datetime.date(2031, 5, 4)


@pytest.fixture
def solver(monkeypatch, tmp_path):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.setattr(page, "datetime", SimpleNamespace(date=SimpleNamespace(today=lambda: A_DAY)))
    return PuzzlePage("altaria", "en")


def told(solver, name, **more):
    solver.stage.receive({"type": "command", "name": name, "stamp": solver.session.stamp, **more})


def move(solver, text):
    table = solver.session.table
    number = next(at for at, one in enumerate(table.moves()) if table.state.text(one.actions[0]) == text)
    solver.stage.receive({"type": "move", "id": number, "stamp": solver.session.stamp})
    while solver.session._picks() and not solver.session.done:
        solver.stage.receive({"type": "move", "id": 0, "stamp": solver.session.stamp})


def solve(solver):
    checking.checks.follow_hints(solver.session)
    solver._draw()


def test_the_puzzle_of_the_day_is_open_first(solver):
    assert solver.puzzle is puzzle_of_day(solver.puzzles, A_DAY, PuzzleStanding())
    easy = [puzzle for puzzle in solver.puzzles if puzzle.level == 1]
    days = [datetime.date(2030, 1, 1) + datetime.timedelta(days=n) for n in range(len(easy))]
    assert {puzzle_of_day(solver.puzzles, day, PuzzleStanding()).id for day in days} == {puzzle.id for puzzle in easy}
    about = solver.stage.coach["about"]
    assert [row["label"] for row in about["rows"]] == ["Level", "Found by"]
    assert solver.page.data["badge"] == "Today's puzzle"


def test_a_missed_puzzle_comes_back_until_it_is_solved_at_once(solver):
    puzzle = solver.puzzle
    move(solver, puzzle.tempting)
    assert solver.page.data["missed_count"] == 1
    told(solver, "undo")
    solve(solver)
    assert solver.session.done
    assert solver.stage.coach["about"]["rows"][-1]["label"] == "Idea"
    assert puzzle.id in solver.standing.solved
    assert solver.page.data["missed_count"] == 1
    solver.page.receive({"type": "command", "name": "again"})
    assert solver.puzzle is puzzle
    solve(solver)
    assert solver.page.data["missed_count"] == 0
    assert PuzzlePage("altaria", "en").page.data["status"] == f"1 of {len(solver.puzzles)} solved."


def test_why_not_this_is_answered_for_every_first_move_and_counts_for_nothing(solver):
    wrong = right = 0
    told(solver, "why_not")
    for item in solver.stage.coach["choices"]["items"]:
        solver.stage.receive({"type": "answer", "picks": [item["id"]], "stamp": solver.session.stamp})
        said = solver.stage.coach["feedback"]
        wrong += said["tone"] == "wrong"
        right += "that is the move" in said["title"]
        told(solver, "why_not")
    assert right == 1
    assert wrong >= 1
    assert progress.read_log(solver.learner).events == ()


def test_a_run_by_the_clock_ends_after_three_wrong_moves_and_is_kept(solver):
    solver.page.receive({"type": "command", "name": "start"})
    assert solver.page.data["clock"]["left"] > 290
    levels = [solver.puzzle.level]
    solve(solver)
    told(solver, "next")
    levels.append(solver.puzzle.level)
    assert levels == sorted(levels)
    for _ in range(3):
        move(solver, solver.puzzle.tempting)
        told(solver, "next")
    assert solver.page.data["clock"]["left"] == 0
    assert PuzzlePage("altaria", "en").page.data["clock"]["runs"] == [1]


def test_purposes_and_levels_list_puzzles_by_idea(solver):
    row = next(row for row in solver.page.data["purposes"] if sum(cell["count"] for cell in row["cells"]) > 3)
    level, cell = max(enumerate(row["cells"], 1), key=lambda one: one[1]["count"])
    solver.page.receive({"type": "command", "name": "cell", "purpose": row["id"], "level": level})
    ideas = solver.page.data["list"]["ideas"]
    listed = [one for idea in ideas for one in idea["rows"]]
    assert len(listed) == min(8, cell["count"])
    for idea in ideas:
        assert len({solver.ideas[one["id"]] for one in idea["rows"]}) == 1
    solver.page.receive({"type": "command", "name": "open", "id": listed[0]["id"]})
    assert solver.puzzle.id == listed[0]["id"]
    assert solver.puzzle.level == level


def test_an_idea_is_named_once_a_puzzle_with_it_is_solved_or_on_request(solver):
    solver.page.receive({"type": "command", "name": "open", "id": solver.puzzles[0].id})
    name = name_idea(GAME, solver.ideas[solver.puzzle.id])
    assert name not in json.dumps(solver.page.data, ensure_ascii=False)
    assert name not in json.dumps(solver.session.stage()["coach"], ensure_ascii=False)
    solver.page.receive({"type": "command", "name": "names"})
    assert solver.page.data["list"]["ideas"][0] | {"rows": []} == {"name": name, "known": True, "rows": []}
    solver.page.receive({"type": "command", "name": "names"})
    assert name not in json.dumps(solver.page.data, ensure_ascii=False)
    solve(solver)
    assert solver.page.data["list"]["ideas"][0]["name"] == name
    assert solver.stage.coach["about"]["rows"][-1] == {"label": "Idea", "text": name}


def test_a_puzzle_that_is_gone_stays_in_the_log_and_is_not_listed(solver, monkeypatch):
    gone = solver.puzzle
    move(solver, gone.tempting)
    told(solver, "undo")
    solve(solver)
    log = progress.read_log(solver.learner).events
    left = tuple(one for one in store.load_puzzles("altaria") if one.id != gone.id)
    monkeypatch.setattr(store, "load_puzzles", lambda game: left)
    monkeypatch.setattr(page, "page_query", lambda: {"puzzle": gone.id})
    again = PuzzlePage("altaria", "en")
    assert again.puzzle is again.day
    assert "no longer in the collection" in str(again.stage.coach["feedback"])
    assert again.page.data["status"] == f"0 of {len(left)} solved."
    assert again.page.data["missed_count"] == 0
    assert gone.id not in json.dumps(again.page.data)
    assert [event.step for event in progress.read_log(again.learner).events] == [event.step for event in log]
    assert all(replay.is_consistent(event) for event in log)
    assert again.standing.level(again.by_id) == 1


def test_the_level_follows_from_the_own_results(solver):
    ids = [puzzle.id for puzzle in solver.puzzles if puzzle.level == 1] or ["none"]
    puzzles = {id: dataclasses.replace(solver.puzzles[0], level=1) for id in ids}
    here = PuzzleStanding(visits=[(ids[0], True)] * 4)
    assert here.level(puzzles) == 2
    assert PuzzleStanding(visits=[(ids[0], False)] * 4).level(puzzles) == 1


def test_a_game_without_mined_puzzles_says_so(monkeypatch):
    monkeypatch.setattr(store, "load_puzzles", lambda game: ())
    with pytest.raises(DataError, match="no mined puzzles"):
        PuzzlePage("altaria", "en")


@pytest.mark.parametrize("name", engines.names())
def test_positions_and_goals_of_every_game_can_be_asked_about(name):
    game = engines.load(name)
    written = (
        (state, documents.write_decision(state))
        for state in itertools.chain(*(mining.play_states(game, n) for n in range(4)))
    )
    state, document = next((state, found) for state, found in written if found is not None)
    seen = state.copy()
    game.rules.forget_unseen(seen, 0)
    assert place_document(game, document).canonical_key() == open_chance(seen).canonical_key()
    own = game.rules.table(state, 0).turn_player != 1
    grades = [one for one in iter_targets(game, document, own) if one]
    assert grades
    assert all(len(one.says.split()) <= 12 for target in grades for one in target)
    with contextlib.suppress(TooDeep):
        assert is_reachable(game, grades[0][0], 50) in (True, False)


def test_a_logged_answer_is_played_again(solver):
    move(solver, solver.puzzle.tempting)
    wrong = progress.read_log(solver.learner).events[-1]
    assert replay.is_consistent(wrong)
    assert not replay.is_consistent(dataclasses.replace(wrong, verdict="right"))


# Puzzles that dice decide.

DICE = engines.load("star_wars")
CHOICE = {
    "turn": 5,
    "step": "U1",
    "arena": "character",
    "you": {"character": ["Ilena Sorrel, damage 3"], "force": 0},
    "rival": {"character": ["Varkas Thorne, tapped, damage 4", "Oren Vash A, tapped, damage 2"], "force": 0},
}
"""Varkas falls if one of three dice hits (7 in 8), but half the time his own dice destroy her too. Oren cannot, with
one die.
"""


def test_the_best_chance_is_proved_to_the_fraction():
    goal = ("rival.discard = 1", "you.discard = 0")
    target = Target("any", "Destroy one of them and lose nobody.", goal, "turn over", CHOICE, chance=True)
    state = place_document(DICE, CHOICE)
    solver = solver_of(target, state)
    chances = {state.text(action): solver.probability(state_after(state, action)) for action in state.actions}
    assert chances == {
        'battle "Ilena Sorrel" -> "Varkas Thorne"': Fraction(7, 16),
        'battle "Ilena Sorrel" -> "Oren Vash A"': Fraction(1, 2),
        "stand down": 0,
    }
    assert solver.least == Fraction(1, 2)
    assert right_moves(state, target) == {'battle "Ilena Sorrel" -> "Oren Vash A"'}


def test_a_chance_is_asked_for_only_where_nothing_is_unseen():
    hidden = {**CHOICE, "rival": {**CHOICE["rival"], "hand": 1}}
    assert documents.has_unseen(hidden)
    assert not documents.has_unseen(CHOICE)
    asked = {grades[0].id: grades[0].chance for grades in iter_targets(DICE, CHOICE, True)}
    assert True in asked.values()
    assert not any(one.chance for grades in iter_targets(DICE, hidden, True) for one in grades)


def test_a_thinned_table_can_be_and_has_fewer_cards():
    thin = goals_of("star_wars").thin
    state = next(one for one in mining.play_states(DICE, 5) if one.step.name == "C5")
    document = documents.write_decision(state)
    found = list(documents.thin_out(DICE, document, thin, RandomSource(1)))
    assert found
    for one in found:
        assert place_document(DICE, one).step.name == "C5"
        for side in ("you", "rival"):
            assert not {"discard", "deck"} & set(one[side])
            for zone in ("space", "ground", "character"):
                assert len(one[side].get(zone, ())) <= min(3, len(document[side].get(zone, ())))


def test_fewer_unseen_cards_make_a_goal_harder():
    document = {"you": {}, "rival": {"cores": ["?", "empty", "?"]}}
    assert documents.one_less(GAME, document, "rival.cores")["rival"]["cores"] == ["?", "empty", "empty"]


def test_a_goal_with_more_than_its_share_gives_up_the_easiest(found):
    easy, hard = (dataclasses.replace(found[0], when=when, found={"a": n}) for n, when in ((9, ""), (1, "turn over")))
    kept = mining.trim_goals("altaria", [easy, hard], 1 / goals_of("altaria").row(found[0].target)["share"])
    assert kept == [hard]


def odds_puzzle():
    """Return the choice between Varkas and Oren as a puzzle."""
    goal = ("rival.discard = 1", "you.discard = 0")
    target = Target("any", "Destroy one of them and lose nobody.", goal, "turn over", CHOICE, chance=True)
    puzzle = Puzzle("star_wars", "any", target.says, goal, "turn over", CHOICE, "", (), "", 1, 3, 0, chance="1/2")
    return add_deciding_rules(puzzle)


@pytest.mark.slow
def test_of_a_puzzle_with_dice_the_rules_that_change_its_best_move_decide():
    rules = odds_puzzle().rules
    assert rules
    for rule in counter_rules(DICE):
        if rule.id in rules:
            changed = place_document(rule.patched(DICE), CHOICE)
            assert right_moves(changed, target_of(odds_puzzle())) != {'battle "Ilena Sorrel" -> "Oren Vash A"'}


def test_why_not_this_tells_the_chances_of_a_puzzle_with_dice():
    lesson = lesson_of_puzzles("star_wars", [odds_puzzle()])
    heard = []
    run = solving.solve_session(lesson, lesson.steps[0], lambda verdict, facts: heard.append(verdict))
    said = []
    for item in range(3):
        run.command("why_not", {})
        run.answered([str(item)])
        said.append((run.feedback["tone"], str(run.feedback["facts"])))
    tones = [tone for tone, _ in said]
    assert tones.count("wrong") == 2
    assert any("7/16" in facts and "1/2" in facts for _, facts in said)
    assert heard == []
    run.reset()
    checking.checks.follow_hints(run)
    assert run.done
    assert heard[-1] == "right"


@pytest.mark.parametrize("game", store.games_with_puzzles())
def test_no_two_rows_of_the_table_are_called_alike_and_all_puzzles_are_in_it(game):
    rows = PuzzlePage(game, "en").page.data["purposes"]
    assert len({row["title"] for row in rows}) == len(rows)
    assert sum(cell["count"] for row in rows for cell in row["cells"]) == len(store.load_puzzles(game))


def test_a_solved_puzzle_speaks_of_no_next_step(solver):
    solver.page.receive(
        {"type": "command", "name": "open", "id": next(p.id for p in solver.puzzles if p.goal != "win")}
    )
    solve(solver)
    assert solver.session.done
    assert "next step" not in solver.session.stage()["scene"]["now"]
