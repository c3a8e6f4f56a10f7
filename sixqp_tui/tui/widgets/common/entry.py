"""One line of input at the foot of a screen."""

from dataclasses import dataclass

from textual import events, getters, on
from textual.binding import Binding
from textual.containers import Horizontal
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, Static
from textual.widgets.input import Selection

from sixqp_tui.i18n import N_, NC_, ngettext
from sixqp_tui.tui.keys import BACK
from sixqp_tui.tui.theme.glyphs import POINTER


class TextInput(Input):
    """Textual's input refuses a whole paste that is too long; this one keeps its beginning, and says so.

    Its width doesn't depend on its value, so a letter needs no new layout of the screen.
    """

    virtual_size = reactive(Size(0, 0))

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        start, end = sorted(self.selection)
        room = len(event.text) if self.max_length is None else self.max_length - len(self.value) + end - start
        self.replace(event.text[: max(0, room)], start, end)
        if len(event.text) > room:
            sentence = ngettext(
                "Only {n} character fits here: the rest of what you pasted was left out.",
                "Only {n} characters fit here: the rest of what you pasted was left out.",
                self.max_length or 0,
            )
            self.app.notify(sentence.format(n=self.max_length), severity="warning", markup=False)


class Entry(Horizontal):
    """A labelled input line, created by the first `ask` and visible while it is open."""

    DEFAULT_CSS = """
    Entry { height: 1; display: none; padding: 0 1; }
    Entry.-open { display: block; }
    Entry > Static { width: auto; color: $gold; text-style: bold; padding: 0 1 0 0; }
    Entry > Input, Entry > Input:focus { width: 1fr; border: none; height: 1; padding: 0 1; background: $slot; }
    """

    BINDINGS = [
        Binding("enter", "give", NC_("key", "done"), priority=True, tooltip=N_("Confirm what you typed")),
        BACK,
        Binding(
            "up",
            "scroll(-1)",
            # Translators: read older messages again, by scrolling
            NC_("key", "older"),
            key_display="↑↓",
            priority=True,
            tooltip=N_("Read older messages"),
        ),
        Binding("down", "scroll(1)", show=False, priority=True),
        Binding("pageup", "scroll(-6)", show=False, priority=True),
        Binding("pagedown", "scroll(6)", show=False, priority=True),
    ]

    label = getters.query_one(Static)
    line = getters.query_one(Input)

    @dataclass
    class Given(Message):
        purpose: str
        text: str

    class Closed(Message): ...

    purpose = ""
    scrolled: Widget | None = None

    def ask(
        self,
        purpose: str,
        label: str,
        text: str = "",
        hint: str = "",
        longest: int | None = None,
        scrolled: Widget | None = None,
    ) -> None:
        """The first key replaces `text`; `hint` shows while the line is empty.

        The arrow keys scroll the `scrolled` widget, if there is one.
        """
        if not self.children:
            self.mount(Static(markup=False), TextInput(compact=True, select_on_focus=False))
        self.purpose, self.scrolled = purpose, scrolled
        self.label.update(f"{POINTER} {label}")
        self.line.placeholder = hint
        self.line.max_length = longest
        self.line.value = text
        self.line.selection = Selection(0, len(text))
        self.line.disabled = False
        self.add_class("-open")
        self._lift_notice(True)
        self.screen.set_focus(self.line)

    @property
    def open(self) -> bool:
        return self.has_class("-open")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "scroll" or self.scrolled is not None

    def action_scroll(self, by: int) -> None:
        if self.scrolled is not None:
            self.scrolled.scroll_relative(y=by, animate=False, immediate=True)

    def action_close(self) -> None:
        self.remove_class("-open")
        self._lift_notice(False)
        self.line.disabled = True
        self.post_message(self.Closed())

    def _lift_notice(self, lifted: bool) -> None:
        """A notice stands above the line: only its own style changes, not that of the whole screen."""
        self.screen.query(".notice").set_class(lifted, "-lifted")

    def action_give(self) -> None:
        self.line.call_later(self._give)

    @on(Input.Submitted)
    def _give(self) -> None:
        """An Enter that was typed ahead comes from the input."""
        if not self.open:
            return
        text = self.line.value.strip()
        self.action_close()
        if text:
            self.post_message(self.Given(self.purpose, text))
