"""Forks at the start: the same deal with and without a rule, what is estimated from it, and games without a winner."""

import random

import pytest

from tutor.compare import causes, causes_page, fork_games, start_forks
from tutor.compare.causes import BEHIND, FIRST, CauseFigures
from tutor.compare.fork_games import PRINTED_RULES
from tutor.compare.resampling import GameCase
from tutor.compare.start_forks import GameEnd, StartFork
from tutor.compare.undecided import undecided_bounds
from tutor.estimates import NO_ESTIMATE, Estimate
from tutor.experiments.effects import RuleEffect, is_visible
from tutor.text import load_catalogue

DECKS = ("a", "b", "c", "d", "e", "f")
PAIRS = [(one, other) for one in DECKS for other in DECKS if one < other]


# Played games.


def test_a_deal_is_played_in_both_seats_and_by_every_rule(tmp_path):
    found = start_forks.start_forks_of("altaria", ["M19", "M5"], 40, folder=tmp_path)
    assert len(found) == 40
    for one, other in zip(found[::2], found[1::2], strict=True):
        assert (one.seed, one.decks) == (other.seed, other.decks[::-1])
        assert set(one.ends) == {PRINTED_RULES, "M19", "M5"}
    assert start_forks.count_changed("M19", found) > 20, "the first draw changes almost every game"
    assert start_forks.count_changed("M5", found) == 0, "no deck runs out"
    assert {one.ends[PRINTED_RULES].first for one in found} == {0, 1}
    again = start_forks.start_forks_of("altaria", ["M19", "M5"], 20, folder=tmp_path)
    assert again == found[:20]


def test_who_goes_first_is_as_in_the_watched_games(tmp_path):
    from tutor.experiments.paired import play_pairs

    pairs = play_pairs("kingdom_hearts", {}, 12, jobs=1, folder=tmp_path)
    found = start_forks.start_forks_of("kingdom_hearts", [], 12, folder=tmp_path)
    for pair, fork in zip(pairs, found, strict=True):
        sight = pair.printed.sight
        assert (pair.printed.seed, pair.printed.decks) == (fork.seed, fork.decks)
        assert fork.ends[PRINTED_RULES] == (sight.first, sight.winner, sight.turns)


def test_a_line_that_was_cut_off_is_played_again(tmp_path, monkeypatch):
    found = start_forks.start_forks_of("altaria", ["M19"], 20, folder=tmp_path)
    (path,) = tmp_path.iterdir()
    path.write_text(path.read_text()[:100] + "\n")
    assert start_forks.start_forks_of("altaria", ["M19"], 20, folder=tmp_path) == found
    monkeypatch.setattr(start_forks, "play_start_forks", lambda *_: pytest.fail("It was kept."))
    assert start_forks.start_forks_of("altaria", ["M19"], 20, folder=tmp_path) == found
    assert len(fork_games.ForkFile(path).batches()) == 1


# Estimates on games whose truth is known.


def tossed_forks(first_wins, added, games, source):
    """Make forks whose first player wins with probability `first_wins` as printed, and `added` more by rule X.

    The luck of a deal is the same by both rules.
    """
    found = []
    for number in range(games):
        seed, turned = divmod(number, 2)
        decks, first, luck = PAIRS[seed % len(PAIRS)], source.randrange(2), source.random()
        ends = {
            rule: GameEnd(first, first if luck < chance else 1 - first, 10)
            for rule, chance in ((PRINTED_RULES, first_wins), ("X", first_wins + added))
        }
        found.append(StartFork(seed, decks[::-1] if turned else decks, ends))
    return found


@pytest.mark.parametrize("first_wins", [0.5, 0.9])
@pytest.mark.parametrize("added", [-0.06, 0.06])
def test_the_interval_of_an_effect_covers_the_truth(first_wins, added):
    source = random.Random(7)
    made = [start_forks.start_effect("X", tossed_forks(first_wins, added, 600, source)) for _ in range(60)]
    for kind in ("difference", "like_these"):
        found = [getattr(one, kind) for one in made]
        assert sum(one.low <= added <= one.high for one in found) >= 54, "95 % would be 57 of 60"
        assert sum(one.value for one in found) / 60 == pytest.approx(added, abs=0.006)
    printed = [one.printed.value for one in made]
    assert sum(printed) / 60 == pytest.approx(first_wins, abs=0.01)


@pytest.mark.parametrize("first_wins", [0.5, 0.9])
def test_where_a_rule_does_nothing_an_effect_is_seldom_seen(first_wins):
    source = random.Random(8)
    seen = 0
    for _ in range(60):
        one = tossed_forks(first_wins, 0.0, 600, source)
        other = tossed_forks(first_wins, 0.0, 600, source)  # the rule changes the course of games, but no chances
        mixed = [
            fork._replace(ends=fork.ends | {"X": drawn.ends[PRINTED_RULES]})
            for fork, drawn in zip(one, other, strict=True)
        ]
        seen += is_visible(start_forks.start_effect("X", mixed).difference)
    assert seen <= 6, "3 of 60 would be 5 %"


def test_an_effect_that_no_game_showed_is_bounded_by_their_number():
    found = start_forks.start_effect("X", tossed_forks(0.5, 0.0, 2000, random.Random(1)))
    assert found.difference.value == 0
    assert found.difference.low == -found.difference.high
    assert 0.001 < found.difference.high < 0.003
    assert not is_visible(found.difference)


# Games without a winner.


def test_bounds_count_undecided_games_both_ways():
    won, lost = (GameCase(("a", "b"), 1, value) for value in (1.0, 0.0))
    both = [(won, won)] * 5 + [(lost, lost)] * 4 + [(lost, None)]
    found = undecided_bounds(both)
    assert found.n == 1
    assert (found.low, found.high) == (pytest.approx(0.0), pytest.approx(0.1))
    assert found.value == pytest.approx(5 / 9 - 5 / 10)
    assert undecided_bounds([(won, None)]) == NO_ESTIMATE
    assert undecided_bounds([(won, won), (lost, lost)])[1:3] == (0, 0)


def early_figures(bounds=None):
    """Figures in which one mechanic acts early and helps the first player, one never acts, and the others act late."""
    listed = causes.list_causes("altaria")

    def effect(value, reach):
        one = Estimate(value, value - reach, value + reach, 2000)
        return RuleEffect(Estimate(0.5, 0.48, 0.52, 2000), Estimate(0.5 + value, 0.4, 0.6, 2000), one, one)

    some, none = effect(0.01, 0.03), effect(0.0, 0.0)
    effects = {one.id: {BEHIND: some, "turns": some, "off_turn": some, FIRST: some} for one in listed}
    effects["first_draw"] |= {BEHIND: none, FIRST: effect(0.08, 0.02)}
    effects["deck_out"] |= {BEHIND: none, "turns": none, "off_turn": none, FIRST: effect(0.0, 0.002)}
    changed = {one.id: 900 for one in listed} | {"deck_out": 0}
    return CauseFigures(
        400,
        2000,
        {"altaria": 8},
        effects={"altaria": effects},
        changed={"altaria": changed},
        bounds={"altaria": {"first_draw": {FIRST: bounds}}} if bounds else {},
    ), [*listed]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_acts_early_is_told_from_the_first_move(language):
    found, listed = early_figures()
    sentence = causes_page.answer_sentences(found, listed, language)[3]
    words = load_catalogue(language)
    assert "−8.0" not in sentence, "said of the player who gains"
    assert "+8.0" in sentence
    assert words["causes.early_second"].split("{")[0] in sentence, "without it the first player wins more"
    assert words["causes.early_never"].format(count=1) in sentence
    assert words["causes.early_unseen"].split("{")[0] not in sentence or language == "ja"
    (game,) = causes_page.build_causes_page(found, language).data["games"]
    rows = {row["id"]: row for row in game["rows"]}
    assert [*rows] == ["first_draw"]
    assert rows["first_draw"]["sides"] == words["causes.sides_first"].format(with_it=50, without=58)
    groups = {group["text"]: [one["address"] for one in group["mechanics"]] for group in game["still"]}
    assert groups[words["causes.still_never"]] == ["altaria.deck_out"]


def test_an_effect_that_games_without_a_winner_could_undo_is_not_called_visible():
    found, _ = early_figures(Estimate(0.08, -0.02, 0.15, 200))
    first_draw = causes.find_cause("altaria", "first_draw")
    assert not causes_page.stands_out(found, first_draw, FIRST)
    assert causes_page.build_causes_page(found, "en").data["games"][0]["rows"] == []
    found, _ = early_figures(Estimate(0.08, 0.02, 0.15, 200))
    assert causes_page.stands_out(found, first_draw, FIRST)
    row = causes_page.build_causes_page(found, "en").data["games"][0]["rows"][0]
    note = next(one["note"] for one in row["figures"] if one["id"] == FIRST)
    assert note == "200 games had no winner; had all of them gone one way: −15.0 to −2.0"


def test_games_at_the_turn_cap_are_named_beside_the_turns():
    found, _ = early_figures()
    found.stopped = {"altaria": {"first_draw": (0, 40)}}
    row = causes_page.build_causes_page(found, "en").data["games"][0]["rows"][0]
    notes = {one["id"]: one["note"] for one in row["figures"]}
    assert notes["turns"] == "40 of 400 games were stopped at the turn cap and count as that long"
    found.stopped = {"altaria": {"first_draw": (0, 3)}}
    row = causes_page.build_causes_page(found, "en").data["games"][0]["rows"][0]
    assert not any(one["note"] for one in row["figures"]), "three of 400 move nothing"


# The stored figures.


def test_what_acts_early_was_forked_at_the_start_and_every_mechanic_is_named_once():
    found = causes.read_causes()
    early = [one for one in causes.list_causes() if causes_page.acts_early(found, one)]
    assert early
    assert {(one.game, one.id) for one in early} == {(game, id) for game, ids in found.changed.items() for id in ids}
    for one in early:
        effect = found.of(one, FIRST)
        assert effect.difference.n > 990, one.address
        assert (effect.difference.value, effect.difference.n) == (effect.like_these.value, effect.like_these.n)
        assert 0 <= found.changed[one.game][one.id] <= effect.difference.n + effect.difference.n // 100
        assert effect.difference.low < effect.difference.high, "no interval without a width"
        if causes_page.never_acts(found, one):
            assert effect.difference.value == 0
    for game, first in found.first.items():
        assert first.n > 990, game
    data = causes_page.build_causes_page(found, "en").data
    shown = [row["address"] for game in data["games"] for row in game["rows"]]
    shown += [one["address"] for game in data["games"] for group in game["still"] for one in group["mechanics"]]
    assert sorted(shown) == sorted(one.address for one in causes.list_causes())
