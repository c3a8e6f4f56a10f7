"""Text in large letters, and names in half blocks."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from unicodedata import combining, normalize

BLOCK = "█"
ROWS = 5

_FONT = """
0 ### #.# #.# #.# ###
1 .#. ##. .#. .#. ###
2 ### ..# ### #.. ###
3 ### ..# ### ..# ###
4 #.# #.# ### ..# ..#
5 ### #.. ### ..# ###
6 ### #.. ### #.# ###
7 ### ..# ..# .#. .#.
8 ### #.# ### #.# ###
9 ### #.# ### ..# ###
a ... ### ..# ### ###
b #.. #.. ### #.# ###
c ... ### #.. #.. ###
d ..# ..# ### #.# ###
e ### #.# ### #.. ###
f .## .#. ### .#. .#.
g ### #.. #.# #.# ###
h #.. #.. ### #.# #.#
k #.. #.# ##. ##. #.#
l # # # # #
m ..... ##### #.#.# #.#.# #.#.#
i # . # # #
j .# .. .# .# ##
n ... ### #.# #.# #.#
o ... ### #.# #.# ###
p ... ### #.# ### #..
q ... ### #.# ### ..#
r ... ### #.. #.. #..
s ... ### ##. .## ###
t .#. ### .#. .#. .##
u ... #.# #.# #.# ###
v ... #.# #.# #.# .#.
w ..... #.#.# #.#.# #.#.# #####
y ... #.# #.# .#. #..
z ... ### .## ##. ###
x ... #.# .#. .#. #.#
. . . . . #
: . # . # .
[ ## #. #. #. ##
] ## .# .# .# ##
- ... ... ### ... ...
+ ... .#. ### .#. ...
"""


def _letters() -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in _FONT.strip().splitlines():
        letter, *rows = line.split()
        yield letter, tuple(rows)


_LETTERS = {**dict(_letters()), " ": ("...",) * ROWS}


class DotSize(NamedTuple):
    across: int
    down: int


DOT_SIZES = (DotSize(6, 3), DotSize(4, 2), DotSize(2, 1), DotSize(1, 1))
"""The largest first. A cell is about twice as high as it is wide."""


def can_write(text: str) -> bool:
    return all(character in _LETTERS for character in text)


def line_width(text: str, size: DotSize) -> int:
    return (sum(len(_LETTERS[character][0]) + 1 for character in text) - 1) * size.across


def draw_line(text: str, size: DotSize) -> list[str]:
    rows = (".".join(_LETTERS[character][row] for character in text) for row in range(ROWS))
    drawn = ("".join((BLOCK if dot == "#" else " ") * size.across for dot in row) for row in rows)
    return [line for line in drawn for _ in range(size.down)]


def draw_words(words: Sequence[str], across: int, down: int) -> list[str]:
    """Empty if they don't fit.

    A word that is too long for a line, such as an address, is broken after a dot or before a colon.
    """
    for size in DOT_SIZES if all(map(can_write, words)) else ():
        lines = break_lines(words, across, size)
        height = len(lines) * (ROWS + 1) * size.down - size.down
        if lines and height <= down:
            gap = [""] * size.down
            return [row for line in lines for row in (*gap, *draw_line(line, size))][size.down :]
    return []


def break_lines(words: Sequence[str], across: int, size: DotSize) -> list[str]:
    lines: list[str] = []
    for word in words:
        if lines and line_width(f"{lines[-1]} {word}", size) <= across:
            lines[-1] += f" {word}"
            continue
        pieces = _break_word(word, across, size)
        if not pieces:
            return []
        lines += pieces
    return lines


def _break_word(word: str, across: int, size: DotSize) -> list[str]:
    pieces = [""]
    for part in _parts(word):
        if line_width(pieces[-1] + part, size) <= across:
            pieces[-1] += part
        else:
            pieces.append(part)
    fit = all(line_width(piece, size) <= across for piece in pieces)
    return [piece for piece in pieces if piece] if fit else []


def _parts(word: str) -> Iterator[str]:
    part = ""
    for character in word:
        if character == ":" and part:
            yield part
            part = ""
        part += character
        if character == ".":
            yield part
            part = ""
    if part:
        yield part


NAME_LINES = 3
"""Five dots and a blank one, two to a line."""
_HALVES = {"00": " ", "10": "▀", "01": "▄", "11": "█"}
_NAME_FONT = {
    "A": "0110 1001 1111 1001 1001", "B": "1110 1001 1110 1001 1110", "C": "0111 1000 1000 1000 0111",
    "D": "1110 1001 1001 1001 1110", "E": "1111 1000 1110 1000 1111", "F": "1111 1000 1110 1000 1000",
    "G": "0111 1000 1011 1001 0111", "H": "1001 1001 1111 1001 1001", "I": "1 1 1 1 1",
    "J": "0011 0001 0001 1001 0110", "K": "1001 1010 1100 1010 1001", "L": "1000 1000 1000 1000 1111",
    "M": "10001 11011 10101 10001 10001", "N": "1001 1101 1111 1011 1001", "O": "0110 1001 1001 1001 0110",
    "P": "1110 1001 1110 1000 1000", "Q": "0110 1001 1001 1011 0111", "R": "1110 1001 1110 1010 1001",
    "S": "0111 1000 0110 0001 1110", "T": "11111 00100 00100 00100 00100", "U": "1001 1001 1001 1001 0110",
    "V": "10001 10001 01010 01010 00100", "W": "10001 10001 10101 11011 10001",
    "X": "10001 01010 00100 01010 10001",
    "Y": "10001 01010 00100 00100 00100", "Z": "1111 0001 0110 1000 1111", "0": "0110 1001 1001 1001 0110",
    "1": "010 110 010 010 111", "2": "1110 0001 0110 1000 1111", "3": "1110 0001 0110 0001 1110",
    "4": "1001 1001 1111 0001 0001", "5": "1111 1000 1110 0001 1110", "6": "0111 1000 1110 1001 0110",
    "7": "1111 0001 0010 0100 0100", "8": "0110 1001 0110 1001 0110", "9": "0110 1001 0111 0001 1110",
    "-": "000 000 111 000 000", ".": "0 0 0 0 1", "'": "1 1 0 0 0", " ": "00 00 00 00 00",
}  # fmt: skip


def draw_name(text: str, width: int) -> tuple[str, ...]:
    """The text in capitals of half blocks; no lines if a letter is unknown, or the text is too wide."""
    rows = _dot_rows(text)
    if not rows:
        return ()
    rows.append("0" * len(rows[0]))
    lines = tuple(
        "".join(_HALVES[upper + lower] for upper, lower in zip(rows[at], rows[at + 1], strict=True))
        for at in range(0, 2 * NAME_LINES, 2)
    )
    return lines if len(lines[0]) <= width else ()


def draw_large_name(text: str, width: int, across: int = 2) -> tuple[str, ...]:
    """Like `draw_name`, with ROWS lines, in which each dot is `across` blocks."""
    lines = tuple("".join((BLOCK if dot == "1" else " ") * across for dot in row) for row in _dot_rows(text))
    return lines if lines and len(lines[0]) <= width else ()


def draw_grand_name(text: str, width: int) -> tuple[str, ...]:
    """Like `draw_name`, with 2 * ROWS lines."""
    return tuple(line for line in draw_large_name(text, width, across=4) for _ in range(2))


def _dot_rows(text: str) -> list[str]:
    """1 where there is a dot; no rows if a letter is unknown."""
    letters = [_NAME_FONT.get(letter) for letter in _capitals(text)]
    if not letters or None in letters:
        return []
    return ["0".join(line) for line in zip(*(dots.split() for dots in letters if dots), strict=True)]


def _capitals(text: str) -> str:
    return "".join(letter for letter in normalize("NFD", text.upper()) if not combining(letter))
