"""The kinds of field as a game declares them (`cards`, `records`, `seat`, ...), see `engines.declare.declaration`.

Each takes the entries of its class as keyword arguments: those of plain values are in `plain_fields`, zones in
`zone_fields`, cards in no zone and what is under way in `loose_fields`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from engines.declare import scalar_fields, transient_fields, zone_fields
from engines.declare.scalar_fields import Field

P = ParamSpec("P")
V = TypeVar("V")
W = TypeVar("W")


def annotated(kind: Callable[P, Field[W, V]]) -> Callable[P, Any]:
    """Return a class of fields as a function whose result may be anything to a type checker.

    What a call gives is the field; what stands there once the class is made, the annotation says.
    """
    return kind


value = annotated(scalar_fields.Field)
number = annotated(scalar_fields.Number)
count = annotated(scalar_fields.Count)
flag = annotated(scalar_fields.Flag)
seat = annotated(scalar_fields.Seat)
word = annotated(scalar_fields.Word)
shared = annotated(scalar_fields.Shared)
worked_out = annotated(scalar_fields.WorkedOut)
bits = annotated(scalar_fields.Bits)
derived = annotated(scalar_fields.Derived)
cards = annotated(zone_fields.Cards)
pile = annotated(zone_fields.Pile)
bottom = annotated(zone_fields.Bottom)
places = annotated(zone_fields.Places)
one_card = annotated(zone_fields.OneCard)
loose = annotated(transient_fields.Loose)
records = annotated(zone_fields.Records)
area = annotated(zone_fields.Area)
line = annotated(transient_fields.Line)
under_way = annotated(transient_fields.UnderWay)
both = annotated(scalar_fields.Both)
