"""What the stage sends: a move, a division, a try, an answer or a command, each with the stamp of its scene."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from tutor.messages.checking import Within

Text = Annotated[str, Within(1)]
Share = Annotated[int, Within(0, 9_999)]
Picks = list[str | int] | dict[str, str | int]
"""An answer: the ids of the picked options, or a mapping from the id of each part to the id of its option."""


class MoveClick(TypedDict):
    """A legal move, by its number in the scene."""

    type: Literal["move"]
    stamp: int
    id: int


class DivideClick(TypedDict):
    """A division: the share of each card, in the order of the scene."""

    type: Literal["divide"]
    stamp: int
    shares: list[Share]


TryClick = TypedDict(
    "TryClick",
    {
        "type": Literal["try"],
        "stamp": int,
        "kind": NotRequired[str | None],
        "from": NotRequired[str | None],
        "to": NotRequired[str | None],
    },
)
"""An attempt that is not a legal move: a kind of action, a card and a target; null for each that the click leaves open.
"""


class AnswerClick(TypedDict):
    """The answer to a question, which may be incomplete."""

    type: Literal["answer"]
    stamp: int
    picks: Picks


class CommandClick(TypedDict):
    """A click on a control."""

    type: Literal["command"]
    stamp: int
    name: Text
    to: NotRequired[int]
    """Of `seek` and `goto`: the event or step to go to."""
    id: NotRequired[str]
    """Of `clause`: the clause to open."""
    n: NotRequired[int]
    """Of `why`: the number of the event."""


TableClick = MoveClick | DivideClick | TryClick
"""A click on the table."""

StageClick = TableClick | AnswerClick | CommandClick
"""What the stage sends."""
