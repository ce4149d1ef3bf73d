"""The ladder of players: figures of known players, games of luck and of skill, storage, reading, and display."""

import dataclasses
import json
import random
import re
import xml.etree.ElementTree as ElementTree
from types import SimpleNamespace

import numpy as np
import pytest

import engines
from engines.errors import DataError
from engines.game import Game
from engines.kernel.flow import Flow, Step, who
from engines.kernel.state import Result, State
from engines.legal.notation import Notation
from engines.legal.reasons import Kind
from engines.search import players
from engines.search.players import STRENGTHS
from tutor.compare import ladder, ladder_games, ladder_page, report
from tutor.compare.game_names import order_games
from tutor.compare.ladder import LadderFigures, PlayerLadder, RungMeeting
from tutor.compare.ladder_games import (
    DEALS,
    MATCHES,
    RUNGS,
    DealFile,
    LadderDeal,
    deal_at,
    deals_of,
    deals_wanted,
    ladder_decks_digest,
    play_deal,
    spread_pairs,
)
from tutor.estimates import Estimate
from tutor.sets.decks import game_with_decks
from tutor.text import format_message, load_catalogue

PAIRS = [(one, other) for at, one in enumerate("abcdef") for other in "abcdef"[at + 1 :]]


# Players whose Elo is known.


def chance(ahead):
    return 1 / (1 + 10 ** (-ahead / 400))


def results(elo, deals, source, drawn=0.0, luck=0.0):
    """Return deals with the results of players of known Elo. luck : how much the decks decide, in Elo."""
    found = []
    for match in MATCHES:
        for number in range(deals // match.every):
            decks = PAIRS[number % len(PAIRS)]
            points = []
            for sign in (1, -1):  # in the second game the players swap decks
                better = sign * luck * (ord(decks[0]) - ord(decks[1])) / 5
                won = float(source.random() < chance(elo[match.upper] - elo[match.lower] + better))
                points.append(0.5 if source.random() < drawn else won)
            found.append(LadderDeal(match.lower, match.upper, decks, number, tuple(points)))
    return found


KNOWN = (0, 300, 520, 700, 760, 760)


def test_the_figures_of_known_players_lie_in_their_intervals():
    held = cases = 0
    for seed in range(12):
        found = ladder.fit_ladder(results(KNOWN, 240, random.Random(seed), luck=60))
        for at in range(1, len(RUNGS)):
            cases += 2
            held += found.elo[at].low <= KNOWN[at] <= found.elo[at].high
            held += found.steps[at - 1].low <= KNOWN[at] - KNOWN[at - 1] <= found.steps[at - 1].high
        assert found.elo[0].value == 0
    assert held >= 0.92 * cases


@pytest.mark.slow
def test_many_games_find_the_figures_and_the_steps():
    found = ladder.fit_ladder(results(KNOWN, 8000, random.Random(1)))
    assert [one.value for one in found.elo] == pytest.approx(KNOWN, abs=35)
    assert found.seen() == [True, True, True, True, False]
    assert found.depth() == 4
    assert [ladder.expected_share(found, one) for one in found.meetings] == pytest.approx(
        [chance(KNOWN[one.upper] - KNOWN[one.lower]) for one in found.meetings], abs=0.03
    )


def test_draws_are_halves():
    found = ladder.fit_ladder(results((0,) * 6, 400, random.Random(3), drawn=1))
    assert [one.value for one in found.elo] == pytest.approx([0] * 6)
    assert found.depth() == 0
    assert all(one.drawn == one.games and one.points == one.games / 2 for one in found.meetings)


def test_players_who_never_lose_have_a_figure_and_their_doubt():
    """Forty wins out of forty: no share above 100 %, but no certainty either."""
    deals = [LadderDeal(match.lower, match.upper, PAIRS[n % 15], n, (1.0, 1.0)) for match in MATCHES for n in range(20)]
    found = ladder.fit_ladder(deals)
    for step in found.steps:
        assert 200 < step.low < step.value < 1500
        assert step.value - step.low > 50


def test_games_that_did_not_end_are_halves_and_counted():
    deals = results(KNOWN, 64, random.Random(5))
    deals[0] = deals[0]._replace(points=(None, 1.0))
    met = ladder.fit_ladder(deals).meetings[0]
    assert met.unfinished == 1
    assert met.points == ladder.fit_ladder(deals[1:]).meetings[0].points + 1.5


def test_a_ladder_ends_below_neighbours_that_have_hardly_met():
    deals = results(KNOWN, 64, random.Random(5))
    few = [one for one in deals if (one.lower, one.upper) != (2, 3) or one.again < 3]
    found = ladder.fit_ladder(few)
    assert len(found.elo) == 3
    assert {one.upper for one in found.meetings} == {1, 2}
    assert found == ladder.fit_ladder([one for one in deals if one.upper < 3])
    assert "| Careful | none |" in "\n".join(report.ladder_lines(LadderFigures({"altaria": found})))
    with pytest.raises(DataError, match="erratic has not met random in 8 games"):
        ladder.fit_ladder([one for one in few if (one.lower, one.upper) != (0, 1)])


# A game of luck and a game of skill.


class Heap(State):
    """The player who takes the last piece of a heap wins; in a game of luck, a coin decides once the heap is empty."""

    __slots__ = ("heap", "luck")

    def __init__(self, game, seed, luck):
        super().__init__(game, seed)
        self.heap, self.luck = 13 + self.below(4), luck

    def copy(self):
        other = Heap.__new__(Heap)
        self.copy_kernel(other)
        other.heap, other.luck = self.heap, self.luck
        return other

    def view(self, seat):
        return {"heap": self.heap}

    def canonical_key(self):
        return (self.turn, self.heap)


def take(state, action):
    state.heap, state.turn = state.heap - action[1], state.turn + 1
    if not state.heap:
        last = 1 - state.turn % 2
        state.result = Result(state.below(2) if state.luck else last, "HEAP-1", "The heap is empty.")


def takes(state):
    return [("take", n) for n in (1, 2, 3) if n <= state.heap]


def evaluation(state, seat):
    """A player who must take from a multiple of four loses, if the other player knows that."""
    if state.result is not None:
        return float(state.result.winner == seat)
    return 0.2 if (state.turn % 2 == seat) == (state.heap % 4 == 0) else 0.8


WORDS = Notation({"n": lambda state, seat, value: str(value)}, lambda text: [text], "; ".join)
STEP = Step("TAKE", "play", ("HEAP-1",), ask=takes, who=who("in turn")(lambda s: s.turn % 2),
            on={"take": (take, "TAKE")}, ends="empty")  # fmt: skip
HEAP = Game("heap", "Heap", None, None, [], {}, Flow((STEP,)), (),
            {"take": Kind("take", "HEAP-1", ("TAKE",), (), ("n",), form="take {n}", label="take")}, {}, {},
            SimpleNamespace(heuristic=lambda state, action: float(action[1] == state.heap), evaluation=evaluation,
                            determinise=lambda state, seat, source: None),
            None, WORDS, None)  # fmt: skip


def at_the_heap(luck, deals):
    """Return the deals of all matches of the heap game."""

    def begin_heap(seed):
        state = Heap(HEAP, seed, luck)
        state.run()
        return state

    found = []
    for match in MATCHES:
        for n in range(deals // match.every):
            seed = n * len(MATCHES) + MATCHES.index(match)
            points = ladder_games.play_both_seats(lambda seed=seed: begin_heap(seed), match.lower, match.upper, seed)
            found.append(LadderDeal(match.lower, match.upper, PAIRS[n % 15], n, points))
    return found


@pytest.fixture
def little_thought(monkeypatch):
    """Give the careful players a tenth of their deals, since nothing is hidden here."""
    monkeypatch.setattr(ladder_games, "RUNGS", tuple(rung._replace(deals=rung.deals // 6) for rung in RUNGS))


@pytest.mark.usefixtures("little_thought")
def test_a_game_of_luck_has_a_flat_ladder():
    found = ladder.fit_ladder(at_the_heap(luck=True, deals=160))
    assert found.depth() == 0
    assert all(abs(one.value) < 120 for one in found.elo)


@pytest.mark.slow
@pytest.mark.usefixtures("little_thought")
def test_a_game_of_skill_has_a_steep_ladder():
    found = ladder.fit_ladder(at_the_heap(luck=False, deals=320))
    assert found.depth() >= 3
    assert found.seen()[:2] == [True, True]
    assert found.elo[-1].low > 200


# The players and their games.


def test_the_careful_player_is_the_one_that_one_plays_against():
    game, rung = engines.load("altaria"), next(rung for rung in RUNGS if rung.id == "careful")
    state, asked = game.new(seed=0), 0
    ours, theirs = rung.player(3), STRENGTHS["careful"](3)
    while asked < 40:
        action = ours(state)
        assert theirs(state) == action
        asked += len(state.actions) > 1
        state.apply(action)


@pytest.mark.slow
def test_two_careful_players_come_to_an_end():
    """Rock, paper, scissors: two players who break ties in the same way would show the same sign for ever."""
    match = next(match for match in MATCHES if RUNGS[match.lower].id == "careful")
    game = game_with_decks("altaria")
    assert None not in play_deal(game, deal_at(game, match, 0)).points


def test_a_game_that_does_not_end_is_given_up(monkeypatch):
    monkeypatch.setattr(ladder_games, "MOST_DECISIONS", 20)
    game = game_with_decks("altaria")
    assert play_deal(game, deal_at(game, MATCHES[0], 0)).points == (None, None)


def test_each_rung_imagines_four_times_as_much_as_the_one_below():
    deals = [rung.deals for rung in RUNGS if rung.deals]
    assert deals == [DEALS, 4 * DEALS, 16 * DEALS]
    assert len(RUNGS) >= 5
    assert {(one.lower, one.upper) for one in MATCHES} == {
        (a, b) for a in range(6) for b in range(6) if 1 <= b - a <= 2
    }
    assert list(deals_wanted(240).values()) == [240 // 2 // match.every for match in MATCHES]


@pytest.mark.parametrize("name", engines.names())
def test_every_two_decks_meet_in_both_seats(name):
    game = game_with_decks(name)
    met = spread_pairs(game)
    assert len(met) == len({frozenset(deck.id for deck in pair) for pair in met})
    deals = [deal_at(game, MATCHES[0], number) for number in range(2 * len(met))]
    assert {deal.decks for deal in deals} == {
        pair for one, other in met for pair in ((one.id, other.id), (other.id, one.id))
    }
    assert len({deal.key for deal in deals}) == len(deals)
    one = play_deal(game, deals[1])
    assert play_deal(game, deals[1]) == one
    assert one.key == deals[1].key


# Storage.


@pytest.fixture
def few(monkeypatch):
    """A ladder of three players without look-ahead, and the tasks that are actually played."""
    monkeypatch.setattr(ladder_games, "RUNGS", RUNGS[:3])
    monkeypatch.setattr(ladder_games, "MATCHES", MATCHES[:3])
    done, real = [], ladder_games.play_deals

    def play_some(name, deals):
        done.append(deals)
        return real(name, deals)

    monkeypatch.setattr(ladder_games, "play_deals", play_some)
    return done


def test_a_run_that_was_stopped_goes_on(tmp_path, few):
    stopped = deals_of("altaria", 16, folder=tmp_path, until=0.0)
    assert len(few) == 1
    assert [deal.key for deal in stopped] == [deal.key for deal in few[0]]
    whole = deals_of("altaria", 16, folder=tmp_path)
    assert len(whole) == 3 * 8
    assert set(stopped) < set(whole)
    few.clear()
    assert deals_of("altaria", 16, folder=tmp_path) == whole
    assert few == []
    longer = deals_of("altaria", 24, folder=tmp_path)
    assert set(whole) < set(longer)
    assert len(longer) == 3 * 12
    assert deals_of("altaria", 24, folder=tmp_path / "else") == longer
    assert deals_of("altaria", 16, folder=tmp_path) == whole


@pytest.mark.usefixtures("few")
def test_a_line_that_was_cut_off_is_played_again(tmp_path):
    whole = deals_of("altaria", 8, folder=tmp_path)
    [file] = tmp_path.glob("altaria-ladder-*.jsonl")
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:3], lines[3][:-5], "[1, 2]", *lines[4:]]) + "\n")
    assert len(DealFile("altaria", tmp_path).deals()) == len(whole) - 1
    assert deals_of("altaria", 8, folder=tmp_path) == whole


@pytest.mark.usefixtures("few")
def test_only_games_of_decks_that_have_changed_are_played_again(tmp_path, few, monkeypatch):
    whole = deals_of("altaria", 32, folder=tmp_path)
    real, changed = ladder_games.deck_digest, {deck.id for deck in spread_pairs(game_with_decks("altaria"))[0]}
    monkeypatch.setattr(ladder_games, "deck_digest", lambda game, ids: "new" if changed & {*ids} else real(game, ids))
    few.clear()
    deals_of("altaria", 32, folder=tmp_path)
    again = {deal.key for some in few for deal in some}
    assert again == {deal.key for deal in whole if changed & {*deal.decks}}
    assert 0 < sum(map(len, few)) < len(whole)


def test_other_rules_are_other_games(tmp_path, monkeypatch):
    before = DealFile("altaria", tmp_path).path
    assert before != DealFile("star_wars", tmp_path).path
    monkeypatch.setattr(ladder_games, "ladder_fingerprint", lambda name: "another")
    assert DealFile("altaria", tmp_path).path != before


# The file.


@pytest.fixture(scope="module")
def found():
    one = ladder.fit_ladder(results(KNOWN, 64, random.Random(7)))
    return LadderFigures(
        {"altaria": one}, {"altaria": "rules"}, {"altaria": "plays"}, {"altaria": ladder_decks_digest("altaria")}
    )


def test_ladders_are_read_back_as_they_were_written(found, tmp_path):
    ladder.write_ladders(found, tmp_path / "l.json")
    again = ladder.read_ladders(tmp_path / "l.json")
    assert (again.rules, again.plays, again.decks) == (found.rules, found.plays, found.decks)
    one, other = found.ladders["altaria"], again.ladders["altaria"]
    assert other.meetings == one.meetings
    for here, there in zip((*one.elo, *one.steps), (*other.elo, *other.steps), strict=True):
        assert there == pytest.approx(here, abs=0.01)
    assert ladder.read_ladders(tmp_path / "none.json") is None


BROKEN = {
    "no JSON": (lambda rows: "{", "no file of ladders"),
    "no ladders": (lambda rows: rows.pop("ladders"), "no file of ladders"),
    "other players": (lambda rows: rows["rungs"].pop(), "other players"),
    "no fingerprint": (lambda rows: rows["rules"].clear(), "no file of ladders"),
    "a strange fingerprint": (lambda rows: rows["decks"].update(altaria=3), "no text"),
    "a rung less": (lambda rows: rows["ladders"]["altaria"]["elo"].pop(), "figures"),
    "outside": (lambda rows: rows["ladders"]["altaria"]["elo"].__setitem__(2, [5, 6, 7, 8]), "between its bounds"),
    "no figure": (lambda rows: rows["ladders"]["altaria"]["elo"].__setitem__(2, [None, 6, 7, 8]), "no file of ladders"),
    "a word": (lambda rows: rows["ladders"]["altaria"]["elo"].__setitem__(2, ["x", 6, 7, 8]), "no file of ladders"),
    "too many points": (lambda rows: rows["ladders"]["altaria"]["meetings"][0].__setitem__(3, 1e6), "no match"),
    "a strange match": (lambda rows: rows["ladders"]["altaria"]["meetings"][0].__setitem__(1, 5), "no match"),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_file_that_cannot_be_right_is_named_with_its_remedy(found, tmp_path, how):
    path = tmp_path / "l.json"
    ladder.write_ladders(found, path)
    rows = json.loads(path.read_text())
    change, message = BROKEN[how]
    text = change(rows)
    path.write_text(text if isinstance(text, str) else json.dumps(rows))
    with pytest.raises(DataError, match=message) as error:
        ladder.read_ladders(path)
    assert error.value.where.startswith("l.json")
    assert "python -m tutor.compare.ladder --write" in error.value.remedy


def test_a_ladder_is_stale_if_the_game_plays_otherwise(found, monkeypatch):
    assert found.stale() == ["altaria"]
    monkeypatch.setattr(ladder, "ladder_digest", lambda name: "plays")
    assert found.stale() == []  # other files, but it plays as before
    monkeypatch.setattr(ladder, "ladder_fingerprint", lambda name: "rules")
    monkeypatch.setattr(ladder, "ladder_digest", lambda name: "other")
    assert found.stale() == []
    monkeypatch.setattr(ladder, "ladder_decks_digest", lambda name: "another")
    assert found.stale() == ["altaria"]  # the players behave the same with other cards


def test_a_ladder_from_before_a_change_of_rules_stands_only_with_an_entry_and_is_shown_with_it(
    found, tmp_path, monkeypatch
):
    monkeypatch.setattr(ladder, "ladder_digest", lambda name: "after")
    assert found.stale() == ["altaria"]
    kept = dataclasses.replace(found, earlier={"altaria": "before another change"})
    assert kept.stale() == ["altaria"]
    kept.earlier["altaria"] = "after"
    assert kept.stale() == []
    ladder.write_ladders(kept, tmp_path / "l.json")
    assert ladder.read_ladders(tmp_path / "l.json").earlier == kept.earlier
    assert ladder.join_ladders(kept, LadderFigures()).earlier == kept.earlier
    assert ladder.join_ladders(kept, found).earlier == {}  # measured again


def test_each_kept_ladder_from_before_a_change_of_rules_has_its_note():
    shipped = ladder.read_ladders()
    for language in ("en", "ja"):
        notes = ladder_page.skill_section(language)["notes"]
        assert notes == [format_message(f"ladder.earlier.{name}", language) for name in shipped.earlier]


def test_a_sample_stands_for_how_the_players_play(monkeypatch):
    before = ladder_games.ladder_digest("altaria")
    assert before == ladder_games.ladder_digest.__wrapped__("altaria") != ladder_games.ladder_digest("dgrayman")
    monkeypatch.setattr(ladder_games, "WIDTH", 1)
    assert ladder_games.ladder_digest.__wrapped__("altaria") != before


def test_games_that_were_not_measured_anew_stay(found):
    marks = ({"star_wars": mark} for mark in "rpd")
    other = LadderFigures({"star_wars": found.ladders["altaria"]}, *marks)
    both = ladder.join_ladders(other, found)
    assert list(both.ladders) == ["altaria", "star_wars"]
    assert ladder.join_ladders(None, found) is found


# The command and the tables.


def test_the_command_plays_prints_and_writes(tmp_path, few, capsys, monkeypatch):
    monkeypatch.setattr(ladder, "RUNGS", RUNGS[:3])
    monkeypatch.setattr(report, "RUNGS", RUNGS[:3])
    monkeypatch.setattr(report, "MATCHES", MATCHES[:3])
    monkeypatch.setattr(report, "PAGE_FILE", tmp_path / "page.md")
    real_read, real_write, path = ladder.read_ladders, ladder.write_ladders, tmp_path / "l.json"
    path.write_text("no file of ladders")
    (tmp_path / "page.md").write_text(
        "# Games\n\n## Skill: a ladder of players\n\nold\n\n### more\n\n## Decks\n\nrest\n"
    )
    monkeypatch.setattr(ladder, "read_ladders", lambda: real_read(path))
    monkeypatch.setattr(ladder, "write_ladders", lambda found: real_write(found, path))
    words = ["32", "--game", "altaria", "--jobs", "1", "--folder", str(tmp_path), "--write"]
    assert ladder.main(words) == 0
    assert few
    told = capsys.readouterr()
    assert "no file of ladders" in told.err  # and it is written once more
    page = (tmp_path / "page.md").read_text()
    assert page == f"# Games\n\n{told.out.strip()}\n\n## Decks\n\nrest\n"
    kept = real_read(path)
    assert kept.stale() == []
    assert [one.games for one in kept.ladders["altaria"].meetings] == [32, 32, 32]
    with pytest.raises(SystemExit, match="has not met"):
        ladder.main(["2", "--game", "altaria", "--folder", str(tmp_path / "new"), "--minutes", "0"])


def test_the_table_has_every_rung_step_and_match(found):
    text = "\n".join(report.ladder_lines(found))
    one = found.ladders["altaria"]
    for rung in one.elo[1:]:
        assert f"{rung.value:.0f} ({rung.low:.0f} to {rung.high:.0f})" in text
    for meeting in one.meetings:
        assert f"| {meeting.points:g} of {meeting.games} |" in text
    for step in one.steps:
        assert f"{step.low:+.0f} to {step.high:+.0f}), n {step.n} |" in text
    assert f"| {one.depth()} of {sum(one.judged())} |" in text


def test_the_figure_of_the_best_rung_is_the_highest():
    estimates = [Estimate(value, value - 9, value + 9, 8) for value in (0, 200, 300, 250)]
    assert PlayerLadder(tuple(estimates), (), (RungMeeting(0, 1, 2, 1.5),)).best() == 2


# The page.


def test_what_comes_along_is_on_the_page_as_it_was_measured():
    shipped, shown = ladder.read_ladders(), ladder_page.skill_section("en")
    assert [game["id"] for game in shown["games"]] == order_games(engines.names()) == order_games(shipped.ladders)
    for game in shown["games"]:
        one = shipped.ladders[game["id"]]
        steps = {0: "No player is", 1: "At least one step deep"}.get(one.depth(), f"At least {one.depth()} steps deep")
        assert game["sentences"][0].startswith(steps)
        visible = [at for at, seen in enumerate(one.seen(), 1) if seen]
        assert not visible or f": {one.elo[visible[-1]].value:.0f} Elo" in game["sentences"][0], "the last visible step"
        rows = game["rungs"][::-1]
        assert len(rows) == len(RUNGS)
        assert [row["elo"] for row in rows[1 : len(one.elo)]] == [report.format_elo(figure) for figure in one.elo[1:]]
        assert {row["elo"] for row in rows[len(one.elo) :]} <= {"not played yet"}
        assert [row["seen"] for row in rows[1 : len(one.elo)]] == one.seen()
        assert [row["basis"] for row in rows[: len(one.elo)]] == [f"n = {figure.n}" for figure in one.elo]
        played = {row["pair"]: row["points"] for row in game["meetings"]}
        assert f"{one.meetings[0].points:g} of {one.meetings[0].games}" in played.values()
        assert len(played) == len(MATCHES)


def test_what_comes_along_is_the_fit_of_its_games():
    """The figures can be recomputed from the games stored with them."""
    for one in ladder.read_ladders().ladders.values():
        games, points = (np.array([float(met[at]) for met in one.meetings]) for at in (2, 3))
        again = ladder.elo_ratings(games, points, [met[:2] for met in one.meetings], len(one.elo))
        assert again.tolist() == pytest.approx([figure.value for figure in one.elo], abs=0.02)
        for at, step in enumerate(one.steps):
            assert step.value == pytest.approx(again[at + 1] - again[at], abs=0.02)
            assert step.n == next(met.games for met in one.meetings if met[:2] == (at, at + 1)) >= ladder.LEAST_MET
        assert [figure.n for figure in one.elo] == [
            sum(met.games for met in one.meetings if at in met[:2]) for at in range(len(one.elo))
        ]


def test_the_page_of_tables_has_the_ladders_that_come_along():
    text = report.PAGE_FILE.read_text(encoding="utf-8")
    assert "\n".join(report.ladder_lines(ladder.read_ladders())) in text


def test_all_plots_have_the_same_scale():
    ends = set()
    for game in ladder_page.skill_section("en")["games"]:
        texts = [node.text for node in ElementTree.fromstring(game["svg"]).iter() if node.tag.endswith("text")]
        ends.add(max(int(text) for text in texts if text.isdigit()))
        assert {"Random", "Quick"} <= {*texts}
    assert len(ends) == 1


def test_the_page_tells_what_is_missing_stale_or_broken(found, tmp_path, monkeypatch):
    real, path = ladder.read_ladders, tmp_path / "l.json"
    monkeypatch.setattr(ladder_page, "read_ladders", lambda: real(path))
    missing = ladder_page.skill_section("en")
    assert missing["games"] == []
    assert "python -m tutor.compare.ladder --write" in missing["notes"][0]
    ladder.write_ladders(found, path)
    assert "Altaria: the game or the players have changed" in ladder_page.skill_section("en")["notes"][0]
    monkeypatch.setattr(ladder, "ladder_fingerprint", lambda name: "rules")
    assert ladder_page.skill_section("en")["notes"] == []
    path.write_text("{}")
    broken = ladder_page.skill_section("en")
    assert broken["games"] == []
    assert [note.split(":")[0] for note in broken["notes"]] == ["l.json"]


def test_a_ladder_says_what_it_cannot_see(found):
    one = found.ladders["altaria"]
    short = one._replace(elo=one.elo[:4], steps=one.steps[:3], meetings=tuple(m for m in one.meetings if m.upper < 4))
    told = " ".join(ladder_page.ladder_sentences(short, "en"))
    assert "Not on the ladder yet, for lack of games: Careful\u00a0×\u00a04, Careful\u00a0×\u00a016." in told
    flat = one._replace(steps=tuple(Estimate(0, -5, 5, 20) for _ in one.steps))
    few = one._replace(steps=(one.steps[0]._replace(low=9, n=20), *(Estimate(50, 9, 99, 19) for _ in one.steps[1:])))
    assert (few.depth(), few.judged()) == (1, [True, *[False] * (len(few.steps) - 1)])
    told = " ".join(ladder_page.ladder_sentences(few, "en"))
    assert "Too few games to say: Quick (19), " in told
    assert "Not clearly above" not in told
    assert ladder_page.ladder_sentences(flat, "en")[0].startswith("No player is clearly above")
    halves = one._replace(meetings=(one.meetings[0]._replace(drawn=3, unfinished=2), *one.meetings[1:]))
    games = sum(met.games for met in one.meetings)
    assert f"Drawn: 3 of {games} games" in ladder_page.ladder_sentences(halves, "en")[-2]
    assert f"2 of {games} games did not end within 5000 decisions" in ladder_page.ladder_sentences(halves, "en")[-1]


def test_all_words_are_there_in_japanese():
    english, japanese = load_catalogue("en"), load_catalogue("ja")
    keys = [key for key in english if key.startswith("ladder.")]
    assert len(keys) > 30
    assert [key for key in keys if key not in japanese] == []
    for key in keys:
        assert {*re.findall(r"\{\w+\}", japanese[key])} == {*re.findall(r"\{\w+\}", english[key])}, key


@pytest.mark.parametrize(("language", "words"), [("en", "{} of 100"), ("ja", "100 回に {} 回")])
def test_how_often_an_erratic_player_slips_is_told_as_it_is(monkeypatch, language, words):
    slips = []
    monkeypatch.setattr(players, "greedy_player", lambda seed=0, slip=0: slips.append(slip))
    players.erratic_player(1)
    for key in ("ladder.player.erratic", "metrics.hollow_text"):
        assert words.format(*slips) in load_catalogue(language)[key]
