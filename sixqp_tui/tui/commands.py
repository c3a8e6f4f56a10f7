"""The commands of a screen, one entry each among the `BINDINGS` of a screen or widget.

The key line, the help (`?`) and the palette (Ctrl-P) follow from these entries, and so does `check_action`.
Commands that several screens share stand at the end of this file.
"""

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import cache
from typing import Any, ClassVar, NamedTuple, Protocol, runtime_checkable

from textual.binding import ActiveBinding, Binding, BindingsMap
from textual.dom import DOMNode
from textual.keys import key_to_character
from textual.screen import Screen
from textual.widgets import Input

from sixqp_tui.i18n import N_, NC_

Text = Callable[[], str]
"""A text in the language in use."""
Condition = Callable[[Any], object]
"""Asked of the screen or widget whose command it is."""
PRIVATE = "-private"
"""The class of a screen for somebody who plays alone, or around one keyboard."""
_SIGNS = {"escape": "Esc", "space": "Space", "tab": "Tab", "f1": "F1"}


class Command(Binding):
    """A key, its action, a label for the key line, the purpose for the help, and when it is available.

    A narrow key line shows the `short` labels, then leaves out the commands with a `rank`, 1 first. The `first`
    command begins the line. The palette omits a command that is not `listed`. What `needs_others` isn't
    explained to somebody who plays alone or around one keyboard.
    """

    def __init__(  # noqa: PLR0913  # by name, each with a default
        self,
        key: str,
        action: str,
        label: Text | None,
        purpose: Text,
        *,
        short: Text | None = None,
        show: bool = True,
        key_display: str | None = None,
        priority: bool = False,
        first: bool = False,
        rank: int = 0,
        listed: bool = True,
        needs_others: bool = False,
    ) -> None:
        super().__init__(key, action, action, show, key_display or _SIGNS.get(key), priority)
        self.label = label
        self.purpose = purpose
        self.condition: Condition | None = None
        self.short = short
        self.first = first
        self.rank = rank
        self.listed = listed
        self.needs_others = needs_others

    def by(
        self,
        key: str,
        action: str = "",
        *,
        show: bool = False,
        key_display: str | None = None,
        priority: bool = False,
    ) -> "Command":
        """The same command by another key, or by the same key with another action."""
        other, action = copy(self), action or self.action
        Binding.__init__(other, key, action, action, show, key_display or _SIGNS.get(key), priority)
        return other

    def ranked(self, rank: int) -> "Command":
        other = copy(self)
        other.rank = rank
        return other

    def when(self, condition: Condition) -> "Command":
        other = copy(self)
        other.condition = condition
        return other


def check_action(node: DOMNode, action: str, parameters: tuple[object, ...]) -> bool:
    condition = _conditions(type(node)).get(action)
    return condition is None or bool(condition(node))


def close(screen: Screen[Any]) -> None:
    """The `action_close` of a screen; a second key press finds it closed."""
    if screen.is_current:
        screen.dismiss()


@cache
def _declared(kind: type[DOMNode]) -> dict[str, Command]:
    """The commands by their actions; the nearest class and its first entry win."""
    entries = (entry for base in kind.__mro__ for entry in vars(base).get("BINDINGS", ()))
    found: dict[str, Command] = {}
    for entry in entries:
        if isinstance(entry, Command):
            found.setdefault(entry.action, entry)
    return found


@cache
def _conditions(kind: type[DOMNode]) -> dict[str, Condition]:
    found: dict[str, Condition] = {}
    for command in _declared(kind).values():
        if command.condition:
            found.setdefault(name_of(command), command.condition)
    return found


def name_of(binding: Binding) -> str:
    return binding.action.partition("(")[0]


def command_of(node: DOMNode, binding: Binding) -> Command | None:
    """Textual's own bindings have the commands of `WIDGETS_OWN`."""
    return _declared(type(node)).get(binding.action) or WIDGETS_OWN.get(_bare_name(binding))


def _bare_name(binding: Binding) -> str:
    return name_of(binding).rpartition(".")[2]


# -- the commands of a screen ---------------------------------------------------------------------------------


class ScreenCommand(NamedTuple):
    """`node` is where the action is looked up. `everywhere`: the command is the app's, not the screen's."""

    command: Command
    signs: tuple[str, ...]
    node: DOMNode
    action: str
    possible: bool
    everywhere: bool


@runtime_checkable
class HasGestures(Protocol):
    """A widget with mouse gestures, by the name of an action that is available when the gesture is."""

    GESTURES: ClassVar[dict[str, Text]]


@runtime_checkable
class HasOwnKeys(Protocol):
    """A screen with keys besides its bindings."""

    def own_keys(self) -> Iterable[tuple[str, str]]:
        """Signs of keys, each with its purpose."""


@runtime_checkable
class HasHelpNotes(Protocol):
    """A screen whose figures the help explains."""

    def help_notes(self) -> Iterable[str]:
        """Sentences, a paragraph each."""


def list_commands(screen: Screen[object]) -> list[ScreenCommand]:
    """In the order of their bindings, the nearest to the focus first."""
    found: dict[Text, ScreenCommand] = {}
    active = screen.active_bindings
    for node, key, binding in _bindings(screen):
        command = command_of(node, binding)
        # An input could scroll, says Textual.
        if command is None or (isinstance(node, Input) and command.purpose in _MOVES):
            continue
        if command.needs_others and screen.has_class(PRIVATE):
            continue
        possible = _is_active(active.get(key), node, binding)
        everywhere = node is screen.app and not binding.action.startswith("screen.")
        signs = (screen.app.get_key_display(binding),)
        new = ScreenCommand(command, signs, node, binding.action, possible, everywhere)
        before = found.get(command.purpose)
        found[command.purpose] = _merge(before, new) if before else new
    return list(found.values())


def list_gestures(screen: Screen[object]) -> list[tuple[Text, bool]]:
    possible: dict[str, bool] = {}
    active = screen.active_bindings
    for node, key, binding in _bindings(screen):
        name = _bare_name(binding)
        possible[name] = possible.get(name, False) or _is_active(active.get(key), node, binding)
    found: dict[Text, bool] = {}
    for widget in (screen, *screen.walk_children()):
        shown = all(node.display for node in widget.ancestors_with_self if node is not screen.app)
        if shown and isinstance(widget, HasGestures):
            found |= {text: possible[name] for name, text in widget.GESTURES.items() if name in possible}
    return list(found.items())


def _bindings(screen: Screen[object]) -> Iterator[tuple[DOMNode, str, Binding]]:
    """Of bindings below a modal screen, only the app's with priority.

    A key that an input takes as a character is no command.
    """
    nodes: list[DOMNode] = []
    for node in (screen.focused or screen).ancestors_with_self:
        covered = any(before.is_modal for before in nodes)
        for key, bindings in _bound_keys(type(node)).items():
            if not any(before.check_consume_key(key, key_to_character(key)) for before in nodes):
                yield from ((node, key, binding) for binding in bindings if binding.priority or not covered)
        nodes.append(node)


def _bound_keys(kind: type[DOMNode]) -> dict[str, list[Binding]]:
    """The nearest class that binds a key has it to itself."""
    found: dict[str, list[Binding]] = {}
    for base in reversed(kind.__mro__):
        found.update(BindingsMap(vars(base).get("BINDINGS", ())).key_to_bindings)
    return found


def _is_active(active: ActiveBinding | None, node: DOMNode, binding: Binding) -> bool:
    if active is None:
        return binding.priority
    same_place = active.node is node or active.binding.priority
    return active.enabled and same_place and _bare_name(active.binding) == _bare_name(binding)


def _merge(one: ScreenCommand, other: ScreenCommand) -> ScreenCommand:
    """The same command by more keys; of two, the one that is possible now is run."""
    signs = (*one.signs, *(sign for sign in other.signs if not _covers(one.signs, sign)))
    first = other if other.possible and not one.possible else one
    return first._replace(signs=signs, everywhere=one.everywhere and other.everywhere)


def _covers(signs: tuple[str, ...], sign: str) -> bool:
    parts = [part for given in signs for part in given.split()]
    if any(part[0] <= sign <= part[2] for part in parts if len(part) == 3 and part[1] == "-" and len(sign) == 1):
        return True
    return any(sign == part or (len(sign) == 1 and sign in part and not part.isalnum()) for part in parts)


# -- commands that several screens share ----------------------------------------------------------------------

CLOSE = Command("escape", "close", NC_("key", "close"), N_("Go back to where you came from"))
BACK = Command("escape", "close", NC_("key", "back"), N_("Go back without changing anything"))
RULES = Command(
    "f1",
    "app.rules",
    NC_("key", "rules"),
    N_("Read the rules of the game, with an example and a search"),
    rank=1,
)
# Translators: shows what every key does: at most 9 letters
HELP = Command("question_mark", "app.help", NC_("key", "all keys"), N_("Show what every key does here"))
PREFERENCES = Command(
    "o",
    "app.preferences",
    NC_("key", "preferences"),
    N_("Set language, pace, bell and colours, just for you"),
    short=NC_("key, short", "prefs"),
    rank=1,
)
MOVE = Command("up", "cursor_up", None, N_("Select another line"), show=False, listed=False)
PAGE = Command("pageup", "page_up", None, N_("Scroll a page up or down"), show=False, listed=False)
ENDS = Command("home", "scroll_home", None, N_("Go to the first line or the last"), show=False, listed=False)
SCROLL = Command("up", "scroll_up", NC_("key", "scroll"), N_("Scroll"), key_display="↑↓")
QUIT = Command("q", "app.leave", NC_("key", "quit"), N_("Leave (asks first if anything would be lost)"), rank=5)
CHAT = Command(
    "t", "chat", NC_("key", "chat"), N_("Chat with everybody, and read the chat so far"), needs_others=True
)
REACT = Command(
    "exclamation_mark",
    "react",
    # Translators: show a quick reaction, such as “Well played!”: a verb
    NC_("key", "react"),
    N_("Show everybody a quick reaction, by its number"),
    rank=6,
    needs_others=True,
)
# Translators: what has happened in the game so far: a noun
LOG = Command("l", "log", NC_("key", "log"), N_("Read everything that has happened in the game"), rank=3)
SEEN_CARDS = Command(
    "c",
    "seen",
    # Translators: the cards that have been seen this round
    NC_("key", "cards"),
    N_("See which cards of this round have been played"),
    rank=3,
)
# Translators: the score sheet
SCORES = Command(
    "tab", "scores", NC_("key", "scores"), N_("See the scores of all rounds, or the table again"), rank=7
)
EVENING = Command(
    "e",
    "evening",
    # Translators: all games of this table since it opened: a noun
    NC_("key", "evening"),
    N_("Show what was played at this table, and who is watching"),
    needs_others=True,
)
TAKE_BACK = Command(
    "backspace", "take_back", NC_("key", "take back"), N_("Take your card back, until the last player has chosen")
)
# Translators: ready for the next round
READY = Command("space", "ready", NC_("key", "ready"), N_("Say that you're ready for the next round"))
CONTINUE = Command("enter", "continue", NC_("key", "continue"), N_("Continue with the next round"), first=True)
# Translators: the list of the games that were played: a noun
GAMES = Command("y", "app.games", NC_("key", "games"), N_("List the games you've played, by evening"))
ALL_SCORES = Command(
    "s",
    "app.scores",
    # Translators: the scores of all games that were played: a noun
    NC_("key, all games", "scores"),
    N_("Show everybody's scores, and who won the last evenings"),
)
READ_AGAIN = Command("r", "read", None, N_("Read the games again"), show=False)
# Translators: watch the game again that has just been played: a verb
REPLAY = Command("w", "replay", NC_("key", "replay"), N_("Replay this game with all hands open"))
WHAT_IF = Command(
    "i",
    "what_if",
    # Translators: play a round that is over once more from here, with another card: a noun
    NC_("key", "what if"),
    N_("Play another card here, and go on against bots"),
)
REVIEW = Command(
    "v",
    "review",
    # Translators: what the decisions in the game that has just been played cost: a noun
    NC_("key", "review"),
    N_("See what was luck or skill, and your costliest decisions"),
)
# Translators: write a game as a file to give away: a verb
EXPORT = Command("e", "export", NC_("key", "export"), N_("Save the game as one file that any browser can open"))
WAYS_IN = Command(
    "w",
    "ways",
    # Translators: how guests come who do not have the program: a noun
    NC_("key", "ways in"),
    N_("Show the ways in for guests without the program"),
    rank=1,
    needs_others=True,
)
COPY = Command("c", "copy", NC_("key", "copy"), N_("Copy the invitation, if your terminal allows it"))
COPY_SCORES = Command(
    "c", "copy_scores", NC_("key", "copy"), N_("Copy the scores as text, if your terminal allows it"), rank=1
)
ROOM_CODE = Command("k", "code", NC_("key", "room code"), N_("Put the room code in the invitation, or take it out"))

WIDGETS_OWN = {
    "cursor_up": MOVE,
    "cursor_down": MOVE,
    "cursor_beside": MOVE,
    "first": ENDS,
    "last": ENDS,
    "page_up": PAGE,
    "page_down": PAGE,
    "scroll_up": SCROLL,
    "scroll_down": SCROLL,
    "scroll_home": ENDS,
    "scroll_end": ENDS,
}
"""The commands of Textual's own widgets, by the names of their actions."""
_MOVES = {command.purpose for command in WIDGETS_OWN.values()}
