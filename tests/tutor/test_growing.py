"""Growing games: the file is compiled by playing, the table passes from stop to stop, and the first game can be won."""

import copy
from dataclasses import replace

import pytest

from engines.errors import DataError
from tutor.event_log import Event
from tutor.lessons import growing_checks, loader, page, rails
from tutor.lessons.checks import check_file, check_step
from tutor.lessons.loader import find_lesson, lesson_of, read_lesson, state_of
from tutor.lessons.page import LessonPage, open_session
from tutor.lessons.profiles import profile_step, right_answer
from tutor.lessons.replay import replay_answer
from tutor.lessons.stop_films import StopFilm, film_of_stop

NAME = "altaria/00_four_cores"
LESSON = read_lesson(find_lesson(NAME))
ANSWERS = ("guard", "no guard", "block", "intercept", "ambush", "decline", "end step", "raise")
"""How the rival's answers begin that are written in a line."""
DATA = loader.read_toml(LESSON.path)


def change_stop(id, **entries):
    """Return the lesson with entries of one stop changed; None removes an entry."""
    data = copy.deepcopy(DATA)
    row = next(row for row in data["step"] if row["id"] == id)
    row |= entries
    for key in [key for key, value in entries.items() if value is None]:
        del row[key]
    return lesson_of(data, LESSON.path)


def is_attacked(run):
    """Return True if the learner decides in the rival's turn, whose attacks a line has too."""
    return run.table.state.turn_player != loader.growing.LEARNER


def end_turn(run):
    """Decline what is left of the learner's turn."""
    while not run.done:
        state = run.table.state
        run.act(next(at for at, move in enumerate(run.table.moves()) if move.actions[0][0] == state.step.passing))


class Player:
    """A learner at the app's page, who watches films and gives moves by their texts."""

    def __init__(self, monkeypatch, lesson=LESSON):
        monkeypatch.setattr(page, "is_in_app", lambda: True)
        self.page = LessonPage(lesson, keep=False)
        self.stage = self.page.stage_of(lesson.steps[0])
        self.seen = 0
        self.film()

    @property
    def run(self):
        return self.page.sessions[self.stage.step_id]

    def tell(self, type, **message):
        self.page._handle(self.stage, {"type": type, "stamp": self.run.stamp, **message})

    def film(self):
        """Watch the film, beat by beat, until the stop begins."""
        while isinstance(self.run, StopFilm):
            self.seen += 1
            assert self.stage.coach["kind"] == "Watch"
            assert not self.stage.scene["moves"]
            self.tell("command", name="seek", to=self.run.shown + 1)

    def move(self, text):
        number = next(at for at, move in enumerate(self.run.table.moves()) if move.text == text)
        self.tell("move", id=number)

    def attempt(self, text):
        self.run.tried(self.run.table.read_try(text))

    def answer(self, picks):
        self.tell("answer", picks=picks)
        self.tell("command", name="check")

    def watch(self):
        self.tell("command", name="seek", to=len(self.run.reel))

    def go_on(self):
        assert self.run.done, (self.run.step.id, self.run.feedback)
        self.tell("command", name="next")
        self.film()

    def follow_to(self, id):
        """Take the stops before the given one along their lines."""
        while self.run.step.id != id:
            self.follow()
            self.go_on()

    def follow(self):
        """Take a stop: play its line, or give its answer."""
        run = self.run
        if run.step.kind == "point":
            self.answer(run.right_places())
            self.watch()
        elif run.step.kind in ("count", "predict"):
            self.answer({str(at): run.truth(part["of"]) for at, part in enumerate(run.step.get("parts"))})
            self.watch()
        elif run.step.kind == "argue":
            self.answer(run.right_picks())
        elif run.step.kind == "repair":
            self.answer([str(number) for number in run.smallest()[0]])
        elif run.step.kind == "which":
            self.answer([ref for ref, _, action in run.items() if run.legal(action)])
        else:
            for line in loader.growing.lines_of(run.step.data)[0]:
                if line.startswith("tried "):
                    self.attempt(line.removeprefix("tried "))
                elif line == loader.growing.END_TURN:
                    end_turn(run)
                elif run.done or (line not in self.texts() and (line.startswith(ANSWERS) or is_attacked(run))):
                    continue  # the rival has answered or attacked already
                else:
                    if "enough" in self.offered() and line not in self.offered():
                        self.move("enough")  # a choice that the line leaves
                    self.move(line.replace("core *", "cores 1") if "cores 1" in self.texts() else self.plain(line))

    def offered(self):
        return [move.text for move in self.run.table.moves()]

    def texts(self):
        return " ".join(self.offered())

    def plain(self, line):
        """Return the line with the first core that exists."""
        if "core *" not in line:
            return line
        start = line.replace("core *", "cores")
        return next(move.text for move in self.run.table.moves() if move.text.startswith(start))


# Compiled.


def test_a_stop_begins_where_the_one_before_has_ended():
    for step, following in zip(LESSON.steps, LESSON.steps[1:], strict=False):
        start = state_of(LESSON, step, run=False)
        for line in (*step.get("script", ()), *loader.growing.lines_of(step.data)[0]):
            if not line.startswith("tried "):
                loader.growing.play_move(start, line)
        loader.growing.pass_windows(start)
        assert loader.growing.document_of(start) == following.before


def test_a_goal_of_one_phase_is_lost_with_it_and_found_so_quickly():
    lesson = read_lesson(find_lesson("star_wars/00_two_of_three"))
    run = open_session(lesson, lesson.step("complete"))
    run.act(next(at for at, move in enumerate(run.table.moves()) if move.text == 'add 2 to "Hired Skirmishers"'))
    assert run.lost
    assert run.solver.positions < 5_000  # to the end of the turn there are more than 60,000


def test_the_game_goes_on_where_a_stop_has_ended_with_a_roll():
    lesson = read_lesson(find_lesson("star_wars/00_the_race"))
    step = lesson.step("part-built")
    left = growing_checks.ends_of_stop(lesson, step)
    assert [(text, state.step.chance) for text, state in left] == [('part-build "Siege Hauler"', True)]
    following = rails.next_stop(lesson, step, left[0][1])
    assert following is not None
    assert state_of(lesson, following).players[0].build == 2  # the die of the table shows 1, and all arenas have a unit


def test_the_shipped_game_has_no_fault():
    assert check_file(LESSON.path) == []


def test_a_try_is_kept_with_what_refuses_it_at_its_moment():
    assert LESSON.step("a-guard").tries == {'attack "Mossback Guard" -> cores': {"not_new"}}
    run = open_session(LESSON, LESSON.step("a-guard"))
    attempt = run.table.read_try('attack "Mossback Guard" -> cores')
    assert attempt is None or not run.invited_by(attempt)  # before the Guard is there, and before its phase


@pytest.mark.parametrize(
    ("id", "entries", "fault"),
    [
        ("colour", {"play": ['summon "Dawn Acolyte"']}, "'summon \"Dawn Acolyte\"' cannot be played"),
        ("colour", {"line": ['summon "Ember Sprinter"']}, "step 'colour', line: .* cannot be played"),
        ("energy", {"line": ['tried charge energy "Mossback Guard" up']}, "it is allowed at this moment"),
        ("block", {"position": {"turn": 3}}, "has no entry 'position'"),
        ("a-guard", {"ticks": ["One"]}, "ticks are not as many"),
    ],
)
def test_a_game_that_does_not_run_is_refused(id, entries, fault):
    with pytest.raises(DataError, match=fault):
        change_stop(id, **entries)


LONG = "The rival has turned a card into energy and it is your turn to do the same thing."


@pytest.mark.parametrize(
    ("entry", "text", "fault"),
    [
        ("text", LONG, "text has a sentence of 18 words; at most 14"),
        ("goal", "Turn one Mossback Guard of your hand into energy, please.", "goal has 10 words; at most 9"),
        ("after", "It is there. " * 8, "after has 24 words; at most 21"),
        ("nudge", "Obviously, a Guard does it.", "nudge says 'Obviously'. Better: leave it out"),
        ("text", "Cards cost energy (エネルギー).", "text has Japanese in it"),
        ("say", {"end attack": "No. " * 19}, "say end attack has 19 words; at most 18"),
    ],
)
def test_the_check_refuses_words(entry, text, fault):
    lesson = change_stop("energy", **{entry: text})
    assert any(fault in problem for problem in growing_checks.find_word_problems(lesson.step("energy")))


@pytest.mark.parametrize(
    ("id", "entry", "fault"),
    [
        ("energy", "back", "after 'charge energy \"Ember Sprinter\" up' a later stop cannot be reached"),
        ("a-guard", "meets", "meets no misconception"),
    ],
)
def test_the_check_refuses_what_is_missing(id, entry, fault):
    lesson = change_stop(id, **{entry: None})
    assert any(fault in problem for problem in growing_checks.find_game_problems(lesson, lesson.step(id)))


def test_the_check_refuses_a_sentence_that_blames_a_move_of_the_line():
    lesson = change_stop("haste", say={"end main": "You have not summoned a Sprinter yet."})
    problems = [*growing_checks.find_stray_sentences(lesson, lesson.step("haste"))]
    assert len(problems) == 1
    assert "which is a move of its line" in problems[0]


def test_the_check_refuses_a_long_film():
    play = [*LESSON.step("colour").get("play")[:-1], *["end turn"] * 6]
    lesson = lesson_of({**DATA, "step": [DATA["step"][0], {**DATA["step"][1], "play": play, "line": []}]}, LESSON.path)
    assert any("its film has 9 beats" in one for one in growing_checks.find_game_problems(lesson, lesson.steps[1]))


def test_the_check_refuses_a_card_that_is_not_among_those_of_the_lesson():
    data = copy.deepcopy(DATA)
    data["cards"].remove("Dawn Acolyte")
    assert any(
        "Dawn Acolyte is on the table" in one for one in growing_checks.find_problems(lesson_of(data, LESSON.path))
    )


def test_the_check_counts_stops_tries_and_words():
    data = copy.deepcopy(DATA)
    for row in data["step"]:
        row["text"] = "It is so. " * 15
    data["step"] = data["step"][:4]
    problems = "\n".join(growing_checks.find_problems(lesson_of(data, LESSON.path)))
    assert "has 4 stops" in problems
    assert "asks for 0 tries" in problems
    assert "text, goal and after have" in problems


def test_a_word_is_pale_only_if_the_game_is_the_same_without_it():
    def faults(**pale):
        return [*growing_checks.find_pale_problems(lesson_of(DATA | {"pale": pale}, LESSON.path))]

    assert faults(Ward="without:choose.no_ward", rank="rank_of_one") == []
    assert "without fatigue the game is another one" in faults(fatigue="M13")[0]
    assert "there is no counter-rule" in faults(Ward="nonsense")[0]


@pytest.mark.parametrize(
    ("id", "entries", "fault"),
    [
        ("say-it-back", {"stray": [{"text": "So it is.", "belief": "M99"}]}, "is what no belief says"),
        ("say-it-back", {"lines": [{"text": "So it is.", "clause": "ALT-99.9"}]}, "names no clause"),
        (
            "say-it-back",
            {"lines": [{"text": "So it is.", "clause": "ALT-13.1", "is": "rival.cores = 1"}]},
            "is not true here",
        ),
        ("your-core", {"clause": None}, "no event decides the answer"),
        ("two-against-two", {"among": "you.field"}, "nothing or everything is to be pointed at"),
        ("a-guard", {"kind": "turn", "success": ["win this turn"], "ticks": None}, "the goal cannot be reached"),
    ],
)
def test_the_check_refuses_a_stop_without_a_fair_answer(id, entries, fault):
    lesson = change_stop(id, **entries)
    with pytest.raises(DataError, match=fault):
        check_step(lesson, lesson.step(id))


def test_the_check_refuses_a_number_that_nothing_decides():
    herald = read_lesson(find_lesson("altaria/00_the_herald"))
    data = copy.deepcopy(loader.read_toml(herald.path))
    next(row for row in data["step"] if row["id"] == "two-at-once")["of"] = "you.altar"
    lesson = lesson_of(data, herald.path)
    with pytest.raises(DataError, match="no event decides part"):
        check_step(lesson, lesson.step("two-at-once"))


# Films.


def test_a_film_tells_in_a_few_beats_what_matters():
    _, beats = film_of_stop(LESSON, LESSON.step("colour"))
    assert [beat.text for beat in beats] == [
        "Turn 3: the rival's turn. The rival draws a card.",
        "The rival puts Dawn Acolyte on the altar, upright.",
        "The rival summons Dawn Acolyte.",
        "Turn 4: your turn. You draw Mossback Guard.",
    ]
    assert beats[-1].end.state.canonical_key() == state_of(LESSON, LESSON.step("colour")).canonical_key()


def test_all_goes_to_the_stop_at_once(monkeypatch):
    me = Player(monkeypatch)
    me.follow()
    me.tell("command", name="next")
    assert isinstance(me.run, StopFilm)
    me.tell("command", name="skip")
    assert me.run.step.id == "colour"
    assert me.stage.coach["title"] == "Colour"
    assert [line["text"] for line in me.stage.events][-1] == "Turn 4: your turn. You draw Mossback Guard."


# Played.


def test_the_game_is_won_along_its_lines(monkeypatch):
    me = Player(monkeypatch)
    me.follow_to("say-it-back")
    assert me.seen == 19
    assert me.page.done == {step.id for step in LESSON.steps[:-1]}
    me.follow()
    assert me.run.done
    assert me.run.feedback["tone"] == "right"


NAMES = (path.relative_to(loader.FOLDER).with_suffix("").as_posix() for path in loader.FOLDER.glob("*/*.toml"))
OTHERS = sorted(
    name for name in NAMES if not name.startswith("altaria/") and "table" in loader.read_toml(find_lesson(name))
)


@pytest.mark.parametrize("name", OTHERS)
def test_a_growing_game_of_another_course_is_won_along_its_lines(monkeypatch, name):
    lesson = read_lesson(find_lesson(name))
    me = Player(monkeypatch, lesson)
    me.follow_to(lesson.steps[-1].id)
    assert state_of(lesson, lesson.steps[-1], run=False).result.winner == 0
    me.follow()
    assert me.page.done == {step.id for step in lesson.steps}


GAMES = sorted(path for path in loader.FOLDER.glob("*/*.toml") if "table" in loader.read_toml(path))
"""The files of all growing games."""
LATER = sorted(path.stem for path in (loader.FOLDER / "altaria").glob("*.toml") if "table" in loader.read_toml(path))


@pytest.mark.parametrize("stem", LATER)
def test_a_growing_game_of_altaria_is_won_at_its_last_turn_and_not_before(stem):
    lesson = read_lesson(find_lesson(f"altaria/{stem}"))
    *earlier, turn, told = (state_of(lesson, step, run=False).result for step in lesson.steps)
    assert {*earlier, turn} == {None}
    assert told.winner == 0


@pytest.mark.parametrize(
    ("line", "winner", "clause"),
    [
        (["skip charge", "end main", "end attack"], None, ""),
        (['charge altar "Ember Sprinter"', 'activate "Kindled Arrow"', 'choose "Twilight Pilgrim" 1'], None, ""),
        (['charge altar "Ember Sprinter"', 'activate "Kindled Arrow"', 'choose "Hollow Mourner"'], 0, "ALT-16.3"),
        (['charge altar "Workshop Insight"', "end main", 'attack "Hollow Mourner" -> core *'], None, ""),
    ],
)
def test_the_rivals_last_draw_comes_before_its_six_altar_cards_win(line, winner, clause):
    """Without the draw that the Mourner makes it take, the rival has a card left and wins in its Main Phase."""
    lesson = read_lesson(find_lesson("altaria/00_last_cards"))
    state = state_of(lesson, lesson.step("your-turn"), run=False)
    for text in (*line, "end turn"):
        if state.turn == 24:
            loader.growing.play_move(state, text)
    if winner is None:
        assert (state.result, state.turn, len(state.both[1].deck)) == (None, 25, 1)
        loader.growing.play_move(state, "skip charge")
        winner, clause = 1, "ALT-16.5"
    assert (state.result.winner, state.result.clause) == (winner, clause)


def test_a_film_tells_of_an_ambush():
    lesson = read_lesson(find_lesson("altaria/00_fog"))
    texts = [beat.text for beat in film_of_stop(lesson, lesson.step("out-of-the-fog"))[1]]
    assert "The rival summons Fogbound Watcher by Ambush." in texts


def test_a_line_goes_on_from_its_own_end_to_the_next_stop():
    lesson = read_lesson(find_lesson("altaria/00_fog"))
    for step in lesson.steps[:-1]:
        state = state_of(lesson, step, run=False)
        for line in (*step.get("script", ()), *loader.growing.lines_of(step.data)[0]):
            if not line.startswith("tried "):
                loader.growing.play_move(state, line)
        assert rails.next_stop(lesson, step, state) is not None, step.id


def test_where_the_goal_says_it_all_no_ticks_are_shown():
    lesson = read_lesson(find_lesson("altaria/00_fog"))
    assert open_session(lesson, lesson.step("your-fog")).coach()["ticks"] == []
    assert len(open_session(LESSON, LESSON.step("haste")).coach()["ticks"]) == 2


def test_a_unit_more_on_your_own_table_stays_there_in_the_stops_that_follow():
    lesson = read_lesson(find_lesson("altaria/00_words_on_units"))
    step = lesson.step("ward-and-magic")
    state = state_of(lesson, step, run=False)
    for line in ('charge altar "Gulch Archer"', 'summon "Vine Prowler"', *loader.growing.lines_of(step.data)[0][1:]):
        loader.growing.play_move(state, line)
    following = rails.next_stop(lesson, step, state)
    assert following is not None
    assert any("Vine Prowler" in str(unit) for unit in following.position["P1"]["field"])


def test_a_stop_at_which_nothing_is_played_leaves_its_window_open():
    """The learner marks who can guard, and then guards in the same window."""
    lesson = read_lesson(find_lesson("dgrayman/00_nine_points"))
    asked, answered = lesson.step("who-can-guard"), lesson.step("guard")
    assert state_of(lesson, answered, run=False).step.window
    run = open_session(lesson, asked)
    following = rails.next_stop(lesson, asked, run.table.state)
    assert following is not None
    assert following.position == answered.position


def test_the_learners_own_table_goes_on(monkeypatch):
    """Another core, the Guard on the altar instead of with the energy, and the second line of a later stop."""
    me = Player(monkeypatch)
    me.follow_to("haste")
    me.move('summon "Ember Sprinter"')
    me.move("end main")
    me.move('attack "Ember Sprinter" -> cores 4')
    me.go_on()
    assert me.run.table.state.position() != state_of(LESSON, LESSON.step("your-core"), run=False).position()
    me.follow()
    me.go_on()
    me.move('charge altar "Mossback Guard"')
    me.move("end main")
    me.attempt('attack "Ember Sprinter" -> "Dawn Acolyte" 2')
    me.move('attack "Ember Sprinter" -> cores 1')
    assert "say" not in me.run.feedback or not me.run.feedback["say"]
    me.go_on()
    me.follow()
    me.go_on()
    assert len(me.run.step.position["P1"]["altar"]) == 2
    me.move('charge energy "Mossback Guard" up')
    me.move('summon "Mossback Guard"')
    me.move("end main")
    me.attempt('attack "Mossback Guard" -> cores')
    me.go_on()
    me.follow_to("say-it-back")
    assert state_of(me.page.lesson, me.run.step, run=False).result.winner == 0


def test_a_move_that_would_spoil_the_game_counts_and_the_table_is_set_back(monkeypatch):
    me = Player(monkeypatch)
    me.move('charge energy "Ember Sprinter" up')
    assert me.run.done
    assert "the game continues with a Guard" in me.run.feedback["say"]
    me.go_on()
    assert me.run.step == LESSON.step("colour")


def test_only_a_move_that_matters_sets_the_table_back():
    step = LESSON.step("not-that-one")
    ends = dict(growing_checks.ends_of_stop(LESSON, step))
    assert len(ends) == 2
    assert all(rails.next_stop(LESSON, step, end) is not None for end in ends.values())
    step = LESSON.step("energy")
    ends = dict(growing_checks.ends_of_stop(LESSON, step))
    assert {text for text, end in ends.items() if rails.next_stop(LESSON, step, end) is None} == {
        'charge energy "Ember Sprinter" up'
    }


def test_a_try_counts_at_its_moment_only(monkeypatch):
    me = Player(monkeypatch)
    me.follow_to("a-guard")
    me.move('charge altar "Mossback Guard"')
    me.move('summon "Mossback Guard"')
    assert not me.run.done
    me.attempt('attack "Mossback Guard" -> cores')
    assert not me.run.tries
    assert "too early" in me.run.feedback["say"]
    me.move("end main")
    me.attempt('attack "Mossback Guard" -> cores')
    assert me.run.done
    assert me.run.beside is None


def test_what_is_settled_is_not_asked():
    run = open_session(LESSON, LESSON.step("energy"))
    assert not [move.text for move in run.table.moves() if move.text.endswith(" down")]
    assert any(move.text.endswith('"Ember Sprinter" up') for move in run.table.moves())


def test_in_lab_the_next_cell_takes_up_the_table(monkeypatch):
    monkeypatch.setattr(page, "is_in_app", lambda: False)
    lesson = LessonPage(LESSON, keep=False)
    haste, core = lesson.step("haste"), lesson.step("your-core")
    me = Player.__new__(Player)
    me.page, me.stage, me.seen = lesson, haste, 0
    me.film()
    before = lesson.sessions["your-core"].step.before
    me.move('summon "Ember Sprinter"')
    me.move("end main")
    me.move('attack "Ember Sprinter" -> cores 3')
    assert me.run.done
    assert lesson.stages["your-core"] is core
    assert lesson.sessions["your-core"].step.before != before


# The new kinds.


def test_a_wrong_place_is_answered_with_a_cue_then_with_the_film():
    run = open_session(LESSON, LESSON.step("your-core"))
    run.answered(["0.graveyard"])
    run.check()
    assert run.feedback["say"].startswith("Nothing is thrown away.")
    assert not run.done
    assert not run.reel
    run.answered(["1.hand"])
    run.check()
    assert run.done
    assert run.feedback["tone"] == "wrong"
    assert run.reel


def test_of_several_cards_the_right_ones_stay():
    run = open_session(LESSON, LESSON.step("two-against-two"))
    right, others = run.right_places(), [ref for ref, _ in run.places() if ref not in run.right_places()]
    assert len(right) == 2
    run.answered([right[0], others[0]])
    run.check()
    assert run.marked == right[:1]
    run.answered(right)
    run.check()
    assert run.feedback["tone"] == "right"


def test_a_number_is_typed():
    herald = read_lesson(find_lesson("altaria/00_the_herald"))
    run = open_session(herald, herald.step("two-at-once"))
    options = run.coach()["choices"]["items"][0]["options"]
    assert [option["id"] for option in options] == [str(digit) for digit in range(10)]
    run.answered({"0": "6"})
    run.check()
    assert run.feedback["say"] == "Look at the number beside the Herald's diamond."
    run.answered({"0": "5"})
    run.check()
    assert run.feedback["tone"] == "right"


def test_what_is_announced_is_drawn_before_the_answer():
    run = open_session(LESSON, LESSON.step("two-against-two"))
    assert {run.scene()["arrow"]["from"], *run.scene()["arrow"]["to"]} == {*run.right_places()}


def test_an_answer_in_lines_is_kept_up_to_the_first_that_does_not_follow():
    run = open_session(LESSON, LESSON.step("say-it-back"))
    run.answered(["0", "stray 0", "2"])
    run.check()
    assert run.picks == ["0"]
    assert run.feedback["facts"][0]["clause"] == "ALT-4.6"
    run.answered(["0", "2", "1"])
    run.check()
    assert run.feedback["title"].startswith("Something else comes first")
    assert run.picks == ["0"]
    run.answered(["0", "1", "2"])
    run.check()
    assert run.feedback["tone"] == "right"


def test_the_lines_never_stand_in_the_right_order():
    for seed in range(40):
        run = open_session(LESSON, LESSON.step("say-it-back"), seed=seed)
        assert [id for id, _ in run.all_lines() if id in run.right_picks()] != run.right_picks()


# Logs.


@pytest.mark.parametrize("id", ["your-core", "two-against-two", "say-it-back"])
def test_an_answer_of_a_log_is_judged_again(id):
    step = LESSON.step(id)
    right = right_answer(LESSON, step)
    event = Event(
        time="", learner="", game="altaria", lesson=NAME, step=id, kind=step.kind, verdict="right", actions=right
    )
    assert replay_answer(event).verdict == "right"
    assert profile_step(LESSON, step).options >= 10


def test_a_belief_tells_another_place():
    """M7: broken cores go to the graveyard."""
    assert profile_step(LESSON, LESSON.step("your-core")).beliefs["M7"] == ("0: 0.graveyard",)


def test_an_answer_from_the_learners_own_table_does_not_contradict_the_log():
    event = Event(
        time="",
        learner="",
        game="altaria",
        lesson=NAME,
        step="a-guard",
        kind="do",
        verdict="right",
        actions=('charge altar "Ember Sprinter"',),
    )
    assert replay_answer(event).verdict != "right"
    assert replay_answer(replace(event, seed=rails.OWN_TABLE)) is None


# The learner's own turn.


def own_turn(monkeypatch):
    """Return the player at the last turn of the game."""
    me = Player(monkeypatch)
    me.follow_to("your-turn")
    return me


def test_in_the_last_turn_cards_have_buttons_for_what_the_game_has_shown_and_no_others(monkeypatch):
    me = own_turn(monkeypatch)
    zones = {zone["id"]: zone["cards"] for zone in me.stage.scene["players"][0]["zones"]}
    assert [kind["label"] for kind in zones["0.hand"][0]["kinds"]] == [
        "Summon",
        "Charge to the altar",
        "Charge as energy",
    ]
    assert {kind["kind"] for kind in zones["0.field"][0]["kinds"]} == {"attack_cores", "block"}


def controls(me):
    return {control["name"]: control["enabled"] for control in me.stage.coach["controls"]}


def test_a_move_of_the_last_turn_can_be_taken_back_also_when_it_has_ended_the_turn(monkeypatch):
    me = own_turn(monkeypatch)
    assert controls(me)["undo"] is False
    me.move('charge energy "Mossback Guard" up')
    me.move('summon "Ember Sprinter"')
    me.move("end main")
    me.tell("command", name="undo")
    assert me.run.table.state.step.name == "MAIN"
    me.move("end main")
    me.move("end attack")
    assert me.run.lost
    me.tell("command", name="undo")
    assert not me.run.lost
    me.move(me.plain('attack "Ember Sprinter" -> core *'))
    me.move(me.plain('attack "Mossback Guard" -> core *'))
    assert me.run.done


def test_the_first_lost_turn_asks_and_the_second_one_tells_the_way(monkeypatch):
    me = own_turn(monkeypatch)
    for way_is_told in (False, True):
        me.move("skip charge")
        me.move("end main")
        me.move("end attack")
        assert me.run.lost
        assert "The rival still has 2 cores" in me.run.feedback["facts"][0]["fact"]
        assert "Which two units can attack this turn?" in me.run.feedback["say"]
        assert "Refused" not in me.run.feedback["say"]
        assert ("One way:" in me.run.feedback["say"]) is way_is_told
        assert me.stage.scene["now"] == "The turn is over, and the goal is not reached."
        me.tell("command", name="reset")


def test_a_score_that_can_be_seen_from_the_cards_is_hidden_where_it_is_asked_for():
    lesson = read_lesson(find_lesson("star_wars/00_two_of_three"))
    run = open_session(lesson, next(step for step in lesson.steps if step.id == "control"))

    def signs():
        return [{score["sign"] for score in side["scores"]} for side in run.scene()["players"]]

    assert all("star" not in one and "spark" in one for one in signs())
    run.answered({"0": run.truth("you.arenas")})
    run.check()
    run.seek(len(run.reel))
    assert all("star" in one for one in signs())


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_opening_words_of_a_game_are_shown_at_its_first_stop(path):
    lesson = read_lesson(path)
    opened = LessonPage(lesson, keep=False)
    opened.stage_of(lesson.steps[0])
    assert lesson.table["text"] in opened.sessions[lesson.steps[0].id].stage()["coach"]["text"]
