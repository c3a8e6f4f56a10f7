"""Lessons, puzzles and the coach, wired to files and processes."""
