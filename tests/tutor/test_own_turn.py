"""Your turn, with nothing highlighted: legal actions are not shown but can be made, refused tries are counted."""

import random
from dataclasses import replace
from functools import cache

import pytest

import engines
from tutor.boards.presentation import playable_games
from tutor.boards.scenery import try_button
from tutor.courses.loader import load_course
from tutor.event_log import Event
from tutor.lessons.loader import find_lesson, read_lesson
from tutor.lessons.page import open_session
from tutor.lessons.replay import replay_answer
from tutor.matches import clicks
from tutor.matches.playthrough import Playthrough
from tutor.matches.setup import allowed_opponents
from tutor.matches.unlit import OpenChoice, _is_about_cards, is_pick, put_out_lights, read_unlit_click
from tutor.practice import makers, survey
from tutor.practice.maker_own_turn import whole_turns
from tutor.practice.question import session_of
from tutor.puzzles.store import load_puzzles

POSITIONS = 12
"""Number of positions of each game, from random play."""
FEWEST = 9
"""Minimum number of whole turns that each game can ask for; Star Wars has no more without dice."""


@cache
def tables(name):
    """Return tables of a game at decisions, seen by the deciding player."""
    game, chance = engines.load(name), random.Random(7)
    found = []
    for seed in range(1, 40):
        deck = chance.choice(list(game.decks))
        state = game.new((deck, allowed_opponents(game, deck)[0]), seed)
        for _ in range(chance.randrange(5, 120)):
            if state.result is not None:
                break
            state.apply(state.actions[chance.randrange(len(state.actions))])
        if state.result is None and state.seat_to_act in (0, 1) and state.step.shares is None:
            found.append(Playthrough(state, viewer=state.seat_to_act))
    return found[:POSITIONS]


def tries_of(table, move, verbs):
    """Return the click that means a move when nothing is highlighted."""
    message = {"type": "try", "stamp": 1, "kind": move.kind, "from": move.source, "to": move.target}
    if not move.source and not move.target:
        assert move.kind in verbs
    elif is_pick(table.state):
        message |= {"kind": None, "from": move.source or move.target, "to": None}
    return message


def test_a_target_that_is_asked_for_is_answered_by_one_click_and_by_the_form():
    position = {
        "game": "chaos",
        "turn": 3,
        "step": "D1",
        "player": "you",
        "done": ["entered", "fought"],
        "you": {"partner": ["Wind and Glass Kazane & Yuzuki over Glass Painter Yuzuki"], "front": ["Keen Eyes Shiori"]},
        "rival": {"partner": ["Beyond the Clouds Tsubame over Tailwind Tsubame"]},
    }
    table = Playthrough(engines.load("chaos").position(position))
    table.state.apply(table.state.read('attack "Keen Eyes Shiori"')[0])
    partner = next(move.source for move in table.moves() if move.kind == "target")
    assert put_out_lights(table, table.scene(1), None)["unlit"]["pick"]
    clicked = [
        read_unlit_click(table, {"type": "try", "stamp": 1, "kind": kind, "from": begin, "to": end}, 1)
        for kind, begin, end in ((None, partner, None), ("target", partner, None), ("target", None, partner))
    ]
    assert [one.actions[0][0] for one in clicked] == ["target"] * 3


@pytest.mark.parametrize("name", playable_games())
def test_every_legal_move_can_be_made_although_none_is_lit(name):
    made = 0
    for table in tables(name):
        scene = put_out_lights(table, table.scene(1))
        assert all(not move["from"] and not move["to"] for move in scene["moves"])
        shown, verbs = {move["id"] for move in scene["moves"]}, [one["kind"] for one in scene["unlit"]["verbs"]]
        for number, move in enumerate(table.moves()):
            if number in shown:
                continue
            meaning = read_unlit_click(table, tries_of(table, move, verbs), 1)
            if isinstance(meaning, OpenChoice):
                assert number in meaning.numbers
                asked = put_out_lights(table, table.scene(1), meaning)["moves"]
                assert [one["id"] for one in asked] == list(meaning.numbers)
            else:
                assert isinstance(meaning, clicks.ChosenMove)
                assert table.moves()[meaning.number].text == move.text
            made += 1
    assert made > POSITIONS


@pytest.mark.parametrize("name", playable_games())
def test_where_few_kinds_have_been_met_whatever_is_legal_still_has_its_button(name):
    seen = 0
    for table in tables(name):
        scene = put_out_lights(table, table.scene(1), met=("no kind at all",))
        zones = scene["players"][0]["zones"]
        labels = {card["ref"]: {row["label"] for row in card["kinds"]} for zone in zones for card in zone["cards"]}
        for move in table.moves():
            if move.source in labels and not is_pick(table.state):
                assert try_button(table.state.game.kinds[move.kind])["label"] in labels[move.source], move.text
                seen += 1
    assert seen


def are_related(one, other):
    return one is not None and (f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}."))


@pytest.mark.parametrize("name", playable_games())
def test_nothing_is_played_at_a_place_that_was_not_meant(name):
    """A card that is dropped where it can do nothing, such as an attacker on the own deck, does nothing elsewhere."""
    chance, played = random.Random(5), 0
    for table in tables(name):
        refs = [ref for ref, _ in table.state.game.rules.table(table.state, table.viewer).references()]
        starts = sorted({move.source for move in table.moves() if move.source and move.target})
        for start, end in ((start, end) for start in starts for end in chance.sample(refs, min(12, len(refs)))):
            message = {"type": "try", "stamp": 1, "kind": None, "from": start, "to": end}
            meaning = read_unlit_click(table, message, 1)
            if isinstance(meaning, clicks.ChosenMove):
                move = table.moves()[meaning.number]
                assert are_related(move.target, end), (start, end, move)
                played += 1
    assert played


@pytest.mark.parametrize("name", playable_games())
def test_what_is_shown_does_not_follow_what_is_legal(name):
    """The buttons of a card are those of its zone and of the step, and either all cards have some, or none has.

    Their order follows what the card is: it is the same for cards alike.
    """
    for table in tables(name):
        scene = put_out_lights(table, table.scene(1))
        assert not scene["primary"]
        for zone in scene["players"][0]["zones"]:
            orders = {(card.get("face"), tuple(kind["kind"] for kind in card["kinds"])) for card in zone["cards"]}
            assert len({frozenset(order) for _, order in orders}) <= 1
            assert len(orders) == len({face for face, _ in orders})


def test_with_nothing_lit_what_a_card_is_for_comes_first():
    """A row has room for four or five buttons; the others are behind one more."""
    hand = {"Mend": "Cast", "Quick Flare": "Use this card", "Gorro": "Call", "Glass Dunes": "Move"}
    zones = {"hero": "Lio", "hp": 5, "hand": [*hand], "worlds": ["Lantern Quay"], "deck": 30}
    rival = {"hero": "Maren", "hp": 5, "hand": 6, "deck": 30}
    position = {"game": "kingdom_hearts", "turn": 3, "step": "A0", "player": "P1", "P1": zones, "P2": rival}
    table = Playthrough(engines.load("kingdom_hearts").position(position), viewer=0)
    scene = put_out_lights(table, table.scene(1))
    cards = next(zone["cards"] for zone in scene["players"][0]["zones"] if zone["id"] == "0.hand")
    assert [card["kinds"][0]["label"] for card in cards] == [*hand.values()]


@pytest.mark.parametrize("name", playable_games())
def test_what_a_hand_card_is_for_follows_from_the_card_alone(name):
    told = {}
    for table in tables(name):
        state, hand = table.state, {f"{table.viewer}.hand.{at}" for at in range(40)}
        for action in state.game.tries(state, table.viewer):
            if hand & {*table.places(action)[0]}:
                for need in filter(_is_about_cards, state.game.kinds[action[0]].requirements):
                    card = state.game.cards[action[1]].name
                    told.setdefault((need.name, card), set()).add(need.holds(state, table.viewer, action))
    assert all(len(found) == 1 for found in told.values()), told
    assert told or name in ("altaria", "chaos", "dgrayman")


def test_a_verb_without_a_target_keeps_card_and_verb_in_hand():
    run = session_of(question("altaria"))
    table = run.table
    attack = next((one for one in table.moves() if one.source and one.target), None)
    while attack is None:  # continue to the phase in which there are targets
        run.act(next(at for at, one in enumerate(table.moves()) if not one.source))
        attack = next((one for one in table.moves() if one.source and one.target), None)
    meaning = read_unlit_click(table, {"type": "try", "stamp": 1, "kind": attack.kind, "from": attack.source}, 1)
    if isinstance(meaning, OpenChoice):
        assert (meaning.kind, meaning.source, meaning.numbers) == (attack.kind, attack.source, ())
        held = put_out_lights(table, table.scene(1), meaning)["unlit"]["held"]
        assert held == {"kind": attack.kind, "ref": attack.source}
    else:
        assert isinstance(meaning, clicks.ChosenMove)


@cache
def question(game, at=0):
    aims = survey.load_survey()[game]["own_turn"]
    return makers.make_question(game, "own_turn", aims[at], 3)


def play_right(run):
    """Play the solver's solution."""
    while not run.done and not run.lost:
        plan = tuple(run.solution())
        moves = run.table.moves()
        fitting = [at for at, one in enumerate(moves) if one.actions[0] == plan[0]]
        run.act(next((at for at in fitting if moves[at].actions == plan[: len(moves[at].actions)]), fitting[0]))


def try_something_illegal(run, count):
    """Try illegal texts of the other player's cards until `count` different tries were refused."""
    kinds, places = run.lesson.game.kinds, [card["ref"] for card in cards_of(run)]
    for kind in kinds:
        for ref in places:
            if len(run.refused) == count:
                return
            message = {"type": "try", "stamp": run.stamp, "kind": kind, "from": ref, "to": None}
            if not isinstance(run.read_click(message), clicks.ChosenMove | OpenChoice):
                run.handle(message)
    assert len(run.refused) == count


def cards_of(run):
    return [card for zone in run.scene()["players"][0]["zones"] for card in zone["cards"]]


@pytest.mark.parametrize("game", playable_games())
def test_a_whole_turn_is_judged_at_its_end(game):
    heard = []
    run = session_of(question(game), lambda verdict, facts: heard.append((verdict, facts)))
    assert run.stage()["coach"]["hints"] is None
    assert not run.stage()["coach"]["controls"]
    play_right(run)
    assert [verdict for verdict, _ in heard] == ["right"]
    assert run.feedback["title"] == "The goal is reached."
    assert replay_answer(logged(question(game), heard[-1])).verdict == "right"


def logged(asked, heard):
    verdict, facts = heard
    event = Event("2026-01-01T00:00:00Z", "x", asked.game, f"{asked.game}/practice", asked.id, "turn", verdict)
    return replace(
        event, actions=tuple(facts["actions"]), clauses=asked.clauses, options=asked.options, form=asked.form
    )


def test_refused_tries_are_explained_and_counted_once_and_too_many_fail():
    for count, verdict in ((2, "right"), (3, "wrong")):
        heard = []
        run = session_of(question("altaria"), lambda one, facts, heard=heard: heard.append((one, facts)))
        try_something_illegal(run, count)
        assert (run.feedback["tone"], run.feedback["say"]) == (
            "refused",
            f"Refused tries: {count}. Up to 2 are allowed.",
        )
        again = run.refused[-1]
        run.tried(run.table.read_try(again))
        assert len(run.refused) == count, "the same try counts once"
        play_right(run)
        assert heard[-1][0] == verdict
        assert run.reached_goal
        assert replay_answer(logged(question("altaria"), heard[-1])).verdict == verdict


def test_nothing_helps_and_nothing_is_taken_back_before_the_end():
    run = session_of(question("altaria"))
    run.act(0)
    made = len(run.table.history)
    for name in ("undo", "hint", "reset", "aim"):
        run.handle({"type": "command", "stamp": run.stamp, "name": name})
    assert (len(run.table.history), run.hints, run.feedback) == (made, 0, None)


def test_a_turn_that_misses_its_goal_shows_a_way_and_can_be_played_again():
    heard = []
    run = session_of(question("altaria"), lambda verdict, facts: heard.append((verdict, facts)))
    while not run.lost:
        ends = [at for at, one in enumerate(run.table.moves()) if not one.source and not one.target]
        run.act(ends[-1] if ends else 0)
    assert run.feedback["title"] == "The turn is over, and the goal is not reached."
    assert "One way: " in run.feedback["say"]
    assert [one["name"] for one in run.stage()["coach"]["controls"]] == ["reset", "odd"]
    assert replay_answer(logged(question("altaria"), heard[-1])).verdict == "wrong"
    run.handle({"type": "command", "stamp": run.stamp, "name": "reset"})
    assert not run.lost
    assert not run.table.history


def test_a_turn_that_is_asked_for_needs_several_actions_and_little_luck():
    for game in playable_games():
        turns = whole_turns(game)
        assert len(turns) >= FEWEST
        assert all(sum(seat == 0 for seat, _ in one.line) >= 2 and not one.chance for one in turns)


@pytest.mark.parametrize("game", playable_games())
def test_what_is_asked_from_stored_positions_follows_them(game):
    """`asked.toml` contains no aim that lost its last position when puzzles were dropped."""
    for maker, stored in (("own_turn", whole_turns(game)), ("best_move", load_puzzles(game))):
        assert {*survey.load_survey()[game][maker]} <= {rule for puzzle in stored for rule in puzzle.rules}


@pytest.mark.parametrize(("kind", "odd"), [("do", False), ("watch", False), ("which", True), ("solve", True)])
def test_only_a_question_can_be_called_odd(kind, odd):
    """A step that is watched, done or played asks nothing that could be odd."""
    lessons = [read_lesson(find_lesson(part.lesson.name)) for part in load_course("altaria").parts]
    lesson, step = next((lesson, step) for lesson in lessons for step in lesson.steps if step.kind == kind)
    run = open_session(lesson, step)
    run.verdict(False, "no", [])
    assert any(one["name"] == "odd" for one in run.stage()["coach"]["controls"]) == odd
