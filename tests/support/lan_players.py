"""Players on the hosts of a LAN whose programs take over a table from each other."""

import json
import subprocess
import sys
import time
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

from support.lan import Lan

TESTS = str(Path(__file__).resolve().parents[1])
START = "import sys; sys.path.insert(0, {!r})\nfrom support.{} import main; main()"
PATIENCE = 60.0


class Player:
    """A program on one host of the LAN, and what it has printed: `support/lan_succession.py` or another one.

    `term` is that of the last host which it has named, and `turn` the last turn.
    """

    def __init__(
        self, lan: Lan, host: int, arguments: list[str], home: Path, program: str = "lan_succession"
    ) -> None:
        self.home = home
        command = [sys.executable, "-c", START.format(TESTS, program), *arguments]
        self.process = lan.start(host, command, home, stdin=subprocess.PIPE)
        self.lines: Queue[list[Any]] = Queue()
        self.term = self.turn = 0
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            read = json.loads(line)
            self.term = read[1] if read[0] == "hosted" else self.term
            self.turn = read[1] if read[0] == "turn" else self.turn
            self.lines.put(read)

    def wait_for(self, kind: str, least: int = 0, patience: float = PATIENCE) -> list[Any]:
        """The next line of this kind whose number is at least this. Raises queue.Empty after `patience` seconds."""
        deadline = time.monotonic() + patience
        while True:
            line = self.lines.get(timeout=max(0.1, deadline - time.monotonic()))
            if line[0] == kind and line[1] >= least:
                return line

    def ask(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
