"""D.Gray-man: cards that could not be played are refused, texts follow the data, a proof with unseen cards."""

import pytest

import engines
from engines.dgrayman import combat
from engines.errors import DataError
from engines.search import solver

GAME = engines.load("dgrayman")
PERSON = {"category": "character", "characters": ["Odd One"], "power": 1, "rank": 1}
SKILL = {"category": "skill", "characters": ["Odd One"], "rank": 1}
DRAW = {"verb": "draw", "count": 1}
PICK = {"verb": "choose", "what": "card", "whose": "rival"}
BACK = {"verb": "return"}
LIFT = {"verb": "modify", "card": "user", "power": 1, "until": "action"}


def card(kind, *abilities, **more):
    rows = [{"when": when, "do": list(do), "requires": requires} for when, do, requires in abilities]
    return {"name": "Odd One (New)", **kind, "ability": rows, **more}


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (card(PERSON, characters=["Odd One", "Other"]), "names 2 characters"),
        (card(PERSON, characters=["Odd & One"]), "without '&'"),
        (card({"category": "special", "characters": ["Odd One"]}, power=2), "Special"),
        (card({"category": "special_doubles", "characters": ["A", "B"]}), "called after"),
        (card({"category": "doubles", "characters": ["A", "A"], "power": 1, "rank": 1}), "names 2"),
        (card(PERSON, timing=["main"]), "timing"),
        (card(SKILL, ("use", [DRAW], {}), icons=["draw"]), "a skill card has no icons"),
        (card(SKILL), "0 abilities"),
        (card(PERSON, ("use", [DRAW], {})), "a character card has no ability with when"),
        (card(PERSON, ("placed", [PICK, BACK], {})), "Only a Skill card"),
        (card(PERSON, ("placed", [DRAW], {"units": 2})), "`units`"),
        (card(PERSON, ("continuous", [DRAW], {})), "verb 'draw'"),
        (card(SKILL, ("use", [BACK], {})), "no card chosen"),
        (card(SKILL, ("use", [DRAW, PICK, BACK], {})), "too late"),
        (card(SKILL, ("use", [PICK, DRAW], {})), "does nothing with it"),
        (card(SKILL, ("use", [{"verb": "choose", "what": "unit", "whose": "own"}, {"verb": "ready"}], {})), "`whose`"),
        (card(SKILL, ("use", [LIFT], {})), "under way"),
        (card(SKILL, ("use", [DRAW], {"attack": True}), timing=["main"]), "under way"),
    ],
)
def test_what_could_not_be_carried_out_is_refused(row, problem):
    with pytest.raises(DataError, match=problem):
        GAME.with_cards([row], "test")


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (
            card(SKILL, ("use", [PICK, BACK], {})),
            "**Main / Response:** Choose one Character card in the opponent's Action Zone. "
            "Return it to its owner's hand.",
        ),
        (
            card(SKILL, ("use", [LIFT], {"attack": True}), timing=["response"]),
            "**Response (Attack only):** The user has power +1 until the end of this action.",
        ),
        (
            card(PERSON, ("start", [{"verb": "gain", "count": 2}], {"behind": True})),
            "At the end of your Start Phase, if you have fewer Search Points than your opponent, gain 2 Search Points.",
        ),
        (
            card(PERSON, ("continuous", [{"verb": "bonus", "power": 2}], {"units": 3})),
            "While you have 3 or more units, this card has power +2.",
        ),
    ],
)
def test_texts_are_printed_from_the_data(row, text):
    printed = GAME.with_cards([row], "test").cards[-1].rules_text
    assert printed[-1] == text
    assert all(line == "**Only for:** the unit Odd One." for line in printed[:-1])  # its user


def test_an_ability_that_asks_for_two_cards_works_once():
    ability = ("placed", [{"verb": "discard", "count": 2}], {})
    state = GAME.with_cards([card(PERSON, ability)], "test").position(
        'step = "CHAR_CHOICE"\nP1.hand = ["Odd One (New)"]\nP2.hand = ["Finch (Lookout)", "Warrant", "Smoke Curtain"]',
        listen=True,
    )
    state.apply(state.read('place "Odd One (New)"')[0])
    while state.step.name == "RIVAL_DISCARDS":
        state.apply(state.legal_actions()[0])
    assert len(state.players[1].hand) == 1
    assert [event.kind for event in state.events].count("ability") == 1


def test_a_win_is_proved_against_an_intercept_and_every_unseen_card():
    """There is one Intercept and one Smoke Curtain: a Deck Search by Celia would need a good card on top."""
    state = GAME.position("""
unseen = true
P1 = { points = 17, standby = ["Finch (Lookout)", "Celia Voss (Scout)"], hand = ["Smoke Curtain"] }
P2 = { hand = 2, standby = ["Edda Marsh (Nightwatch)"], deck = 9 }
""")
    proof = solver.Solver(0, solver.win_this_turn(state, 0)).prove(state)
    assert [state.text(action) for action in proof.solutions] == [
        'search with "Finch (Lookout)"',
        'deck search with "Finch (Lookout)"',
        'search with "Celia Voss (Scout)"',
    ]
    assert [state.text(action) for action in proof.refutations] == [
        'deck search with "Celia Voss (Scout)"',
        "end main phase",
    ]


@pytest.mark.parametrize(
    "text", ['attack "Finch (Lookout)" -> "Edda Marsh (Archivist)"', 'draw with "Finch (Lookout)"']
)
def test_a_refusal_names_the_unit_that_acts_not_its_target(text):
    state = GAME.position("""
P1 = { standby = ["Finch (Lookout), inactive"] }
P2 = { action = ["Edda Marsh (Archivist)"] }
""")
    said = [check.fact for check in state.explain(state.read(text)[0]) if not check.met]
    assert "The unit Finch is inactive: Finch (Lookout) stands sideways." in said
    assert not any("Edda Marsh" in fact for fact in said)


def refusals(position, text, seat=0):
    """Return what an action does not meet, apart from its moment, as {requirement: (fact, its own repair)}."""
    state = GAME.position(position)
    action = state.game.notation.read(state, text, seat)[0]
    return {
        check.requirement: (check.fact, check.repair)
        for check in state.explain(action, seat)
        if not check.met and check.requirement != "timing"
    }


def test_no_effect_is_said_to_help_a_unit_that_is_wholly_in_the_action_zone():
    """Making a unit active requires a card of the unit in the Standby Zone (DGM-R47)."""
    position = 'P1 = { action = ["Finch (Lookout)"] }'
    assert refusals(position, 'search with "Finch (Lookout)"') == {
        "in_standby": (
            "Finch (Lookout) is in the Action Zone already: it has stepped out.",
            "after your next Start Phase",
        )
    }


def test_the_limits_of_a_turn_are_not_told_to_the_other_player():
    position = """
limit = 1
founded = 1
deck_searched = true
P1 = { standby = ["Finch (Lookout)"] }
P2 = { standby = ["Celia Voss (Scout)"], hand = ["Ada Lorne (Sabre)"] }
"""
    assert refusals(position, 'place "Ada Lorne (Sabre)"', 1) == {}
    assert refusals(position, 'deck search with "Celia Voss (Scout)"', 1) == {}
    assert "not_searched" in refusals(position, 'deck search with "Finch (Lookout)"')


ENGAGED = """
step = "SKILL_TP"
action = { kind = "attack", by = "Ada Lorne (Sabre)", target = "Dorian Pell (Porter)" }
P1 = { action = ["Ada Lorne (Sabre)"], standby = ["Bram Ketterick (Watch)"], hand = ["Sudden Lunge", "Second Wind"] }
P2 = { action = ["Dorian Pell (Porter)"] }
"""


@pytest.mark.parametrize(
    ("position", "text", "requirement", "repair"),
    [
        (ENGAGED, 'respond "Sudden Lunge" with "Bram Ketterick (Watch)"', "engaged", "with Ada Lorne (Sabre)"),
        (
            'P1 = { standby = ["Bram Ketterick (Watch)"], action = ["Finch (Lookout)"], hand = ["Second Wind"] }',
            'use "Second Wind" with "Bram Ketterick (Watch)"',
            "finds_unit",
            "with another unit of yours that is inactive and has a card in the Standby Zone",
        ),
    ],
)
def test_what_would_help_is_not_there_already(position, text, requirement, repair):
    """The cases are a Skill card at the wrong time of a Main Phase, and an inactive unit that has stepped out."""
    assert refusals(position, text)[requirement][1] == repair


@pytest.mark.parametrize(
    ("position", "text", "fact"),
    [
        (
            'step = "CHAR_CHOICE"\nP1 = { hand = ["Celia Voss & Dorian Pell"], standby = ["Celia Voss (Scout)"] }',
            'place "Celia Voss & Dorian Pell"',
            "Celia Voss & Dorian Pell links two units of yours, and you have no unit of Dorian Pell.",
        ),
        (
            'step = "CHAR_CHOICE"\nP1 = { hand = ["Bram Ketterick & Celia Voss"], standby = ["Bram Ketterick (Watch)", '
            '"Celia Voss (Scout)", "Dorian Pell (Medic)", "Celia Voss & Dorian Pell"] }',
            'place "Bram Ketterick & Celia Voss"',
            "The unit of Celia Voss is merged with Dorian Pell already, and a unit is merged with one other at most.",
        ),
        (
            'P1 = { hand = ["Second Wind"], standby = ["Bram Ketterick (Watch)", "Finch (Lookout)"] }',
            'use "Second Wind" with "Bram Ketterick (Watch)"',
            "Second Wind makes another unit of yours active, "
            "and no other one is inactive with a card in the Standby Zone.",
        ),
        (
            'P1 = { hand = ["False Trail"], standby = ["Finch (Lookout)"] }',
            'use "False Trail" with "Finch (Lookout)"',
            "False Trail makes the rival discard, and the rival's hand is empty.",
        ),
        (
            'P1 = { hand = ["Warrant"], standby = ["Gideon Hale (Captain)"], action = ["Finch (Lookout)"] }',
            'use "Warrant" with "Gideon Hale (Captain)"',
            "Warrant is about a card in the rival's Action Zone, which is empty.",
        ),
        (
            'P1 = { standby = ["Ada Lorne (Lantern)", "Bram Ketterick (Watch)", "Ada Lorne & Bram Ketterick"] }',
            'search with "Ada Lorne (Lantern)"',
            "Ada Lorne & Bram Ketterick is a Doubles card in the Standby Zone: it must step out before "
            "Ada Lorne (Lantern).",
        ),
    ],
)
def test_a_refusal_says_what_is_missing(position, text, fact):
    assert [said for said, _ in refusals(position, text).values()] == [fact]


def test_a_doubles_card_that_has_stepped_out_is_not_told_to_wait_for_its_other_copy():
    row = {"name": "Bram Ketterick & Edda Marsh", "category": "doubles", "icons": ["attack"], "power": 4, "rank": 3}
    row |= {"characters": ["Bram Ketterick", "Edda Marsh"]}
    own = {"standby": ["Bram Ketterick & Edda Marsh"], "action": ["Bram Ketterick & Edda Marsh"]}
    position = {"cards": [row], "P1": own, "P2": {"action": ["Finch (Lookout)"]}}
    assert set(refusals(position, 'attack "Bram Ketterick & Edda Marsh" 2 -> "Finch (Lookout)"')) == {"in_standby"}


ALONE = """
step = "MAIN_CHOICE"
[P1]
standby = ["Gideon Hale (Captain)"]
[P2]
action = ["Ada Lorne & Bram Ketterick"]
standby = ["Ada Lorne (Ledger), inactive", "Bram Ketterick (Patrol), inactive"]
"""
BOTH = """
step = "MAIN_CHOICE"
[P1]
standby = ["Ada Lorne (Lantern)", "Bram Ketterick (Watch)", "Ada Lorne & Bram Ketterick"]
[P2]
action = ["Ada Lorne & Bram Ketterick"]
standby = ["Ada Lorne (Lantern), inactive", "Bram Ketterick (Watch), inactive"]
"""


@pytest.mark.parametrize(("position", "fall"), [(ALONE, 1), (BOTH, 2)])
def test_a_unit_splits_after_its_doubles_card_has_moved(position, fall):
    state = GAME.position(position)
    state.listen()
    state.apply(next(action for action in state.actions if action[0] == "attack"))
    told = [event.kind for event in state.events if event.kind in ("destroyed", "split")]
    assert told == ["destroyed"] * fall + ["split"] * fall


@pytest.mark.parametrize(
    ("others", "kind", "told"),
    [
        (
            ["Ada Lorne (Lantern)", "Bram Ketterick (Watch)"],
            "split",
            "Ada Lorne and Bram Ketterick are two units again.",
        ),
        (["Bram Ketterick (Watch)"], "split.one", "only the unit Bram Ketterick remains."),
        ([], "split.none", "the unit of Ada Lorne and Bram Ketterick is gone."),
    ],
)
def test_what_a_merged_unit_becomes_is_told_as_it_is(others, kind, told):
    standby = ["Ada Lorne & Bram Ketterick", *others]
    state = GAME.position({"step": "MAIN_CHOICE", "P1": {"standby": standby}}, listen=True)
    combat.destroy_cards(state, [(state.players[0].standby[0], "DGM-13.2")])
    *_, event = state.events
    assert (event.kind, event.clause) == (kind, "DGM-14.5")
    assert GAME.narrate(event) == f"The last Doubles card has left: {told}"


def test_a_unit_that_loses_both_its_doubles_cards_at_once_splits_once():
    twice = ["Ada Lorne & Bram Ketterick"] * 2
    standby = [*twice, "Ada Lorne (Lantern)", "Bram Ketterick (Watch)"]
    state = GAME.position({"step": "MAIN_CHOICE", "P1": {"standby": standby}}, listen=True)
    combat.destroy_cards(state, [(card, "DGM-13.2") for card in state.players[0].standby[:2]])
    assert [event.kind for event in state.events or ()] == ["destroyed", "destroyed", "split"]
