"""What card texts have done for a while: keywords that they have given, and actions that they have forbidden.

Figures that change until the end of the turn are marked on the cards themselves, as each game declares. Everything
else is in `state.lasting`, in the order in which it happened: tuples (until, turn, card in play, word, amount, card,
ability, instruction, seat). until : the word for its end. turn : the turn in which it began. card, ability, instruction
: the text that has caused it, with the index of the instruction among those that it carries out. seat : the player
whose text it is. What players have done this turn is there as well, see `engines.legal.deeds`.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel.state import Lasting, State

TURN = "turn"
"""The end of the turn. Other ends are declared by a game, which calls `end_lasting` at them."""
UNTIL, BEGAN, UNIT, WORD, AMOUNT, CARD, ABILITY, PLACE, SEAT = range(9)


def word_of_allowing(action: str) -> str:
    """Return the word for an action that a text allows against a rule."""
    return f"allow {action}"


def is_allowed(state: State, unit: int, action: str) -> bool:
    """Return True if a text allows an action with a card in play against a rule."""
    return bool(state.lasting) and any(one[UNIT] == unit for one in lasting_with(state, word_of_allowing(action)))


def add_lasting(state: State, until: str, unit: int, word: str, amount: int, at: int = 0, turns: int = 0) -> None:
    """Record that the text which is being carried out has done something for a while, see above.

    at : its instruction. turns : how many turns later it begins. What was meant for an earlier turn is dropped.
    """
    local = state.procedure_locals
    kept = tuple(one for one in state.lasting if int(one[BEGAN]) >= state.turn)
    new: Lasting = (until, state.turn + turns, unit, word, amount, local.card, local.ability, at, local.seat)
    state.lasting = (*kept, new)


def lasting_with(state: State, word: str) -> Iterator[Lasting]:
    """Yield what texts have done with this word for the present turn."""
    for one in state.lasting:
        if one[WORD] == word and one[BEGAN] == state.turn:
            yield one


def sum_lasting(state: State, word: str, unit: int) -> int:
    """Return the total amount of what texts have done with this word to a card in play."""
    return sum(
        [amount for _, began, of, name, amount, *_ in state.lasting if (began, of, name) == (state.turn, unit, word)]
    )


def end_lasting(state: State, until: str) -> None:
    """End everything that lasts until this moment."""
    if state.lasting:
        state.lasting = tuple(one for one in state.lasting if one[UNTIL] != until)
