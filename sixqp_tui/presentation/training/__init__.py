"""What lessons, puzzles and the coach show, pure."""
