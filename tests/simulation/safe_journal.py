"""What outlives a process: the commands in a journal's file, read by another reader than the product's."""

from struct import Struct
from zlib import crc32

from simulation.broken import demand

from sixqp_protocol.messages import Leave, Request
from sixqp_tui.host.commands import Command
from sixqp_tui.host.durability.journal_codec import decoded

_RECORD = Struct(">II")
_MARK = 8


class SafeJournal:
    """The commands in a journal's file, read by another reader than the product's."""

    def __init__(self) -> None:
        self.commands: list[bytes] = []
        self.taken: dict[tuple[bytes, int], Command] = {}
        self._at, self._crc = _MARK, 0
        self.left: set[bytes] = set()
        """Keys that are nobody's here any more: they may come again as somebody new, who counts from 1."""
        self.sent_away: dict[int, set[bytes]] = {}
        """Which keys the command of this number sends away, where it is no Leave of their own."""

    def read_on(self, data: bytes, refused: set[tuple[bytes, int]]) -> None:
        """Read what has come since."""
        while self._at + _RECORD.size <= len(data):
            length, crc = _RECORD.unpack_from(data, self._at)
            record = data[self._at + _RECORD.size : self._at + _RECORD.size + length]
            if not length or len(record) < length or crc != self._next(record):
                return
            self._at, self._crc = self._at + _RECORD.size + length, crc
            self._count(record, refused)

    def _next(self, record: bytes) -> int:
        return crc32(record, crc32(len(record).to_bytes(4, "big"), self._crc))

    def _count(self, record: bytes, refused: set[tuple[bytes, int]]) -> None:
        entry = decoded(record)
        if not isinstance(entry, Command):
            return
        self.left |= self.sent_away.pop(len(self.commands), set())
        self.commands.append(record)
        if isinstance(entry.message, Request) and not entry.by_host:
            name = entry.key, entry.message.id
            if isinstance(entry.message, Leave):
                self.left.add(entry.key)
            twice = name in self.taken and entry.key not in self.left
            demand(not twice, "a request took effect twice:", entry)
            demand(name not in refused, "what was refused took effect:", entry)
            self.taken[name] = entry
