"""6 qui prend! for LAN parties, in the terminal."""

__version__ = "0.1.0"
