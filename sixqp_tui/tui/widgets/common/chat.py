"""The chat: its newest lines, and all of it in a scrolling box; and the quick reactions."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static

from sixqp_protocol.messages import REACTIONS, QuickReaction, Said, Say
from sixqp_protocol.text import CHAT_LENGTH
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.i18n.phrases import reaction
from sixqp_tui.tui.keys import BACK, digits
from sixqp_tui.tui.stay import Stay
from sixqp_tui.tui.theme.glyphs import CUT, POINTER
from sixqp_tui.tui.widgets.common.entry import Entry
from sixqp_tui.tui.widgets.common.seat_text import format_said


class Chat(Widget):
    """The newest lines that fit."""

    DEFAULT_CSS = "Chat { height: 1fr; min-height: 2; }"

    said: reactive[tuple[Said, ...]] = reactive(())

    def render(self) -> Content:
        return Content("\n").join(newest(self.said, *self.size))


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


class ReactionChoice(Widget, can_focus=True):
    """Hidden until `open`. A digit or a click chooses a reaction."""

    DEFAULT_CSS = """
    ReactionChoice { height: 1; width: 100%; display: none; }
    ReactionChoice.-open { display: block; }
    """

    BINDINGS = [
        # Translators: show one of the quick reactions: a verb
        Binding(
            "1,ampersand",
            "choose(0)",
            NC_("key", "show"),
            key_display=f"1-{len(REACTIONS)}",
            tooltip=N_("Show this reaction beside your name for a moment"),
        ),
        *digits("choose", len(REACTIONS))[1:],
        BACK,
        Binding("exclamation_mark", "close", show=False),
    ]

    auto_links = False

    @dataclass
    class Chosen(Message):
        reaction: QuickReaction

    class Closed(Message): ...

    def __init__(self) -> None:
        super().__init__()
        self.disabled = True  # so that nothing gives the keys to what is hidden

    def render(self) -> Content:
        choices = Content("   ").join(map(_choice, range(len(REACTIONS))))
        return Content.assemble((f" {POINTER} ", "bold $gold"), choices)

    @property
    def is_open(self) -> bool:
        return self.has_class("-open")

    def open(self) -> None:
        self.disabled = False
        self.add_class("-open")
        self.screen.set_focus(self)

    def action_choose(self, number: int) -> None:
        self.action_close()
        self.post_message(self.Chosen(REACTIONS[number]))

    def action_close(self) -> None:
        self.remove_class("-open")
        self.disabled = True
        self.post_message(self.Closed())


def _choice(number: int) -> Content:
    words = Content.assemble((str(number + 1), "bold $gold"), " ", reaction(REACTIONS[number]))
    return words.stylize(Style.from_meta({"@click": f"choose({number})"}))


class TalkingScreen(Screen[None]):
    """A screen of a stay at which people talk and react; it needs the bindings CHAT and REACT."""

    entry = getters.query_one(Entry)
    chat_history = getters.query_one(ChatHistory)
    reaction_choice = getters.query_one(ReactionChoice)

    def __init__(self, stay: Stay, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self.stay, self.session = stay, stay.session

    def compose_talk(self) -> ComposeResult:
        yield ChatHistory()
        yield Entry()
        yield ReactionChoice()

    @property
    def talks(self) -> bool:
        """Whether a line of input or the reactions get the keys."""
        return self.entry.open or self.reaction_choice.is_open

    @property
    def chat_region(self) -> Region | None:
        """Where the whole chat lies, if CSS doesn't say it."""
        return None

    def show_history(self) -> None:
        self.chat_history.show(self.stay.said, self.entry.open and self.entry.purpose == "say", self.chat_region)

    def give_keys_back(self) -> None:
        self.set_focus(None)

    def action_chat(self) -> None:
        self.entry.ask("say", _("Say:"), longest=CHAT_LENGTH, scrolled=self.chat_history)
        self.show_history()

    def action_react(self) -> None:
        self.reaction_choice.open()

    @on(Entry.Closed)
    @on(ReactionChoice.Closed)
    def stop_talking(self) -> None:
        self.show_history()
        self.give_keys_back()

    @on(Entry.Given)
    def say(self, event: Entry.Given) -> None:
        if event.purpose == "say":
            self.session.request(Say(text=event.text))

    @on(ReactionChoice.Chosen)
    def react(self, event: ReactionChoice.Chosen) -> None:
        self.session.request(Say(reaction=event.reaction))
