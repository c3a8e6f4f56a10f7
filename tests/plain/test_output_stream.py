"""Outputs that lack signs, as what Windows redirects does, and outputs that nobody reads any more."""

import errno
import os
from io import BytesIO, StringIO, TextIOWrapper

import pytest

from sixqp_tui.plain.output_stream import break_lines, detect_broken_pipe, terminal_width, write_nearest

SAID = "“Zoé” (Žofie, Łukasz) takes row 3 → +5∀ … 2 × 3\N{NARROW NO-BREAK SPACE}!"


@pytest.mark.parametrize(
    ("encoding", "printed"),
    [
        ("utf-8", SAID),
        ("cp1252", "“Zoé” (Žofie, ?ukasz) takes row 3 to +5v … 2 × 3 !"),
        ("cp850", '"Zoé" (Zofie, ?ukasz) takes row 3 to +5v ... 2 × 3 !'),
        ("ascii", '"Zoe" (Zofie, ?ukasz) takes row 3 to +5v ... 2 x 3 !'),
    ],
)
def test_an_unsupported_character_is_replaced_by_the_nearest(encoding: str, printed: str) -> None:
    written = BytesIO()
    output = TextIOWrapper(written, encoding=encoding)
    write_nearest(output)
    output.write(SAID)
    output.flush()
    assert written.getvalue().decode(encoding) == printed


@pytest.mark.parametrize(("system", "number"), [("nt", errno.EINVAL), ("posix", errno.EPIPE)])
def test_a_broken_pipe_is_reported_alike_on_every_system(
    monkeypatch: pytest.MonkeyPatch, system: str, number: int
) -> None:
    with pytest.raises(BrokenPipeError), monkeypatch.context() as here:
        here.setattr(os, "name", system)
        with detect_broken_pipe():
            raise OSError(number, "the system's says it")


def test_a_full_disk_is_not_a_broken_pipe() -> None:
    with pytest.raises(OSError, match="No space") as refused, detect_broken_pipe():
        raise OSError(errno.ENOSPC, "No space left on device")
    assert not isinstance(refused.value, BrokenPipeError)


# -- line breaks ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("Row 1 ends in 45, 3 cards", 12, "Row 1 ends\nin 45, 3\ncards"),
        ("Your card (2 30 45): ", 12, "Your card (2\n30 45): "),
        ("玩玩 玩玩 玩玩", 10, "玩玩 玩玩\n玩玩"),
        ("sixqp join sixqp://1/t:1a2b3c4d/a:192.0.2.7", 20, "sixqp join sixqp://1/t:1a2b3c4d/a:192.0.2.7"),
        ("fin\N{NO-BREAK SPACE}: la suite", 8, "fin\N{NO-BREAK SPACE}: la\nsuite"),
        ("as long as it likes where no terminal is", None, "as long as it likes where no terminal is"),
    ],
)
def test_lines_break_between_words_but_copyable_text_stays_whole(text: str, width: int | None, lines: str) -> None:
    assert break_lines(text, width) == lines


def test_an_output_that_is_no_terminal_has_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    terminal = StringIO()
    assert terminal_width(terminal) is None
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    assert terminal_width(terminal) == 40
