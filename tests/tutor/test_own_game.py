""" "Design your own game": changes in the forms are shown, played and measured, and saved as one safe file."""

import json
import random

import pytest

import engines
from engines.designs import PIECES, Design, read_design
from engines.errors import DataError
from tests.refusals import refuse
from tutor.boards.derived_look import derive_look
from tutor.boards.scenery import build_scene
from tutor.classroom import own_draft, own_measure, own_measurement, own_page
from tutor.classroom.own_draft import GameDraft
from tutor.estimates import Estimate
from tutor.text import load_catalogue


@pytest.fixture
def page():
    """The page as opened."""
    return own_page.own_game()


def send(page, name, **more):
    """Send a message as the browser would."""
    return page.page.receive({"type": "command", "name": name, **more})


def shown(page):
    """Return what the page shows."""
    return page.page.data


@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_is_seen_at_once(page, piece):
    before, graph = shown(page), json.dumps(page.graph.picture)
    send(page, "piece", id=piece)
    now = shown(page)
    on = {one["id"] for group in now["pieces"] for one in group["pieces"] if one["on"]}
    assert on == {piece, *PIECES[piece].needs}
    assert now["rules"]
    assert before["rules"] == []
    if PIECES[piece].zones:
        titles = [page.draft.game.words.find(f"zone.{name}") for name in PIECES[piece].zones]
        assert all(title in now["table"] and title not in before["table"] for title in titles)
    if PIECES[piece].kinds or PIECES[piece].ends_words:
        assert json.dumps(page.graph.picture) != graph
    send(page, "piece", id=piece)
    left = {one["id"] for group in shown(page)["pieces"] for one in group["pieces"] if one["on"]}
    assert left == set(PIECES[piece].needs)


def test_what_a_piece_needs_comes_and_goes_with_it(page):
    send(page, "piece", id="soil")
    assert page.design.pieces == ("compost", "soil")
    send(page, "number", id="soil_goal", value=3)
    send(page, "piece", id="compost")
    assert page.design.pieces == ()
    assert page.design.numbers == {}
    assert shown(page)["fault"] == ""


def test_numbers_stay_in_their_range_and_the_standard_is_no_change(page):
    send(page, "number", id="lanterns", value=7)
    assert "Each player begins with 7 lanterns." in str(shown(page)["rules"])
    send(page, "number", id="lanterns", value=10**9)
    assert page.design.numbers == {"lanterns": 20}
    send(page, "number", id="lanterns", value=5)
    assert page.design.numbers == {}
    send(page, "number", id="moons", value=5)
    send(page, "number", id="lanterns", value="7")
    assert page.design.numbers == {}


def test_a_deck_that_does_not_fit_is_told_and_the_last_game_stays(page):
    before = page.draft.game
    send(page, "copies", deck="meadow", card="Moth", more=-1)
    assert "19" in shown(page)["fault"]
    assert page.draft.game is before
    assert not shown(page)["decks"][0]["fits"]
    send(page, "measure", games=200)
    send(page, "play", bot="newcomer")
    assert shown(page)["measure"]["rows"] == []
    assert page.children == (page.page,)
    send(page, "copies", deck="meadow", card="Badger", more=1)
    assert shown(page)["fault"] == ""
    assert page.draft.game.decks["meadow"].cards["Badger"] == 1
    send(page, "usual_decks")
    assert page.design.decks == {}


@pytest.mark.slow
def test_a_card_of_ones_own_from_the_form_into_the_decks(page):
    send(page, "new_card")
    send(page, "put", at="name", value="Marsh Toad")
    send(page, "put", at="power", value="x")
    assert shown(page)["fault"]
    assert "whole number" in str(shown(page)["form"])
    send(page, "put", at="power", value="2")
    send(page, "add", at="ability")
    send(page, "into_decks", id="Marsh Toad")
    assert shown(page)["fault"] == ""
    assert shown(page)["in_decks"]
    assert all(deck.cards["Marsh Toad"] == 2 for deck in page.draft.game.decks.values())
    send(page, "put", at="name", value="Old Toad")
    assert shown(page)["fault"] == ""
    assert all("Old Toad" in deck.cards for deck in page.draft.game.decks.values())
    read = own_draft.open_draft(shown(page)["toml"])
    assert read.design.document() == page.design.document()
    send(page, "drop_card", id=0)
    assert page.design.cards == ()
    assert shown(page)["fault"] == ""


def test_a_name_that_a_card_has_already_is_told(page):
    send(page, "new_card")
    send(page, "put", at="name", value="Moth")
    assert "Moth" in shown(page)["fault"]
    assert shown(page)["form"]["fields"][0]["fault"]


def test_it_is_played_and_left(page):
    send(page, "piece", id="hollow")
    send(page, "play", bot="newcomer")
    assert page.children == (page.games.board.stage,)
    assert page.games.board.match.game is page.draft.game
    assert page.games.board.stage.bar["back"] == "Back to the design"
    assert "new" not in [control["name"] for control in page.games.board.stage.coach["controls"]]
    page.games.board.receive({"type": "command", "name": "new", "stamp": page.games.board.stamp})
    assert page.children == (page.page,)


def test_what_was_expected_is_kept_before_measuring_and_stands_first_afterwards(page):
    send(page, "number", id="plays_a_turn", value=2)
    send(page, "expect", way="sideways")
    assert shown(page)["measure"]["expected"] == ""
    send(page, "expect", way="up")
    assert shown(page)["measure"]["expected"] == "up"
    shorter, usual = (Estimate(value, value - 1, value + 1, 200) for value in (10.5, 15.8))
    found = {"own": {"turns": shorter, "decisions": usual}, "printed": {"turns": usual, "decisions": usual}}
    measurement = page.measurement
    assert measurement._seen(found) == ["You expected more turns. There are fewer.", "Turns: 10.5 instead of 15.8."]
    assert measurement._difference(shorter, usual, "") == "−5.3"
    assert measurement._difference(usual, usual, "") == "none shows"
    assert measurement._difference(usual, None, "") == "–"
    send(page, "number", id="plays_a_turn", value=1)
    assert shown(page)["measure"]["expected"] == "", "another game needs another prediction"


@pytest.mark.slow
def test_measures_stand_beside_those_of_the_printed_game(page, monkeypatch):
    monkeypatch.setattr(own_measurement, "GAME_COUNTS", {60: 3})
    send(page, "number", id="lanterns", value=1)
    send(page, "measure", games=60)
    measure = shown(page)["measure"]
    rows = {row["id"]: row["cells"] for row in measure["rows"]}
    assert list(rows) == ["turns", "decisions", "first_seat", "drawn", "matter"]
    assert all(cell["n"] for cells in rows.values() for cell in cells)
    assert float(rows["turns"][0]["high"]) < float(rows["turns"][1]["low"])  # with one lantern the game ends quickly
    assert measure["rows"][0]["difference"].startswith("−")
    assert measure["seen"][0].startswith("Turns: ")
    assert measure["endings"][0]["id"] == "LAN-1.1"
    assert all(cell["n"] for row in measure["endings"] for cell in row["cells"])
    assert [len(row["cells"]) for row in measure["endings"]] == [2] * len(measure["endings"])
    send(page, "number", id="lanterns", value=2)
    assert shown(page)["measure"]["rows"] == []


def test_nothing_matters_in_a_game_that_is_always_drawn():
    herons = {id: {"Night Heron": 20} for id in ("meadow", "hills")}
    game = engines.know(Design(title="Short", numbers={"turn_cap": 2, "copies": 20}, decks=herons).game())
    weights = list(own_measure.weigh_decisions(game, 6))
    assert len(weights) == 6
    assert {one.apart for one in weights} == {0}
    assert own_measure.game_figures([], weights)["matter"].value == 0
    few = own_measure.game_figures(
        [], [own_measure.DecisionWeight(-0.5), own_measure.DecisionWeight(0.0), own_measure.DecisionWeight(0.0)]
    )["matter"]
    assert (few.value, few.low, few.n) == (0, 0, 3), "no share is less than none"
    assert few.high > 0


def test_what_decides_matters():
    """One lantern left and an open attack: attacking wins at once, ending the turn may lose."""
    game = engines.know(Design(title="Edge").game())
    state = game.position(
        'turn = 9\nstep = "ACT"\nplayer = "P1"\nplayed = 1\nP1.field = ["Moth"]\nP1.lanterns = 1\n'
        'P2.field = ["Moth, tired"]\nP2.lanterns = 1\nunseen = false'
    )
    assert own_measure.DecisionWeight(own_measure.option_spread(state, 1)).counts == 1


def test_a_card_that_is_never_better_on_paper_is_named():
    weak = {"name": "Old Moth", "category": "beast", "power": 1, "needs": 1}
    deck = {
        "Old Moth": 2,
        "Moth": 3,
        "Field Mouse": 3,
        "Night Heron": 3,
        "Weasel": 3,
        "Lamp Cat": 2,
        "Gust": 2,
        "Oil Jar": 2,
    }
    game = Design(cards=(weak,), decks={"meadow": deck}).game()
    found = own_measure.dominated_cards(game)
    assert list(found) == ["Old Moth"]
    assert own_measure.dominated_cards(Design().game()) == {}


def test_a_hidden_zone_lies_on_the_table_and_its_cards_are_their_owners():
    game = engines.know(Design(title="Hollow", pieces=("hollow",)).game())
    slots = {row["id"]: row["slot"] for row in derive_look(game)["zone"]}
    assert list(slots.values()).count("hand") == 1
    assert slots["hollow"] != "hand"
    assert slots["discard"].startswith("pile")
    state = game.position('P1.hollow = ["Old Bear"]\nturn = 4\nplayer = "P1"\nunseen = true')
    for viewer, seen in ((0, True), (1, False)):
        told = json.dumps(build_scene(state, viewer, 0, (), ("A", "B"), ("", "")))
        assert ("Old Bear" in told) is seen


# Files.


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        None,
        'own_game = "lanterns"',
        "[" * 5000,
        "x" * 99_999,
        'own_game = "lanterns"\ntitle = "A"\ncard = 3',
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence_and_nothing_changes(page, text):
    before = page.design
    assert send(page, "open", text=text)
    assert shown(page)["notice"].startswith("Not opened.")
    assert page.design is before


@pytest.mark.slow
def test_messages_that_mean_nothing_change_nothing(page):
    before = shown(page)["toml"]
    for name, more in (
        ("text", {"at": "pieces", "value": "compost"}),
        ("piece", {"id": "../x"}),
        ("copies", {"deck": "meadow", "card": "Moth", "more": 10**6}),
        ("copies", {"deck": "sea", "card": "Moth", "more": 1}),
        ("into_decks", {"id": "nothing"}),
        ("card", {"id": 99}),
        ("drop_card", {"id": 99}),
        ("put", {"at": "name", "value": "X"}),
        ("add", {"at": "ability"}),
        ("measure", {"games": 10**9}),
        ("stop", {}),
    ):
        assert send(page, name, **more), name
    for name, more in (
        ("text", {"at": "title", "value": 3}),
        ("number", {"id": "lanterns", "value": 2.5}),
        ("number", {"id": "lanterns", "value": True}),
        ("copies", {"deck": "meadow", "card": "Moth", "more": "1"}),
        ("drop_card", {"id": "all"}),
        ("open", {"text": 3}),
        ("open", {"text": "x", "file": ["y"]}),
        ("unheard", {}),
    ):
        refuse(page.page, name, **more)
    assert shown(page)["toml"] == before


def test_texts_are_kept_short_and_plain(page):
    send(page, "text", at="title", value="<b>Moss\x07\n</b>" + "x" * 9999)
    assert shown(page)["texts"]["title"].startswith("<b>Moss")
    assert len(page.design.title) <= 400
    assert read_design(shown(page)["toml"]).title == page.design.title


@pytest.mark.parametrize("seed", range(3))
def test_forms_used_at_random_leave_a_game_or_a_sentence(seed):
    chance = random.Random(seed)
    draft = GameDraft(Design(title="Any"))
    for _ in range(14):
        roll = chance.random()
        if roll < 0.4:
            draft.piece(chance.choice(list(PIECES)))
        elif roll < 0.7:
            name, row = chance.choice(list(draft.numbers().items()))
            draft.number(name, chance.randint(row[1], row[2]))
        elif roll < 0.8:
            draft.add_card("Any Card")
        else:
            name = chance.choice([card.name for card in draft.game.cards if not card.unseen])
            draft.copies(chance.choice(list(draft.game.decks)), name, chance.choice([1, -1]))
        if draft.fault:
            assert draft.fault.endswith((".", "?"))
        else:
            assert read_design(draft.design.text()).document() == draft.design.document()
        assert next(own_measure.watch_games(draft.game, 1)).sight.turns
        assert own_draft.middle_position(draft.game)


def test_every_word_is_there_in_both_languages_and_for_every_piece_and_number():
    english, japanese = ({key for key in load_catalogue(code) if key.startswith("own_game.")} for code in ("en", "ja"))
    assert english == japanese
    for piece in PIECES:
        assert {f"own_game.piece.{piece}", f"own_game.piece.{piece}_text"} <= english
    assert {f"own_game.number.{name}" for name in Design(pieces=tuple(PIECES)).data()["parameters"]} <= english


def test_a_page_can_begin_with_a_file():
    text = Design(title="Moss", pieces=("charms",)).text()
    assert own_page.own_game(text).design.title == "Moss"
    with pytest.raises(DataError):
        own_page.own_game("x")


def test_a_share_that_was_the_same_in_all_games_has_an_interval_with_a_width():
    shown = own_measurement._cell(Estimate(0.0, 0.0, 0.0, 1000), "%")
    assert (shown["value"], shown["low"], shown["high"]) == ("0 %", "0", "0.4")
    assert own_measurement._cell(Estimate(0.5, 0.4, 0.6, 90), "%")["high"] == "60"
