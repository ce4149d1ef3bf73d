"""Texts with card names: a card in another place is refused because of its place; every try by a seat has a text."""

import random

import pytest

import engines
from engines.errors import NotationError, TextRefused
from engines.legal.refusals import said_once
from engines.legal.whereabouts import ELSEWHERE, find_places
from tests.engines.play import GAMES, positions, sample

EVERY = 29


def here_and_there(name):
    """Return positions of a game in which a player decides."""
    return [state for state in sample(positions(name), EVERY) if state.result is None and state.seat_to_act in (0, 1)]


def texts_of_one_card(state):
    """Yield (text, card) for every kind of action with one card from a known zone, with a few cards of the game."""
    cards = [card.name for card in state.game.cards if not card.unseen]
    for kind in state.game.kinds.values():
        if len(kind.arguments) == 1 and kind.meanings[kind.arguments[0]].places:
            for card in cards[:: max(1, len(cards) // 5)]:
                yield kind.form.replace(f"{{{kind.arguments[0]}}}", f'"{card}"'), card


def refusal_of(state, text):
    """Return the error for a text without a meaning here; None if it means an action."""
    try:
        state.read(text)
    except NotationError as error:
        return error
    return None


@pytest.mark.parametrize("name", GAMES)
def test_a_card_that_lies_elsewhere_is_refused_for_where_it_lies(name):
    refused = 0
    for state in here_and_there(name)[:: 9 if name == "star_wars" else 5][:6]:
        for text, card in texts_of_one_card(state):
            error = refusal_of(state, text)
            assert error is None or "is no action here" not in str(error), text
            for reason in getattr(error, "reasons", ()):
                if reason.requirement == ELSEWHERE:
                    refused += 1
                    assert card in reason.fact
                    assert all(place in reason.fact for place in find_places(state, state.seat_to_act, card)[:3])
                    assert state.game.rulebook.clause(reason.clause)
    assert refused


@pytest.mark.parametrize(
    ("name", "position", "text", "fact"),
    [
        (
            "altaria",
            {"P1": {"graveyard": ["Tide Scout"]}},
            'attack "Tide Scout" -> cores',
            "Tide Scout is in your Graveyard, not on your battlefield.",
        ),
        (
            "altaria",
            {"P1": {"energy": ["Tide Scout"]}},
            'charge altar "Tide Scout"',
            "Tide Scout is not in your hand; it is in your Energy Zone.",
        ),
        (
            "altaria",
            {"P2": {"field": ["Tide Scout"]}},
            'use "Tide Scout"',
            "Tide Scout is on the rival's battlefield, not on yours.",
        ),
    ],
)
def test_the_zone_is_named(name, position, text, fact):
    state = engines.load(name).position({"step": "MAIN", **position})
    try:
        reasons = state.why_not(state.read(text)[0])
    except TextRefused as error:
        reasons = error.reasons
    assert [reason.fact for reason in reasons] == [fact]


@pytest.mark.parametrize("name", GAMES)
def test_no_hidden_card_is_found(name):
    for state in here_and_there(name)[:5]:
        seat = state.seat_to_act
        shown = repr(state.view(seat)["players"])
        for card in {card.name for card in state.game.cards}:
            assert card in shown or not find_places(state, seat, card)


@pytest.mark.parametrize("name", GAMES)
def test_a_try_of_either_seat_is_written_out(name):
    source = random.Random(3)
    for state in here_and_there(name)[::4]:
        tries = state.game.tries(state, 1 - state.seat_to_act)
        for action in source.sample(tries, min(len(tries), 40)):
            text = state.text(action)
            assert not text.startswith("("), (action, text)
            assert "{" not in text


def test_a_misspelt_card_is_not_looked_for():
    with pytest.raises(NotationError, match="is no action here"):
        engines.load("altaria").position({"step": "MAIN"}).read('attack "Tide Scowt" -> cores')


def test_a_repair_that_includes_another_is_said_once():
    said = ["in your own turn", "after your Start Phase", "after your Start Phase, or when an effect says so"]
    assert said_once([*said, "in your own turn"]) == said[:2]


def test_no_landscape_card_would_enter_if_it_lay_elsewhere():
    for state in here_and_there("chaos"):
        for seat in (0, 1):
            for action in state.game.kinds["enter_extra"].tries(state, seat):
                if state.game.cards[action[1]].category == "landscape":
                    assert "lay" not in state.why_not(action, seat)[-1].repair, action
