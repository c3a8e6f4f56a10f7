"""The animation of a turn."""
