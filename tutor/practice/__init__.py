"""Practice: questions made from positions of play-outs, each about a rule that decides it."""
