"""The kinds of field that a game declares (`cards`, `records`, `seat`, ...), see `engines.declare.declaration`.

Each is a function that takes the entries of its class as keyword arguments. Plain values are defined in
`scalar_fields`, zones in `zone_fields`, and cards in no zone and actions under way in `transient_fields`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from engines.declare import scalar_fields, transient_fields, zone_fields
from engines.declare.scalar_fields import Field

P = ParamSpec("P")
V = TypeVar("V")
W = TypeVar("W")


def hide_type(kind: Callable[P, Field[W, V]]) -> Callable[P, Any]:
    """Return a field class as a function whose result has type Any for a type checker.

    The call returns a field, but the annotation in the class body gives the type of the value stored there.
    """
    return kind


value = hide_type(scalar_fields.Field)
number = hide_type(scalar_fields.Number)
count = hide_type(scalar_fields.Count)
flag = hide_type(scalar_fields.Flag)
seat = hide_type(scalar_fields.Seat)
word = hide_type(scalar_fields.Word)
shared = hide_type(scalar_fields.Shared)
worked_out = hide_type(scalar_fields.WorkedOut)
bits = hide_type(scalar_fields.Bits)
derived = hide_type(scalar_fields.Derived)
cards = hide_type(zone_fields.Cards)
pile = hide_type(zone_fields.Pile)
bottom = hide_type(zone_fields.Bottom)
places = hide_type(zone_fields.Places)
one_card = hide_type(zone_fields.OneCard)
pending_cards = hide_type(transient_fields.PendingCards)
records = hide_type(zone_fields.Records)
area = hide_type(zone_fields.Area)
queue = hide_type(transient_fields.QueueField)
under_way = hide_type(transient_fields.UnderWay)
both = hide_type(scalar_fields.Both)
