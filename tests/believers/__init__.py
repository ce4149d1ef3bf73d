"""People who believe something false, written by hand from the sentence of the belief alone."""
