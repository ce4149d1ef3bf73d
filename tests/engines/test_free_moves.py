"""Free moves: a text is carried out by hand, and whatever is moved, marked or set, the position remains valid."""

import random
from collections import Counter

import pytest

import engines
from engines.declare.scalar_fields import Number
from engines.declare.zone_fields import EVERYBODY, OWNER, Cards, Pile, Records
from engines.designs.set_files import read_set
from engines.errors import DataError
from engines.forms import free_moves
from engines.forms.free_moves import LOOK, MARK, MOVE, REVEAL, SET, SHUFFLE, FreeMove
from engines.forms.hand_edits import make_free_move
from engines.forms.positions import cards_in
from engines.kernel.programs import HAND_STEP
from engines.legal.by_hand import call_hands, may_call_hands, stands_by_hand
from engines.search.players import random_player
from tests.engines.play import GAMES, QUICK, sample
from tests.engines.test_by_hand import by_hand


def own_game(name):
    """Return a game with a deck whose cards have their abilities only as texts, and the id of another deck."""
    game = engines.load(name)
    decks = list(game.decks)
    return game.with_set(read_set(by_hand(name, decks[0]), "mine.toml")), decks[1]


def any_move(state, rng):
    """Return a random free move, possible or not."""
    zones = free_moves.zone_fields_of(state)
    side, name = rng.randrange(2), rng.choice([*zones])
    zone, one = (side, name), zones[name]
    verb = rng.choice([MOVE] * 6 + [SHUFFLE, LOOK, REVEAL, MARK, MARK, SET])
    cards = [card for text in free_moves.texts_in(state, zone) for card in free_moves.names_of_entry(one, text)]
    figures = [*free_moves.figures_of(state)]
    if verb == SET and figures:
        figure, value = rng.choice(figures)
        return FreeMove(SET, figure, number=value + rng.choice([-4, 1, 3]))
    if verb == MARK and isinstance(one, Records) and cards:
        word = rng.choice([word for word in one.record.marks if word != "#"] or ["none"])
        mark = rng.choice(["", "no "]) + word + (" 2" if one.record.marks.get(word) else "")
        return FreeMove(MARK, zone, rng.choice(cards), word=mark)
    if verb in (LOOK, REVEAL, SHUFFLE):
        return FreeMove(verb, zone)
    card = rng.choice([*cards, "random", "top"])
    return FreeMove(MOVE, zone, card, 1, (rng.randrange(2), rng.choice([*zones])), rng.choice(["", "", "bottom"]))


def cards_of(state):
    return Counter(card for player in state.both for card in cards_in(player))


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_done_by_hand_the_position_stays_one(name):
    game, other = own_game(name)
    made = refused = 0
    for seed in sample(range(6)):
        rng, state = random.Random(seed), game.new(("mine/one", other), seed)
        player = random_player(seed)
        for _ in range(400):
            if may_call_hands(state) and rng.random() < 0.1:
                call_hands(state, state.seat_to_act)
            for _ in range(3):
                if not stands_by_hand(state):
                    break
                move, before, key = any_move(state, rng), cards_of(state), state.canonical_key()
                assert free_moves.read_free_move(free_moves.write_free_move(move)) == move
                try:
                    hand = make_free_move(state, move, state.procedure_locals.seat)
                except DataError:
                    refused += 1
                    continue
                made += 1
                assert state.canonical_key() == key  # the original state is unchanged
                assert make_free_move(state, move, state.procedure_locals.seat).state.canonical_key() == (
                    hand.state.canonical_key()
                )  # replaying it gives the same
                state = hand.state
                assert cards_of(state) == before
                assert game.position(state.position()).canonical_key() == state.canonical_key()
                fields = [*state.both[0].declaration.values(), *state.declaration.values()]
                lowest = {one.written: one.low for one in fields if isinstance(one, Number)}
                assert all(value >= lowest[figure[1]] for figure, value in free_moves.figures_of(state))
            if state.result is not None:
                break
            state.apply(player(state))
    assert made > (0 if QUICK else 10)
    assert refused or QUICK


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_stays_hidden(name):
    game, other = own_game(name)
    state = game.new(("mine/one", other), 4)
    player = random_player(4)
    while not state.turn:
        state.apply(player(state))
    call_hands(state, 0)
    zones = free_moves.zone_fields_of(state)
    hand = next(key for key, one in zones.items() if isinstance(one, Cards) and one.sees == OWNER)
    deck = next(key for key, one in zones.items() if isinstance(one, Pile))
    [heap] = {*zones} & {"graveyard", "discard", "waiting_room"}
    for zone in ((0, deck), (1, deck), (1, hand)):
        texts = free_moves.texts_in(state, zone)
        if not texts:
            continue
        card, to = texts[-1], (zone[0], heap)
        with pytest.raises(DataError, match="do not see"):
            make_free_move(state, FreeMove(MOVE, zone, card, 1, to), 0, {})
        looked = make_free_move(state, FreeMove(LOOK, zone), 0, {})
        assert sorted(looked.cards) == sorted(texts)
        assert looked.known == 0
        moved = make_free_move(looked.state, FreeMove(MOVE, zone, card, 1, to), 0, {zone: looked.cards})
        assert (moved.cards, moved.known) == ((card,), EVERYBODY)
    drawn = make_free_move(state, FreeMove(MOVE, (1, deck), "top", 1, (1, hand)), 0, {})
    assert drawn.known == 1  # the player who draws, not the one who makes the move
    buried = make_free_move(state, FreeMove(MOVE, (1, deck), "top", 1, (1, deck), "bottom"), 0, {})
    assert buried.known is None


def test_what_was_known_of_a_pile_is_forgotten():
    game, other = own_game("dgrayman")
    state = game.new(("mine/one", other), 4)
    state.players[0].bottom = 3
    call_hands(state, 0)
    shuffled = make_free_move(state, FreeMove(SHUFFLE, (0, "deck")), 0)
    assert shuffled.state.players[0].bottom == 0
    assert sorted(shuffled.state.players[0].deck) == sorted(state.players[0].deck)


def marked(state, mark):
    """Return a state with a mark added to its only unit, and the marks that the unit then has."""
    line = f'mark "Vine Prowler" in P1 field: {mark}'
    state = make_free_move(state, free_moves.read_free_move(line), 0).state
    [text] = free_moves.texts_in(state, (0, "field"))
    return state, free_moves.words_on(free_moves.zone_fields_of(state)["field"].record, text)


@pytest.mark.parametrize(("mark", "word"), [("fatigued", 1), ("power 2", 2), ("rank -1", -1), ("haste", 1)])
def test_a_mark_is_put_on_and_taken_off(mark, word):
    game, _ = own_game("altaria")
    state = game.position({"P1": {"field": ["Vine Prowler"]}, "step": "MAIN"})
    call_hands(state, 0)
    name = mark.split(" ")[0]
    state, on = marked(state, mark)
    assert on[name] == word
    state, on = marked(state, "ward")
    assert (on[name], on["ward"]) == (word, 1)
    state, on = marked(state, f"no {name}")
    assert name not in on
    assert on["ward"] == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("juggle P1 hand", "is no free move"),
        ('move "Vine Prowler" from P1 nowhere to P1 hand', "there is no zone"),
        ('move "Reef Queen" from P1 field to P1 hand', "there is no 'Reef Queen'"),
        ('move "Vine Prowler" 2 from P1 field to P1 hand', "2 in P1 field"),
        ("move top from P1 hand to P1 deck", "has no top"),
        ("move top 99 from P1 deck to P1 hand", "cards"),
        ('move "Vine Prowler" from P1 field to P1 field', "lies there already"),
        ("shuffle P1 graveyard", "no order"),
        ('mark "Vine Prowler" in P1 field: purple', "no mark"),
        ('mark "Vine Prowler" in P1 field: power', "needs a number"),
        ("set P1 hp 3", "there is no figure"),
    ],
)
def test_what_cannot_be_is_refused_with_a_remedy(line, said):
    game, _ = own_game("altaria")
    state = game.position({"P1": {"field": ["Vine Prowler"], "hand": 2}, "step": "MAIN"})
    call_hands(state, 0)
    with pytest.raises(DataError) as error:
        make_free_move(state, free_moves.read_free_move(line), 0)
    assert said in str(error.value)
    assert error.value.remedy


def test_a_figure_keeps_its_bounds():
    game, other = own_game("star_wars")
    state = game.new(("mine/one", other), 1)
    call_hands(state, 0)
    assert make_free_move(state, FreeMove(SET, (0, "force"), number=7), 0).state.players[0].force == 7
    for number in (-1, 1000):
        with pytest.raises(DataError, match="It must be 0 to"):
            make_free_move(state, FreeMove(SET, (0, "force"), number=number), 0)


@pytest.mark.parametrize("name", GAMES)
def test_only_games_with_such_a_card_have_the_step(name):
    game, _ = own_game(name)
    assert HAND_STEP in game.flow.steps
    assert game.kinds["carried_out"].steps == (HAND_STEP,)
    assert HAND_STEP not in engines.load(name).flow.steps
    assert "carried_out" not in engines.load(name).kinds
