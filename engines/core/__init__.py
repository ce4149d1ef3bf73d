"""The former place of `engines.kit` and other packages, so that code written for earlier versions still loads.

`former_names.toml` maps each module that used to be here to its present name.
"""

from engines.kit import kit

__all__ = ["kit"]
