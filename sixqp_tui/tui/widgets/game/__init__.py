"""The parts of a game: rows, hand, players, what has happened, the draft, the scores."""
