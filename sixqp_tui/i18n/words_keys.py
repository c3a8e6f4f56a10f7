"""The words behind the keys at the foot of the screens. A binding is described by a code; `word` says it."""

from collections.abc import Callable

from sixqp_tui.i18n.catalog import pgettext


def word(code: str, short: bool = False) -> str:
    """The word behind a key, by the code that its binding is described by; an unknown code as it is.

    `short`: for a line on which the words would not all fit.
    """
    said = (_SHORT.get(code) if short else None) or _WORDS.get(code)
    return said() if said else code


_WORDS: dict[str, Callable[[], str]] = {
    "address": lambda: pgettext("key", "address"),
    "apply": lambda: pgettext("key", "apply"),
    "back": lambda: pgettext("key", "back"),
    "bot": lambda: pgettext("key", "bot"),
    "chat": lambda: pgettext("key", "chat"),
    "choose": lambda: pgettext("key", "choose"),
    "clear": lambda: pgettext("key", "clear"),
    "close": lambda: pgettext("key", "close"),
    "done": lambda: pgettext("key", "done"),
    "go on": lambda: pgettext("key", "go on"),
    "host": lambda: pgettext("key", "host"),
    "join": lambda: pgettext("key", "join"),
    "lay": lambda: pgettext("key", "lay"),
    "leave": lambda: pgettext("key", "leave"),
    "level": lambda: pgettext("key", "level"),
    "lobby": lambda: pgettext("key", "lobby"),
    "log": lambda: pgettext("key", "log"),
    "look": lambda: pgettext("key", "look"),
    "name": lambda: pgettext("key", "name"),
    "open the table": lambda: pgettext("key", "open the table"),
    "pause": lambda: pgettext("key", "pause"),
    "pick": lambda: pgettext("key, a card of the deck", "take"),
    "preside": lambda: pgettext("key", "host"),
    "quit": lambda: pgettext("key", "quit"),
    "refresh": lambda: pgettext("key", "refresh"),
    "rematch": lambda: pgettext("key", "rematch"),
    "resume": lambda: pgettext("key", "resume"),
    "row": lambda: pgettext("key", "row"),
    "rules": lambda: pgettext("key", "rules"),
    "scroll": lambda: pgettext("key", "scroll"),
    "setup": lambda: pgettext("key", "setup"),
    "sit down": lambda: pgettext("key", "sit down"),
    "start": lambda: pgettext("key", "start"),
    "take": lambda: pgettext("key, a row", "take"),
    "take back": lambda: pgettext("key", "take back"),
    "variant": lambda: pgettext("key", "variant"),
    "watch": lambda: pgettext("key", "watch"),
}
_SHORT: dict[str, Callable[[], str]] = {
    "chat": lambda: pgettext("key, short", "chat"),
    "clear": lambda: pgettext("key, short", "clear"),
    "leave": lambda: pgettext("key, short", "leave"),
    "setup": lambda: pgettext("key, short", "setup"),
    "start": lambda: pgettext("key, short", "start"),
}
