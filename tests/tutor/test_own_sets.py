"""Custom sets and decks on the command line: what `check` accepts can be played, and a fault gives one line."""

import contextlib
import io
import random

import pytest

import engines
from engines.book.card_reading import card_row
from engines.designs.writing import write_toml
from engines.errors import TebikiError
from tutor.commands import checking, cli
from tutor.commands.arguments import UsageError, find_decks
from tutor.sets import deck_lists, files
from tutor.sets.card_names import CardNames
from tutor.sets.decks import game_with_decks

GAME = engines.load("altaria")
HEARTH = GAME.decks["hearth"].cards


@pytest.fixture
def reef(tmp_path, monkeypatch):
    """A set with two custom cards and a deck in its own folder, which is not the learner's data folder."""
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path / "home"))
    return written(tmp_path / "reef.toml", reef_document())


def reef_document():
    own = {"Ember Sprinter": "Coral Guard, Old", "Kiln Drummer": "Tide #7"}
    rows = [{**card_row(GAME.card_rules, GAME.cards[GAME.by_name[name]]), "name": own[name]} for name in own]
    rows[0] |= {"text": "Haste.", "subtype": ["Guard"]}
    cards = {own.get(name, name): copies for name, copies in HEARTH.items()}
    return {
        "game": "altaria",
        "title": "The Reef",
        "fields": {"subtype": "words"},
        "card": rows,
        "deck": [{"id": "quick", "name": "Quick Reef", "cards": cards}],
    }


def written(path, document):
    path.write_text(write_toml(document), encoding="utf-8")
    return path


def test_a_set_that_is_good_is_played(reef, capsys, monkeypatch):
    assert cli.main(["check", str(reef)]) == 0
    assert "All good: 2 cards, 1 deck." in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n1\nquit\n"))
    assert cli.main(["play", "altaria", "--set", str(reef), "--deck", "quick", "--seed", "3", "--new"]) == 0
    said = capsys.readouterr().out
    assert "You play Quick Reef against Hearth." in said
    assert "Coral Guard\u201a Old" in said
    assert "This game is not kept" in said


@pytest.mark.parametrize("deck", ["quick", "reef/quick"])
def test_games_with_own_decks_are_simulated_in_several_processes(reef, deck, capsys):
    line = ["simulate", "altaria", "-n", "60", "--jobs", "2", "--bots", "random", "random", "--set", str(reef)]
    assert cli.main([*line, "--decks", deck, "tide"]) == 0
    assert "reef/quick" in capsys.readouterr().out


def test_a_deck_file_with_cards_brings_them_along(reef):
    found = find_decks(game_with_decks("altaria"), (None, str(reef)))
    assert found.decks == (None, "reef/quick")
    assert found.loose
    assert found.game.check_deck("reef/quick") == []
    assert [one.id for one in found.game.card_sets] == ["reef"]


def test_the_printed_game_stays_as_it_is(reef):
    before = [card.name for card in game_with_decks("altaria").cards]
    find_decks(game_with_decks("altaria"), ("quick", "tide"), [reef])
    assert [card.name for card in game_with_decks("altaria").cards] == before
    assert find_decks(game_with_decks("altaria"), ("hearth", "tide")) == (
        game_with_decks("altaria"),
        ("hearth", "tide"),
        False,
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"powr": 3}, "Did you mean 'power'?"),
        ({"name": "Grove Elder"}, "already exists"),
        ({"text": 3.5}, "a text in quotes"),
        ({"ability": [{"when": "summon", "do": [{"verb": "drw"}]}]}, "Did you mean 'draw'?"),
        ({"colour": "red"}, 'colour = "text"'),
    ],
)
def test_a_set_that_is_wrong_is_told_and_not_played(reef, change, words, capsys):
    document = reef_document()
    document["card"][0] |= change
    written(reef, document)
    assert cli.main(["check", str(reef)]) == 1
    told = capsys.readouterr().out
    assert words in told
    assert str(reef) in told
    assert cli.main(["play", "altaria", "--set", str(reef), "--deck", "quick"]) == 2
    said = capsys.readouterr()
    assert words in said.err
    assert said.err.count("\n") == 1


def test_a_text_that_is_carried_out_by_hand_is_told(reef, capsys):
    document = reef_document()
    document["card"][1] |= {"text": "Draw nine cards."}
    document["card"][1].pop("ability", None)
    written(reef, document)
    assert cli.main(["check", str(reef)]) == 0
    assert ": the text of Tide \uff037 is carried out by hand" in capsys.readouterr().out


# Deck lists.

COCKATRICE = """<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1"><deckname>Mine</deckname><zone name="main">
<card number="4" price="0" name="Ember Sprinter"/><card number="2" name="Kiln Drummer"/></zone>
<zone name="side"><card number="1" name="Root Letter"/></zone></cockatrice_deck>"""
LACKEY = (
    '<deck version="0.8"><meta><game>altaria</game></meta><superzone name="Deck">'
    + '<card><name id="1">Ember Sprinter</name><set>A</set></card>' * 4
    + '<card><name id="2">Kiln Drummer</name><set>A</set></card>' * 2
    + '</superzone><superzone name="Sideboard"><card><name>Root Letter</name></card></superzone></deck>'
)
FORMS = {
    "count first": "// mine\n4 Ember Sprinter\n2x Kiln Drummer\nSB: 1 Root Letter",
    "count last": "Ember Sprinter x4\nKiln Drummer (2)\n\nSideboard:\nRoot Letter x1",
    "tabs": "4\tEmber Sprinter\n2\tKiln Drummer\n# Root Letter is left at home",
    "arena": "Deck\n4 Ember Sprinter (CRB) 12\n2 Kiln Drummer (CRB) 7\n\nSideboard\n1 Root Letter (CRB) 1",
    "csv": 'Quantity,Name,Zone\n4,"Ember Sprinter",main\n2,Kiln Drummer,main\n1,Root Letter,side',
    "semicolons": "Name;Count\nEmber Sprinter;4\nKiln Drummer;2",
    "cockatrice": COCKATRICE,
    "lackey": LACKEY,
    "json object": '{"name": "Mine", "cards": {"Ember Sprinter": 4, "Kiln Drummer": 2}, "side": {"Root Letter": 1}}',
    "json list": '[{"name": "Ember Sprinter", "count": 4}, {"card": "Kiln Drummer", "qty": "2"}]',
    "toml": '[[deck]]\nname = "Mine"\ncards = { "Ember Sprinter" = 4, "Kiln Drummer" = 2 }',
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_every_form_of_list_means_the_same_deck(form, ending):
    found = deck_lists.read_list(FORMS[form].replace("\n", ending), "mine")
    assert files.deck_of_list(found, GAME, "mine").cards == {"Ember Sprinter": 4, "Kiln Drummer": 2}
    left = [line for line in found.lines if line.left_out]
    assert [line.left_out for line in left] in ([], ["is in the sideboard"])
    assert all(line.name.startswith("Root Letter") for line in left)


def test_no_line_is_dropped_in_silence():
    text = "4 Ember Sprinter\n9999 Kiln Drummer\nwhat is this\n0 Root Letter\n" + "x" * 400
    lines = deck_lists.read_list(text, "mine").lines
    assert [line.number for line in lines] == [1, 2, 3, 4, 5]
    assert [bool(line.left_out) for line in lines] == [False, True, False, True, True]
    with pytest.raises(TebikiError, match="line 3: there is no card 'what is this'"):
        files.deck_of_list(deck_lists.read_list(text, "mine"), GAME, "mine")


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE x [<!ENTITY a "aaaa">]><deck>&a;</deck>',
        "<deck><card",
        '{"cards": ',
        "",
        "# nothing",
        "1 A\n" * 3000,
    ],
)
def test_a_list_that_cannot_be_read_is_refused_in_words(text):
    with pytest.raises(TebikiError) as caught:
        deck_lists.read_list(text, "mine.dek")
    assert str(caught.value).startswith("mine.dek: ")


def test_a_name_is_taken_only_if_it_means_one_card():
    names = CardNames(GAME)
    assert names.find("Ember Sprinter") == ("Ember Sprinter", True, ())
    for written_so in ("ember  sprinter", "Émber-Sprinter", "Ember Sprinter (Promo)", "EMBER SPRINTER [A] 12"):
        assert names.find(written_so)[:2] == ("Ember Sprinter", False)
    near = names.find("Ember Sprintr")
    assert near.name == ""
    assert near.near == ("Ember Sprinter",)
    assert names.find("Utterly Unknown").near == ()


# Untrusted files.


def mutated(text, source):
    """Return a text with a few changes, as a careless user, another program or an attacker might make."""
    for _ in range(source.randint(1, 4)):
        at, to = sorted(source.randrange(len(text) + 1) for _ in range(2))
        change = source.randrange(7)
        piece = text[at : min(to, at + 30)]
        if change == 0:
            text = text[:at] + text[at + len(piece) :]
        elif change == 1:
            text = text[:at] + piece * 3 + text[at:]
        elif change == 2:
            text = text[:at] + source.choice('"[]{}=,#\n\t<>&;\\\x00\u202e\ufeff\U0001f409') + text[at:]
        elif change == 3:
            text = text[:at] + source.choice(["-1", "1e9", "99999999999", "true", "[]", "{}", '""', "nan"]) + text[to:]
        elif change == 4:
            words = text.split(" ")
            source.shuffle(words)
            text = " ".join(words)
        elif change == 5:
            text = text[:to]
        else:
            word = source.choice(["cost", "power", "card", "deck", "name", "4", "do"])
            text = text.replace(word, source.choice("ab9 "))
    return text


@pytest.mark.parametrize("ending", ["toml", "txt", "dek", "csv", "json"])
def test_mutated_files_are_judged_without_a_traceback(ending, tmp_path, reef):
    whole = {
        "toml": write_toml(reef_document()),
        "txt": FORMS["arena"],
        "dek": FORMS["cockatrice"],
        "csv": FORMS["csv"],
        "json": FORMS["json object"],
    }[ending]
    source, refused = random.Random(35), 0
    for _ in range(60):
        path = tmp_path / f"file.{ending}"
        path.write_text(mutated(whole, source), encoding="utf-8", errors="replace")
        report = checking.check_files(path, "altaria")
        assert not any("a bug in Tebiki" in problem for problem in report.problems), path.read_text()
        refused += bool(report.problems)
        with contextlib.suppress(TebikiError, UsageError):
            find_decks(game_with_decks("altaria"), (str(path),))
    assert refused > 20
