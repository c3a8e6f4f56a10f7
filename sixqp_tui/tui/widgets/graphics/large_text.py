"""Letters large enough to be read across a room, as blocks of cells: what a line to type is written with."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

BLOCK = "█"
PLAIN_BLOCK = "#"
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
"""


def _letters() -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in _FONT.strip().splitlines():
        letter, *rows = line.split()
        yield letter, tuple(rows)


_LETTERS = {**dict(_letters()), " ": ("...",) * ROWS}


class Scale(NamedTuple):
    """How many cells and lines a dot of a letter takes."""

    across: int
    down: int


SCALES = (Scale(6, 3), Scale(4, 2), Scale(2, 1), Scale(1, 1))


def can_write(text: str) -> bool:
    """Whether there is a letter for every character."""
    return all(character in _LETTERS for character in text)


def width(text: str, scale: Scale) -> int:
    """The cells that a text takes in a line of these letters."""
    return (sum(len(_LETTERS[character][0]) + 1 for character in text) - 1) * scale.across


def written(text: str, scale: Scale, block: str = BLOCK) -> list[str]:
    """A text as lines of cells."""
    rows = (".".join(_LETTERS[character][row] for character in text) for row in range(ROWS))
    drawn = ("".join((block if dot == "#" else " ") * scale.across for dot in row) for row in rows)
    return [line for line in drawn for _ in range(scale.down)]


def poster(words: Sequence[str], across: int, down: int, block: str = BLOCK) -> list[str]:
    """The words as large as they fit into so many cells and lines; () where no size fits.

    Each word begins where it fits; one that is too long for a line, an address, is broken behind a dot or before
    a colon.
    """
    for scale in SCALES if all(map(can_write, words)) else ():
        lines = _lines(words, across, scale)
        height = len(lines) * (ROWS + 1) * scale.down - scale.down
        if lines and height <= down:
            gap = [""] * scale.down
            return [row for line in lines for row in (*gap, *written(line, scale, block))][scale.down :]
    return []


def _lines(words: Sequence[str], across: int, scale: Scale) -> list[str]:
    """The words in lines of that width, or () where one cannot be broken so."""
    lines: list[str] = []
    for word in words:
        if lines and width(f"{lines[-1]} {word}", scale) <= across:
            lines[-1] += f" {word}"
            continue
        pieces = _broken(word, across, scale)
        if not pieces:
            return []
        lines += pieces
    return lines


def _broken(word: str, across: int, scale: Scale) -> list[str]:
    pieces = [""]
    for part in _parts(word):
        if width(pieces[-1] + part, scale) <= across:
            pieces[-1] += part
        else:
            pieces.append(part)
    return [] if any(width(piece, scale) > across for piece in pieces) else [piece for piece in pieces if piece]


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
