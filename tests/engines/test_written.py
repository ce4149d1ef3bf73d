"""A scenario's contents are carried out or refused, with file, scenario and step; nothing is silently ignored."""

import contextlib
import copy
import dataclasses
import random
import re

import pytest

import engines
from engines.checking import expectations, scenarios
from tests.engines.play import GAMES
from tests.engines.test_nonsense import spoiled

ATTACK = 'position.step = "ATTACK"\nposition.P1.field = ["Sunlit Herald"]\n'
PASS = "steps = [{ do = 'end attack' }]"
LOOK = "steps = [{ now = ['%s'] }]"
ROUNDS = 300


def judged(tmp_path, text, game="altaria", before="", name="One"):
    """Carry out the scenario in `text`."""
    path = tmp_path / "mine.toml"
    path.write_text(f'{before}\n[[scenario]]\nname = "{name}"\n{text}\n', encoding="utf-8")
    for scenario in scenarios.read_file(path):
        scenarios.run_scenario(scenario, engines.load(game))


def error_of(tmp_path, text, game="altaria", **more):
    with pytest.raises(engines.TebikiError) as caught:
        judged(tmp_path, text, game, **more)
    said = str(caught.value)
    assert "mine.toml, scenario 'One'" in said
    assert "\n" not in said
    return said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ATTACK + "steps = [{ by = 'P1' }]", "step 1: says nothing to do"),
        (ATTACK + "steps = [{ do = 'end attack', by = 'P2' }]", "P2"),
        (ATTACK + "steps = [{ do = 'end attack', by = 'P3' }]", "no player 'P3'"),
        (ATTACK + "steps = [{ now = ['not over'], by = 'P1' }]", "'by' stands alone"),
        (ATTACK + "steps = [{ do = 'end attack', clause = 'ALT-11.1' }]", "'clause' stands alone"),
        (ATTACK + "steps = [{ do = 'end attack', times = 0 }]", "times = 0"),
        (ATTACK, "has no steps"),
        (ATTACK + "steps = []", "has no steps"),
        (ATTACK + 'clauses = ["ALT-99.9"]\n' + PASS, "clauses: there is no clause 'ALT-99.9'. Did you mean"),
        (ATTACK + "steps = [{ refused = 'end main', clause = 'ALT-99.9' }]", "step 1: there is no clause"),
        (ATTACK + LOOK % "not fired ALT-99.9", "step 1: expectation: there is no clause"),
        (ATTACK + LOOK % "fired ALT-99.9", "there is no clause"),
        (ATTACK + LOOK % "by ALT-99.9", "there is no clause"),
        (ATTACK + "chance = [3]\n" + PASS, "left over: 3"),
        ("start = { deks = ['hearth', 'tide'] }\nsteps = [{ now = ['not over'] }]", "unknown entry 'deks'"),
        ("start = { seed = 'x' }\nsteps = [{ now = ['not over'] }]", "start, seed"),
        (ATTACK + "start = { seed = 1 }\n" + PASS, "position and start"),
        (ATTACK + "step = []\n" + PASS, "unknown entry 'step'"),
        (ATTACK + "steps = [{ does = 'end attack' }]", "step 1: unknown entry 'does'"),
        (ATTACK + "steps = [{ deck_legal = true }]", "step 1: 'deck_legal' belongs"),
        ('deck = "hearth"\nsteps = [{ do = "pass" }]', "step 1: 'do' belongs"),
        ("variant = { corse = 3 }\n" + PASS, "'corse'"),
        (ATTACK + LOOK % 'P1.friends = ["X, up"]', "step 1: expectation: a view has no zone 'friends'"),
        (ATTACK + LOOK % "P1.feild = 1", "there is no zone 'feild'. Did you mean 'field'?"),
        (ATTACK + LOOK % "P1 sees P2.feild = 1 hidden", "Did you mean 'field'?"),
        (ATTACK + LOOK % "P1.hand = [Tide Scout]", "is no list of names"),
        (
            'position.P1.graveyard = ["Tide Scout"]\n' + LOOK % 'P1.graveyard = ["Tide Scout, fatigued"]',
            "have no marks",
        ),
        (ATTACK + LOOK % 'P1.field lacks "Sunlit Heralt"', "Did you mean 'Sunlit Herald'?"),
        (ATTACK + LOOK % 'can "Sunlit Heralt" = no', "Did you mean 'Sunlit Herald'?"),
        (ATTACK + "steps = [{ legal_lacks = ['atack \"Sunlit Herald\"'] }]", "no action here"),
        (ATTACK + LOOK % "decides = P2", "expected decides = P2, found P1."),
        (ATTACK + LOOK % 'P1.field 1 = "Sunlit Herald"', "the cards of field have no places."),
        (ATTACK + LOOK % 'P1.meadow 1 = "Sunlit Herald"', "there is no zone 'meadow'"),
        (ATTACK + LOOK % 'P1.deck 99 = "Sunlit Herald"', 'expected P1.deck 99 = "Sunlit Herald", found 20 cards.'),
        (ATTACK + LOOK % "player = P2", "expected player = P2, found P1."),
        (
            ATTACK + "steps = [{ legal = ['end attack'] }]",
            """legal are ['attack "Sunlit Herald" -> cores', 'end attack'], legal says ['end attack'].""",
        ),
        (ATTACK + LOOK % "winner = P2", "found nobody yet"),
        (ATTACK + LOOK % "draw", "found no result yet"),
        (ATTACK + LOOK % 'power "Sunlit Herald" = -2', "found 5"),
        (ATTACK + LOOK % "P1.cores = -1", "found 7"),
    ],
)
def test_a_mistake_is_told_with_file_scenario_and_step(tmp_path, text, expected):
    assert expected in error_of(tmp_path, text)


def test_by_waits_for_the_decision_of_that_player(tmp_path):
    text = """
    position.step = "ATTACK"
    position.P1.field = ["Sunlit Herald"]
    position.P2.field = ["Mossback Guard"]
    steps = [
      { do = 'attack "Sunlit Herald" -> cores 1 2' },
      { do = 'no block', by = "P2" },
      { now = ["P2.cores = 5"] },
    ]
    """
    judged(tmp_path, text)
    assert "P1" in error_of(tmp_path, text.replace('by = "P2"', 'by = "P1"'))


TIGER = """
[[card]]
name = "Paper Tiger"
category = "unit"
cost = 1
symbols = "R"
power = 3
break_rank = 1
"""


def test_a_card_of_the_file_is_there_in_every_scenario(tmp_path):
    one = 'position.P1.field = ["Paper Tiger"]\n' + LOOK % 'power "Paper Tiger" = 3'
    judged(tmp_path, f'{one}\n[[scenario]]\nname = "Two"\n{one}', before=TIGER)
    judged(tmp_path, one + "\n" + TIGER.replace("[[card]]", "[[scenario.card]]").replace("Paper", "Rice"), before=TIGER)
    assert "Rice Tiger" in error_of(tmp_path, one.replace("Paper", "Rice"), before=TIGER)


def test_one_mistake_does_not_hide_the_next(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(f'[[scenario]]\nname = 3\n{PASS}\n[[scenario]]\nname = "Two"\nsteps = 3', encoding="utf-8")
    for scenario in scenarios.read_file(path):
        with pytest.raises(engines.TebikiError, match=r"'(3|Two)'"):
            scenarios.run_scenario(scenario, engines.load("altaria"))


REFUSED = "steps = [{ refused = '%s', clause = '%s' }]"


@pytest.mark.parametrize(
    ("game", "position", "text", "clause"),
    [
        ("altaria", "", 'summon "Ember Sprinter"', "ALT-10.3"),
        ("altaria", 'position.P2.hand = ["Ember Sprinter"]\n', 'summon "Ember Sprinter"', "ALT-10.3"),
        ("altaria", 'position.P2.field = ["Sunlit Herald"]\n', 'attack "Sunlit Herald" -> cores', "ALT-11.1"),
        (
            "altaria",
            'position.step = "ATTACK"\nposition.P1.field = ["Sunlit Herald", "Ember Sprinter, fatigued"]\n',
            'attack "Sunlit Herald" -> "Ember Sprinter"',
            "ALT-11.8",
        ),
        ("altaria", 'position.P1.altar = ["Ember Sprinter"]\n', 'pay "Ember Sprinter"', "ALT-9.4"),
        ("kingdom_hearts", "", 'discard "Spark"', "KH-6.8"),
        ("dgrayman", "", 'discard "Finch (Lookout)"', "DGM-16.1"),
        ("chaos", "", 'discard "Undertow"', "CHA-7.13"),
        ("chaos", "", 'enter "First Light Minato" front', "CHA-8.1"),
        ("star_wars", "", 'build "Beacon Guard"', "SW-7.1"),
    ],
)
def test_what_nobody_could_click_is_refused_with_the_reason(tmp_path, game, position, text, clause):
    judged(tmp_path, position + REFUSED % (text, clause), game)


def test_what_is_no_action_at_all_is_not_refused_but_a_mistake(tmp_path):
    assert "no action here" in error_of(tmp_path, REFUSED % ('sumon "Ember Sprinter"', "ALT-10.3"))
    assert "no action here" in error_of(tmp_path, REFUSED % ('summon "Ember Sprintr"', "ALT-10.3"))


def test_a_name_in_two_parts_is_found_the_other_way_round():
    with pytest.raises(engines.DataError, match="Did you mean 'Bram Ketterick & Celia Voss'"):
        engines.load("dgrayman").card_number("Celia Voss & Bram Ketterick", "here")


def test_an_unknown_game_is_answered_with_the_nearest():
    with pytest.raises(engines.DataError, match=r"Did you mean 'star_wars'\? Games: altaria, chaos"):
        engines.load("starwars")


NOUNS = ("flag", "unit", "power", "attack", "orientation", "face", "active", "new", "damage", "counter", "equipment")


@pytest.mark.parametrize("name", GAMES)
def test_an_expectation_of_what_is_not_there_is_not_met_or_refused(name):
    state = engines.load(name).position("")
    nouns, others = (*NOUNS, *state.view(0)["players"][0]), ("= 99", ">= 99", '= ["A"]', '= ["A, up"]', '1 = "A"')
    texts = [f'{noun} "No Such" = {wanted}' for noun in nouns for wanted in ("3", "yes", "no", "up", '["A"]')]
    texts += [f"P1.{noun} {wanted}" for noun in NOUNS for wanted in others]
    for text in texts:
        with contextlib.suppress(engines.DataError):
            assert expectations.describe_difference(state, text), text


def test_the_second_copy_of_a_card_can_be_looked_at(tmp_path):
    field = 'position.P1.field = ["Sunlit Herald, power +1", "Sunlit Herald, fatigued"]\n'
    wanted = ('orientation "Sunlit Herald" 1 = upright', 'orientation "Sunlit Herald" 2 = fatigued')
    for one in (*wanted, 'power "Sunlit Herald" 2 = 5'):
        judged(tmp_path, field + LOOK % one)
    assert "there are 2" in error_of(tmp_path, field + LOOK % 'power "Sunlit Herald" 3 = 4')
    assert "not upright" in error_of(tmp_path, field + LOOK % 'orientation "Sunlit Herald" 2 = upright')


def test_a_card_in_its_place_can_be_looked_at(tmp_path):
    worlds = 'position.P1 = { hero = "Lio", worlds = ["Lantern Quay", "Glass Dunes"] }\n'
    for one in ('P1.worlds 1 = "Lantern Quay"', 'P1.worlds 2 = "Glass Dunes"'):
        judged(tmp_path, worlds + LOOK % one, "kingdom_hearts")
    wrong = error_of(tmp_path, worlds + LOOK % 'P1.worlds 1 = "Glass Dunes"', "kingdom_hearts")
    assert "found Lantern Quay" in wrong
    judged(tmp_path, "position.P1.deck = ['Tide Scout', 'Grove Elder']\n" + LOOK % 'P1.deck 1 = "Tide Scout"')


def test_what_a_card_holds_can_be_looked_at(tmp_path):
    ally = 'position.P1.allies = ["Pim LV 2 with Tide Rod"]\n'
    judged(tmp_path, ally + LOOK % 'equipment "Pim LV 2" = ["Tide Rod"]', "kingdom_hearts")


@pytest.mark.parametrize("name", GAMES)
def test_a_spoiled_scenario_is_refused_in_its_place_or_carried_out(name):
    chance, refused = random.Random(7), []
    rows = scenarios.scenarios_of(name)
    for _ in range(ROUNDS):
        row = chance.choice(rows)
        document, _ = spoiled(chance, dict(row.data))
        one = scenarios.Scenario("One", (), "mine.toml, scenario 'One'", copy.deepcopy(document))
        try:
            scenarios.run_scenario(one, engines.load(name))
        except engines.TebikiError as error:
            refused.append(str(error))
    assert [text for text in refused if not text.startswith("mine.toml, scenario 'One'")] == []
    assert len(refused) > ROUNDS / 2


@pytest.mark.parametrize(
    ("game", "position", "expected"),
    [
        ("altaria", "turn = 101", "turn: is 101"),
        ("altaria", 'P1.field = ["Tide Scout, entered 99"]', "P1, field"),
        ("altaria", 'P1.energy = ["Tide Scout, put 99"]', "P1, energy"),
        ("altaria", 'attack = { attacker = "Tide Scout", cores = [1] }\nP1.field = ["Tide Scout"]', "attack: nothing"),
        (
            "altaria",
            'step = "BLOCK"\nattack = { attacker = "Tide Scout", cores = [1, 1] }\nP1.field = ["Tide Scout"]',
            "attack, cores: names a core twice",
        ),
        ("chaos", 'P1.front = ["Quiet Lamp Hotaru, damage 99"]', "99 damage"),
        ("chaos", 'P1.front = ["Quiet Lamp Hotaru, damage 999"]', "It must be 99 or less"),
        ("kingdom_hearts", 'P1 = { hero = "Lio", hp = 100 }', "hp is 100. It must be 99 or less"),
        ("dgrayman", "P1.points = 1000", "points is 1000. It must be 99 or less"),
        ("chaos", 'P1.front = ["Quiet Lamp Hotaru"]\nP1.back = ["Quiet Lamp Hotaru"]', "shares a Name"),
        ("chaos", 'P1.partner = []\nstep = "D1"', "has no Partner"),
        (
            "chaos",
            'step = "W3"\nattack = { attacker = "Keen Eyes Shiori", guard = "Quiet Lamp Hotaru" }\n'
            'P1.front = ["Keen Eyes Shiori"]\nP2.front = ["Quiet Lamp Hotaru, down"]',
            "attack, guard",
        ),
        ("kingdom_hearts", 'P1.allies = ["Pim LV 2", "Pim LV 2"]', "P1, allies"),
        ("kingdom_hearts", "P1.hp = -1", "the game is over"),
        ("kingdom_hearts", 'P1 = { hero = "Maren", allies = ["Gorro"] }', "'Gorro' is no ally of 'Maren'"),
        ("kingdom_hearts", 'P1 = { hero = "Oriel", form = "Lio Dusk Form" }', "is not laid on 'Oriel'"),
        ("kingdom_hearts", 'P1 = { hero = "Maren", gear = ["Beacon Band"] }', "does not go on 'Maren'"),
        ("star_wars", 'P1.space = ["Dawnwing Scout, damage 99"]', "99 damage"),
        ("star_wars", 'P1.character = ["Oren Vash A", "Oren Vash A"]', "One unique character"),
        ("star_wars", 'P1.hand = ["Gloom Darter"]', "dark card"),
        ("star_wars", "P1.force = 1000000000", "999 or less"),
        ("dgrayman", "P1.points = -1", "It must be 0 or more"),
    ],
)
def test_a_position_that_no_game_can_reach_is_refused_with_the_place(game, position, expected):
    with pytest.raises(engines.DataError) as caught:
        engines.load(game).position(position, "here")
    assert str(caught.value).startswith("here")
    assert expected in str(caught.value)


@pytest.mark.parametrize("name", [*GAMES, *engines.names(small=True)])
def test_whatever_step_a_position_names_it_stands_there_or_is_refused(name):
    game, refused = engines.load(name), []
    for step in game.flow.steps:
        try:
            state = game.position({"step": step}, "here")
        except engines.DataError as error:
            refused.append(str(error))
        else:
            assert state.result is not None or state.actions
    assert refused
    places = re.compile("here(, P[12], \\w+)?: ")  # a step may need cards in a zone
    assert [said for said in refused if not places.match(said) or "flow" in said] == []


def test_a_position_may_say_that_it_is_meant():
    text = 'P1.front = ["Quiet Lamp Hotaru, damage 99"]\nunreachable = true'
    assert engines.load("chaos").position(text).decision is not None
    with pytest.raises(engines.DataError, match="unreachable"):
        engines.load("chaos").position(text.replace("true", "3"))


def test_known_cards_at_the_bottom_are_not_hidden(tmp_path):
    deck = 'position.P2 = { deck = ["Finch (Lookout)", 7], bottom = 2 }\n'
    judged(tmp_path, deck + "steps = [{ now = ['P1 sees P2.deck = 6 hidden', 'P2.deck = 8'] }]", "dgrayman")


def test_several_cards_are_discarded_in_one_text(tmp_path):
    hand = 'position.P1 = { hand = ["Finch (Lookout)", "Finch (Runner)", 6] }\n'
    text = """steps = [
      { do = 'end main phase; discard "Finch (Lookout)" "Finch (Runner)"' },
      { expect = ['P1.hand = 6', 'P1.discard = ["Finch (Lookout)", "Finch (Runner)"]'] },
    ]"""
    judged(tmp_path, hand + text, "dgrayman")


DIVIDED = """
position.P1.hero = "Maren"
position.P1.worlds = ["Cogwheel Bazaar", "Glass Dunes"]
position.P1.obstacles = ["Gloomling", "Blank Lancer"]
position.P1.hand = ["Quick Flare", "Broad Flare"]
position.P2 = { hero = "Lio" }
steps = [
  { do = 'battle; attack "Quick Flare" "Broad Flare"; skip' },
  { do = '%s' },
  { now = ['P1.obstacles = ["Blank Lancer"]'] },
]
"""


@pytest.mark.parametrize(
    "text",
    ['deal 3 to "Gloomling"; deal 4 to "Blank Lancer"', 'deal 4 to "Blank Lancer"; deal 3 to "Gloomling"'],
)
def test_damage_is_divided_in_any_order(tmp_path, text):
    judged(tmp_path, DIVIDED % text, "kingdom_hearts")


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        ("dgrayman", 'mulligan "Finch (Lookout)"', "It is written: mulligan."),
        ("altaria", 'attack "Sunlit Herald" -> player', "It is written: attack ... -> cores or attack ... -> ..."),
    ],
)
def test_what_the_rules_do_not_have_is_answered_with_what_is_written(game, text, expected):
    with pytest.raises(engines.NotationError) as caught:
        engines.load(game).position("").read(text)
    assert expected in str(caught.value)


def test_a_fault_of_the_rules_is_no_mistake_in_a_position(monkeypatch):
    game = engines.load("altaria")
    state = game.position("")

    def broken(*_):
        raise AttributeError("a fault")

    monkeypatch.setattr(state.step, "ask", broken)
    with pytest.raises(AttributeError, match="a fault"):
        game.position("")
    kind = game.kinds["summon"]
    requirement = dataclasses.replace(kind.requirements[0], holds=broken)
    monkeypatch.setitem(game.kinds, "summon", dataclasses.replace(kind, requirements=(requirement,)))
    with pytest.raises(AttributeError, match="a fault"):
        game.why_not(state, ("summon", 1))
