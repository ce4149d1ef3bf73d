"""A text means exactly what it says: with one pick too many or too few it is refused, with a clause and a fact."""

import random
import re

import pytest

import engines
from engines.checking import scenarios
from engines.errors import IllegalAction, NotationError, TextRefused
from engines.legal.pick_numbers import NUMBER
from tests.engines.play import GAMES, positions

AT_LEAST = {"altaria": 20, "chaos": 5, "dgrayman": 3, "kingdom_hearts": 5, "star_wars": 0}
"""The minimum number of texts with a wrong number of picks in a game's positions; in one game all are allowed."""


def lines(state, source):
    """Yield the parts of texts that contain an action of a position with all its picks.

    Each part comes with its kind, the step, and whether an action that ends the picks was possible there.
    """
    for action in state.actions:
        here, parts = state.copy(), []
        here.keep_auto_picks()
        while True:
            may_end = any(len(one) == 1 for one in here.actions)
            parts.append((here.text(action), action[0], here.step, may_end))
            here.keep_auto_picks()
            here.apply(action)
            if here.result is not None or not here.step.pick or here.seat_to_act != state.seat_to_act:
                break
            action = source.choice(here.actions)
        yield parts


def refused(state, text):
    """Return the reasons for refusing a text, [] if it is played. Reading it and playing it must give the same."""
    try:
        here = state.copy()
        for action in state.game.notation.read(state, text, whole=True):
            reasons = here.why_not(action)
            if reasons:
                break
            here.apply(action)
        else:
            reasons = []
    except TextRefused as error:
        reasons = error.reasons
    return reasons


@pytest.mark.parametrize("name", GAMES)
def test_another_number_of_picks_is_refused_with_its_clause(name):
    source, found = random.Random(7), 0
    for state in positions(name)[::23]:
        if state.result is not None or state.seat_to_act > 1:
            continue
        for parts in lines(state, source):
            texts = [text for text, *_ in parts]
            kinds = [kind for _, kind, *_ in parts]
            if len(parts) < 2 or not parts[-1][2].pick:
                continue
            line = "; ".join(texts)
            assert refused(state, line) == [], line
            series = [kind for kind in kinds if kind == kinds[-1]]
            fewer = "; ".join(texts[:-1])
            if len(parts) > 2 and len(series) > 1 and not parts[-1][3]:
                reasons = refused(state, fewer)
                assert reasons, fewer
                assert all(reason.clause and reason.fact for reason in reasons)
                with pytest.raises((TextRefused, IllegalAction)):
                    scenarios.play_line(state.copy(), fewer)
                found += 1
            more = f"{line}; {texts[-1]}"
            try:
                reasons = refused(state, more)
            except NotationError:
                continue
            if reasons:
                assert all(reason.clause and reason.fact for reason in reasons), more
                found += any(reason.requirement == NUMBER for reason in reasons)
    assert found >= AT_LEAST[name]


CASES = [
    (
        "altaria",
        'step = "ATTACK"\nP1 = { field = ["Sunlit Herald"] }\nP2 = { cores = 6 }',
        [
            ('attack "Sunlit Herald" -> core 1', "ALT-11.5"),
            ('attack "Sunlit Herald" -> cores 1 2 3', "ALT-11.4"),
            ('attack "Sunlit Herald" -> cores 1 2', None),
            ('attack "Sunlit Herald" -> cores', None),
        ],
    ),
    (
        "dgrayman",
        """
step = "RESPONSE_CHOICE"
action = { kind = "attack", by = "Ada Lorne (Sabre)", target = "Celia Voss (Scout)" }
P1 = { action = ["Ada Lorne (Sabre)"] }
P2 = { action = ["Celia Voss (Scout)"], standby = ["Dorian Pell (Porter)", "Gideon Hale (Captain)"] }
""",
        [
            ('guard "Gideon Hale (Captain)" with "Dorian Pell (Porter)"', "DGM-14.8"),
            ('guard "Gideon Hale (Captain)"', None),
        ],
    ),
    (
        "dgrayman",
        """
step = "RESPONSE_CHOICE"
action = { kind = "attack", by = "Ada Lorne & Bram Ketterick", target = "Celia Voss (Scout)" }
P1 = { action = ["Ada Lorne & Bram Ketterick"] }
P2 = { action = ["Celia Voss (Scout)"], standby = ["Dorian Pell (Porter)", "Gideon Hale (Captain)"] }
""",
        [
            ('guard "Gideon Hale (Captain)"', "DGM-14.8"),
            ('guard "Gideon Hale (Captain)" with "Dorian Pell (Porter)"', None),
        ],
    ),
]


@pytest.mark.parametrize(("name", "position", "texts"), CASES)
def test_what_a_text_names_is_all_that_it_means(name, position, texts):
    state = engines.load(name).position(position)
    for text, clause in texts:
        reasons = refused(state, text)
        assert ([reason.clause for reason in reasons] or [None])[0] == clause, (text, reasons)


def test_shares_that_do_not_add_up_are_refused_with_the_sum():
    state = next(
        one
        for one in positions("kingdom_hearts")
        if one.step.name == "B6" and one.result is None and not one.procedure_locals[-1] and one.step.shares[1](one) > 2
    )
    names = dict.fromkeys(
        re.sub(r"deal \d+ to ", "", state.text(one))
        for one in state.game.tries(state, state.seat_to_act)
        if one[0] == "deal"
    )
    [first, second, *_] = names
    [reason] = refused(state, f"deal 1 to {first}; deal 1 to {second}")
    assert reason.clause == "KH-9.10"
    assert "you deal 2 in 2 shares" in reason.fact
