"""Continuous changes of figures on cards of custom sets: every kind of filter, condition and amount, in every game."""

import itertools
import json
import re

import pytest

import engines
from engines.book.card_reading import card_row
from engines.book.figure_change_text import render_changes
from engines.book.rulebook import parse_toml
from engines.designs.set_files import find_set, read_set
from engines.forms.sums import counted_table, sum_parts
from engines.search.players import random_player
from tests.engines.play import GAMES
from tests.engines.test_card_programs import printed_effects
from tests.tiers import ROOT

BASE = {
    "altaria": {"category": "unit", "cost": 1, "power": 3, "break_rank": 1},
    "star_wars": {
        "category": "unit",
        "kind": "ground",
        "side": "neutral",
        "cost": 2,
        "speed": 30,
        "power": 3,
        "health": 3,
    },
    "chaos": {"category": "character", "atk": 3, "end": 3, "atk_mod": 1, "end_mod": 0},
    "dgrayman": {"category": "character", "power": 3, "rank": 1},
    "kingdom_hearts": {"category": "ally", "level": 1, "sup": 3, "mag": 0},
}
NAMED = {"chaos": "names", "dgrayman": "characters"}
MOMENT = dict.fromkeys(BASE, "continuous") | {"chaos": "static"}
FIGURE = {"altaria": "power", "star_wars": "power", "chaos": "atk", "dgrayman": "power", "kingdom_hearts": "sup"}


def card(game, name, change=None, conditions=(), **entries):
    """Return the row of a simple card of a game. change, conditions : its text."""
    row = {"name": name, **BASE[game], **({NAMED[game]: [name]} if game in NAMED else {}), **entries}
    if change:
        ability = {"when": MOMENT[game], "do": [{"verb": "change", **change}]}
        row["ability"] = [ability | ({"if": list(conditions)} if conditions else {})]
    return row


def set_of(game, *rows, **head):
    return {"game": game, "set": "mine", "card": list(rows), **head}


def game_with(game, *rows, **head):
    """Return a game with a set of these cards."""
    return engines.load(game).with_set(read_set(set_of(game, *rows, **head), "mine.toml"))


def figure_of(state, name, figure, which=0):
    """Return a figure of a card in play as the table shows it. Its parts must add up to it."""
    table = counted_table(state, 0)
    found = [entry for _, entry in table.references() if entry.card == name and figure in entry.figures]
    entry = found[which]
    assert sum_parts(entry.sums[figure]) == entry.figures[figure]
    return entry.figures[figure]


ADEPT = {"subtype": ["Adept", "Sailor"]}
HEAD = {"fields": {"subtype": "words", "loyal": "yes", "page": "number", "clan": "text"}}
OTHERS = {"whose": "own", "other": True}

FILTERS = [
    ({"whose": "own"}, {}, ["mine", "self"]),
    (OTHERS, {}, ["mine"]),
    ({"whose": "rival"}, {}, ["theirs"]),
    ({"whose": "both"}, {}, ["mine", "self", "theirs"]),
    ({"whose": "both", "name": "Sender"}, {}, ["self"]),
    ({"whose": "both", "subtype": {"has": "Adept"}}, ADEPT, ["mine"]),
    ({"whose": "both", "subtype": "Sailor"}, ADEPT, ["mine"]),
    ({"whose": "both", "subtype": "Cook"}, ADEPT, []),
    ({"whose": "both", "loyal": True}, {"loyal": True}, ["mine"]),
    ({"whose": "both", "loyal": False}, {"loyal": True}, ["self", "theirs"]),
    ({"whose": "both", "page": {"min": 4, "max": 5}}, {"page": 4}, ["mine"]),
    ({"whose": "both", "page": 4}, {"page": 5}, []),
    ({"whose": "both", "clan": "Reef"}, {"clan": "Reef"}, ["mine"]),
]
POSITIONS = {
    "altaria": ({"field": ["Sender", "Mine"]}, {"field": ["Theirs"]}),
    "star_wars": ({"ground": ["Sender", "Mine"]}, {"ground": ["Theirs"]}),
    "chaos": ({"front": ["Sender"], "back": ["Mine"]}, {"front": ["Theirs"]}),
    "dgrayman": ({"standby": ["Sender", "Mine"]}, {"standby": ["Theirs"]}),
    "kingdom_hearts": ({"allies": ["Sender", "Mine"]}, {"hero": "Lio", "allies": ["Theirs"]}),
}


def cards_changed(state, name):
    """Return which of a position's three cards have more than their printed figure."""
    base = BASE[name][FIGURE[name]]
    told = {"self": "Sender", "mine": "Mine", "theirs": "Theirs"}
    return sorted(key for key, card in told.items() if figure_of(state, card, FIGURE[name]) != base)


@pytest.mark.parametrize("name", GAMES)
def test_a_filter_reaches_the_cards_that_fit_and_no_other(name):
    for of, entries, reached in FILTERS:
        rows = [
            card(name, "Sender", {"of": of, FIGURE[name]: 2}),
            card(name, "Mine", **entries),
            card(name, "Theirs"),
        ]
        game = game_with(name, *rows, **HEAD)
        one, two = POSITIONS[name]
        state = game.position({"P1": one, "P2": two})
        assert cards_changed(state, name) == sorted(reached), of
        again = game.position(game.write_position(state))
        assert again.canonical_key() == state.canonical_key()
        alone = engines.load(name).position(game.write_position(state))  # the position brings its cards along
        assert cards_changed(alone, name) == sorted(reached), of


@pytest.mark.parametrize("name", GAMES)
def test_a_change_ends_when_its_card_leaves_and_says_where_it_comes_from(name):
    rows = [card(name, "Sender", {"of": OTHERS, FIGURE[name]: 2}), card(name, "Mine"), card(name, "Theirs")]
    game, (one, two) = game_with(name, *rows), POSITIONS[name]
    state = game.position({"P1": one, "P2": two})
    entry = next(entry for _, entry in counted_table(state, 0).references() if entry.card == "Mine" and entry.sums)
    assert [(part.amount, state.game.words.tell(part.why)) for part in entry.sums[FIGURE[name]]][1:] == [(2, "Sender")]
    left = {zone: [card for card in cards if card != "Sender"] for zone, cards in one.items()}
    gone = game.position({"P1": left, "P2": two})
    assert figure_of(gone, "Mine", FIGURE[name]) == BASE[name][FIGURE[name]]


@pytest.mark.parametrize("name", GAMES)
def test_games_with_changes_are_played_to_their_end(name):
    deck, figure = next(iter(engines.load(name).decks.values())), FIGURE[name]
    base = engines.load(name)
    rows = []
    for called, copies in deck.cards.items():
        row = card_row(base.card_rules, base.cards[base.by_name[called]])
        if row["category"] == BASE[name]["category"] and not row.get("identity"):
            row = {**row, "name": f"{called} II", "ability": [{"when": MOMENT[name], "do": []}]}
            row["ability"][0]["do"] = [{"verb": "change", "of": {"whose": "both"}, figure: 1}]
            rows.append((row, called, copies))
    cards = {row["name"] if row else called: copies for row, called, copies in rows}
    cards = {next((r["name"] for r, c, _ in rows if c == called), called): n for called, n in deck.cards.items()}
    game = game_with(name, *(row for row, _, _ in rows), deck=[{"id": "own", "cards": cards}])
    more = 0
    for seed in (1, 2):
        state, player = game.new(("mine/own", deck.id if name != "star_wars" else "dark"), seed), random_player(seed)
        for step in itertools.count():
            if state.result is not None:
                break
            if step % 40 == 0:
                for _, entry in counted_table(state, 0).references():
                    for key, parts in entry.sums.items():
                        now = entry.figures.get(key, entry.needs.get(key))
                        assert sum_parts(parts) == now
                        more += any(part.why.facts.get("card", "").endswith(" II") for part in parts)
            state.apply(player(state))
    assert more


SELF = {"what": "self"}
CONDITIONS = [
    # game, text, conditions, own zones, the rival's zones, more of the position, the figure of the sender
    ("chaos", {"atk": 1}, [{"count": {"zone": "backyard"}, "min": 2}], {"backyard": ["Mine"]}, {}, {}, 3),
    ("chaos", {"atk": 1}, [{"count": {"zone": "backyard"}, "min": 2}], {"backyard": ["Mine", "Mine"]}, {}, {}, 4),
    ("chaos", {"atk": 2}, [{"count": {"other": True}, "max": 1}], {}, {}, {}, 5),  # only the Partner is there
    ("chaos", {"atk": 2}, [{"count": {"other": True}, "max": 1}], {"back": ["Mine"]}, {}, {}, 3),
    ("chaos", {"atk": 1}, [{"turn": "own"}], {}, {}, {"player": "P1"}, 4),
    ("chaos", {"atk": 1}, [{"turn": "own"}], {}, {}, {"player": "P2"}, 3),
    ("chaos", {"atk": 1}, [{"turn": "rival"}], {}, {}, {"player": "P2"}, 4),
    ("chaos", {"atk": 1}, [{"of": "self", "be": {"zone": "front"}}], {}, {}, {}, 4),
    ("chaos", {"atk": 1}, [{"of": "self", "be": {"zone": "back"}}], {}, {}, {}, 3),
    ("chaos", {"atk": 1}, [{"of": "self", "be": {"orientation": "rest"}}], {"front": ["Sender, rest"]}, {}, {}, 4),
    (
        "chaos",
        {"atk": 1},
        [{"of": "self", "be": {"levels": {"min": 1}}}],
        {"front": [], "partner": "Sender + Sender"},
        {},
        {},
        6,
    ),
    ("chaos", {"atk": 1}, [{"of": "self", "be": {"damage": {"min": 1}}}], {"front": ["Sender, damage 1"]}, {}, {}, 4),
    ("chaos", {"atk": 1}, [{"of": "self", "be": {"damage": 2}}], {"front": ["Sender, damage 1"]}, {}, {}, 3),
    ("chaos", {"atk": {"count": {"zone": "backyard", "name": "Mine"}}}, [], {"backyard": ["Mine", "Mine"]}, {}, {}, 5),
    ("altaria", {"power": 1}, [{"count": {"zone": "hand", "whose": "rival"}, "min": 2}], {}, {"hand": 2}, {}, 4),
    ("altaria", {"power": 1}, [{"count": {"zone": "hand", "whose": "rival"}, "min": 2}], {}, {"hand": 1}, {}, 3),
    (
        "altaria",
        {"power": {"count": {"zone": "graveyard", "name": "Mine"}, "times": 2, "plus": 1}},
        [],
        {"graveyard": ["Mine", "Mine", "Ember Sprinter"]},
        {},
        {},
        8,
    ),
    ("altaria", {"power": 1}, [{"of": "self", "be": {"fatigued": True}}], {"field": ["Sender, fatigued"]}, {}, {}, 4),
    ("altaria", {"power": 1}, [{"of": "self", "be": {"fatigued": False}}], {"field": ["Sender, fatigued"]}, {}, {}, 3),
    ("dgrayman", {"power": 2}, [{"count": {"characters": {"has": "Mine"}}, "min": 1}], {}, {}, {}, 3),
    (
        "dgrayman",
        {"power": 2},
        [{"count": {"characters": {"has": "Mine"}}, "min": 1}],
        {"standby": ["Sender", "Mine"]},
        {},
        {},
        5,
    ),
    (
        "dgrayman",
        {"power": {"count": {"whose": "both", "active": False}, "times": 2}},
        [],
        {"standby": ["Sender", "Mine, inactive"]},
        {"standby": ["Theirs, inactive"]},
        {},
        7,
    ),
    ("kingdom_hearts", {"sup": 1}, [{"count": {"zone": "hero", "name": "Lio"}, "min": 1}], {"hero": "Lio"}, {}, {}, 4),
    (
        "kingdom_hearts",
        {"sup": 1},
        [{"count": {"zone": "hero", "name": "Oriel"}, "min": 1}],
        {"hero": "Lio"},
        {},
        {},
        3,
    ),
    ("star_wars", {"power": 1}, [{"count": {"zone": "discard", "kind": "ground"}, "min": 1, "max": 1}], {}, {}, {}, 3),
    (
        "star_wars",
        {"power": 1},
        [{"count": {"zone": "discard", "kind": "ground"}, "min": 1, "max": 1}],
        {"discard": ["Mine"]},
        {},
        {},
        4,
    ),
]
ALONE = {
    "altaria": {"field": ["Sender"]},
    "star_wars": {"ground": ["Sender"]},
    "chaos": {"front": ["Sender"]},
    "dgrayman": {"standby": ["Sender"]},
    "kingdom_hearts": {"allies": ["Sender"]},
}


@pytest.mark.parametrize("at", range(len(CONDITIONS)))
def test_a_condition_holds_or_not(at):
    name, change, conditions, own, rival, more, expected = CONDITIONS[at]
    rows = [card(name, "Sender", SELF | change, conditions), card(name, "Mine"), card(name, "Theirs")]
    state = game_with(name, *rows).position({"P1": ALONE[name] | own, "P2": rival, **more})
    assert figure_of(state, "Sender", FIGURE[name]) == expected


def test_the_attacker_has_its_figures_and_its_break_rank_counts():
    rows = [
        card("altaria", "Sender", SELF | {"power": 2, "break_rank": 1}, [{"of": "self", "be": {"role": "attacker"}}]),
        card("altaria", "Mine"),
    ]
    game = game_with("altaria", *rows)
    state = game.position({"step": "ATTACK", "P1": {"field": ["Sender", "Mine"]}})
    assert [figure_of(state, "Sender", figure) for figure in ("power", "break_rank")] == [3, 1]
    state.apply(next(one for one in state.actions if one[0] == "attack_cores" and one[1] == 1))
    assert [figure_of(state, "Sender", figure) for figure in ("power", "break_rank")] == [5, 2]
    assert state.attack.rank == 2
    assert figure_of(state, "Mine", "power") == 3


def test_a_text_works_only_where_its_game_says():
    rows = [card("star_wars", "Sender", {"of": {"whose": "own"}, "speed": 10}), card("star_wars", "Mine")]
    game = game_with("star_wars", *rows)
    assert figure_of(game.position({"P1": {"ground": ["Sender", "Mine"]}}), "Mine", "speed") == 40
    retreated = game.position({"P1": {"ground": ["Mine"], "retreated": ["Sender, tapped"]}})
    assert [figure_of(retreated, card, "speed") for card in ("Mine", "Sender")] == [30, 30]
    rows = [card("chaos", "Sender", {"of": {"name": "Mine"}, "atk": 2}), card("chaos", "Mine")]
    game = game_with("chaos", *rows)
    assert figure_of(game.position({"P1": {"front": ["Sender", "Mine"]}}), "Mine", "atk") == 5
    assert figure_of(game.position({"P1": {"front": ["Sender, down", "Mine"]}}), "Mine", "atk") == 3


def test_a_location_and_a_raised_health_work_for_as_long_as_they_are_there():
    hall = {"name": "Hall", "category": "location", "kind": "ground", "cost": 1}
    hall["ability"] = [{"when": "continuous", "do": [{"verb": "change", "of": {"zone": "ground"}, "power": 1}]}]
    healer = card("star_wars", "Healer", {"of": OTHERS, "health": 2})
    game = game_with("star_wars", hall, healer, card("star_wars", "Mine"))
    state = game.position({"P1": {"ground": ["Mine, damage 4", "Healer"], "locations": ["Hall"]}})
    assert [figure_of(state, "Mine", figure) for figure in ("power", "health")] == [4, 5]


def test_a_character_falls_when_its_end_is_lowered_to_nothing():
    rows = [card("chaos", "Sender", {"of": {"whose": "rival", "zone": "front"}, "end": -3}), card("chaos", "Theirs")]
    game = game_with("chaos", *rows)
    state = game.position({"step": "M2", "P1": {"hand": ["Sender"]}, "P2": {"front": ["Theirs"]}})
    state.apply(next(one for one in state.actions if one[0] == "enter"))
    assert [pile.up for pile in state.players[1].piles() if state.name(pile.top) == "Theirs"] == [False]


def test_a_game_without_such_cards_computes_nothing():
    for name in GAMES:
        assert engines.load(name).new(seed=1).changes is None


TEXTS = [
    (
        "star_wars",
        {"of": {"whose": "own", "other": True, "subtype": "Naboo Soldier"}, "speed": 10},
        (),
        "Each other card of yours in play that has subtype \u201cNaboo Soldier\u201d gets +10 Speed.",
    ),
    (
        "star_wars",
        {"of": {"whose": "both", "zone": ["ground", "space"], "tapped": True, "cost": {"max": 4}}, "power": -1},
        (),
        "Each card in either player's Ground arena or in either player's Space arena that is tapped and has cost 4 or "
        "less gets -1 Power.",
    ),
    (
        "chaos",
        SELF | {"atk": 1},
        [{"count": {"zone": "backyard"}, "min": 2}],
        "While there are at least 2 cards in your Backyard, this gets +1 ATK.",
    ),
    (
        "chaos",
        {"of": {"other": True, "names": {"has": "Haruka"}}, "atk": 1},
        [{"turn": "own"}],
        "While it is your turn, each other card of yours in play that has names \u201cHaruka\u201d gets +1 ATK.",
    ),
    (
        "chaos",
        SELF | {"atk": 2},
        [{"count": {"other": True}, "max": 0}],
        "While there is no other card of yours in play, this gets +2 ATK.",
    ),
    (
        "altaria",
        SELF | {"power": {"count": {"zone": "graveyard", "species": "Tide"}, "times": 2, "plus": 1}, "break_rank": 1},
        [{"of": "self", "be": {"role": "attacker", "fatigued": True}}],
        "While this is the attacker and is fatigued, this gets +1 Power, and +2 for each card in your Graveyard that "
        "has species \u201cTide\u201d and +1 Break rank.",
    ),
    (
        "kingdom_hearts",
        SELF | {"sup": 1},
        [{"count": {"zone": "hero", "name": "Lio"}, "min": 1}],
        "While there is at least 1 card as your hero that is called \u201cLio\u201d, this gets +1 SUP.",
    ),
]


@pytest.mark.parametrize(("name", "change", "conditions", "text"), TEXTS)
def test_the_text_on_a_card_says_what_it_does(name, change, conditions, text):
    game = game_with(name, card(name, "Sender", change, conditions), fields={"subtype": "words"})
    made = game.cards[game.by_name["Sender"]]
    assert text in made.rules_text
    row = card_row(game.card_rules, made)
    assert row["ability"] == card(name, "Sender", change, conditions)["ability"]


def fault_of(name, change, conditions=(), **entries):
    """Return the first fault of a set with one card, as (place, what is wrong, remedy)."""
    row = card(name, "Sender", change, conditions, **entries)
    faults = find_set(set_of(name, row, **HEAD), "mine.toml").faults
    assert faults, row
    return faults[0].where, faults[0].what, faults[0].remedy


MISTAKES = [
    ("altaria", SELF | {"powr": 1}, (), "argument 'powr'", "Did you mean 'power'?"),
    ("altaria", {"power": 1}, (), "which cards", 'what = "self" or of'),
    ("altaria", {"what": "me", "power": 1}, (), "what = 'me'", 'what = "self"'),
    ("altaria", SELF | {"of": {}, "power": 1}, (), "which cards", "either"),
    ("altaria", SELF, (), "changes no figure", "power = 1"),
    ("altaria", SELF | {"power": 0}, (), "is 0", "how much"),
    ("altaria", SELF | {"power": 100}, (), "is 100", "to 99"),
    ("altaria", SELF | {"power": "two"}, (), "is 'two'", "whole number"),
    ("altaria", SELF | {"power": {"times": 2}}, (), "counts nothing", "count ="),
    ("altaria", SELF | {"power": {"cuont": {}}}, (), "argument 'cuont'", "Did you mean 'count'?"),
    ("altaria", {"of": "all", "power": 1}, (), "is 'all'", "Write a filter"),
    ("altaria", {"of": {"subtpye": "Sailor"}, "power": 1}, (), "entry 'subtpye'", "Did you mean 'subtype'?"),
    ("altaria", {"of": {"xyzzy": "Sun"}, "power": 1}, (), "entry 'xyzzy'", "under [fields]"),
    ("altaria", {"of": {"whose": "onw"}, "power": 1}, (), "is 'onw'", "Did you mean 'own'?"),
    ("altaria", {"of": {"other": False}, "power": 1}, (), "is False", "other = true"),
    ("altaria", {"of": {"zone": "feild"}, "power": 1}, (), "no zone 'feild'", "Did you mean 'field'?"),
    ("altaria", {"of": {"zone": "graveyard"}, "power": 1}, (), "figures changed", "Known: field."),
    ("altaria", {"of": {"zone": []}, "power": 1}, (), "no zone None", "Known: field."),
    ("altaria", {"of": {"role": "atacker"}, "power": 1}, (), "is 'atacker'", "Did you mean 'attacker'?"),
    ("altaria", {"of": {"fatigued": 1}, "power": 1}, (), "is 1", "true or false"),
    ("altaria", {"of": {"keywords": "Hast"}, "power": 1}, (), "is 'Hast'", "Did you mean 'Haste'?"),
    ("altaria", {"of": {"subtype": 3}, "power": 1}, (), "is 3", "has ="),
    ("altaria", {"of": {"subtype": {"hsa": "Sailor"}}, "power": 1}, (), "entry 'hsa'", "Did you mean 'has'?"),
    ("altaria", {"of": {"fatigued": True}, "power": 1, "fatigued": 1}, (), "argument 'fatigued'", "Known: "),
    ("altaria", {"of": {"loyal": "yes"}, "power": 1}, (), "is 'yes'", "true or false"),
    ("altaria", {"of": {"page": {}}, "power": 1}, (), "no bound", "min = 2"),
    ("altaria", {"of": {"page": {"least": 2}}, "power": 1}, (), "entry 'least'", "Known: min, max."),
    ("altaria", {"of": {"clan": 4}, "power": 1}, (), "is 4", 'Write "..."'),
    ("altaria", SELF | {"power": 1}, [{}], "no condition", "count, turn, of"),
    ("altaria", SELF | {"power": 1}, [{"trun": "own"}], "condition 'trun'", "Did you mean 'turn'?"),
    ("altaria", SELF | {"power": 1}, [{"turn": "mine"}], "is 'mine'", "own, rival"),
    ("altaria", SELF | {"power": 1}, [{"turn": "own", "count": {}, "min": 1}], "more than one", "Use one of"),
    ("altaria", SELF | {"power": 1}, [{"count": {"zone": "hand"}}], "how many", "min = 1"),
    ("altaria", SELF | {"power": 1}, [{"count": {"zone": "hand"}, "min": -1}], "is -1", "from 0"),
    ("altaria", SELF | {"power": 1}, [{"count": {"zone": "hand", "cost": 1}, "min": 1}], "hidden", "without asking"),
    ("altaria", SELF | {"power": 1}, [{"of": "self"}], "what it must be", "be = "),
    ("altaria", SELF | {"power": 1}, [{"of": "me", "be": {}}], "is 'me'", "self"),
    ("altaria", SELF | {"power": 1}, ["turn"], "if = ['turn']", "Write if ="),
    ("chaos", SELF | {"end": 1}, [{"turn": "own"}], "end would change", "steady"),
    ("chaos", {"of": {"up": True}, "end": 1}, (), "end would change", "steady"),
    ("chaos", {"of": {"orientation": "stnad"}, "atk": 1}, (), "is 'stnad'", "Did you mean 'stand'?"),
    ("chaos", {"of": {"levels": {"min": "two"}}, "atk": 1}, (), "is 'two'", "whole number"),
    ("star_wars", SELF | {"power": 1}, [{"turn": "own"}], "whose turn", "leave it out"),
    ("kingdom_hearts", {"of": {"role": "attacker"}, "sup": 1}, (), "is 'attacker'", "no roles"),
]


@pytest.mark.parametrize("at", range(len(MISTAKES)))
def test_a_mistake_is_named_with_its_place_and_remedy(at):
    name, change, conditions, what, remedy = MISTAKES[at]
    found = fault_of(name, change, conditions)
    assert found[0].startswith("mine.toml, card 'Sender', ability 1")
    assert what in found[1]
    assert remedy in found[2]


def fault_of_ability(name, **changes):
    row = card(name, "Sender", SELF | {FIGURE[name]: 1})
    row["ability"][0] |= changes
    return find_set(set_of(name, row), "mine.toml").faults[0]


def test_an_ability_that_changes_figures_says_nothing_else():
    change = {"verb": "change", "what": "self", "power": 1}
    assert "when = 'summon'" in fault_of_ability("altaria", when="summon").what
    assert "has `requires`" in fault_of_ability("altaria", requires={"face_up_energy": 2}).what
    assert "beside 'change'" in fault_of_ability("altaria", do=[change, {"verb": "bonus", "power": 1}]).what
    assert "has by_hand" in fault_of_ability("altaria", by_hand=True).what
    alone = fault_of_ability("altaria", **{"do": [{"verb": "bonus", "power": 1, "whose": "self"}], "if": []})
    assert "without the verb 'change'" in alone.what


def test_a_card_whose_text_does_not_work_in_play_changes_nothing():
    row = {"name": "Song", "category": "magic", "cost": 1}
    row["ability"] = [{"when": "continuous", "do": [{"verb": "change", "of": {}, "power": 1}]}]
    (fault,) = find_set(set_of("altaria", row), "mine.toml").faults
    assert "a magic card changes no figures" in fault.what
    assert fault.remedy == "Only of: unit."


def test_a_repeated_card_of_the_game_cannot_hide_from_a_filter():
    game = engines.load("altaria")
    same = {**card_row(game.card_rules, game.cards[game.by_name["Ember Sprinter"]]), **ADEPT}
    sender = card("altaria", "Sender", {"of": {"subtype": "Adept"}, "power": 1})
    (fault,) = find_set(set_of("altaria", sender, same, **HEAD), "mine.toml").faults
    assert "no filter sees its subtype" in fault.what


def test_a_set_without_filters_is_what_it_was():
    game = engines.load("altaria")
    same = {**card_row(game.card_rules, game.cards[game.by_name["Ember Sprinter"]]), "name": "Other", **ADEPT}
    added = read_set(set_of("altaria", same, **HEAD), "mine.toml")
    assert "more" not in added.rows[0]


@pytest.mark.parametrize("words", ['Say "hi"; {x}', "a\nb", "]] or 1", "{0!r}", "\\' + x"])
def test_texts_of_a_file_are_only_compared(words):
    rows = [
        card("star_wars", "Sender", {"of": {"subtype": words}, "power": 1}),
        card("star_wars", "Mine", subtype=[words]),
    ]
    game = game_with("star_wars", *rows, **HEAD)
    state = game.position({"P1": {"ground": ["Sender", "Mine"]}})
    assert figure_of(state, "Mine", "power") == 4


def read_examples():
    """Return the sets shown on the documentation page about custom cards."""
    page = (ROOT / "docs" / "cards.md").read_text(encoding="utf-8")
    return page, [parse_toml(text, "cards.md") for text in re.findall(r"```toml\n(.*?)```", page, re.DOTALL)]


def test_the_examples_of_the_page_are_played_and_say_what_the_page_says():
    page, documents = read_examples()
    changing = [one for one in documents if 'verb": "change' in json.dumps(one)]
    assert len(changing) == 3
    for document in documents:
        game = engines.load(document["game"]).with_set(read_set(document, "cards.md"))
        for text in render_changes_of(game, game.cards[-1]):
            assert f"*{text}*" in page
    told = {
        "star_wars": ({"ground": ["Third Fleet Captain", "Third Fleet Captain"]}, {}, "power", 4),
        "chaos": ({"front": ["Lantern Keeper Sayo"], "backyard": 2}, {"player": "P1"}, "atk", 4),
        "altaria": ({"field": ["Reef Avenger"], "graveyard": ["Kindled Arrow"]}, {"step": "ATTACK"}, "power", 2),
    }
    for document in changing:
        game = engines.load(document["game"]).with_set(read_set(document, "cards.md"))
        own, more, figure, expected = told[game.name]
        state = game.position({"P1": own, **more})
        assert figure_of(state, game.cards[-1].name, figure) == expected
        if game.name == "altaria":
            state.apply(next(one for one in state.actions if one[0] == "attack_cores"))
            assert figure_of(state, game.cards[-1].name, figure) == 3


def render_changes_of(game, made):
    rules = game.card_rules.changes
    return [render_changes(rules, one.changes, one.conditions, game.words) for one in made.abilities if one.changes]


HARUKA = {"names": {"has": "Haruka"}}
ATTACKER = [{"of": "self", "be": {"role": "attacker"}}]
BACKYARD = [{"count": {"zone": "backyard"}, "min": 2}]
FURTHER = {"star_wars": "subtype", "altaria": "colour", "dgrayman": "attribute"}
PRINTED_ABILITIES = [
    ("star_wars", {"of": {"whose": "both", "subtype": "Bounty Hunter"}, "speed": -10}, ()),
    ("star_wars", {"of": OTHERS | {"subtype": "Naboo Soldier"}, "speed": 10}, ()),
    ("star_wars", {"of": {"subtype": "Clone"}, "power": 1}, ()),
    ("star_wars", {"of": OTHERS | {"subtype": "Geonosian"}, "speed": 10}, ()),
    ("altaria", SELF | {"power": 2}, ATTACKER),
    ("altaria", SELF | {"power": 4, "break_rank": 1}, ATTACKER),
    ("altaria", SELF | {"power": {"count": {"zone": "graveyard", "colour": "red"}}}, ATTACKER),
    ("chaos", SELF | {"atk": 1}, BACKYARD),
    ("chaos", SELF | {"atk": 1}, BACKYARD),
    ("chaos", {"of": OTHERS | HARUKA, "atk": 1}, [{"turn": "own"}]),
    ("chaos", SELF | {"atk": 2}, [{"count": {"other": True}, "max": 0}]),
    ("chaos", {"of": {"zone": "front", "levels": {"min": 2}}, "atk": 1}, ()),
    ("chaos", {"of": {"zone": "front"}, "atk": 1}, ()),
    ("kingdom_hearts", SELF | {"sup": 1}, [{"count": {"zone": "hero", "name": "Lio"}, "min": 1}]),
    ("dgrayman", SELF | {"power": {"count": {"whose": "both", "active": False}, "times": 2}}, ()),
    ("dgrayman", SELF | {"set": True, "power": {"count": {"zone": "discard", "attribute": "AKUMA"}, "plus": 1}}, ()),
    ("dgrayman", {"of": {"attribute": "Exorcist"}, "power": 1}, ()),
    ("dgrayman", SELF | {"power": 2}, [{"count": {"characters": "Ren"}, "min": 1}]),
]


def test_these_abilities_of_printed_sets_are_written_exactly():
    for name, change, conditions in PRINTED_ABILITIES:
        row = card(name, "Sender", change, conditions)
        fields = {FURTHER[name]: "words"} if name in FURTHER else {}
        read = find_set(set_of(name, row, fields=fields), "mine.toml")
        assert not read.faults, (row, read.faults)
    assert f"{len(PRINTED_ABILITIES) + len(printed_effects())} can now be written exactly" in read_examples()[0]


def test_a_figure_of_the_card_itself_becomes_a_number():
    counted = {"count": {"zone": "discard"}, "times": 2, "plus": 1}
    other = card("dgrayman", "Other", {"of": OTHERS, "power": 1})
    for power, said in ((counted, "this has 1 Power, and 2 more for each card"), (4, "this has 4 Power")):
        row = card("dgrayman", "Sender", SELF | {"set": True, "power": power}, power=7)
        game = game_with("dgrayman", row, other)
        state = game.position({"P1": {"standby": ["Sender", "Other"], "discard": ["Other", "Other"]}})
        assert figure_of(state, "Sender", "power") == (6 if power == counted else 5)
        (text,) = game.rules_text(game.cards[game.by_name["Sender"]])
        assert said.lower() in text.lower()


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"what": "self", "set": 3, "power": 3}, "is 3."),
        ({"of": {}, "set": True, "power": 3}, "sets figures of other cards"),
        ({"what": "self", "set": True, "dice": 1}, "not printed on cards"),
        ({"what": "self", "set": True, "health": {"count": {}}}, "would change while nothing is checked"),
    ],
)
def test_a_wrong_setting_of_a_figure_is_named(change, what):
    read = find_set(set_of("star_wars", card("star_wars", "Sender", change)), "mine.toml")
    assert any(what in f"{one.what} {one.remedy}" for one in read.faults), read.faults


def test_an_entry_of_a_set_is_not_called_like_a_mark():
    row = card("altaria", "Sender", {"of": {"fatigued": True}, "power": 1})
    (fault,) = find_set(set_of("altaria", row, fields={"fatigued": "yes"}), "mine.toml").faults
    assert "fatigued is a mark" in fault.what
