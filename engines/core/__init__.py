"""The former name of `engines.kit`, so that games written with an earlier version still load."""

from engines.kit import kit

__all__ = ["kit"]
