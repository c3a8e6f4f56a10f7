"""6 qui prend! for LAN parties, in the terminal."""

__version__ = "1.0.0"
