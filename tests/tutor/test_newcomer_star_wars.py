"""Problems that newcomers once had in the Star Wars TCG."""

import pytest

import engines
from engines.search.players import STRENGTHS
from tutor.matches.decisive_events import deciding_events
from tutor.matches.match import Match, Setup, allowed_opponents
from tutor.matches.playthrough import Playthrough

GAME = engines.load("star_wars")
NEARLY = """
turn = 0
step = "{step}"
[P1]
hand = ["Rampart Crawler", "Sudden Vector"]
ground = ["Rampart Crawler", "Rampart Crawler", "Rampart Crawler", "Rampart Crawler", "Beacon Guard"]
space = ["Bulwark Frigate"]
[P2]
finished = {finished}
space = ["Hollow Dreadship", "Hollow Dreadship", "Gloom Darter", "Gloom Darter"]
ground = ["Siege Hauler", "Shade Raider"]
"""


@pytest.mark.parametrize(
    ("step", "finished", "told"), [("S7", "false", "goes on alone"), ("S9", "true", "turn 1 begins")]
)
def test_where_no_unit_fits_it_is_said_what_ends(step, finished, told):
    table = Playthrough(GAME.position(NEARLY.format(step=step, finished=finished)))
    question = table.scene(1)["question"]
    assert question["title"] == "No unit fits: lay one card part-built"
    assert told in question["text"]
    assert "Choose units" not in question["text"]


def played(seed):
    """Return a finished game, played by the weakest bot in the learner's place."""
    deck = next(iter(GAME.decks))
    match = Match(Setup("star_wars", deck, allowed_opponents(GAME, deck)[0], "quick", "rules", seed))
    player = STRENGTHS["newcomer"](seed)
    while not match.over:
        match.play((player(match.table.state),))
    return match


def test_what_decided_it_begins_with_the_fight_in_which_it_happened_and_tells_what_fell():
    fights = 0
    for seed in range(5):
        match = played(seed)
        happened = [(entry.event, entry.state) for entry in match.table.log]
        found = [event for event, _ in deciding_events(happened, match.table.state.result)]
        assert found[-1].kind not in ("gear_returned", "stack_fell")
        if found[0].kind == "battle":
            fights += 1
            places = [at for at, (event, _) in enumerate(happened) if any(event is one for one in found)]
            assert all(event.kind != "battle" for event, _ in happened[places[0] + 1 : places[1]]), seed
            assert found[-1].facts["unit"] in (found[0].facts["unit"], found[0].facts["target"])
    assert fights > 2
