"""Messages from screens and widgets to their app."""

from dataclasses import dataclass

from textual.message import Message


@dataclass
class NameChosen(Message):
    name: str
