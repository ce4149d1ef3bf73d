"""Texts that forbid actions, or demand them, for as long as a card is in play."""

import pytest

import engines
from engines.book.card_reading import card_row
from engines.designs.set_files import find_set, read_set
from engines.search.players import random_player
from tests.engines.play import GAMES

UNIT = {"category": "unit", "cost": 1, "power": 2, "break_rank": 1}
FIGHTER = {"category": "unit", "kind": "ground", "side": "light", "cost": 1, "speed": 30, "power": 2, "health": 4}
FRIEND = {"category": "character", "names": ["S"], "traits": ["Sea"], "atk": 1, "end": 3, "atk_mod": 1, "end_mod": 0}
ALLY = {"category": "ally", "level": 1, "sup": 1, "mag": 2}
PERSON = {"category": "character", "characters": ["Sender"], "power": 3, "rank": 1, "icons": ["attack"]}
CARDS = {"altaria": UNIT, "star_wars": FIGHTER, "chaos": FRIEND, "kingdom_hearts": ALLY, "dgrayman": PERSON}
ATTACK = {"verb": "forbid", "action": "attack", "what": "self"}


def set_with(name, do, card=None, conditions=(), moment=None):
    """Return the document of a set with the card "Sender", which has a text that always works."""
    when = moment or engines.load(name).card_rules.changes.moment
    ability = {"when": when, **({"if": list(conditions)} if conditions else {}), "do": do}
    row = {"name": "Sender", **(card or CARDS[name]), "ability": [ability]}
    return {"game": name, "set": "mine", "card": [row]}


def game_with(name, do, card=None, conditions=()):
    return engines.load(name).with_set(read_set(set_with(name, do, card, conditions), "mine.toml"))


def forbidden(state):
    """Return the actions that only a text forbids."""
    game, seat = state.game, state.seat_to_act
    found = {action: state.why_not(action) for action in game.tries(state, seat)}
    return [action for action, reasons in found.items() if [one.requirement for one in reasons] == ["text_forbids"]]


@pytest.mark.parametrize("name", GAMES)
def test_in_whole_games_the_list_and_the_reasons_agree(name):
    rules, game = engines.load(name).card_rules.forbids, engines.load(name)
    texts = [{"verb": "forbid", "action": word, "who": "both"} for word in rules.actions]
    texts += [{"verb": "must", "action": word, "of": {}, "who": "both"} for word in rules.musts]
    texts += [
        {"verb": "forbid", "action": word, "of": {"other": True}, "who": "both"}
        for word, one in rules.actions.items()
        if one.actor is not None
    ]
    deck = next(iter(game.decks.values()))
    rows, cards = [], {}
    for called, copies in deck.cards.items():
        card = game.cards[game.by_name[called]]
        row = dict(card_row(game.card_rules, card))
        if card.category not in rules.bearers or row.get("identity"):
            cards[called] = copies
            continue
        row |= {"name": f"Text {len(rows)}"}
        row["ability"] = [{"when": rules.changes.moment, "do": [texts[len(rows) % len(texts)]]}]
        rows.append(row)
        cards[row["name"]] = copies
    document = {"game": name, "set": "mine", "card": rows, "deck": [{"id": "one", "cards": cards}]}
    own, refused = game.with_set(read_set(document, "mine.toml")), 0
    for seed in range(3):
        state, player = own.new(("mine/one", list(game.decks)[1]), seed), random_player(seed)
        for step in range(250):
            if state.result is not None:
                break
            if step % 25 == seed:
                for action in own.tries(state, state.seat_to_act):
                    assert (not state.why_not(action)) == (action in state.actions), (state.position(), action)
                refused += len(forbidden(state))
            state.apply(player(state))
    assert refused


POSITIONS = {
    "altaria": ({"step": "ATTACK", "P1": {"field": ["Sender", "Tide Scout"]}}, 'attack "Sender" -> cores', "attack"),
    "dgrayman": (
        {
            "step": "MAIN_CHOICE",
            "P1": {"standby": ["Sender", "Gideon Hale (Captain)"]},
            "P2": {"action": ["Ada Lorne (Sabre)"]},
        },
        'attack "Sender" -> "Ada Lorne (Sabre)"',
        "attack",
    ),
    "star_wars": ({"step": "C6", "P1": {"ground": ["Sender", "Beacon Guard"]}}, 'retreat "Sender"', "retreat"),
    "chaos": ({"step": "D1", "P1": {"front": ["Sender"]}}, 'attack "Sender"', "attack"),
    "kingdom_hearts": (
        {"P1": {"hero": "Lio", "allies": ["Sender"], "hand": ["Mend"]}},
        'cast "Mend" by "Sender"',
        "cast",
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_refusal_says_which_card_forbids_it_and_how(name):
    position, action, word = POSITIONS[name]
    do = [{**ATTACK, "action": word}]
    state = game_with(name, do).position(position)
    free = game_with(name, do, conditions=[{"count": {"zone": "hand"}, "min": 7}]).position(position)
    assert action in map(free.text, free.actions), free.actions
    assert action not in map(state.text, state.actions)
    refused = next(one for one in forbidden(state) if state.text(one) == action)
    (reason,) = state.why_not(refused)
    assert reason.fact == f"Sender forbids it: This cannot {'cast Magic' if word == 'cast' else word}."
    assert reason.clause == state.game.card_rules.forbids.clause


def test_a_unit_that_cannot_attack_need_not():
    do = [{"verb": "must", "action": "attack", "what": "self"}, ATTACK]
    state = game_with("altaria", do).position(POSITIONS["altaria"][0])
    assert ("end_attack",) in state.actions


def test_a_demand_lasts_until_it_is_met():
    do = [{"verb": "must", "action": "attack", "of": {"fatigued": False}}]
    state = game_with("altaria", do).position(POSITIONS["altaria"][0])
    assert ("end_attack",) not in state.actions
    (reason,) = state.why_not(("end_attack",))
    said = "Each card of yours in play that is upright must attack if it can."
    assert reason.fact == f"Sender demands an action that is possible: {said}"


def test_a_figure_is_the_current_one():
    do = [{"verb": "forbid", "action": "attack", "of": {"power": {"max": 2}}}]
    for mark, usable in (("", False), (", power +1", True)):
        state = game_with("altaria", do).position({"step": "ATTACK", "P1": {"field": [f"Sender{mark}"]}})
        assert any(action[0] == "attack_cores" for action in state.actions) is usable


def test_a_face_down_card_forbids_nothing():
    do = [{"verb": "forbid", "action": "attack", "of": {"other": True}}]
    for mark, usable in (("", False), (", down", True)):
        row = {"front": [f"Sender{mark}", "Keen Eyes Shiori"]}
        state = game_with("chaos", do).position({"step": "D1", "P1": row})
        assert any("Shiori" in state.text(action) for action in state.actions) is usable


TEXTS = [
    ("altaria", {"verb": "forbid", "action": ["attack", "block"], "what": "self"}, "This cannot attack or block."),
    (
        "star_wars",
        {"verb": "forbid", "action": "attack", "who": "rival", "of": {"speed": {"max": 20}}},
        "No card of the rival's in play that has speed 20 or less can attack.",
    ),
    (
        "kingdom_hearts",
        {"verb": "forbid", "action": "cast", "who": "both", "cards": {"level": {"min": 2}}},
        "Neither player can cast any card that has level 2 or more.",
    ),
    (
        "dgrayman",
        {"verb": "forbid", "action": "attack", "who": "rival", "target": {"active": False}},
        "The rival cannot attack any card of yours in play that is inactive.",
    ),
    ("chaos", {"verb": "forbid", "action": "play"}, "You cannot play Events."),
]


@pytest.mark.parametrize(("name", "do", "text"), TEXTS)
def test_the_text_on_a_card_says_what_it_forbids(name, do, text):
    game = game_with(name, [do])
    assert text in game.cards[-1].rules_text
    assert card_row(game.card_rules, game.cards[-1])["ability"][0]["do"] == [do]


MISTAKES = [
    ({"verb": "forbid", "action": "atack", "what": "self"}, "is 'atack'", "Did you mean 'attack'?"),
    ({"verb": "forbid", "what": "self"}, "is '?'", "Known: attack"),
    ({"verb": "forbid", "action": [], "what": "self"}, "forbids nothing", "Name one of"),
    ({"verb": "forbid", "action": "summon", "what": "self"}, "no such card", "Leave what out"),
    ({"verb": "forbid", "action": "attack", "target": "self"}, "no such card", "Leave target out"),
    ({"verb": "forbid", "action": "attack", "what": "it"}, "is 'it'", "self"),
    ({**ATTACK, "of": {}}, "twice", "either"),
    ({**ATTACK, "who": "rival"}, "whose card this is", "Leave who out"),
    ({"verb": "forbid", "action": "attack", "of": {"whose": "rival"}}, "whose cards act", "who = 'rival'"),
    ({"verb": "forbid", "action": "attack", "of": {"zone": "graveyard"}}, "no card in zone", "Known: field"),
    ({"verb": "forbid", "action": "attack", "of": {"pwoer": 2}}, "entry 'pwoer'", "Did you mean 'power'?"),
    ({"verb": "forbid", "action": "summon", "cards": {"zone": "hand"}}, "nothing about", "Leave zone out"),
    ({"verb": "forbid", "action": "summon", "cards": {"fatigued": True}}, "entry 'fatigued'", "Known"),
    ({**ATTACK, "for": "turn"}, "argument 'for'", "Known"),
    ({"verb": "must", "action": "block", "what": "self"}, "is 'block'", "Known: attack"),
    ({"verb": "must", "action": "attack"}, "which cards", 'what = "self"'),
    ({"verb": "must", "action": "attack", "what": "self", "cards": {}}, "argument 'cards'", "Known"),
    ({"verb": "draw"}, "beside 'forbid'", "ability of its own"),
]


@pytest.mark.parametrize(("one", "what", "remedy"), MISTAKES)
def test_a_mistake_is_named_with_its_place_and_remedy(one, what, remedy):
    do = [one] if one["verb"] in ("forbid", "must") else [one, ATTACK]
    found = find_set(set_with("altaria", do), "mine.toml").faults
    assert any(what in fault.what and remedy in fault.remedy for fault in found), found
    assert all(fault.where.startswith("mine.toml, card 'Sender', ability 1") for fault in found)


def test_what_does_not_always_work_forbids_nothing():
    (fault,) = find_set(set_with("altaria", [ATTACK], moment="summon"), "mine.toml").faults
    assert "does not always work" in fault.what
    magic = {"category": "magic", "cost": 1}
    assert "a magic card forbids" in find_set(set_with("altaria", [ATTACK], magic), "mine.toml").faults[0].what
    must = [{"verb": "must", "action": "attack", "what": "self"}]
    assert "no action can be demanded" in find_set(set_with("dgrayman", must), "mine.toml").faults[0].what


@pytest.mark.parametrize(("who", "right"), [("rival", True), ("own", False), ("both", False)])
def test_only_the_rival_has_a_next_turn_in_which_something_is_forbidden(who, right):
    does = {"verb": "forbid", "who": who, "action": "attack", "for": "next_turn"}
    faults = find_set(set_with("altaria", [does], moment="summon"), "mine.toml").faults
    assert [one.what for one in faults] == ([] if right else ["is 'next_turn'."])
