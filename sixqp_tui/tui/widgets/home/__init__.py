"""The parts of the first screen."""
