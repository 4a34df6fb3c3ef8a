"""Stands in rulesref.fields.kind now."""

from rulesref.fields.kind import At, nowhere

__all__ = ["At", "nowhere"]
