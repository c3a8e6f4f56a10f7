"""A player's preferences on this machine, and their file.

`preferences.txt` looks like config.txt: `key = value` lines with the keys of the command line's options. Writing
only touches lines of changed preferences; comments and unknown keys stay.
"""

from collections.abc import Mapping, Sequence
from os.path import realpath
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, get_args

from sixqp_protocol.text import clean
from sixqp_tui.store.config import COMMENT, LINE_END, ConfigError, ConfigFault, decode_text, read_bytes
from sixqp_tui.store.files import move_aside, write_atomically
from sixqp_tui.store.options import Expected, OptionError, parse_option

PaceName = Literal["off", "slow", "normal", "fast"]
ThemeName = Literal["felt", "dark", "contrast", "light"]

FILE_NAME: Final = "preferences.txt"
SYSTEM: Final = "system"
"""In the file, the language of the system."""
NAME: Final = "name"
"""In the file, the player's name."""
SWITCH: Final = ("on", "off")
WORDS: Final[dict[str, tuple[str, ...]]] = {
    "pace": get_args(PaceName),
    "bell": SWITCH,
    "theme": get_args(ThemeName),
}
"""The words for each preference except the language; in the file `-` stands for `_`."""
_SHOWN = 40
"""Cells of a wrong word that an error repeats."""


class Preferences(NamedTuple):
    """One player's preferences.

    `language` is a code of `i18n.LANGUAGES`, or "" for the system's. `pace` is how slowly a turn is shown.
    `bell` rings when it is the player's turn and when a row of many heads is taken.
    """

    language: str = ""
    pace: PaceName = "normal"
    bell: bool = False
    theme: ThemeName = "felt"


class StoredPreferences(NamedTuple):
    """The preferences with defaults for the rest, and the first line that can't be understood."""

    preferences: Preferences = Preferences()
    fault: ConfigFault | None = None


def with_words(preferences: Preferences, words: Mapping[str, str]) -> Preferences:
    return preferences._replace(**{key: _value(key, word) for key, word in words.items()})


def changed_words(before: Preferences, after: Preferences) -> dict[str, str]:
    old = before._asdict()
    return {key: _word(value) for key, value in after._asdict().items() if value != old[key]}


def read_preferences(path: Path, languages: Sequence[str]) -> StoredPreferences:
    try:
        text = decode_text(read_bytes(path), str(path))
    except ConfigError as error:
        return StoredPreferences(fault=None if error.fault.problem == "missing" else error.fault)
    known = {"language": (SYSTEM, *languages), **WORDS}
    words: dict[str, str] = {}
    fault: ConfigFault | None = None
    for number, line in enumerate(LINE_END.split(text), 1):
        key, equals, word = _parts(line)
        if equals and word in known.get(key, (word,)):
            words[key] = word
        elif key:
            fault = fault or _fault(str(path), number, key, word, known)
    return StoredPreferences(with_words(Preferences(), {key: words[key] for key in known if key in words}), fault)


def read_word(path: Path, key: str) -> str:
    """What stands behind the last line of this key, "" without one."""
    try:
        text = decode_text(read_bytes(path), str(path))
    except ConfigError:
        return ""
    pairs = (COMMENT.sub("", line).partition("=") for line in LINE_END.split(text))
    words = [word.strip() for found, equals, word in pairs if equals and found.strip().lower() == key]
    return words[-1] if words else ""


def read_name(path: Path) -> str:
    name = read_word(path, NAME)
    try:
        return str(parse_option(NAME, name)) if name else ""
    except OptionError:
        return ""


def write_preferences(path: Path, words: Mapping[str, str]) -> Path | None:
    """Leaving every other line as it is.

    A file that isn't text is moved aside first, and its new path returned. If a link points to something else than
    a file, only the link is moved. Raises OSError.
    """
    target, aside = Path(realpath(path)), None
    try:
        text = decode_text(read_bytes(target), str(target))
    except ConfigError as error:
        text = ""
        if error.fault.problem != "missing":
            target = target if target.is_file() else path
            aside = move_aside(target)
    end = "\r\n" if "\r\n" in text else "\n"
    lines = LINE_END.split(text.removesuffix(end)) if text else []
    for key, word in words.items():
        _put(lines, key, word)
    write_atomically(target, (end.join(lines) + end).encode(), private=True)
    return aside


def _value(key: str, word: str) -> Any:
    if key == "language":
        return "" if word == SYSTEM else word
    return word == SWITCH[0] if WORDS[key] == SWITCH else word


def _word(value: object) -> str:
    return SWITCH[not value] if isinstance(value, bool) else str(value or SYSTEM)


def _parts(line: str) -> tuple[str, str, str]:
    key, equals, word = COMMENT.sub("", line).partition("=")
    return key.strip().lower().replace("-", "_"), equals, word.strip().lower()


def _fault(path: str, line: int, key: str, word: str, known: Mapping[str, tuple[str, ...]]) -> ConfigFault:
    if key not in known:
        return ConfigFault(path, line, "no_equals", got=clean(_written(key), _SHOWN))
    return ConfigFault(path, line, "value", _written(key), clean(word, _SHOWN), Expected(words=known[key]))


def _written(key: str) -> str:
    return key.replace("_", "-")


def _put(lines: list[str], key: str, word: str) -> None:
    """Set the last line of this key, the one that counts, or append one."""
    at = next((at for at in reversed(range(len(lines))) if _parts(lines[at])[:2] == (key, "=")), None)
    if at is None:
        lines.append(f"{_written(key)} = {word}")
        return
    comment = "".join(COMMENT.findall(lines[at])).strip()
    lines[at] = f"{_written(key)} = {word}" + (f" {comment}" if comment else "")
