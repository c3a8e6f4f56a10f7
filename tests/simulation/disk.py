"""The machine's disk: it may be full, refuse, or stop half-way in any step because the process is killed there."""

from random import Random

from simulation.processes import Killed, current_process
from support.disks import MemoryDisk

STEPS = 10
"""A step of the disk counts as this many of its process: it is seen outside."""


class FaultyDisk(MemoryDisk):
    """A disk that outlives the processes that write to it; `failing` is the chance that it refuses to sync or read.

    The machine lives on, so what was written stays.
    """

    def __init__(self, data: bytes, rng: Random) -> None:
        super().__init__(data)
        self._rng = rng
        self.failing = 0.0

    @property
    def refuses(self) -> bool:
        return self.room is not None or self.failing > 0

    def mend(self) -> None:
        self.room, self.failing = None, 0.0

    def read(self) -> bytes:
        self._step()
        self._may_fail()
        return super().read()

    def write(self, data: bytes, at: int) -> None:
        """All these bytes or, where the process is killed meanwhile, a part of them."""
        process = current_process()
        if process and process.lifetime <= STEPS:
            super().write(data[: self._rng.randint(0, len(data))], at)
        self._step()
        super().write(data, at)

    def sync(self) -> None:
        self._step()
        self._may_fail()
        super().sync()

    def cut(self, size: int) -> None:
        self._step()
        super().cut(size)

    def _may_fail(self) -> None:
        if self._rng.random() < self.failing:
            raise OSError(5, "input/output error")

    def _step(self) -> None:
        """Raises Killed where the process is no more."""
        process = current_process()
        if process and process.alive:
            process.take_steps(STEPS)
        if process and not process.alive:
            raise Killed
