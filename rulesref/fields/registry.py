"""Stands in rulesref.fields.kind now."""

from rulesref.fields.kind import cell_of, empty, kind_of, value_text

__all__ = ["cell_of", "empty", "kind_of", "value_text"]
