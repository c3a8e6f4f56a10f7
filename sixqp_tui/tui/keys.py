"""The keys: bindings that several screens share, the line at the foot, and the panel of all keys.

The description of a binding is its label in the key line, a word or two, and its tooltip is its purpose, for the
panel and the palette. Both are marked with `N_` or `NC_`, and looked up where they are shown. A binding without a
tooltip is another key for the same purpose; Textual's own bindings have none either, and are not shown.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.dom import DOMNode
from textual.keys import key_to_character
from textual.reactive import reactive
from textual.screen import Screen
from textual.style import Style
from textual.widgets import KeyPanel, Static

from sixqp_tui.i18n import N_, NC_, translate

UNSHIFTED: Final = [
    "ampersand",
    "é",
    "quotation_mark",
    "apostrophe",
    "left_parenthesis",
    "minus",
    "è",
    "underscore",
    "ç",
    "à",
]
"""What the keys of the digits 1 to 9 and 0 give on a French keyboard without Shift."""
DIGIT_OF: Final = dict(zip(UNSHIFTED, "1234567890", strict=True))
BETWEEN: Final = 2
"""Cells between two keys of the line."""


class Key(NamedTuple):
    """What a key does now. `node` is where its action is looked up."""

    sign: str
    label: str
    purpose: str
    binding: Binding
    node: DOMNode


def keys_now(screen: Screen[Any]) -> list[Key]:
    """The keys that do something now, one for each purpose, those nearest to the focus first, the app's last."""
    found: dict[str, Key] = {}
    for node, binding, enabled, purpose in screen.active_bindings.values():
        if enabled and purpose and purpose not in found:
            sign = screen.app.get_key_display(binding)
            label = translate(binding.description) if binding.show else ""
            found[purpose] = Key(sign, label, translate(purpose), binding, node)
    return sorted(found.values(), key=lambda key: key.node is screen.app)


def digits(action: str, count: int) -> list[Binding]:
    """The keys 1 to 9 and 0 for the places 0 to 9, also without Shift on a French keyboard."""
    keys = enumerate(DIGIT_OF.items())
    return [Binding(f"{key},{digit}", f"{action}({place})", show=False) for place, (key, digit) in keys][:count]


def without_shift(key: str) -> str:
    """A key that types, whether with Shift, Caps Lock or neither."""
    bare = key.removeprefix("shift+")
    typed = key_to_character(bare) or ""
    types = len(bare) == 1 or bare in DIGIT_OF or (typed != "" and typed.isprintable())
    return bare.lower() if types else key


def close(screen: Screen[Any]) -> None:
    """The `action_close` of a screen; a second key press finds it closed."""
    if screen.is_current:
        screen.dismiss()


class KeyLine(Static):
    """The keys that this moment needs, from the bindings; a click presses the key.

    Where they don't fit, or are more than a screen's MOST_KEYS, the line leaves out keys before the last two, which
    lead away and to all keys.
    """

    DEFAULT_CSS = "KeyLine { height: 1; dock: bottom; width: 100%; padding: 0 1; background: $edge; }"
    auto_links = False
    shown: reactive[tuple[tuple[str, str, str], ...]] = reactive((), layout=False)
    """The sign and the label of each, and the key that a click presses."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.follow())

    def follow(self) -> None:
        """While the terminal has no focus, nothing in the app has, and the line stays as it is."""
        if not self.app.app_focus:
            return
        shown = (key for key in keys_now(self.screen) if key.binding.show)
        self.shown = tuple((key.sign, key.label, key.binding.key) for key in shown)

    def render(self) -> Content:
        shown = list(self.shown)
        most = getattr(self.screen, "MOST_KEYS", len(shown))
        while len(shown) > 2 and (len(shown) > most or width_of(shown) > self.size.width):
            del shown[-3]
        return Content(" " * BETWEEN).join(_entry(*each) for each in shown)


def width_of(shown: Sequence[tuple[str, str, str]]) -> int:
    return sum(cell_len(sign) + 1 + cell_len(label) + BETWEEN for sign, label, _key in shown) - BETWEEN


def _entry(sign: str, label: str, key: str) -> Content:
    entry = Content.assemble((sign, "bold $gold"), " ", (label, "$ink"))
    return entry.stylize(Style.from_meta({"@click": f"app.simulate_key({key!r})"}))


@runtime_checkable
class HasNotes(Protocol):
    """A screen with figures to explain."""

    def notes(self) -> str: ...


class Keys(KeyPanel):
    """All keys that do something now, and a screen's notes, over the right part of the screen."""

    DEFAULT_CSS = """
    Keys {
        layer: keys; dock: right; split: initial; width: 60; max-width: 100%; height: 100%; margin: 1 0;
        border-left: none; padding: 1 2; background: $edge; scrollbar-size-vertical: 1;
    }
    """

    def compose(self) -> ComposeResult:
        variables = self.app.theme_variables
        table = Table.grid(padding=(0, 1))
        for key in keys_now(self.screen):
            table.add_row(Text(key.sign, f"bold {variables['gold']}"), Text(key.purpose))
        yield Static(table)
        if isinstance(self.screen, HasNotes):
            yield Static(f"\n{self.screen.notes()}", markup=False)


# -- bindings that several screens share -----------------------------------------------------------------------

CLOSE = Binding("escape", "close", NC_("key", "close"), tooltip=N_("Go back to where you came from"))
BACK = Binding("escape", "close", NC_("key", "back"), tooltip=N_("Go back without changing anything"))
SCROLL = Binding("up", "scroll_up", NC_("key", "scroll"), key_display="↑↓", tooltip=N_("Scroll"))
QUIT = Binding("q", "app.leave", NC_("key", "quit"), tooltip=N_("Leave (asks first if anything would be lost)"))
CHAT = Binding("t", "chat", NC_("key", "chat"), tooltip=N_("Chat with everybody, and read the chat so far"))
REACT = Binding(
    "exclamation_mark",
    "react",
    # Translators: show a quick reaction, such as “Well played!”: a verb
    NC_("key", "react"),
    tooltip=N_("Show everybody a quick reaction, by its number"),
)
RULES = Binding("f", "app.rules", NC_("key", "rules"), tooltip=N_("Read the rules of the game, with an example"))
PREFERENCES = Binding(
    "o",
    "app.preferences",
    NC_("key", "preferences"),
    tooltip=N_("Set language, pace, bell and colours, just for you"),
)
READ_AGAIN = Binding("r", "read", show=False, tooltip=N_("Read the games again"))
LOG = Binding("l", "log", show=False, tooltip=N_("Read everything that has happened in the game"))
SEEN_CARDS = Binding("c", "seen", show=False, tooltip=N_("See which cards of this round have been played"))
SCORES = Binding("tab", "scores", show=False, tooltip=N_("See the scores of all rounds, or the table again"))
EVENING = Binding("e", "evening", show=False, tooltip=N_("Show what was played at this table, and who is watching"))
TAKE_BACK = Binding(
    "backspace",
    "take_back",
    NC_("key", "take back"),
    tooltip=N_("Take your card back, until the last player has chosen"),
)
# Translators: ready for the next round
READY = Binding("space", "ready", NC_("key", "ready"), tooltip=N_("Say that you're ready for the next round"))
CONTINUE = Binding("enter", "continue", NC_("key", "continue"), tooltip=N_("Continue with the next round"))
# Translators: the list of the games that were played: a noun
GAMES = Binding("y", "app.games", NC_("key", "games"), tooltip=N_("List the games you've played, by evening"))
ALL_SCORES = Binding(
    "s",
    "app.scores",
    # Translators: the scores of all games that were played: a noun
    NC_("key", "scores"),
    tooltip=N_("Show everybody's scores, and who won the last evenings"),
)
# Translators: watch the game again that has just been played: a verb
REPLAY = Binding("w", "replay", NC_("key", "replay"), tooltip=N_("Replay this game with all hands open"))
WHAT_IF = Binding(
    "i",
    "what_if",
    # Translators: play a round that is over once more from here, with another card: a noun
    NC_("key", "what if"),
    tooltip=N_("Play another card here, and go on against bots"),
)
REVIEW = Binding(
    "v",
    "review",
    # Translators: what the decisions in the game that has just been played cost: a noun
    NC_("key", "review"),
    tooltip=N_("See what was luck or skill, and your costliest decisions"),
)
# Translators: write a game as a file to give away: a verb
EXPORT = Binding(
    "e", "export", NC_("key", "export"), tooltip=N_("Save the game as one file that any browser can open")
)
WAYS_IN = Binding("w", "ways", show=False, tooltip=N_("Show the room how to join, by phone too"))
COPY = Binding("c", "copy", NC_("key", "copy"), tooltip=N_("Copy the invitation, if your terminal allows it"))
