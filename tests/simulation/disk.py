"""The machine's disk: it may be full, refuse, or stop half-way in any step because the process is killed there.

The machine itself lives on, so what was written stays.
"""

from collections.abc import Callable
from random import Random

from simulation.event_loop import Killed, ProcessLoop
from support.disks import MemoryDisk

STEPS = 10
"""A step of the disk counts as this many of its process: it is seen outside."""


class FaultyDisk(MemoryDisk):
    """A disk that outlives the processes that write to it; `failing` is the chance that it refuses to sync or read.

    `written` is told what it holds whenever that has changed.
    """

    def __init__(self, data: bytes, rng: Random, written: Callable[[bytes], None]) -> None:
        super().__init__(data)
        self._rng, self._written = rng, written
        self.failing = 0.0

    @property
    def refuses(self) -> bool:
        return self.room is not None or self.failing > 0

    def mend(self) -> None:
        self.room, self.failing = None, 0.0

    def read(self) -> bytes:
        self._may_fail()
        return super().read()

    def _may_fail(self) -> None:
        if self.failing and self._rng.random() < self.failing:
            raise OSError(5, "input/output error")

    def write(self, data: bytes, at: int) -> None:
        try:
            super().write(data, at)
        finally:
            self._written(bytes(self.data))

    def sync(self) -> None:
        self._may_fail()
        super().sync()


class OpenFile:
    """The one file of the disk, as a process has it open: the `Disk` of its journal."""

    def __init__(self, disk: FaultyDisk, loop: ProcessLoop, rng: Random) -> None:
        self._disk, self._loop, self._rng = disk, loop, rng
        self._closed = False

    def read(self) -> bytes:
        """All of it."""
        self._step()
        return self._disk.read()

    def write(self, data: bytes, at: int) -> None:
        """Put these bytes there, or, where the process is killed meanwhile, a part of them."""
        if self._loop.lifetime <= STEPS:
            self._disk.write(data[: self._rng.randint(0, len(data))], at)
        self._step()
        self._disk.write(data, at)

    def sync(self) -> None:
        """Make it safe."""
        self._step()
        self._disk.sync()

    def cut(self, size: int) -> None:
        """Drop what stands behind."""
        self._step()
        self._disk.cut(size)

    def close(self) -> None:
        self._closed = True

    def _step(self) -> None:
        """Raises Killed where the process is no more, ValueError where the file is closed."""
        if self._closed:
            raise ValueError("I/O operation on closed file")
        if self._loop.alive:
            self._loop.take_step(STEPS)
        if not self._loop.alive:
            raise Killed
