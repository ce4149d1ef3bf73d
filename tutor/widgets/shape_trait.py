"""Traits of widgets whose values are declared shapes."""

from __future__ import annotations

from typing import TypeVar

import traitlets

Shape = TypeVar("Shape")


class ShapeTrait(traitlets.TraitType[Shape, Shape]):
    """A trait that the front end draws, of a declared shape; an empty table until it is set."""

    default_value = {}
