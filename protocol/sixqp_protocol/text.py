"""Makes names, titles, chat and any other text from strangers harmless.

The host cleans what it receives, and every client cleans what it shows. The result consists of visible characters
and single spaces: it can't move a cursor, change the writing direction, hide anything, or be too wide. Cleaning is
idempotent.
"""

import re
from functools import lru_cache
from typing import Final
from unicodedata import category, normalize

NAME_CELLS: Final = 16
TITLE_CELLS: Final = 24
PATH_CELLS: Final = 200
PLAIN_ID: Final = re.compile(r"[0-9a-z]{1,32}")
"""A table's id in data from others; nothing else may become part of a file name."""
REASON_CELLS: Final = 200
CHAT_LENGTH: Final = 300
RESERVED: Final = frozenset(("thetable", "latable"))
"""The letters of the names under which the table itself speaks, in each language."""
MARKS_A_BASE: Final = 2
MARKS_BEFORE: Final = 8
"""Combining marks in a row that are read before composing; no script needs more on one letter."""
MAX_LENGTH: Final = 1400
"""Code points that are read, as many as the longest text of a message has."""

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
    """The text, harmless and at most `cells` wide; "" if nothing visible is left."""
    return _cut(_visible(text), cells)


def clean_name(text: str, fallback: str) -> str:
    """The name, or the fallback if nothing visible is left.

    Names under which the table itself speaks count as empty.
    """
    name = clean(text, NAME_CELLS)
    return fallback if not name or _is_reserved(name) else name


def clean_title(text: str, fallback: str) -> str:
    return clean(text, TITLE_CELLS) or fallback


def clean_path(path: object) -> str:
    return clean(str(path), PATH_CELLS)


def clean_reason(text: str) -> str:
    return clean(text[:REASON_CELLS], REASON_CELLS)


def clean_chat(text: str) -> str:
    return _visible(text)[:CHAT_LENGTH].rstrip(_SPACE)


def printable(text: str) -> str:
    """Our own text, of one or more lines, without control characters.

    The last step before printing; text from strangers was cleaned long before.
    """
    if text.isprintable():
        return text
    return "".join(each for each in text if each.isprintable() or each == "\n")


def cells(text: str) -> int:
    """The width in terminal cells, never too small."""
    return sum(map(_width, text))


def _visible(text: str) -> str:
    """The visible characters in NFC, with single spaces.

    Composing takes quadratic time in a run of marks, so long runs are cut first. It is repeated, because removing a
    hidden character may join a letter and its mark.
    """
    composed = normalize("NFC", _thinned(text[:MAX_LENGTH], MARKS_BEFORE))
    shown = "".join(map(_admitted, composed))
    return _SPACE.join(_thinned(normalize("NFC", _thinned(shown, MARKS_BEFORE)), MARKS_A_BASE).split())


def _thinned(text: str, most: int) -> str:
    """Drop marks that follow nothing, or more than `most` others."""
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
