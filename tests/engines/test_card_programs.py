"""Texts in the language of all games: abilities of printed sets, each written exactly and played."""

import re
from pathlib import Path

import pytest

import engines
from engines.book.card_program_text import render_program
from engines.book.card_reading import card_row
from engines.book.rulebook import parse_toml
from engines.checking import scenarios
from engines.designs.set_files import find_set, read_set
from engines.errors import DataError
from engines.kernel.state import NATURE
from engines.legal import program_steps as programs
from engines.legal.card_programs import touches_hidden_cards
from engines.legal.program_rows import CARRY_OUT, CHOICE
from engines.search.players import STRENGTHS, random_player
from engines.search.solver import open_chance
from tests.engines.play import GAMES
from tests.tiers import ROOT

MISSION = {"category": "mission", "cost": 1}
MAGIC = {"category": "magic", "cost": 1}
EVENT = {"category": "event", "icons": ["main"]}
SKILL = {"category": "skill", "characters": ["Finch"], "rank": 1, "timing": ["main"]}
FOLDER = Path(__file__).parent / "printed"
PRINTED = [
    pytest.param(scenario, path.stem, id=f"{path.stem}/{scenario.name}")
    for path in sorted(FOLDER.glob("*.toml"))
    for scenario in scenarios.read_file(path)
]


def printed_effects():
    """Return the numbers of the printed abilities that are played, as their scenarios name them."""
    return {one for param in PRINTED for one in re.findall(r"\b[A-Z]{2}\d+\b", param.values[0].name)}


@pytest.mark.parametrize(("scenario", "game"), PRINTED)
def test_abilities_of_printed_sets_are_played(scenario, game):
    scenarios.run_scenario(scenario, engines.load(game))


# Whole games with such texts.

PLAY = {"altaria": "field", "star_wars": "ground", "chaos": "front", "dgrayman": "standby", "kingdom_hearts": "allies"}
PILE = {"altaria": "graveyard", "chaos": "waiting_room"}
FIGURE = {"altaria": "power", "star_wars": "speed", "chaos": "atk", "dgrayman": "power"}


def programs_for(name):
    """Return texts that a game can carry out, with every verb that it has."""
    pile, play = PILE.get(name, "discard"), PLAY[name]
    both = "rival" if engines.load(name).card_rules.programs.apart else "both"
    texts = [
        {"do": [{"verb": "draw", "count": 2, "up_to": True}, {"verb": "discard", "who": "rival"}]},
        {"do": [{"verb": "choose", "of": {"whose": "both"}}, {"verb": "move", "what": "it", "to": "hand"}]},
        {"do": [{"verb": "choose", "of": {"zone": pile}, "count": 2}, {"verb": "move", "what": "it", "to": "hand"}]},
        {"do": [{"verb": "search", "count": 2}, {"verb": "discard", "who": "rival", "random": True}]},
        {"may": True, "pay": [{"verb": "discard"}], "do": [{"verb": "draw", "count": {"count": {"whose": "both"}}}]},
        {"do": [{"verb": "choose", "of": {"whose": "rival"}, "by": "rival", "up_to": True, "count": 2}]},
        {"do": [{"verb": "look", "zone": "hand", "whose": "rival"}, {"verb": "look", "zone": "deck", "count": 3}]},
        {"if": [{"count": {"zone": pile}, "min": 1}], "do": [{"verb": "draw", "who": both}]},
    ]
    texts[5]["do"].append({"verb": "move", "what": "it", "to": "deck", "where": "bottom"})
    texts[2]["do"].append(
        {"verb": "move", "of": {"zone": pile, "whose": "rival"}, "all": True, "to": "deck", "where": "shuffled"}
    )
    if name in FIGURE:
        texts.append(
            {"do": [{"verb": "change", "of": {"zone": play, "whose": "both"}, FIGURE[name]: 1, "for": "turn"}]}
        )
    ways = engines.load(name).card_rules.programs
    if ways.marks:
        mark = {"fatigued": True, "tapped": True, "orientation": "rest", "active": False}
        marks = {one: mark[one] for one in ways.marks if one in mark}
        texts.append({"do": [{"verb": "mark", "of": {"whose": "both"}, "all": True, **marks}]})
    texts += [{"do": [{"verb": "counters", "of": {"whose": "rival"}, "all": True, one: 1}]} for one in ways.counted]
    if ways.dice is not None:
        is_high = {"verb": "if", "is": [{"rolled": {"min": 4}, "min": 1}], "do": [{"verb": "draw"}]}
        divided = [{"verb": "divide", "of": {"whose": "both"}, one: {"rolled": {"min": 5}}} for one in ways.counted]
        texts.append({"do": [{"verb": "roll", "count": 2}, is_high, *divided]})
    if ways.shifts:
        there = {"verb": "move", "what": "it", "to": ways.shifts[0]}
        texts.append({"do": [{"verb": "choose", "of": {"whose": "both"}}, there]})
    deeds = engines.load(name).card_rules.forbids.deeds
    texts += [
        {
            "if": [{"did": word, "max": 2}],
            "do": [{"verb": "choose", "of": {"did": word}}] if by_card else [{"verb": "draw"}],
        }
        for word, by_card in sorted(deeds.items())[:2]
    ]
    for one in ways.points:
        unless = {"verb": "unless", "who": "rival", "pay": [{"verb": "points", one: -1}], "do": [{"verb": "draw"}]}
        texts.append({"do": [{"verb": "points", "who": both, one: 1}, {"verb": "points", one: -1}, unless]})
    return texts


def deck_of_texts(name, deck, first):
    """Return the document of a set: a printed deck whose cards have such texts instead of their own."""
    game, rows, cards = engines.load(name), [], {}
    texts = programs_for(name)
    for called, copies in game.decks[deck].cards.items():
        card = game.cards[game.by_name[called]]
        moments = [
            one for one in game.card_rules.moments_of.get(card.category, ()) if one not in ("continuous", "static")
        ]
        row = dict(card_row(game.card_rules, card))
        if not moments or row.get("identity") or card.category in ("special", "special_doubles", "player", "landscape"):
            cards[called] = copies
            continue
        at = len(rows) + first
        ability = {"when": moments[at % len(moments)], **texts[at % len(texts)]}
        if ability["when"] in game.card_rules.programs.use_times:
            is_lying = card.category in game.card_rules.programs.lying
            ability |= {"once": "turn"} if is_lying else {"pay": [{"verb": "mark", "what": "self", "tapped": True}]}
        used = [{"when": "use", **texts[0]}] if "use" in moments and ability["when"] != "use" else []
        row |= {"name": f"Text {len(rows)}", "ability": [ability, *used]}
        rows.append(row)
        cards[row["name"]] = copies
    return {"game": name, "set": "mine", "card": rows, "deck": [{"id": "one", "cards": cards}]}


TEXT_KINDS = ("text_take", "text_enough", "text_yes", "text_no", "text_use")


def check_law(state):
    """Check that a try is legal exactly if nothing speaks against it."""
    for action in state.game.tries(state, state.seat_to_act):
        if action[0] in TEXT_KINDS:
            assert (not state.why_not(action)) == (action in state.actions), action
            assert action in state.read(state.text(action)) or state.text(action).startswith("take their")
    for action in state.actions:
        assert not state.why_not(action)


@pytest.mark.parametrize("name", GAMES)
def test_games_with_such_texts_are_played(name):
    game, asked = engines.load(name), []
    decks = list(game.decks)
    for first in range(4):
        own = game.with_set(read_set(deck_of_texts(name, decks[first % 2], first), "mine.toml"))
        assert CARRY_OUT in own.flow.steps
        state = own.new(("mine/one", decks[1 - first % 2]), first, listen=True)
        cards = [sorted(own.rules.belongings(state, seat)) for seat in (0, 1)]
        players = random_player(first), STRENGTHS["quick"](first + 50)
        for _ in range(400):
            if state.result is not None:
                break
            if state.step.name == CHOICE:
                asked.append(programs.current_step(state).verb)
                if len(asked) % 12 == 1:
                    check_law(state)
                    assert own.position(state.position()).canonical_key() == state.canonical_key()
            state.apply(players[state.seat_to_act](state))
            assert [sorted(own.rules.belongings(state, seat)) for seat in (0, 1)] == cards
        assert all(own.narrate(event) and own.narrate(event, 1) for event in state.events)
    assert len(asked) > 5
    assert len({*asked}) > 2


def test_the_examples_of_the_page_say_what_the_page_says():
    page = (ROOT / "docs" / "cards.md").read_text(encoding="utf-8")
    documents = [parse_toml(text, "cards.md") for text in re.findall(r"```toml\n(.*?)```", page, re.DOTALL)]
    found = 0
    for document in documents:
        game = engines.load(document["game"]).with_set(read_set(document, "cards.md"))
        for ability in game.cards[-1].abilities:
            if ability.does and not ability.keyword:
                found += 1
                assert f"*{render_program(game.card_rules.programs, ability, game.words)}*" in page
    assert found == 2


# Texts on cards, and mistakes.

TEXTS = [
    (
        "star_wars",
        {"when": "mission", "do": [{"verb": "points", "who": "both", "force": -2}]},
        "Each player loses 2 Force.",
    ),
    (
        "star_wars",
        {"when": "mission", "do": [{"verb": "points", "build_points": {"count": {"zone": "hand"}, "times": 2}}]},
        "You get +2 Build points for each card in your hand.",
    ),
    (
        "star_wars",
        {
            "when": "mission",
            "do": [{"verb": "mark", "of": {"kind": "ground", "whose": "rival"}, "all": True, "tapped": True}],
        },
        "Make each card of the rival's in play that has kind \u201cground\u201d tapped.",
    ),
    (
        "altaria",
        {"when": "use", "do": [{"verb": "draw", "count": {"count": {"zone": "graveyard"}, "plus": 1}, "who": "rival"}]},
        "The rival draws 1 card for each card in your Graveyard, and 1 more.",
    ),
    (
        "altaria",
        {
            "when": "use",
            "do": [
                {"verb": "choose", "of": {"whose": "both", "fatigued": True}, "count": 2},
                {"verb": "change", "what": "it", "power": 2, "break_rank": -1, "for": "turn"},
                {"verb": "move", "what": "it", "to": "deck", "where": "bottom"},
            ],
        },
        "Choose 2 cards in play, each of which is fatigued, then each of them gets +2 Power and -1 Break rank until "
        "end of turn, then put each of them under its owner's deck.",
    ),
    (
        "chaos",
        {
            "when": "use",
            "pay": [{"verb": "discard", "count": 2}],
            "do": [{"verb": "counters", "of": {}, "all": True, "damage": -1}],
        },
        "**[Main]** First discard 2 cards. If you do, take 1 damage off each card of yours in play.",
    ),
    (
        "dgrayman",
        {"when": "use", "do": [{"verb": "look", "zone": "deck", "count": 3}, {"verb": "points", "points": 2}]},
        "**Main:** Look at the top 3 cards of your deck, then you gain 2 Search Points.",
    ),
]
USED = {"altaria": MAGIC, "star_wars": MISSION, "chaos": EVENT, "dgrayman": SKILL}


def used(name, ability):
    return {"game": name, "set": "mine", "card": [{"name": "Sender", **USED[name], "ability": [ability]}]}


@pytest.mark.parametrize("at", range(len(TEXTS)))
def test_the_text_on_a_card_says_what_it_does(at):
    name, ability, text = TEXTS[at]
    game = engines.load(name).with_set(read_set(used(name, ability), "mine.toml"))
    made = game.cards[-1]
    assert made.rules_text[-1] == text
    assert card_row(game.card_rules, made)["ability"] == [ability]


CHOOSE = {"verb": "choose", "of": {}}
MISTAKES = [
    ([{"verb": "choose", "up_to": True}], "do, 1, of", "what is chosen", "of = {"),
    ([{"verb": "choose", "of": {"zone": "hand"}}], "zone", "no card in zone 'hand'", "Known: field, graveyard"),
    ([{"verb": "choose", "of": {}, "cuont": 2}], "cuont", "argument 'cuont'", "Did you mean 'count'?"),
    ([{"verb": "choose", "of": {}, "count": 0}], "count", "is 0", "from 1"),
    ([{"verb": "choose", "of": {}, "by": "both"}], "by", "is 'both'", "own, rival"),
    ([{"verb": "move", "what": "it", "to": "hand"}], "what", "is 'it'", "Choose it first."),
    ([CHOOSE, {"verb": "move", "what": "it"}], "to", "where it goes", "graveyard"),
    ([CHOOSE, {"verb": "move", "what": "it", "to": "hnad"}], "to", "is 'hnad'", "Did you mean 'hand'?"),
    ([CHOOSE, {"verb": "move", "what": "it", "to": "deck"}], "where", "in the deck", "top"),
    ([CHOOSE, {"verb": "move", "what": "it", "to": "hand", "where": "top"}], "where", "in the deck", "top"),
    ([{"verb": "move", "of": {}, "to": "hand"}], "all", "choose among them", "all = true"),
    ([{"verb": "move", "to": "hand"}], "what", "which cards", "what ="),
    ([{"verb": "discard", "who": "own", "by": "rival"}], "by", "another player choose", "random = true"),
    ([{"verb": "discard", "who": "both"}], "who", "is 'both'", "own, rival"),
    ([{"verb": "search", "of": {"category": "unit"}}], "show", "could not check", "show = true"),
    ([{"verb": "search", "to": "field"}], "to", "is 'field'", "Known: hand, graveyard"),
    ([{"verb": "look", "zone": "deck"}], "count", "whole deck", "count = 3"),
    ([{"verb": "look", "zone": "graveyard"}], "zone", "is 'graveyard'", "Known: hand, deck"),
    ([CHOOSE, {"verb": "mark", "what": "it"}], "do, 2", "marks nothing", "fatigued"),
    ([CHOOSE, {"verb": "mark", "what": "it", "fatigued": 2}], "fatigued", "is 2", "true or false"),
    ([CHOOSE, {"verb": "counters", "what": "it", "damage": 1}], "verb", "nothing to work on", "by_hand"),
    ([{"verb": "points", "hp": 1}], "verb", "no points in this game", "by_hand"),
    ([CHOOSE, {"verb": "change", "what": "it", "power": 1, "for": "trun"}], "for", "is 'trun'", "Did you mean 'turn'?"),
    ([CHOOSE, {"verb": "change", "what": "it", "for": "turn"}], "do, 2", "changes no figure", "power = 1"),
    (
        [CHOOSE, {"verb": "change", "what": "it", "power": 1}, {"verb": "look", "zone": "hand"}],
        "for",
        "how long",
        "turn",
    ),
    ([{"verb": "choose", "of": {"zone": 3}}], "zone", "is 3", "Known: field, graveyard"),
    ([{"verb": "choose", "of": {"zone": ["field", ["x"]]}}], "zone", "['x']", "Known: field, graveyard"),
    ([{"verb": "draw", "up_to": True, "count": {"count": {}}}], "up_to", "a counted number", "write a number"),
    ([{"verb": "draw", "who": "own", "count": {"count": {}, "times": -1}}], "times", "is -1", "from 1"),
    ([{"verb": "discard", "random": True, "of": {"category": "unit"}}], "random", "some cards only", "Leave random"),
    ([{"verb": "discard", "of": {"whose": "rival"}}], "whose", "changes nothing", "Leave whose out"),
    ([{"verb": "search", "of": {"other": True}, "show": True}], "other", "changes nothing", "Leave other out"),
    ([{"verb": "look", "zone": "hand", "count": 1}], "count", "part of a hand", "Leave count out"),
    ([{"verb": "move", "what": "self", "to": "hand"}], "what", "is 'self'", "No such card is in play"),
    (
        [
            {"verb": "choose", "of": {"zone": "graveyard"}},
            {"verb": "move", "what": "it", "to": "field"},
            {"verb": "change", "what": "it", "power": 1, "for": "turn"},
        ],
        "do, 3, what",
        "is 'it'",
        "must be chosen again",
    ),
    (
        [
            {"verb": "choose", "of": {"zone": "graveyard"}, "count": 2},
            {"verb": "move", "what": "it", "to": "hand"},
            {"verb": "move", "what": "it", "to": "energy"},
        ],
        "do, 3, what",
        "is 'it'",
        "must be chosen again",
    ),
    (
        [{"verb": "choose", "of": {"zone": "graveyard"}}, {"verb": "mark", "what": "it", "fatigued": True}],
        "what",
        "zone 'graveyard'",
        "in play",
    ),
    ([CHOOSE, {"verb": "destroy"}], "verb", "unknown verb 'destroy'", "Known: "),
]


@pytest.mark.parametrize("at", range(len(MISTAKES)))
def test_a_mistake_is_named_with_its_place_and_remedy(at):
    do, where, what, remedy = MISTAKES[at]
    found = find_set(used("altaria", {"when": "use", "do": do}), "mine.toml").faults
    assert any(where in one.where and what in one.what and remedy in one.remedy for one in found), found


@pytest.mark.parametrize(
    ("ability", "what"),
    [
        ({"may": "yes", "do": [CHOOSE]}, "is 'yes'"),
        ({"pay": [{"verb": "draw"}], "do": [CHOOSE]}, "pays with 'draw'"),
        ({"pay": [{"verb": "discard"}, {"verb": "discard"}], "do": [CHOOSE]}, "'discard' twice"),
        ({"pay": [], "do": [CHOOSE]}, "does nothing"),
        ({"pay": "all", "do": [CHOOSE]}, "pay = 'all'"),
        ({"if": [{"trun": "own"}], "do": [CHOOSE]}, "condition 'trun'"),
        ({"by_hand": True, "do": [CHOOSE]}, "by_hand and verbs"),
        ({"may": True, "do": "draw"}, "is 'draw'"),
        ({"pay": [{"verb": "mark", "what": "self", "fatigued": True}] * 4, "do": [CHOOSE] * 5}, "9 instructions"),
    ],
)
def test_what_is_wrong_around_the_instructions_is_named(ability, what):
    found = find_set(used("altaria", {"when": "use", **ability}), "mine.toml").faults
    assert any(what in one.what for one in found), found


def test_a_game_without_such_texts_has_no_rows_for_them():
    for name in GAMES:
        game = engines.load(name)
        assert CARRY_OUT not in game.flow.steps
        assert not any(kind in game.kinds for kind in TEXT_KINDS)


def test_the_rival_does_not_see_what_is_looked_for():
    do = [{"verb": "look", "zone": "hand", "whose": "rival"}, {"verb": "search"}]
    game = engines.load("altaria").with_set(read_set(used("altaria", {"when": "use", "do": do}), "mine.toml"))
    position = {"step": "MAIN", "P1": {"hand": ["Sender"], "deck": ["Tide Scout", "Vine Prowler"], "energy": 2}}
    state = game.position({**position, "P2": {"hand": ["Ember Sprinter"]}}, listen=True)
    state.apply(("activate", game.by_name["Sender"]))
    state.apply(next(one for one in state.actions if "Vine" in state.text(one)))
    told = [[game.narrate(event, viewer) for event in state.events] for viewer in (0, 1)]
    assert any("Ember Sprinter" in line for line in told[0])
    assert any("Vine Prowler" in line for line in told[0])
    assert not any("Ember Sprinter" in line or "Vine Prowler" in line for line in told[1])


def test_in_a_proof_the_deck_of_the_prover_holds_nothing_to_find_and_a_random_card_is_any_of_a_hand():
    do = [{"verb": "search", "of": {"category": "unit"}, "show": True}, {"verb": "discard", "random": True}]
    game = engines.load("altaria").with_set(read_set(used("altaria", {"when": "use", "do": do}), "mine.toml"))
    assert touches_hidden_cards(game)
    hand = ["Sender", "Tide Scout", "Vine Prowler"]
    state = game.position({"step": "MAIN", "P1": {"hand": hand, "deck": ["Tide Scout", "Vine Prowler"], "energy": 2}})
    here = open_chance(state, 0)
    game.rules.forget_unseen(here, 0)
    here.apply(("activate", game.by_name["Sender"]))
    assert here.actions == [("text_enough",)]
    here.apply(("text_enough",))
    assert here.seat_to_act == NATURE
    assert {here.text(action) for action in here.actions} == {
        'by chance "Tide Scout" in hand',
        'by chance "Vine Prowler" in hand',
    }


def faults_of(name, ability, **card):
    return [one.what for one in find_set(used_as(name, ability, **card), "mine.toml").faults]


def used_as(name, ability, **card):
    row = {"name": "Sender", **(card or USED[name]), "ability": [ability]}
    return {"game": name, "set": "mine", "card": [row]}


def sender_position(name, ability, position, **card):
    """Return a position of a game with the card "Sender", and with one text."""
    game = engines.load(name).with_set(read_set(used_as(name, ability, **card), "mine.toml"))
    return game.position(position, listen=True)


def uses(state):
    return [state.text(action) for action in state.actions if "Sender" in state.text(action)]


HERO_EVENT = {"category": "event", "number": "E40", "level": 0}
CHARACTER = {"category": "character", "names": ["S"], "traits": ["Sea"], "atk": 1, "end": 3, "atk_mod": 1, "end_mod": 0}
UNIT = {"category": "unit", "cost": 1, "power": 2, "break_rank": 1}
FORCE = {"verb": "points", "force": -2}
DRAW = {"verb": "draw"}
IT_TO_HAND = {"verb": "move", "what": "it", "to": "hand"}


@pytest.mark.parametrize(
    ("name", "ability", "card", "what"),
    [
        ("altaria", {"pay": [{"verb": "discard", "who": "rival"}]}, {}, "another player pay"),
        ("altaria", {"pay": [{"verb": "discard", "who": "rival", "by": "rival"}]}, {}, "another player pay"),
        ("star_wars", {"may": True, "pay": [{**FORCE, "who": "rival"}]}, {}, "another player pay"),
        ("star_wars", {"may": True, "pay": [FORCE, FORCE]}, {}, "'points' twice"),
        ("star_wars", {"may": True, "pay": [{"verb": "points", "force": 2}]}, {}, "pays 2"),
        ("star_wars", {"pay": [FORCE]}, {}, "cannot be paid for"),
        ("dgrayman", {"do": [{"verb": "points", "who": "both", "points": 5}]}, {}, "at the same moment"),
        ("dgrayman", {"do": [{"verb": "draw", "who": "both"}]}, {}, "at the same moment"),
        ("kingdom_hearts", {"do": [{"verb": "choose", "of": {"zone": "worlds"}}, IT_TO_HAND]}, HERO_EVENT, "'worlds'"),
        ("kingdom_hearts", {"do": [{"verb": "search", "to": "worlds"}]}, HERO_EVENT, "'worlds'"),
        (
            "kingdom_hearts",
            {"do": [{"verb": "choose", "of": {"zone": "obstacles", "pow": {"max": 3}}}, IT_TO_HAND]},
            HERO_EVENT,
            "not the current one",
        ),
        ("chaos", {"do": [{"verb": "move", "what": "subject", "to": "hand"}]}, {}, "is 'subject'"),
        (
            "altaria",
            {"when": "summon", "do": [CHOOSE, {"verb": "move", "what": "it", "to": "field"}]},
            UNIT,
            "perhaps without end",
        ),
    ],
)
def test_words_that_could_not_be_carried_out_are_refused(name, ability, card, what):
    found = faults_of(name, {"when": {"star_wars": "mission"}.get(name, "use"), "do": [DRAW], **ability}, **card)
    assert any(what in one for one in found), found


@pytest.mark.parametrize(
    ("name", "position", "card"),
    [
        ("altaria", {"step": "MAIN", "P1": {"energy": 2}}, {}),
        ("chaos", {"P1": {}}, {}),
        ("dgrayman", {"step": "MAIN_CHOICE", "P1": {"standby": ["Finch (Runner)"], "deck": 5}}, {}),
        ("kingdom_hearts", {"P1": {"hero": "Lio"}, "P2": {"hero": "Oriel"}}, HERO_EVENT),
    ],
)
def test_a_card_does_not_pay_for_itself(name, position, card):
    other = {"altaria": "Tide Scout", "chaos": "Undertow", "dgrayman": "Finch (Runner)", "kingdom_hearts": "Spark"}
    ability = {"when": "use", "pay": [{"verb": "discard"}], "do": [DRAW]}
    for hand, usable in ((["Sender"], False), (["Sender", other[name]], True)):
        state = sender_position(name, ability, {**position, "P1": {**position["P1"], "hand": hand}}, **card)
        assert bool(uses(state)) is usable
    assert uses(sender_position(name, ability, {**position, "P1": {**position["P1"], "hand": ["Sender"] * 2}}, **card))


def test_heart_points_of_both_players_are_lost_at_once():
    ability = {"when": "use", "do": [{"verb": "points", "who": "both", "hp": -3}]}
    position = {"P1": {"hero": "Lio", "hand": ["Sender"], "hp": 3}, "P2": {"hero": "Oriel", "hp": 3}}
    state = sender_position("kingdom_hearts", ability, position, **HERO_EVENT)
    state.apply(next(action for action in state.actions if "Sender" in state.text(action)))
    assert "KH-18.4" in str(state.result)


def test_an_empty_deck_is_renewed_before_up_to_some_cards_are_drawn():
    ability = {"when": "use", "do": [{"verb": "draw", "count": 2, "up_to": True}]}
    heroes = {"P1": {"hero": "Lio", "hand": ["Sender"], "deck": [], "discard": ["Spark", "Mend"]}}
    state = sender_position("kingdom_hearts", ability, {**heroes, "P2": {"hero": "Oriel"}}, **HERO_EVENT)
    state.apply(next(action for action in state.actions if "Sender" in state.text(action)))
    state.apply(("text_yes",))
    assert len(state.players[0].hand) == 1


def test_a_partner_does_not_leave_as_a_price():
    pay = [{"verb": "move", "what": "self", "to": "waiting_room"}]
    for where, usable in (("partner", False), ("front", True)):
        position = {"P1": {where: ["Sender"], "deck": 4}}
        assert (
            bool(uses(sender_position("chaos", {"when": "main", "pay": pay, "do": [DRAW]}, position, **CHARACTER)))
            is usable
        )


def test_a_price_changes_what_it_marks():
    pay = [CHOOSE, {"verb": "mark", "what": "it", "fatigued": True}]
    for field, usable in ((["Tide Scout, fatigued"], False), (["Tide Scout, fatigued", "Tide Scout"], True)):
        position = {"step": "MAIN", "P1": {"hand": ["Sender"], "energy": 2, "field": field}}
        assert bool(uses(sender_position("altaria", {"when": "use", "pay": pay, "do": [DRAW]}, position))) is usable
    pay = [{"verb": "move", "of": {}, "all": True, "to": "graveyard"}]
    position = {"step": "MAIN", "P1": {"hand": ["Sender"], "energy": 2}}
    assert not uses(sender_position("altaria", {"when": "use", "pay": pay, "do": [DRAW]}, position))


def test_the_user_of_a_skill_is_not_another_card():
    position = {"step": "MAIN_CHOICE", "P1": {"hand": ["Sender"], "standby": ["Finch (Runner)"]}}
    do = [{"verb": "choose", "of": {"other": True}}, IT_TO_HAND]
    assert not uses(sender_position("dgrayman", {"when": "use", "do": do}, position))
    pay = [{"verb": "mark", "what": "self", "active": False}]
    assert uses(sender_position("dgrayman", {"when": "use", "pay": pay, "do": [DRAW]}, position))


def test_a_written_position_in_the_middle_of_a_text_must_suit_it():
    ability = {"when": "use", "do": [{"verb": "choose", "of": {"zone": "graveyard"}, "count": 2}, IT_TO_HAND]}
    grave = ["Tide Scout", "Vine Prowler", "Ember Sprinter"]
    position = {"step": "MAIN", "P1": {"hand": ["Sender"], "energy": 2, "graveyard": grave}}
    state = sender_position("altaria", ability, position)
    state.apply(("activate", state.game.by_name["Sender"]))
    state.apply(state.actions[0])
    local, text = state.procedure_locals, state.position()
    seat, zone, card = local.cards[0]
    for old, new in (
        ('"Sender", 0, 0,', '"Sender", 0, 1,'),
        (f"[[{seat}, {zone}, {card}]]", f"[[7, {zone}, {card}]]"),
        (f"[[{seat}, {zone}, {card}]]", f"[[{seat}, 66, {card}]]"),
        (f"[[{seat}, {zone}, {card}]]", f"[[{seat}, {zone}, 9999]]"),
    ):
        assert old in text
        with pytest.raises(DataError, match="TEXT_CHOICE"):
            state.game.position(parse_toml(text.replace(old, new, 1), "mine"))


def test_several_cards_are_them():
    several = [{"verb": "choose", "of": {}, "count": 2}]
    text = sender_position("altaria", {"when": "use", "pay": several, "do": [IT_TO_HAND]}, {"step": "MAIN"}).game.cards[
        -1
    ]
    assert "put each of them into" in text.rules_text[-1]
    search = {"verb": "search", "of": {"category": "unit"}, "count": 3, "show": True}
    text = sender_position("altaria", {"when": "use", "do": [search]}, {"step": "MAIN"}).game.cards[-1]
    assert "put them into" in text.rules_text[-1]


def test_health_taken_away_by_a_location_that_leaves_destroys_a_unit():
    hill = {"name": "Hill", "category": "location", "kind": "space", "cost": 3}
    change = {"verb": "change", "of": {"whose": "own"}, "health": 2}
    hill["ability"] = [{"when": "continuous", "do": [change]}]
    away = {"when": "mission", "do": [{"verb": "move", "of": {"zone": "locations"}, "all": True, "to": "hand"}]}
    document = used("star_wars", away)
    document["card"].insert(0, hill)
    game = engines.load("star_wars").with_set(read_set(document, "mine.toml"))
    own = {"construction": ["Sender, build 1"], "locations": ["Hill"], "space": ["Dawnwing Scout, damage 4"]}
    state = game.position({"step": "C4", "P1": own})
    state.apply(next(action for action in state.actions if "Sender" in state.text(action)))
    assert not any(state.players[0].units)
