"""Additional decks: legal, different from the others, available in whole games, and not used for teaching."""

from itertools import combinations

import pytest

import engines
from engines.errors import DataError
from tutor.matches.match import Match, Setup, allowed_opponents
from tutor.pages.setup_form import setup_form
from tutor.sets import decks
from tutor.sets.decks import game_with_decks


@pytest.mark.parametrize("name", engines.names())
def test_every_deck_is_legal_and_meets_others(name):
    game = game_with_decks(name)
    assert len(game.decks) > len(engines.load(name).decks)
    for id, deck in game.decks.items():
        assert not game.check_deck(id)
        assert deck.names["ja"], id
        assert any(other != id for other in allowed_opponents(game, id))


@pytest.mark.parametrize("name", engines.names())
def test_no_two_decks_are_nearly_the_same(name):
    for one, other in combinations(game_with_decks(name).decks.values(), 2):
        shared = sum(min(count, other.cards.get(card, 0)) for card, count in one.cards.items())
        assert shared <= 0.85 * sum(one.cards.values()), (one.id, other.id)


@pytest.mark.parametrize("name", engines.names())
def test_a_whole_game_may_be_played_with_them(name):
    game = game_with_decks(name)
    more = next(id for id in game.decks if id not in engines.load(name).decks)
    setup = Setup.of(game, {"you": more, "bot": "beginner"}, 1)
    assert setup.you == more
    match = Match(setup)
    shown = {deck["id"]: deck["more"] for deck in setup_form(game, setup, "en").data["decks"]}
    assert shown[more]
    assert [id for id, others in shown.items() if not others] == list(engines.load(name).decks)
    assert match.game.decks[more].name


def test_a_broken_file_is_told_where(tmp_path, monkeypatch):
    monkeypatch.setattr(decks, "FOLDER", tmp_path)
    row = '[[deck]]\nid = "{}"\nname = "X"\njapanese = "X"\n[deck.cards]\n"Ember Sprinter" = 1\n'
    (tmp_path / "altaria.toml").write_text(row.format("hearth"))
    with pytest.raises(DataError, match="such a deck already"):
        game_with_decks.__wrapped__("altaria")
    (tmp_path / "altaria.toml").write_text(row.format("thin"))
    with pytest.raises(DataError, match="thin"):
        game_with_decks.__wrapped__("altaria")
