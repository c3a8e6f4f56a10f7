"""A table's life in the app: which screen is due, and what happens when it ends."""
