"""Where lines of text break: between words, as long as words fit."""

from io import StringIO

import pytest

from sixqp_tui.plain.line_breaks import break_lines, terminal_width


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("Row 1 ends in 45, 3 cards", 12, "Row 1 ends\nin 45, 3\ncards"),
        ("  a hint of two lines", 14, "  a hint of\n  two lines"),
        ("short\n\nlines stay", 20, "short\n\nlines stay"),
        ("Your card (2 30 45): ", 12, "Your card (2\n30 45): "),
        ("玩玩 玩玩 玩玩", 10, "玩玩 玩玩\n玩玩"),
        ("sixqp join sixqp://1/t:1a2b3c4d/a:192.0.2.7", 20, "sixqp join sixqp://1/t:1a2b3c4d/a:192.0.2.7"),
        ("fin\N{NO-BREAK SPACE}: la suite", 8, "fin\N{NO-BREAK SPACE}: la\nsuite"),
        ("as long as it likes where no terminal is", None, "as long as it likes where no terminal is"),
    ],
)
def test_a_line_breaks_between_words_and_what_is_to_be_copied_stays_whole(
    text: str, width: int | None, lines: str
) -> None:
    assert break_lines(text, width) == lines


def test_what_is_no_terminal_has_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    terminal = StringIO()
    assert terminal_width(terminal) is None
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    assert terminal_width(terminal) == 40
