"""The chat: its newest lines, and all of it in a scrolling box; and the quick reactions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.cells import cell_len
from textual import events, getters
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from sixqp_protocol.messages import React, Said
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.engine.permissions import withheld
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.i18n.phrases import spoken
from sixqp_tui.presentation.presence import REACTIONS, is_taken, reaction_text
from sixqp_tui.presentation.view_model import Player
from sixqp_tui.store.preferences import MAX_REACTIONS
from sixqp_tui.tui.commands import BACK, Command, check_action
from sixqp_tui.tui.theme.glyphs import CUT, POINTER
from sixqp_tui.tui.theme.roles import FELT, GOLD, INK
from sixqp_tui.tui.widgets.common.seat_text import format_said
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget

WITH_HEADING = 3
"""Minimum lines of a chat with a heading."""


class Chat(Widget):
    DEFAULT_CSS = "Chat { height: 1fr; min-height: 2; }"

    said: reactive[tuple[Said, ...]] = reactive(())

    def __init__(self, heading: Callable[[], str] | None = None) -> None:
        super().__init__()
        self._heading = heading

    def render(self) -> Content:
        width, height = self.size
        lines = []
        if self._heading and height >= WITH_HEADING:
            lines = [Content.assemble((self._heading(), "bold $dim"))]
        if self.said:
            lines += newest(self.said, width, height - len(lines))
        else:
            lines.append(Content.assemble((_("t: chat with everybody here."), "$dim")))
        return Content("\n").join(lines)


def newest(said: Sequence[Said], width: int, height: int) -> list[Content]:
    lines: list[Content] = []
    for message in reversed(said):
        room = height - len(lines)
        if room <= 0:
            break
        lines[:0] = _within(format_said(message).wrap(max(2, width)), width, room)
    return lines


def _within(lines: list[Content], width: int, room: int) -> list[Content]:
    """Of a long message, the first line and the last ones."""
    if len(lines) <= room:
        return lines
    first = (lines[0].rstrip() + f" {CUT}").truncate(width, ellipsis=True)
    return [first, *lines[len(lines) - room + 1 :]]


class ChatHistory(VerticalScroll, can_focus=False):
    """The whole chat, in the layer `above`; its screen scrolls it."""

    DEFAULT_CSS = """
    ChatHistory { layer: above; padding: 0 1; background: $edge; display: none; scrollbar-size-vertical: 1; }
    ChatHistory.-open { display: block; }
    ChatHistory.-placed { position: absolute; }
    """

    sayings = getters.query_one(Static)

    def compose(self) -> ComposeResult:
        yield Static(markup=False)

    def show(self, said: Sequence[Said], is_open: bool, over: Region | None = None) -> None:
        """Show the chat, over this region if given. A player who is reading older messages stays there."""
        if over is not None:
            self.add_class("-placed")
            self.styles.offset = over.offset
            self.styles.width, self.styles.height = over.size
        opens = is_open and not self.has_class("-open")
        at_end = opens or self.scroll_offset.y >= self.max_scroll_y
        self.set_class(is_open and bool(said), "-open")
        if is_open:
            self.sayings.update(Content("\n").join(map(format_said, said)))
            if at_end:
                self.call_after_refresh(self.scroll_end, animate=False)


BETWEEN = 3
"""Cells between two reactions: the six of the table fit into 78."""
LEFT = 3


SHOW_REACTION = Command(
    "1",
    "choose(0)",
    # Translators: show one of the quick reactions: a verb
    NC_("key", "show"),
    N_("Show this reaction beside your name for a moment"),
    key_display=f"1-{MAX_REACTIONS}",
)
AIM = Command(
    "left",
    "aim(-1)",
    # Translators: for which player a reaction is meant
    NC_("key", "for whom"),
    N_("Aim your reaction at one player, or at everybody"),
    key_display="←→",
).when(lambda self: self.targets)


class ReactionChoice(CellWidget, can_focus=True):
    """Hidden until `open`. A digit or a click chooses among the table's reactions, or the player's own."""

    DEFAULT_CSS = """
    ReactionChoice { height: 1; width: 100%; display: none; }
    ReactionChoice.-open { display: block; }
    """
    GESTURES: ClassVar = {"choose": N_("Click a reaction to show it")}

    BINDINGS = [
        SHOW_REACTION,
        *(SHOW_REACTION.by(str(number + 1), f"choose({number})") for number in range(1, MAX_REACTIONS)),
        AIM,
        AIM.by("right", "aim(1)"),
        Command(
            "exclamation_mark",
            "turn",
            # Translators: the reactions in a player's own words
            NC_("key, reactions", "your own"),
            N_("Switch between your own reactions and the usual ones"),
        ).when(lambda self: self.own),
        BACK,
        BACK.by("exclamation_mark"),
    ]

    @dataclass
    class Chosen(Message):
        request: React

    class Closed(Message): ...

    def __init__(self) -> None:
        super().__init__()
        self.disabled = True  # so that nothing gives the keys to what is hidden
        self.own: tuple[str, ...] = ()
        self.targets: tuple[tuple[int, str], ...] = ()
        self._turned = False
        self._target: int | None = None

    check_action = check_action

    @property
    def is_open(self) -> bool:
        return self.has_class("-open")

    def open(self, state: SessionState, own: tuple[str, ...]) -> None:
        chairs = state.news.seats if state.news else ()
        seats = [seat for seat, chair in enumerate(chairs) if is_taken(chair) and seat != state.standing.seat]
        self.targets = tuple((seat, chairs[seat].name) for seat in seats if self._is_allowed(state, to=seat))
        self.own = tuple(text for text in own if self._is_allowed(state, text=text))
        self._turned, self._target = False, None
        self.disabled = False
        self.add_class("-open")
        self._measure()
        self.screen.set_focus(self)

    @staticmethod
    def _is_allowed(state: SessionState, **words: Any) -> bool:
        return withheld(React(reaction=REACTIONS[0], **words), state.standing) is None

    def _measure(self) -> None:
        self.styles.height = 1 + max((y for y, _columns, _label in self._places()), default=0)
        self.refresh()
        self.refresh_bindings()

    on_resize = _measure

    def render(self) -> Canvas:
        canvas = Canvas(*self.size, FELT)
        canvas.text(1, 0, POINTER, GOLD, bold=True)
        for number, (y, columns, label) in enumerate(self._places(), 1):
            after = canvas.text(columns.start, y, str(number), GOLD, bold=True)
            canvas.text(after + 1, y, label, INK)
        return canvas

    def on_click(self, event: events.Click) -> None:
        for number, (y, columns, _label) in enumerate(self._places()):
            if event.y == y and event.x in columns:
                self.action_choose(number)

    def action_choose(self, number: int) -> None:
        if number < len(requests := self._requests()):
            self.action_close()
            self.post_message(self.Chosen(requests[number]))

    def action_aim(self, by: int) -> None:
        seats = [None, *(seat for seat, _name in self.targets)]
        self._target = seats[(seats.index(self._target) + by) % len(seats)]
        self._measure()

    def action_turn(self) -> None:
        self._turned = not self._turned
        self._measure()

    def action_close(self) -> None:
        self.remove_class("-open")
        self.disabled = True
        self.post_message(self.Closed())

    def _requests(self) -> list[React]:
        if self._turned:
            return [React(reaction=REACTIONS[0], text=text, to=self._target) for text in self.own]
        return [React(reaction=reaction, to=self._target) for reaction in REACTIONS]

    def _places(self) -> list[tuple[int, range, str]]:
        places, x, y = [], LEFT, 0
        name = dict(self.targets).get(self._target, "") if self._target is not None else ""
        for request in self._requests():
            label = reaction_text(request.reaction, request.text, name)
            width = 2 + cell_len(label)
            if x > LEFT and x + width > (self.size.width or self.app.size.width):
                x, y = LEFT, y + 1
            places.append((y, range(x, x + width), label))
            x += width + BETWEEN
        return places


class ReactionLine(Static):
    """Shows reactions where nothing else does, in the layer `above`."""

    DEFAULT_CSS = """
    ReactionLine { layer: above; dock: bottom; margin: 0 0 1 0; height: 1; padding: 0 1; display: none;
                   background: $edge; color: $gold; text-style: bold; }
    """

    def __init__(self) -> None:
        super().__init__(markup=False)

    def show(self, players: Sequence[Player]) -> None:
        said = [spoken(player.name, player.reaction) for player in players if player.reaction]
        self.update("   ".join(said))
        self.display = bool(said)
