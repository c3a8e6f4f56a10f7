"""What is said about config.txt and about settings that cannot be taken. Plain values in, a sentence out."""

from collections.abc import Callable
from typing import NamedTuple

from sixqp_protocol.text import clean

Expectation = tuple[tuple[str, ...], int, int, bool, int]


class _Case(NamedTuple):
    """The values a sentence may speak of."""

    key: str
    got: str
    expected: Expectation
    near: str
    first: int


def expectation(words: tuple[str, ...], low: int, high: int, or_none: bool, cells: int) -> str:
    """What a value must be: `a number from 1 to 999, or none`."""
    if words:
        return f"{', '.join(words[:-1])} or {words[-1]}"
    if cells:
        return f"a text of 1 to {cells} characters"
    return f"a number from {low} to {high}{', or none' if or_none else ''}"


def option_sentence(key: str, fault: str, got: str, expected: Expectation, character: str = "") -> str:
    """Why the value of a setting cannot be taken, and what was expected; `key` "" is a player's name."""
    sentence = _SENTENCES.get(fault, _value)
    return sentence(_Case(key, got, expected, character, 0))


def config_sentence(
    path: str,
    line: int,
    problem: str,
    key: str = "",
    got: str = "",
    expected: Expectation = ((), 0, 0, False, 0),
    near: str = "",
    first: int = 0,
) -> str:
    """What is wrong with config.txt and where: `config.txt, line 3: limit: expected a number ...`."""
    where = clean(path, 200) + (f", line {line}" if line else "")
    sentence = _SENTENCES.get(problem, _value)
    return f"{where}: {sentence(_Case(key, got, expected, near, first))}"


def _quoted(text: str) -> str:
    return f"“{text}”" if text else "nothing"


def _subject(case: _Case) -> str:
    return case.key or "a player's name"


def _value(case: _Case) -> str:
    return f"{_subject(case)}: expected {expectation(*case.expected)}, got {_quoted(case.got)}."


def _long(case: _Case) -> str:
    most = case.expected[4]
    wide = " (wide ones count twice)" if len(case.got) <= most else ""
    return f"{_subject(case)}: {_quoted(case.got)} is too long, at most {most} characters fit{wide}."


def _unprintable(case: _Case) -> str:
    named = f" ({case.near})" if case.near else ""
    return f"{_subject(case)}: {_quoted(case.got)} has a character that cannot be shown{named}; remove it."


def _unknown_key(case: _Case) -> str:
    hint = f" Did you mean {case.near}?" if case.near else ""
    known = ", ".join(case.expected[0])
    return f"{_quoted(case.key)} is not a setting.{hint} The settings are {known}; a player's name has no “=”."


def _many_names(case: _Case) -> str:
    return f"{_quoted(case.got)} is one name too many: at most {case.expected[2]} players sit at a table."


def _unreadable(case: _Case) -> str:
    return f"the file cannot be read{f' ({case.got})' if case.got else ''}."


_SENTENCES: dict[str, Callable[[_Case], str]] = {
    "missing": lambda _: "there is no such file.",
    "folder": lambda _: "expected a text file, this is a folder.",
    "unreadable": _unreadable,
    "large": lambda case: f"the file is larger than {case.expected[2] // 1024} KiB; is it the right one?",
    "not_utf8": lambda _: "the text is not UTF-8; save it as UTF-8 in the editor.",
    "nul": lambda _: "this is not plain text (or UTF-16); save it as UTF-8 in the editor.",
    "unknown_key": _unknown_key,
    "value": _value,
    "long": _long,
    "unprintable": _unprintable,
    "key_twice": lambda case: f"{case.key} is set a second time; line {case.first} has set it already.",
    "name_twice": lambda case: f"the name {_quoted(case.got)} stands already on line {case.first}.",
    "many_names": _many_names,
}
