"""Lessons: single turns of a game that could have been, each with what is right in it and why the rest is not."""
