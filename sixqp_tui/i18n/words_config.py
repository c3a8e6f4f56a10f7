"""What is said about config.txt and about settings that cannot be taken. Plain values in, a sentence out."""

from collections.abc import Callable
from typing import NamedTuple

from sixqp_protocol.text import clean
from sixqp_tui.i18n import words_lock
from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext

Expectation = tuple[tuple[str, ...], int, int, bool, int, bool]


class _Case(NamedTuple):
    """The values a sentence may speak of."""

    key: str
    got: str
    expected: Expectation
    near: str
    first: int


def expectation(words: tuple[str, ...], low: int, high: int, or_none: bool, cells: int, code: bool = False) -> str:
    """What a value must be: `a number from 1 to 999, or none`."""
    if code:
        return words_lock.expected_code(words)
    if words:
        return _("{words} or {last}").format(words=", ".join(words[:-1]), last=words[-1])
    if cells:
        return ngettext("a text of 1 character", "a text of 1 to {n} characters", cells).format(n=cells)
    if or_none:
        return _("a number from {low} to {high}, or none").format(low=low, high=high)
    return _("a number from {low} to {high}").format(low=low, high=high)


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
    expected: Expectation = ((), 0, 0, False, 0, False),
    near: str = "",
    first: int = 0,
) -> str:
    """What is wrong with config.txt and where: `config.txt, line 3: limit: expected a number ...`."""
    where = clean(path, 200)
    sentence = _SENTENCES.get(problem, _value)(_Case(key, got, expected, near, first))
    if line:
        return _("{path}, line {line}: {sentence}").format(path=where, line=line, sentence=sentence)
    return _("{path}: {sentence}").format(path=where, sentence=sentence)


def _quoted(text: str) -> str:
    return _("“{text}”").format(text=text) if text else _("nothing")


def _subject(case: _Case) -> str:
    return case.key or _("a player's name")


def _value(case: _Case) -> str:
    return _("{setting}: expected {expected}, got {got}.").format(
        setting=_subject(case), expected=expectation(*case.expected), got=_quoted(case.got)
    )


def _long(case: _Case) -> str:
    most = case.expected[4]
    wide = len(case.got) <= most
    sentence = ngettext(
        "{setting}: {got} is too long, at most {n} character fits.",
        "{setting}: {got} is too long, at most {n} characters fit.",
        most,
    )
    if wide:
        sentence = ngettext(
            "{setting}: {got} is too long, at most {n} character fits (wide ones count twice).",
            "{setting}: {got} is too long, at most {n} characters fit (wide ones count twice).",
            most,
        )
    return sentence.format(setting=_subject(case), got=_quoted(case.got), n=most)


def _unprintable(case: _Case) -> str:
    if case.near:
        sentence = _("{setting}: {got} has a character that cannot be shown ({character}); remove it.")
    else:
        sentence = _("{setting}: {got} has a character that cannot be shown; remove it.")
    return sentence.format(setting=_subject(case), got=_quoted(case.got), character=case.near)


def _unknown_key(case: _Case) -> str:
    said = [_("{key} is not a setting.").format(key=_quoted(case.key))]
    if case.near:
        said.append(_("Did you mean {key}?").format(key=case.near))
    known = ", ".join(case.expected[0])
    said.append(_("The settings are {keys}; a player's name has no “=”.").format(keys=known))
    return " ".join(said)


def _many_names(case: _Case) -> str:
    most = case.expected[2]
    sentence = ngettext(
        "{name} is one name too many: at most {n} player sits at a table.",
        "{name} is one name too many: at most {n} players sit at a table.",
        most,
    )
    return sentence.format(name=_quoted(case.got), n=most)


def _unreadable(case: _Case) -> str:
    if case.got:
        return _("the file cannot be read ({reason}).").format(reason=case.got)
    return _("the file cannot be read.")


def _no_equals(case: _Case) -> str:
    return _("expected “key = value”, got {got}.").format(got=_quoted(case.got))


def _large(case: _Case) -> str:
    size = case.expected[2] // 1024
    return _("expected a text of at most {size} KiB, this is larger; is it the right file?").format(size=size)


def _key_twice(case: _Case) -> str:
    return _("{key} is set a second time; line {line} has set it already.").format(key=case.key, line=case.first)


def _named_twice(case: _Case) -> str:
    return _("{name} is named twice.").format(name=_quoted(case.got))


def _name_twice(case: _Case) -> str:
    return _("the name {name} is already on line {line}.").format(name=_quoted(case.got), line=case.first)


_SENTENCES: dict[str, Callable[[_Case], str]] = {
    "missing": lambda case: _("there is no such file."),
    "folder": lambda case: _("expected a text file, this is a folder."),
    "device": lambda case: _("expected a text file, this is a pipe or a device; name another file."),
    "unreadable": _unreadable,
    "large": _large,
    "not_utf8": lambda case: _("the text is not UTF-8; save it as UTF-8 in the editor."),
    "nul": lambda case: _("this is not plain text (or UTF-16); save it as UTF-8 in the editor."),
    "unknown_key": _unknown_key,
    "value": _value,
    "long": _long,
    "unprintable": _unprintable,
    "key_twice": _key_twice,
    "name_twice": _name_twice,
    "named_twice": _named_twice,
    "many_names": _many_names,
    "no_equals": _no_equals,
}
