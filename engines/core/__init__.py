"""The former name of `engines.kit` and of other packages, so that what was written with an earlier version still loads.

`former_names.toml` has the modules that lay here, with their present names.
"""

from engines.kit import kit

__all__ = ["kit"]
