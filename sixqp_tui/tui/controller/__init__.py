"""The parts of the app that carry it: the stay at a table, the preferences."""
