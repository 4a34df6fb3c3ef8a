"""Kinds of field: one module a kind, with everything that is particular to it."""
