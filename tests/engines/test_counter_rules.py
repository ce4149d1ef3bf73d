"""Counter-rules: the same games with one rule changed, derived from each game's definition."""

from copy import copy
from functools import cache

import pytest

import engines
from engines import compiled
from engines.kernel.flow import CompiledStep, Flow, copy_row, entries_of, in_words
from engines.kernel.listener import Event
from engines.kernel.state import NATURE
from engines.search.players import random_player
from engines.variants import rule_patch
from engines.variants.changing import forget_events
from engines.variants.counter_rules import (
    PARAMETER,
    SKIPS,
    SWAPS,
    WITHOUT,
    WRITTEN,
    by_id,
    counter_rules,
    derive_rules,
    move_to_game,
)
from engines.variants.written_rules import left_out
from tests.engines.play import GAMES, PLAYERS, begin_game, sample


@cache
def positions(name, games=3, every=5):
    """Return some positions of play-outs, by the true rules."""
    found = []
    for number in range(games):
        state, player = begin_game(name, number), random_player(number)
        at = 0
        while state.result is None:
            if at % every == 0 and state.seat_to_act != NATURE:
                found.append(state.copy())
            at += 1
            state.apply(player(state))
    return found


def some(name, sort, count):
    """Return some counter-rules of a sort, spread over the list."""
    rules = [rule for rule in counter_rules(engines.load(name)) if rule.sort == sort]
    return rules[:: max(1, len(rules) // count)]


@pytest.mark.parametrize("name", GAMES)
def test_ids_clauses_and_words(name):
    game = engines.load(name)
    rules = counter_rules(game)
    assert len({rule.id for rule in rules}) == len(rules)
    for rule in rules:
        assert rule.clauses
        assert all(game.rulebook.clause(clause) for clause in rule.clauses)
        assert rule.says
        assert "{" not in rule.says


@pytest.mark.parametrize("name", GAMES)
def test_without_a_requirement_more_is_listed_and_nothing_refuses_it(name):
    more = 0
    for rule in some(name, WITHOUT, 12):
        game, out = rule.patched(), rule.id.rpartition(".")[2]
        for true in positions(name)[::3]:
            state = move_to_game(true, game)
            assert [action for action in state.actions if action in true.actions] == true.actions
            for action in state.actions:
                assert state.why_not(action) == []
                if action not in true.actions and true.step.name in game.kinds[action[0]].steps:
                    more += 1
                    if true.actions[0][0] in true.step.on and len(true.actions) > 1:
                        assert [reason.requirement for reason in true.why_not(action)] in ([out], [])
                    state.copy().apply(action)
    assert more


@pytest.mark.parametrize("name", GAMES)
def test_a_changed_parameter_changes_nothing_else(name):
    for rule in some(name, PARAMETER, 4):
        game = rule.patched()
        assert game.flow is engines.load(name).flow
        changed = rule.id.partition(":")[2][:-2]
        assert {key for key, value in game.parameters.items() if value != engines.load(name).parameters[key]} == {
            changed
        }


@pytest.mark.parametrize("name", GAMES)
def test_a_state_moves_there_and_back(name):
    game = engines.load(name)
    for rule in some(name, WITHOUT, 5):
        for true in positions(name)[::7]:
            there = move_to_game(true, rule.patched())
            if there.step.name == true.step.name:
                assert there.game is rule.patched()
                assert move_to_game(there, game).canonical_key() == true.canonical_key()
                assert move_to_game(there, game).actions == true.actions
            assert true.game is game


@pytest.mark.parametrize("name", GAMES)
def test_a_patched_game_plays_from_its_beginning_and_draws(name):
    rule = some(name, WITHOUT, 1)[0]
    game = rule.patched()
    assert rule.patched() is game
    true = begin_game(name, 1, run=False)
    state, player = move_to_game(true, game), random_player(1)
    state.run()
    for _ in range(60):
        if state.result is not None:
            break
        assert state.view(0)
        assert str(state)
        state.apply(player(state))
    assert game.graph().nodes


def test_what_cannot_be_carried_out_as_things_stand_is_repaired_first():
    game = engines.load("altaria")
    state = game.position(
        'step = "MAIN"\nplayer = "P1"\nturn = 5\n[P1]\nhand = ["Ember Sprinter"]\naltar = ["Kiln Drummer"]\n[P2]\n'
    )
    (card,) = state.players[0].hand
    assert ("summon", card) not in state.actions
    believed = move_to_game(state, by_id(game)["without:summon.energy"].patched())
    assert ("summon", card) in believed.actions
    believed.apply(("summon", card))
    assert [believed.name(unit[1]) for unit in believed.players[0].field] == ["Ember Sprinter"]
    assert believed.players[0].energy == []


def test_the_copy_of_a_row_has_all_its_entries():
    for step in engines.load("altaria").flow.steps.values():
        assert entries_of(copy_row(step)) == entries_of(step)
        assert copy_row(step, window=not step.window).window != step.window


def test_a_table_leaves_its_rows_as_they_are():
    rows = [copy_row(step) for step in engines.load("altaria").flow.steps.values()]
    before = [entries_of(row) for row in rows]
    assert all(type(step) is CompiledStep for step in Flow(rows).steps.values())
    assert [entries_of(row) for row in rows] == before


@pytest.mark.parametrize("name", GAMES)
def test_what_is_left_out_or_swapped_can_be_played(name):
    rules = [rule for sort in (WITHOUT, SKIPS, SWAPS, WRITTEN) for rule in some(name, sort, 5)]
    for number, rule in enumerate(rules):
        state, player = move_to_game(begin_game(name, number, run=False), rule.patched()), random_player(number)
        state.run()
        for _ in range(80):
            if state.result is not None:
                assert state.result[:3] != state.game.endless(state)[:3], rule.id
                break
            state.apply(player(state))


@pytest.mark.sample("0-*")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("part", range(5))
def test_a_game_by_any_counter_rule_can_be_played_through(name, part):
    """There are five parts, each with one rule in five."""
    rules = [*enumerate(counter_rules(engines.load(name)))][part::5]
    for number, rule in rules if compiled.MODULES else sample(rules):
        play_through(name, rule, number, PLAYERS["greedy" if number % 2 else "random"](number))


def play_through(name, rule, number, player):
    state = move_to_game(begin_game(name, number, run=False), rule.patched())
    state.run()
    for _ in range(600):  # under some of them, games never end with a winner
        if state.result is not None:
            break
        state.apply(player(state))


@pytest.mark.parametrize(
    ("name", "id", "decks", "seed"),
    [
        pytest.param("altaria", "M12", ["hearth", "tide"], 14, id="Magic destroys the attacker"),
        pytest.param("altaria", "block_before_ambush", ["hearth", "tide"], 38, id="Ambush is paid after the block"),
        pytest.param("altaria", "no_power_no_unit", ["tide", "tide"], 622373, id="nothing is left to choose"),
        pytest.param("kingdom_hearts", "win_at_the_end", ["lantern", "thornfield"], 8, id="an effect goes on"),
        pytest.param("kingdom_hearts", "without:battle.has_obstacle", ["bell", "bell"], 338999, id="no world yet"),
        pytest.param("star_wars", "without:deploy_top.new_version", ["dark", "light"], 855275, id="two copies"),
    ],
)
def test_what_once_stopped_a_game(name, id, decks, seed):
    game = engines.load(name)
    state = move_to_game(game.new(decks=decks, seed=seed, run=False), by_id(game)[id].patched())
    state.run()
    state.listen()
    player = PLAYERS["random" if seed % 2 or seed < 100 else "greedy"](seed)
    while state.result is None:
        state.apply(player(state))


@pytest.mark.parametrize("name", GAMES)
def test_what_cannot_be_played_is_derived_and_left_out_with_its_reason(name):
    game = engines.load(name)
    cannot = left_out(game)[0]
    assert {*cannot} <= {rule.id for rule in derive_rules(game)}
    assert not {*cannot} & {*by_id(game)}
    assert all(cannot.values())


def test_ways_are_swapped_both_ways():
    rule = by_id(engines.load("altaria"))["swaps:BREAK.to#2"]
    (edges, others) = (
        {(edge.target, in_words(edge.conditions)) for edge in game.flow.edges if edge.source == "BREAK"}
        for game in (engines.load("altaria"), rule.patched())
    )
    assert ("CORE_TRIGGER", "Core Trigger usable") in edges
    assert ("ATTACK_END", "Core Trigger usable") in others
    assert ("CORE_TRIGGER", "none usable") in others


def test_a_face_that_cannot_be_copied_is_worked_out_anew():
    """A compiled class can only be created from its card, so `copy` cannot create one."""

    class Compiled:
        def __new__(cls, card):
            return super().__new__(cls)

        def __init__(self, card):
            self.cost = card.number

    card = copy(engines.load("altaria").cards[3])
    card.extra = Compiled(card)
    with pytest.raises(TypeError):
        copy(card.extra)
    other = rule_patch.with_face(card, lambda face: setattr(face, "cost", face.cost + 1))
    assert (card.extra.cost, other.extra.cost) == (3, 4)


def test_an_event_is_forgotten_with_its_picture_also_where_the_pictures_began_later():
    state = engines.load("altaria").new(seed=1).listen()
    events = [Event(kind, "ALT-1.1", 0, {}, False, "") for kind in ("fell", "moved", "fell", "moved")]
    pictures = [state.copy(), state.copy()]
    state.listener.events, state.listener.film = [*events], [*pictures]
    forget_events(state, 0, "fell")
    assert state.events == [events[1], events[3]]
    assert [id(one) for one in state.film] == [id(pictures[1])]


@pytest.mark.parametrize("rule", [None, "M7"])
def test_a_win_by_the_last_core_is_told_also_where_broken_cores_go_to_the_graveyard(rule):
    game = engines.load("altaria")
    position = {"P1": {"field": ["Ember Sprinter"]}, "P2": {"cores": ["Tide Scout"]}, "step": "ATTACK"}
    state = game.position(position)
    if rule is not None:
        state = move_to_game(state, by_id(game)[rule].patched())
    state.listen(film=True)
    while state.result is None:
        state.apply(state.actions[0])
    assert [event.kind for event in state.events][-2:] == ["broken", "won"]
    assert (state.events[-2].facts, state.events[-1].clause) == ({"count": 1, "left": 0}, "ALT-13.4")
    assert len(state.film) == len(state.events)


def test_broken_cores_that_go_to_the_graveyard_are_told_after_the_break():
    game = engines.load("altaria")
    position = {"P1": {"field": ["Ember Sprinter"]}, "P2": {"cores": ["Tide Scout", 6]}, "step": "ATTACK"}
    state = move_to_game(game.position(position), by_id(game)["M7"].patched()).listen(film=True)
    while not state.players[1].graveyard:
        state.apply(state.actions[0])
    kinds = [event.kind for event in state.events]
    assert kinds[kinds.index("broken") :][:2] == ["broken", "to_graveyard"]
    assert "took_cores" not in kinds
    assert len(state.film) == len(state.events)
