"""Questions for which another rule would require no pick, or allow something that is not a card to mark."""

import pytest

import engines
from engines.kernel.chance import RandomSource
from engines.variants.counter_rules import by_id
from engines.variants.written_rules import never_in_play
from tutor.coverage import report
from tutor.coverage.route import unpractised_reasons
from tutor.practice import maker_legality
from tutor.practice.makers import make_question
from tutor.practice.question import session_of
from tutor.practice.survey import load_survey

GAME = engines.load("altaria")
BROKEN = {
    "step": "BLOCK",
    "player": "P2",
    "attack": {"attacker": "Sunlit Herald", "cores": [1, 2]},
    "P1": {"field": ["Mossback Guard"], "cores": ["Headland Gale", "Kiln Drummer", "Kiln Drummer"]},
    "P2": {"field": ["Sunlit Herald"]},
}


def at_the_core_trigger():
    state = GAME.position(BROKEN)
    state.apply(("no_block",))
    assert state.step.name == "CORE_TRIGGER"
    return state


def other(id):
    return by_id(GAME)[id].patched(GAME)


def test_what_a_counter_rule_forbids_is_judged_by_either_game():
    state = at_the_core_trigger()
    assert maker_legality.allowed_texts(state, ["take", 'trigger "Headland Gale"', 'trigger "Kiln Drummer"'], GAME) == (
        True,
        True,
        False,
    )
    assert maker_legality.allowed_texts(state, ["take", 'trigger "Headland Gale"'], other("trigger_must")) == (
        False,
        True,
    )


def test_where_another_game_asks_nobody_only_declining_is_left():
    state = at_the_core_trigger()
    assert maker_legality.allowed_texts(state, ["take", 'trigger "Headland Gale"'], other("no_core_triggers")) == (
        True,
        False,
    )


def test_a_rule_that_changes_nothing_there_is_asked_nothing():
    assert draw_actions("M4") == []


def draw_actions(aim, patterns=range(maker_legality.PATTERNS)):
    state = at_the_core_trigger()
    every = (maker_legality.choose_actions(state, other(aim), RandomSource(1), pattern) for pattern in patterns)
    return [texts for texts in every if texts]


def test_an_action_without_a_card_and_a_kind_with_too_few_cards_are_not_asked():
    assert draw_actions("trigger_must") == [], "to take a card is always allowed, so that its kind is the answer"
    assert draw_actions("no_core_triggers") == [], "one card may be used and one may not, where three are asked about"


def test_each_pattern_of_answers_is_drawn_equally_often():
    alike = [maker_legality.alike_wanted(pattern) for pattern in range(maker_legality.PATTERNS)]
    parts = maker_legality.PARTS
    assert [alike.count(count) for count in range(parts)] == [3, 3, 1], "of two refused and one allowed: three orders"


@pytest.mark.parametrize(("game", "aim"), [("altaria", "no_bulwark"), ("chaos", "partner_does_not_guard")])
def test_the_actions_of_a_question_are_of_one_kind_that_is_allowed_and_refused(game, aim):
    found = [one for seed in range(101, 113) if (one := make_question(game, "which", aim, seed)) is not None]
    answers, numbers = set(), set()
    for question in found:
        assert question.row["kind"] == "predict"
        kinds = {maker_legality.kind_in_words(part["of"]) for part in question.row["parts"]}
        assert (len(question.row["parts"]), len(kinds)) == (maker_legality.PARTS, 1)
        answers |= {one.split(": ")[1] for one in question.right}
        numbers.add(sum(one.endswith("yes") for one in question.right))
    assert answers == {"yes", "no"}
    assert len(numbers) > 1, "how many are allowed is not always the same"


def test_what_cannot_be_played_on_the_cut_down_table_is_not_asked():
    """The cards with which to pay were on the altar, but the card to be paid for had been cut away."""
    question = make_question(GAME, "which", "without:pay.altar_upright", 106)
    assert question is None or maker_legality.reads_back(question)


@pytest.mark.parametrize("aim", ["no_bulwark", "blocks_cores_only"])
def test_the_question_is_judged_by_the_rules(aim):
    seeds = range(101, 124)
    question = next(one for seed in seeds if (one := make_question(GAME, "which", aim, seed)) is not None)
    assert question.row["kind"] == "predict"
    assert question.beliefs[aim] != question.right
    run = session_of(question)
    picks = dict(one.split(": ") for one in question.beliefs[aim])
    run.handle({"type": "answer", "stamp": run.stamp, "picks": picks})
    run.handle({"type": "command", "stamp": run.stamp, "name": "check"})
    assert run.feedback["tone"] == "wrong"
    assert run.feedback["title"].endswith("judged correctly"), "there is nothing to watch"
    assert run.done
    again = session_of(question)
    again.handle({"type": "answer", "stamp": again.stamp, "picks": dict(one.split(": ") for one in question.right)})
    again.handle({"type": "command", "stamp": again.stamp, "name": "check"})
    assert again.feedback["tone"] == "right"


@pytest.mark.slow
def test_a_pick_that_another_game_does_not_ask_for_is_left_out_there():
    question = make_question(GAME, "predict", "no_attack_abilities", 93)
    assert "; choose " in question.row["script"][0]
    assert question.beliefs["no_attack_abilities"] != question.right


def test_a_core_trigger_of_a_charged_card_is_asked_about():
    question = next(one for seed in range(100, 110) if (one := make_question(GAME, "predict", "charged_trigger", seed)))
    assert question.beliefs["charged_trigger"] != question.right
    assert "ALT-13.10" in question.clauses


@pytest.mark.parametrize("name", ["altaria", "chaos", "dgrayman", "star_wars", "kingdom_hearts"])
def test_every_clause_can_be_practised_or_has_its_reason(name):
    game, rows = engines.load(name), report.cover_course(name).rows
    assert [row.id for row in rows if not row.makers and not row.never] == []
    assert [id for id in never_in_play(game) if id not in game.rulebook.clauses] == []
    rules = by_id(game)
    practised = {clause for ids in load_survey()[name].values() for id in ids for clause in rules[id].clauses}
    reasons = unpractised_reasons(name)
    assert not practised & {*never_in_play(game), *reasons}, "a clause that is practised needs no reason"
    asked = {row.id for row in rows if row.asked is not None or row.excused}
    assert reasons.keys() <= asked, "what cannot be practised is asked for in a lesson"
