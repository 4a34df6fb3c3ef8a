"""Layer 1: what a game is (frozen values) and what an explanation is."""
