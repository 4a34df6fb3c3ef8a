"""What an answer shows: the number first, then the statements that answer."""
