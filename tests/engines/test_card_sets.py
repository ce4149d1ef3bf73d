"""Sets: custom cards and decks become part of an otherwise unchanged game, whatever their names."""

import itertools

import pytest

import engines
from engines.book.card_reading import card_row, read_card
from engines.book.card_rendering import render_card
from engines.book.card_sets import CardSet, playable_name
from engines.book.cards import Deck
from engines.designs.set_files import find_set, read_set
from engines.errors import DataError
from engines.search.players import random_player
from tests.engines.play import GAMES

NAMES = (
    "Haruka, Grown",
    'The "Big" One',
    "A; B",
    "No # Five",
    "Fly -> Away",
    "Ann + Bob",
    "Ann with Bob",
    "Moon over Sea",
    'Séance "x", #3; a + b with c over d -> e',
    "What?!",
    "{braces} [and] %s \\n",
)
NAMED_AFTER = ("doubles", "special_doubles")
"""Cards whose name is determined by their other entries."""


def renamed(name, first=0):
    """Return the document of a set: a printed deck of a game, with its cards renamed."""
    game = engines.load(name)
    deck, names = next(iter(game.decks.values())), itertools.chain(NAMES, (f"Card {n}" for n in itertools.count()))
    rows, cards = [], {}
    for called, copies in deck.cards.items():
        card = game.cards[game.by_name[called]]
        if card.category in NAMED_AFTER:
            cards[called] = copies
            continue
        rows.append({**card_row(game.card_rules, card), "name": next(names)})
        cards[rows[-1]["name"]] = copies
    return {"game": name, "set": "mine", "card": rows, "deck": [{"id": "one", "cards": cards}]}


@pytest.mark.parametrize("name", GAMES)
def test_cards_of_any_name_are_played_written_and_read(name):
    game = engines.load(name)
    before = (len(game.cards), dict(game.decks), dict(game.by_name))
    added = read_set(renamed(name), "mine.toml")
    own = game.with_set(added)
    assert (len(game.cards), game.decks, game.by_name) == before
    assert own.check_deck("mine/one") == []
    seen = set()
    for seed in (1, 2):
        state, player = own.new(("mine/one", list(game.decks)[1]), seed), random_player(seed)
        for step in itertools.count():
            if state.result is not None:
                break
            if step % 9 == 0:
                for reader in (own, game):
                    assert reader.position(state.position()).canonical_key() == state.canonical_key()
                for action in state.actions:
                    text = state.text(action)
                    assert own.notation.read(state, text)[0] == action
                    seen |= {card for card in added.printed if card in text}
            state.apply(player(state))
    assert len(seen) > 4


def test_a_typed_name_means_the_card():
    own = engines.load("altaria").with_set(read_set(renamed("altaria"), "mine.toml"))
    state, player = own.new(("mine/one", "mine/one"), 1), random_player(1)
    typed = set()
    while state.result is None and len(typed) < 3:
        for action in state.actions:
            text = state.text(action)
            plain = text.replace("\u201a", ",").replace("\uff03", "#").replace("w\u0456th", "with")
            if plain != text:
                assert own.notation.read(state, plain)[0] == action
                typed.add(action[0])
        state.apply(player(state))
    assert typed


def test_two_printed_names_stay_two_names():
    names = {playable_name(name) for name in NAMES}
    assert len(names) == len(NAMES)
    assert all(playable_name(name) == name for name in names)


def test_what_is_only_printed_stays_out_of_game_and_position():
    document = renamed("altaria")
    document["card"][0] |= {
        "text": "Very secret words.",
        "flavour": "More of them.",
        "number": "17",
        "subtype": ["Owl"],
    }
    document["fields"] = {"subtype": "words"}
    added = read_set(document, "mine.toml")
    own = engines.load("altaria").with_set(added)
    assert "Very secret words." in own.cards[own.by_name[added.rows[0]["name"]]].rules_text[0]
    assert added.printed[added.rows[0]["name"]].text == "Very secret words."
    told = repr(own.own_cards) + own.new(("mine/one", "mine/one"), 1).position()
    assert not any(word in told for word in ("secret", "More of them", "Owl", "17"))


def test_every_fault_is_told_with_card_entry_and_remedy():
    document = renamed("altaria")
    document["card"][0]["powr"] = document["card"][0].pop("power")
    document["card"][1]["cost"] = "two"
    document["card"][2]["ability"] = [{"when": "summn", "do": [{"verb": "draw"}]}]
    document["card"].append({"category": "unit"})
    document["deks"] = []
    document["deck"].append({"id": "two", "cards": {"Haruka, Grown": 0}})
    told = [str(fault) for fault in find_set(document, "mine.toml").faults]
    assert all(one.startswith("mine.toml") for one in told)
    for words in (
        ("powr", "Did you mean 'power'?"),
        ("'cost' is 'two'", "whole number"),
        ("summn", "summon"),
        ("has no name", "Give it"),
        ("deks", "Did you mean 'deck'?"),
        ("deck 'two'", "from 1 to 1000"),
    ):
        assert any(all(word in one for word in words) for one in told), words


def test_a_deck_that_may_not_be_played_is_told_with_its_clause():
    document = renamed("altaria")
    document["deck"][0]["cards"] = {"Haruka, Grown": 9, "Haruka, Grwn": 1}
    assert "Did you mean 'Haruka‚ Grown'?" in str(find_set(document, "mine.toml").faults[0])
    del document["deck"][0]["cards"]["Haruka, Grwn"]
    told = " ".join(str(fault) for fault in find_set(document, "mine.toml").faults)
    assert "(ALT-2.1)" in told
    assert "(ALT-2.2)" in told


def test_a_game_takes_only_sets_that_fit_in():
    game, added = engines.load("altaria"), read_set(renamed("altaria"), "mine.toml")
    own = game.with_set(added)
    assert own.with_set(added) is own
    other = CardSet("mine", "altaria", "Mine", "other.toml", added.rows[:1])
    with pytest.raises(DataError, match="there is another set 'mine'"):
        own.with_set(other)
    with pytest.raises(DataError, match="is a set for 'altaria', not for 'chaos'"):
        engines.load("chaos").with_set(added)
    with pytest.raises(DataError, match="need the set 'far'"):
        own.with_set(CardSet("more", "altaria", "More", "more.toml", uses=("far",)))
    with pytest.raises(DataError, match="already exists"):
        own.with_set(CardSet("more", "altaria", "More", "more.toml", ({**added.rows[0], "cost": 3},)))


def test_a_digest_changes_with_what_is_played_alone():
    document = renamed("altaria")
    document["card"][0]["text"] = "Some words."
    first = read_set(document, "mine.toml")
    document["card"][0]["text"] = "Other words."
    document["title"] = "Another title"
    assert read_set(document, "elsewhere.toml").digest == first.digest
    document["card"][0]["cost"] = document["card"][0]["cost"] + 1
    assert read_set(document, "mine.toml").digest != first.digest
    decks = (Deck("one", "One", {"Haruka, Grown": 4}),)
    assert CardSet("mine", "altaria", "", "", first.rows, decks).digest != first.digest


UNIT = {"category": "unit", "cost": 1, "symbols": "R", "power": 1, "break_rank": 1}


@pytest.mark.parametrize(
    ("keywords", "text", "by_hand"),
    [
        (["Haste"], "Haste", False),
        (["Haste", "Ward"], "haste (It may attack at once.), Ward.", False),
        (["Haste"], "Haste. May attack in the turn it is summoned.", False),
        (["Haste"], "Haste, Ward", True),
        (["Haste"], "Haste. Draw a card.", True),
        ([], "Haste", True),
    ],
)
def test_a_text_that_only_repeats_declared_keywords_stops_no_game(keywords, text, by_hand):
    row = {"name": "Repeater", **UNIT, "keywords": keywords, "text": text}
    found = find_set({"game": "altaria", "card": [row]}, "mine.toml", "mine.toml")
    assert found.faults == []
    assert ("ability" in found.found.rows[0]) == by_hand
    assert bool(found.found.unplayed) == by_hand


def test_discard_has_one_meaning_in_altaria():
    def card(do):
        return {"name": "Sender", **UNIT, "ability": [{"when": "summon", "do": do}]}

    game = engines.load("altaria")
    force = {"verb": "choose", "whose": "rival", "what": "force"}
    hand = read_card(game.card_rules, card([{"verb": "discard"}]), 0, "mine.toml")
    assert render_card(game.card_rules, hand, game.words)[0].endswith("discard 1 card.")
    former = read_card(game.card_rules, card([force, {"verb": "discard"}]), 0, "mine.toml")
    now = read_card(game.card_rules, card([force, {"verb": "discard_force"}]), 0, "mine.toml")
    assert former.abilities == now.abilities
