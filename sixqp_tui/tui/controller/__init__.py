"""What the app does over several screens: the stay at a table, the preferences, the puzzles, the turn alert."""
