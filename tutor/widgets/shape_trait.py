"""Traits of widgets whose values are declared shapes."""

from __future__ import annotations

from typing import TypeVar

import traitlets

Shape = TypeVar("Shape")


class ShapeTrait(traitlets.TraitType[Shape, Shape]):
    """A trait with a declared shape, synchronised with the front end; an empty table until it is set."""

    default_value = {}
