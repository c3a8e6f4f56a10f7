"""The rules of 6 qui prend!, pure: no clock, socket, file, screen or global random generator."""
