"""From the folder of a game to its compiled form: checked, linked, indexed, written."""
