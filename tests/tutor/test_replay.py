"""An imported log is replayed: real events are accepted, hand-written ones are not."""

import json
from dataclasses import replace

import pytest

from tutor import progress
from tutor.lessons import loader
from tutor.lessons.checks import follow_hints
from tutor.lessons.loader import expected_answers
from tutor.lessons.page import LessonPage, open_session
from tutor.lessons.replay import is_consistent, replay_answer
from tutor.pages import home
from tutor.practice.makers import make_question
from tutor.puzzles import store
from tutor.puzzles.puzzle import lesson_of_puzzles

LESSON = loader.read_lesson(loader.find_lesson("altaria/04_attacking"))
FILES = sorted(loader.FOLDER.glob("*/*.toml"))
ASKED = ("which", "why", "predict", "order", "spot")
STEPS = [
    pytest.param(lesson, step, id=f"{lesson.name}/{step.id}")
    for lesson in map(loader.read_lesson, FILES)
    for step in lesson.steps
]


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))


def event(lesson, step, verdict, facts):
    return progress.Event(
        "2031-05-04T18:22:07Z",
        "me",
        lesson.game.name,
        lesson.name,
        step.id,
        step.kind,
        verdict,
        tuple(facts.get("actions", ())),
        seed=facts.get("seed", 0),
    )


@pytest.mark.sample("altaria/04_attacking/*", one_in=32)
@pytest.mark.parametrize(("lesson", "step"), [one for one in STEPS if one.values[1].kind in ("do", "solve")])
def test_what_was_done_plays_again_and_nothing_else_does(lesson, step):
    heard = []
    run = open_session(lesson, step, lambda verdict, facts: heard.append(event(lesson, step, verdict, facts)))
    follow_hints(run)
    assert heard[-1].verdict == "right"
    assert all(is_consistent(one) for one in heard)
    done = heard[-1]
    if done.actions:  # a stop that only asks for a try is done without a move
        assert not is_consistent(replace(done, actions=()))
    assert not is_consistent(replace(done, actions=("no such move", *done.actions)))
    assert not is_consistent(replace(done, verdict="wrong"))
    assert not is_consistent(replace(done, verdict="refused"))


def answers(run):
    """Return all possible first answers, as sent by a page; the right one is among them."""
    kind, shown = run.step.kind, run.coach()["choices"]
    items = shown.get("items") or []
    if kind == "which":
        legal = [ref for ref, _, action in run.items() if run.legal(action)]
        return [legal, [ref for ref, _, _ in run.items()]]
    if kind == "predict":
        parts = run.step.get("parts")
        right = {str(n): run.truth(part["of"]) for n, part in enumerate(parts)}
        wrong = next(one for one in expected_answers(parts[0]) if one != right["0"])
        return [right, right | {"0": wrong}]
    if kind == "order":
        return [run.right_order(), run.right_order()[::-1]]
    return [[item["id"]] for item in items]


@pytest.mark.sample("altaria/04_attacking/*", one_in=32)
@pytest.mark.parametrize(("lesson", "step"), [one for one in STEPS if one.values[1].kind in ASKED])
def test_what_was_answered_is_judged_again(lesson, step):
    heard = []
    for picks in answers(open_session(lesson, step)):
        run = open_session(
            lesson, step, lambda verdict, facts: heard.append((event(lesson, step, verdict, facts), facts))
        )
        run.answered(picks)
        if not run.feedback:
            run.check()
    verdicts = {one.verdict for one, _ in heard}
    assert verdicts == {"right", "wrong"}
    for one, facts in heard:
        assert one.actions, "the log holds the answer"
        assert is_consistent(one)
        assert one.verdict == "wrong" or facts["clauses"], "what a right answer rests on"
        other = "wrong" if one.verdict == "right" else "right"
        if step.kind != "spot" or sum(line.actions == one.actions for line, _ in heard) == 1:
            again = replay_answer(replace(one, verdict=other))
            assert again is not None
            assert again.verdict == one.verdict
    assert not is_consistent(replace(heard[0][0], actions=("nothing of the kind",)))
    assert is_consistent(replace(heard[0][0], actions=())), "older logs do not hold it"


def test_a_try_after_a_move_and_a_move_that_was_refuted_play_again():
    heard = []
    step = LESSON.step("the-last-two")
    run = open_session(LESSON, step, lambda verdict, facts: heard.append(event(LESSON, step, verdict, facts)))

    def move(text):
        run.act(next(at for at, one in enumerate(run.table.moves()) if one.text == text))

    move('activate "Kindled Arrow"')
    run.undo()
    move('summon "Ember Sprinter"')
    run.undo()
    run.tried(run.table.read_try('attack "Mossback Guard" -> cores 1'))
    assert [one.actions for one in heard] == [
        ('summon "Ember Sprinter"',),
        ('attack "Mossback Guard" -> cores 1',),
    ]
    assert [one.verdict for one in heard] == ["wrong", "refused"]
    assert all(is_consistent(one) for one in heard)


def test_what_is_not_here_is_believed():
    step = LESSON.steps[0]
    there = event(LESSON, step, "right", {})
    assert is_consistent(there)
    assert is_consistent(replace(there, step="gone"))
    assert is_consistent(replace(there, lesson="../../pyproject"))


def test_an_import_says_in_one_message_what_was_left_out():
    page = LessonPage(LESSON, "ada")
    stage = page.stage_of(LESSON.step("hold-the-last-core"))
    moves = [move.text for move in page.sessions["hold-the-last-core"].table.moves()]
    stage.receive({"type": "move", "stamp": 1, "id": moves.index('block "Mossback Guard"')})
    honest = progress.export_log("ada")
    assert json.loads(honest)["verdict"] == "right"
    forged = honest.replace("Mossback Guard", "Ember Sprinter")
    entrance = home.home()
    for text, expected in (
        (honest + forged + "scrawl\n", ("Entries added: 1.", "hold-the-last-core", "could not be read: 1")),
        (honest, ("Entries added: 0.",)),
    ):
        entrance.receive({"type": "command", "name": "import", "text": text})
        assert all(part in entrance.data["notice"] for part in expected)
    assert len(progress.read_log(progress.learner_id()).events) == 1


# Outside lessons: practice, exams, mined puzzles.


def test_a_question_of_practice_is_made_and_judged_again():
    question = make_question("altaria", "which", "M4", 101)
    done = practised(question, question.right, "right")
    assert is_consistent(done)
    own = question.beliefs["M4"]
    assert is_consistent(practised(question, own, "wrong"))
    for forged in (
        replace(done, verdict="wrong"),
        practised(question, own, "right"),
        replace(done, actions=own),
        replace(done, differs=()),
        replace(done, agrees=("M4",), differs=()),
    ):
        assert not is_consistent(forged), forged
    earlier = replace(done, differs=(*done.differs, "a belief that the question tested once"))
    assert is_consistent(earlier), "the maker has changed since, not the learner's log"
    assert replay_answer(replace(done, options=99)) is None, "the makers make another question of it by now"
    other = replace(done, form="0", verdict="wrong")
    assert replay_answer(other) is None, "another question with as many options"
    assert replay_answer(replace(other, form="")) is None, "an earlier version did not say what was asked"
    for gone in (replace(done, step="which/no-such-rule/1"), replace(done, step="x"), replace(done, game="nowhere")):
        assert replay_answer(gone) is None, "believed, as nothing can be said about it"


def practised(question, answer, verdict):
    told = {
        "agrees": question.agreeing(answer),
        "differs": question.differing(answer),
        "options": question.options,
        "clauses": question.clauses,
        "form": question.form,
    }
    return progress.Event(
        "2031-05-04T18:22:07Z", "me", "altaria", "altaria/practice", question.id, "which", verdict, answer, **told
    )


def test_an_answer_of_an_exam_is_judged_again():
    step = LESSON.step("tired-guard")
    texts = [choice["text"] for choice in step.get("choice")]
    there = replace(event(LESSON, step, "right", {"actions": texts[:1]}), lesson="altaria/exam")
    there = replace(there, step=f"step/{LESSON.name}/{step.id}")
    assert is_consistent(there)
    assert not is_consistent(replace(there, actions=tuple(texts[1:2])))
    assert is_consistent(replace(there, step=f"step/{LESSON.name}/gone"))


def test_an_option_that_a_step_no_longer_has_contradicts_no_log():
    step = LESSON.step("tired-guard")
    for was in step.get("was"):
        assert replay_answer(event(LESSON, step, "wrong", {"actions": [was]})) is None


def test_what_a_step_was_is_none_of_its_options_now():
    for _, step in (one.values for one in STEPS):
        lines = [row if isinstance(row, str) else row.get("line") for row in step.get("script") or ()]
        options = [*lines, *(choice["text"] for choice in step.get("choice") or ())]
        assert {*step.get("was", ())}.isdisjoint(options), step.id


def test_a_mined_puzzle_is_solved_again():
    puzzle = store.load_puzzles("altaria")[0]
    lesson = lesson_of_puzzles("altaria", [puzzle])
    heard = []
    run = open_session(
        lesson, lesson.steps[0], lambda verdict, facts: heard.append(event(lesson, lesson.steps[0], verdict, facts))
    )
    follow_hints(run)
    [solved] = heard
    assert (solved.lesson, solved.step, solved.verdict) == ("altaria/mined", puzzle.id, "right")
    assert is_consistent(solved)
    assert not is_consistent(replace(solved, actions=()))
    assert is_consistent(replace(solved, step="no-such-puzzle"))
