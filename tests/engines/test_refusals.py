"""Compares what a player reads when an action is refused with the reviewed texts: tests/golden/<game>/refusals.txt.

After an intended change: python -m tests.engines.regenerate refusals, then read the diff aloud.
"""

import re

import pytest

from engines.search.players import random_player
from tests.engines.play import GAMES, QUICK, data, game_of, thinned
from tests.engines.refusals import FILE, FOLDER, HERE, begins, difference, never_met


@pytest.mark.parametrize("name", GAMES)
def test_refusals_are_told_as_reviewed(name):
    if QUICK:
        assert not begins(name), f"python3 run.py test tests/engines/test_refusals.py -k {name} shows what has changed"
        return
    changes = difference(name)
    assert not changes, f"\n{changes}\nRead the changes. If they are wanted: {HERE} {name}"


@pytest.mark.parametrize("name", GAMES)
def test_whatever_refuses_nothing_has_its_reason(name):
    told = set(data(name).get("never_refused", ()))
    assert told <= set(never_met(name))
    assert QUICK or told == set(never_met(name)), "tell each in the data file"


@pytest.mark.parametrize("name", GAMES)
def test_a_list_of_refusals_leaves_nothing_to_fill_in(name):
    text = (FOLDER / name / FILE).read_text(encoding="utf-8")
    assert "no reason is given" not in text
    assert len(text.splitlines()) > 100


STUMBLES = re.compile(
    r"\?\.|\bonly 0\b|\b1 (?:\w+ )?(?:cards|cores|units|points|counters|times|actions|symbols|copies|Friends|damages)\b"
    r"|\bfor to\b|\bin the step\b|\bThat unit\b|\bThe caster\b|\b([A-Z][\w ]+) and \1\b"
)
"""Faults in a sentence: two marks at its end, a number that does not fit its noun, a name repeated or missing."""


@pytest.mark.parametrize("name", GAMES)
def test_no_refusal_stumbles_over_a_number_or_a_name(name):
    lines = (FOLDER / name / FILE).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("        ") and STUMBLES.search(line)] == []


@pytest.mark.parametrize("name", GAMES)
def test_what_was_asked_before_changes_no_refusal(name):
    def refusals(state):
        return [state.why_not(action, seat) for seat in (0, 1) for action in game.tries(state, seat)]

    game, choose = game_of(name), random_player(4)
    asked, fresh = (game.new(seed=4) for _ in range(2))
    for _ in thinned(range(60)):
        if asked.result is not None:
            break
        assert refusals(asked) == refusals(fresh.copy()), "told of a position that has been played on since"
        action = choose(asked)
        asked.apply(action)
        fresh.apply(action)
