"""Stands in rulesref.reading.positions now."""

from rulesref.reading.positions import plain_source

__all__ = ["plain_source"]
