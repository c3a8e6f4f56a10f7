"""The host's disk: it may be full, refuse, or stop half-way in any of its steps because the host dies there."""

from random import Random

from support.disks import MemoryDisk


class HostDied(Exception):
    """The process of the table ends here, as if it had been killed."""


class FaultyDisk(MemoryDisk):
    """A disk in memory; `dying` is the chance that the host dies in a step, `failing` that a sync is refused."""

    def __init__(self, data: bytes, lots: Random) -> None:
        super().__init__(data)
        self._lots = lots
        self.dying = 0.0
        self.failing = 0.0

    def write(self, data: bytes, at: int) -> None:
        """Put these bytes there, or a part of them."""
        if self._lots.random() < self.dying:
            super().write(data[: self._lots.randint(0, len(data))], at)
            raise HostDied
        super().write(data, at)

    def sync(self) -> None:
        """Make it safe, unless the host dies before."""
        if self._lots.random() < self.dying:
            raise HostDied
        if self._lots.random() < self.failing:
            raise OSError(5, "input/output error")
        super().sync()

    def after_crash(self) -> "FaultyDisk":
        """What another process finds: all that was safe, and of the rest as much as the lots leave."""
        whole = bytes(self.data)
        other = (at for at, (now, safe) in enumerate(zip(whole, self.safe, strict=False)) if now != safe)
        kept = next(other, min(len(whole), len(self.safe)))
        tail = bytearray(whole[kept:])
        fate = self._lots.choice(("all", "part", "none", "damaged", "zeros"))
        if fate == "none":
            tail.clear()
        elif fate == "part":
            del tail[self._lots.randint(0, len(tail)) :]
        elif fate == "damaged" and tail:
            tail[self._lots.randrange(len(tail))] ^= self._lots.randint(1, 255)
        elif fate == "zeros":
            tail[self._lots.randint(0, len(tail)) :] = bytes(self._lots.randint(0, 40))
        return FaultyDisk(whole[:kept] + bytes(tail), self._lots)
