"""Positions in, scores out: with the working, compared, and what if."""
