"""The words that players read, all in one place."""
