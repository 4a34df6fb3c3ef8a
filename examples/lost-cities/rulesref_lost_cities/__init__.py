"""lost-cities."""
