"""Practice: questions made from positions of play-outs, each about a rule on which its answer depends."""
