"""Fixtures for tests of what the program does on its machine: a folder of its own for each test."""

from support.homes import own_home

__all__ = ["own_home"]
