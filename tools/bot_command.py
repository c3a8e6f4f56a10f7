"""A bot that is a program of its own: it answers lines of JSON with lines of JSON (`docs/engine.md`)."""

import json
import shlex
import subprocess
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import cache
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any, Literal

from sixqp_tui.engine.cards import ROWS
from sixqp_tui.engine.table import RowWanted
from sixqp_tui.engine.view import View


class BotFailure(Exception):
    """The program can't be started, died, was late or answered nonsense; the text says which."""


class CommandBot:
    """Asks the program, and raises BotFailure if it doesn't answer within `seconds`."""

    thinks = True

    def __init__(self, command: str, seconds: float) -> None:
        self._ask = _started(command, seconds).ask

    def card(self, view: View) -> int:
        return self._ask(_question("card", view), "card", view.hand)

    def row(self, view: View) -> int:
        return self._ask(_question("row", view), "row", range(ROWS))

    def draft(self, view: View) -> int:
        return self._ask(_question("draft", view), "card", view.table.deck)


def _question(ask: Literal["card", "row", "draft"], view: View) -> dict[str, Any]:
    table = view.table
    asked: dict[str, Any] = {
        "ask": ask,
        "rows": table.rows,
        "hand": view.hand,
        "seat": view.seat,
        "players": table.seats,
        "variant": table.rules.variant,
        "heads": table.heads,
        "turns": [turn._asdict() for turn in table.turns],
    }
    if isinstance(table.pending, RowWanted):
        asked |= {"card": table.pending.card, "to_place": table.to_place}
    if table.rules.variant == "draft":
        asked |= {"deck": table.deck, "hands": table.hands}
    return asked


class _Program:
    """A running program. Its last words on standard error are shown as they are."""

    def __init__(self, command: str, seconds: float) -> None:
        self._command, self._seconds = command, seconds
        arguments = command if sys.platform == "win32" else shlex.split(command)
        try:
            self._process = subprocess.Popen(
                arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace"
            )
        except OSError as error:
            raise BotFailure(f"{command} can't be started: {error.strerror}") from None
        assert self._process.stdin and self._process.stdout
        self._questions = self._process.stdin
        self._answers = SimpleQueue[str]()
        Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()

    def _read(self, answers: IO[str]) -> None:
        for line in answers:
            self._answers.put(line)
        self._answers.put("")

    def ask(self, question: Mapping[str, Any], key: str, allowed: Collection[int]) -> int:
        asked = json.dumps(question, separators=(",", ":"))
        try:
            self._questions.write(asked + "\n")
            self._questions.flush()
        except (OSError, ValueError):
            # It has ended, maybe after its answer. An open pipe would complain of the unsent question at exit.
            with suppress(OSError):
                self._questions.close()
        try:
            answer = self._answers.get(timeout=self._seconds)
        except Empty:
            self._process.kill()
            raise BotFailure(f"{self._command} did not answer within {self._seconds:g} s: {asked}") from None
        if not answer:
            raise BotFailure(f"{self._command} ended without an answer: {asked}")
        try:
            chosen = json.loads(answer)[key]
        except (ValueError, TypeError, KeyError):
            chosen = None
        if type(chosen) is not int or chosen not in allowed:
            expected = ", ".join(map(str, allowed))
            raise BotFailure(
                f'{self._command} answered {answer.strip()}, expected {{"{key}": one of {expected}}}: {asked}'
            )
        return chosen


_started = cache(_Program)
"""One program for all rounds that a process plays."""
