"""Results and problems become sentences in Japanese or English, as text, Markdown or JSON."""
