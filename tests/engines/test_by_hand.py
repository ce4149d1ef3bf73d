"""Abilities by hand: a card may have only its printed text; the game continues, and shows when the text is due."""

import pytest

import engines
from engines.book.card_reading import card_row
from engines.designs.set_files import find_set, read_set
from engines.search.players import STRENGTHS, random_player
from tests.engines.play import GAMES

NAMED_AFTER = ("doubles", "special_doubles")


def by_hand(name, deck):
    """Return the document of a set: a printed deck whose cards have their abilities only as texts."""
    game, rows, cards = engines.load(name), [], {}
    for called, copies in game.decks[deck].cards.items():
        card = game.cards[game.by_name[called]]
        row = dict(card_row(game.card_rules, card))
        if card.category in NAMED_AFTER or not card.abilities:
            cards[called] = copies
            continue
        row |= {"name": f"By Hand {len(rows)}", "text": " ".join(card.rules_text)[:200]}
        asked = [{"requires": dict(one.requires)} if one.requires else {} for one in card.abilities]
        abilities = zip(card.abilities, asked, strict=True)
        row["ability"] = [{"when": one.when, "by_hand": True, **more} for one, more in abilities]
        rows.append(row)
        cards[row["name"]] = copies
    return {"game": name, "set": "mine", "card": rows, "deck": [{"id": "one", "cards": cards}]}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("place", [0, 1])
def test_cards_with_a_text_alone_are_played_in_every_game(name, place):
    game = engines.load(name)
    decks = list(game.decks)
    added = read_set(by_hand(name, decks[place]), "mine.toml")
    assert added.unplayed == [row["name"] for row in added.rows]
    own = game.with_set(added)
    happened = []
    for seed in range(3):
        state = own.new(("mine/one", decks[1 - place]), seed, listen=True)
        players = random_player(seed), STRENGTHS["quick"](seed + 50)
        for step in range(5000):
            if state.result is not None:
                break
            if step % 15 == 0:
                assert own.position(state.position()).canonical_key() == state.canonical_key()
                for action in own.tries(state, state.seat_to_act)[:10]:
                    state.why_not(action)
            state.apply(players[state.seat_to_act](state))
        assert state.result is not None
        happened += [event for event in state.events if event.kind == "by_hand"]
        assert all(own.narrate(event) for event in state.events)
    assert {event.facts["effect_of"] for event in happened} <= {*added.printed}
    assert happened
    assert all(event.clause in game.rulebook.clauses | game.rulebook.rulings for event in happened)


def test_rules_text_tells_what_is_played_alone():
    added = read_set(by_hand("altaria", "hearth"), "mine.toml")
    own = engines.load("altaria").with_set(added)
    for row in added.rows:
        lines = own.cards[own.by_name[row["name"]]].rules_text
        assert (
            lines[0] == f"Not played: \u201c{row['text'] if 'text' in row else added.printed[row['name']].text}\u201d"
        )


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("altaria", {"category": "magic", "cost": 0, "symbols": ""}),
        ("star_wars", {"category": "mission", "cost": 2}),
        ("chaos", {"category": "event", "icons": ["main"]}),
        ("kingdom_hearts", {"category": "event", "number": "E1"}),
        ("dgrayman", {"category": "skill", "characters": ["Finch"], "rank": 1}),
    ],
)
def test_a_card_that_is_used_needs_no_more_than_its_text(name, row):
    document = {"game": name, "card": [{"name": "Big Plan", **row}]}
    assert find_set(document, "mine.toml").faults
    document["card"][0]["text"] = "Draw two cards."
    read = find_set(document, "mine.toml")
    assert read.faults == []
    assert read.found.unplayed == ["Big Plan"]


@pytest.mark.parametrize("ability", [{"by_hand": 1}, {"by_hand": True, "do": [{"verb": "draw"}]}, {"by_hand": False}])
def test_by_hand_stands_alone(ability):
    row = {"name": "Mud Hen", "category": "unit", "cost": 1, "symbols": "R", "power": 1, "break_rank": 1}
    row["ability"] = [{"when": "summon", **ability}]
    [fault] = find_set({"game": "altaria", "card": [row]}, "mine.toml").faults
    assert "by_hand" in str(fault) or "does nothing" in str(fault)


def test_a_card_of_several_moments_is_asked_when():
    row = {"name": "Sudden Turn", "category": "battle", "text": "Roll again."}
    [fault] = find_set({"game": "star_wars", "card": [row]}, "mine.toml").faults
    assert "by_hand = true and when = 'window_1'" in fault.remedy
    row["ability"] = [{"when": "window_2", "by_hand": True}]
    assert find_set({"game": "star_wars", "card": [row]}, "mine.toml").faults == []


@pytest.mark.parametrize("name", GAMES)
def test_every_card_may_have_its_text_alone(name):
    game = engines.load(name)
    named = ("unseen", *NAMED_AFTER)
    rows = [dict(card_row(game.card_rules, card)) for card in game.cards if card.category not in named]
    for at, row in enumerate(rows):
        used = row.get("ability") and len(game.card_rules.moments_of.get(row["category"], ())) != 1
        row |= {"name": f"Text {at}", "text": "Some text."}
        row.pop("ability", None)
        faults = find_set({"game": name, "card": [row]}, "mine.toml").faults
        assert not faults or (used and "by_hand = true" in faults[0].remedy), faults[0]


def test_a_text_comes_as_the_card_does():
    row = {"name": "Mud Hen", "category": "unit", "cost": 1, "symbols": "R", "power": 1, "break_rank": 1}
    [played] = find_set({"game": "altaria", "card": [{**row, "text": "Draw two cards."}]}, "mine.toml").found.rows
    assert played["ability"] == [{"when": "summon", "by_hand": True}]
    [played] = find_set({"game": "altaria", "card": [row]}, "mine.toml").found.rows
    assert "ability" not in played
