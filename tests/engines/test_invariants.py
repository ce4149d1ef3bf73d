"""Invariants of every game: cards are conserved, copies and texts continue alike, hidden information stays hidden."""

import json
from collections import Counter

import pytest

from engines.kernel.chance import RandomSource
from engines.kernel.state import NATURE, State
from engines.search.players import greedy_player, monte_carlo_player
from tests.engines.play import (
    GAMES,
    PLAYERS,
    QUICK,
    begin_game,
    data,
    decisions,
    enough,
    game_of,
    names_in,
    positions,
    rounds,
    sample,
)

DECLARED = [name for name in GAMES if any(step.offers for step in game_of(name).flow.steps.values())]
"""The games whose chapters declare their kinds of action. Their events contain cards as numbers and records."""
MANY = 1000
COUNTED = 4
"""In one game in this many, cards are counted at every decision; in the others, only at the end."""
ROUND_TRIPS = 1500
"""The number of decisions, in whole games, that are also played on copies."""
READ = 3
"""One position in this many is read back from its text."""


def variant(name, number):
    """Return the rule changes for game `number`, which are usually none."""
    variants = data(name).get("variants", ())
    return tuple(variants[number // 10 % len(variants)].items()) if variants and number % 10 == 9 else ()


def series(name):
    """Yield the number of a game, its state at the first decision, and the player."""
    for number in range(enough(MANY)):
        yield number, begin_game(name, number, variant(name, number)), PLAYERS["random"](number)


def cards_of(state, seat):
    """Return the cards of a player, from all zones, in order."""
    return sorted(state.game.rules.belongings(state, seat))


@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_games_end_and_lose_no_card(name):
    ends = Counter()
    for number, state, player in series(name):
        owned = [cards_of(state, seat) for seat in (0, 1)]
        for here in decisions(state, player):
            assert here.legal_actions()
            if number % COUNTED == 0:
                assert [cards_of(here, seat) for seat in (0, 1)] == owned, here.position()
        assert [cards_of(state, seat) for seat in (0, 1)] == owned
        assert state.game.rulebook.clause(state.result.clause)
        assert state.legal_actions() == []
        assert state.decision is None
        ends[state.result.clause] += 1
    assert sum(ends.values()) == enough(MANY)
    assert len(ends) > 1


def look(state):
    """Return a state as both players see it."""
    views = [state.view(seat) for seat in (0, 1)]
    return state.position(), list(state.legal_actions()), views, state.canonical_key(), state.decision


def same(one, other):
    """Assert that two states look the same to both players."""
    assert look(one) == look(other)


@pytest.mark.parametrize("name", GAMES)
def test_copy_and_text_play_on_like_the_original(name):
    at = 0
    for _, state, player in series(name):
        if at >= enough(ROUND_TRIPS):
            break
        seen = look(state)
        while state.result is None and at < enough(ROUND_TRIPS):
            at += 1
            others = [state.copy()]
            if at % READ == 0:
                others.append(game_of(name).position(seen[0]))
            for other in others:
                assert look(other) == seen
            action, spare = player(state), state.copy()
            for one in (state, *others):
                one.apply(action)
            assert spare.position() == seen[0], "playing on with a copy touched another one"
            seen = look(state)
            for other in others:
                assert look(other) == seen


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_replayed_from_rules_decks_seed_and_actions(name):
    for number in range(rounds(20)):
        first, player, played = begin_game(name, number), PLAYERS["greedy"](number), []
        while first.result is None:
            played.append(player(first))
            first.apply(played[-1])
        second = begin_game(name, number)
        for action in played:
            second.apply(action)
        same(first, second)


@pytest.mark.parametrize("name", DECLARED)
def test_a_game_that_nobody_watches_names_no_cards_in_what_happens(name, monkeypatch):
    names = {card.name for card in game_of(name).cards}

    def told(state, kind, clause, seat, secret=False, **facts):
        assert state.events is None
        assert not [fact for fact in facts.values() if isinstance(fact, str) and fact in names], kind

    monkeypatch.setattr(State, "note", told)
    for number in range(rounds(20)):
        for _ in decisions(begin_game(name, number), PLAYERS["random"](number)):
            pass


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_of_the_log_begins_with_a_capital_letter_and_ends(name):
    for number in range(max(2, rounds(12))):
        state = begin_game(name, number, variant(name, number), run=False)
        state.listen()
        state.run()
        for _ in decisions(state, PLAYERS[("random", "greedy")[number % 2]](number)):
            pass
        for event in state.events:
            for rendered in (
                state.game.narrate(event, 0),
                state.game.narrate(event, 1),
                state.game.narrate(event, 0, names=("P1", "P2")),
            ):
                assert rendered[0] == rendered[0].upper(), rendered
                assert rendered[-1] in ".!?", rendered


def determinised(state, seat, seed):
    """Return a copy in which everything that `seat` cannot see has been dealt anew."""
    other = state.copy()
    other.game.rules.determinise(other, seat, RandomSource(seed))
    return other


@pytest.mark.parametrize("name", GAMES)
def test_a_view_does_not_depend_on_what_is_hidden(name):
    looked = 0
    for number, state in enumerate(sample(positions(name), 2)):
        for seat in (0, 1):
            assert determinised(state, seat, number).view(seat) == state.view(seat)
            looked += 1
    assert looked > enough(1000)


@pytest.mark.parametrize("name", GAMES)
def test_computer_players_do_not_use_what_is_hidden(name):
    looked = 0
    for number, state in enumerate(sample(positions(name))):
        seat = state.seat_to_act
        if not state.actions or seat == NATURE:
            continue
        other = determinised(state, seat, number)
        assert other.step.ask(other) == state.legal_actions(), "the choices themselves tell"
        assert greedy_player(number)(other) == greedy_player(number)(state), state.position()
        if number % 20 == 0:
            careful, again = monte_carlo_player(number, deals=2), monte_carlo_player(number, deals=2)
            assert careful(other) == again(state), state.position()
        looked += 1
    assert looked > enough(1000)


def what_tries_say(state, seat):
    """Return everything that a player learns from trying: each try as text, with its requirements, met or not."""
    game = state.game
    return {action: (game.notation.write(state, action, seat), game.explain(state, action, seat))
            for action in game.tries(state, seat)}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_what_a_try_tells_does_not_depend_on_what_is_hidden(name):
    for number, state in enumerate(sample(positions(name), 40)):
        for seat in (0, 1):
            assert what_tries_say(determinised(state, seat, number), seat) == what_tries_say(state, seat), (
                state.position()
            )


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_of_the_unseen_cards_is_a_real_one(name):
    """Each player has the same cards in different places: most deals change the game, and none changes the cards."""
    changed, deals = 0, sample(positions(name), 2)
    for number, state in enumerate(deals):
        other = determinised(state, number % 2, number)
        assert [cards_of(other, seat) for seat in (0, 1)] == [cards_of(state, seat) for seat in (0, 1)]
        other.chance = state.chance
        changed += other.position() != state.position()
    assert changed > len(deals) / 2


@pytest.mark.parametrize("name", GAMES)
def test_a_view_names_no_card_that_is_hidden(name):
    """Every name in a view, as sent to a browser, belongs to a card that is there even if hidden ones are forgotten."""
    for state in sample(positions(name), 2):
        game = state.game
        for seat in (0, 1):
            forgotten = state.copy()
            game.rules.forget_unseen(forgotten, seat)
            assert forgotten.view(seat) == state.view(seat)
            seen = {game.cards[card].name for side in (0, 1) for card in game.rules.belongings(forgotten, side)}
            named = set(names_in(json.loads(json.dumps(state.view(seat)))))
            assert named & set(game.by_name) <= seen, state.position()


@pytest.mark.parametrize("name", GAMES)
def test_every_action_is_written_and_read_back(name):
    for state in sample(positions(name), 3):
        texts = [state.text(action) for action in state.actions]
        assert len(set(texts)) == len(texts), texts
        for action, text in zip(state.actions, texts, strict=True):
            assert state.read(text)[0] == action, text


@pytest.mark.parametrize("name", GAMES)
def test_seeds_decide_everything(name):
    assert begin_game(name, 0).position() == begin_game(name, 0).position()
    assert begin_game(name, 0).position() != begin_game(name, 4).position()


@pytest.mark.parametrize("name", GAMES)
def test_chance_is_a_matter_of_the_seed_alone(name):
    """Copies have the same results, whatever is viewed, listened to, or drawn at random by computer players."""
    one, other = begin_game(name, 7), begin_game(name, 7)
    other.listen()
    player = PLAYERS["greedy"](1)
    while one.result is None and not (QUICK and one.turn > 3):
        action = player(one)
        monte_carlo_player(3, deals=2)(other.copy())
        for state in (one, other):
            state.apply(action)
        same(one, other)
