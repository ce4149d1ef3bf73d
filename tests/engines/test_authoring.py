"""A card that does not fit the rules is refused, with the remedy, and no entry on it is ignored."""

import pytest

import engines
from engines.errors import DataError

UNIT = {"category": "unit", "power": 1, "break_rank": 1}
FORCE = {"category": "force"}
MAGIC = {"category": "magic"}
DRAW = [{"verb": "draw"}]
PICK = [{"verb": "choose", "whose": "own", "what": "unit"}]


def bonus(whose):
    return [{"verb": "bonus", "whose": whose, "power": 1}]


def card(kind, *abilities, **more):
    rows = [{"when": when, "do": do, "requires": requires} for when, do, requires in abilities]
    return {"name": "Odd One", "cost": 1, **kind, "ability": rows, **more}


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (card(UNIT, symbols="Z"), "symbols"),
        (card(MAGIC, ("use", DRAW, {}), keywords=["Haste"]), "keywords"),
        (card(FORCE, placement={"colour": "green"}), "placement"),
        (card(UNIT, placement={"altar": "green"}), "placement"),
        (card(MAGIC, ("use", DRAW, {}), ("use", DRAW, {})), "2 abilities"),
        (card(UNIT, ("trigger", DRAW, {}), ("trigger", DRAW, {})), "2 abilities"),
        (card(UNIT, ("placed", DRAW, {})), "no ability with when = 'placed'"),
        (card(FORCE, ("destroyed", DRAW, {})), "no ability"),
        (card(UNIT, ("continuous", DRAW, {})), "verb 'draw'"),
        (card(UNIT, ("summon", bonus("self"), {})), "verb 'bonus'"),
        (card(UNIT, ("continuous", bonus("own"), {})), "gives a bonus"),
        (card(FORCE, ("continuous", bonus("self"), {})), "gives a bonus"),
        (card(FORCE, ("continuous", bonus("own"), {"face_up_energy": 1})), "condition"),
        (card(MAGIC, ("use", DRAW, {"face_up_energy": 1})), "condition"),
        (card(UNIT, ("continuous", bonus("self"), {"upright_altar": 1})), "condition"),
        (card(MAGIC, ("use", [{"verb": "destroy"}], {})), "no unit"),
        (card(MAGIC, ("use", [*PICK, {"verb": "discard_force"}], {})), "no force"),
        (
            card(MAGIC, ("use", [{"verb": "choose", "whose": "own", "what": "force", "max_power": 1}], {})),
            "by power",
        ),
    ],
)
def test_what_could_not_be_carried_out_is_refused(row, problem):
    with pytest.raises(DataError, match=problem):
        engines.load("altaria").with_cards([row], "test")


RIVALS = {"verb": "choose", "whose": "rival"}


@pytest.mark.parametrize(
    ("category", "when", "do", "problem"),
    [
        (
            "mission",
            "mission",
            [{**RIVALS, "what": "build"}, {**RIVALS, "what": "unit"}, {"verb": "sabotage", "count": 1}],
            "no build",
        ),
        (
            "mission",
            "mission",
            [{**RIVALS, "what": "build", "kind": "space"}, {"verb": "sabotage", "count": 1}],
            "no arena",
        ),
        (
            "mission",
            "mission",
            [{**RIVALS, "what": "build", "retreated": True}, {"verb": "sabotage", "count": 1}],
            "retreated",
        ),
        ("mission", "mission", [{"verb": "gain", "force": 1, "who": "more_units"}], "does not have"),
        ("battle", "window_2", [{"verb": "alter_damage", "due": "dealt", "count": 1}], "window_3"),
        ("battle", "window_3", [{"verb": "choose_dice"}, {"verb": "reroll"}], "window_2"),
        ("location", "continuous", [{"verb": "bonus", "units": "others", "kind": "space", "power": 1}], "other units"),
    ],
)
def test_what_would_be_passed_over_is_refused(category, when, do, problem):
    kind = {"kind": "space"} if category == "location" else {}
    row = {"name": "Odd One", "category": category, "cost": 1, "ability": [{"when": when, "do": do}], **kind}
    with pytest.raises(DataError, match=problem):
        engines.load("star_wars").with_cards([row], "test")


SOLDIER = {"category": "unit", "kind": "ground", "speed": 10, "power": 1, "health": 1}


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (card(SOLDIER, version="E", identity="OREN"), "Odd One.*identity OREN has two kinds"),
        (
            card(SOLDIER, ("window_1", [{"verb": "draw", "count": 1}], {"attacker": True, "retreated": True})),
            "an attacker that has retreated",
        ),
    ],
)
def test_a_card_that_does_not_go_with_the_others_or_with_itself_is_refused(row, problem):
    game = engines.load("star_wars")
    with pytest.raises(DataError, match=problem):
        game.with_cards([row], "test")
    with pytest.raises(DataError, match=problem):
        game.position({"cards": [row]})


def test_an_ability_that_asks_for_the_attacker_prints_whose():
    push = ("window_4", [{"verb": "untap", "unit": "battling"}], {"attacker": True})
    game = engines.load("star_wars").with_cards([card(SOLDIER, push)], "test")
    assert game.cards[-1].rules_text[0].startswith("**Window 4:** if this unit was the attacker")
    assert "if your unit was the attacker" in game.cards[game.by_name["Relentless Push"]].rules_text[0]


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (
            card(UNIT, ("summon", DRAW, {"face_up_energy": 2})),
            "**On summon:** if 2 or more of your energy cards are face up, draw a card.",
        ),
        (card(UNIT, ("attack", [{"verb": "may"}, *DRAW], {})), "**On attack:** you may draw a card."),
        (card(FORCE, ("main_start", DRAW, {})), "**Active:** at the start of your Main Phase, draw a card."),
    ],
)
def test_conditions_and_may_are_printed(row, text):
    game = engines.load("altaria").with_cards([row], "test")
    assert game.cards[-1].rules_text == (text,)


@pytest.mark.parametrize("fatigued", [False, True])
def test_only_fatigued_units_can_be_asked_for(fatigued):
    choose = {"verb": "choose", "whose": "rival", "what": "unit", "fatigued": fatigued}
    row = {"name": "Odd One", "category": "magic", "cost": 2, "symbols": "R"}
    row["ability"] = [{"when": "use", "do": [choose, {"verb": "destroy"}]}]
    game = engines.load("altaria")
    if fatigued:
        assert game.with_cards([row], "test")
    else:
        with pytest.raises(DataError, match="fatigued"):
            game.with_cards([row], "test")
