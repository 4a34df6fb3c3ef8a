"""Pages in a real browser (ブラウザー)."""
