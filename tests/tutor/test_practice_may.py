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


def test_what_a_counter_rule_forbids_is_asked_with_what_both_and_neither_allow():
    state = at_the_core_trigger()
    texts = maker_legality.choose_actions(state, other("trigger_must"), RandomSource(1))
    assert sorted(texts) == ["take", 'trigger "Headland Gale"', 'trigger "Kiln Drummer"']
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
    assert maker_legality.choose_actions(at_the_core_trigger(), other("M4"), RandomSource(1)) == []


def test_what_cannot_be_played_on_the_cut_down_table_is_not_asked():
    """The cards with which to pay were on the altar, but the card to be paid for had been cut away."""
    question = make_question(GAME, "which", "without:pay.altar_upright", 106)
    assert question is None or maker_legality.reads_back(question)


@pytest.mark.parametrize("aim", ["no_core_triggers", "trigger_must"])
def test_the_question_is_judged_by_the_rules(aim):
    question = make_question(GAME, "which", aim, 102)
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


def test_who_is_asked_for_a_pick_is_asked_too():
    question = make_question(GAME, "what_next", "pays_in_order", 101)
    assert question.right[0].endswith(" PAY")
    assert not question.beliefs["pays_in_order"][0].endswith(" PAY")


@pytest.mark.slow
def test_a_pick_that_another_game_does_not_ask_for_is_left_out_there():
    question = make_question(GAME, "predict", "no_attack_abilities", 101)
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
