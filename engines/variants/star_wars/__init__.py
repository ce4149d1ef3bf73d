"""Wrong beliefs about this game, and other one-rule changes: `beliefs.toml`, and functions where data is not enough."""
