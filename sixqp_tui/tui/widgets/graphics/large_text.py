"""Letters large enough to be read across a room: each dot is a block of cells."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

BLOCK = "█"
PLAIN_BLOCK = "#"
ROWS = 5
"""Dots of a letter from top to bottom."""

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
"""


def _letters() -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in _FONT.strip().splitlines():
        letter, *rows = line.split()
        yield letter, tuple(rows)


_LETTERS = {**dict(_letters()), " ": ("...",) * ROWS}


class DotSize(NamedTuple):
    """How many cells and lines a dot of a letter takes."""

    across: int
    down: int


DOT_SIZES = (DotSize(6, 3), DotSize(4, 2), DotSize(2, 1), DotSize(1, 1))
"""From the largest on; a cell is about twice as high as wide."""


def can_write(text: str) -> bool:
    return all(character in _LETTERS for character in text)


def line_width(text: str, size: DotSize) -> int:
    """The cells that a text takes in a line of these letters."""
    return (sum(len(_LETTERS[character][0]) + 1 for character in text) - 1) * size.across


def draw_line(text: str, size: DotSize, block: str = BLOCK) -> list[str]:
    """A text as lines of cells."""
    rows = (".".join(_LETTERS[character][row] for character in text) for row in range(ROWS))
    drawn = ("".join((block if dot == "#" else " ") * size.across for dot in row) for row in rows)
    return [line for line in drawn for _ in range(size.down)]


def draw_words(words: Sequence[str], across: int, down: int, block: str = BLOCK) -> list[str]:
    """The words as large as they fit into so many cells and lines; no line where no size fits.

    Each word begins where it fits; one that is too long for a line, an address, is broken behind a dot or before
    a colon.
    """
    for size in DOT_SIZES if all(map(can_write, words)) else ():
        lines = _lines(words, across, size)
        height = len(lines) * (ROWS + 1) * size.down - size.down
        if lines and height <= down:
            gap = [""] * size.down
            return [row for line in lines for row in (*gap, *draw_line(line, size, block))][size.down :]
    return []


def _lines(words: Sequence[str], across: int, size: DotSize) -> list[str]:
    """The words in lines of that width; none where a word cannot be broken so."""
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
    """What stays together: up to a dot, or from a colon on."""
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
