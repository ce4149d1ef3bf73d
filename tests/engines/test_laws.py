"""The laws of legality: an action is legal exactly if every requirement is met, and every repair does what it says."""

import re
from itertools import product

import pytest

import engines
from engines.legal.reasons import OTHER, in_time, names_another, timing_refusal
from engines.legal.refusals import find_unmet
from tests.engines.play import GAMES, QUICK, data, enough, positions, sample
from tests.engines.refusals import names_and_figures
from tests.engines.tried import FIRST, failing, scan

AT_LEAST = 10_000
REPAIRED = 5_000
EVERY = 7
"""One position in this many is examined for the words of the right moment."""


def whole(reason, words):
    """Return True if the reason is complete: a clause, a fact and a repair, with no gaps left.

    The repair may be missing if it would have to name an alternative, or a thing that does not exist.
    """
    repair = words.get(f"repair.{reason.requirement}", "")
    told = [reason.clause, reason.fact, *([reason.repair] if repair and OTHER not in repair else [])]
    return all(text.strip() for text in told) and "{" not in f"{reason.fact}{reason.repair}"


@pytest.mark.parametrize("name", GAMES)
def test_an_action_is_legal_exactly_when_nothing_speaks_against_it(name):
    found = scan(name)
    assert found.wrong == []
    assert min(found.pairs, found.refused) >= AT_LEAST


@pytest.mark.parametrize("name", GAMES)
def test_a_refusal_tells_each_requirement_that_fails_whole_and_with_its_clause(name):
    told = 0
    for refusals in scan(name).met.values():
        for state, seat, action, _, _ in sample(refusals, 2):
            reasons = [reason for _, reason in find_unmet(state.game.kinds[action[0]], state, seat, action)]
            assert [reason.requirement for reason in reasons] == [one.name for one in failing(state, seat, action)]
            told_now = [reason._replace(repair="") for reason in state.why_not(action, seat)]
            known = [reason._replace(repair="") for reason in reasons]
            assert told_now == known or (len(told_now) == 1 and told_now[0] in known)
            for reason in reasons:
                assert state.game.rulebook.clause(reason.clause)
                assert whole(reason, state.game.words.languages["en"]), (action, reason)
            told += len(reasons)
    assert told >= enough(AT_LEAST) // (FIRST if QUICK else 1)


@pytest.mark.parametrize("name", GAMES)
def test_the_right_moment_is_told_where_it_is_not_now(name):
    """Its words are true exactly when its test is: when the action is possible, and never when timing refuses it."""
    told, kinds = 0, engines.load(name).kinds.values()
    for state in sample(positions(name), EVERY):
        for seat, kind in product((0, 1), kinds):
            if in_time(kind, state, seat):
                assert kind.moment is None or kind.moment.holds(state, seat), (kind.name, seat, state.position())
                assert not any(over.holds(state, seat) for over in (kind.moment.over if kind.moment else ())), (
                    state.position()
                )
            else:
                late = timing_refusal(kind, state, seat)
                rendered = state.game.words.tell(late.repair)
                assert not late.already(state, seat), (kind.name, seat, rendered, state.position())
                assert state.game.rulebook.clause(late.clause)
                told += 1
    assert told >= enough(AT_LEAST)


@pytest.mark.parametrize("name", GAMES)
def test_everything_legal_can_be_tried(name):
    for state in sample(positions(name)):
        if state.seat_to_act < 2:
            tries = state.game.tries(state, state.seat_to_act)
            clickable = [action for action in state.actions if state.game.kinds[action[0]].tries]
            assert [action for action in clickable if action not in tries] == [], state.position()


@pytest.mark.parametrize("name", GAMES)
def test_making_the_repair_true_removes_the_reason(name):
    """The repair was not already true: it changes the position, and every figure that it mentions."""
    repaired, known = 0, scan(name).met.values()
    able = sum(one.requirement.make_true is not None for refusals in known for one in refusals)
    every = max(1, able // (REPAIRED + REPAIRED // 4))
    for refusals in known:
        for state, seat, action, requirement, _ in sample(refusals, every):
            other = state.game.repaired(state, action, requirement.name, seat)
            if other is None:
                if action in state.game.tries(state, seat):
                    assert requirement.name != "timing", f"{action[0]} is tried at other times and has no stage"
                continue
            before = state.position()
            assert other.position() != before, (requirement.name, action, seat, "is true already", before)
            left = [more.name for more in failing(other, seat, action)]
            assert requirement.name not in left, (action, seat, left, before)
            asked = other.step.ask(other) if other.seat_to_act == seat else []
            if left:
                assert action not in asked, (action, seat, left, before)
            elif not other.step.pick:  # a pick that has become the only one is made automatically
                assert action in asked, (action, seat, before)
            if not left and requirement.name != "timing":
                figure_changes(requirement, state, other, seat, action)
            repaired += 1
    assert repaired >= enough(REPAIRED)


def figure_changes(requirement, state, other, seat, action):
    """Assert that a repair which mentions a figure changes a figure in the fact.

    Otherwise the fact lacks the deciding figure.

    A repair that names an alternative changes nothing.
    """
    if names_another(state.game.words, requirement.name):
        return
    names = names_and_figures(state.game)
    fact, repair = requirement.told(state, seat, action, False)
    mended, _ = requirement.told(other, seat, action, True)
    here, there, wanted = (
        sorted(found for found in names.findall(text) if found.isdecimal()) for text in (fact, mended, repair)
    )
    assert not wanted or here != there, (fact, repair)


@pytest.mark.parametrize("name", GAMES)
def test_a_repair_names_what_would_do_or_nothing(name):
    """The repair names an existing card with which the action is legal; "with a Unit card" would be of no help."""
    english = engines.load(name).words.languages["en"]
    named = left_out = 0
    for refusals in scan(name).met.values():
        for state, seat, action, requirement, _ in sample(refusals, 8 if QUICK else 40):
            if OTHER not in (template := english.get(f"repair.{requirement.name}", "")):
                continue
            _, repair = requirement.told(state, seat, action, False)
            left_out += not repair
            for other in repair.removeprefix(template.partition("{")[0]).split(" or ") if repair else ():
                kind = state.game.kinds[action[0]]
                texts = [
                    state.game.notation.write(state, one, seat)
                    for one in kind.tries(state, seat)
                    if one[0] == action[0] and all(need.holds(state, seat, one) for need in kind.requirements)
                ]
                assert any(other in text for text in texts), (action, repair, state.position())
                named += 1
    assert named > 5
    assert left_out > 5
    silly = re.compile(r"^(with|at|on|over|against) (an?|one|another) (?!.*\{)")
    kinds = ("card", "unit", "character", "Event", "Equipment", "Friend")
    told = [text for key, text in english.items() if key.startswith("repair.") and silly.search(text)]
    assert [text for text in told if text.split()[-1] in kinds] == []


@pytest.mark.parametrize("name", GAMES)
def test_what_nothing_on_the_table_can_repair_is_known(name):
    kinds = engines.load(name).kinds.values()
    found = {requirement.name for kind in kinds for requirement in kind.requirements if requirement.make_true is None}
    assert found == set(data(name).get("beyond_repair", ())), "tell each in the data file, with the reason"
