"""Counts WebSocket frames before they are answered."""


class FrameCounter:
    """Counts the WebSocket frames in a client's data, from the head of the upgrade on (RFC 6455, 5.2)."""

    def __init__(self) -> None:
        self._unread = b""
        self._skip = 0
        self._upgraded = False

    def count(self, data: bytes, most: int) -> int:
        """Count no further than one more than `most`, after which the client is cut off anyway."""
        data = self._unread + data
        if not self._upgraded:
            head, end, data = data.partition(b"\r\n\r\n")
            self._upgraded, self._unread = bool(end), head[-3:]
            if not end:
                return 0
        frames, start = 0, self._skip
        while frames <= most and (size := _frame_size(data[start : start + 10])):
            frames, start = frames + 1, start + size
        self._unread, self._skip = data[start:], max(0, start - len(data))
        return frames


def _frame_size(head: bytes) -> int:
    """The size of the frame that begins with `head`; 0 if more of the head is needed."""
    if len(head) < 2:
        return 0
    masked, length = head[1] >> 7, head[1] & 127
    more = {126: 2, 127: 8}.get(length, 0)
    if len(head) < 2 + more:
        return 0
    return 2 + more + 4 * masked + (int.from_bytes(head[2 : 2 + more], "big") if more else length)
