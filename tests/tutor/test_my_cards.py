"""My cards and `tebiki import`: imported cards are shown line by line, stored for the user, and never exported."""

import contextlib
import json
import random
import stat
import sys

import pytest

import engines
import tutor
from engines.designs.writing import write_toml
from engines.errors import TebikiError
from tests.tutor.test_own_sets import FORMS, GAME, HEARTH, mutated, reef_document, written
from tutor import progress
from tutor.classroom import short_text
from tutor.commands import cli
from tutor.commands.import_cards import describe_import
from tutor.event_log import without_own_cards
from tutor.matches import kept_games
from tutor.matches.match import Match, Setup
from tutor.matches.playthrough import Attempt
from tutor.pages.play import play
from tutor.sets import kept_sets
from tutor.sets.card_tables import read_card_table
from tutor.sets.decks import game_with_decks
from tutor.sets.importing import LEAVE_OUT, bring_in

LIST = "\n".join(f"{copies}x {name}" for name, copies in HEARTH.items())


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TEBIKI_LEARNER", "somebody")
    return tmp_path / "home"


def kept_reef(**changes):
    kept_sets.keep_set("reef", write_toml(reef_document() | changes))


def send(page, name, **facts):
    """Send a command to the page and return what it shows."""
    assert page.receive({"type": "command", "name": name, **facts})
    return page.data


# On the command line.


def test_a_set_is_kept_and_played(tmp_path, home, capsys):
    assert cli.main(["import", str(written(tmp_path / "reef.toml", reef_document()))]) == 0
    assert "tebiki play altaria --deck reef/quick" in capsys.readouterr().out
    file = home / "sets" / "reef" / "set.toml"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 or sys.platform == "win32"
    line = ["simulate", "altaria", "-n", "4", "--bots", "random", "random", "--decks", "reef/quick", "tide"]
    assert cli.main(line) == 0
    assert "reef/quick" in capsys.readouterr().out


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_list_is_told_line_by_line(form):
    found = bring_in(FORMS[form], "mine.txt", "altaria")
    cards = [line for line in found.lines if line.sort in ("ok", "alike")]
    assert {line.said for line in cards} == {"Ember Sprinter", "Kiln Drummer"}
    assert "(ALT-2.1)" in " ".join(map(str, found.faults))
    assert found.is_open


def test_the_game_of_a_list_is_the_one_that_knows_its_names():
    assert bring_in(LIST, "hearth.txt").game.name == "altaria"
    with pytest.raises(TebikiError, match="does not say which game"):
        bring_in("4 Nothing Known\n4 Nor This", "mine.txt")


def test_a_line_that_is_not_understood_keeps_the_list_open(tmp_path, capsys):
    text = LIST.replace("Grove Elder", "Grove Eldr") + "\n3 Utterly Unknown"
    path = tmp_path / "hearth.txt"
    path.write_text(text, encoding="utf-8")
    assert cli.main(["import", str(path)]) == 1
    said = capsys.readouterr().out
    assert "Did you mean 'Grove Elder'?" in said
    assert "there is no card 'Utterly Unknown'" in said
    assert kept_sets.kept_sets(GAME) == ((), ())
    asked = next(line for line in bring_in(text, "hearth.txt").lines if line.sort == "asked")
    found = bring_in(text, "hearth.txt", "", {asked.number: "Grove Elder", 16: LEAVE_OUT})
    assert not found.is_open
    assert [line.sort for line in found.lines].count("left") == 1


def test_a_list_of_own_cards_says_which_set_it_needs(tmp_path, capsys):
    kept_reef()
    names = {"Ember Sprinter": "coral guard old", "Kiln Drummer": "Tide #7"}
    text = "\n".join(f"{copies} {names.get(name, name)}" for name, copies in HEARTH.items())
    found = bring_in(text, "wet.txt")
    assert not found.is_open
    kept_sets.keep_set(found.id, found.text)
    game = kept_sets.with_kept_sets(GAME)
    assert [one.id for one in kept_sets.needed_sets(game, ["wet/wet"])] == ["reef", "wet"]
    kept_sets.take_out("reef")
    assert "need the set 'reef'" in str(kept_sets.kept_sets(GAME).faults[0])


TABLE = (
    "Name\tSet\tImageFile\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tRarity\tNumber\tText\n"
    "Mara Quill (A)\tX\tmq.jpg\tL\tCharacter\tPilot\t5\t40\t3\t4\tR\t7\tDraw a card.\n"
    "Old Barge\tX\tob.jpg\tN\tSpace\tShip\t6.0\t20\t4\t5\tC\t8\t\n"
    "Odd Thing\tX\tot.jpg\tN\tGalaxy\tShip\t6\t20\t4\t5\tC\t8\t\n"
)


def test_a_table_of_cards_becomes_a_set():
    with pytest.raises(TebikiError, match="does not say its game"):
        bring_in(TABLE, "cards.tsv")
    found = bring_in(TABLE, "cards.tsv", "star_wars")
    assert [line.sort for line in found.lines] == ["alike", "ok", "wrong"]
    assert [one.name for one in found.columns if one.sort == "left"] == ["set", "imagefile"]
    assert [one.name for one in found.columns if one.sort == "own"] == ["subtype"]
    assert "text is carried out by hand" in found.lines[0].said
    assert "category 'Galaxy'" not in found.text
    done = bring_in(TABLE, "cards.tsv", "star_wars", {4: LEAVE_OUT})
    assert not done.is_open
    kept_sets.keep_set(done.id, done.text)
    [added] = kept_sets.kept_sets(engines.load("star_wars")).sets
    quill, barge = added.rows
    assert (quill["category"], quill["kind"], quill["identity"]) == ("unit", "character", "Mara Quill")
    assert (barge["cost"], barge["side"]) == (6, "neutral")
    assert added.printed["Mara Quill (A)"].more == {"subtype": "Pilot", "rarity": "R", "number": "7"}


@pytest.mark.parametrize("separator", [",", ";"])
def test_tables_have_the_names_of_the_game_or_usual_ones(separator):
    text = f"Card Name{separator}Type{separator}Cost{separator}Symbols{separator}Power{separator}Break Rank\n"
    text += separator.join(["Mud Hen", "Unit", "2", "R", "x", "1"])
    found = bring_in(text, "hens.csv", "altaria")
    assert "power 'x' is not a whole number; power is taken as 0" in found.lines[0].said


@pytest.mark.parametrize(
    ("game", "column", "cell", "entry", "value"),
    [
        ("altaria", "Color", "Red", "symbols", "R"),
        ("altaria", "Colours", "Red/Green", "symbols", "RG"),
        ("altaria", "属性", "赤・青", "symbols", "RU"),
        ("altaria", "色", "RRU", "symbols", "RRU"),
        ("chaos", "Colour", "Fire", "attribute", "fire"),
        ("chaos", "属性", "火", "attribute", "fire"),
        ("kingdom_hearts", "属性", "XIII機関", "attribute", "xiii"),
        ("star_wars", "サイド", "ダークサイド", "side", "dark"),
        ("star_wars", "Arena", "Ground", "kind", "ground"),
        ("dgrayman", "Icon", "Attack, サーチ", "icons", ["attack", "search"]),
    ],
)
def test_columns_and_cells_have_names_in_two_languages(game, column, cell, entry, value):
    table = read_card_table(
        f"カード名;種類;{column}\nHen;{engines.load(game).cards[1].category};{cell}", ";", engines.load(game)
    )
    assert table.columns[2] == (column.casefold(), entry, "ok")
    assert table.cards[0].row[entry] == value


def test_a_colour_that_is_none_is_told_and_the_page_shows_what_was_read():
    text = "Name,Category,Cost,Colour,Power,Break,Artist\nMud Hen,unit,2,Red,1,1,Jo\nOdd Hen,unit,2,Pink,1,1,Jo"
    page = tutor.my_cards()
    brought = send(page, "open", text=text, file="hens.csv") and send(page, "game", id="altaria")["brought"]
    mud, odd = brought["lines"]
    assert "Colours: Red" in mud["shown"]
    assert "Colours" not in odd["shown"]
    assert "must be one of red, blue" in odd["said"]
    said = {one["name"]: one["said"] for one in brought["columns"]}
    assert said["colour"] == "read as Colours"
    assert said["artist"] == "kept as artist, which no rule looks at"
    assert send(page, "keep")["brought"] is None
    [added] = kept_sets.kept_sets(engines.load("altaria")).sets
    assert added.rows[0]["symbols"] == "R"


def test_what_is_pasted_is_named_and_replaces_nothing_unsaid():
    text = "Name,Category,Cost,Colour,Power,Break\nMud Hen,unit,2,Red,1,1"
    page = tutor.my_cards()

    def paste():
        send(page, "open", text=text)
        return send(page, "game", id="altaria")["brought"]

    first = paste()
    assert (first["named"], first["replaces"]) == ("pasted", False)
    send(page, "keep")
    second = paste()
    assert (second["named"], second["replaces"]) == ("pasted 2", False)
    named = send(page, "name", title="Hens, Vol. 2")["brought"]
    assert (named["name"], named["replaces"]) == ("Hens, Vol. 2", False)
    send(page, "keep")
    assert sorted(one["title"] for one in page.data["sets"]) == ["Hens, Vol. 2", "pasted"]
    paste()
    assert send(page, "name", title="Hens, Vol. 2")["brought"]["replaces"]


def test_of_two_lines_called_alike_both_are_kept():
    row = "Mud Hen,unit,2,R,1,1"
    found = bring_in(f"Name,Category,Cost,Symbols,Power,break_rank\n{row}\n{row}", "hens.csv", "altaria")
    assert [line.said for line in found.lines] == ["Mud Hen", "Mud Hen (2)"]


@pytest.mark.parametrize("whole", [TABLE, write_toml(reef_document()), *FORMS.values()])
def test_mutated_files_are_brought_in_without_a_traceback(whole):
    source, refused = random.Random(7), 0
    for _ in range(40):
        game, found = source.choice(["altaria", "star_wars", ""]), None
        with contextlib.suppress(TebikiError):
            found = bring_in(mutated(whole, source), "file", game)
        refused += found is None or found.is_open
        assert found is None or describe_import(found)
    assert refused > 10


def test_long_files_are_told_in_few_lines(capsys, tmp_path):
    path = tmp_path / "cards.tsv"
    rows = [f"Person {n}\tX\t\tL\tSpace\t\t1\t1\t1\t1\tR\t{n}\tText {n}." for n in range(900)]
    path.write_text("\n".join([TABLE.split("\n")[0], *rows]), encoding="utf-8")
    assert cli.main(["import", str(path), "--game", "star_wars"]) == 0
    said = capsys.readouterr().out
    assert "and 860 more lines like these, the last one 901." in said
    assert said.count("\n") < 60
    [added] = kept_sets.kept_sets(engines.load("star_wars")).sets
    assert len(added.rows) == len(added.unplayed) == 900


# Kept sets.


def test_a_set_that_cannot_be_read_hides_no_other(home):
    kept_reef()
    kept_sets.keep_set("torn", 'game = "altaria"\n[[card]')
    others = [{**row, "cost": 3} for row in reef_document()["card"]]
    kept_sets.keep_set("wrong", write_toml(reef_document() | {"set": "wrong", "card": others}))
    found = kept_sets.kept_sets(GAME)
    assert [one.id for one in found.sets] == ["reef"]
    assert len(found.faults) == 2


@pytest.mark.parametrize("id", ["../up", "a/b", "", "A", "x" * 60])
def test_an_id_is_no_path(id, home):
    with pytest.raises(TebikiError):
        kept_sets.keep_set(id, "x")
    assert not (home / "sets").exists()


def begun(seed=3):
    """Return an unfinished, stored match with a custom deck."""
    full = kept_sets.with_kept_sets(game_with_decks("altaria"))
    game = kept_sets.only_needed(game_with_decks("altaria"), full, ("reef/quick", "tide"))
    match = Match(Setup.of(game, {"you": "reef/quick", "rival": "tide"}, seed), game)
    match.keeper = kept_games.GameKeeper(progress.learner_id(), kept_games.whole_game("altaria"))
    for _ in range(4):
        match.play(match.table.choices()[0][1])
    return match


def test_a_half_played_game_is_there_again():
    kept_reef()
    match = begun()
    kept = kept_games.find_kept_games(game_with_decks("altaria"), "en").kept
    again = kept_games.replay_game(kept, game_with_decks("altaria"))
    assert again.table.state.canonical_key() == match.table.state.canonical_key()
    page = play("altaria")
    assert page.board is not None
    assert page.setup.you == "reef/quick"


@pytest.mark.parametrize("change", ["gone", "other"])
def test_without_its_set_a_game_says_so_in_one_sentence(change):
    kept_reef()
    begun()
    if change == "gone":
        kept_sets.take_out("reef")
    else:
        kept_reef(card=[{**row, "cost": 3} for row in reef_document()["card"]])
    page = play("altaria")
    assert page.board is None
    notice = page.children[0].data["notice"]
    assert "set 'reef'" in notice
    assert ("has changed since" if change == "other" else "is no longer among your card sets") in notice


def test_another_set_changes_no_game_under_way():
    kept_reef()
    begun()
    found = bring_in(LIST, "more.txt")
    kept_sets.keep_set(found.id, found.text)
    assert play("altaria").board is not None


def test_games_with_own_cards_are_handed_to_no_one():
    kept_reef()
    begun()
    events = progress.read_log(progress.learner_id()).events
    assert any(fact.startswith("sets=reef:") for event in events for fact in event.actions)
    assert not any("Haste." in repr(event) or "The Reef" in repr(event) for event in events)
    assert without_own_cards(events) == []
    assert progress.export_log(progress.learner_id()) == ""
    assert short_text.write_short_text(events) == ""


def test_the_game_says_where_a_text_would_come():
    kept_sets.keep_set("plans", write_toml({"game": "altaria", "card": [PLAN], "deck": [plan_deck()]}))
    page = play("altaria", you="plans/one", rival="tide", seed=5)
    match = page.board.match
    for _ in range(400):
        if match.over:
            break
        used = [move for text, move in match.table.choices() if "Big Plan" in text and text.startswith("summon")]
        match.play(used[0] if used else match.table.choices()[-1 if "end" in match.table.choices()[0][0] else 0][1])
    told = [match.table.narrate(entry.event) for entry in match.table.log if entry.event.kind == "by_hand"]
    assert told
    assert set(told) == {"Big Plan: \u201cDraw two cards.\u201d This is carried out by hand."}


@pytest.mark.parametrize("text", ["", "Draw two cards."])
def test_a_game_with_a_text_that_is_not_played_teaches_no_rule(text):
    document = reef_document()
    document["card"][0]["text"] = text
    kept_sets.keep_set("reef", write_toml(document))
    board = play("altaria", you="reef/quick", rival="tide", seed=5).board
    match = board.match
    action = ("end_main",)
    reasons = match.table.state.why_not(action, 0)
    match.keeper.refused(match, Attempt(action, "end main", reasons))
    match.play(match.table.choices()[0][1])
    [refused] = [one for one in progress.read_log(progress.learner_id()).events if one.verdict == "refused"]
    assert bool(refused.clauses) == (not text)


PLAN = {"name": "Big Plan", "category": "unit", "cost": 0, "power": 9, "break_rank": 1, "text": "Draw two cards."}
PLAN |= {"ability": [{"when": "summon", "by_hand": True}]}


def plan_deck():
    cards = dict(HEARTH)
    del cards["Ember Sprinter"]
    return {"id": "one", "cards": cards | {"Big Plan": HEARTH["Ember Sprinter"]}}


# The pages.


def test_own_decks_stand_beside_the_others():
    plain = {deck["id"]: deck for deck in play("altaria").children[0].data["decks"]}
    kept_reef()
    shown = {deck["id"]: deck for deck in play("altaria").children[0].data["decks"]}
    assert set(shown) - set(plain) == {"reef/quick"}
    assert not shown["reef/quick"]["more"]
    assert "The Reef" in shown["reef/quick"]["own"]
    page = play("altaria", you="reef/quick", rival="tide")
    assert [one.id for one in page.board.match.game.card_sets] == ["reef"]


def test_a_list_is_settled_on_the_page_and_kept():
    page = tutor.my_cards()
    text = LIST.replace("Grove Elder", "Grove Eldr") + "\n3 Utterly Unknown"
    shown = send(page, "open", text=text, file="hearth.txt")["brought"]
    assert not shown["ready"]
    asked = [line for line in shown["lines"] if line["sort"] in ("asked", "unknown")]
    assert [line["near"] for line in asked] == [["Grove Elder"], []]
    send(page, "keep")
    assert page.data["sets"] == []
    send(page, "answer", line=asked[0]["number"], card="Grove Elder")
    assert send(page, "leave_out")["brought"]["ready"]
    shown = send(page, "keep")
    assert shown["brought"] is None
    assert [one["id"] for one in shown["sets"]] == ["hearth"]
    assert send(page, "drop", id="hearth")["sets"] == []


def test_the_page_asks_for_the_game_of_a_table():
    page = tutor.my_cards()
    shown = send(page, "open", text=TABLE, file="cards.tsv")["brought"]
    assert shown["ask_game"]
    assert not send(page, "game", id="star_wars")["brought"]["ask_game"]
    assert send(page, "cancel")["brought"] is None


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("open", {"text": None}),
        ("open", {"text": "\x00\x00"}),
        ("open", {"text": "["}),
        ("open", {"text": json.dumps([[[]]] * 5)}),
        ("answer", {"line": 9, "card": "x"}),
        ("game", {"id": "chess"}),
        ("keep", {}),
        ("drop", {"id": "../key"}),
    ],
)
def test_what_means_nothing_changes_nothing(name, facts, home):
    page = tutor.my_cards()
    send(page, name, **facts)
    assert page.data["sets"] == []
    assert not (home / "sets").exists()


def test_in_a_class_nothing_is_brought_in(monkeypatch):
    monkeypatch.setenv("TEBIKI_IN_CLASS", "")
    shown = send(tutor.my_cards(), "open", text=LIST, file="hearth.txt")
    assert shown["brought"] is None
    assert "class" in shown["notice"]


# Lab, and the workshop.


def test_a_notebook_has_a_game_with_own_cards(tmp_path):
    game = tutor.cards(written(tmp_path / "reef.toml", reef_document()))
    assert game.new(("reef/quick", "tide"), seed=1).result is None
    page = tutor.play(game, you="reef/quick", rival="tide")
    assert page.setup.you == "reef/quick"
    assert page.board.match.keeper is None  # it could not be resumed, because the set is not stored
    kept_reef()
    assert tutor.cards("reef").check_deck("reef/quick") == []
    assert tutor.play(tutor.cards("reef"), you="reef/quick", rival="tide").board.match.keeper is not None
    board = tutor.board(tutor.cards("reef").new(("reef/quick", "tide"), seed=1))
    assert "Quick Reef" in repr(board.state.game.decks["reef/quick"].name)
    for wrong in ((), ("nowhere",), ("nowhere.toml",)):
        with pytest.raises(TebikiError):
            tutor.cards(*wrong)


def designed(document):
    page = tutor.card("altaria")
    assert page.page.receive({"type": "command", "name": "open", "text": write_toml(document), "file": "reef.toml"})
    return page


def shown(page):
    return page.page.data["card_set"]


def test_a_set_is_opened_one_card_changed_and_the_rest_stays():
    page = designed(reef_document() | {"set": "reef"})
    assert [one["title"] for one in shown(page)["cards"]] == ["Coral Guard, Old", "Tide #7"]
    page.page.receive({"type": "command", "name": "put", "at": "cost", "value": "4"})
    page.page.receive({"type": "command", "name": "card", "at": 1})
    page.page.receive({"type": "command", "name": "put", "at": "name", "value": "Tide Eight"})
    document = page.draft.changed()
    assert [row["name"] for row in document["card"]] == ["Coral Guard, Old", "Tide Eight"]
    assert document["card"][0] == reef_document()["card"][0] | {"cost": 4}
    assert document["deck"][0]["cards"]["Tide Eight"] == HEARTH["Kiln Drummer"]
    assert "Tide #7" not in document["deck"][0]["cards"]
    page.page.receive({"type": "command", "name": "keep_set"})
    assert "is kept" in page.page.data["notice"]
    assert kept_sets.kept_sets(GAME).sets[0].rows[0]["cost"] == 4


def test_a_card_alone_becomes_a_set():
    page = tutor.card("altaria")
    name = page.draft.row["name"]
    page.page.receive({"type": "command", "name": "card", "at": 1})
    names = [one["title"] for one in shown(page)["cards"]]
    assert names[0] == name
    assert len(set(names)) == 2
    page.page.receive({"type": "command", "name": "keep_set"})
    [added] = kept_sets.kept_sets(GAME).sets
    assert len(added.printed) == 2


def test_a_wrong_set_is_not_opened_and_a_wrong_card_not_left(monkeypatch):
    document = reef_document()
    document["card"][1]["cost"] = "two"
    assert "whole number" in designed(document).page.data["notice"]
    page = designed(reef_document())
    page.page.receive({"type": "command", "name": "put", "at": "cost", "value": "many"})
    page.page.receive({"type": "command", "name": "card", "at": 1})
    assert page.draft.at == 0
    kept_reef()
    monkeypatch.setenv("QUERY_STRING", "set=reef")
    assert len(shown(tutor.card("altaria"))["cards"]) == 2
