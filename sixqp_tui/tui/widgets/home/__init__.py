"""The parts of the first screen: its sign, and the list of tables."""
