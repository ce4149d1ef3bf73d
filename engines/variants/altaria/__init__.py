"""What people believe wrongly of this game, and other changes of one rule: `beliefs.toml`, and what data cannot say."""
