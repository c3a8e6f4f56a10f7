"""Escape sequences in a paste: none reaches a field, and none takes letters with it."""

import pytest

from sixqp_tui.tui.paste import PASTE_BEGIN, PASTE_END, PasteCleaner

PASTES = {
    b"hello \x1b[31mred\x1b[0m world": b"hello red world",
    b"\x1b]0;a title\x07name": b"name",
    b"one\x1b]52;c;AAAA\x1b\\two": b"onetwo",
    b"up\x1b[A down\x1bOB": b"up downB",
    b"an escape \x1b": b"an escape ",
    b"no end \x1b[": b"no end [",
    b"Zo\xc3\xa9 \x1b[1;3": b"Zo\xc3\xa9 [1;3",
}


@pytest.mark.parametrize("size", [1, 2, 7, 4096])
@pytest.mark.parametrize("pasted", PASTES)
def test_a_paste_is_stripped_of_escape_sequences_in_any_chunks(pasted: bytes, size: int) -> None:
    cleaner, keys = PasteCleaner(), b"\x1b[A\x1b\r^["
    stream = keys + PASTE_BEGIN + pasted + PASTE_END + keys
    pieces = (stream[at : at + size] for at in range(0, len(stream), size))
    passed = b"".join(cleaner.feed(piece) for piece in pieces)
    assert passed == keys + PASTE_BEGIN + PASTES[pasted] + PASTE_END + keys, passed


def test_a_key_is_never_held_back() -> None:
    cleaner = PasteCleaner()
    assert [cleaner.feed(key) for key in (b"\x1b", b"[", b"2", b"q")] == [b"\x1b", b"[", b"2", b"q"]


def test_an_unterminated_escape_does_not_block_a_paste_forever() -> None:
    cleaner = PasteCleaner()
    passed = cleaner.feed(PASTE_BEGIN + b"a\x1b]" + b"x" * 300) + cleaner.feed(b"b" + PASTE_END)
    assert passed.endswith(b"x" * 300 + b"b" + PASTE_END)
