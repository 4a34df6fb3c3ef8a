"""Pages in a real browser, and the server as a process (ブラウザーの検査)."""
