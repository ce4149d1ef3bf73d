"""The verbs of card effects, each declared once: its arguments, and the function that carries it out.

A game creates one `Verbs` table and decorates the function of each verb with it. The text printed on cards is in the
game's words under `verb.<name>`, with the arguments as facts.

    VERBS = Verbs()

    @VERBS.verb("draw", count=FieldRule(int, default=1, low=1))
    def draw(state, seat, arguments): ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from engines.book.cards import Card, CardRules, FieldRule
from engines.book.words import Words
from engines.errors import DataError
from engines.kernel.state import State

Function = TypeVar("Function", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb: its arguments, and the function that carries it out.

    do : None for a verb without a function: a choice made in a step of the flow table, or a bonus that always applies.
    """

    arguments: Mapping[str, FieldRule]
    do: Any = None


class Verbs(dict[str, Verb]):
    """The verbs of a game, by name."""

    def verb(self, name: str, **arguments: FieldRule) -> Callable[[Function], Function]:
        """Declare that the decorated function carries out the verb `name` with these arguments.

        Raises DataError if the verb is already declared.
        """
        if name in self:
            raise DataError(f"verb {name!r}", "is declared twice.", "Give each its own name.")

        def declare(function: Function) -> Function:
            self[name] = Verb(arguments, function)
            return function

        return declare

    def answered(self, name: str, **arguments: FieldRule) -> None:
        """Declare a verb that has no function; see `Verb`."""
        self[name] = Verb(arguments)

    def arguments(self) -> dict[str, Mapping[str, FieldRule]]:
        """Return the arguments of each verb, for `CardRules`."""
        return {name: verb.arguments for name, verb in self.items()}


def card_rules(
    verbs: Verbs, moments: tuple[str, ...], fields: Mapping[str, FieldRule], categories: tuple[str, ...]
) -> CardRules:
    """Return the card rules of a game whose card texts come from its words: `ability.<moment>` and `verb.<name>`.

    fields : the card fields in addition to name, Japanese name and category.
    """
    usual = {
        "id": FieldRule(str),
        "name": FieldRule(str, True),
        "japanese": FieldRule(str, default=""),
        "category": FieldRule(str, True, categories),
    }

    return CardRules({**usual, **fields}, {}, moments, verbs.arguments(), {}, rules_text)


def rules_text(card: Card, words: Words) -> list[str]:
    """Return the lines printed on a card, one for each ability."""
    return [
        words.find(f"ability.{ability.when}")
        + " ".join(words.say(f"verb.{verb}", **arguments) for verb, arguments in ability.program)
        for ability in card.abilities
    ]


def carry_out(verbs: Verbs, state: State, seat: int, card: int, *more: object, moment: str = "played") -> None:
    """Carry out a card's abilities for a moment, for the player in `seat`, until they are done or the game is over.

    more : further arguments for the functions of the verbs. This is for verbs that need no choice. Programs with
    choices are procedures: see `engines.kernel.programs`.
    """
    for ability in state.game.cards[card].abilities:
        if ability.when == moment:
            for verb, arguments in ability.program:
                if state.result is None:
                    verbs[verb].do(state, seat, arguments, *more)
