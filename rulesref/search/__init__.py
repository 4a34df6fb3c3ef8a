"""Finds the entry that answers a question, in either language."""
