"""What a game is (frozen values) and what an explanation is."""
