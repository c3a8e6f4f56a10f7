"""A line at the foot of a screen with the quick reactions."""

from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.message import Message

from sixqp_protocol.messages import QuickReaction
from sixqp_tui.i18n import N_, NC_, phrases
from sixqp_tui.presentation.presence import REACTIONS
from sixqp_tui.tui.commands import BACK, Command
from sixqp_tui.tui.theme.glyphs import POINTER
from sixqp_tui.tui.theme.roles import FELT, GOLD, INK
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget

BETWEEN = 3
"""Cells between two reactions: all six fit into 78."""


SHOW_REACTION = Command(
    "1",
    "choose(0)",
    # Translators: show one of the quick reactions: a verb
    NC_("key", "show"),
    N_("Show this reaction beside your name for a moment"),
    key_display=f"1-{len(REACTIONS)}",
)


class ReactionChoice(CellWidget, can_focus=True):
    """Hidden until `open`. A digit or a click chooses."""

    DEFAULT_CSS = """
    ReactionChoice { height: 1; width: 100%; display: none; }
    ReactionChoice.-open { display: block; }
    """
    GESTURES: ClassVar = {"choose": N_("Click a reaction to show it")}

    BINDINGS = [
        SHOW_REACTION,
        *(SHOW_REACTION.by(str(number + 1), f"choose({number})") for number in range(1, len(REACTIONS))),
        BACK,
        BACK.by("exclamation_mark"),
    ]

    @dataclass
    class Chosen(Message):
        reaction: QuickReaction

    class Closed(Message):
        """The line is hidden again."""

    def __init__(self) -> None:
        super().__init__()
        self.disabled = True  # so that nothing gives the keys to what is hidden

    @property
    def is_open(self) -> bool:
        return self.has_class("-open")

    def open(self) -> None:
        self.disabled = False
        self.add_class("-open")
        self.screen.set_focus(self)

    def render(self) -> Canvas:
        canvas = Canvas(self.size.width, 1, FELT)
        canvas.text(1, 0, POINTER, GOLD, bold=True)
        for (start, _end), digit, label in self._places():
            after = canvas.text(start, 0, digit, GOLD, bold=True)
            canvas.text(after + 1, 0, label, INK)
        return canvas

    def on_click(self, event: events.Click) -> None:
        for number, ((start, end), _digit, _said) in enumerate(self._places()):
            if start <= event.x < end:
                self.action_choose(number)

    def action_choose(self, number: int) -> None:
        self.action_close()
        self.post_message(self.Chosen(REACTIONS[number]))

    def action_close(self) -> None:
        self.remove_class("-open")
        self.disabled = True
        self.post_message(self.Closed())

    @staticmethod
    def _places() -> list[tuple[tuple[int, int], str, str]]:
        places, x = [], 3
        for number, reaction in enumerate(REACTIONS, 1):
            label = phrases.reaction(reaction)
            end = x + 2 + cell_len(label)
            places.append(((x, end), str(number), label))
            x = end + BETWEEN
        return places
