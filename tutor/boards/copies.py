"""Cards of one name told apart: by the number that the notation gives each, on the board and in lists of answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.core.state import State


def copies(state: State, viewer: int) -> dict[str, int]:
    """Return reference -> number of the cards that the notation tells apart by a number.

    That is done where copies differ, or where more than one may be meant; the first one has its number then too.
    """
    spelled = dict(_spelled(state, viewer))
    numbers, names = {}, set()
    for ref, text in spelled.items():
        name, _, number = text.rpartition(" ")
        if name.endswith('"') and number.isdecimal():
            numbers[ref] = int(number)
            names.add((ref[0], name))
    return numbers | {ref: 1 for ref, text in spelled.items() if (ref[0], text) in names}


def _spelled(state: State, viewer: int) -> Iterator[tuple[str, str]]:
    """Yield each card that the player could act with or act on, with how it is written."""
    game, done = state.game, set()
    actions = game.tries(state, viewer)
    if state.seat_to_act_is(viewer):  # not in the picture of a step's middle
        actions = [*actions, *state.actions]
    for action in actions:
        arguments: tuple[str, ...] = game.kinds[action[0]].arguments
        for argument in zip(arguments, action[1:], strict=True):
            if argument in done:
                continue
            done.add(argument)
            refs = game.rules.references(state, viewer, *argument)
            if len(refs) == 1:
                yield refs[0], game.notation.spell[argument[0]](state, viewer, argument[1])


def set_numbers(cards: list[dict[str, Any]], numbers: dict[str, int]) -> None:
    """Put its number behind the name of each card of a scene that has one, and is seen."""
    for card in cards:
        n = numbers.get(card["ref"])
        if n is not None and card["face"]:
            card["number"], name = n, f"{card['name']} {n}"
            card["label"] = card["label"].replace(card["name"], name, 1)
            card["name"] = name
        set_numbers(card["on"], numbers)
