"""Stands in rulesref.base.folding now."""

from rulesref.base.folding import begun, by_name

__all__ = ["begun", "by_name"]
