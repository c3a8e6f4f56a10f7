"""Guests' terminals, and the line typed there before the app starts."""

import pytest

from sixqp_tui.engine.token_bucket import TokenBucket
from sixqp_tui.gateways.ssh.guest_session import KEYS_A_SECOND, KEYS_AT_ONCE
from sixqp_tui.gateways.ssh.packets import DEFAULT_SIZE
from sixqp_tui.gateways.ssh.terminal import (
    MAX_LENGTH,
    MAX_SIZE,
    MIN_SIZE,
    PASTE_BEGIN,
    PASTE_END,
    GuestLeft,
    KeyLimit,
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
def test_the_number_of_colours_follows_the_terminal(kind: str, sent: dict[str, str], colours: str) -> None:
    terminal = read_terminal(kind, sent, "en")
    assert terminal.colours == colours and terminal.kind.isprintable() and len(terminal.kind) <= 40
    variables = terminal.environment
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
def test_the_guests_language_is_taken_from_their_client(sent: dict[str, str], language: str) -> None:
    assert read_terminal("xterm", sent, "en").language in (language, "fr" if "fr" in str(sent) else "en")


def test_the_size_of_a_terminal_is_kept_within_bounds() -> None:
    assert (
        clamp_size(0, 0) == DEFAULT_SIZE and clamp_size(1, 1) == MIN_SIZE and clamp_size(10**6, 10**9) == MAX_SIZE
    )
    assert clamp_size(120, 40) == (120, 40)


def test_a_line_is_typed_edited_and_submitted() -> None:
    entry = LineEntry()
    assert entry.feed(b"k3f") == b"k3f"
    assert entry.feed(b"\x7f") == b"\b \b"
    assert entry.feed(b"\x1b[A\x1bOP\x1b[3~") == b""
    assert entry.feed("é\t\x07".encode()) == "é".encode()
    assert entry.feed("😀".encode()[:2]) == b"" and entry.feed("😀".encode()[2:]) == "😀".encode()
    assert entry.feed(b"\x7f") == b"\b \b" * 2
    assert entry.feed(b"\xff9\rrest") == b"9\r\n"
    assert entry.line == "k3é9"


def test_a_line_has_a_limit_and_can_be_aborted() -> None:
    entry = LineEntry()
    assert len(entry.feed(b"x" * 5000)) == MAX_LENGTH
    assert entry.feed(b"\x15").count(b"\b \b") == MAX_LENGTH and entry.line is None
    for key in (b"\x03", b"\x04"):
        with pytest.raises(GuestLeft):
            LineEntry().feed(key)


def limit() -> KeyLimit:
    """A thousand bytes at once, then a hundred a second."""
    return KeyLimit(TokenBucket(100.0, 1000.0))


def test_a_long_paste_is_closed_and_the_next_key_is_accepted_at_once() -> None:
    keys = limit()
    assert keys.feed(b"\x1b[20", 0.0) + keys.feed(b"0~" + b"x" * 900, 0.0) == PASTE_BEGIN + b"x" * 900
    assert not keys.dropped
    assert keys.feed(b"x" * 900, 0.0) == PASTE_END and keys.dropped
    assert keys.feed(b"x" * 900, 60.0) == b""
    assert keys.feed(b"x\x1b[201", 60.0) == b"" and keys.feed(b"~q", 60.0) == b"q"
    assert keys.feed(b"r", 60.0) == b"r"


def test_after_a_flood_keys_resume_at_a_whole_sequence() -> None:
    keys = limit()
    assert keys.feed(b"x" * 1001, 0.0) == b"" and keys.dropped
    assert keys.feed(b"q", 0.0) == b"q"
    assert keys.feed(b"x" * 1000, 0.0) == b""
    assert keys.feed(b"5;7M\x1b[<35;1;1M", 5.0) == b"\x1b[<35;1;1M"
    assert keys.feed(b"5;7M\x1b[<35;1;1M", 5.0) == b"5;7M\x1b[<35;1;1M"


def test_typing_and_constant_mouse_movement_lose_nothing() -> None:
    keys = KeyLimit(TokenBucket(KEYS_A_SECOND, KEYS_AT_ONCE))
    moves = [keys.feed(b"\x1b[<35;120;40M", number / 90) for number in range(5000)]
    assert all(moves) and not keys.dropped
