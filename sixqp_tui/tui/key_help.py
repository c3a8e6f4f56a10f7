"""The commands of a screen: gathered from the bindings in force and from the widgets that can be clicked.

A binding's description is the code of its word and of its sentence (i18n/screens/keys.py); bindings of one code are
one command. The key line, the help and the palette all follow from this.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, NamedTuple, Protocol, runtime_checkable

from textual.binding import ActiveBinding, Binding, BindingsMap
from textual.dom import DOMNode
from textual.keys import key_to_character
from textual.screen import Screen
from textual.widgets import Input

from sixqp_tui.i18n.keys import is_known

MOVES = {
    "cursor_up": "move",
    "cursor_down": "move",
    "cursor_beside": "move",
    "first": "ends",
    "last": "ends",
    "page_up": "page",
    "page_down": "page",
    "scroll_up": "scroll",
    "scroll_down": "scroll",
    "scroll_home": "ends",
    "scroll_end": "ends",
}
"""The codes of what Textual's own widgets bind, by the names of their actions."""


class ScreenCommand(NamedTuple):
    """What can be done on a screen: its code, the signs of its keys, and whether it is possible now.

    `node` is where the action of the first key is looked up. `everywhere`: it is the app's, not the screen's.
    """

    code: str
    signs: tuple[str, ...]
    node: DOMNode
    action: str
    possible: bool
    everywhere: bool


@runtime_checkable
class HasGestures(Protocol):
    """A widget that the mouse does something with: the code of each gesture, with the command that it does."""

    GESTURES: ClassVar[dict[str, str]]


@runtime_checkable
class HasOwnKeys(Protocol):
    """A screen with keys of its own besides its bindings: the sign of each, and what it does."""

    def own_keys(self) -> Iterable[tuple[str, str]]:
        """The keys and their sentences."""


def name_of(action: str) -> str:
    """The bare name of an action: `step` of `screen.step(-1)`."""
    return action.partition("(")[0].rpartition(".")[2]


def code_of(binding: Binding) -> str:
    """The code of what a binding does; nothing where it is not to be spoken of."""
    if is_known(binding.description):
        return binding.description
    return MOVES.get(name_of(binding.action), "")


def commands(screen: Screen[object]) -> list[ScreenCommand]:
    """The commands of a screen in the order of their bindings, the nearest to the focus first.

    A line to type in has no moves: it is Textual's that it could scroll.
    """
    found: dict[str, ScreenCommand] = {}
    active = screen.active_bindings
    for node, key, binding in _bindings(screen):
        code = code_of(binding)
        if not code or (isinstance(node, Input) and code in MOVES.values()):
            continue
        possible = _is_active(active.get(key), node, binding)
        everywhere = node is screen.app and not binding.action.startswith("screen.")
        new = ScreenCommand(
            code, (screen.app.get_key_display(binding),), node, binding.action, possible, everywhere
        )
        found[code] = _merge(found[code], new) if code in found else new
    return list(found.values())


def gestures(screen: Screen[object]) -> dict[str, str]:
    """What can be done with the mouse on this screen: the code of each gesture, with that of its command."""
    found: dict[str, str] = {}
    for widget in (screen, *screen.walk_children()):
        shown = all(node.display for node in widget.ancestors_with_self if node is not screen.app)
        if shown and isinstance(widget, HasGestures):
            found.update(widget.GESTURES)
    return found


def _bindings(screen: Screen[object]) -> Iterator[tuple[DOMNode, str, Binding]]:
    """All bindings in force, possible now or not; of those over a question only the app's with priority.

    A key that a line takes as a character is no command.
    """
    nodes: list[DOMNode] = []
    for node in (screen.focused or screen).ancestors_with_self:
        covered = any(before.is_modal for before in nodes)
        for key, bindings in _declared(type(node)).items():
            if not any(before.check_consume_key(key, key_to_character(key)) for before in nodes):
                yield from ((node, key, binding) for binding in bindings if binding.priority or not covered)
        nodes.append(node)


def _declared(kind: type[DOMNode]) -> dict[str, list[Binding]]:
    """The bindings of a class and its bases by their keys: the nearest class that binds a key has it to itself."""
    found: dict[str, list[Binding]] = {}
    for base in reversed(kind.__mro__):
        found.update(BindingsMap(vars(base).get("BINDINGS", ())).key_to_bindings)
    return found


def _is_active(active: ActiveBinding | None, node: DOMNode, binding: Binding) -> bool:
    if active is None:
        return binding.priority
    return (
        active.enabled
        and (active.node is node or active.binding.priority)
        and (name_of(active.binding.action) == name_of(binding.action))
    )


def _merge(one: ScreenCommand, other: ScreenCommand) -> ScreenCommand:
    """The same command by more keys; the possible one of two is the one that is run."""
    signs = (*one.signs, *(sign for sign in other.signs if not _covers(one.signs, sign)))
    first = other if other.possible and not one.possible else one
    return first._replace(signs=signs, everywhere=one.everywhere and other.everywhere)


def _covers(signs: tuple[str, ...], sign: str) -> bool:
    """Whether a key is named already, alone or within a sign such as `←→ 1-9`."""
    parts = [part for given in signs for part in given.split()]
    if any(part[0] <= sign <= part[2] for part in parts if len(part) == 3 and part[1] == "-" and len(sign) == 1):
        return True
    return any(sign == part or (len(sign) == 1 and sign in part and not part.isalnum()) for part in parts)
