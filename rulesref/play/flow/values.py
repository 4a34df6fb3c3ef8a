"""Stands in rulesref.play.flow.state now."""

from rulesref.play.flow.state import inner, inner_field, replaced, settled

__all__ = ["inner", "inner_field", "replaced", "settled"]
