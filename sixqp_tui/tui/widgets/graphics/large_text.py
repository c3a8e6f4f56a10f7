"""Names, numbers and codes in large letters."""

from unicodedata import combining, normalize

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
    "-": "000 000 111 000 000", "+": "000 010 111 010 000", ".": "0 0 0 0 1", "'": "1 1 0 0 0",
    " ": "00 00 00 00 00",
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


def draw_large_name(text: str, width: int) -> tuple[str, ...]:
    """Like `draw_name`, with five lines, in which each dot is two blocks."""
    lines = tuple("".join(("██" if dot == "1" else "  ") for dot in row) for row in _dot_rows(text))
    return lines if lines and len(lines[0]) <= width else ()


def _dot_rows(text: str) -> list[str]:
    """1 where there is a dot; no rows if a letter is unknown."""
    letters = [_NAME_FONT.get(letter) for letter in _capitals(text)]
    if not letters or None in letters:
        return []
    return ["0".join(line) for line in zip(*(dots.split() for dots in letters if dots), strict=True)]


def _capitals(text: str) -> str:
    return "".join(letter for letter in normalize("NFD", text.upper()) if not combining(letter))
