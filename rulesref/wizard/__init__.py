"""Asks for a position question by question."""
