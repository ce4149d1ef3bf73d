"""Problems that newcomers once had on the board of a lesson."""

import pytest

import engines
from engines.errors import DataError
from tutor.lessons import loader
from tutor.lessons.page import open_session
from tutor.matches import feedback
from tutor.matches.match import Match, Setup
from tutor.matches.playthrough import Playthrough

ALTARIA = engines.load("altaria")


def taken(lesson, id):
    """Return the session of a step in Altaria's course."""
    found = loader.read_lesson(loader.FOLDER / "altaria" / f"{lesson}.toml")
    return open_session(found, found.step(id))


def tell(run, **message):
    """Send a message as the stage would."""
    run.handle({"stamp": run.stamp, **message})
    return run


def move(run, text):
    """Make the move with this text."""
    tell(run, type="move", id=next(at for at, one in enumerate(run.table.moves()) if one.text == text))


def test_an_arrow_at_fewer_cores_than_the_rank_of_now_does_not_say_that_no_more_are_left():
    """A break rank may have changed since the declaration; the rank at that time counts (ALT-11.7)."""
    state = ALTARIA.position(
        {
            "step": "BLOCK",
            "unreachable": True,
            "player": "rival",
            "attack": {"attacker": "Lamplit Knight", "cores": [4]},
            "you": {"field": ["Reef Gatekeeper"]},
            "rival": {"field": ["Lamplit Knight, fatigued", "Dawn Acolyte"]},
        }
    )
    arrow = ALTARIA.rules.table(state, 0).arrow
    assert (arrow.text, arrow.clause) == ("Break rank 1: the attack points at exactly 1 core.", "ALT-11.4")


def test_an_attack_that_points_at_too_few_cores_is_no_position():
    field = {"field": ["Lamplit Knight, fatigued", "Dawn Acolyte"]}
    where = {"step": "BLOCK", "player": "rival", "you": {"field": ["Reef Gatekeeper"]}, "rival": field}
    with pytest.raises(DataError, match="must choose 2"):
        ALTARIA.position({**where, "attack": {"attacker": "Lamplit Knight", "cores": [4]}})
    ALTARIA.position({**where, "attack": {"attacker": "Lamplit Knight", "cores": [4, 5]}})


def test_a_step_that_ends_later_than_its_ticks_says_so_and_hints_at_what_ends_it():
    run = taken("05_keywords_and_forces", "nobody-is-lost")
    last = run.stage()["coach"]["ticks"][-1]
    assert last == {"text": "All of it still true when the turn is over", "done": False}
    assert run.rule_hint()[:2] == ["ALT-11.10", "ALT-14.4"], "what decides the step, not how Magic is activated"
    for _ in range(20):
        if run.table.state.step.name == "ATTACK" and not run.open_ticks():
            break
        line = run.solution()
        number = next(at for at, one in enumerate(run.table.moves()) if one.actions[0] == line[0])
        tell(run, type="move", id=number)
    assert run.feedback["say"].startswith("So far the goal is met.")
    assert not run.done
    assert run.rule_hint() == ["ALT-11.12"], "who ends the phase"
    move(run, "end attack")
    assert run.done
    assert run.stage()["coach"]["ticks"][-1]["done"]


def attacking(field, rival):
    """Return the session of a step in the Attack Phase in which one core is to be broken."""
    position = {"turn": 9, "step": "ATTACK", "you": {"field": field}, "rival": rival}
    step = {"id": "attack", "kind": "do", "title": "Attack", "text": "Attack.", "goal": "Break a core."}
    step |= {"success": ["rival.hand >= 1"], "position": position}
    data = {"game": "altaria", "title": "Attack", "can": [], "before": [], "later": [], "step": [step]}
    lesson = loader.lesson_of(data, loader.FOLDER / "altaria" / "04_attacking.toml")
    return open_session(lesson, lesson.step("attack"))


def test_the_form_of_the_text_view_makes_a_legal_move():
    run = attacking(["Sunlit Herald"], {"cores": 1, "field": ["Mossback Guard"]})
    tell(run, type="try", kind="attack_cores", **{"from": "0.field.1", "to": "1.cores.0"})
    assert run.table.state.attack is not None or run.lost, "the attack was made, as its button would have made it"


def test_a_try_that_may_mean_several_legal_moves_asks_which():
    run = attacking(["Ember Sprinter, new", "Mossback Guard, new"], {"cores": 7})
    tell(run, type="try", kind="attack_cores", **{"from": "0.field.1", "to": None})
    assert run.feedback["title"] == "This can be done in 7 ways. Name card and target as well."
    assert not run.table.history


@pytest.mark.parametrize(
    "path", sorted((loader.FOLDER / "altaria").glob("*.toml")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_ones_own_open_cards_have_faces(path):
    lesson = loader.read_lesson(path)
    for step in lesson.steps:
        if step.unseen and step.kind in ("do", "solve"):
            zones = open_session(lesson, step).stage()["scene"]["players"][0]["zones"]
            for zone in zones:
                if zone["role"] in ("energy", "altar", "field", "hand"):
                    assert all(card["face"] for card in zone["cards"]), (step.id, zone["title"])


def test_a_question_about_an_effect_names_its_card_and_what_it_asks_for():
    run = taken("05_keywords_and_forces", "nobody-is-lost")
    number = next(at for at, one in enumerate(run.table.moves()) if "Kindled Arrow" in one.text)
    tell(run, type="move", id=number)
    assert run.scene()["question"]["text"] == "It becomes fatigued. A Force on it stops."
    move(run, 'pay "Sunlit Herald"')
    asked = "Kindled Arrow asks for one of the rival's units: click a marked one."
    assert run.scene()["question"]["text"] == asked


def test_a_payment_without_a_force_says_nothing_of_forces():
    altar = ["Kiln Drummer", "Sunlit Herald", "Mossback Guard"]
    state = ALTARIA.position({"step": "MAIN", "P1": {"hand": ["Sunlit Herald"], "energy": 5, "altar": altar}})
    state.apply(next(action for action in state.actions if action[0] == "summon"))
    assert Playthrough(state, 0).scene(1)["question"]["text"] == "It becomes fatigued."


@pytest.mark.parametrize(
    ("cores", "says"), [(1, "your last core"), (2, "both of your cores"), (7, "2 of your 7 cores")]
)
def test_how_many_cores_are_attacked_reads_well(cores, says):
    state = ALTARIA.position(
        {
            "step": "BLOCK",
            "player": "P2",
            "attack": {"attacker": "Sunlit Herald", "cores": [1, 2][:cores]},
            "P1": {"field": ["Mossback Guard"], "cores": cores},
            "P2": {"field": ["Sunlit Herald"]},
        }
    )
    question = Playthrough(state, 0).scene(1)["question"]
    assert question["text"] == f"It attacks {says}."


def test_a_core_that_has_just_been_broken_counts_as_lost():
    game = ALTARIA.variant(cores=3)
    attack = {"attacker": "Sunlit Herald", "cores": [1, 2]}
    state = game.position(
        {
            "step": "BLOCK",
            "player": "P2",
            "attack": attack,
            "P1": {"field": ["Mossback Guard"], "cores": ["Headland Gale", "Kiln Drummer", "Kiln Drummer"]},
            "P2": {"field": ["Sunlit Herald"]},
        }
    )
    state.apply(("no_block",))
    assert state.step.name == "CORE_TRIGGER"
    zone = next(one for one in Playthrough(state, 0).scene(1)["players"][0]["zones"] if one["role"] == "cores")
    assert (zone["count"], zone["lost"], len(zone["cards"])) == (1, 2, 3)


def test_a_tied_throw_is_told_with_the_next_question():
    for seed in range(40):
        match = Match(Setup("altaria", "hearth", "tide", "quick", "rules", seed))
        match.play((("throw", "rock"),))
        if match.table.state.step.name == "JANKEN":
            assert feedback.news_feedback(match) == "Janken: both show rock, a tie. Throw again."
            return
    raise AssertionError("no tie in 40 games")


def test_what_is_true_before_anything_is_done_is_ticked_at_the_end():
    lesson = loader.read_lesson(loader.find_lesson("chaos/04_damage_and_levels"))
    run = open_session(lesson, lesson.step("the-last-point"))
    ticks = run.stage()["coach"]["ticks"]
    assert ticks[0]["text"] == "Tailwind Tsubame is face-up"
    assert not any(tick["done"] for tick in ticks)
    line = run.solution()
    number = next(at for at, move in enumerate(run.table.moves()) if move.actions == tuple(line))
    run.handle({"type": "move", "stamp": run.stamp, "id": number})
    assert run.done
    assert all(tick["done"] for tick in run.stage()["coach"]["ticks"])
