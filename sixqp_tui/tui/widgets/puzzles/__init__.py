"""What only the screen of the puzzles shows."""
