"""The decks of a game against each other: pairings, storage, and the verdict on a deck."""

import pytest

import engines
from tutor.compare import deck_matchups as fields
from tutor.compare.deck_matchups import DeckGame, deck_verdict, measure_decks, play_round, win_shares
from tutor.estimates import NO_ESTIMATE, Estimate
from tutor.sets.decks import game_with_decks


@pytest.mark.slow
def test_every_two_decks_meet_in_both_seats_with_the_same_deal():
    played = play_round("star_wars", 0)
    assert len(played) == 2 * 9  # three decks of the Light side against three of the Dark side
    assert len({one.decks for one in played}) == len(played)
    for one, other in zip(played[::2], played[1::2], strict=True):
        assert one.decks == other.decks[::-1]
        assert one.deal == other.deal
    assert not {one.deal for one in played} & {one.deal for one in play_round("star_wars", 1)}


def test_a_deck_s_share_of_known_games():
    game = engines.load("altaria")
    won = [DeckGame(("hearth", "tide"), deal, 0 if deal < 30 else 1) for deal in range(40)]
    rest = [
        DeckGame(("tide", "hearth"), 99, None),
        DeckGame(("tide", "tide"), 98, 0),
    ]  # draws, and games of a deck against itself
    found = win_shares(game, [*won, *rest])
    assert {id: (one.value, one.n) for id, one in found.items()} == {"hearth": (0.75, 40), "tide": (0.25, 40)}
    assert found["hearth"].low < 0.75 < found["hearth"].high


def test_the_interval_is_about_these_decks():
    """A deck that wins all games against one deck and none against another is certainly even."""
    game = game_with_decks("altaria")
    against = [("hearth", "tide", 0), ("hearth", "kiln", 1)]
    played = [DeckGame((one, other), deal, winner) for deal in range(200) for one, other, winner in against]
    hearth = win_shares(game, played)["hearth"]
    assert hearth.value == 0.5
    assert deck_verdict(hearth) == "even"


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(0.45, 0.55, "even"), (0.3, 0.5, "unsure"), (0.55, 0.65, "unsure"), (0.61, 0.7, "over"), (0.2, 0.39, "under")],
)
def test_what_can_be_said_of_a_deck(low, high, said):
    assert deck_verdict(Estimate((low + high) / 2, low, high, 100)) == said
    assert deck_verdict(NO_ESTIMATE) == "unsure"


def test_what_is_kept_is_not_played_again(tmp_path, monkeypatch):
    before = measure_decks("altaria", 2, jobs=1, folder=tmp_path)
    [path] = tmp_path.glob("altaria-field-*.jsonl")
    path.write_text(path.read_text() + "{broken\n")
    monkeypatch.setattr(fields, "play_round", lambda *_: pytest.fail("is kept"))
    assert measure_decks("altaria", 2, jobs=1, folder=tmp_path) == before
    assert set(before) == set(game_with_decks("altaria").decks)


@pytest.mark.parametrize("name", engines.names())
def test_every_game_has_at_least_six_decks_that_are_legal(name):
    game = game_with_decks(name)
    assert len(game.decks) >= 6
    for deck in game.decks.values():
        assert deck.name
        assert deck.names.get("ja") or deck.id in engines.load(name).decks
        assert game.check_deck(deck.cards) == []
