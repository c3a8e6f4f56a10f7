"""The parts of the lobby."""
