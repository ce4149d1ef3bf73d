"""An accepted action text is played exactly as written; a name that is not used is refused."""

import random
import re
from functools import cache

import pytest

import engines
from engines.checking import scenarios
from tests.engines.play import GAMES, QUICK, enough, positions, sample

EVERY, LINES = 5, 3
"""One position in EVERY is examined, and LINES lines are written in each."""
NAME = re.compile(r'"([^"]*)"')


def line_of(chance, state):
    """Return a legal action and its picks, including automatic ones, as one text."""
    here, parts = state.copy(), []
    wanted = here.actions
    while True:
        action = chance.choice(wanted)
        parts.append(here.text(action))
        here.keep_auto_picks()
        here.apply(action)
        for record in here.auto_picks:
            parts += [record.state.text(one) for one in record.actions]
        if here.result is not None or not here.step.pick:
            return state.game.notation.contract(parts), parts
        wanted = here.actions


def played(state, text):
    """Return the texts of what a text plays, including automatic picks; None if it is refused."""
    try:
        actions = state.game.notation.read(state, text)
    except engines.NotationError:
        return None
    here, parts = state.copy(), []
    for action in actions:
        if action not in here.actions:
            return None
        here.keep_auto_picks()
        parts.append(here.text(action))
        here.apply(action)
        parts += [record.state.text(one) for record in here.auto_picks for one in record.actions]
    return parts


@cache
def lines(name):
    """Return (state, line, parts) for lines with picks or names, in many positions."""
    chance = random.Random(5)
    return [
        (state, *line_of(chance, state))
        for state in sample(positions(name), EVERY)
        for _ in range(LINES if state.actions else 0)
    ]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_written_is_what_is_played(name):
    for state, line, parts in lines(name):
        found = played(state, line)
        assert found is not None, (line, state.position())
        assert sorted(found) == sorted(parts), (line, found, state.position())


@pytest.mark.parametrize("name", GAMES)
def test_a_line_with_another_name_is_refused_or_plays_that_name(name):
    changed, refused, chance = 0, 0, random.Random(6)
    for state, line, parts in lines(name):
        names = list(NAME.finditer(line))
        if not names:
            continue
        one = chance.choice(names)
        other = chance.choice([*state.game.by_name, "No Such Card", *(NAME.findall(" ".join(parts)))])
        text = f'{line[: one.start()]}"{other}"{line[one.end() :]}'
        found = played(state, text)
        changed += 1
        refused += found is None
        if found is not None:
            left = NAME.findall(" ".join(found))
            for used in NAME.findall(text):
                assert used in left, (text, found, state.position())
                left.remove(used)
    assert changed > (2 if QUICK else enough(50))
    assert refused > (1 if QUICK else enough(20))
    assert changed > refused or QUICK


@pytest.mark.parametrize("name", GAMES)
def test_a_pick_too_many_is_refused(name):
    looked_at = 0
    for state, line, parts in lines(name):
        picks = [part for part in parts[1:] if NAME.search(part) and line_end(state, part)]
        if picks:
            looked_at += 1
            assert played(state, f"{line}; {picks[-1]}") is None or again(state, line, picks[-1]), (line, picks)
    assert looked_at > enough(5)


def line_end(state, part):
    """Return True unless the pick looks like the beginning of another action."""
    return any(
        kind.form.split(" ")[0] == part.split(" ")[0] and all(state.game.flow.steps[step].pick for step in kind.steps)
        for kind in state.game.kinds.values()
    )


def again(state, line, pick):
    """Return True if the same pick is requested again after the line has been played."""
    here = state.copy()
    for action in state.game.notation.read(state, line):
        here.apply(action)
    return pick in [here.text(action) for action in here.actions]


ALTAR = 'P1.hand = ["Ember Sprinter"]\nP1.energy = 3\nP1.altar = ["Ember Sprinter", "Tide Scout"]'
ALIKE = ALTAR.replace("Tide Scout", "Kiln Drummer")
GUARDS = """
P1.standby = ["Ada Lorne (Sabre)"]
P2.action = ["Dorian Pell (Porter)"]
P2.standby = ["Bram Ketterick (Bulwark)", "Gideon Hale (Captain)"]
"""
SABRE = 'attack "Ada Lorne (Sabre)" -> "Dorian Pell (Porter)"'
SQUALL = """
step = "W2"
attack = { attacker = "Keen Eyes Shiori", target = "Quiet Lamp Hotaru" }
P1 = { front = ["Keen Eyes Shiori"], hand = ["Sudden Squall", 1] }
P2 = { front = ["Quiet Lamp Hotaru, damage 1"] }
"""


@pytest.mark.parametrize(
    ("name", "position", "text", "reason"),
    [
        (
            "altaria",
            'step = "ATTACK"\nP1.field = ["Ember Sprinter"]',
            'attack "Ember Sprinter" -> cores 1 2',
            "ALT-11.4",
        ),
        ("altaria", ALTAR, 'summon "Ember Sprinter" paying "Tide Scout"', "ALT-9.2"),
        ("altaria", ALTAR, 'summon "Ember Sprinter" paying "No Such Card"', "no action here"),
        (
            "altaria",
            ALIKE,
            'summon "Ember Sprinter" paying "Kiln Drummer"',
            'pay "Ember Sprinter" has been made by itself',
        ),
        ("altaria", ALTAR, 'summon "Ember Sprinter" paying "Ember Sprinter" "Tide Scout"', "ALT-9.4"),
        ("altaria", ALTAR, 'summon "Ember Sprinter" paying "Ember Sprinter" "Ember Sprinter"', "ALT-9.4"),
        ("altaria", ALTAR, 'summon "Ember Sprinter" paying "Ember Sprinter" twice', "no list of names"),
        ("dgrayman", GUARDS, f'{SABRE}; guard "Bram Ketterick (Bulwark)" with "Gideon Hale (Captain)"', "DGM-14.8"),
        ("dgrayman", GUARDS, 'end main phase; discard "No Such Card"', "no action here"),
        ("chaos", SQUALL, 'play "Sudden Squall" -> "Keen Eyes Shiori"', "CHA"),
        ("chaos", SQUALL, 'play "Sudden Squall" paying "Sudden Squall" -> "Quiet Lamp Hotaru"', "CHA-9.1"),
        ("kingdom_hearts", "", 'end actions; discard "No Such Card"', "no action here"),
    ],
)
def test_a_pick_that_is_not_made_is_refused_with_a_reason(name, position, text, reason):
    state = engines.load(name).position(position)
    with pytest.raises(engines.TebikiError) as caught:
        scenarios.play_line(state, text)
    assert reason in str(caught.value)
