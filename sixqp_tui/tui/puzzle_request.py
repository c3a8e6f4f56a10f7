"""A screen asks its app for puzzles."""

from textual.message import Message


class PuzzlesRequested(Message):
    """Puzzles are to be asked over the screen in front."""
