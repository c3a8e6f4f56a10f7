"""Every character that there is, alone and behind a letter: what becomes of it is visible, or nothing."""

from collections.abc import Iterator
from unicodedata import category, is_normalized

import pytest
from rich.cells import cell_len

from sixqp_protocol.text import cells, clean, printable

BLOCK = 256
EVERYTHING = 10_000
NEVER = frozenset(("Cc", "Cn", "Co", "Cs", "Cf"))
"""Controls, unassigned, private, half of a pair, format."""
BLANKS = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85"
INVISIBLE = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0xFFFC),
            *range(0x180B, 0x1810),
            *range(0x2028, 0x202A),
            *range(0xFE00, 0xFE10),
            *range(0x1F3FB, 0x1F400),
            *range(0xE0000, 0xE1000),
        ),
    )
)
"""What is no control, and must never be seen all the same: joiners, blanks that are letters, selectors, tags."""


def blocks() -> Iterator[str]:
    """The four planes that hold characters, the tags of the fifteenth, and the first block of each other plane."""
    for start in range(0, 0x110000, BLOCK):
        if start < 0x40000 or 0xE0000 <= start < 0xE1000 or start % 0x10000 == 0:
            yield "".join(map(chr, range(start, start + BLOCK)))


@pytest.mark.soak
def test_invisible_characters_are_removed() -> None:
    for block in blocks():
        unseen = "".join(each for each in block if category(each) in NEVER and each not in BLANKS)
        assert clean(f"{unseen[:1]} a{unseen}", EVERYTHING) == "a"


@pytest.mark.soak
def test_all_other_characters_become_visible_and_normalized_and_stay_so() -> None:
    for block in blocks():
        seen = [each for each in block if category(each) not in NEVER]
        shown = clean("".join(f" {each}a{each}" for each in seen), EVERYTHING)
        assert shown.isprintable() and not INVISIBLE.intersection(shown)
        assert is_normalized("NFC", shown)
        assert clean(shown, EVERYTHING) == shown
        different = "".join(set(shown))
        assert cell_len(different) <= cells(different) <= 2 * len(different)


def test_white_space_collapses_to_one_space() -> None:
    assert clean(f"a{BLANKS}\u2028\u2029\u3000\xa0b", EVERYTHING) == "a b"


def test_printable_keeps_lines_and_removes_control_characters() -> None:
    assert printable("Zoé ∀ 漢\nsecond") == "Zoé ∀ 漢\nsecond"
    assert printable("a\x1b[2J\x9b\u202e\u2028\ud800\tb\r\n") == "a[2Jb\n"
