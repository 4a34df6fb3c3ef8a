"""Which games there are, and the compiled form that answers read."""
