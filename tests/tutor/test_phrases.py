"""Actions in sentences: every kind of action of every game has a phrase, and nothing gets lost in it."""

import re
from pathlib import Path

import pytest

import engines
from tutor.lessons.loader import lesson_of
from tutor.lessons.page import open_session
from tutor.matches.phrases import load_phrases, words_for_notation
from tutor.practice import wording

WORDS = {"ability": ", ability 2", "face": "up", "row": "back", "amount": "3", "count": "1", "total": "2", "die": "1"}
"""Contents for the gaps in an action's form that are not names."""


def filled(form):
    """Return the text of an action with every gap filled."""
    return re.sub(r"\{(\w+)\}", lambda gap: WORDS.get(gap[1], f'"Some {gap[1].title()}"'), form)


@pytest.mark.parametrize("name", engines.names())
def test_every_action_has_a_phrase_in_which_nothing_gets_lost(name):
    game = engines.load(name)
    for kind in game.kinds.values():
        text = filled(kind.form)
        assert any(pattern.fullmatch(text) for pattern, _, more in load_phrases(name) if not more), kind.form
        said = words_for_notation(text, game)
        assert '"' not in said
        assert "->" not in said
        for gap in re.findall(r"Some \w+", text):
            assert gap in said, (text, said)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("altaria", 'charge energy "Sunlit Herald" up', "Charge Sunlit Herald as energy, face up"),
        ("altaria", 'charge energy "*" down', "Charge … as energy, face down"),
        ("altaria", 'charge altar "Ember Sprinter"', "Charge Ember Sprinter to the altar"),
        ("altaria", 'attack "Kiln Drummer" -> cores 1 2 3', "Attack cores 1, 2 and 3 with Kiln Drummer"),
        (
            "altaria",
            'place "Root Letter" paying "Tide Scout" "Grove Elder" 2 onto "Grove Elder"',
            "Place Root Letter, paying with Tide Scout and Grove Elder 2, onto Grove Elder",
        ),
        ("chaos", 'enter "Night Post Gen" back', "Enter Night Post Gen in the back row"),
        ("chaos", 'target the rival\'s "Night Post Gen"', "Choose the rival's Night Post Gen as the target"),
        ("dgrayman", 'search with "A" with "B"', "Search with A, together with B"),
        ("kingdom_hearts", 'attack "Broad Flare" "Spark"; enough', "Use Broad Flare and Spark; choose no more"),
        ("star_wars", 'complete "Oren Vash C" on top', "Complete Oren Vash C on top of its stack"),
        ("star_wars", 'mulligan "A" "B" "C"', "Take a mulligan, discarding A, B and C"),
    ],
)
def test_actions_are_told_in_the_words_of_the_game(name, text, said):
    assert wording.action_title(text, engines.load(name)) == said


def test_a_title_is_the_action_without_what_is_chosen_in_it():
    assert wording.line_title("Summon Undertow Sage; choose Ledger Clerk") == "Summon Undertow Sage"


def test_what_the_rival_could_have_named_is_not_told():
    """In a refused line of the rival's: an alternative card may be in the rival's hand."""
    hidden = {"turn": 12, "step": "MAIN", "player": "rival"}
    hidden["you"] = {"deck": 20}
    hidden["rival"] = {
        "deck": 20,
        "hand": ["Kindled Arrow", "Ember Sprinter"],
        "energy": "3",
        "altar": ["Kiln Drummer"],
    }
    row = {"id": "one", "kind": "spot", "title": "t", "text": "t", "goal": "g", "position": hidden}
    row["script"] = [{"by": "rival", "line": 'summon "Kindled Arrow"'}, {"by": "rival", "line": "end main"}]
    lesson = lesson_of({"game": "altaria", "title": "t", "step": [row]}, Path("altaria/x.toml"))
    run = open_session(lesson, lesson.steps[0])
    [refused] = [line.reasons for line in run.lines if line.reasons]
    assert [reason.requirement for reason in refused] == ["is_unit"]
    assert not any(reason.repair for reason in refused)
    action = engines.load("altaria").notation.read(run.lines[0].moment, 'summon "Kindled Arrow"', 1)[0]
    assert run.lines[0].moment.why_not(action, 1)[0].repair == "with Ember Sprinter", "the player in that seat is told"
