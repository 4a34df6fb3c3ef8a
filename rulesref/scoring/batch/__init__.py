"""Many positions: expressions made into Python functions once, worked out a line at a time."""
