"""Drawing in cells."""
