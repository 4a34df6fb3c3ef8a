"""Layer 4: results become Japanese or English, as text, Markdown or JSON. All sentences are made here."""
