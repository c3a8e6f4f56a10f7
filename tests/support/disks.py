"""A disk in memory that a test can fill, tear and look into."""

from sixqp_tui.store.journal import MARK, FileDisk, frame


class MemoryDisk(FileDisk):
    """One file of which only what was synced outlives a crash; `room` is how many bytes it takes at most."""

    def __init__(self, data: bytes = MARK, room: int | None = None) -> None:
        self.data = bytearray(data)
        self.safe = bytes(data)
        self.room = room
        self.syncs = 0
        self.refusing: OSError | None = None

    def read(self) -> bytes:
        return bytes(self.data)

    def write(self, data: bytes, at: int) -> None:
        """Take what there is room for, as a full disk does."""
        if self.refusing:
            raise self.refusing
        fits = data if self.room is None else data[: max(0, self.room - at)]
        self.data[at : at + len(fits)] = fits
        if len(fits) < len(data):
            raise OSError(28, "no space left on device")

    def sync(self) -> None:
        """It is safe from now on."""
        if self.refusing:
            raise self.refusing
        self.safe = bytes(self.data)
        self.syncs += 1

    def cut(self, size: int) -> None:
        del self.data[size:]

    def close(self) -> None:
        """Nothing to let go of."""


def file_of(*records: bytes) -> bytes:
    """A whole file with these records."""
    return MARK + frame(records)[0]
