"""Lessons: every file can be taken and solved, and the sessions give the information that a learner needs."""

from fractions import Fraction
from pathlib import Path

import pytest

import engines
from engines.errors import DataError
from engines.search.players import STRENGTHS
from tutor import progress
from tutor.lessons import goals, loader, outcomes
from tutor.lessons.checks import check_file, check_step, follow_hints
from tutor.lessons.page import LessonPage, open_session
from tutor.lessons.smaller import ITEM
from tutor.matches.match import MissedMoment
from tutor.matches.playthrough import Playthrough

FILES = sorted(loader.FOLDER.glob("*/*.toml"))
LESSONS = {f"{path.parent.name}/{path.stem}": loader.read_lesson(path) for path in FILES}
LESSON = LESSONS["altaria/04_attacking"]
WITH_ODDS = LESSONS["star_wars/03_arenas_and_speed"]


def taken(id, heard=None, lesson=LESSON):
    return open_session(
        lesson, lesson.step(id), None if heard is None else lambda verdict, facts: heard.append((verdict, facts))
    )


def move(run, text):
    at = next(at for at, move in enumerate(run.table.moves()) if move.text == text)
    run.handle({"type": "move", "stamp": run.stamp, "id": at})


def command(run, name, **more):
    run.handle({"type": "command", "stamp": run.stamp, "name": name, **more})


@pytest.mark.sample("altaria/00*", "altaria/04*", one_in=8)
@pytest.mark.parametrize("name", LESSONS)
def test_every_step_draws_a_whole_stage_and_gives_hints_one_by_one(name):
    """The third hint says where to look, and mentions highlighted things if and only if there are any."""
    for step in LESSONS[name].steps:
        run = open_session(LESSONS[name], step)
        stage = run.stage()
        assert stage["coach"]["title"] == step.get("title")
        assert stage["coach"]["goal"] == step.get("goal")
        assert stage["scene"]["players"][0]["zones"], step.id
        assert step.get("nudge") is None or stage["coach"]["hints"], step.id
        for rung in range(4):
            command(run, "hint")
            stage = run.stage()
            hints = stage["coach"]["hints"]
            if hints is not None:
                assert len(hints["shown"]) == rung + 1, step.id
            if rung == 2 and step.get("nudge"):
                told = hints["shown"][2]["text"]
                assert told, step.id
                assert ("lit" in stage["scene"]["marks"].values()) == ("that are lit" in told), step.id


def test_a_goal_to_win_this_turn_means_this_very_turn_everywhere():
    for lesson in LESSONS.values():
        for step in lesson.steps:
            says = "win this turn" in step.get("goal", "").casefold()
            assert says == (goals.WIN in goals.success_conditions(step)), (lesson.title, step.id)


@pytest.mark.parametrize(
    ("lesson", "id", "first"),
    [
        ("kingdom_hearts/03_challenge", "all-hands", ["You have 8, the rival 7.", "The rival loses 1 HP: 5."]),
        ("kingdom_hearts/00_the_ladder_and_the_spark", "ladder", ["You call Bram."]),
        ("chaos/03_attack_and_guard", "the-last-four", ["You win.", "The rival takes 3 damage."]),
        ("dgrayman/00_in_time", "in-time", ["Ada Lorne (Sabre) with power 8", "is destroyed."]),
    ],
)
def test_a_report_says_the_result_first(lesson, id, first):
    run = taken(id, lesson=LESSONS[lesson])
    follow_hints(run)
    assert run.done
    facts = " ".join(fact["fact"] for fact in run.feedback["facts"][:3])
    assert [part for part in first if part not in facts] == []
    assert run.feedback["facts"][0]["fact"].startswith(first[0]), facts


def test_an_invited_try_is_explained_and_nothing_changes():
    heard = []
    run = taken("try-the-upright", heard)
    before = run.table.state.position()
    run.handle({"type": "try", "stamp": run.stamp, "kind": None, "from": "0.field.1", "to": "1.field.2"})
    said = run.stage()["coach"]["feedback"]
    assert said["tone"] == "refused"
    assert [fact["clause"] for fact in said["facts"]] == ["ALT-11.8"]
    assert "Dawn Acolyte is upright" in said["facts"][0]["fact"]
    assert said["facts"][0]["repair"]
    assert "A unit that stays upright" in said["say"]
    assert run.table.state.position() == before
    assert [tick["done"] for tick in run.stage()["coach"]["ticks"]] == [True, False]
    move(run, 'attack "Sunlit Herald" -> "Twilight Pilgrim"')
    assert run.done
    assert heard[-1][0] == "right"


def test_another_try_of_the_same_card_is_told_which_one_the_goal_asks_for():
    run = taken("in-the-way", lesson=LESSONS["kingdom_hearts/00_the_short_road"])
    run.tried(run.table.read_try('call "Baron Thorne"'))
    assert run.feedback["tone"] == "refused"
    assert run.feedback["say"] == "The goal asks for another try: put Baron Thorne in the rival's way."
    assert not run.stage()["coach"]["ticks"][0]["done"]
    run.tried(run.table.read_try('obstruct "Baron Thorne"'))
    assert run.feedback["say"] != "The goal asks for another try: put Baron Thorne in the rival's way."
    assert run.stage()["coach"]["ticks"][0]["done"]


def test_the_right_move_first_waits_for_the_try():
    run = taken("try-the-upright")
    move(run, 'attack "Sunlit Herald" -> "Twilight Pilgrim"')
    assert not run.done
    assert "take it back once" in run.feedback["say"]
    command(run, "undo")
    run.handle({"type": "try", "stamp": run.stamp, "kind": None, "from": "0.field.1", "to": "1.field.2"})
    move(run, 'attack "Sunlit Herald" -> "Twilight Pilgrim"')
    assert run.done


def test_a_try_that_is_left_when_the_goal_stands_ends_the_step():
    run = taken("in-the-way", lesson=LESSONS["kingdom_hearts/00_the_short_road"])
    move(run, 'obstruct "Gloomling"')
    assert not run.done
    run.tried(run.table.read_try('obstruct "Baron Thorne"'))
    assert run.done
    assert run.feedback["principle"]


def test_what_is_missing_for_a_win_is_told_of_the_board_that_is_shown():
    run = taken("one-stop-short", lesson=LESSONS["kingdom_hearts/01_worlds_and_levels"])
    move(run, "battle")
    assert run.lost
    hp = run.reel[-1].state.players[1].hp
    assert f"the rival still has {hp} HP" in run.feedback["facts"][0]["fact"]


def test_a_legal_move_that_loses_the_goal_is_refuted_on_the_board_and_taken_back():
    run = taken("try-the-upright")
    before = run.table.state.position()
    move(run, 'attack "Sunlit Herald" -> cores 1')
    move(run, "core 2")
    stage = run.stage()
    assert stage["coach"]["feedback"]["tone"] == "wrong"
    assert stage["panel"]["kind"] == "watch"
    assert any(line["clause"] == "ALT-7.3" for line in stage["events"]), "the rival's Heal Phase is shown"
    command(run, "undo")
    command(run, "undo")
    assert run.table.state.position() == before


def test_lurk_is_named():
    run = taken("try-the-upright")
    run.handle({"type": "try", "stamp": run.stamp, "kind": None, "from": "0.field.1", "to": "1.field.4"})
    assert run.feedback["facts"][0]["clause"] == "ALT-14.6"


def test_an_altar_card_is_no_core():
    run = taken("point-at-two")
    run.handle({"type": "try", "stamp": run.stamp, "kind": "aim", "from": None, "to": "1.altar.0"})
    assert run.feedback["facts"][0]["clause"] == "ALT-11.4"
    assert "altar card" in run.feedback["facts"][0]["fact"]
    assert "never broken" in run.feedback["say"]


def test_the_defender_loses_the_last_core():
    run = taken("hold-the-last-core")
    move(run, "no block")
    assert run.feedback["tone"] == "wrong"
    assert "ALT-13.4" in [fact["clause"] for fact in run.feedback["facts"]]
    assert "Zero cores is the end" in run.feedback["say"]
    command(run, "undo")
    move(run, 'block "Mossback Guard"')
    assert run.done


def test_the_arrow_tells_why_it_points_at_so_many():
    run = taken("hold-the-last-core")
    assert "aim" in [control["name"] for control in run.stage()["coach"]["controls"]]
    command(run, "aim")
    [fact] = run.feedback["facts"]
    assert fact["clause"] == "ALT-11.5"
    assert fact["fact"] == "Break rank 3, but only 1 core left: the attack points at every core there is."
    command(taken("two-cores"), "aim")  # no arrow, nothing to say
    assert "aim" not in [control["name"] for control in taken("heavy-first").stage()["coach"]["controls"]]


def test_what_may_be_marked_in_a_pile_lies_open_whether_it_belongs_to_the_answer_or_not():
    lesson = LESSONS["dgrayman/06_other_actions"]
    run = open_session(lesson, lesson.step("who-comes-back"), seed=1)
    drawn = {card["ref"] for zone in run.scene()["players"][0]["zones"] for card in zone["cards"]}
    assert {ref for ref, _, _ in run.items()} <= drawn
    assert not all(run.legal(action) for _, _, action in run.items())


def test_which_is_judged_thing_by_thing():
    run = taken("who-may-attack")
    run.handle({"type": "answer", "stamp": run.stamp, "picks": ["0.field.1", "0.field.3"]})
    command(run, "check")
    states = {item["text"]: item["state"] for item in run.stage()["coach"]["choices"]["items"]}
    assert states["Sunlit Herald"] == "right"
    assert states["Mossback Guard"] == "wrong"
    assert states["Ember Sprinter"] == "missed"
    assert states["Vine Prowler"] == "spared"
    marks = run.stage()["scene"]["marks"]
    assert {marks[ref] for ref, name, _ in run.items() if name == "Mossback Guard"} == {"refused"}
    assert {marks[ref] for ref, name, _ in run.items() if name == "Ember Sprinter"} == {"lit"}
    clauses = [fact["clause"] for fact in run.feedback["facts"]]
    assert "ALT-4.5" in clauses
    run.handle({"type": "answer", "stamp": run.stamp, "picks": ["0.field.1", "0.field.2"]})
    command(run, "check")
    assert run.done


def test_predictions_are_graded_part_by_part_with_their_event():
    run = taken("blocked")
    run.handle({"type": "answer", "stamp": run.stamp, "picks": {"0": "2", "1": "both", "2": "2", "3": "fatigued"}})
    command(run, "check")
    assert [fact["clause"] for fact in run.feedback["facts"]] == ["ALT-12.5", "ALT-12.9", "ALT-12.11"]
    notes = [item["note"] for item in run.stage()["coach"]["choices"]["items"]]
    assert notes[2] == "Powers are compared, not subtracted."
    assert notes[3] == ""


def test_what_is_missing_is_not_said_any_longer_once_an_answer_is_given():
    run = taken("blocked")
    command(run, "check")
    assert run.feedback["title"] == "Answer every part first: 4 to go."
    run.handle({"type": "answer", "stamp": run.stamp, "picks": {"0": "2"}})
    assert run.feedback is None
    command(run, "check")
    assert run.feedback["title"] == "Answer every part first: 3 to go."


def test_answers_call_zones_as_the_board_does_and_none_by_its_word():
    run = taken("who-goes-home", lesson=LESSONS["kingdom_hearts/02_battle"])
    words = [[option["text"] for option in item["options"]] for item in run.stage()["coach"]["choices"]["items"]]
    assert [sorted(some) for some in words[:2]] == [["Blank Lancer", "nothing"], ["allies", "discard pile"]]


def test_a_wrong_prediction_is_done_once_it_is_seen_and_page_and_progress_agree(monkeypatch, tmp_path):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.setattr("tutor.lessons.page.is_in_app", lambda: True)
    page = LessonPage(LESSON)
    page.shown = stage = page.stage_of(LESSON.step("blocked"))

    def shown_progress():
        dots = [dot["state"] for dot in stage.bar["steps"]]
        summary = progress.read_summary(page.learner)
        return page.done, set(summary.lessons[LESSON.name].done), "done" in dots, summary.clauses

    stage.receive({"type": "answer", "stamp": 1, "picks": {"0": "2", "1": "both", "2": "2", "3": "fatigued"}})
    stage.receive({"type": "command", "name": "check", "stamp": stage.scene["stamp"]})
    assert shown_progress()[:2] == (set(), set())
    stage.receive({"type": "answer", "stamp": stage.scene["stamp"], "picks": {ITEM: "yes"}})  # the smaller question
    stage.receive({"type": "command", "name": "check", "stamp": stage.scene["stamp"]})
    assert shown_progress()[:2] == (set(), set())
    end = stage.panel["end"]
    stage.receive({"type": "command", "name": "seek", "to": end, "stamp": stage.scene["stamp"]})
    stage.receive({"type": "command", "name": "next", "stamp": stage.scene["stamp"]})
    on_page, in_log, dot, clauses = shown_progress()
    assert on_page == in_log == {"blocked"}
    assert dot
    assert clauses["ALT-12.5"].due


def test_why_shows_the_smallest_change():
    run = taken("tired-guard")
    run.handle({"type": "answer", "stamp": run.stamp, "picks": ["1"]})
    command(run, "check")
    assert run.feedback["tone"] == "wrong"
    assert "still refused" in run.feedback["facts"][0]["fact"]
    assert run.feedback["say"].startswith("Remember the wave")
    run.handle({"type": "answer", "stamp": run.stamp, "picks": ["0"]})
    command(run, "check")
    assert run.done


def test_a_why_step_may_stand_where_an_automatic_step_leads():
    lesson = LESSONS["star_wars/02_a_turn"]
    data = loader.read_toml(lesson.path)
    row = next(row for row in data["step"] if row["id"] == "too-late")
    row["position"] |= {"step": "B0", "script": []}
    run = taken("too-late", lesson=loader.lesson_of(data, lesson.path))
    assert run.table.state.step.name == "U1"
    assert [reason.clause for reason in run.refused(run.table.state)] == ["SW-7.5"]


def test_order_names_the_line_it_trips_over():
    run = taken("one-attack")
    run.handle({"type": "answer", "stamp": run.stamp, "picks": ["0", "1", "2", "4", "3", "5"]})
    command(run, "check")
    assert run.feedback["facts"][0]["clause"] == "ALT-13.4"
    assert run.feedback["say"].startswith("Otherwise the last core")
    run.handle({"type": "answer", "stamp": run.stamp, "picks": ["0", "1", "2", "3", "4", "5"]})
    command(run, "check")
    assert run.done


@pytest.mark.parametrize(
    ("order", "seen", "states"),
    [
        ("102345", [], ["wrong", "", "", "", "", ""]),
        ("021345", ["ALT-11.2", "ALT-11.4"], ["right", "wrong", "", "", "", ""]),
        ("012435", ["ALT-11.2", "ALT-11.4", "ALT-12.6", "ALT-13.1"], ["right", "right", "right", "wrong", "", ""]),
    ],
)
def test_a_wrong_order_is_played_until_it_trips(order, seen, states):
    run = taken("one-attack")
    run.handle({"type": "answer", "stamp": run.stamp, "picks": list(order)})
    command(run, "check")
    stage = run.stage()
    assert [line["clause"] for line in stage["events"]] == seen
    assert [item["state"] for item in stage["coach"]["choices"]["items"]] == states
    if seen:
        assert stage["scene"]["now"] == "Here your order trips."
    run.handle({"type": "answer", "stamp": run.stamp, "picks": list("012345")})
    assert run.stage()["events"] == []
    command(run, "check")
    assert run.done


def test_spot_explains_an_honest_line_and_finds_the_other():
    run = taken("a-strange-turn")
    run.handle({"type": "answer", "stamp": run.stamp, "picks": ["3"]})
    assert run.feedback["tone"] == "wrong"
    assert "ALT-11.8" in [fact["clause"] for fact in run.feedback["facts"]]
    assert run.feedback["say"].startswith("Bulwark is no shield")
    run.handle({"type": "answer", "stamp": run.stamp, "picks": ["5"]})
    assert run.done
    assert [fact["clause"] for fact in run.feedback["facts"]] == ["ALT-12.3"]


def test_sprinter_first_is_refuted_by_gale_and_block():
    run = taken("heavy-first")
    move(run, 'attack "Ember Sprinter" -> cores 1')
    assert run.feedback["tone"] == "wrong"
    assert "may have a trigger" in run.feedback["say"]


def test_the_last_two_is_solved_only_by_the_arrow():
    run = taken("the-last-two")
    proof = run.solver.prove(run.table.state)
    assert [run.table.state.text(action) for action in proof.solutions] == ['activate "Kindled Arrow"']
    follow_hints(run)
    assert run.done


def test_stale_and_foreign_moves_change_nothing():
    run = taken("point-at-two")
    before = run.table.state.position()
    run.handle({"type": "move", "stamp": run.stamp - 1, "id": 0})
    run.handle({"type": "move", "stamp": run.stamp, "id": 999})
    run.handle({"type": "try", "stamp": run.stamp, "kind": "no such kind", "from": "nowhere", "to": None})
    assert run.table.state.position() == before
    assert run.feedback["tone"] == "info"


def test_a_game_can_be_played_to_its_end():
    run = taken("three-cores")
    for _ in range(600):
        if run.done:
            break
        run.handle({"type": "move", "stamp": run.stamp, "id": 0})
    assert run.done
    assert run.table.state.result is not None
    clause = run.table.state.result.clause
    assert run.feedback["facts"][0]["clause"] == clause
    command(run, "undo")
    assert not run.done
    assert run.stage()["scene"]["moves"]


def test_a_game_of_a_lesson_has_the_rules_decks_and_bot_of_its_step():
    run = taken("three-cores")
    assert run.match.game.parameters["cores"] == 3
    assert run.match.setup.strength == "beginner"
    assert run.match.game.decks["you"].cards == LESSON.step("three-cores").get("decks")["you"]


def test_a_hint_in_a_game_says_how_well_it_fared_and_lights_its_cards():
    heard = []
    run = taken("three-cores", heard)
    command(run, "hint")
    assert "you win about " in run.feedback["facts"][-1]["fact"]
    assert run.feedback["facts"][-1]["clause"] in LESSON.game.rulebook.clauses
    assert heard == [("hint", {"hints": 1})]


def test_after_a_game_one_can_go_back_to_a_missed_win():
    run = taken("three-cores")
    for _ in range(4):
        run.handle({"type": "move", "stamp": run.stamp, "id": 0})
    run.missed, run.done = [MissedMoment(1, run.table.state.turn, ("a move",))], True
    assert "moment-0" in [control["name"] for control in run.stage()["coach"]["controls"]]
    command(run, "moment-0")
    assert len(run.table.history) == 1
    assert not run.done
    assert "moment-0" not in [control["name"] for control in run.stage()["coach"]["controls"]]


def test_the_browser_never_gets_a_hidden_card():
    run = taken("three-cores")
    for _ in range(8):
        run.handle({"type": "move", "stamp": run.stamp, "id": 0})
    stage = run.stage()
    shown = {
        card["face"]
        for player in stage["scene"]["players"]
        for zone in player["zones"]
        for card in zone["cards"]
        if card["face"]
    }
    known = {*run.table.state.view(0)["players"][0]["hand"], *run.table.state.view(0)["broken"]}
    for player in run.table.state.view(0)["players"]:
        known |= {part["card"] for zone in ("energy", "altar", "field") for part in player[zone]}
        known |= {part["force"] for part in player["altar"]} | set(player["graveyard"])
    assert shown <= known
    assert set(stage["scene"]["faces"]) <= known


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ('kind = "watch"', "kind"),
        ("goal = ", "goal"),
    ],
)
def test_a_broken_lesson_file_says_where(tmp_path: Path, change, expected):
    text = next(text for one in FILES if change in (text := one.read_text(encoding="utf-8")))
    path = tmp_path / "broken.toml"
    path.write_text(
        text.replace(change, change.replace("=", "= 'nonsense' #", 1) if "kind" in change else "aim = ", 1),
        encoding="utf-8",
    )
    problems = check_file(path)
    assert len(problems) == 1
    assert expected in problems[0]
    assert str(path) in problems[0]


@pytest.mark.parametrize(
    ("name", "change", "expected"),
    [
        ("altaria/04_attacking", ('when = "attack over"', 'when = "attack ovr"'), "when says 'attack ovr'"),
        ("altaria/04_attacking", ('"best defence"', '"best defense"'), "against says 'best defense'"),
        ("dgrayman/00_in_time", ("ticks = []", 'ticks = []\nwhen = "next choice"'), "ends a film, and a do has none"),
        ("altaria/04_attacking", ("[base]", "[bases]"), "unknown entry 'bases'"),
    ],
)
def test_a_word_that_would_mean_nothing_is_refused(tmp_path: Path, name, change, expected):
    path = tmp_path / "broken.toml"
    text = loader.find_lesson(name).read_text(encoding="utf-8")
    assert change[0] in text
    path.write_text(text.replace(*change, 1), encoding="utf-8")
    with pytest.raises(DataError, match=expected):
        loader.read_lesson(path)


def test_a_step_meets_only_what_somebody_believes_of_its_game():
    """M13 is in no rulebook but is a belief about this game; M99 does not exist."""
    path = loader.find_lesson("star_wars/04_battles")
    data = loader.read_toml(path)
    lesson = loader.lesson_of(data, path)
    assert "M13" in lesson.step("at-the-same-moment").get("meets")
    check_step(lesson, lesson.step("at-the-same-moment"))
    next(row for row in data["step"] if row["id"] == "at-the-same-moment")["meets"] = ["M99"]
    lesson = loader.lesson_of(data, path)
    with pytest.raises(DataError, match="M99, which nobody believes"):
        check_step(lesson, lesson.step("at-the-same-moment"))


def test_one_line_cannot_be_put_in_order(tmp_path: Path):
    path = tmp_path / "order.toml"
    lines = 'lines = [{ text = "Draw.", clause = "ALT-7.4" }]'
    step = f'id = "a"\nkind = "order"\ntitle = "t"\ntext = "t"\ngoal = "g"\nscript = ["end main"]\n{lines}'
    path.write_text(f'game = "altaria"\ntitle = "t"\n[[step]]\n{step}\n', encoding="utf-8")
    with pytest.raises(DataError, match="fewer than two"):
        loader.read_lesson(path)


def test_an_unknown_clause_opens_nothing():
    stage = LessonPage(LESSON).step("tired-guard")
    assert stage.receive({"type": "command", "name": "clause", "id": "ALT-99.9", "stamp": stage.scene["stamp"]})


def test_a_try_in_the_middle_of_a_film_is_explained():
    page = LessonPage(LESSONS["star_wars/04_battles"])
    stage = page.step("four-pauses")
    state = page.sessions["four-pauses"].table.state
    assert state.step.who is None
    assert stage.receive({"type": "try", "kind": None, "from": None, "to": None, "stamp": stage.scene["stamp"]})


def test_an_unknown_lesson_names_those_there_are():
    with pytest.raises(DataError, match="altaria/04_attacking"):
        loader.find_lesson("altaria/99_nothing")


def test_a_lesson_goes_on_where_progress_cannot_be_kept(tmp_path, monkeypatch):
    blocked = tmp_path / "a file where the folder should be"
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setenv("TEBIKI_HOME", str(blocked))
    page = LessonPage(LESSON)
    stage = page.step("tired-guard")
    stage.receive({"type": "answer", "stamp": stage.scene["stamp"], "picks": ["1"]})
    stage.receive({"type": "command", "name": "check", "stamp": stage.scene["stamp"]})
    assert stage.coach["feedback"]["tone"] == "wrong"
    said = stage.coach["feedback"]["say"]
    assert "progress is not saved" in said
    assert str(blocked) in said


def test_the_best_chance_is_judged_before_the_dice():
    run = taken("finish-it", lesson=WITH_ODDS)
    before = run.table.state.position()
    move(run, 'battle "Bulwark Frigate" -> "Hollow Dreadship"')
    assert run.feedback["tone"] == "wrong"
    assert run.feedback["facts"][0]["fact"] == "This leaves a chance of 1/2. The best move has 7/8."
    assert run.feedback["facts"][0]["clause"] == "SW-9.14"
    assert "still needs two hits" in run.feedback["say"]
    command(run, "undo")
    assert run.table.state.position() == before


@pytest.mark.parametrize(("face", "title"), [(6, "Goal reached"), (1, "The right choice, but bad luck. It counts")])
def test_a_good_move_counts_whatever_the_dice_make_of_it(face, title):
    run = taken("finish-it", lesson=WITH_ODDS)
    run.table.state.script = (face,) * 3
    move(run, 'battle "Bulwark Frigate" -> "Gloom Darter"')
    assert run.done
    assert run.feedback["title"] == title
    assert run.feedback["facts"][0]["fact"] == "The chance of that was 7/8. No move had more than 7/8."


def test_the_chance_is_exact_over_every_roll():
    run = taken("finish-it", lesson=WITH_ODDS)
    found = {
        run.table.state.text(action): run.solver.after(run.table.state, [action]) for action in run.table.state.actions
    }
    assert [str(found[text]) for text in sorted(found)] == ["1/2", "7/8", "1/2", "0"]
    darter = goals.chance_of(
        'rival.discard has "Gloom Darter"', run.table.state, 'battle "Bulwark Frigate" -> "Gloom Darter"', 0
    )
    assert darter == Fraction(7, 8)


def test_lines_after_the_illegal_one_are_judged_without_it():
    run = taken("a-crooked-log", lesson=LESSONS["star_wars/03_arenas_and_speed"])
    last = len(run.lines) - 1
    assert run.number() < last
    run.handle({"type": "answer", "stamp": run.stamp, "picks": [str(last)]})
    assert run.feedback["title"] == f"Line {last + 1} is honest"
    assert "Bulwark Frigate" in run.feedback["facts"][0]["fact"]


def test_for_every_roll_the_refutation_brings_the_worst_dice():
    run = taken("nothing-to-prove", lesson=LESSONS["star_wars/03_arenas_and_speed"])
    move(run, 'battle "Beacon Guard" -> "Shade Raider"')
    assert run.feedback["tone"] == "wrong"
    assert "SW-14.1" in [fact["clause"] for fact in run.feedback["facts"]], "the Guard is destroyed"
    command(run, "undo")
    move(run, "stand down")
    assert run.done, "units that can only stand down do so by themselves"
    assert run.table.state.result.winner == 0


def test_a_film_ends_with_the_battle_or_the_turn():
    battle = taken("four-pauses", lesson=LESSONS["star_wars/04_battles"])
    assert battle.reel[-1].event.kind == "battle_over"
    turn = taken("control", lesson=LESSONS["star_wars/00_two_of_three"])
    assert {one.state.turn for one in turn.happened} == {turn.start.turn}
    assert turn.truth("you.arenas") == "0"


def test_what_is_asked_of_a_player_is_decided_by_that_players_event():
    run = taken("who-gets-the-bonus", lesson=LESSONS["star_wars/02_a_turn"])
    run.handle({"type": "answer", "stamp": run.stamp, "picks": {"0": "6", "1": "5"}})
    command(run, "check")
    assert [fact["clause"] for fact in run.feedback["facts"]] == ["SW-6.9", "SW-6.10"]
    assert "The rival" in run.feedback["facts"][1]["fact"]


def test_that_nothing_is_decided_just_now_is_no_reason_where_there_is_another():
    run = taken("the-attacker-is-gone", lesson=LESSONS["dgrayman/05_skills"])
    told = [
        check.fact
        for check in outcomes.explain_legality(run.outcome, 'attack "Celia Voss (Scout)" -> "Finch (Lookout)"')
    ]
    assert run.outcome.decision is None
    assert told
    assert not any("Nothing is decided" in fact for fact in told)


def test_ticks_call_zones_as_the_board_does():
    assert goals.condition_text('you.ground has "Rampart Crawler"', "star_wars") == "A card in your ground arena"
    assert goals.condition_text("you.discard = 0", "star_wars") == "Nothing in your discard pile"
    assert goals.condition_text("rival.cores = 2", "altaria") == "The rival has 2 cores"
    assert goals.condition_text("you.total = 30", "star_wars") == "Your setup total: 30"
    assert goals.condition_text("you.construction = 0", "star_wars") == "Nothing in your build zone"
    assert goals.condition_text("rival.space <= 1", "star_wars") == "At most 1 card in the rival's space arena"
    assert goals.condition_text("you.obstacles = 0", "kingdom_hearts") == "No obstacles on your side"
    assert (
        goals.condition_text('rival.allies has "Gorro"', "kingdom_hearts", "Leave Gorro.")
        == "Gorro among the rival's allies"
    )
    away = 'you.obstacles lacks "Blank Page"'
    assert goals.condition_text(away, "kingdom_hearts", "Destroy Blank Page.") == "Blank Page not among your obstacles"
    assert goals.condition_text('you.discard lacks "Ferra"', "star_wars") == "A card not in your discard pile"
    assert goals.condition_text("you.standby = 2", "dgrayman") == "2 cards in your Standby Zone"


@pytest.mark.parametrize(
    ("id", "chances"),
    [
        ("which-arena", {'build "Dawnwing Scout"': "3/4", 'build "Hired Skirmishers"': "3/4", "end step": "0"}),
        ("two-ways-to-roll-again", {'play "Recast the Odds"': "1/2", 'use "Ilena Sorrel"': "3/8", "pass": "0"}),
        ("who-goes-first", {'next "Ilena Sorrel"': "13/32", 'next "Oren Vash B"': "17/32"}),
        (
            "who-stands-on-top",
            {'put "Oren Vash C" on top': "77/128", 'put "Oren Vash D" on top': "77/128", "end step": "1/4"},
        ),
    ],
)
def test_the_chances_of_the_puzzles(id, chances):
    """Computed by hand: who-stands-on-top is 11/16 (two of four hit) times 7/8 (not three of three)."""
    run = taken(id, lesson=LESSONS["star_wars/puzzles"])
    state = run.table.state
    assert {state.text(action): str(run.solver.after(state, [action])) for action in state.actions} == chances


def test_a_line_holds_against_every_roll_only_without_an_attack():
    run = taken("hold-the-line", lesson=LESSONS["star_wars/puzzles"])
    move(run, "end step")
    move(run, 'battle "Rampart Crawler" -> "Siege Hauler"')
    assert run.feedback["tone"] == "wrong"
    assert "The dice it called for itself" in run.feedback["say"]
    command(run, "undo")
    move(run, "stand down")
    assert run.done


def test_a_contest_is_won_with_the_one_bid_that_leaves_enough():
    run = taken("what-is-oren-worth", lesson=LESSONS["star_wars/puzzles"])
    for bid, why in (("bid 3", "1 Force is too little"), ("bid 1", "4, all your Force")):
        move(run, bid)
        assert run.feedback["tone"] == "wrong"
        assert why in run.feedback["say"]
        command(run, "undo")
    for action in ("bid 2", "pass", "stand down", 'battle "Varkas Thorne" -> "Ilena Sorrel"'):
        move(run, action)
        assert not run.feedback or run.feedback["tone"] == "info", action
    move(run, 'use "Varkas Thorne"')
    assert run.done


def test_each_card_that_was_judged_wrongly_is_explained_for_itself():
    run = taken("whose-sign", lesson=LESSONS["dgrayman/00_one_name"])
    answer = run.stage()["coach"]["choices"]
    refs = {item["text"]: item["ref"] for item in answer["items"]}
    picks = [refs[f"Ada Lorne ({one})"] for one in ("Lantern", "Ledger")] + [refs["Bram Ketterick (Watch)"]]
    run.handle({"type": "answer", "stamp": run.stamp, "picks": picks})
    command(run, "check")
    heads = [fact["head"] for fact in run.feedback["facts"] if "head" in fact]
    assert heads == ["Ada Lorne (Sabre): mark it.", "Bram Ketterick (Watch): leave it out."]
    said = " ".join(fact["fact"] for fact in run.feedback["facts"])
    assert "A card of Ada Lorne has the Search icon." in said
    assert "No card of Bram Ketterick has the Search icon." in said
    explained = ("Ada Lorne (Sabre)", "Bram Ketterick (Watch)")
    others = [item["text"] for item in answer["items"] if item["text"] not in explained]
    assert others
    assert not [text for text in others if text in said]
    assert "rest the mouse" in answer["note"]


def test_a_click_that_means_nothing_is_told_what_is_asked_now():
    run = taken("point-at-two")
    run.handle({"type": "try", "stamp": run.stamp, "kind": None, "from": None, "to": "0.cores.1"})
    [fact] = run.feedback["facts"]
    assert "of the rival's cores" in fact["fact"]
    assert fact["clause"].startswith("ALT-")


def test_a_lost_goal_says_why_sums_up_and_ticks_what_the_board_shows():
    run = taken("glass", lesson=LESSONS["chaos/puzzles"])
    move(run, "no guard")
    first, damage = run.feedback["facts"]
    assert "20 cards in your main deck (now 14)" in first["fact"]
    assert damage["fact"].endswith(" That was the last of 6.")
    assert damage["clause"] == "CHA-14.2"
    assert [tick["done"] for tick in run.stage()["coach"]["ticks"]] == [
        False,
        False,
        False,
    ]  # when it is judged
    command(run, "seek", to=0)
    assert run.stage()["coach"]["ticks"][0]["done"]


def test_a_win_that_is_missed_is_told_with_the_answer_that_prevents_it():
    run = taken("which-pair", lesson=LESSONS["dgrayman/02_doubles"])
    move(run, "end character phase")
    fact = run.feedback["facts"][0]
    assert "The rival can answer: intercept with Edda Marsh (Nightwatch)." in fact["fact"]
    assert "17 of 20 Search Points" in fact["fact"]
    assert fact["clause"] == "DGM-17.1"


# The flow stops where the step ends.


@pytest.mark.parametrize(
    ("name", "id", "move", "last"),
    [
        ("kingdom_hearts/02_battle", "clear-the-way", "flee", "fled"),
        ("kingdom_hearts/00_the_ladder_and_the_spark", "ladder", "end actions", "action_ended"),
        (
            "dgrayman/puzzles",
            "the-guard",
            'attack "Gideon Hale (Captain)" -> "Bram Ketterick (Special)"',
            "destroyed",
        ),
    ],
)
def test_a_refutation_does_not_go_on_into_what_the_step_does_not_teach(name, id, move, last):
    lesson = loader.read_lesson(loader.find_lesson(name))
    run = open_session(lesson, lesson.step(id), seed=1)
    run.act(next(at for at, one in enumerate(run.table.moves()) if one.text == move))
    assert run.lost
    assert run.reel[-1].event.kind.split(".")[0] == last
    assert run.feedback["facts"]


def test_nothing_is_decided_for_the_learner_that_the_way_to_the_goal_does_not_need():
    lesson = loader.read_lesson(loader.find_lesson("kingdom_hearts/02_battle"))
    for step in lesson.steps:
        if step.kind != "do":
            continue
        start = open_session(lesson, step, seed=1)
        if start.table.state.fight is not None:
            continue  # the step is about the fight
        needed = {action[0] for seat, action in start.solver.winning_line(start.table.state) if seat == 0}
        for number in range(len(start.table.moves())):
            run = open_session(lesson, step, seed=1)
            run.act(number)
            if run.lost and "challenge" not in needed | {start.table.moves()[number].kind}:
                assert not [one for one in run.reel if one.event.kind.startswith("challenge")], (step.id, number)


def test_after_a_refutation_a_click_says_that_it_must_be_taken_back():
    lesson = loader.read_lesson(loader.find_lesson("kingdom_hearts/02_battle"))
    run = open_session(lesson, lesson.step("clear-the-way"), seed=1)
    run.act(next(at for at, one in enumerate(run.table.moves()) if one.text == "flee"))
    run.handle({"type": "try", "kind": None, "from": "0.hand.0", "to": None, "stamp": run.stamp})
    assert run.feedback["title"] == "Undo: from here the goal is out of reach."


def at_the_division():
    """Return the puzzle in which damage is divided, at that decision."""
    run = taken("divide-well", lesson=LESSONS["kingdom_hearts/puzzles"])
    while run.table.division() is None:
        line = run.solution()
        moves = run.table.moves()
        run.act(next(at for at, move in enumerate(moves) if move.actions == tuple(line[: len(move.actions)])))
    return run


def test_a_division_is_made_in_one_message_and_taken_back_as_a_whole():
    run = at_the_division()
    asked = run.stage()["scene"]["divide"]
    assert asked["amount"] == 7
    assert [(card["name"], card["needs"]) for card in asked["cards"]] == [("Blank Page", 4), ("Gloomling", 3)]
    before = run.table.state.position()
    for wrong in ([7], [3, 3], [8, -1], [4, 3, 0], []):
        run.handle({"type": "divide", "stamp": run.stamp, "shares": wrong})
        assert run.table.state.position() == before
    run.handle({"type": "divide", "stamp": run.stamp, "shares": [4, 3]})
    assert not run.lost
    assert run.table.state.players[0].obstacles == []
    command(run, "undo")
    assert run.table.state.position() == before


@pytest.mark.parametrize("shares", [[3, 3], [8, 0], [7]])
def test_a_wrong_sum_is_refused_by_the_clause_of_the_sum(shares):
    run = at_the_division()
    run.handle({"type": "divide", "stamp": run.stamp, "shares": shares})
    (fact,) = run.feedback["facts"]
    assert (run.feedback["tone"], fact["clause"]) == ("refused", "KH-9.10")
    assert f"you deal {sum(shares)} in {len(shares)} share" in fact["fact"]
    assert "{" not in run.feedback["title"]


def test_a_bad_division_is_refuted():
    run = at_the_division()
    run.handle({"type": "divide", "stamp": run.stamp, "shares": [1, 6]})
    assert run.lost


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def texts_in(value):
    """Yield every text of a step."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts_in(part)


def test_a_step_counts_its_lines_right():
    for lesson in LESSONS.values():
        for step in lesson.steps:
            if step.kind == "order":
                told = {word for word in NUMBERS if f"{word} lines" in step.get("goal", "")}
                assert told == {NUMBERS[len(step.get("lines"))]}, step.id
                assert all(
                    f"{other} beats" not in f"{step.get('title')} {step.get('text')}" for other in set(NUMBERS) - told
                )


def test_texts_of_lessons_end_once_and_hold_in_victory_and_defeat():
    for lesson in LESSONS.values():
        for step in lesson.steps:
            for text in texts_in(step.data):
                assert ".." not in text, text
                assert "?." not in text, text
            if step.kind == "play":
                assert "lose" not in step.get("after", "")


def test_the_last_step_does_not_send_on_to_another():
    for lesson in LESSONS.values():
        last = open_session(lesson, lesson.steps[-1])
        last.done = True
        if last.table.state.result is None:
            assert last.stage()["scene"]["now"] == "Done. That was the last step."


def test_what_is_said_of_a_deck_search_is_true_of_one_that_was_intercepted():
    step = LESSONS["dgrayman/00_a_whole_game"].step("the-last-card")
    assert "turned up goes" not in " ".join(step.get("say").values())


def test_what_comes_after_the_turn_of_a_missed_win_is_not_told():
    run = taken("the-last-card", lesson=LESSONS["dgrayman/00_a_whole_game"])
    move(run, 'deck search with "Ada Lorne (Lantern)"')
    facts = [fact["fact"] for fact in run.feedback["facts"]]
    assert facts[0].startswith("The turn ends without a win.")
    assert not any("You win" in fact for fact in facts), "the rival draws the last card later, in the next turn"


def test_nobody_is_asked_to_attack_where_there_are_no_attacks():
    game = LESSONS["chaos/03_attack_and_guard"].game
    for turn, first in ((1, True), (3, False)):
        state = game.position(f'turn = {turn}\nstep = "D1"\nP1.front = ["Rooftop Runner Kazane"]')
        asked = Playthrough(state).scene(1)["question"]["text"]
        assert ("Nobody attacks" in asked) is first


def test_a_force_that_leaves_decides_what_its_units_power_is():
    run = taken("a-clear-ray", lesson=LESSONS["altaria/00_the_lamp"])
    for unit in ("Sunlit Herald", "Ember Sprinter"):
        assert run.deciding(f'power "{unit}"').event.clause == "ALT-10.11", "the bonus was for every unit"


def test_an_invited_choice_waits_for_its_question():
    position = {
        "turn": 13,
        "step": "ATTACK",
        "player": "you",
        "you": {"field": ["Gulch Archer"]},
        "rival": {"field": ["Dawn Acolyte", "Tide Scout"]},
    }
    step = {"id": "not-this", "kind": "do", "title": "Not this", "text": "Ward.", "goal": "Try it.", "after": "So."}
    step |= {"success": ['tried choose "Dawn Acolyte"', 'rival.graveyard has "Tide Scout"'], "position": position}
    data = {"game": "altaria", "title": "Ward", "can": [], "before": [], "later": [], "step": [step]}
    lesson = loader.lesson_of(data, LESSONS["altaria/04_attacking"].path)
    run = taken("not-this", lesson=lesson)
    assert run.solution()[0][0] == "attack_cores"
    move(run, 'attack "Gulch Archer" -> cores 1')
    (tried,) = run.solution()
    assert tried not in run.table.state.actions
    assert run.table.state.why_not(tried)[0].clause == "ALT-14.3"


def test_cards_just_broken_are_shown_beside_the_cores_and_not_counted_with_them():
    run = taken("three-cards", lesson=LESSONS["altaria/00_last_cards"])
    cores = next(zone for zone in run.stage()["scene"]["players"][0]["zones"] if zone["id"] == "0.cores")
    assert (len(cores["cards"]), cores["count"]) == (6, 3)
    assert cores["cards"][0]["label"] == "Your core 4, face down.", "a core is called by its place"


def test_where_a_card_is_means_the_one_that_is_named():
    run = taken("as-much-as-it-can", lesson=LESSONS["altaria/07_winning"])
    energy = run.outcome.game.rules.zone(run.outcome, 0, "energy")
    assert energy
    assert "Mossback Guard" not in energy, "an unnamed card of the position has another name"
    assert run.truth('zone "Mossback Guard"') == "field"


def test_the_reason_against_a_second_blocker_is_the_first():
    run = taken("two-against-one", lesson=LESSONS["altaria/05_keywords_and_forces"])
    assert run.refused(run.table.state)[0].clause == "ALT-12.4"
    run.handle({"type": "answer", "stamp": run.stamp, "picks": [str(run.solution())]})
    command(run, "check")
    assert run.done
    assert run.stage()["scene"]["arrow"]["to"][0].startswith("0.cores"), "the blocker has been taken out"


def test_a_draw_decides_that_nobody_has_won():
    run = taken("turn-hundred", lesson=LESSONS["altaria/07_winning"])
    assert run.truth("winner") == "none"
    assert run.deciding("winner").event.clause == "ALT-16.9"


def test_a_report_tells_what_changed_the_figure_asked_for():
    attack = {"attacker": "Twilight Pilgrim", "cores": [2]}
    you = {"cores": [1, "Workshop Insight", 1], "deck": 2}
    position = {"turn": 50, "player": "rival", "step": "BLOCK", "attack": attack, "you": you}
    position["rival"] = {"field": ["Twilight Pilgrim, fatigued"]}
    step = {"id": "leave-it", "kind": "do", "title": "Leave it", "text": "Your core.", "position": position}
    step |= {"goal": "Keep a card in your deck.", "success": ["you.deck = 1"], "when": "turn over"}
    data = {"game": "altaria", "title": "Decks", "can": [], "before": [], "later": [], "step": [step]}
    run = taken("leave-it", lesson=loader.lesson_of(data, LESSONS["altaria/07_winning"].path))
    move(run, "take")
    assert run.done
    assert run.feedback["facts"][0]["clause"] == "ALT-7.5"


def test_a_log_has_a_line_of_somebody_who_is_not_to_decide():
    run = taken("no-answer", lesson=LESSONS["altaria/06_timing"])
    at = run.number()
    assert run.coach()["choices"]["items"][at]["text"] == "You: ambush with Fogbound Watcher"
    run.handle({"type": "answer", "stamp": run.stamp, "picks": [str(at)]})
    assert run.done
    assert [fact["clause"] for fact in run.feedback["facts"]] == ["ALT-14.9"]
    assert run.feedback["facts"][0]["fact"].startswith("The rival decides now")


def test_hints_go_when_the_goal_is_reached():
    """Hints refer to the current position; once the goal is reached, they would lead back."""
    lesson = LESSONS["altaria/04_attacking"]
    run = open_session(lesson, lesson.step("point-at-two"), seed=1)
    run.handle({"type": "command", "stamp": run.stamp, "name": "hint"})
    assert run.stage()["coach"]["hints"]["shown"]
    follow_hints(run)
    assert run.done
    assert run.stage()["coach"]["hints"] is None


def test_what_happened_is_listed_as_it_happened():
    differing = 0
    for step in ("point-at-two", "heavy-first", "hold-the-last-core", "the-last-two"):
        for number in range(len(taken(step).table.moves())):
            run = taken(step)
            happened, _ = run.make(run.table.moves()[number])
            told, in_order = (
                [fact["fact"] for fact in run.reported(happened, happened, in_order=way)] for way in (False, True)
            )
            lines = [run.table.narrate(one.event) for one in happened]
            assert sorted(told) == sorted(in_order)
            places = [lines.index(text) for text in in_order if text in lines]
            assert places == sorted(places)
            differing += told != in_order
    assert differing, "nothing here would be told in another order"


@pytest.mark.parametrize(("throws", "told"), [("rock paper", "the rival's paper"), ("paper rock", "your paper")])
def test_the_log_says_who_has_thrown_what_and_who_has_won(throws, told):
    state = engines.load("altaria").new(seed=3, listen=True)
    while state.step.name != "JANKEN":
        state.apply(state.actions[0])
    for throw in throws.split():
        state.apply(("throw", throw))
    line = state.game.narrate(state.events[-1], 0)
    winner = "You win" if told.startswith("your") else "The rival wins"
    assert line.startswith(f"Janken: {told} against ")
    assert line.endswith(f" rock. {winner} the throw.")


def test_things_to_mark_may_lie_in_several_zones():
    run = taken("who-can-guard", lesson=LESSONS["chaos/00_eleven_lives"])
    assert [name for _, name, _ in run.items()] == ["First Light Minato", "Glass Painter Yuzuki", "Quiet Lamp Hotaru"]
    assert {ref.split(".")[1] for ref, _, _ in run.items()} == {"partner", "front"}


@pytest.mark.slow
def test_a_card_that_nobody_has_seen_is_told_in_words():
    run = taken("the-last-tailwind", lesson=LESSONS["chaos/04_damage_and_levels"])
    follow_hints(run)
    facts = " ".join(fact["fact"] for fact in run.feedback["facts"])
    assert "An unseen card goes" in facts
    assert "??" not in facts


def test_a_try_of_two_cards_is_called_by_the_one_that_the_goal_names():
    text = 'tried enter "Paper Sky Parade" over "First Light Minato"'
    assert goals.condition_text(text, "chaos", "Try Paper Sky Parade's entry.") == "Paper Sky Parade tried and refused"
    assert goals.condition_text(text, "chaos", "Try it.") == "First Light Minato tried and refused"


def test_a_fight_that_is_over_is_judged_where_the_next_decision_is_which_cards_to_discard():
    run = taken("all-hands", lesson=LESSONS["kingdom_hearts/03_challenge"])
    run.act([move.text for move in run.table.moves()].index("pass"))
    assert run.table.state.step.name == "D2"
    assert run.feedback["tone"] == "wrong"
    assert "You lose 1 HP: 5." in [fact["fact"] for fact in run.feedback["facts"]]


def test_a_turn_given_away_is_judged_before_its_last_cards_are_discarded():
    run = taken("the-wall-or-the-heart", lesson=LESSONS["kingdom_hearts/03_challenge"])
    for text in ('call "Bram"', "end actions", "skip"):
        assert not run.lost
        run.act([move.text for move in run.table.moves()].index(text))
    assert run.table.state.step.name == "D2"
    assert run.lost


FIRST_GAMES = (
    *(
        f"kingdom_hearts/{name}"
        for name in ("01_worlds_and_levels", "02_battle", "03_challenge", "04_allies_magic_equipment")
    ),
    *(
        f"dgrayman/{name}"
        for name in ("00_a_whole_game", "01_units", "02_doubles", "03_search", "04_attack_guard_intercept", "05_skills")
    ),
    *(f"dgrayman/{name}" for name in ("06_other_actions", "07_points_and_winning")),
)


SMALL_GAMES = 25


@pytest.mark.parametrize("name", FIRST_GAMES)
def test_whoever_plays_well_wins_the_small_game_of_a_lesson_more_often_than_not(name):
    lesson = LESSONS[name]
    run = open_session(lesson, lesson.steps[-1], seed=1)
    won = 0
    for seed in range(SMALL_GAMES):
        state = run.match.game.new((run.match.setup.you, run.match.setup.rival), seed)
        sides = STRENGTHS["quick"](seed), STRENGTHS[lesson.steps[-1].get("bot")](seed + 99)
        while state.result is None:
            state.apply(sides[state.decision[0]](state))
        won += state.result.winner == 0
    assert won > SMALL_GAMES / 2


def test_a_challenge_is_no_battle_where_it_is_judged_when_it_is_over():
    run = taken("keep-pim", lesson=LESSONS["kingdom_hearts/03_challenge"])
    assert run.coach()["ticks"][-1]["text"].endswith("when the fight is over")


def test_the_second_hint_says_to_undo_where_no_rule_leads_to_the_goal_any_more():
    run = taken("one-stop-short", lesson=LESSONS["kingdom_hearts/01_worlds_and_levels"])
    command(run, "hint")
    command(run, "hint")
    assert run.stage()["coach"]["hints"]["shown"][1]["clauses"]
    texts = [move.text for move in run.table.moves()]
    move(run, next(text for text in texts if "flee" in text.lower()))
    hints = run.stage()["coach"]["hints"]
    assert all(one["text"] or one["clauses"] for one in hints["shown"])
