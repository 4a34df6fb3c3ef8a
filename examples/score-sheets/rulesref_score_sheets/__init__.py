"""Six score sheets."""
