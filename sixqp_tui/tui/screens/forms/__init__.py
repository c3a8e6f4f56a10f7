"""Forms: a table's settings, and a player's preferences."""
