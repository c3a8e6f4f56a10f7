"""Makes text from strangers harmless: names, titles, chat and anything else.

The host cleans what it receives, and every client cleans what it shows. The result is plain text of visible
characters and single spaces: it cannot move a cursor, change the writing direction, hide anything, or be too wide.
Cleaning twice changes nothing more.
"""

import re
from functools import lru_cache
from typing import Final
from unicodedata import category, normalize

ADDRESS_CELLS = 64
"""Terminal cells: an IPv6 address with the name of an interface."""
NAME_CELLS: Final = 16
TITLE_CELLS: Final = 24
STAKE_CELLS: Final = 40
REACTION_CELLS: Final = 16
PATH_CELLS: Final = 200
PLAIN_ID: Final = re.compile(r"[0-9a-z]{1,32}")
"""The id of a table in data from others; nothing else may become part of a file name or a line."""
REASON_CELLS: Final = 200
CHAT_LENGTH: Final = 300
RESERVED: Final = frozenset(("thetable", "latable"))
"""The letters of the names under which the table itself speaks, in each language of the program."""
MARKS_A_BASE: Final = 2
MARKS_BEFORE: Final = 8
"""Marks in a row that are read before composing; more than any script's letter has."""
MAX_LENGTH: Final = 1400
"""Code points that are read, as many as the longest text of a message has; the rest is dropped."""

_SPACE: Final = " "
_BLANKS: Final = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85")
_HIDDEN: Final = (
    (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x303F, 0x3164, 0xFFA0, 0xFFFC, 0x16FE4, 0x1D159),
    range(0x180B, 0x1810),  # Mongolian selectors
    range(0xFE00, 0xFE10),  # variation selectors
    range(0x13430, 0x13460),  # joiners and blanks of hieroglyphs
    range(0x1F1E6, 0x1F200),  # half flags: their width depends on the neighbour
    range(0x1F3FB, 0x1F400),  # skin tones: the same
    range(0xE0000, 0xE1000),  # tags and further selectors
)
_MARKS: Final = frozenset(("Mn", "Mc"))
_PRINTABLE: Final = frozenset("LNPS")


@lru_cache(maxsize=256)  # a table says its few names again and again
def clean(text: str, cells: int) -> str:
    """The harmless form of a text, at most that many terminal cells wide; "" if nothing visible is left."""
    return _cut(_visible(text), cells)


def clean_name(text: str, fallback: str) -> str:
    """A player's name of at most 16 cells, or the fallback unchanged if nothing visible is left.

    Nothing is left of a name under which a program prints what the table itself says.
    """
    name = clean(text, NAME_CELLS)
    return fallback if not name or _is_reserved(name) else name


def clean_title(text: str, fallback: str) -> str:
    """A table's title of at most 24 cells, or the fallback unchanged if nothing visible is left."""
    return clean(text, TITLE_CELLS) or fallback


def clean_stake(text: str) -> str:
    """A table's stake of at most 40 cells, or ""."""
    return clean(text, STAKE_CELLS)


def clean_reaction(text: str) -> str:
    """A player's own reaction of at most 16 cells, or ""."""
    return clean(text, REACTION_CELLS)


def clean_path(path: object) -> str:
    """A path for a sentence, in at most 200 cells."""
    return clean(str(path), PATH_CELLS)


def clean_reason(text: str) -> str:
    """An error for a sentence, in at most 200 cells; errors may quote files of any length."""
    return clean(text[:REASON_CELLS], REASON_CELLS)


def clean_chat(text: str) -> str:
    """A chat message of at most 300 code points; "" if nothing visible is left."""
    return _visible(text)[:CHAT_LENGTH].rstrip(_SPACE)


def printable(text: str) -> str:
    """Our own text of one or several lines, without anything that could move a cursor.

    This is the last step before printing; text from strangers is cleaned long before.
    """
    if text.isprintable():
        return text
    return "".join(each for each in text if each.isprintable() or each == "\n")


def cells(text: str) -> int:
    """The number of terminal cells of a text; at least as many as a terminal uses."""
    return sum(map(_width, text))


def _visible(text: str) -> str:
    """The visible characters, in NFC, with single spaces.

    Composing costs the square of a run of marks, so marks are thinned out before. Removing a hidden character
    between a letter and its mark makes a second composition necessary.
    """
    composed = normalize("NFC", _thinned(text[:MAX_LENGTH], MARKS_BEFORE))
    shown = "".join(map(_admitted, composed))
    return _SPACE.join(_thinned(normalize("NFC", _thinned(shown, MARKS_BEFORE)), MARKS_A_BASE).split())


def _thinned(text: str, most: int) -> str:
    """The text without marks that follow nothing, and with at most that many in a row."""
    if text.isascii() or not any(map(_is_mark, text)):
        return text
    kept: list[str] = []
    run = most
    for character in text:
        if not _is_mark(character):
            run = most if character == _SPACE else 0
        elif run < most:
            run += 1
        else:
            continue
        kept.append(character)
    return "".join(kept)


def _cut(text: str, cells: int) -> str:
    left = cells
    for at, character in enumerate(text):
        left -= _width(character)
        if left < 0:
            return text[:at].rstrip(_SPACE)
    return text


def _cells(character: str) -> int:
    if " " <= character <= "~":
        return 1
    # Imported late: nothing that is slow to import stands between the command and its first screen.
    from wcwidth import wcwidth

    return int(wcwidth(character))


@lru_cache(maxsize=4096)
def _admitted(character: str) -> str:
    """The character, a space for white space, or nothing for control and invisible characters."""
    if character in _BLANKS:
        return _SPACE
    kind = category(character)
    if kind[0] == "Z":
        return _SPACE
    hidden = any(ord(character) in each for each in _HIDDEN)
    if hidden or not (kind in _MARKS or (kind[0] in _PRINTABLE and _cells(character) > 0)):
        return ""
    return character


@lru_cache(maxsize=256)
def _is_reserved(name: str) -> bool:
    return "".join(filter(str.isalpha, normalize("NFKC", name).casefold())) in RESERVED


@lru_cache(maxsize=4096)
def _is_mark(character: str) -> bool:
    return category(character)[0] == "M"


@lru_cache(maxsize=4096)
def _width(character: str) -> int:
    return max(_cells(character), int(category(character) == "Mc"))
