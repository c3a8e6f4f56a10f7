"""A player's preferences on this machine, and their file.

`preferences.txt` looks like config.txt: `key = value` lines with the keys of the command line's options. Writing
only touches lines of changed preferences; comments and unknown keys stay.
"""

from collections.abc import Mapping, Sequence
from os.path import realpath
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, get_args

from sixqp_protocol.text import clean
from sixqp_tui.store.files import move_aside, write_atomically
from sixqp_tui.store.key_values import lines_of, read_text, with_value
from sixqp_tui.store.options import SHOWN, BadSetting, Expected, Fault, parse_option

PaceName = Literal["off", "slow", "normal", "fast"]
Switch = Literal["on", "off"]
ThemeName = Literal["felt", "dark", "contrast", "light"]

FILE_NAME: Final = "preferences.txt"
SYSTEM: Final = "system"
"""The language of the system."""
NAME: Final = "name"
"""In the file, the player's name."""
WORDS: Final[dict[str, tuple[str, ...]]] = {
    "pace": get_args(PaceName),
    "bell": get_args(Switch),
    "theme": get_args(ThemeName),
}
"""The words for each preference except the language."""


class Preferences(NamedTuple):
    """One player's preferences, by the keys and words of the file.

    `language` is a code of `i18n.LANGUAGES`, or `SYSTEM`. `pace` is how slowly a turn is shown. The `bell` rings
    when it is the player's turn and when a row of many heads is taken.
    """

    language: str = SYSTEM
    pace: PaceName = "normal"
    bell: Switch = "off"
    theme: ThemeName = "felt"


class StoredPreferences(NamedTuple):
    """The preferences with defaults for the rest, and the first line that can't be understood."""

    preferences: Preferences = Preferences()
    fault: Fault | None = None


def changed_words(before: Preferences, after: Preferences) -> dict[str, str]:
    old = before._asdict()
    return {key: word for key, word in after._asdict().items() if word != old[key]}


def read_preferences(path: Path, languages: Sequence[str]) -> StoredPreferences:
    try:
        found = lines_of(read_text(path))
    except BadSetting as error:
        return StoredPreferences(fault=None if error.fault.problem == "missing" else error.fault)
    known = {"language": (SYSTEM, *languages), **WORDS}
    words: dict[str, str] = {}
    fault: Fault | None = None
    for number, key, value in found:
        word = (value or "").strip().lower()
        if value is not None and word in known.get(key, (word,)):
            words[key] = word
        elif key in known:
            got = clean(word, SHOWN)
            fault = fault or Fault("value", key, got, Expected(words=known[key]), path=str(path), line=number)
        else:
            fault = fault or Fault("no_equals", got=clean(key, SHOWN), path=str(path), line=number)
    found_words: Any = {key: words[key] for key in known if key in words}
    return StoredPreferences(Preferences(**found_words), fault)


def read_word(path: Path, key: str) -> str:
    """What stands behind the last line of this key, "" without one."""
    try:
        found = lines_of(read_text(path))
    except BadSetting:
        return ""
    words = [line.value.strip() for line in found if line.key == key and line.value is not None]
    return words[-1] if words else ""


def read_name(path: Path) -> str:
    name = read_word(path, NAME)
    try:
        return str(parse_option(NAME, name)) if name else ""
    except BadSetting:
        return ""


def write_preferences(path: Path, words: Mapping[str, str]) -> Path | None:
    """Leaving every other line as it is.

    A file that isn't text is moved aside first, and its new path returned. If a link points to something else than
    a file, only the link is moved. Raises OSError.
    """
    target, aside = Path(realpath(path)), None
    try:
        text = read_text(target)
    except BadSetting as error:
        text = ""
        if error.fault.problem != "missing":
            target = target if target.is_file() else path
            aside = move_aside(target)
    for key, word in words.items():
        text = with_value(text, key, word)
    write_atomically(target, text.encode())
    return aside
