"""A whole game against a bot: fair, repeatable, and without hidden information on the page."""

import json
from pathlib import Path

import pytest

import engines
from engines.book.cards import Deck
from engines.errors import DataError
from engines.kernel.chance import RandomSource
from engines.search.players import STRENGTHS, Evaluation, erratic_player, random_player
from tutor import text
from tutor.boards.presentation import load_look, playable_games
from tutor.boards.scenery import player_scores
from tutor.controllers.board import Board
from tutor.graphs.exits import next_step_names
from tutor.matches import feedback
from tutor.matches.match import Match, Setup, allowed_opponents
from tutor.navigation import links
from tutor.pages import play, setup_form
from tutor.sets.decks import game_with_decks

GAME = engines.load("altaria")
SETUP = Setup("altaria", "hearth", "tide", "quick", "you", 5)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))


@pytest.fixture
def board():
    return play.play("altaria", you="hearth", rival="tide", bot="quick", first="you", seed=5).board


def test_the_check_of_the_decks_is_done_once_the_game_has_gone_on():
    board = play.play("altaria", you="hearth", rival="tide", seed=5).board
    assert board.graph.current == "JANKEN"
    assert board.graph.visited[:2] == ["DECK_CHECK", "SHUFFLE"]


def send(board, **message):
    return board.stage.receive({"stamp": board.stamp, **message})


def hidden_names(table):
    """Return the names of cards that the viewer cannot see anywhere."""
    seen = json.dumps(table.state.view(table.viewer), ensure_ascii=False)
    return [card.name for card in GAME.cards if card.name not in seen and card.name != "?"]


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_game_against_each_strength_comes_to_its_end(strength):
    match = Match(Setup("altaria", "tide", "hearth", strength, "rules", 3))
    while not match.over:
        match.play((random_player(match.table.state.turn)(match.table.state),))
    assert match.table.state.result.clause in GAME.rulebook.clauses


@pytest.mark.parametrize("game", ["chaos", "dgrayman", "kingdom_hearts"])
def test_where_chance_or_cards_settle_who_begins_nobody_is_asked_and_no_decision_is_made_for_the_learner(game):
    first, second = list(engines.load(game).decks)[:2]
    tables = [Match(Setup(game, first, second, "quick", who, seed=5)).table for who in ("rules", "you", "rival")]
    assert len({table.state.canonical_key() for table in tables}) == 1
    assert not load_look(game).get("chosen_first")


@pytest.mark.parametrize(("first", "seat"), [("you", 0), ("rival", 1)])
def test_who_begins_can_be_chosen(first, seat):
    match = Match(Setup("altaria", "hearth", "tide", "beginner", first, 2))
    began = next(one.event for one in match.table.log if one.event.kind == "order")
    assert began.seat == seat


def test_the_same_setup_and_moves_give_the_same_game():
    def played():
        match = Match(SETUP)
        for _ in range(25):
            if not match.over:
                match.play((match.table.state.actions[0],))
        return match.table.state.position(), [entry.event for entry in match.table.log]

    assert played() == played()


def test_a_move_taken_back_and_made_again_gets_the_same_answer():
    match = Match(SETUP)
    for _ in range(12):
        action = match.table.state.actions[-1]
        match.play((action,))
        answered = match.table.state.position()
        assert match.table.undo()
        match.play((action,))
        assert match.table.state.position() == answered


def test_the_bot_chooses_by_the_number_of_decisions_and_not_by_the_lines_of_the_log():
    match, other = Match(SETUP), Match(SETUP)
    for _ in range(12):
        other.table.log.clear()
        other.table.log += match.table.log[:1] * 3
        action = match.table.state.actions[0]
        match.play((action,))
        other.play((action,))
        assert other.answers == match.answers
        assert other.table.decisions == match.table.decisions


def test_a_move_taken_back_is_no_decision():
    match = Match(SETUP)
    for _ in range(6):
        before = match.table.decisions
        match.play((match.table.state.actions[0],))
        assert match.table.decisions == before + 1 + len(match.answers)
        match.undo()
        assert match.table.decisions == before
        match.play((match.table.state.actions[0],))


def test_advice_is_legal_and_sees_only_what_the_learner_sees():
    match = Match(SETUP)
    for _ in range(10):
        advice = match.advise()
        assert advice.action in match.table.state.actions
        assert 0 <= advice.other_chance <= advice.chance <= 100
        match.play((advice.action,))


@pytest.mark.parametrize("name", ["chaos", "dgrayman", "star_wars"])
def test_actions_that_differ_are_spoken_differently(name):
    match, player = game_of(name), STRENGTHS["quick"](2)
    while not match.over:
        state = match.table.state
        told = {state.text(action): feedback.speak_move(state, (action,)) for action in state.actions}
        assert len(set(told.values())) == len(told)
        match.play((player(state),))


def test_a_hint_offers_no_move_against_itself(monkeypatch):
    match = game_of("chaos")
    while not sum(action[0] == "enter" for action in match.table.state.actions) > 1:
        match.play((STRENGTHS["quick"](2)(match.table.state),))
    state = match.table.state
    front, back = [action for action in state.actions if action[0] == "enter"][:2]
    told = [Evaluation(front, 0.82, 0.1), Evaluation(front, 0.82, 0.1), Evaluation(back, 0.815, 0.0)]
    monkeypatch.setattr("tutor.matches.advice.evaluate_by_rollouts", lambda *_, **__: told)
    said = feedback.advice_feedback(match)[0]
    fact = said["facts"][-1]["fact"]
    assert "you win about 82 of 100 from here" in fact
    assert said["title"].endswith(" in the front row")
    assert fact.endswith(" in the back row.")


def test_after_the_rivals_turn_the_question_says_what_came_of_it():
    match, player, told = game_of("kingdom_hearts"), STRENGTHS["quick"](3), 0
    board = Board(match, "en")
    while not match.over:
        before, count = match.table.state, len(match.table.log)
        match.play((player(match.table.state),))
        state, news = match.table.state, feedback.rival_turn_report(match)
        if state.turn == before.turn or match.over or state.turn_player != 0:
            assert not news
            continue
        board.show()
        lost = [e.event.facts for e in match.table.log[count:] if e.event.kind == "lost_hp" and e.event.seat == 0]
        if lost and before.turn == state.turn - 1:
            assert f" → {state.players[0].hp} HP" in news
        if news:
            assert news.startswith(f"Rival's turn {state.turn - 1}: ")
            assert board.stage.scene["question"]["text"].endswith(news)
            assert board.stage.scene["now"].endswith(news)
            told += 1
    assert told > 1


@pytest.mark.parametrize("name", ["altaria", "chaos", "dgrayman"])
def test_the_news_of_the_rivals_turn_are_true(name):
    match, player, told = game_of(name), STRENGTHS["quick"](3), 0
    while not match.over:
        news = feedback.rival_turn_report(match)
        if news:
            lines = [match.table.narrate(entry.event) for entry in match.table.log]
            values = {
                f" → {row['value']} {row['word']}"
                for entry in match.table.log[-60:]
                for seat in (0, 1)
                for row in player_scores(match.game, match.game.rules.table(entry.state, 0), seat)
            }
            assert any(line.removesuffix(".") in news for line in lines) or any(value in news for value in values)
            told += 1
        match.play((player(match.table.state),))
    assert told


def test_the_readme_counts_the_strengths():
    counts = {3: "three", 4: "four", 5: "five"}
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert f"bots of {counts[len(STRENGTHS)]} strengths" in readme


def test_exits_are_edges_of_the_phase_graph():
    edges = {(edge.source, edge.target) for edge in GAME.flow.edges}
    ends = {edge.target for edge in GAME.flow.edges if edge.kind == "return"}
    match = Match(SETUP)
    for _ in range(60):
        if match.over:
            break
        here = match.table.state.step.name
        assert next_step_names(match.table.state)
        assert all((here, target) in edges or target in ends for target in next_step_names(match.table.state))
        match.play((random_player(match.table.decisions)(match.table.state),))


def missing_wins():
    """Return a finished game in which certain wins were missed."""
    match = Match(Setup("altaria", "hearth", "tide", "beginner", "rules", 58))
    while not match.over:
        match.play((erratic_player(match.table.state.serial + 3)(match.table.state),))
    return match


def test_a_certain_win_that_was_missed_is_found():
    match = missing_wins()
    moments = match.moments()
    assert [moment.turn for moment in moments] == [15, 13]
    assert match.moments(1) == moments[:1]
    match.back_to(moments[0].place)
    assert match.table.state.turn == moments[0].turn
    assert 'attack "Vine Prowler" -> cores' in moments[0].moves


def test_moments_are_the_same_whatever_the_learner_could_not_see():
    match = missing_wins()
    moments = match.moments()
    seen = list(match.table.history)
    for number in range(3):
        match.table.history = [one._replace(state=determinised(one.state, number)) for one in seen]
        assert match.moments() == moments


def game_of(name):
    """Return a game against the bot with the first two decks that may meet."""
    game = engines.load(name)
    you = next(iter(game.decks))
    return Match(Setup(name, you, allowed_opponents(game, you)[0], "beginner", "rules", 2))


@pytest.mark.parametrize("name", playable_games())
def test_hints_are_the_same_whatever_the_learner_cannot_see(name):
    match = game_of(name)
    for number in range(3):
        state = match.table.state
        advice = match.advise()
        match.table.state = determinised(state, number)
        assert match.advise() == advice
        match.table.state = state
        match.play((advice.action,))


@pytest.mark.sample("altaria", "star_wars")
@pytest.mark.parametrize("name", playable_games())
def test_every_game_can_be_looked_back_at(name):
    match = game_of(name)
    for number in range(400):
        if match.over:
            break
        match.play((STRENGTHS["beginner"](number)(match.table.state),))
    assert all(moment.moves for moment in match.moments())


def determinised(state, number):
    """Return a copy in which everything that the learner cannot see is dealt again."""
    other = state.copy()
    other.game.rules.determinise(other, 0, RandomSource(number))
    return other


def test_a_variant_and_decks_of_its_own():
    deck = Deck("mine", "Mine", dict.fromkeys(list(GAME.decks["tide"].cards)[:10], 4))
    game = GAME.variant(cores=3).with_decks([deck])
    match = Match(Setup("altaria", "mine", "tide", "quick", "you", 5), game)
    assert match.table.state.game is game
    assert len(match.table.state.players[0].cores) == 3
    mine = {GAME.cards[card].name for card in GAME.rules.belongings(match.table.state, 0)}
    assert mine == set(deck.cards)
    assert "mine" not in GAME.decks


@pytest.mark.parametrize("name", STRENGTHS)
def test_a_strength_has_one_name_for_people_and_code(name):
    assert Setup("altaria", "hearth", "tide", name.title()).strength in STRENGTHS
    assert text.bot_names()[name] == name


@pytest.mark.parametrize(("given", "told"), [("quik", "Did you mean 'quick'"), ("genius", "Bots: newcomer, ")])
def test_a_strength_that_there_is_not_is_refused_by_name(given, told):
    with pytest.raises(DataError, match=given) as refused:
        Setup("altaria", "hearth", "tide", given)
    assert told in str(refused.value)
    assert Setup("altaria", "hearth", "tide", "greedy").strength == "quick"  # as in older logs


def test_choices_that_make_no_sense_get_their_usual_value():
    setup = Setup.of(GAME, {"you": ["none"], "rival": {}, "bot": "god", "first": ["nobody"], "seed": "x"}, 9)
    assert setup == Setup("altaria", "hearth", "tide", "newcomer", "rules", 9)
    assert Setup.of(GAME, {"you": "tide", "seed": "12"}, 9) == Setup(
        "altaria", "tide", "hearth", "newcomer", "rules", 12
    )


# The page.


def test_nothing_hidden_reaches_the_browser(board):
    for _ in range(120):
        table = board.match.table
        if board.match.over:
            break
        hidden = hidden_names(table)
        assert hidden
        scene = json.dumps(board.stage.scene, ensure_ascii=False)
        assert [name for name in hidden if name in scene] == []
        for entry, line in zip(table.log, board._lines, strict=True):
            if entry.event.secret and entry.event.seat != table.viewer:
                assert not any(card.name in line.shown["text"] for card in GAME.cards if card.name != "?"), line
        send(board, type="move", id=len(board.moves) // 2)


def test_a_move_is_one_answer(board):
    for _ in range(40):
        if board.match.over:
            break
        assert send(board, type="move", id=0)


def test_a_refused_try_is_explained_and_changes_nothing(board):
    position = board.match.table.state.position()
    assert send(board, type="try", kind="summon", **{"from": "0.hand.0", "to": None})
    said = board.stage.coach["feedback"]
    assert said["tone"] == "refused"
    assert said["facts"][-1]["clause"] in GAME.rulebook.clauses
    assert board.stage.scene["marks"] == {"0.hand.0": "refused"}
    assert board.match.table.state.position() == position


def test_a_stale_or_senseless_message_is_refused_kindly(board):
    position = board.match.table.state.position()
    for message in (
        {"type": "move", "id": 0, "stamp": board.stamp - 1},
        {"type": "move", "id": 999, "stamp": board.stamp},
    ):
        board.stage.receive(message)
        assert "moved on" in board.stage.coach["feedback"]["title"]
    send(board, type="try", kind=None, **{"from": "9.nowhere.1", "to": None})
    send(board, type="command", name="moment-7")
    send(board, type="command", name="why", n="x")
    for name in ("why", "look", "moment-", "moment--1"):
        assert board.stage.receive({"type": "command", "name": name, "stamp": board.stamp}), name
    assert board.match.table.state.position() == position


def test_undo_goes_back_to_the_last_decision_and_the_log_with_it(board):
    send(board, type="move", id=0)
    before = board.match.table.state.position(), board.stage.events
    send(board, type="move", id=len(board.moves) - 1)
    assert board.match.table.state.position() != before[0]
    send(board, type="command", name="undo")
    assert (board.match.table.state.position(), board.stage.events) == before


def test_why_opens_the_clause_and_shows_the_step(board):
    number = len(board.match.table.log)
    event = board.match.table.log[-1].event
    send(board, type="command", name="why", n=number)
    answer = board.stage.panel["answer"]
    assert (answer["n"], answer["clauses"][0]["id"]) == (number, event.clause)
    assert board.graph.current == event.step
    send(board, type="command", name="why", n=number)
    assert "answer" not in board.stage.panel
    assert board.graph.current == board.match.table.state.step.name


def test_a_hint_names_a_move_with_its_clause_and_lights_its_cards(board):
    send(board, type="command", name="hint")
    said = board.stage.coach["feedback"]
    assert said["title"].startswith("A careful player would")
    assert said["facts"][-1]["clause"] in GAME.rulebook.clauses
    assert set(board.stage.scene["marks"].values()) <= {"lit"}


def test_the_end_says_who_won_by_which_clause_and_can_be_played_again(board):
    while not board.match.over:
        send(board, type="move", id=0)
    result = board.match.table.state.result
    said = board.stage.coach["feedback"]
    assert said["facts"][0]["clause"] == result.clause
    assert board.stage.scene["question"]["title"] == said["title"]
    send(board, type="command", name="look")
    assert board.moments is not None
    send(board, type="command", name="again")
    assert not board.match.over
    assert board.match.table.state.turn == 1


def test_the_choices_come_first_and_lead_to_the_game():
    page = play.play("altaria")
    [form] = page.children
    assert form.data["chosen"]["bot"] == next(iter(STRENGTHS))
    assert form.receive(
        {
            "type": "command",
            "name": "start",
            "you": "tide",
            "rival": "tide",
            "bot": "careful",
            "first": "you",
            "seed": "8",
        }
    )
    assert page.board.match.setup == Setup("altaria", "tide", "tide", "careful", "you", 8)
    send(page.board, type="command", name="new")
    assert page.children[0].data["chosen"]["you"] == "tide"


def test_a_game_under_way_waits_beside_the_choices_and_is_taken_up_again():
    page = play.play("altaria", seed=5)
    board = page.board
    send(board, type="move", n=0)
    before = board.match.table.state
    send(board, type="command", name="new")
    [form] = page.children
    assert form.data["under_way"]
    assert form.receive({"type": "command", "name": "go_on"})
    assert page.children == (board.stage,)
    assert page.board.match.table.state is before


def test_no_game_waits_beside_the_first_choices_or_after_the_last_move(monkeypatch):
    page = play.play("altaria")
    assert not page.children[0].data["under_way"]
    page = play.play("altaria", seed=5)
    monkeypatch.setattr(type(page.board.match), "over", True)
    send(page.board, type="command", name="new")
    assert not page.children[0].data["under_way"]


def test_the_address_may_choose_game_and_language(monkeypatch):
    monkeypatch.setenv("QUERY_STRING", "you=tide&seed=4&lang=ja")
    page = play.play("altaria")
    assert page.board.match.setup.you == "tide"
    assert page.board.stage.coach["controls"][0]["label"] == text.format_message("play.undo", "ja")
    assert "lang=ja" in page.board.stage.bar["home"]
    assert links.page_query()["seed"] == "4"


def test_the_form_counts_a_second_deck_apart():
    game = engines.load("chaos")
    for deck in setup_form.setup_form(game, Setup.of(game, {}, 1), "en").data["decks"]:
        assert deck["text"].startswith(f"{game.parameters['deck_size']} cards and 10 Extra cards, ")
    for deck in setup_form.setup_form(GAME, Setup.of(GAME, {}, 1), "en").data["decks"]:
        assert deck["text"].startswith("40 cards, ")


def test_the_form_says_who_leads_a_deck_and_shows_that_card_first():
    game = engines.load("kingdom_hearts")
    decks = setup_form.setup_form(game, Setup.of(game, {}, 1), "en").data["decks"]
    assert [deck["led"] for deck in decks] == [
        "Hero: Lio (Light)",
        "Hero: Maren (Dark)",
        "Hero: Oriel (XIII), Cassim (XIII)",
    ]
    assert [deck["cards"][0]["name"] for deck in decks] == ["Lio", "Maren", "Oriel"]


@pytest.mark.parametrize("name", playable_games())
def test_whatever_is_wished_for_the_decks_may_meet(name):
    game = game_with_decks(name)
    for you in game.decks:
        for rival in game.decks:
            setup = Setup.of(game, {"you": you, "rival": rival}, 1)
            assert setup.you == you
            assert Match(setup).game is game


@pytest.mark.parametrize("name", ["chaos", "star_wars"])
def test_a_pass_has_its_line_in_the_log_in_its_place_and_goes_with_it(name):
    game = engines.load(name)
    one, two, *_ = game.decks
    passes = False
    for seed in range(7, 17):  # in some games the player has no window to pass
        match = Match(Setup(name, one, two, seed=seed))
        while not match.over and not passes:
            state, count = match.table.state, len(match.table.log)
            passes = state.step.window and ("pass",) in state.actions
            match.play((("pass",),) if passes else (random_player(count)(state),))
        if passes:
            break
    assert passes
    line = match.table.log[count]
    assert match.table.narrate(line.event) == "You pass."
    assert line.event.clause in game.rulebook.clauses
    assert line.event.step == state.step.name
    same = Match.continued(match.setup, match.game, match.opening)
    match.undo()
    assert len(match.table.log) == count
    assert "The rival passes." not in [same.table.narrate(entry.event) for entry in same.table.log]
    board = Board(match, "en")
    assert len(board.stage.events) >= count


def test_the_rivals_passes_are_told_whatever_it_holds():
    """The log has a line for each pass of the rival in a window in which the learner has acted."""
    match = Match(Setup("chaos", *list(engines.load("chaos").decks)[:2], seed=3))
    told = passed = 0
    while not match.over and passed < 4:
        state = match.table.state
        window = state.step.window and ("pass",) in state.actions
        count = len(match.table.log)
        match.play((("pass",),) if window else (random_player(count)(state),))
        if window:
            lines = [match.table.narrate(entry.event) for entry in match.table.log[count:]]
            passed += 1
            told += "The rival passes." in lines
    assert told


def test_the_line_above_a_game_begins_with_the_turn_and_the_warnings_say_what_they_are(board):
    board.switch = lambda on: None
    board.show()
    assert board.introduction()[1].startswith(("Turn ", "Before the first turn"))
    warnings = next(one for one in board.stage.coach["controls"] if one["name"] == "warnings")
    assert "before a move that loses" in warnings["title"]
    assert text.format_message("play.before_end") == "Back to before the loss"
