"""The parts of the lobby: chairs, what the table plays, how others get here."""
