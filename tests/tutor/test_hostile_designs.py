"""Malicious files of games and cards are refused in one sentence, or played within limits."""

import os
import unicodedata

import pytest

import engines
from engines.designs import PIECES, Design, read_design
from engines.designs.untrusted_files import ABILITIES, LARGEST, LONGEST_NAME, LONGEST_PART, PROGRAM, check_value
from engines.designs.writing import write_toml
from engines.errors import DataError
from engines.search.players import greedy_player, random_player
from tests.refusals import refuse
from tutor.boards.scenery import build_scene
from tutor.classroom import card_page, card_play, own_page
from tutor.classroom.card_draft import CardDraft, read_draft
from tutor.classroom.card_page import file_name
from tutor.commands import cli
from tutor.commands.checking import check_files
from tutor.embed import still

GAMES = engines.names()
OWN = 'own_game = "lanterns"\ntitle = "Moss"\n'
CARD = '[[card]]\nname = "X"\ncategory = "beast"\n'
SPARK = '[[card]]\nname = "X"\ncategory = "spark"\n'
LONGEST_MESSAGE = 3 * LONGEST_PART


def card(name):
    """Return a card with this name as TOML."""
    return f"[[card]]\n{write_toml({'name': name, 'category': 'beast', 'power': 1})}"


def does(program):
    """Return a Spark with this program as TOML."""
    return f'{SPARK}ability = [{{ when = "played", do = [{program}] }}]'


HOSTILE = {
    "huge": (f'note = "{"x" * 200_000}"', "too long"),
    "lists in lists": (f"{CARD}power = {'[' * 300}{']' * 300}", "too deep"),
    "more lists than Python can go into": (f"a = {'[' * 9000}{']' * 9000}", "too deep"),
    "tables in tables": (f"numbers = {'{a = ' * 300}1{'}' * 300}", "too deep"),
    "dotted keys": (f"numbers.{'.'.join('a' * 3000)} = 1", "too deep"),
    "dotted headings": (f"[{'.'.join('a' * 3000)}]", "too deep"),
    "a number of 5000 digits": (f"[numbers]\nlanterns = {'9' * 5000}", "thousands of digits"),
    "a number that Python cannot write": (f"[numbers]\nlanterns = 0x{'f' * 50_000}", "lanterns: is too large"),
    "a hand of a billion": ("[numbers]\nopening_hand = 1_000_000_000", "opening_hand: is too large"),
    "a hand of a thousand": ("[numbers]\nopening_hand = 1000", "It must be 0 to 10"),
    "a deck of a thousand": ("[numbers]\ndeck_size = 1000", "It must be 10 to 60"),
    "a goal out of reach": ('pieces = ["bright"]\n[numbers]\nbright_goal = 100_000', "It must be 2 to 40"),
    "a game without an end": ("[numbers]\nturn_cap = 1_000_000", "It must be 2 to 400"),
    "a game without a turn": ("[numbers]\nturn_cap = 0", "It must be 2 to 400"),
    "half a lantern": ("[numbers]\nlanterns = 2.5", "is 2.5"),
    "lanterns without end": ("[numbers]\nlanterns = inf", "is inf"),
    "no number": ("[numbers]\nlanterns = nan", "is nan"),
    "true lanterns": ("[numbers]\nlanterns = true", "It must be 1 to 20"),
    "a day of lanterns": ("[numbers]\nlanterns = 1979-05-27", "is 1979-05-27"),
    "a time as an entry": ("when = 07:32:00", "when: is 07:32:00"),
    "a list of numbers": ("numbers = [1]", "numbers: is [1]"),
    "thousands of numbers": ("[numbers]\n" + "".join(f"n{at} = 1\n" for at in range(5000)), "5000 entries"),
    "a number with a long name": (f"[numbers]\n{'n' * 60_000} = 1", "60000 letters"),
    "thousands of pieces": ("pieces = [" + '"compost", ' * 5000 + "]", "5000 entries"),
    "pieces as a text": ('pieces = "compost"', "It must be a list"),
    "a piece that is a path": ('pieces = ["../../engines/lanterns"]', "there is no piece '../../engines/lanterns'"),
    "a piece that is code": ("pieces = [\"__import__('os')\"]", "there is no piece"),
    "thousands of cards": (f"{CARD}power = 1\n" * 1200, "has 1200 cards"),
    "thousands of empty cards": ("[[card]]\n" * 5000, "has 5000 cards"),
    "thousands of decks": ("".join(f"[decks.d{at}]\n" for at in range(3000)), "3000 entries"),
    "thousands in a deck": ("[decks.meadow]\n" + "".join(f"C{at} = 1\n" for at in range(4000)), "4000 entries"),
    "a deck of a billion": ("[decks.meadow]\nMoth = 1_000_000_000", "Moth: is too large"),
    "a deck of nobody": ("[decks.meadow]\nNobody = 20", "deck 'meadow': there is no card 'Nobody'"),
    "less than no card": ("[decks.meadow]\nMoth = -3", "deck 'meadow': is no deck"),
    "an empty deck": ("[decks.meadow]", "this one has 0"),
    "the same key twice": ('title = "Other"', "Cannot overwrite"),
    "the same table twice": ("[numbers]\n[numbers]", "twice"),
    "the same card twice": ((CARD + "power = 1\n") * 2, "is defined twice"),
    "a card that sounds like another": (card("MOTH"), "called 'Moth' already"),
    "a card as a table": ('[card]\nname = "X"', "It must be a list"),
    "cards that are none": ("card = [1, 2]", "It must be a table"),
    "a category that is a list": ('[[card]]\nname = "X"\ncategory = ["beast"]', "'category' is ['beast']"),
    "a category that is a table": ('[[card]]\nname = "X"\ncategory = { a = 1 }', "'category' is {'a': 1}"),
    "a power below nothing": (f"{CARD}power = -1", "0 or more"),
    "a power beyond everything": (f"{CARD}power = 1000", "999 or less"),
    "thousands of words": (CARD + "words = [" + '"sly", ' * 5000 + "]", "5000 entries"),
    "words in words": (f'{CARD}words = [["sly"]]', "Use swift, sly"),
    "a field with a long name": (f'{CARD}"{"y" * 60_000}" = 1', "60000 letters"),
    "a name of 60000 letters": (card("X" * 60_000), "60000 letters"),
    "a name of 80 letters": (card("X" * 80), f"It may have {LONGEST_NAME}"),
    "a name of no letters": (card(""), "no name"),
    "a name that is a number": ('[[card]]\nname = 3\ncategory = "beast"', "no name"),
    "a name that stands for no card": (card("?"), "nobody has seen"),
    "a name with a separator": (card("Moth; end"), "a ';' is in the name"),
    "a name with an arrow": (card("Moth -> Gust"), "a '->' is in the name"),
    "a name turned around": (card("Moth\u202e"), "U+202E"),
    "a name with an escape": (card("\x1b[31mMoth"), "U+001B"),
    "a name with nothing in it": (card("\u200b"), "U+200B"),
    "a name of joiners": (card("\u200d"), "cannot be seen"),
    "a name with an end": (card("Moth\0"), "U+0000"),
    "half a sign": ('note = "\ud800"', "U+D800"),
    "a title turned around": ('by = "\u2067Fox"', "U+2067"),
    "a title that is a day": ("by = 1979-05-27", "is 1979-05-27"),
    "a verb that is Python": (does("{ verb = \"__import__('os').system('ls')\" }"), "unknown verb"),
    "a verb that is a list": (does('{ verb = ["draw"] }'), "unknown verb ['draw']"),
    "an argument that is Python": (does('{ verb = "draw", count = "2 ** 99" }'), "whole number"),
    "a moment that is a table": (f'{SPARK}ability = [{{ when = {{}}, do = [{{ verb = "draw" }}] }}]', "when = {}"),
    "abilities as a number": (f"{SPARK}ability = 3", "It must be a list"),
    "abilities as texts": (f'{SPARK}ability = ["draw"]', "It must be a table"),
    "a program without end": (does('{ verb = "draw" }, ' * 2000), "2000 entries"),
    "a program that is long": (does('{ verb = "draw" }, ' * (PROGRAM + 1)), "does too much"),
    "an ability that does nothing": (does(""), "does nothing"),
    "no text": ("\0\0\0", "not valid TOML"),
}
"""Possible endings of a file after its first lines, each with the message about it."""


def sentence(error):
    """Return the readable message of an error: one line, not long, with the remedy at its end."""
    said = str(error.value)
    assert "\n" not in said
    assert len(said) <= LONGEST_MESSAGE
    assert error.value.where
    assert said.endswith((".", "?", ")", "…")), said
    return said


@pytest.mark.parametrize("how", HOSTILE)
def test_a_hostile_design_is_refused_in_a_sentence(how):
    text, words = HOSTILE[how]
    with pytest.raises(DataError) as error:
        read_design(OWN + text, "moss.toml").game()
    said = sentence(error)
    assert words in said
    assert said.startswith("moss.toml")


def send(page, name, **more):
    """Send a message as the browser does."""
    return page.page.receive({"type": "command", "name": name, **more})


def test_the_page_of_an_own_game_stays_alive_and_keeps_what_it_had():
    page = own_page.own_game()
    send(page, "piece", id="compost")
    before = page.page.data["toml"]
    for text, words in HOSTILE.values():
        assert send(page, "open", text=OWN + text)
        assert words in page.page.data["notice"]
        assert len(page.page.data["notice"]) <= LONGEST_MESSAGE + 40
        assert page.page.data["toml"] == before
    send(page, "open", text="no design", file="../../home/moss\u202e<b>.toml")
    assert "moss\ufffd<b>.toml: is not valid TOML" in page.page.data["notice"]
    assert "home" not in page.page.data["notice"]
    for text in (None, ""):
        assert send(page, "open", text=text)
        assert page.page.data["toml"] == before
    for text in (3, ["own_game"], {"own_game": "lanterns"}):
        assert "message 'open', text: is " in refuse(page.page, "open", text=text)
    assert send(page, "open", text="\ufeff" + OWN + 'pieces = ["bright"]')
    assert page.design.pieces == ("bright",)


@pytest.mark.parametrize("kind", ["design", "card"])
def test_what_is_no_plain_file_is_refused_by_its_name(tmp_path, kind):
    texts = {"design": OWN, "card": CardDraft(engines.load("altaria")).text().replace("Ember Sprinter", "Ash Owl")}
    good = tmp_path / "good.toml"
    good.write_text(texts[kind], encoding="utf-8")
    there = {name: tmp_path / f"{name}.toml" for name in ("none", "folder", "loop", "bytes", "long", "link", "pipe")}
    there["folder"].mkdir()
    there["loop"].symlink_to(there["loop"])
    there["bytes"].write_bytes(texts[kind].encode() + b'note = "\xff\xfe"')
    there["long"].write_text(texts[kind] + "#" * 5_000_000, encoding="utf-8")
    there["link"].symlink_to(good)
    if hasattr(os, "mkfifo"):
        os.mkfifo(there["pipe"])
    for name, path in there.items():
        if name == "link":
            assert check_files(path).problems == []
        elif name == "none":
            with pytest.raises(DataError) as error:
                check_files(path)
            assert str(path) in sentence(error)
        elif name != "folder" and (name != "pipe" or path.exists()):
            [problem] = check_files(path).problems
            assert problem.startswith(str(path))
    if kind == "design":
        for name in ("folder", "loop", "bytes", "long", "pipe", "none"):
            with pytest.raises(DataError) as error:
                engines.load_file(there[name])
            assert str(there[name]) in sentence(error)
        assert engines.load_file(there["link"]).title == "Moss"


def test_commands_name_the_file_and_write_nothing(tmp_path, capsys):
    for at, (text, _) in enumerate(HOSTILE.values()):
        path = tmp_path / f"{at:02}.toml"
        path.write_bytes((OWN + text).encode("utf-8", errors="surrogatepass"))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    problems = check_files(tmp_path).problems
    assert len(problems) == len(HOSTILE)
    assert all(str(tmp_path) in one and len(one) <= LONGEST_MESSAGE + 200 and "\n" not in one for one in problems)
    for command in (("play",), ("simulate", "-n", "2", "--jobs", "1")):
        assert cli.main([command[0], str(tmp_path / "00.toml"), *command[1:]]) == 2
        said = capsys.readouterr()
        assert "00.toml" in said.err
        assert "Traceback" not in said.err + said.out
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


# Freely chosen names are shown as written, and played.

NAMES = (
    "<script>document.title = 1</script>",
    "<img src=x onerror=alert(1)>",
    "&lt &amp &#60",
    "{0.__class__} {player} {",
    "%s %(name)s %",
    "../../etc/passwd",
    "C:\\Windows\\x.toml",
    "__import__('os').system('ls')",
    "None",
    "end",
    "P1",
    "3",
    "#5",
    "風鈴 🦊\u200d🔥",
)


@pytest.mark.sample("<script>*", one_in=4)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_a_name_whatever_stands_in_it(name):
    meadow = {name: 3, "Moth": 3, "Field Mouse": 3, "Night Heron": 3, "Weasel": 3, "Lamp Cat": 3, "Gust": 2}
    row = {"name": name, "japanese": name, "category": "beast", "power": 2}
    text = Design(title=name, by=name, note=name, cards=(row,), decks={"meadow": meadow}).text()
    design = read_design(text)
    assert (design.title, design.by, design.note, design.cards[0]["name"]) == (" ".join(name.split()), name, name, name)
    game = engines.know(design.game())
    state, player, seen = game.new(seed=1, listen=True), random_player(1), 0
    while state.result is None:
        for action in state.actions:
            written = state.text(action)
            if name in written:
                seen += 1
                assert state.read(written)[0] == action
        drawn = still.players_html(build_scene(state, state.seat_to_act, 0, (), (name, name), ("", "")), empty=True)
        assert "<script" not in drawn
        assert "<img" not in drawn
        state.apply(player(state))
    assert seen
    assert any(name in game.narrate(event) for event in state.events)
    page = own_page.own_game(text)
    assert page.page.data["toml"] == text
    assert "<script" not in page.page.data["table"]
    assert not set(page.page.data["file"]) & set("/\\:<>&;'\" \0")


@pytest.mark.parametrize("name", [*NAMES, "", "..", "CON", "\u202e", "x" * 900, 3, None, ["a"]])
def test_a_downloaded_file_has_a_name_that_leads_nowhere(name):
    found = file_name(name)
    assert found
    assert len(found) <= 40
    assert set(found) <= set("abcdefghijklmnopqrstuvwxyz0123456789_")


def test_what_is_typed_into_the_forms_can_be_opened_again():
    page = own_page.own_game()
    for at in ("title", "by", "note"):
        send(page, "text", at=at, value="Moss\u202e\x07\ud800 \u200d\U0001f98a\nOwl" + "x" * 900)
    send(page, "new_card")
    send(page, "put", at="name", value="Marsh\u202eToad\x1b")
    assert page.draft.fault == ""
    again = read_design(page.page.data["toml"])
    assert again.cards[0]["name"] == "MarshToad"
    assert all(unicodedata.category(sign) not in ("Cc", "Cs") for sign in again.title + again.by)
    send(page, "put", at="name", value="Toad; end")
    assert "';'" in page.draft.fault
    assert page.page.data["form"]["fields"][0]["fault"]


# Games at the limits.


@pytest.mark.parametrize("pieces", [(), tuple(PIECES), ("patience",), ("compost", "hollow", "charms", "scouting")])
@pytest.mark.parametrize("end", ["least", "most"])
def test_the_widest_game_ends(pieces, end):
    rows = Design(pieces=pieces).data()["parameters"]
    numbers = {name: row[1 if end == "least" else 2] for name, row in rows.items()}
    numbers["deck_size"] = 60 if end == "most" else 14
    numbers["copies"] = max(numbers["copies"], 2)
    rows = [{"name": "Endless", "category": "spark", "ability": [plenty()] * ABILITIES}]
    game = Design(pieces=pieces, numbers=numbers, cards=tuple(rows)).game()
    meadow = dict(game.decks["meadow"].cards)
    gone = max(meadow, key=meadow.__getitem__)
    changed = {key: many for key, many in meadow.items() if key != gone} | {"Endless": meadow[gone]}
    game = Design(pieces=pieces, numbers=numbers, cards=tuple(rows), decks={"meadow": changed}).game()
    for player in (random_player, greedy_player):
        state, players, decisions = game.new(seed=1), (player(1), player(2)), 0
        while state.result is None:
            assert state.actions
            state.apply(players[state.seat_to_act](state))
            decisions += 1
        assert decisions < 20 * 400


def plenty():
    """Return an ability with the maximum contents."""
    return {"when": "played", "do": [{"verb": "light", "count": 999}, *[{"verb": "draw", "count": 1}] * (PROGRAM - 1)]}


# A card for one of the five games.


def games():
    """Return the games by their names."""
    return {name: engines.load(name) for name in GAMES}


VALUES = (
    True, -1, LARGEST, LARGEST + 1, 1.5, "", "x", "__import__('os')", "{0}", "\u202e", "y" * 300, "z" * 900,
    [], [[]], [1], ["<b>"], ["a"] * 101, {}, {"a": 1}, {"a": {"b": []}}, {"verb": "draw"},
)  # fmt: skip


def hostile_rows(game):
    """Yield rows of a game's cards with one wrong value, in every possible place."""
    usual = CardDraft(game).row | {"name": "Test Card"}
    instructions = [
        {"verb": verb, **dict.fromkeys(rules or ("count",), value)}
        for verb, rules in game.card_rules.verbs.items()
        for value in VALUES
    ]
    for value in VALUES:
        for name in (*game.card_rules.fields, "ability", "code", "__class__"):
            yield {**usual, name: value}
        for when in (game.card_rules.moments[0], value):
            yield {**usual, "ability": [{"when": when, "do": value}]}
            yield {**usual, "ability": [{"when": when, "do": [value]}]}
        for name in game.card_rules.requires:
            like = {"when": game.card_rules.moments[0], "do": [{"verb": next(iter(game.card_rules.verbs))}]}
            yield {**usual, "ability": [{**like, "requires": {name: value}}]}
            yield {**usual, "ability": [{**like, "requires": value}]}
    for at, one in enumerate(instructions):
        when = game.card_rules.moments[at % len(game.card_rules.moments)]
        yield {**usual, "ability": [{"when": when, "do": [one]}]}


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_thing_at_any_place_of_a_card_is_said_or_can_be_played(name):
    """A row that is not refused immediately is a draft with faults in sentences, or a card that the game accepts."""
    game, opened = engines.load(name), 0
    for row in hostile_rows(game):
        said = []
        try:
            found = read_draft(write_toml({"game": name, "card": [row]}), {name: game})
        except DataError as error:
            said.append(str(error))
        else:
            opened += 1
            said += found.faults().values()
            if not said:
                found.made()
                assert found.drawn()
                assert isinstance(found.printed("en"), list)
        for one in said:
            assert one.endswith((".", "?", ")", "…")), row
            assert len(one) <= LONGEST_MESSAGE, row
            assert "\n" not in one, row
    assert opened


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"name": "a; b"}, "a ';' is in the name"),
        ({"name": "N" * 80}, f"It may have {LONGEST_NAME}"),
        ({"name": "Moss\u202e"}, "U+202E"),
        ({"ability": [{"when": "summon", "do": [{"verb": "draw", "count": 10**9}]}]}, "is too large"),
        ({"ability": [{"when": "summon", "do": [{"verb": "draw"}] * (PROGRAM + 1)}]}, "does too much"),
        ({"ability": [{"when": "summon", "do": [{"verb": "draw"}]}] * (ABILITIES + 1)}, "does too much"),
        ({"japanese": "苔\x00"}, "U+0000"),
    ],
)
def test_a_hostile_card_is_refused_in_a_sentence_and_the_page_stays_alive(row, words):
    usual = CardDraft(engines.load("altaria")).row | {"name": "Moss Warden"}
    text = write_toml({"game": "altaria", "card": [{**usual, **row}]})
    page = card_page.card("altaria")
    before = page.page.data["toml"]
    assert send(page, "open", text=text, file="warden.toml")
    assert page.page.data["notice"].startswith("Not opened. warden.toml, ")
    assert words in page.page.data["notice"]
    assert page.page.data["toml"] == before
    assert send(page, "open", text=write_toml({"game": "altaria", "card": [usual]}))
    assert page.draft.row["name"] == "Moss Warden"


def test_a_name_that_is_nearly_one_of_the_game_is_said_at_its_place():
    found = CardDraft(engines.load("altaria"))
    found.row["name"] = "Mossback guard"
    assert found.faults() == {
        "name": "A card is called 'Mossback Guard' already. Give it a name that reads differently."
    }


@pytest.mark.slow
def test_games_that_do_not_end_stop_the_measuring_of_a_card(monkeypatch):
    """The limit is low here, so that ordinary games reach it too."""
    monkeypatch.setattr(card_play, "MOST_DECISIONS", 500)
    healing = {"when": "window_1", "do": [{"verb": "heal", "count": 1, "unit": "self"}]}
    text = write_toml({"game": "star_wars", "card": [{**HEALER, "ability": [healing]}]})
    page = card_page.card("star_wars")
    assert send(page, "open", text=text)
    assert send(page, "measure", deals=40)
    assert "count as drawn" in page.page.data["measure"]["basis"]
    endless = [one.endless for one in page.played]
    assert sum(endless[:-1]) < card_play.MOST_ENDLESS <= sum(endless)
    assert len(endless) < 40


HEALER = {
    "name": "Field Medic",
    "category": "unit",
    "side": "light",
    "kind": "space",
    "cost": 0,
    "speed": 60,
    "power": 2,
    "health": 3,
}


def test_plain_data_is_let_through():
    check_value({"a": [1, "x", {"b": True, "c": "two\nlines"}]}, "here")
