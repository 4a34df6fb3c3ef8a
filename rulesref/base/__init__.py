"""Language pairs, exact numbers, places in files and problems. Imports nothing of ours."""
