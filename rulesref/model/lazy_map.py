"""Stands in rulesref.base.frozen now."""

from rulesref.base.frozen import LazyMap

__all__ = ["LazyMap"]
