"""Checks a small game by playing it: how it ends, lost cards, steps without a way to them, chance without a seed."""

from __future__ import annotations

from typing import NamedTuple

from engines.errors import DataError
from engines.game import Game
from engines.kernel.state import State
from engines.search.players import random_player

RANDOM_GAMES = 20
"""Number of random games played to see how a small game ends."""
MOST_STEPS_NAMED = 8
"""The maximum number of steps named when a game never ends."""


class PlayFaults(NamedTuple):
    """What playing a game showed, one line each: what is wrong, and what could be better."""

    problems: list[str]
    warnings: list[str]


def check_play(game: Game, where: str) -> PlayFaults:
    """Play a small game, and return what its files do not show.

    where : the file with its rules, with which each line begins. Raises DataError if the game never ends, or evaluates
    a position wrongly.
    """
    play_once(game)
    found = PlayFaults([], [])
    unmarked: dict[str, None] = {}
    lost = ""
    for seed in range(RANDOM_GAMES):
        state, player = game.new(seed=seed, listen=True), random_player(seed)
        owned = count_cards(state)
        while state.result is None:
            action = player(state)
            text = state.text(action)
            state.apply(action)
            if not lost and count_cards(state) != owned:
                lost = f"after {text!r} the players have {count_cards(state)} cards instead of {owned}."
        if state.result.why is not None and state.result.why.key == "why.endless":
            steps = ", ".join(dict.fromkeys((state.path or [])[-MOST_STEPS_NAMED:]))
            raise DataError(where, f"the game never ends and never asks, in {steps}.", "Ask a player, or end the game.")
        if not state.step.ends and not state.step.terminal:
            unmarked[state.step.name] = None
    if lost:
        found.warnings.append(f"{where}: {lost} A card that leaves a zone must go into another one.")
    for name in unmarked:
        remedy = 'Add ends="in which case"; without it the phase graph lacks that exit.'
        found.problems.append(f"{where}, step {name}: games end here, but its row does not say so. {remedy}")
    for name in events_without_you(game):
        what = f"the event {name!r} names the player, but has no sentence that addresses the player."
        remedy = f'Add "{name}.you" = "You ..." under [words.en.event]; without it your moves read as the rival\'s.'
        found.problems.append(f"{where}: {what} {remedy}")
    ways = {edge.target for edge in game.flow.edges}
    for step in game.flow.steps.values():
        if step is not game.flow.first and step.name not in ways and not step.terminal:
            remedy = "Name it in an exit, or remove it."
            found.warnings.append(f"{where}, step {step.name}: no exit leads there. {remedy}")
    one, two = (list_positions(game) for _ in range(2))
    if one != two:
        what = "two games with the same seed went differently."
        found.problems.append(f"{where}: {what} Chance must come from state.shuffle and state.below, not from random.")
    return found


def events_without_you(game: Game) -> list[str]:
    """Return the events whose sentence names the player who caused them, but lacks a version that says "you"."""
    names = {
        key.removeprefix("event."): text for key, text in game.words.languages["en"].items() if key.startswith("event.")
    }
    own = {name for name in names if "." not in name}
    return [name for name in sorted(own) if "{player}" in names[name] and f"{name}.you" not in names]


def count_cards(state: State) -> int:
    """Return the number of cards of both players together, in all zones."""
    return sum(len(list(state.game.rules.belongings(state, seat))) for seat in (0, 1))


def list_positions(game: Game) -> list[str]:
    """Play a game with a fixed seed, and return the position before each move as text."""
    state, player, moves = game.new(seed=2), random_player(2), []
    while state.result is None:
        moves.append(state.position())
        state.apply(player(state))
    return moves


def play_once(game: Game) -> None:
    """Play a random game; at every decision try and repair every action, and narrate every event.

    Raises DataError if an evaluation is not between 0 and 1.
    """
    state, player = game.new(seed=1, listen=True), random_player(1)
    while state.result is None:
        for seat in (0, 1):
            for action in game.tries(state, seat):
                for reason in state.why_not(action, seat):
                    game.repaired(state, action, reason.requirement, seat)
            looks = game.rules.evaluation(state, seat)
            if not 0 <= looks <= 1:
                what = f"the evaluation of a position is {looks}."
                raise DataError(game.name, what, "It must be from 0 (lost) to 1 (won).")
        state.apply(player(state))
    for event in state.events or ():
        game.narrate(event)
