"""Rules reference, scoring assistant and companion for heavy board games, in Japanese and English."""

__version__ = "0.3.0"
