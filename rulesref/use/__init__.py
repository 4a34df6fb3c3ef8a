"""Layer 3: what people ask for. Pure functions from a game (and a position, or a play) to a result."""
