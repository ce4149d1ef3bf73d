"""What docs/scenarios.md says about a game is true: its zones and figures can be expected, its actions written."""

import re
from functools import cache
from pathlib import Path

import pytest

import engines
from engines.checking import scenarios
from engines.checking.expectations import count_or_figure, expectation_holds
from tests.engines.play import GAMES, positions, starts

TEXT = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
HEADINGS = {
    "altaria": "Altaria",
    "chaos": "ChaosTCG",
    "dgrayman": "D.Gray-man",
    "kingdom_hearts": "Kingdom Hearts",
    "star_wars": "Star Wars",
}
EVERY = 7
"""One position in this many is examined for a figure of a card."""
SPAN = re.compile(r"`([^`]+)`")
ZONE = re.compile(r"(?:P1|P2)\.(\w+)")
FIGURE = re.compile(r'(\w+)(?: "([^"]+)")?(?: = (.+))?')
WITHIN = {"paying", "resting", "sending", "onto", "on", "the"}
"""Words inside a text of several actions that do not begin an action."""


def section(name):
    """Return the section of the document about a game."""
    return TEXT.partition(f"\n## {HEADINGS[name]}\n")[2].partition("\n## ")[0]


def expected(name):
    """Return the expectations in a game's tables, about zones and about cards, as matches."""
    zones, figures = [], []
    for line in section(name).splitlines():
        spans = SPAN.findall(line.split(" | ")[0]) if line.startswith("| `") else []
        zones += [match for span in spans if (match := ZONE.fullmatch(span))]
        of_cards = any('"' in span for span in spans)
        figures += [match for span in spans if of_cards and (match := FIGURE.fullmatch(span))]
    return zones, figures


@cache
def looked_at(name):
    """Return (state, seat, entry of the view) for everything that is visible in many positions."""
    found = []
    for state in (*starts(name), *positions(name)[::EVERY]):
        for seat in (0, 1):
            zones = state.view(seat)["players"][seat].values()
            lying = [part for zone in zones if isinstance(zone, list) for part in zone if isinstance(part, dict)]
            found += [(state, seat, part) for part in lying if part.get("card")]
    return found


def is_told(name, noun, card, wanted):
    """Return True if a card (or another thing) has this figure, or such a list, in some position."""
    for state, seat, part in looked_at(name):
        if wanted and wanted.startswith("["):
            if part.get(noun):
                held = part[noun] if isinstance(part[noun], list) else [part[noun]]
                listed = ", ".join(f'"{one}"' for one in held)
                return expectation_holds(state, f'P{seat + 1} {noun} "{part["card"]}" = [{listed}]')
            continue
        if wanted and wanted.isdecimal():
            try:
                if isinstance(state.game.rules.value(state, seat, noun, part["card"]), int):
                    return True
            except KeyError:
                pass
            continue
        for called in (part["card"], card) if card and card != "X" else (part["card"],):
            try:
                if state.game.rules.value(state, seat, noun, called) is not None:
                    return True
            except KeyError:
                continue
    return False


@pytest.mark.parametrize("name", GAMES)
def test_every_zone_and_figure_of_the_document_can_be_expected(name):
    zones, figures = expected(name)
    assert len(zones) + len(figures) > 2
    state = engines.load(name).position("")
    for match in zones:
        assert count_or_figure(state, "P1", match[1]) is not None
    assert [match[0] for match in figures if not is_told(name, *match.groups())] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_action_of_the_document_can_be_written(name):
    game = engines.load(name)
    words = WITHIN | {word for kind in game.kinds.values() for word in kind.form.split()}
    line = next(line for line in section(name).splitlines() if line.startswith("Actions: "))
    texts = SPAN.findall(line.partition(" Effects ")[0].partition(" Dice ")[0].partition(" The steps ")[0])
    parts = [part for text in texts for part in game.notation.expand(text)]
    assert len(parts) > 10
    assert [part for part in parts if part.split()[0] not in words] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_document_tells_which_choices_are_always_asked(name):
    game = engines.load(name)
    asked = [step for step in game.flow.steps.values() if step.pick and step.auto_picks is None]
    words = {game.kinds[kind].form.split()[0] for step in asked for kind in step.on}
    told = re.search(r"Always asked, even if there is only one: ([^.]*)\.", section(name))
    assert {span.split()[0] for span in SPAN.findall(told[1] if told else "")} == words


BEFORE_FIRST = {
    "kingdom_hearts": (
        'start = { decks = ["lantern", "bell"], seed = 1 }\n'
        """steps = [{ do = 'hero "Lio"; hero "Cassim"' }, %s]"""
    ),
    "chaos": (
        'position = { turn = 0, step = "S3", P1 = { partner = "First Light Minato, down" },'
        ' P2 = { partner = "Tailwind Tsubame, down" } }\nsteps = [%s]'
    ),
    "dgrayman": 'position = { step = "FIRST_PLAYER", P1 = { deck = 40 }, P2 = { deck = 40 } }\nsteps = [%s]',
}
"""Positions in which chance is about to decide who goes first."""


@pytest.mark.parametrize("name", BEFORE_FIRST)
@pytest.mark.parametrize("seat", [0, 1])
def test_who_goes_first_is_scripted_as_the_document_says(tmp_path, name, seat):
    numbers = re.search(r"who goes first is `(\d)` for P1 or `(\d)` for P2", TEXT).groups()
    words = re.search(r"\(in D\.Gray-man `(\S+)` or `(\S+)`\)", TEXT).groups()
    result = (words if name == "dgrayman" else numbers)[seat]
    text = BEFORE_FIRST[name] % f"{{ now = ['player = P{seat + 1}'] }}"
    file = tmp_path / "mine.toml"
    file.write_text(f"[[scenario]]\nname = 'One'\nchance = [{result}]\n{text}\n", encoding="utf-8")
    for scenario in scenarios.read_file(file):
        scenarios.run_scenario(scenario, engines.load(name))
