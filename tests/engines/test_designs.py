"""Designs of the small game: the effects of pieces and numbers, readable refusals, and random designs."""

import random
from itertools import combinations

import pytest

import engines
from engines.designs import PIECES, Design, Piece, read_design
from engines.designs.writing import write_toml
from engines.errors import DataError
from engines.search.players import greedy_player, random_player
from tests.engines.play import thinned
from tutor.commands import cli
from tutor.commands.checking import check_files


def played(game, seed, player=random_player):
    """Return the end of a game between two players of this kind."""
    state = game.new(seed=seed, listen=True)
    players = [player(2 * seed), player(2 * seed + 1)]
    while state.result is None:
        state.apply(players[state.seat_to_act](state))
    return state


def with_needs(*pieces):
    """Return pieces together with the pieces they require."""
    return tuple(dict.fromkeys(other for id in pieces for other in (*PIECES[id].needs, id)))


def test_a_design_without_changes_is_the_printed_game():
    printed, same = engines.load("lanterns"), Design().game()
    assert same.parameters == printed.parameters
    assert [one.rules_text for one in same.cards] == [one.rules_text for one in printed.cards]
    assert {id: deck.cards for id, deck in same.decks.items()} == {id: d.cards for id, d in printed.decks.items()}
    for seed in range(5):
        one, other = (played(game, seed) for game in (printed, same))
        assert one.position().partition("turn =")[2] == other.position().partition("turn =")[2]


@pytest.mark.parametrize("piece", thinned(list(PIECES)))
def test_each_piece_changes_the_game(piece):
    """The change is visible in the phase graph, on the table, among the cards or in the numbers, and occurs in play."""
    printed, changed = Design().game(), Design(pieces=with_needs(piece)).game()
    assert set(changed.rulebook.clauses) > set(printed.rulebook.clauses) or piece == "patience"
    if PIECES[piece].sort == "zone":
        assert {piece} <= set(changed.new(seed=1).view(0)["players"][0]) - set(
            printed.new(seed=1).view(0)["players"][0]
        )
    if PIECES[piece].sort == "turn":
        assert {node["name"] for node in changed.graph().nodes} > {node["name"] for node in printed.graph().nodes}
    if PIECES[piece].kinds:
        labels = {edge["label"] for edge in changed.graph().edges}
        assert len(labels) > len({edge["label"] for edge in printed.graph().edges})
    if PIECES[piece].ends_words:
        assert any(PIECES[piece].ends_words in str(edge) for edge in changed.graph().edges)
    own = set(PIECES[piece].data["clauses"])
    seen = set()
    for seed in range(150):
        state = played(changed, seed, greedy_player if seed % 2 else random_player)
        seen |= {event.clause for event in state.events} | {state.result.clause}
        if own & seen:
            break
    if piece == "patience":
        assert "LAN-3.3" not in seen
    elif piece == "charms":
        assert any(one.category == "charm" for one in changed.cards)
    elif piece == "fierce":
        state = changed.position(
            'P1.field = ["Wild Boar"]\nP2.lanterns = 5\nturn = 5\nstep = "ACT"\nplayer = "P1"\nunseen = true'
        )
        state.apply(state.read('attack "Wild Boar"')[0])
        if state.step.name == "BLOCK":
            state.apply(("let_it",))
        assert state.players[1].lanterns == 3
    else:
        assert own & seen


def test_charms_work_at_the_beginning_of_the_turn():
    game = Design(pieces=("charms",)).game()
    state = game.position('P2.charms = ["Firefly Jar"]\nturn = 4\nplayer = "P1"\nunseen = true')
    assert game.cards[game.by_name["Firefly Jar"]].rules_text == ("At the beginning of your turn: Light 1 lantern.",)
    before = state.players[1].lanterns
    state.apply(("end",))
    while state.turn_player == 0:
        state.apply(state.actions[0])
    assert state.players[1].lanterns == before + 1


@pytest.mark.parametrize(
    ("piece", "first", "second", "winner"),
    [
        ("pack", 4, 3, 0),
        ("pack", 3, 4, 1),
        ("pack", 4, 4, None),
        ("soil", 4, 3, 0),
        ("soil", 3, 4, 1),
        ("soil", 4, 4, 0),
    ],
)
def test_a_race_is_decided_after_as_many_turns_of_each(piece, first, second, winner):
    zone, card = {"pack": ("field", "Moth"), "soil": ("compost", "Gust")}[piece]
    game = Design(pieces=(*PIECES[piece].needs, piece), numbers={"copies": 20}).game()
    for turn, player in ((5, "P1"), (6, "P2")):
        state = game.position(
            f'P1.{zone} = {[card] * first}\nP2.{zone} = {[card] * second}\nturn = {turn}\nstep = "ACT"\n'
            f'player = "{player}"\nunseen = true'
        )
        state.apply(("end",))
        assert (state.result and state.result.winner) == (winner if player == "P2" else None)


def test_the_hollow_is_seen_by_its_owner_alone():
    game = Design(pieces=("hollow",)).game()
    state = game.position('P1.hollow = ["Old Bear"]\nturn = 4\nplayer = "P1"')
    assert "Old Bear" in str(state.view(0)["players"][0]["hollow"])
    assert "Old Bear" not in str(state.view(1)["players"][0]["hollow"])


def test_a_number_is_in_the_rules_and_in_their_words():
    game = Design(numbers={"lanterns": 7, "opening_hand": 1}).game()
    assert game.new(seed=3).players[0].lanterns == 7
    assert (
        game.rulebook.clauses["LAN-1.1"].text
        == "Each player begins with 7 lanterns. A player without a lantern has lost."
    )
    assert game.rulebook.clauses["LAN-2.1"].text.endswith(
        "both players draw 1 card. P1 begins; for coming second, P2 lights 3 more lanterns."
    )
    larger = Design(numbers={"deck_size": 24}).game()
    assert {sum(deck.cards.values()) for deck in larger.decks.values()} == {24}


def test_a_design_is_a_file_that_is_read_again():
    card = {
        "name": "Marsh Toad",
        "category": "beast",
        "power": 2,
        "ability": [{"when": "played", "do": [{"verb": "draw", "count": 1}]}],
    }
    deck = {"Marsh Toad": 3, "Moth": 3, "Field Mouse": 3, "Night Heron": 3, "Weasel": 3, "Lamp Cat": 3, "Gust": 2}
    design = Design(
        title='Moss "and" Moon',
        by="Fox\nOwl",
        pieces=("compost", "soil"),
        numbers={"soil_goal": 3},
        cards=(card,),
        decks={"meadow": deck},
    )
    read = read_design(design.text())
    assert read.document() == design.document()
    game = read.game()
    assert game.name == design.game().name != Design().game().name
    assert game.decks["meadow"].cards["Marsh Toad"] == 3
    assert played(game, 1).result is not None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is no design"),
        ("own_game = ", "is not valid TOML"),
        ('own_game = "chess"', "is no design"),
        ('own_game = "lanterns"', "title"),
        ('own_game = "lanterns"\ntitle = 3', "title"),
        ('own_game = "lanterns"\ntitle = "A"\ncode = "import os"', "code"),
        ('own_game = "lanterns"\ntitle = "A"\npieces = ["pond"]', "there is no piece 'pond'"),
        ('own_game = "lanterns"\ntitle = "A"\npieces = ["soil"]', "means nothing without 'compost'"),
        ('own_game = "lanterns"\ntitle = "A"\n[numbers]\nlanterns = 99', "It must be 1 to 20"),
        ('own_game = "lanterns"\ntitle = "A"\n[numbers]\nlanterns = true', "It must be 1 to 20"),
        ('own_game = "lanterns"\ntitle = "A"\n[numbers]\nmoons = 9', "there is no number 'moons'"),
        ('own_game = "lanterns"\ntitle = "A"\n[[card]]\nname = "X"\ncategory = "charm"', "category"),
        ('own_game = "lanterns"\ntitle = "A"\n[[card]]\nname = "Moth"\ncategory = "beast"', "Moth"),
        ('own_game = "lanterns"\ntitle = "A"\n[decks.meadow]\n"Moth" = 2', "Meadow"),
        ('own_game = "lanterns"\ntitle = "A"\n[decks.meadow]\n"Mothra" = 20', "Mothra"),
        ('own_game = "lanterns"\ntitle = "A"\n[decks.sea]\n"Moth" = 20', "there is no deck 'sea'"),
        ('own_game = "lanterns"\ntitle = "A"\n[decks]\nmeadow = "all"', "is no deck"),
        (f'own_game = "lanterns"\ntitle = "{"A" * 70_000}"', "too long"),
        (f'own_game = "lanterns"\ntitle = "A"\n[numbers]\nlanterns = {"9" * 5000}', "thousands of digits"),
        ('own_game = "lanterns"\ntitle = "A"\n[numbers]\nlanterns = 2026-01-01', "lanterns: is 2026-01-01"),
        ('own_game = "lanterns"\ntitle = "A"\n[[card]]\nname = "X"\ncategory = "beast"\npower = 2026-01-01', "power"),
        ('own_game = "lanterns"\ntitle = "A"\n' + '[[card]]\nname = "X"\n' * 41, "has 41 cards of its own"),
    ],
)
def test_what_is_wrong_is_one_sentence(text, said):
    with pytest.raises(DataError) as error:
        read_design(text).game()
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_piece_of_ones_own_in_python():
    def ends(state):
        if not state.players[state.turn_player].hand:
            engines.kit.kit.win(state, state.turn_player, "LAN-8.9")

    clause = {
        "clauses": {"LAN-8.9": ["Empty hands", "win", "A player with no card in hand at the end of the turn wins."]}
    }
    own = Piece("empty", "win", ends=ends, ends_words="a hand is empty", data=clause)
    game = Design(own=(own,), numbers={"plays_a_turn": 3}).game()
    assert "LAN-8.9" in {played(game, seed, greedy_player).result.clause for seed in range(30)}


@pytest.mark.parametrize("seed", range(6))
def test_designs_put_together_at_random_are_played_to_the_end(seed):
    chance = random.Random(seed)
    pieces = with_needs(*chance.sample(sorted(PIECES), chance.randint(0, 5)))
    rows = Design(pieces=pieces).data()["parameters"]
    chosen = chance.sample(sorted(rows), 4)
    numbers = {name: chance.randint(rows[name][1], rows[name][2]) for name in chosen}
    try:
        game = Design(pieces=pieces, numbers=numbers).game()
    except DataError as refused:  # a size that the available cards cannot fill
        told = str(refused)
    else:
        told = ""
    if told:
        assert {"deck_size", "copies"} & {*numbers}
        assert "deck" in told
        return
    for at in range(3):
        state = played(game, 10 * seed + at, greedy_player)
        for event in state.events:
            assert game.narrate(event, 0)
        assert state.result.clause in game.rulebook.clauses


def test_no_two_pieces_get_in_each_others_way():
    for one, other in thinned(list(combinations(PIECES, 2))):
        game = Design(pieces=with_needs(one, other)).game()
        assert all(not game.check_deck(id) for id in game.decks)
    assert len({clause for piece in PIECES.values() for clause in piece.data["clauses"]}) >= len(PIECES)


def test_the_commands_take_the_file(tmp_path, capsys):
    path = tmp_path / "moss.toml"
    path.write_text(Design(title="Moss", pieces=("compost",)).text(), encoding="utf-8")
    assert check_files(path).summary() == "All good: 1 own game."
    assert cli.main(["simulate", str(path), "-n", "4", "--jobs", "1"]) == 0
    assert "Moss: 4 games" in capsys.readouterr().out
    path.write_text('own_game = "lanterns"\ntitle = "Moss"\npieces = ["moss"]\n', encoding="utf-8")
    assert "there is no piece 'moss'" in check_files(path).problems[0]
    assert cli.main(["play", str(path)]) == 2
    assert "there is no piece" in capsys.readouterr().err


def test_toml_is_read_as_it_was_written():
    from engines.book.rulebook import parse_toml

    document = {
        "a b": 'x"\\\n\té',
        "list": [1, True, "two"],
        "table": {"in": {"deep": -3}, "row": []},
        "rows": [{"name": "A", "do": [{"verb": "draw", "to": {"x": 1}}]}, {"name": "B"}],
    }
    assert parse_toml(write_toml(document), "test") == document
