"""Terminals at which somebody runs the program; all are ended after the test."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

if sys.platform == "win32":
    _FILES = Path(__file__).parent.glob("test_*.py")
    collect_ignore = [file.name for file in _FILES if "support.terminal" in file.read_text("utf-8")]  # POSIX's
else:
    from support.terminal import SIXQP, Sit, Terminal

    @pytest.fixture
    def sit(tmp_path: Path) -> Iterator[Sit]:
        """Types words behind a command, at a terminal of its own in a folder of its own: the `home` below."""
        terminals: list[Terminal] = []

        def at(
            *words: str, command: Sequence[str] = SIXQP, home: str = "", size: tuple[int, int] = (80, 24)
        ) -> Terminal:
            folder = tmp_path / home
            folder.mkdir(exist_ok=True)
            terminals.append(Terminal([*command, *words], folder, *size, cwd=folder))
            return terminals[-1]

        yield at
        for terminal in terminals:
            terminal.kill()
