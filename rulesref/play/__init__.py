"""Plays at the table: what is typed, what comes of it, and how it is kept."""
