"""Guests' terminals, and the line typed there before the app starts."""

import pytest

from sixqp_tui.gateways.ssh.terminal import (
    DEFAULT_SIZE,
    MAX_LENGTH,
    MAX_SIZE,
    MIN_SIZE,
    GuestLeft,
    LineEntry,
    clamp_size,
    read_terminal,
)


@pytest.mark.parametrize(
    ("kind", "sent", "colours"),
    [
        ("xterm-256color", {}, "256"),
        ("xterm-256color", {"COLORTERM": "truecolor"}, "truecolor"),
        ("xterm-kitty", {}, "truecolor"),
        ("xterm", {}, "standard"),
        ("linux", {}, "standard"),
        ("vt100", {}, "none"),
        ("", {}, "none"),
        ("xterm-256color", {"NO_COLOR": "1"}, "none"),
        ("\x1b[31m", {}, "none"),
        ("x" * 500, {}, "none"),
    ],
)
def test_as_many_colours_as_the_terminal_has(kind: str, sent: dict[str, str], colours: str) -> None:
    terminal = read_terminal(kind, sent, "en")
    assert terminal.colours == colours and terminal.kind.isprintable() and len(terminal.kind) <= 40
    variables = terminal.environment((80, 24))
    assert variables.get("TEXTUAL_COLOR_SYSTEM", "none") == colours
    assert ("NO_COLOR" in variables) == (colours == "none")


@pytest.mark.parametrize(
    ("sent", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "fr_CH"}, "fr"),
        ({"LANG": "tlh"}, "en"),
        ({"LANG": "../../fr"}, "en"),
        ({}, "en"),
    ],
)
def test_the_guests_language_where_their_client_tells_it(sent: dict[str, str], language: str) -> None:
    assert read_terminal("xterm", sent, "en").language in (language, "fr" if "fr" in str(sent) else "en")


def test_the_size_of_a_terminal_is_kept_within_bounds() -> None:
    assert (
        clamp_size(0, 0) == DEFAULT_SIZE and clamp_size(1, 1) == MIN_SIZE and clamp_size(10**6, 10**9) == MAX_SIZE
    )
    assert clamp_size(120, 40) == (120, 40)


def test_a_line_is_typed_mended_and_taken() -> None:
    entry = LineEntry()
    assert entry.feed(b"k3f") == b"k3f"
    assert entry.feed(b"\x7f") == b"\b \b"
    assert entry.feed(b"\x1b[A\x1bOP\x1b[3~") == b""
    assert entry.feed("é\t\x07".encode()) == b""
    assert entry.feed(b"9\rrest") == b"9\r\n"
    assert entry.line == "k39"


def test_a_line_has_an_end_and_can_be_left() -> None:
    entry = LineEntry()
    assert len(entry.feed(b"x" * 5000)) == MAX_LENGTH
    assert entry.feed(b"\x15").count(b"\b \b") == MAX_LENGTH and entry.line is None
    for key in (b"\x03", b"\x04"):
        with pytest.raises(GuestLeft):
            LineEntry().feed(key)
