"""What the page counts of a client, before it answers any of it."""

from random import Random

from support.websocket import frame
from websockets.frames import Opcode

from sixqp_tui.host.network.frame_counter import FrameCounter

UPGRADE = b"GET /socket HTTP/1.1\r\nHost: 192.168.1.20:4669\r\nUpgrade: websocket\r\n\r\n"
FRAMES = (
    frame(Opcode.PING, b""),
    frame(Opcode.PONG, b"\r\n\r\n"),
    frame(Opcode.TEXT, b"a", fin=False),
    frame(Opcode.CONT, b"", fin=False),
    frame(Opcode.CONT, bytes(125)),
    frame(Opcode.BINARY, bytes(126)),
    frame(Opcode.BINARY, bytes(70_000)),
    frame(Opcode.CLOSE, b"\x03\xe8"),
)


def test_frames_of_every_kind_are_counted_however_they_are_split() -> None:
    said, rng = UPGRADE + b"".join(FRAMES), Random(1)
    for _ in range(200):
        counter, counted, start = FrameCounter(), 0, 0
        while start < len(said):
            size = rng.choice((1, 2, 5, 100, 40_000))
            counted += counter.count(said[start : start + size], most=8)
            start += size
        assert counted == len(FRAMES)


def test_the_request_head_counts_no_frames() -> None:
    counter = FrameCounter()
    assert [counter.count(UPGRADE[:-1], 3), counter.count(UPGRADE[-1:] + FRAMES[0] * 3, 3)] == [0, 3]


def test_a_flood_is_counted_no_further_than_it_is_allowed() -> None:
    assert FrameCounter().count(UPGRADE + FRAMES[0] * 2000, most=100) == 101
