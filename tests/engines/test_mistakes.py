"""Mistakes in a custom game: each gives one line with the file, the place and the correction."""

import io

import pytest

import engines
from engines.designs import Design
from engines.errors import DataError
from engines.kernel.chance import RandomSource
from engines.kit import user_code_errors
from engines.search.players import greedy_player
from tutor.commands import checking, cli
from tutor.commands.new_game import write_skeleton

PY, TOML = ".py", ".toml"
SCORE = """@VERBS.verb("score")
def score(state: State, seat: int, arguments: Any) -> None:
    pass


# The steps."""

LOADING = [
    (PY, "garden.append(card)", "garden.append(card", "line 63: '(' was never closed. The line: player.garden.append("),
    (PY, "import kit", "import kitt", "line 5: ImportError: cannot import name 'kitt'"),
    (PY, "kit.pile(", "kit.plie(", "line 14, in Player: AttributeError: module 'engines.kit.kit' has no"),
    (PY, "= kit.cards()\n", "= []\n", "class Player, garden: is not declared as a field of the kit. Write"),
    (PY, " = kit.cards()\n", "\n", "class Player, garden: is not declared as a field of the kit. Write"),
    (PY, "kit.OWNER", '"me"', "sees is 'me'. Use kit.EVERYBODY, kit.OWNER or kit.NOBODY."),
    (PY, '("PLANT",)),', '("PLANT")),', "kind 'skip': steps is 'PLANT', which is no tuple. One alone needs a comma"),
    (PY, '("card",)', '("crad",)', "kind 'plant': there is no argument 'crad'. Did you mean 'card'?"),
    (PY, "(IN_HAND,)", "(IN_HAND)", "kind 'plant': requirements is Requirement("),
    (PY, 'kit.Kind("skip", "TAR-2.2", ("PLANT",))', '(kit.Kind("skip", "TAR-2.2", ()),)', "without brackets around it"),
    (PY, 'kit.Kind("skip", "TAR-2.2", ("PLANT",))', 'kit.Kind("skip", "TAR-2.2", ("PLNT",))', "Did you mean 'PLANT'?"),
    (PY, '(None, "END")', '"END"', "step PLANT: the exit of 'skip' is 'END'. Write (effect, \"STEP\")"),
    (PY, '(play, "END")', '(play(), "END")', "line 90: TypeError: play() missing 2 required positional arguments"),
    (PY, '(play, "END")', '(play, "EDN")', "flow table, step PLANT: leads to 'EDN', which is no step. Did you mean"),
    (PY, '"skip": (None', '"skpi": (None', "step PLANT: offers 'skpi', which is no action. Did you mean 'skip'?"),
    (PY, 'card_of("hand")', 'card_of("hnad")', "argument 'card': lies in 'hnad', which is no zone of a player"),
    (PY, 'first_step="PLANT"', 'first_step="PLNT"', "first_step is 'PLNT', which is no step. Did you mean 'PLANT'?"),
    (PY, "def play(state: State, action: kit.Action)", "def play(state: State)", "line 58, play: takes (state), b"),
    (PY, "seat: int, arguments: Any", "seat: int", "line 32, draw: takes (state, seat), but is given (state, seat,"),
    (PY, "# The steps.", SCORE, "no sentence 'verb.score'. Add score = \"...\" under [words.en.verb]."),
    (PY, "# The steps.", SCORE.replace('"score"', '"draw"'), "verb 'draw': is declared twice."),
    (PY, "    return kit.game(", "    kit.game(", "its function game() returns None. It must end with: return"),
    (TOML, "prefix =", "prefx =", "unknown entry 'prefx'. Did you mean 'prefix'?"),
    (TOML, 'prefix = "TAR"\n', "", "there is no prefix. Write prefix = "),
    (TOML, '"TAR-2.3" =', '"TAR-2.2" =', "a table and a key stand only once"),
    (TOML, 'title = "Tarn"', 'title = "Tarn', "A text ends with its quotation mark in the same line."),
    (TOML, '"The next turn", "turn"', '"The next turn"', "clause TAR-2.3: is ['The next turn', "),
    (TOML, '"TAR-2.3" =', '"TRA-2.3" =', 'clause TRA-2.3: is not called as a clause is. Write it like "TAR-1.1"'),
    (TOML, '"TAR-2.3" =', '"TAR-7.3" =', "clause TAR-7.3: there is no section 7. Add 7 = "),
    (TOML, '99, "TAR-3.1"', '99, "TAR-3.9"', "parameters, goal: there is no clause TAR-3.9"),
    (TOML, 'category = "plant"\npoints = 2', 'category = "bird"', 'Another one is added as bird = "..." under'),
    (TOML, 'when = "played", ', "", "card 'Clover', ability 1: does not say when. Use one of played."),
    (TOML, 'verb = "draw", ', "", "card 'Clover', ability 1: has an instruction without a verb. Known: draw."),
    (TOML, 'START.title = "Draw"\n', "", "'step.START.title'. Add 'START.title' = \"...\" under [words.en.step]."),
    (TOML, 'id = "one"\n', "", "deck 1: has no id or no name."),
    (TOML, 'id = "two"', 'id = "one"', "deck 'one': is there twice."),
    (TOML, 'id = "two"', 'id = "two"\ndescription = "Mine."', "deck 'two': its description is not a text by language."),
    (TOML, 'id = "two"', 'id = "two"\ndescription.ja = 3', "deck 'two': its description is not a text by language."),
    (TOML, '"Poppy" = 4, "Plum Tree" = 4 }\n\n[[', '"Popy" = 4 }\n\n[[', "deck 'one': there is no card 'Popy'. Did"),
]
"""Errors while the game is loaded: a file, the original text, its replacement, and the message."""

PLAYING = [
    (PY, "garden.append(card)", "gardn.append(card)", "line 63, in play: AttributeError: 'Player' object has no"),
    (PY, 'parameters["goal"]', 'parameters["gaol"]', "line 72, in end_turn, tarn: there is no parameter 'gaol'. Did"),
    (PY, "[seat].points", "[seta].points", "line 97, in strength: NameError: name 'seta' is not defined. Did you m"),
    (PY, "kit.evaluation_by_difference(strength, 20)", "strength", "It must be from 0 (lost) to 1"),
    (PY, "int(two > one)", "2", "line 73, in end_turn, kit.win: 2 is no player. Give 0 or 1, or None for a draw."),
    (PY, 'stage("PLANT")', 'stage("PLNT")', "kit.stage('PLNT'): there is no such step. Steps: BEGIN,"),
    (PY, 'do=start_turn, to="PLANT"', 'do=start_turn, to="START"', "the game never ends and never asks, in START."),
    (PY, ', ends="the goal is reached, or the last turn over"', "", "step END: games end here, but its row does"),
    (PY, "state.shuffle(", "__import__('random').shuffle(", "two games with the same seed went differently."),
    (TOML, "{player} plants {card}:", "{player} plants {crad}:", "asks for 'crad', which is not given. Given: player,"),
    (TOML, '"Poppy" = 4, "Plum', '"Poppy" = 3, "Plum', "deck 'one': A deck must have exactly 12 cards; this one has"),
]
"""Errors that only appear during play, in the same form."""


def write_changed(folder, file, before, after):
    """Return a file of a custom game with one text replaced by another."""
    module = write_skeleton("tarn", folder)[0]
    path = module.with_suffix(file)
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    return module


@pytest.mark.parametrize(("file", "before", "after", "said"), LOADING)
def test_a_mistake_is_told_before_the_game_is_played(tmp_path, file, before, after, said):
    module = write_changed(tmp_path, file, before, after)
    with pytest.raises(DataError) as error:
        engines.load_file(module)
    assert said in str(error.value)
    assert str(module.with_suffix("")) in error.value.where


@pytest.mark.parametrize(("file", "before", "after", "said"), PLAYING)
def test_a_mistake_comes_to_light_when_the_game_is_checked(tmp_path, capsys, file, before, after, said):
    module = write_changed(tmp_path, file, before, after)
    assert cli.main(["check", str(module)]) == 1
    [problem, summary] = capsys.readouterr().out.splitlines()
    assert said in problem
    assert problem.startswith(str(module.with_suffix("")))
    assert summary == "1 problem in 1 small game."


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("    player.garden.append(card)\n", "", "the players have 23 cards instead of 24"),
        ('do=start_turn, to="PLANT"', 'do=start_turn, to="END"', "step PLANT: no exit leads there."),
    ],
)
def test_what_may_be_meant_is_a_warning(tmp_path, capsys, before, after, said):
    module = write_changed(tmp_path, PY, before, after)
    assert cli.main(["check", str(module)]) == 0
    [warning, summary] = capsys.readouterr().out.splitlines()
    assert warning.startswith(f"Warning: {module}")
    assert said in warning
    assert summary == "All good: 1 small game."


def test_all_that_is_missing_is_named_at_once(tmp_path, capsys):
    module = write_changed(tmp_path, TOML, "[words.en.when]", "[words.en.whne]")
    assert cli.main(["check", str(module)]) == 1
    assert [line.partition(": ")[2][:32] for line in capsys.readouterr().out.splitlines()[:-1]] == [
        "there is no sentence 'when.plant",
        "there is no sentence 'when.skip'",
    ]
    assert cli.main(["rules", str(module)]) == 2
    assert capsys.readouterr().err.endswith("Also missing: 1 more; `tebiki check` names them.\n")


@pytest.mark.parametrize("command", [("play", "--seed", "3"), ("simulate", "-n", "60", "--jobs", "2")])
def test_an_effect_that_raises_costs_one_line_in_the_terminal(tmp_path, capsys, monkeypatch, command):
    module = write_changed(tmp_path, PY, "garden.append(card)", "gardn.append(card)")
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 200))
    assert cli.main([command[0], str(module), *command[1:]]) == 2
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert said.startswith(f"tebiki: {module}, line 63, in play: AttributeError")
    assert said.endswith("Did you mean 'garden'? The line: player.gardn.append(card)")


def test_decks_that_may_not_be_used_are_told_when_play_begins(tmp_path, capsys):
    module = write_changed(tmp_path, TOML, "deck_size = [12", "deck_size = [13")
    assert cli.main(["play", str(module)]) == 2
    assert "A deck must have exactly 13 cards; this one has 12." in capsys.readouterr().err
    assert len(checking.check_files(module).problems) == 2


def test_a_game_with_one_deck_plays_it_against_itself(tmp_path):
    module = write_skeleton("tarn", tmp_path)[0]
    path = module.with_suffix(TOML)
    text = path.read_text(encoding="utf-8")
    second = text[text.index('[[deck]]\nid = "two"') : text.index("[words.en.category]")]
    path.write_text(text.replace(second, ""), encoding="utf-8")
    assert engines.load_file(module).new(seed=1).legal_actions()
    assert checking.check_files(module).problems == []


def test_an_error_of_the_engine_is_not_taken_for_ones_own():
    with pytest.raises(KeyError) as error:
        {}["lost"]
    assert user_code_errors.describe_error(error.value) is None


def test_the_quick_bot_looks_at_the_evaluation_and_at_no_hidden_card(tmp_path):
    game = engines.load_file(write_skeleton("tarn", tmp_path)[0])
    state = game.position('P1.hand = ["Clover", "Plum Tree", "Poppy"]\nunseen = false')
    assert state.text(greedy_player(1)(state)) == 'plant "Plum Tree"'
    dealt = state.copy()
    game.rules.determinise(dealt, 0, RandomSource(9))
    looks = [[game.rules.heuristic(one, action) for action in state.actions] for one in (state, dealt)]
    assert looks[0] == looks[1]
    assert Design().game().rules.heuristic is not game.rules.heuristic


def test_the_graph_calls_a_way_as_its_action_is_typed(tmp_path):
    module = write_changed(tmp_path, TOML, 'form = "plant {card}"', 'form = "set out {card}"')
    labels = {edge["label"] for edge in engines.load_file(module).graph().edges}
    assert {"set out", "skip"} <= labels
    assert "plant" not in labels


def test_a_file_beside_is_found_by_the_name_of_its_game(tmp_path, capsys, monkeypatch):
    write_skeleton("tarn", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["play", "tarn"]) == 2
    assert capsys.readouterr().err == "tebiki: there is no game 'tarn'. Did you mean the file tarn.py?\n"
    assert cli.main(["puzzles", "mine", "tarn.py"]) == 2
    assert "Tarn has no puzzles. Games: altaria," in capsys.readouterr().err


def test_a_new_game_is_not_called_as_one_that_there_is(tmp_path):
    with pytest.raises(DataError, match="is one of Tebiki's games"):
        write_skeleton("altaria", tmp_path)
