"""The contents of a film, what decides a question about it, and what a verdict leaves out."""

from pathlib import Path

from tutor.lessons import loader
from tutor.lessons.event_films import SCRIPTED_KINDS
from tutor.lessons.page import open_session
from tutor.lessons.scripts import play_script


def run(kind, game="altaria", **entries):
    """Return the session of a single step of a game."""
    row = {"id": "one", "kind": kind, "title": "t", "text": "t", "goal": "g", **entries}
    lesson = loader.lesson_of({"game": game, "title": "t", "step": [row]}, Path("one.toml"))
    return open_session(lesson, lesson.steps[0])


def kinds(happened):
    return [one.event.kind for one in happened]


MORNING = {
    "turn": 7,
    "step": "HEAL",
    "you": {"energy": "2, fatigued", "field": ["Ember Sprinter, fatigued"], "hand": ["Tide Scout"]},
    "rival": {"field": ["Tide Scout, fatigued"]},
}


def test_a_film_that_begins_in_an_automatic_step_shows_what_happens_in_it():
    taken = run("watch", position=MORNING, script=[])
    assert kinds(taken.reel) == ["healed", "drew"]
    assert taken.first.step.name == "HEAL"


def test_the_setup_can_be_watched():
    table = {"deck": 40, "cores": 0}
    taken = run("watch", position={"turn": 0, "step": "SHUFFLE", "you": table, "rival": table}, script=[])
    assert kinds(taken.reel) == ["shuffled", "cores_set", "cores_set", "opening_hand", "opening_hand"]


def test_a_do_step_in_an_automatic_step_goes_on_to_its_decision():
    taken = run("do", position=MORNING, success=["you.energy = 3"])
    assert taken.table.state.step.name == "CHARGE"


def test_healing_decides_for_every_card_and_for_both_sides():
    parts = [
        {"ask": "a", "of": 'orientation "Ember Sprinter"', "options": ["upright", "fatigued"]},
        {"ask": "b", "of": 'orientation "Tide Scout"', "options": ["upright", "fatigued"]},
    ]
    taken = run("predict", position=MORNING, script=[], parts=parts)
    assert [taken.truth(part["of"]) for part in parts] == ["upright", "fatigued"]
    assert [taken.deciding(part["of"]).event.kind for part in parts] == ["healed", "healed"]


def test_what_the_other_player_cannot_know_is_counted():
    position = {"turn": 7, "step": "CHARGE", "you": {"hand": ["Tide Scout", "Ember Sprinter"], "energy": ["2, up", 1]}}
    parts = [
        {"ask": "a", "of": "hidden you.energy", "options": [1, 2, 4]},
        {"ask": "b", "of": "hidden rival.hand", "options": [0]},
        {"ask": "c", "of": "hidden rival.cores", "options": [7]},
    ]
    taken = run("predict", position=position, script=['charge energy "Tide Scout" down'], parts=parts)
    assert [taken.truth(part["of"]) for part in parts] == ["2", "0", "7"]
    assert taken.deciding("hidden you.energy").event.clause == "ALT-8.3"


def test_a_refutation_does_not_tell_that_nothing_was_turned_upright():
    position = {"turn": 1, "step": "CHARGE", "you": {"hand": ["Tide Scout", "Ember Sprinter"]}, "rival": {"hand": 5}}
    taken = run("do", position=position, success=["you.energy = 1"])
    taken.act(next(at for at, move in enumerate(taken.table.moves()) if move.text == "skip charge"))
    assert taken.lost
    assert [fact["clause"] for fact in taken.feedback["facts"]] == [""]


def test_where_a_card_went_is_not_where_another_of_its_name_lies_unseen():
    arrow = {
        "you": {"hand": ["Kindled Arrow"], "energy": 3, "altar": ["Kiln Drummer"]},
        "rival": {"hand": ["Kindled Arrow"], "field": ["Tide Scout"]},
    }
    parts = [{"ask": "a", "of": 'zone "Kindled Arrow"', "options": ["graveyard", "hand"]}]
    taken = run("predict", position=arrow, script=['activate "Kindled Arrow"', 'choose "Tide Scout"'], parts=parts)
    assert taken.truth('zone "Kindled Arrow"') == "graveyard"


def test_what_the_other_player_draws_does_not_decide_about_ones_own_hand():
    position = {"turn": 1, "step": "HEAL", "you": {"hand": 5}, "rival": {"hand": 5}}
    taken = run("predict", position=position, script=["skip charge", "end main", "end attack"], parts=[])
    assert taken.deciding("you.hand").event.clause == "ALT-7.6"
    assert taken.deciding("rival.hand").event.clause == "ALT-7.5"


def test_one_event_that_decides_two_wrong_answers_is_told_once():
    parts = [
        {"ask": "a", "of": 'orientation "Ember Sprinter"', "options": ["upright", "fatigued"]},
        {"ask": "b", "of": 'orientation "Tide Scout"', "options": ["upright", "fatigued"]},
    ]
    taken = run("predict", position=MORNING, script=[], parts=parts)
    taken.answered({"0": "fatigued", "1": "upright"})
    taken.check()
    assert [fact["clause"] for fact in taken.feedback["facts"]] == ["ALT-7.3"]


def test_in_the_last_picture_what_happened_last_has_happened():
    """An event may be recorded before its card moves; no later picture would show the last move."""
    contest = {
        "step": "A1",
        "arena": "character",
        "you": {"force": 5, "character": ["Oren Vash C"]},
        "rival": {"force": 5, "character": ["Oren Vash B", "Varkas Thorne"]},
    }
    taken = run("watch", "star_wars", position=contest, script=["bid 1", "raise 2", "pass", "pass"])
    taken.seek(len(taken.reel))
    assert taken.reel[-1].event.kind.startswith("contest_lost")
    assert taken.on_screen().game.rules.zone(taken.on_screen(), 1, "discard") == ["Oren Vash B"]


def test_hits_are_counted_up_to_what_destroys_only_until_the_damage_lies_there():
    lesson = loader.read_lesson(loader.find_lesson("star_wars/04_battles"))
    taken = open_session(lesson, lesson.step("four-pauses"))
    kinds = [one.event.kind.split(".")[0] for one in taken.reel]
    tallies = {kind: one.state.game.rules.tallies(one.state, 0) for kind, one in zip(kinds, taken.reel, strict=True)}
    assert [[(side.value, side.of) for side in one.sides] for one in tallies["damage_altered"]] == [[(3, 5), (3, 5)]]
    assert tallies["battle_over"] == []


def test_every_picture_of_a_film_is_drawn():
    """Even one between the parts of a step, when the next ability is not yet known."""
    lesson = loader.read_lesson(loader.find_lesson("altaria/00_words_on_units"))
    film = open_session(lesson, lesson.step("the-last-word"))
    film.handle({"type": "answer", "stamp": film.stamp, "picks": film.right_places()})
    film.handle({"type": "command", "stamp": film.stamp, "name": "check"})
    assert len(film.reel) == 10
    for number in range(len(film.reel) + 1):
        film.seek(number)
        assert film.scene()["players"]


def test_in_the_cleanup_of_a_fight_every_card_lies_in_one_place_and_no_total_is_told():
    lesson = loader.read_lesson(loader.find_lesson("kingdom_hearts/03_challenge"))
    taken = open_session(lesson, lesson.step("by-turns"))
    totals = []
    for number in range(len(taken.reel) - 6, len(taken.reel)):
        state = taken.reel[number].state
        for seat, player in enumerate(state.players):
            lying = [*player.deck, *player.hand, *player.discard, *player.worlds, *state.fight.used[seat]]
            assert len(lying) + len(player.allies) == 40, taken.reel[number].event.kind
        taken.seek(number + 1)
        totals.append([side["value"] for row in taken.scene()["tallies"] for side in row["sides"]])
    assert totals == [[8, 7], [8, 7], [], [], [], []]


def test_a_second_card_of_a_name_decides_how_many_allies_there_are():
    lesson = loader.read_lesson(loader.find_lesson("kingdom_hearts/04_allies_magic_equipment"))
    taken = open_session(lesson, lesson.step("cassim-again"))
    assert taken.deciding("you.allies").event.clause == "KH-17.1"


def test_each_part_of_a_prediction_is_told_by_the_event_that_it_is_about():
    """What an obstacle has next turn follows from the end of the Battle; an ally that joined leaves when it is over."""
    lesson = loader.read_lesson(loader.find_lesson("kingdom_hearts/02_battle"))
    told = {}
    for id in ("who-goes-home", "not-enough"):
        run = open_session(lesson, lesson.step(id))
        for part in run.step.get("parts"):
            if part["of"] in ("destroyed", 'zone "Gorro"', 'power "Blank Lancer"'):
                told[part["of"]] = run.deciding(part["of"]).event.clause
    assert told["destroyed"] == "KH-9.11"
    assert told['zone "Gorro"'] == "KH-9.14"
    assert told['power "Blank Lancer"'] == "KH-9.12"


def dgrayman(*kinds_of_step):
    lessons = [loader.read_lesson(path) for path in sorted((loader.FOLDER / "dgrayman").glob("*.toml"))]
    return [(lesson, step) for lesson in lessons for step in lesson.steps if step.kind in kinds_of_step]


def test_in_a_log_the_illegal_line_reads_unlike_those_before_it_and_answers_come_from_the_other_side():
    for lesson, step in dgrayman("spot"):
        log = open_session(lesson, step)
        assert log.texts()[log.number()] not in log.texts()[: log.number()], step.where
        for line in log.lines:
            answers = line.text.startswith(("guard", "intercept"))
            assert line.speaker != line.moment.turn_player or not answers, step.where


def test_no_film_breaks_off_where_a_skill_card_must_name_something():
    for lesson, step in dgrayman("watch", "predict"):
        start = loader.state_of(lesson, step, run=False).copy().listen(film=True)
        end, _ = play_script(start, step.get("script"), step.get("when"))
        assert end.step.name != "ANNOUNCE", step.where


def test_a_search_in_a_lesson_is_no_fight_either():
    lesson = loader.read_lesson(loader.find_lesson("dgrayman/04_attack_guard_intercept"))
    ticks = open_session(lesson, lesson.step("two-in-the-way")).coach()["ticks"]
    assert ticks[-1]["text"] == "All of it still true when the action is over"


def test_a_film_that_ends_with_a_fight_still_shows_the_last_line_of_its_script():
    cut = []
    for path in sorted(Path(loader.__file__).parent.glob("*/*.toml")):
        lesson = loader.read_lesson(path)
        for step in lesson.steps:
            when, script = step.get("when"), step.get("script")
            if step.kind not in SCRIPTED_KINDS or when not in loader.FIGHT_ENDS or not script:
                continue
            shown, before = (
                len(play_script(loader.state_of(lesson, step, run=False).copy().listen(film=True), lines, end)[1])
                for lines, end in ((script, when), (script[:-1], loader.NEXT_CHOICE))
            )
            if shown <= before:
                cut.append(f"{path.stem}/{step.id}")
    assert cut == []
