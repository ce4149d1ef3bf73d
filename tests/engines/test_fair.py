"""In every game the bots pursue its goal, and the small games are fair between equal players."""

import pytest

import engines
from engines.designs import PIECES, Design
from engines.search.players import greedy_player, random_player
from tests.engines.evening import write_evening_game
from tutor.commands.new_game import write_skeleton
from tutor.estimates import spread_of, wilson_interval

SMALL_GAMES = (*engines.names(small=True), "skeleton", "evening")
DESIGNS = {"empty": (), "everything": tuple(PIECES)} | {piece: (*PIECES[piece].needs, piece) for piece in PIECES}


@pytest.fixture(scope="module")
def game(request, tmp_path_factory):
    """Return a game by name: one of the program's, a new one, the one in the document, or a design."""
    folder = tmp_path_factory.mktemp("fair")
    if request.param == "skeleton":
        return engines.load_file(write_skeleton("moss_garden", folder)[0])
    if request.param == "evening":
        return engines.load_file(write_evening_game(folder))
    if request.param in DESIGNS:
        return Design(title=request.param, pieces=DESIGNS[request.param]).game()
    return engines.load(request.param)


def play(game, bots, seed, swapped):
    """Return a finished game. swapped : whether the decks change seats."""
    ids = list(game.decks)[:2]
    state = game.new((ids[1], ids[0]) if swapped else (ids[0], ids[1]), seed=seed)
    while state.result is None:
        state.apply(bots[state.seat_to_act](state))
    return state


@pytest.mark.parametrize("game", [*engines.names(), *SMALL_GAMES, *DESIGNS], indirect=True)
def test_a_quick_player_beats_one_who_acts_at_random(game):
    won = games = 0
    for seed in range(40):
        mine = seed % 2
        bots = [random_player(2 * seed), random_player(2 * seed + 1)]
        bots[mine] = greedy_player(2 * seed + mine)
        winner = play(game, bots, seed, seed % 4 > 1).result.winner
        won, games = won + (winner == mine), games + (winner is not None)
    assert wilson_interval(won, games)[0] > 0.5, f"{won} of {games}"


@pytest.mark.sample(*SMALL_GAMES, "pack", "soil")
@pytest.mark.parametrize("game", [*SMALL_GAMES, *PIECES], indirect=True)
def test_a_small_game_is_fair_and_its_length_varies(game):
    first, turns, games = 0, [], 400
    for seed in range(games):
        state = play(game, [greedy_player(2 * seed), greedy_player(2 * seed + 1)], seed, seed % 2 == 1)
        first += state.result.winner == 0
        turns.append(state.turn)
    assert 0.45 <= first / games <= 0.55, f"the first player won {first} of {games}"
    low, _, high = spread_of(turns)
    assert high - low >= 2
