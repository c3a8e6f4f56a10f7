"""The rules of 6 qui prend!, pure: decisions in, facts out; no clock, socket, file, screen or global random."""
